"""An event file that continues an event which is here: what is new in it, and where its rows go."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import connection, models
from django.db.models import F
from django.utils.timezone import localtime
from django.utils.translation import gettext_noop as _

from scoring.messages import ngettext_lazy
from tournament.archive.event_file.reader import EventFile
from tournament.archive.event_file.sections import LEFT_OUT, SECTIONS, THE_EVENT, accounts_of
from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.models import Tournament
from tournament.core.roles import holds
from tournament.results.paper.photograph_store import let_go
from tournament.results.paper_models import SheetPhotograph
from tournament.translation.formats import written

HISTORY = "history"


@dataclass(frozen=True, slots=True)
class LeftBehind:
    """An event that the file continues.

    new       the lines of the history that the file has and the event here has not
    ids       the ids of the rows here, by their model
    accounts  the accounts that these rows name
    """

    tournament: Tournament
    new: int
    ids: Mapping[type[models.Model], Collection[int]] = field(default_factory=dict)
    accounts: frozenset[int] = frozenset()


def left_behind(file: EventFile, slug: str, act: Act) -> LeftBehind | None:
    """Return the event that the file continues; None for one that is not here, or is wanted a second time at another
    address.

    Its row is locked. Raises Refused where the file has nothing new, where both histories went on, and for somebody who
    does not organise the event.
    """
    if file.anonymised:
        return None
    known = Tournament.objects.select_for_update().filter(
        made_at=file.event["made_at"], pk=F("id_offset") + file.event["id"]
    )
    found = known.order_by(F("moved_at").asc(nulls_last=True), "pk").first()
    if found is None or slug not in ("", found.slug):
        return None
    if act.by is not None and not holds(act.by, "run_event", found):
        text = _(
            "This event is here already, and somebody else organises it. Ask an organiser of it to load the file, or "
            "enter another address to load it a second time."
        )
        raise Refused.of("not-organiser", text, field="slug")
    new = _new_lines(found, file)
    ids = {section.model: set(section.rows(found).values_list("pk", flat=True)) for section in (THE_EVENT, *SECTIONS)}
    return LeftBehind(found, new, ids, frozenset(accounts_of(found)))


def _new_lines(tournament: Tournament, file: EventFile) -> int:
    """Return how many lines the file has after the last one here. Raises Refused where there is none."""
    lines = list(tournament.audit_entries.order_by("id").values_list("chain", "at"))
    here, there = [chain for chain, _at in lines], [row["chain"] for row in file.rows[HISTORY]]
    common = 0
    for one, other in zip(here, there, strict=False):
        if one != other or not one:
            break
        common += 1
    if common < len(here) and common < len(there):
        text = _(
            "The event went on in both places since {time}. Entries in the history: {here} only here, {there} only in "
            "the file. Only one of the two can go on. To go on with the file, delete the event here first; to "
            "compare, load the file under another address."
        )
        at = _moment(lines[common - 1][1] if common else tournament.made_at)
        raise Refused.of("event-parted", text, time=at, here=len(here) - common, there=len(there) - common)
    if common < len(here):
        text = ngettext_lazy(
            "The event here is newer than the file, by {count} entry in the history. Nothing was loaded.",
            "The event here is newer than the file, by {count} entries in the history. Nothing was loaded.",
        )
        raise Refused.of("event-newer", text, count=len(here) - common)
    if common == len(there) and tournament.moved_at:
        text = _(
            "The file has nothing new: it is the event as it was moved away from here. To go on here, take it back."
        )
        raise Refused.of("event-same", text)
    if common == len(there):
        text = _(
            "The event is here already, with everything that the file has. To load it a second time, enter another "
            "address."
        )
        raise Refused.of("event-same", text, field="slug")
    return len(there) - common


def _moment(at: datetime) -> str:
    return written(localtime(at), "day, time")


def clear(left: LeftBehind) -> None:
    """Delete the rows that the file replaces. What the server knows about them stays, and waits for `hang_on`; plans
    under way and tables in play are of the time before.
    """
    event = left.tournament
    event.planning_jobs.all().delete()
    event.tables_in_play.all().delete()
    delete_rows(event)
    Tournament.objects.filter(pk=event.pk)._raw_delete(connection.alias)


def delete_rows(tournament: Tournament) -> None:
    """Delete every row of the event but its own; who asks does the rest."""
    Tournament.objects.filter(pk=tournament.pk).update(seating=None)
    let_go(SheetPhotograph.rows_of(tournament))
    for section in reversed(SECTIONS):
        rows = section.rows(tournament).order_by()
        for many in section.many:
            through: Any = many.remote_field.through
            through._base_manager.filter(**{f"{many.m2m_field_name()}__in": rows}).delete()
        rows._raw_delete(connection.alias)


def hang_on(left: LeftBehind, offset: int) -> None:
    """Let roles, persons, rankings and screens of the server name the rows that were stored; what named a row that the
    file does not have goes.
    """
    shift = offset - left.tournament.id_offset
    for model, before in left.ids.items():
        for relation in model._meta.get_fields(include_hidden=True):
            if not isinstance(relation, models.ForeignObjectRel) or relation.related_model.__name__ not in LEFT_OUT:
                continue
            name, rows = relation.field.name, relation.related_model._base_manager
            there = set(model._base_manager.filter(pk__in=[pk + shift for pk in before]).values_list("pk", flat=True))
            rows.filter(**{f"{name}__in": [pk for pk in before if pk + shift not in there]}).delete()
            if shift:
                named = rows.filter(**{f"{name}__in": before})
                named.update(**{name: F(relation.field.attname) + shift})
