"""Contexts of the staff's pages: a hanchan with its tables, a swap, the versions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal, NamedTuple

from django.utils.translation import gettext as _

from scoring.winds import WINDS, Wind
from seating.assessment import cost_sentences
from seating.word_draw import normalised, seed_from
from tournament.core.messages import Refused
from tournament.core.models import Hanchan, HanchanState, Tournament
from tournament.core.requests import parse_int
from tournament.events.queries import hanchan_of
from tournament.planning import quality
from tournament.planning.figure_people import people_behind
from tournament.planning.quality import FigureChange, figure_changes, quality_card, quality_of
from tournament.planning.refusals import refuse_swap, refuse_wishes
from tournament.planning.sentences import player_label, translate_named
from tournament.planning.wishes.queries import fixed_places
from tournament.players.lookup import option, search_players
from tournament.players.models import Player
from tournament.players.queries import field_of
from tournament.seats.integrity import altered_of
from tournament.seats.queries import (
    Lineup,
    Place,
    byes_of,
    draft_of,
    lineup,
    mismatch,
    numbers_seated,
    placed,
    places_of,
    sitting_out,
)
from tournament.seats.seat_map import SeatMap, exchange, numbered, spans
from tournament.seats.word_draws import digest_of, draw_of, in_groups, listed, moved_since, public_draw_of


@dataclass(frozen=True, slots=True)
class HanchanTab:
    """One hanchan of the tabs above the tables."""

    number: int
    state: str
    published: bool
    seated: bool
    current: bool


def hanchan_tabs(hanchan: Sequence[Hanchan], current: Hanchan, seated: set[int]) -> list[HanchanTab]:
    return [
        HanchanTab(one.number, one.state, one.seating_published_at is not None, one.number in seated, one == current)
        for one in hanchan
    ]


def seating_page(
    tournament: Tournament, chosen: Hanchan, hanchan: Sequence[Hanchan], asked: Mapping[str, str]
) -> dict[str, Any]:
    """The staff's page of one hanchan: tables, quality, the player searched for, and whom a figure is made of."""
    search, number = (asked.get(name, "").strip() for name in ("q", "player"))
    seating, draw = tournament.seating, public_draw_of(tournament)
    seated = numbers_seated(tournament)
    players = {player.pk: player for player in tournament.players.order_by("number")}
    found = search_players(tournament, number or search)
    person = found[0] if len(found) == 1 else None
    draft = draft_of(seating)
    card = None
    if seating:
        measured = quality_of(seating).wished(draft, fixed_places(tournament))
        card = quality_card(measured, players, winds=not tournament.winds_are_drawn)
    figure = card.figure(parse_int(asked.get("figure", ""))) if card else None
    behind = people_behind(draft, figure.title) if figure else set()
    return {
        "nav": "seating",
        "hanchan": chosen,
        "seating": seating,
        "card": card,
        "draw": draw,
        "moved": moved_since(draw, tournament) if draw else [],
        "tabs": hanchan_tabs(hanchan, chosen, seated),
        "unseated_hanchan": [one.number for one in hanchan if one.number not in seated],
        "tables": list(lineup(tournament, chosen.number).items()),
        "out": sitting_out(tournament, [chosen.number]).get(chosen.number, ()),
        "altered": altered_of(tournament),
        "mismatch": mismatch(tournament, draft, byes_of(seating)) if seating else None,
        "figure": figure,
        "behind": [player for player in players.values() if player.pk in behind],
        "marked": behind,
        "search": number or search,
        "found": found,
        "person": person,
        "path": places_of(person, tournament) if person else [],
        "people": [option(player) for player in players.values()],
        "some_hidden": any(one.number in seated and one.seating_published_at is None for one in hanchan),
        "some_public": any(one.seating_published_at is not None for one in hanchan),
    }


def draw_panel(tournament: Tournament) -> dict[str, Any]:
    """The choice of a draw from words on the page of planning: the digest of the list, the draw before, an obstacle."""
    people = listed(field_of(tournament).seated)
    page: dict[str, Any] = {"list_digest": in_groups(digest_of(people)), "drawn": draw_of(tournament)}
    try:
        refuse_wishes(tournament)
    except Refused as refusal:
        page["draw_refusal"] = refusal
    return page


def given_words(tournament: Tournament, typed: str) -> dict[str, str]:
    """The typed words as they count, and their seed."""
    words = normalised(typed)
    return {"words": words, "seed": seed_from(digest_of(listed(field_of(tournament).seated)), words)}


@dataclass(frozen=True, slots=True)
class WindsHad:
    """The number of times that a player has each wind, before and after."""

    player: Player
    before: tuple[tuple[Wind, int], ...]
    after: tuple[tuple[Wind, int], ...]


