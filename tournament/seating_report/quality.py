"""The quality of a seating: its figures beside their bounds, fixed seats, and the quality card."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from seating import Quality, RepeatedPair, measure
from seating.assessment import quality_remarks
from seating.bounds import (
    OTHERS_RETURN,
    common_opponents_bound,
    late_from,
    most_meetings_bound,
    most_visits_bound,
    stays_bound,
)
from seating.layouts.layout import layout
from seating.notes import CannotPlan
from seating.repair import floors
from tournament.core.messages import Text
from tournament.players.lookup import Person
from tournament.seating_report import figure_titles as titles
from tournament.seating_report.sentences import player_label, player_list, translate_named
from tournament.seats.models import Seating
from tournament.seats.queries import draft_of
from tournament.seats.seat_map import SeatMap, numbered, seated, seats_per_hanchan
from tournament.translation.formats import enumeration

Places = Collection[tuple[int, int]]
"""Wished fixed seats: (id of the person, table)."""


@dataclass(frozen=True, slots=True)
class FixedSeats:
    """Players who keep a wished table throughout: their hanchan by id. Repeats of that table are no fault."""

    hanchan: Mapping[int, tuple[int, ...]] = field(default_factory=dict)

    @property
    def visits(self) -> int:
        """The most visits of one of them."""
        return max(map(len, self.hanchan.values()), default=0)

    @property
    def returns(self) -> int:
        """Their repeated visits, all together."""
        return sum(len(numbers) - 1 for numbers in self.hanchan.values())

    @property
    def stays(self) -> int:
        """Their visits in consecutive hanchan."""
        return sum(then == one + 1 for numbers in self.hanchan.values() for one, then in pairwise(numbers))

    def more_returns(self, tables: int) -> int:
        """Repeated visits beyond those that the number of tables forces."""
        return sum(min(len(numbers), tables) - 1 for numbers in self.hanchan.values())


NO_FIXED_SEATS = FixedSeats()


def fixed_seats_in(draft: SeatMap, places: Places) -> FixedSeats:
    """The players who sit only at their wished table, and more than once, byes or not."""
    found = {}
    for person, table in sorted(places):
        at = {number: seat for number, tables in draft.items() for seat, seats in tables.items() if person in seats}
        if len(at) > 1 and set(at.values()) == {table}:
            found[person] = tuple(sorted(at))
    return FixedSeats(found)


@dataclass(frozen=True, slots=True)
class Figure:
    """A value beside the best that any seating of this size can have.

    `more` when a greater value is better; `is_known_best` when nothing better is known, though it may exist;
    `wished` is the part of the best that fixed seats cause; `none` says what 0 means, "" where the title does.
    """

    title: str
    value: int
    best: int
    more: bool = False
    is_known_best: bool = False
    wished: int = 0
    none: str = ""

    @property
    def sentence(self) -> str:
        """The value in a sentence, as an organiser would say it."""
        return self.title if self.value or not self.none else self.none

    @property
    def limit(self) -> str:
        """The proved limit, where nothing better than the value was found; else ""."""
        if self.is_best or not self.is_known_best:
            return ""
        text = _("Proved: at most {best}.") if self.more else _("Proved: at least {best}.")
        return text.format(best=self.best)

    @property
    def short(self) -> int:
        """The distance to the bound; 0 or less when it cannot be better."""
        return self.best - self.value if self.more else self.value - self.best

    @property
    def is_best(self) -> bool:
        return self.short <= 0

    @property
    def verdict(self) -> str:
        """The value beside its bound, in words."""
        if self.is_best:
            return _("best possible")
        if self.is_known_best:
            return _("none found better")
        return _("best possible: {best}").format(best=self.best)


MOST_PLAYERS = 120
"""Above this no figure falls short up to 15 hanchan; longer layouts are not made only for a word on a page."""


@lru_cache(maxsize=128)
def best_known(players: int, hanchan: int, size: int = 4) -> Quality | None:
    """Return the figures of the layout; None if there is none or it takes a search."""
    if not size <= players <= MOST_PLAYERS or players % size or hanchan < 1:
        return None
    try:
        return measure(layout(players, hanchan, size), players)
    except CannotPlan:
        return None


def figures(
    quality: Quality,
    *,
    winds: bool,
    varied: bool = False,
    fixed: FixedSeats = NO_FIXED_SEATS,
    gap: int | None = None,
) -> list[Figure]:
    """The figures of the quality card; `winds` False when they are drawn at the table.

    `varied`: the players differ between hanchan; only bounds that always hold apply then, and `gap` is the least wind
    difference at the end, None where the size says it.
    `fixed`: fixed seats; the bounds are of seatings that keep them.
    """
    lines = [*_meetings(quality, varied), *(_winds(quality, gap) if winds else []), *_tables(quality, varied, fixed)]
    lines += [] if varied else _strangers(quality)
    if varied or all(line.is_best for line, _value in lines):
        return [line for line, _value in lines]
    known = best_known(quality.players, quality.hanchan, quality.size)
    return [_compared(line, value, known) for line, value in lines]


FigureValue = Callable[[Quality], int | None]
"""The value of a line in the figures of any seating."""


def _figure(title: Text, value: int, best: int, *, more: bool = False, none: Text = "") -> Figure:
    """A figure with its words in the reader's language."""
    return Figure(str(title), value, best, more, none=str(none))


