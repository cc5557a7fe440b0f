"""The needs of each player in the last hand, and the effect of each draw. Pure: values in, values out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.game import Place
from scoring.least_win import DrawOutcome, LastHand, Race, Route, WinStep, draws, places, routes_to
from scoring.messages import Message, list_text, phrase
from scoring.points import Points
from scoring.sentences.last_hand import Need, extension_texts
from scoring.sentences.last_hand import needs as needs_of
from scoring.sentences.payments import Names
from scoring.winds import Wind, current_wind
from tournament.core.messages import sentence
from tournament.seats.queries import Place as SeatPlace

NEAREST = 3


@dataclass(frozen=True, slots=True)
class CurrentSeat:
    """A player by current wind; `start` is None if unknown, `place` without a player."""

    wind: Wind
    start: Wind | None = None
    place: SeatPlace | None = None

    @property
    def called(self) -> Message | str:
        """The player's name, or the wind."""
        return self.place.player.label if self.place else phrase(self.wind.label)

    @property
    def name(self) -> str:
        return self.place.player.label if self.place else _(self.wind.label)

    @property
    def number(self) -> int | None:
        return self.place.player.number if self.place else None

    @property
    def player(self) -> int | None:
        return self.place.player.pk if self.place else None


def seated_now(places: Sequence[SeatPlace], hand: int, winds: Sequence[Wind]) -> tuple[CurrentSeat, ...]:
    """Return the seats of a table by the players' winds in this hand of its round; without a table, `winds` alone."""
    if not places:
        return tuple(CurrentSeat(wind) for wind in winds)
    seats = [CurrentSeat(current_wind(place.wind, hand, len(winds)), place.wind, place) for place in places]
    return tuple(sorted(seats, key=lambda seat: seat.wind.index))


def seated_as_drawn(
    places: Sequence[SeatPlace], hand: int, data: Mapping[str, str], winds: Sequence[Wind]
) -> tuple[CurrentSeat, ...]:
    """Return the seats of a table where winds are drawn: `who_E`, … are the numbers of the players with these winds."""
    by_number = {str(place.player.number): place for place in places}
    start = {wind: winds[(wind.index + hand - 1) % len(winds)] for wind in winds}
    found = {wind: by_number.get(data.get(f"who_{wind}", "")) for wind in winds}
    return tuple(CurrentSeat(wind, start[wind], place) if place else CurrentSeat(wind) for wind, place in found.items())


def has_wrong_people(seats: Sequence[CurrentSeat]) -> bool:
    """Return whether somebody is named twice, or some are named and others not."""
    named = [seat.player for seat in seats if seat.place]
    return bool(named) and len(set(named)) < len(seats)


@dataclass(frozen=True, slots=True)
class PlaceNeeds:
    """A place, and what is enough for it off whom."""

    place: int
    ways: tuple[Need, ...]


@dataclass(frozen=True, slots=True)
class PlayerAnswer:
    """One player before the hand; without a `place` not ranked. A `note` says why nothing is needed."""

    seat: CurrentSeat
    points: Points
    delta: Points
    place: int | None
    shared: bool
    needs: tuple[PlaceNeeds, ...]
    note: str


@dataclass(frozen=True, slots=True)
class DrawCell:
    """One player after a draw: `moved` is up, down or "", compared with now."""

    seat: CurrentSeat
    tenpai: bool
    place: int | None
    shared: bool
    moved: str


@dataclass(frozen=True, slots=True)
class DrawRow:
    """One outcome of a draw; `tenpai` are the current winds, `label` the same in words."""

    tenpai: tuple[Wind, ...]
    label: str
    cells: tuple[DrawCell, ...]
    repeats: bool


@dataclass(frozen=True, slots=True)
class LastHandAnswer:
    """Players and cells by current wind. `extension` says when the hanchan is not over after the hand."""

    table: LastHand
    race: Race | None
    players: tuple[PlayerAnswer, ...]
    draws: tuple[DrawRow, ...]
    extension: tuple[Message, ...]


def answer(
    table: LastHand, seats: Sequence[CurrentSeat], race: Race | None = None, goal: int | None = None
) -> LastHandAnswer:
    """Return the needs of each of `seats`; only for place `goal` when one is given."""
    now = places(table, race)
    players = tuple(_player(table, seats, seat, race, now[seat.wind.index], goal) for seat in seats)
    rows = tuple(_draw_row(draw, seats, now) for draw in draws(table, race))
    return LastHandAnswer(table, race, players, rows, tuple(extension_texts(table, _names(seats))))


def _names(seats: Sequence[CurrentSeat]) -> Names:
    return {one.wind: one.called for one in seats}


def _player(
    table: LastHand, seats: Sequence[CurrentSeat], seat: CurrentSeat, race: Race | None, now: Place, goal: int | None
) -> PlayerAnswer:
    points = table.points[seat.wind.index]
    needs = tuple(
        PlaceNeeds(place, tuple(needs_of(routes, table.rules, _names(seats))))
        for place, routes in (_places_in_reach(table, seat.wind, race, now, goal) if now[0] else ())
        if place < now[0] or not all(route.is_safe for route in routes)
    )
    note = "" if needs else _note(now[0], goal)
    return PlayerAnswer(seat, points, points - table.rules.goal, now[0] or None, now[1], needs, note)


def _note(place: int, goal: int | None) -> str:
    if not place:
        return _("Scored but not ranked.")
    if goal is not None:
        return _("Any win keeps place {goal} or better.").format(goal=goal)
    return _("Any win keeps this place.") if place == 1 else _("No win gives a higher place.")


def _places_in_reach(
    table: LastHand, winner: Wind, race: Race | None, now: Place, goal: int | None
) -> list[tuple[int, tuple[Route, ...]]]:
    """Return the places to show, the best first: those above, and the player's own if it is the first or is shared.

    A place for which the same is enough as for the next above is left out; of a whole tournament the best and the
    nearest are shown.
    """
    if goal is not None:
        return list(routes_to(table, winner, (goal,), race).items())
    place, shared = now
    found = list(routes_to(table, winner, None if race else range(1, place + 1), race).items())
    above = [one for one in found if one[0] < place or (one[0] == place and (shared or place == 1))]
    different = above[:1] + [here for better, here in pairwise(above) if _least(here[1]) != _least(better[1])]
    return different[:1] + different[1:][-NEAREST:]


def _least(routes: Sequence[Route]) -> list[WinStep | None]:
    return [route.least for route in routes]


def _draw_row(draw: DrawOutcome, seats: Sequence[CurrentSeat], now: Sequence[Place]) -> DrawRow:
    cells = tuple(
        DrawCell(seat, seat.wind in draw.tenpai, place or None, shared, _moved(before, place))
        for seat, (place, shared), (before, _shared) in zip(seats, draw.places, now, strict=True)
    )
    return DrawRow(draw.tenpai, _tenpai_label(draw.tenpai, len(cells)), cells, draw.repeats)


def _tenpai_label(tenpai: Sequence[Wind], players: int) -> str:
    if len(tenpai) in (0, players):
        return pgettext("players", "all") if tenpai else _("nobody")
    return sentence(list_text([phrase(wind.label) for wind in tenpai]))


def _moved(before: int, after: int) -> str:
    if before == after:
        return ""
    return "up" if after < before else "down"
