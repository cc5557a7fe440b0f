"""Whether a history is what was written, and the rows that it vouches for are what it says.

Nothing stops the owner of the machine from editing the database; this tells. Somebody who alters a row and computes the
whole chain anew is found by the head on any paper that was printed before.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.core.cache import cache
from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournament.core.chain import FORMAT, canonical, first_value, moment, next_value
from tournament.core.messages import Level, Message
from tournament.core.models import AuditEntry, Tournament, Verb
from tournament.core.records import Figures, Recorded, Values, event_id, key_of, values_of

Read = TypeVar("Read")

KEPT = 60 * 60 * 24  # seconds
TRIES = 3
VERBS = dict(Verb.choices)


@dataclass(slots=True)
class _Said:
    """What the lines of a history say together: the last value of every field, and the line that has it."""

    figures: dict[str, Values] = field(default_factory=dict)
    lines: dict[tuple[str, str], AuditEntry] = field(default_factory=dict)

    def hear(self, entry: AuditEntry) -> None:
        for key, values in _figures(entry).items():
            if values is None:
                self.figures.pop(key, None)
            else:
                self.figures.setdefault(key, {}).update(values)
                self.lines.update({(key, name): entry for name in values})


def _figures(entry: AuditEntry) -> Figures:
    """Return the figures of a line; of one that was altered, what still has the form of figures."""
    found = entry.figures if isinstance(entry.figures, dict) else {}
    return {key: values for key, values in found.items() if values is None or isinstance(values, dict)}


def _is_whole(entry: AuditEntry) -> bool:
    return entry.chain == next_value(entry.previous, entry.content())


def findings(tournament: Tournament) -> list[Message]:
    """Return everything that was changed outside of Sekigime, in the order of the history; [] when all is whole.

    The number of queries does not depend on the size of the event. `known_findings` has the answer until the next one.
    """
    found = undisturbed(tournament, _findings)
    cache.set(_key(tournament), found, KEPT)
    return found


def undisturbed(tournament: Tournament, read: Callable[[Tournament], Read]) -> Read:
    """Return what is read of a tournament while nobody writes: read again after a write, in the end behind the lock.

    What was written between two of the queries would look as if it had come past the history.
    """
    for _try in range(TRIES):
        before, value = _edition(tournament), read(tournament)
        if _edition(tournament) == before:
            return value
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=tournament.pk)
        return read(tournament)


def _edition(tournament: Tournament) -> int:
    return Tournament.objects.values_list("edition", flat=True).get(pk=tournament.pk)


def _findings(tournament: Tournament) -> list[Message]:
    entries = list(tournament.audit_entries.order_by("id"))
    said = _Said()
    for entry in entries:
        said.hear(entry)
    edition, head = Tournament.objects.values_list("edition", "public_head").get(pk=tournament.pk)
    found = [*_missing(entries, edition), *_broken(tournament, entries)]
    if head and head not in {entry.chain for entry in entries}:
        text = _("The head that the public standings show is not that of any line: the history was written again.")
        found.append(_finding("head-unknown", text))
    for model in Recorded.__subclasses__():
        found += _rows(model, tournament, said)
        found += model.faults(tournament)
    return found + list(_deleted(said))


def known_findings(tournament: Tournament) -> list[Message]:
    """Return what the last check found, without checking: for pages that are asked for often."""
    return cache.get(_key(tournament)) or []


def _key(tournament: Tournament) -> str:
    return f"findings-{tournament.pk}-{tournament.made_at.timestamp()}"


# --- the lines --------------------------------------------------------------------------------------------------------


def _missing(entries: Sequence[AuditEntry], edition: int) -> Iterator[Message]:
    """Each write has a line with its number; those that were missing when the chain began are known."""
    began = [entry for entry in entries if entry.verb == Verb.BEGAN_CHAIN and _is_whole(entry)]
    known = {line for entry in began for line in entry.detail["missing"]}
    there = {entry.edition for entry in entries}
    for line in sorted(set(range(1, edition + 1)) - there - known):
        yield _finding("line-missing", _("Line {line} of the history was deleted outside of Sekigime."), line=line)
    if there and max(there) > edition:
        text = _("The history goes to line {line}, but the event says that line {edition} is its last.")
        yield _finding("edition-lowered", text, line=max(there), edition=edition)


def _broken(tournament: Tournament, entries: Sequence[AuditEntry]) -> Iterator[Message]:
    """Each line has its own value, made from what is in it and from the value of the line before."""
    before, whole = first_value(event_id(tournament), tournament.made_at), True
    for entry in entries:
        was_whole, whole = whole, _is_whole(entry)
        if not whole:
            text = _("Line {line} of the history ({what}) was changed outside of Sekigime.")
            yield _finding("line-altered", text, line=entry.edition, what=_what(entry))
        elif was_whole and entry.previous != before:
            text = _("Before line {line} of the history ({what}) a line is missing or in another place.")
            yield _finding("line-displaced", text, line=entry.edition, what=_what(entry))
        before = entry.chain


# --- the rows ---------------------------------------------------------------------------------------------------------


def _rows(model: type[Recorded], tournament: Tournament, said: _Said) -> Iterator[Message]:
    """Every row is what the last line about it says; what is looked at is taken from `said`."""
    label = str(model._meta.verbose_name)
    for row in model.rows_of(tournament).order_by("pk"):
        key, values = key_of(row, tournament.id_offset), values_of(row, offset=tournament.id_offset)
        figures = said.figures.pop(key, None)
        named = {"label": label, "key": getattr(row, model.shown_by)}
        if figures is None:
            text = _("This was added to the database outside of Sekigime: {label} {key}.")
            yield _finding("row-added", text, **named)
            continue
        for name, figure in figures.items():
            entry = said.lines[key, name]
            for where, old, now in _differences(name, figure, values.get(name, figure)):
                text = _(
                    "Line {line} of the history ({what}) says {figure}, but the database now says {now}: {label} "
                    "{key}, {field}. It was changed outside of Sekigime."
                )
                shown = {"field": where, "figure": _text(old), "now": _text(now)}
                yield _finding("row-altered", text, line=entry.edition, what=_what(entry), **named, **shown)


def _differences(name: str, figure: Any, now: Any) -> Iterator[tuple[str, Any, Any]]:
    """Yield (where, then, now) for each value that differs: of a rule set, what differs in it."""
    if isinstance(figure, dict) and isinstance(now, dict) and figure.keys() == now.keys():
        for key in figure:
            yield from _differences(f"{name}.{key}", figure[key], now[key])
    elif figure != now:
        yield name, figure, now


def _deleted(said: _Said) -> Iterator[Message]:
    """What no model has taken from `said` is in the history alone."""
    for key, figures in said.figures.items():
        if figures:
            entry = said.lines[key, next(iter(figures))]
            text = _("Line {line} of the history ({what}) stored a row that was deleted outside of Sekigime: {row}.")
            yield _finding("row-deleted", text, line=entry.edition, what=_what(entry), row=key)


def _text(value: Any) -> str:
    return value if isinstance(value, str) and value else canonical(value)


def _what(entry: AuditEntry) -> str:
    """Name the act of a line, in the reader's language."""
    verb = str(VERBS.get(entry.verb, entry.verb))
    return f"{verb}: {entry.subject}" if entry.subject else verb


def _finding(code: str, text: str, **params: Any) -> Message:
    return Message(code, text, params, Level.ERROR)


# --- the file ---------------------------------------------------------------------------------------------------------


def export_lines(tournament: Tournament) -> list[str]:
    """Return JSON lines for docs/verify_history.py: the event, its history, and each recorded row as it is."""
    return undisturbed(tournament, lambda event: list(_export_lines(event)))


def _export_lines(tournament: Tournament) -> Iterator[str]:
    yield canonical({"format": FORMAT, "event": event_id(tournament), "made_at": moment(tournament.made_at)})
    for entry in tournament.audit_entries.order_by("id"):
        yield canonical({**entry.content(), "previous": entry.previous, "chain": entry.chain})
    for model in Recorded.__subclasses__():
        for key, values in model.evidence(tournament):
            yield canonical({"row": key, "values": values})


def last_value(tournament: Tournament) -> str:
    """Return the chain's value after the last line, "" for a history without one."""
    values = AuditEntry.objects.filter(tournament=tournament).order_by("-id").values_list("chain", flat=True)
    return values.first() or ""
