"""Refusals of changes to a seating, with the remedy. Each is checked twice: for the page
with the preview, and by the action under its lock."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tournament.core.conditions import Condition, PageLink
from tournament.core.messages import Message, Refused
from tournament.core.models import Tournament
from tournament.planning.proposal import obstacle, started_obstacle
from tournament.players.checks import name_conditions
from tournament.players.models import Player
from tournament.players.queries import Field
from tournament.seats.models import StandIn
from tournament.seats.queries import stand_ins_of, started_hanchan
from tournament.seats.seat_map import Arrangement, SeatMap, seated

FOUR, THREE = 4, 3
"""Players at a table: of riichi for four, and of sanma."""


def publish_conditions(
    numbers: Collection[int], having: Collection[int], players: Iterable[Player]
) -> Iterator[Condition]:
    """Yield what is to be done before the seats in these hanchan are published: those `having` seats are known, and the
    `players` who sit there. Whether the seats tell hidden results is asked afterwards."""
    if not numbers or not set(numbers) <= set(having):
        text = gettext_noop("There is no seating to publish yet. Plan or import one first.")
        page = PageLink(gettext_noop("Plan the seating"), "seating_plan", "run_event")
        yield Condition("seating", obstacle("no-seating", text), page)
    yield from name_conditions(players)


def size_obstacles(field: Field, tables: int | None) -> Iterator[Message]:
    """Yield that these players do not fill tables, or need more tables than the hall has."""
    count = len(field.seated)
    if not count:
        yield obstacle("no-players", gettext_noop("There are no players yet. Add players first."))
    elif field.missing:
        text = _not_full(field.missing, field.size)
        yield obstacle("tables-not-full", text, count=count, missing=field.missing, over=count % field.size)
    elif tables and field.tables > tables:
        text = gettext_noop(
            "{count} players need {needed} tables, and the hall has {tables}. "
            "Change the number of tables in the settings, or the players."
        )
        yield obstacle("too-few-tables", text, count=count, needed=field.tables, tables=tables)


def _not_full(missing: int, size: int) -> str:
    """The remedy when players are missing at the last table."""
    if size == THREE:
        return ngettext(
            "{count} players do not fill tables of three: add {missing} substitute, or leave out {over} players.",
            "{count} players do not fill tables of three: add {missing} substitutes, or leave out {over} player.",
            missing,
        )
    if missing == FOUR - 1:
        return _("{count} players do not fill tables of four: add {missing} substitutes, or leave out {over} player.")
    return ngettext(
        "{count} players do not fill tables of four: add {missing} substitute, or leave out {over} players.",
        "{count} players do not fill tables of four: add {missing} substitutes, or leave out {over} players.",
        missing,
    )


def refuse_started(tournament: Tournament, numbers: Sequence[int], field: str = "") -> None:
    """Refuse when one of these hanchan has started."""
    started = sorted(set(numbers) & set(started_hanchan(tournament)))
    if started:
        raise Refused([started_obstacle(started, field)])


def refuse_changed_started(
    tournament: Tournament, old: Arrangement, new: Arrangement, really_played: Collection[int] = ()
) -> None:
    """Refuse a change of seats or byes in a hanchan that has started, except those `really_played`."""
    changed = {
        number
        for number in {*old.draft, *new.draft}
        if old.draft.get(number) != new.draft.get(number)
        or old.byes.get(number, frozenset()) != new.byes.get(number, frozenset())
    }
    refuse_started(tournament, sorted(changed - set(really_played)))


def refuse_stand_ins(tournament: Tournament, new: SeatMap) -> None:
    """Refuse when an absent player with a stand-in would lose the seat, or the stand-in would get one."""
    if found := stand_in_obstacle(stand_ins_of(tournament), new):
        raise Refused([found])


def stand_in_obstacle(stand_ins: Iterable[StandIn], new: SeatMap) -> Message | None:
    """Return that somebody's stand-in must be cancelled before the seats are those of `new`; None where none must."""
    for row in stand_ins:
        people = seated(new.get(row.hanchan.number, {}))
        if row.absent_id not in people or row.substitute_id in people:
            text = gettext_noop("In hanchan {number} {substitute} stands in for {absent}. Cancel that first.")
            number, substitute, absent = row.hanchan.number, row.substitute, row.absent
            return obstacle("stand-in", text, number=number, substitute=substitute, absent=absent)
    return None
