"""The versions of a seating, and what going to another one would change."""

from dataclasses import dataclass
from itertools import groupby

from tournament.events.models import Hanchan, HanchanState, Tournament
from tournament.events.queries import hanchan_of
from tournament.seating.draft import Draft, spans
from tournament.seating.models import Seating


@dataclass(frozen=True, slots=True)
class Version:
    """One line of the list of versions."""

    seating: Seating
    repeats: int | None
    wind_gap: int | None
    counts: bool


def versions(tournament: Tournament) -> list[Version]:
    """Every version, newest first; one query."""
    rows = tournament.seatings.select_related("made_by").order_by("-number")
    return [
        Version(row, row.quality.get("repeats"), row.quality.get("wind_gap"), row.pk == tournament.seating_id)
        for row in rows
    ]


@dataclass(frozen=True, slots=True)
class HanchanChange:
    """How many people would sit elsewhere in each of some hanchan."""

    numbers: str
    moved: int
    started: bool
    published: bool


def changes_of(tournament: Tournament, now: Draft, then: Draft) -> list[HanchanChange]:
    """What a new seating would change; neighbours of which the same can be said are one line."""

    def what(one: Hanchan) -> tuple[int, bool, bool]:
        moved = _moved(now, then, one.number)
        return moved, one.state != HanchanState.PLANNED, moved > 0 and one.seating_published_at is not None

    return [
        HanchanChange(spans(one.number for one in alike), *said)
        for said, alike in groupby(hanchan_of(tournament), key=what)
    ]


def _moved(now: Draft, then: Draft, hanchan: int) -> int:
    before, after = _seats_of(now, hanchan), _seats_of(then, hanchan)
    return sum(before.get(player) != seat for player, seat in after.items()) + len(before.keys() - after.keys())


def _seats_of(draft: Draft, hanchan: int) -> dict[int, tuple[int, int]]:
    return {player: (table, at) for table, seats in draft.get(hanchan, {}).items() for at, player in enumerate(seats)}