class SeatMove(NamedTuple):
    """Where a player sits, and where after a swap."""

    player: Player
    table: int
    wind: Wind
    to_table: int
    to_wind: Wind


@dataclass(frozen=True, slots=True)
class SwapPage:
    """The cost of a swap, shown before it is done."""

    one: Player
    other: Player
    costs: bool
    sentences: list[str]
    compared: list[FigureChange]
    winds: list[WindsHad]
    tables: list[tuple[int, tuple[Place, ...], tuple[Place, ...]]]

    @property
    def moved(self) -> tuple[int, int]:
        """The ids of the two."""
        return self.one.pk, self.other.pk

    @property
    def moves(self) -> list[SeatMove]:
        """The way of each of the two."""
        return [SeatMove(player, *self._seat(player, 1), *self._seat(player, 2)) for player in (self.one, self.other)]

    def _seat(self, player: Player, part: Literal[1, 2]) -> tuple[int, Wind]:
        return next((row[0], place.wind) for row in self.tables for place in row[part] if place.player == player)

    @property
    def changed(self) -> list[FigureChange]:
        """The figures that the swap changes."""
        return [line for line in self.compared if line.before != line.after]


def swap_page(tournament: Tournament, hanchan: int, one: Player, other: Player) -> SwapPage:
    """Raises Refused when the two cannot change places."""
    now = draft_of(tournament.seating)
    refuse_swap(tournament, now, hanchan, one, other)
    then = exchange(now, hanchan, one.pk, other.pk)
    players = {player.pk: player for player in tournament.players.all()}
    places = fixed_places(tournament)
    before, after = (quality.quality_of_map(draft).wished(draft, places) for draft in (now, then))
    winds = not tournament.winds_are_drawn
    moving = (one, other) if winds else ()
    moved = before.fixed.hanchan.keys() - after.fixed.hanchan.keys()
    compared = figure_changes(before, after, winds=winds)
    costs = cost_sentences(numbered(now)[0], numbered(then)[0], before.quality, after.quality)
    effects = translate_named(costs, lambda number: player_label(players[before.person(number)]), winds=winds)
    lost = [_("{name} loses their fixed table.").format(name=player_label(players[pk])) for pk in sorted(moved)]
    return SwapPage(
        one,
        other,
        costs=bool(moved) or any(line.tone == "worse" for line in compared),
        sentences=[*lost, *effects],
        compared=compared,
        winds=[WindsHad(player, *(_wind_counts(player.pk, draft) for draft in (now, then))) for player in moving],
        tables=_tables_of(placed(now, players)[hanchan], placed(then, players)[hanchan], {one.pk, other.pk}),
    )


def _wind_counts(player: int, draft: SeatMap) -> tuple[tuple[Wind, int], ...]:
    had = [seats.index(player) for tables in draft.values() for seats in tables.values() if player in seats]
    most = max((len(seats) for tables in draft.values() for seats in tables.values()), default=0)
    return tuple((wind, had.count(wind.index)) for wind in WINDS[:most])


def _tables_of(
    before: Lineup, after: Lineup, people: set[int]
) -> list[tuple[int, tuple[Place, ...], tuple[Place, ...]]]:
    return [
        (table, places, after[table])
        for table, places in before.items()
        if any(place.player.pk in people for place in places)
    ]


@dataclass(frozen=True, slots=True)
class HanchanChange:
    """The number of players who would sit elsewhere in each of some hanchan."""

    numbers: str
    moved: int
    started: bool
    published: bool


def changes_of(tournament: Tournament, now: SeatMap, then: SeatMap) -> list[HanchanChange]:
    """Return the changes of a new seating; consecutive hanchan with the same changes are one line."""

    def stage(one: Hanchan) -> tuple[int, bool, bool]:
        moved = _moved(now, then, one.number)
        return moved, one.state != HanchanState.PLANNED, moved > 0 and one.seating_published_at is not None

    return [
        HanchanChange(spans(one.number for one in alike), *changes)
        for changes, alike in groupby(hanchan_of(tournament), key=stage)
    ]


def _moved(now: SeatMap, then: SeatMap, hanchan: int) -> int:
    before, after = _seats_of(now, hanchan), _seats_of(then, hanchan)
    return sum(before.get(player) != seat for player, seat in after.items()) + len(before.keys() - after.keys())


def _seats_of(draft: SeatMap, hanchan: int) -> dict[int, tuple[int, int]]:
    return {player: (table, at) for table, seats in draft.get(hanchan, {}).items() for at, player in enumerate(seats)}