def _compared(line: Figure, value: FigureValue, known: Quality | None) -> Figure:
    """The figure, marked when the best known seating is no better."""
    best = value(known) if known else None
    if line.is_best or best is None:
        return line
    return replace(line, is_known_best=line.value >= best if line.more else line.value <= best)


def _meetings(quality: Quality, varied: bool) -> list[tuple[Figure, FigureValue]]:
    most = most_meetings_bound(quality.players, quality.hanchan, quality.repeats_bound, quality.size)
    if varied:
        most = 2 if quality.repeats_bound else 1
    lines: list[tuple[Figure, FigureValue]] = [
        (
            _figure(titles.REPEATS, quality.repeats, quality.repeats_bound, none=titles.NO_REPEATS),
            lambda one: one.repeats,
        )
    ]
    if not quality.repeats:
        return lines
    lines.append((_figure(titles.MOST_MEETINGS, quality.most_meetings, most), lambda one: one.most_meetings))
    if quality.first_repeat:
        latest = quality.hanchan if varied else late_from(quality.players, quality.hanchan, quality.size)
        line = _figure(titles.FIRST_REPEAT, quality.first_repeat, latest, more=True)
        lines.append((line, lambda one: one.first_repeat))
    at_once = 0 if varied else quality.running_repeats_bound
    running = _figure(titles.RUNNING_REPEATS, quality.running_repeats, at_once, none=titles.NO_RUNNING_REPEATS)
    sides = _figure(titles.UNEVEN_SIDES, quality.uneven_sides, 0, none=titles.NO_UNEVEN_SIDES)
    return [*lines, (running, lambda one: one.running_repeats), (sides, lambda one: one.uneven_sides)]


def _winds(quality: Quality, gap: int | None) -> list[tuple[Figure, FigureValue]]:
    even = int(quality.hanchan % quality.size > 0) if gap is None else gap
    at_the_end = _figure(titles.WIND_GAP, quality.wind_gap, even, none=titles.NO_WIND_GAP)
    on_the_way = _figure(titles.WIND_GAP_ALONG, quality.wind_gap_any, 1 if quality.hanchan else 0)
    return [(at_the_end, lambda one: one.wind_gap), (on_the_way, lambda one: one.wind_gap_any)]


