"""What each player needs in the last hand and what each draw does, as the page shows it. Pure: values in, words out."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.utils.translation import gettext as _

from scoring.least_win import Draw, LastHand, Race, Step, Way, draws, places, ways_to
from scoring.least_win_rest import said_rest
from scoring.least_win_said import Names, said_needs
from scoring.points import Points
from scoring.uma import Place
from scoring.winds import WINDS, Wind
from scoring.words import Text, listed
from tournament.standings.last_hand_seats import Seat

NEAREST = 3


@dataclass(frozen=True, slots=True)
class Need:
    """A place, and off whom what is enough for it: whom, the least hand, and what else there is to say."""

    place: int
    ways: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class PlayerAnswer:
    """One player before the hand; without a `place`: scored and not ranked. `note` stands where nothing is needed."""

    seat: Seat
    points: Points
    delta: Points
    place: int | None
    shared: bool
    needs: tuple[Need, ...]
    note: str


@dataclass(frozen=True, slots=True)
class Cell:
    """One player after a draw: `moved` is up, down or nothing, compared with now."""

    tenpai: bool
    place: int | None
    shared: bool
    moved: str


@dataclass(frozen=True, slots=True)
class DrawRow:
    """One outcome of a draw; `tenpai` are the current winds, `said` in words."""

    tenpai: tuple[Wind, ...]
    said: str
    cells: tuple[Cell, ...]
    repeats: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """The whole answer; players and cells by current wind. `rest` says when the hanchan is not over after the hand."""

    table: LastHand
    race: Race | None
    players: tuple[PlayerAnswer, ...]
    draws: tuple[DrawRow, ...]
    rest: tuple[str, ...]


def answer(table: LastHand, seats: Sequence[Seat], race: Race | None = None, goal: int | None = None) -> Answer:
    """What each of `seats` needs; only for place `goal` when one is given."""
    now = places(table, race)
    players = tuple(_player(table, seats, seat, race, now[seat.wind.index], goal) for seat in seats)
    rest = tuple(sentence.said(_) for sentence in said_rest(table, _names(seats)))
    return Answer(table, race, players, tuple(_draw_row(draw, now) for draw in draws(table, race)), rest)


def _names(seats: Sequence[Seat]) -> Names:
    return {one.wind: one.called for one in seats}


def _player(
    table: LastHand, seats: Sequence[Seat], seat: Seat, race: Race | None, now: Place, goal: int | None
) -> PlayerAnswer:
    own = table.points[seat.wind.index]
    needs: list[Need] = []
    if now[0]:
        names = _names(seats)
        told = _told(table, seat.wind, race, now, goal)
        needs = [
            _need(place, found, table, names)
            for place, found in told
            if place < now[0] or not all(way.is_safe for way in found)
        ]
    note = "" if needs else _note(now[0], goal)
    return PlayerAnswer(seat, own, own - table.rules.goal, now[0] or None, now[1], tuple(needs), note)


def _note(place: int, goal: int | None) -> str:
    if not place:
        return _("Scored and not ranked.")
    if goal is not None:
        return _("Any win keeps place {goal} or better.").format(goal=goal)
    return _("Any win keeps it.") if place == 1 else _("No win gives a higher place.")


def _told(
    table: LastHand, winner: Wind, race: Race | None, now: Place, goal: int | None
) -> list[tuple[int, tuple[Way, ...]]]:
    """The places that are told of, the best first: those above, the own one where it is the first or is shared.

    One for which the same is enough as for the next above is left out; of a whole tournament the best and the nearest
    are told.
    """
    if goal is not None:
        return list(ways_to(table, winner, (goal,), race).items())
    place, shared = now
    found = list(ways_to(table, winner, None if race else range(1, place + 1), race).items())
    above = [one for one in found if one[0] < place or (one[0] == place and (shared or place == 1))]
    told = above[:1] + [here for better, here in pairwise(above) if _least(here[1]) != _least(better[1])]
    return told[:1] + told[1:][-NEAREST:]


def _least(found: Sequence[Way]) -> list[Step | None]:
    return [way.least for way in found]


def _need(place: int, found: Sequence[Way], table: LastHand, names: Names) -> Need:
    said = said_needs(found, table.rules, names)
    ways = [(one.off.said(_), one.least.said(_), one.more.said(_) if one.more else "") for one in said]
    return Need(place, tuple(ways))


def _draw_row(draw: Draw, now: Sequence[Place]) -> DrawRow:
    cells = tuple(
        Cell(wind in draw.tenpai, place or None, shared, _moved(before, place))
        for wind, (place, shared), (before, _shared) in zip(WINDS, draw.places, now, strict=False)
    )
    return DrawRow(draw.tenpai, _tenpai_said(draw.tenpai, len(cells)), cells, draw.repeats)


def _tenpai_said(tenpai: Sequence[Wind], players: int) -> str:
    if len(tenpai) in (0, players):
        return _("all") if tenpai else _("nobody")
    return listed([Text(wind.label) for wind in tenpai]).said(_)


def _moved(before: int, after: int) -> str:
    """How a place compares with the one before: up, down or nothing."""
    if before == after:
        return ""
    return "up" if after < before else "down"
