"""The preview of a proposal, the same for every source: who moves, what it costs, who sees it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scoring.winds import WINDS, Wind
from seating.assessment import cost_sentences
from seating.repair import least_after
from tournament.planning.basis import SeatingBasis
from tournament.planning.group_meetings import within_groups
from tournament.planning.proposal import Proposal
from tournament.players.models import Player
from tournament.seating_report import figure_titles as titles
from tournament.seating_report.comparison import comparison
from tournament.seating_report.quality import FigureChange, SeatingQuality, figure_changes, quality_of_map
from tournament.seating_report.report import SeatingReport
from tournament.seating_report.sentences import player_label, translate_named
from tournament.seats.queries import Lineup, Place, placed
from tournament.seats.seat_map import Arrangement, SeatMap, numbered, rounds, seated, spans

FEW_MOVES, MOST_MOVES = 12, 400
"""So many moves are shown at once, so many are listed behind a fold; of more the page has the number for each
hanchan."""
MOST_WINDS = 4
"""The most players whose winds are listed."""


class SeatAt(NamedTuple):
    """A seat in one hanchan."""

    table: int
    wind: Wind


class SeatMove(NamedTuple):
    """The seat of a player in a hanchan, before and after; None without one."""

    hanchan: int
    player: Player
    before: SeatAt | None
    after: SeatAt | None


class WindsHad(NamedTuple):
    """The number of times that a player has each wind, before and after."""

    player: Player
    before: tuple[tuple[Wind, int], ...]
    after: tuple[tuple[Wind, int], ...]


class HanchanChange(NamedTuple):
    """The number of players who would sit elsewhere in each of some hanchan."""

    numbers: str
    moved: int
    started: bool
    published: bool


class TableChange(NamedTuple):
    """A table before and after."""

    table: int
    before: tuple[Place, ...]
    after: tuple[Place, ...]


@dataclass(frozen=True)
class Preview:
    """A proposal that is possible, beside the seating in use."""

    basis: SeatingBasis
    proposal: Proposal

    @property
    def made(self) -> Arrangement:
        assert self.proposal.arranged is not None  # noqa: S101  # only of a proposal that is possible
        return self.proposal.arranged

    @cached_property
    def moves(self) -> list[SeatMove]:
        """The moves by hanchan: of those whom the answer names first, then by number."""
        named = {pk: at for at, pk in enumerate(self.proposal.people)}
        found = [
            SeatMove(number, self.basis.players[pk], before.get(pk), after.get(pk))
            for number in sorted({*self.basis.now.draft, *self.made.draft})
            for before, after in [(_seats(self.basis.now, number), _seats(self.made, number))]
            for pk in {**before, **after}
            if before.get(pk) != after.get(pk)
        ]
        order = len(named)
        found.sort(key=lambda move: (move.hanchan, named.get(move.player.pk, order), move.player.number))
        return found

    @property
    def is_short(self) -> bool:
        """Return whether the moves are few enough to be read at a glance."""
        return 0 < len(self.moves) <= FEW_MOVES

    @property
    def is_listed(self) -> bool:
        """Return whether the moves are few enough to be listed one by one."""
        return len(self.moves) <= MOST_MOVES

    @cached_property
    def table_moves(self) -> list[SeatMove]:
        """The moves from one table to another."""
        return [move for move in self.moves if move.before and move.after and move.before.table != move.after.table]

    @property
    def changing(self) -> int:
        """The number of players who change tables."""
        return len({move.player for move in self.table_moves})

    @property
    def turned(self) -> int:
        """The number of the others whose wind changes."""
        turned = {move.player for move in self.moves if move.before and move.after}
        return len(turned - {move.player for move in self.table_moves}) if self.basis.winds else 0

    @property
    def byes(self) -> list[tuple[int, list[Player]]]:
        """The players who sit out in each hanchan from the first one that changes on."""
        ahead = sorted((number, people) for number, people in self.made.byes.items() if number >= self.proposal.first)
        players = self.basis.players
        return [
            (number, sorted((players[pk] for pk in people), key=lambda player: player.number))
            for number, people in ahead
        ]

    @property
    def without_a_game(self) -> int:
        """The number of byes from there on."""
        return sum(len(people) for _number, people in self.byes)

    @property
    def repeats(self) -> int:
        """The meetings of pairs beyond the first."""
        return self.measured[1].quality.repeats

    def is_outdone_by(self, other: "Preview") -> bool:
        """Return whether the other variant of the same option makes this one needless.

        The even variant is, when the other is no worse in any figure; the one that stays close, when the even one moves
        no more players, has no more repeats, and is not needless itself.
        """
        both = self.proposal, other.proposal
        if {one.is_even for one in both} != {False, True} or both[0].group != both[1].group:
            return False
        if self.proposal.is_even:
            return all(theirs <= mine for theirs, mine in zip(other.price, self.price, strict=True))
        return other.changing <= self.changing and other.repeats <= self.repeats and not other.is_outdone_by(self)

    @property
    def price(self) -> tuple[int, ...]:
        """The number of players who change tables, repeats, winds, tables, and pairings within groups."""
        quality = self.measured[1].quality
        winds = (quality.wind_gap, quality.wind_gap_any) if self.basis.winds else ()
        within = [line.after for line in self.within_groups]
        return (self.changing, quality.repeats, *winds, quality.table_revisits, quality.consecutive_table, *within)

    @property
    def moved(self) -> frozenset[int]:
        """The ids of who sits elsewhere."""
        return frozenset(move.player.pk for move in self.moves)

    @property
    def changes(self) -> list[HanchanChange]:
        """The number of players who sit elsewhere in each hanchan; neighbours with the same changes are one line."""
        counts = dict.fromkeys(self.basis.hanchan, 0)
        for move in self.moves:
            counts[move.hanchan] = counts.get(move.hanchan, 0) + 1

        def stage(number: int) -> tuple[int, bool, bool]:
            moved = counts[number]
            return moved, number in self.basis.started, moved > 0 and number in self.basis.published

        alike = groupby(self.basis.hanchan, key=stage)
        return [HanchanChange(spans(numbers), *changes) for changes, numbers in alike]

    @property
    def seen_at_once(self) -> str:
        """The hanchan that players see already and that change, "" for none."""
        seen = self.basis.published - self.proposal.hides
        return spans(seen.intersection(move.hanchan for move in self.moves))

    @cached_property
    def measured(self) -> tuple[SeatingQuality, SeatingQuality]:
        """The quality of both seatings."""
        draft = self.made.draft
        return self.basis.measured, quality_of_map(draft).wished(draft, self.basis.places)

    @cached_property
    def figures(self) -> list[FigureChange]:
        """Every figure, before and after; none where somebody has the seats of somebody else and nobody moves."""
        if self.proposal.renames:
            return []
        lines = figure_changes(*self.measured, winds=self.basis.winds)
        least = self._least
        return [*(replace(line, best=least.get(line.title, line.best)) for line in lines), *self.within_groups]

    @property
    def _least(self) -> dict[str, int]:
        """The figures still possible after the hanchan that have started; {} where the bounds of the size hold: nothing
        was played, and the same people sit in all hanchan."""
        before, after = self.measured
        past = self._past
        if not (before.varied or after.varied or past):
            return {}
        ahead = [tables for number, tables in sorted(self.made.draft.items()) if number not in past]
        least = least_after(rounds(past), list(map(seated, ahead)), max(map(len, ahead), default=0), self.basis.size)
        return {
            str(titles.REPEATS): least.repeats,
            str(titles.WIND_GAP): least.wind_gap,
            str(titles.WIND_GAP_ALONG): least.wind_gap_any,
            str(titles.RETURNS): least.table_revisits,
            str(titles.STAYS): least.stays,
        }

    @property
    def _past(self) -> SeatMap:
        """The hanchan that have started, as they are afterwards."""
        return {number: tables for number, tables in self.made.draft.items() if number in self.basis.started}

    @cached_property
    def within_groups(self) -> list[FigureChange]:
        """The pairings within a club, country or team, where there are such groups."""
        return list(within_groups(self.basis, self.made, self._past))

    @property
    def changed_figures(self) -> list[FigureChange]:
        """The figures that become others."""
        return [line for line in self.figures if line.before != line.after]

    @cached_property
    def sentences(self) -> list[str]:
        """A sentence on everybody who is worse off, where the same people sit."""
        if self.proposal.renames:
            return [_("Nobody else moves.")]
        before, after = self.measured
        if before.people != after.people:
            return []
        costs = cost_sentences(
            numbered(self.basis.now.draft)[0], numbered(self.made.draft)[0], before.quality, after.quality
        )
        people = self.basis.players
        effects = translate_named(
            costs, lambda number: player_label(people[before.person(number)]), winds=self.basis.winds
        )
        text = _("{name} loses their fixed table.")
        return [*(text.format(name=player_label(people[pk])) for pk in sorted(self._unfixed)), *effects]

    @property
    def _unfixed(self) -> set[int]:
        """The ids of those who had a fixed table and have none afterwards."""
        before, after = self.measured
        return before.fixed.hanchan.keys() - after.fixed.hanchan.keys()

    @property
    def is_worse(self) -> bool:
        """Return whether somebody loses a fixed table, or a figure is worse."""
        if self.proposal.renames:
            return False
        return bool(self._unfixed) or any(line.tone == "worse" for line in self.figures)

    @property
    def winds(self) -> list[WindsHad]:
        """The winds of the few who move; none where they are drawn."""
        people = list(dict.fromkeys(move.player for move in self.moves))
        if self.proposal.renames or not self.basis.winds or len(people) > MOST_WINDS:
            return []
        both = self.basis.now, self.made
        return [WindsHad(player, *(_winds(arranged, player.pk) for arranged in both)) for player in people]

    @property
    def tables(self) -> list[TableChange]:
        """The tables of the hanchan to look at that change, where the answer names who moves and nobody else does."""
        if self.proposal.renames or self.moved != frozenset(self.proposal.people):
            return []
        before, after = (self._lineup(arranged) for arranged in (self.basis.now, self.made))
        return [TableChange(table, places, after[table]) for table, places in before.items() if places != after[table]]

    def _lineup(self, arranged: Arrangement) -> Lineup:
        first = self.proposal.first
        return placed({first: arranged.draft[first]}, self.basis.players)[first]


def _seats(arranged: Arrangement, hanchan: int) -> Mapping[int, SeatAt]:
    tables = arranged.draft.get(hanchan, {})
    return {pk: SeatAt(table, wind) for table, seats in tables.items() for wind, pk in zip(WINDS, seats, strict=False)}


def _winds(arranged: Arrangement, player: int) -> tuple[tuple[Wind, int], ...]:
    draft = arranged.draft.values()
    had = [seats.index(player) for tables in draft for seats in tables.values() if player in seats]
    most = max((len(seats) for tables in draft for seats in tables.values()), default=0)
    return tuple((wind, had.count(wind.index)) for wind in WINDS[:most])


def compared_with_current(preview: Preview) -> tuple[SeatingReport, dict[str, Any] | None]:
    """Return the report of the seating in a preview, and the context of its comparison with the one in use."""
    basis = preview.basis
    before, after = (
        SeatingReport(one.draft, basis.players, measured, basis.winds, _byes(one))
        for one, measured in zip((basis.now, preview.made), preview.measured, strict=True)
    )
    return after, comparison(before, after) | {"figures": preview.figures} if basis.version else None


def _byes(arranged: Arrangement) -> frozenset[tuple[int, int]]:
    return frozenset((number, player) for number, people in arranged.byes.items() for player in people)
