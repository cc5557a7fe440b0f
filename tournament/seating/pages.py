"""What the seating pages show, put together from queries; templates only lay it out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from scoring.winds import WINDS, Wind
from tournament.events.models import Hanchan, HanchanState, Tournament
from tournament.events.queries import hanchan_of
from tournament.players.models import Player
from tournament.seating import figures
from tournament.seating.checks import labelled
from tournament.seating.draft import Draft, exchange, numbered, spans
from tournament.seating.figures import Measured
from tournament.seating.models import Seating
from tournament.seating.people import option
from tournament.seating.planner.swaps import cost_sentences
from tournament.seating.queries import (
    Lineup,
    Place,
    draft_of,
    found_players,
    lineup,
    measured_of,
    misfit,
    numbers_seated,
    placed,
    places_of,
)
from tournament.seating.refusals import refuse_swap

PAIRS_SHOWN = 12


@dataclass(frozen=True, slots=True)
class PairMet:
    """Two people and the hanchan in which they meet."""

    one: str
    other: str
    hanchan: str


@dataclass(frozen=True, slots=True)
class QualityCard:
    """Figures beside their bounds, sentences, and who meets again.

    `may_conflict`: repeats cannot be avoided and a figure falls short; all bests at once may not exist.
    """

    figures: list[figures.Figure]
    sentences: list[str]
    pairs: list[PairMet]
    more_pairs: int
    may_conflict: bool


def quality_card(measured: Measured, players: Mapping[int, Player], *, winds: bool) -> QualityCard:
    """The quality of a seating in plain words; `winds` False when they are drawn at the table."""
    quality = measured.quality
    pairs = [
        _pair_met(players, measured.person(pair.one), measured.person(pair.other), pair.hanchan)
        for pair in quality.repeated_pairs[:PAIRS_SHOWN]
    ]
    said = figures.said(quality.sentences(), lambda number: labelled(players[measured.person(number)]), winds=winds)
    more = len(quality.repeated_pairs) - len(pairs)
    lines = figures.figures(quality, winds=winds)
    may_conflict = quality.repeats_bound > 0 and not all(line.is_best for line in lines)
    return QualityCard(lines, said, pairs, more, may_conflict)


def _pair_met(players: Mapping[int, Player], one: int, other: int, hanchan: Sequence[int]) -> PairMet:
    return PairMet(labelled(players[one]), labelled(players[other]), ", ".join(map(str, hanchan)))


@dataclass(frozen=True, slots=True)
class HanchanTab:
    """One hanchan in the choice above the tables."""

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


def hanchan_now(hanchan: Sequence[Hanchan]) -> Hanchan:
    """The one that plays or comes next, else the last."""
    return next((one for one in hanchan if one.state != HanchanState.CLOSED), hanchan[-1])


def seating_page(
    tournament: Tournament, chosen: Hanchan, hanchan: Sequence[Hanchan], search: str, number: str
) -> dict[str, Any]:
    """The staff's page of one hanchan: tables, quality, who was looked for."""
    seating = tournament.seating
    seated = numbers_seated(tournament)
    players = {player.pk: player for player in tournament.players.order_by("number")}
    found = found_players(tournament, number or search)
    mine = found[0] if len(found) == 1 else None
    card = quality_card(measured_of(seating), players, winds=not tournament.winds_are_drawn) if seating else None
    return {
        "nav": "seating", "hanchan": chosen, "seating": seating, "card": card,
        "tabs": hanchan_tabs(hanchan, chosen, seated),
        "unseated_hanchan": [one.number for one in hanchan if one.number not in seated],
        "tables": list(lineup(tournament, chosen.number).items()),
        "misfit": misfit(tournament) if seating else None,
        "search": number or search, "found": found, "mine": mine,
        "path": places_of(mine, tournament) if mine else [],
        "people": [option(player) for player in players.values()],
        "some_hidden": any(one.number in seated and one.seating_published_at is None for one in hanchan),
        "some_public": any(one.seating_published_at is not None for one in hanchan),
    }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Compared:
    """One figure before and after a change."""

    title: str
    before: int
    after: int
    best: int

    @property
    def tone(self) -> str:
        return "worse" if self.after > self.before else "better" if self.after < self.before else "same"


@dataclass(frozen=True, slots=True)
class WindsHad:
    """How often a person has each wind, before and after."""

    player: Player
    before: tuple[tuple[Wind, int], ...]
    after: tuple[tuple[Wind, int], ...]


@dataclass(frozen=True, slots=True)
class SwapPage:
    """What a swap costs, before it is done."""

    one: Player
    other: Player
    costs: bool
    sentences: list[str]
    compared: list[Compared]
    winds: list[WindsHad]
    tables: list[tuple[int, tuple[Place, ...], tuple[Place, ...]]]

    @property
    def moved(self) -> tuple[int, int]:
        """The ids of the two."""
        return self.one.pk, self.other.pk


def swap_page(tournament: Tournament, hanchan: int, one: Player, other: Player) -> SwapPage:
    """Raises Refused when the two cannot change places."""
    now = draft_of(tournament.seating)
    refuse_swap(tournament, now, hanchan, one, other)
    then = exchange(now, hanchan, one.pk, other.pk)
    players = {player.pk: player for player in tournament.players.all()}
    before, after = figures.measured(now), figures.measured(then)
    winds = not tournament.winds_are_drawn
    compared = compare(before, after, winds=winds)
    said = cost_sentences(numbered(now)[0], numbered(then)[0], before.quality, after.quality)
    return SwapPage(
        one, other,
        costs=any(line.tone == "worse" for line in compared),
        sentences=figures.said(said, lambda number: labelled(players[before.person(number)]), winds=winds),
        compared=compared,
        winds=[_winds_had(player, now, then) for player in (one, other)] if winds else [],
        tables=_tables_of(placed(now, players)[hanchan], placed(then, players)[hanchan], {one.pk, other.pk}),
    )  # fmt: skip


def compare(before: Measured, after: Measured, *, winds: bool) -> list[Compared]:
    """Every figure before and after."""
    pairs = zip(figures.figures(before.quality, winds=winds), figures.figures(after.quality, winds=winds), strict=True)
    return [Compared(old.title, old.value, new.value, new.best) for old, new in pairs]


def _winds_had(player: Player, before: Draft, after: Draft) -> WindsHad:
    return WindsHad(player, _wind_counts(player.pk, before), _wind_counts(player.pk, after))


def _wind_counts(player: int, draft: Draft) -> tuple[tuple[Wind, int], ...]:
    seats = [seats.index(player) for tables in draft.values() for seats in tables.values() if player in seats]
    return tuple((wind, seats.count(wind.index)) for wind in WINDS)


def _tables_of(
    before: Lineup, after: Lineup, people: set[int]
) -> list[tuple[int, tuple[Place, ...], tuple[Place, ...]]]:
    return [
        (table, places, after[table])
        for table, places in before.items()
        if any(place.player.pk in people for place in places)
    ]


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