def _tables(quality: Quality, varied: bool, fixed: FixedSeats) -> list[tuple[Figure, FigureValue]]:
    more_returns = fixed.more_returns(quality.players // quality.size)
    size = quality.players, quality.hanchan, quality.size
    at_most = most_visits_bound(*size) if quality.players >= quality.size else 0
    at_most, least = (min(at_most, 1), 0) if varied else (at_most, stays_bound(*size))
    back = max(quality.table_revisits_bound, least)  # who stays comes back
    returns = _figure(titles.RETURNS, quality.table_revisits, back, none=titles.NO_RETURNS)
    visits = _figure(titles.MOST_VISITS, quality.most_table_visits, at_most)
    stays = _figure(titles.STAYS, quality.consecutive_table, least, none=titles.NO_STAYS)
    return [
        (_wished(returns, more_returns), lambda one: one.table_revisits),
        (_wished(visits, fixed.visits - at_most), lambda one: one.most_table_visits),
        (_wished(stays, fixed.stays - least), lambda one: one.consecutive_table),
    ]


def _wished(line: Figure, more: int) -> Figure:
    """The figure with `more` added to its bound because of fixed seats."""
    more = max(more, 0)
    return replace(line, best=line.best + more, wished=more)


def _strangers(quality: Quality) -> list[tuple[Figure, FigureValue]]:
    limit = common_opponents_bound(quality.players, quality.hanchan, quality.size)
    if quality.common_opponents is None or limit is None:
        return []
    line = _figure(titles.STRANGERS, quality.common_opponents, limit, more=True)
    return [(line, lambda one: one.common_opponents)]


@dataclass(frozen=True, slots=True)
class SeatingQuality:
    """The figures of a seating, and the player ids in the order of the planner's numbers.

    `fixed`: the fixed seats wished now, so not stored. `gap` is the least wind difference at the end where players
    differ between hanchan.
    """

    quality: Quality
    people: tuple[int, ...]
    fixed: FixedSeats = NO_FIXED_SEATS
    gap: int | None = None

    def to_json(self) -> dict[str, Any]:
        return {**self.quality.to_json(), "people": list(self.people), "wind_gap_bound": self.gap}

    @property
    def varied(self) -> bool:
        """Return whether the players differ between hanchan: then the bounds of a size do not apply."""
        return len(self.people) != self.quality.players

    def lines(self, *, winds: bool) -> list[Figure]:
        """The quality card's lines."""
        return figures(self.quality, winds=winds, varied=self.varied, fixed=self.fixed, gap=self.gap)

    def wished(self, draft: SeatMap, places: Places) -> "SeatingQuality":
        """Return the same with the wished fixed seats."""
        return replace(self, fixed=fixed_seats_in(draft, places))

    def person(self, number: int) -> int:
        """The player id of a planner's number."""
        return self.people[number - 1]


def quality_of_map(draft: SeatMap) -> SeatingQuality:
    """Count a seat map. Where players differ between hanchan, the bounds are those for the players of each hanchan."""
    rounds, people = numbered(draft)
    quality, gap = measure(rounds, seats_per_hanchan(draft)), None
    if any(seated(tables) != seated(draft[min(draft)]) for tables in draft.values()):
        least = floors(rounds)
        gap = least.wind_gap
        quality = replace(
            quality,
            repeats_bound=least.repeats,
            double_meetings_bound=least.double_meetings,
            table_revisits_bound=least.table_revisits,
        )
    return SeatingQuality(quality, people, gap=gap)


def from_json(stored: Mapping[str, Any]) -> SeatingQuality | None:
    """Read stored figures; None when a figure is missing that was added since."""
    if "people" not in stored or any(field.name not in stored for field in fields(Quality)):
        return None
    values = {field.name: stored[field.name] for field in fields(Quality)}
    values["repeated_pairs"] = tuple(
        RepeatedPair(pair["one"], pair["other"], tuple(pair["hanchan"])) for pair in stored["repeated_pairs"]
    )
    values["uneven_players"] = tuple(stored["uneven_players"])
    found = SeatingQuality(Quality(**values), tuple(stored["people"]), gap=stored.get("wind_gap_bound"))
    return None if found.varied and found.gap is None else found


def quality_of(seating: Seating) -> SeatingQuality:
    """The quality stored with the version, or a fresh count when a figure was added since."""
    return from_json(seating.quality) or quality_of_map(draft_of(seating))


@dataclass(frozen=True, slots=True)
class FigureChange:
    """A figure before and after a change, beside its bound.

    `more` when a greater value is better; `wished` counts the repeats that the change adds on wish.
    """

    title: str
    before: int
    after: int
    best: int
    more: bool = False
    wished: int = 0

    @property
    def tone(self) -> str:
        """One of same, better and worse."""
        change = self.after - self.before - self.wished
        if not change:
            return "same"
        return "better" if (change > 0) == self.more else "worse"

    @property
    def verdict(self) -> str:
        """The tone in the reader's language."""
        return {"same": _("same"), "better": _("better"), "worse": _("worse")}[self.tone]


def figure_changes(before: SeatingQuality, after: SeatingQuality, *, winds: bool) -> list[FigureChange]:
    """Every figure that both have, before and after."""
    old = {line.title: line for line in before.lines(winds=winds)}
    return [
        FigureChange(line.title, was.value, line.value, line.best, line.more, line.wished - was.wished)
        for line in after.lines(winds=winds)
        if (was := old.get(line.title))
    ]


PAIRS_SHOWN = 12

People = Mapping[int, Person]
"""People by id: the players of a tournament, or people whom only a file knows."""


@dataclass(frozen=True, slots=True)
class PairMet:
    """Two players and the hanchan in which they meet."""

    one: str
    other: str
    hanchan: str


MAIN_FIGURES = 2


@dataclass(frozen=True, slots=True)
class QualityCard:
    """The quality card: figures beside their bounds, sentences on what these do not say, and repeated pairings.

    `may_conflict`: repeats are unavoidable and a figure falls short; all bounds may not be reachable at once.
    """

    figures: list[Figure]
    sentences: list[str]
    pairs: list[PairMet]
    more_pairs: int
    may_conflict: bool

    @property
    def main_figures(self) -> list[Figure]:
        """The figures that everybody looks for: repeated meetings and winds."""
        return self.figures[:MAIN_FIGURES]

    @property
    def other_figures(self) -> list[Figure]:
        """The other figures."""
        return self.figures[MAIN_FIGURES:]

    def figure(self, number: int | None) -> Figure | None:
        """Return a figure by its number from 1; None without one."""
        return self.figures[number - 1] if number and number <= len(self.figures) else None


def quality_card(measured: SeatingQuality, players: People, *, winds: bool) -> QualityCard:
    """The quality card of a seating; `winds` False when they are drawn at the table."""
    quality = measured.quality
    pairs = [
        _pair_met(players, measured.person(pair.one), measured.person(pair.other), pair.hanchan)
        for pair in quality.repeated_pairs[:PAIRS_SHOWN]
    ]
    sentences = translate_named(
        quality_remarks(quality, measured.varied),
        lambda number: player_label(players[measured.person(number)]),
        winds=winds,
    )
    more = len(quality.repeated_pairs) - len(pairs)
    lines = measured.lines(winds=winds)
    may_conflict = quality.repeats_bound > 0 and not all(line.is_best for line in lines)
    return QualityCard(lines, [*sentences, *_fixed_seat_sentences(measured, players)], pairs, more, may_conflict)


def _fixed_seat_sentences(measured: SeatingQuality, players: People) -> list[str]:
    """Sentences about fixed tables, and whether they force others to repeat a table."""
    people = sorted((players[pk] for pk in measured.fixed.hanchan), key=lambda player: player.number)
    if not people:
        return []
    text = ngettext("Fixed table, as wished: {names}.", "Fixed tables, as wished: {names}.", len(people))
    found, quality = [text.format(names=player_list(people))], measured.quality
    if len(people) <= OTHERS_RETURN.get(quality.players, 0) and not quality.repeats and not measured.varied:
        forced = _(
            "With {count} players, some other players must then repeat a table too, or some pairs must meet twice."
        )
        found.append(forced.format(count=quality.players))
    return found


def _pair_met(players: People, one: int, other: int, hanchan: Sequence[int]) -> PairMet:
    return PairMet(player_label(players[one]), player_label(players[other]), enumeration(hanchan))
