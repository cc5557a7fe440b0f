"""The standings of players: totals and places.

The tournament score is the sum of the hanchan scores minus point penalties (WRC 2025 §12.2), plus the score carried
from an earlier event where there is one. Penalties change neither a table score nor a place at the table. Equal totals
share a place (1, 2, 2, 4) unless the organiser has chosen tie-breaks. Substitutes are scored but not
ranked; withdrawn and disqualified players come last, without a place (WRC 2025 §12.2, §12.3.9); results of others
against them remain valid (A24).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, groupby
from typing import NamedTuple, TypeVar

from scoring.game import Table, score_table
from scoring.points import Points
from scoring.rules import Ruleset
from scoring.standings.cut import Cut, TiedLine, divisions
from scoring.standings.rules import PLAIN, StandingRules
from scoring.standings.stages import Placing, Stages, contender
from scoring.standings.ties import Contender, Decision, Key
from scoring.standings.values import Deduction, Entrant, HanchanResult, Standing, Status


def tiers(rows: Sequence["Standing"], *sizes: int) -> dict[int, int]:
    """Return each player's tier when lines are drawn below the first `sizes` ranked rows: 0 above the first line.

    Unranked players are below the last line. Raises TiedLine when a line falls within a shared place.
    """
    ranked = [row for row in rows if row.ranked]
    after = len(rows[0].hanchan) if rows else 0
    cut = Cut(after=max(after, 1), sizes=sizes)
    groups = [[row.player for row in group] for _, group in groupby(ranked, key=lambda row: row.place)]
    found = divisions(groups, cut)
    return {row.player: found.get(row.player, len(sizes)) for row in rows}


Found = TypeVar("Found")
Card = tuple[HanchanResult | None, ...]
Played = Mapping[int, Mapping[int, int]]
"""Divisions by player, by the hanchan of the cut."""
NOTHING_PLAYED: Played = {}
NO_PLACE = 5  # of a hanchan that was not played, when the worst are dropped


@dataclass(frozen=True, slots=True)
class Cards:
    """The hanchan of each entrant by number, and the deductions; `columns` hanchan count. `sums` are the scores added
    up, in points: the first is before any hanchan, the next after each."""

    entrants: Mapping[Key, Entrant]
    cards: Mapping[Key, Card]
    sums: Mapping[Key, Sequence[Points]]
    fines: Mapping[Key, Sequence[Deduction]]
    columns: int
    by: StandingRules

    def until(self, after: int, entrants: Iterable[Entrant]) -> "Cards":
        """The cards as they were after an earlier hanchan, with who was entered then."""
        cards = {key: card[:after] for key, card in self.cards.items()}
        fines = {key: [one for one in own if _counts_after(one, after)] for key, own in self.fines.items()}
        return Cards(_by_player(entrants), cards, self.sums, fines, after, self.by)

    def dropped(self, key: Key, after: int) -> tuple[int, ...]:
        """The hanchan that do not count after hanchan `after`: those for which the player was not ranked, and
        the worst."""
        return tuple(sorted({*self.uncounted(key, after), *self.worst(key, after)}))

    def worst(self, key: Key, after: int) -> tuple[int, ...]:
        """Of the first `of` hanchan all but the `best` (an absence is 0.0, A18). Of equal scores the one with the worse
        place goes, then the later."""
        if self.by.best is None or self.by.of is None:
            return ()
        window, own = min(after, self.by.of), self.own(key)
        worst = sorted(range(window), key=lambda at: _drop_order(own[at], at))
        return tuple(at + 1 for at in worst[: max(window - self.by.best, 0)])

    def uncounted(self, key: Key, after: int) -> tuple[int, ...]:
        """The hanchan that the player played without being ranked for them."""
        own = self.own(key)
        if own is self.cards[key]:
            return ()
        return tuple(at for at, one in enumerate(self.cards[key][:after], start=1) if one is not own[at - 1])

    def own(self, key: Key) -> Card:
        """The hanchan that may count. One for which the player was not ranked is like one that the player sat out."""
        who, card = self.entrants[key], self.cards[key]
        if who.is_ranked_in_all:
            return card
        return tuple(one if one is not None and who.is_ranked_in(one.hanchan) else None for one in card)

    def played(self, key: Key, after: int) -> list[HanchanResult]:
        """The hanchan that count after hanchan `after`."""
        worst = self.worst(key, after)
        if not worst:
            return [one for one in self.own(key)[:after] if one is not None]
        return [one for one in self.own(key)[:after] if one is not None and one.hanchan not in worst]

    def table_total(self, key: Key, after: int) -> Points:
        if self.by.best is None and self.entrants[key].is_ranked_in_all:
            return self.sums[key][after]
        return sum([one.score for one in self.played(key, after)])

    def penalties(self, key: Key, after: int) -> Points:
        """Return what is taken off after hanchan `after`, also outside any hanchan."""
        fines = self.fines.get(key)
        if not fines:
            return 0
        return sum([one.amount for one in fines if after >= self.columns or _counts_after(one, after)])

    def outside(self, key: Key) -> Points:
        return sum(one.amount for one in self.fines.get(key, ()) if one.hanchan is None)

    def plain(self, key: Key, after: int) -> Points:
        return self.entrants[key].carried + self.table_total(key, after) - self.penalties(key, after)

    def contender(self, key: Key, after: int, before: Points) -> Contender:
        who, played = self.entrants[key], self.played(key, after)
        missed = len(played) + len(self.worst(key, after)) < after
        return contender(key, played, missed=missed, before=before, seed=who.seed, ticket=who.ticket or str(who.player))

    def is_in(self, key: Key, after: int) -> bool:
        """Return whether a cut after hanchan `after` counts somebody: who is ranked, and who has left since, as a later
        hanchan or penalty shows. Who left before the cut makes room for the next (R:ARAMIN), and so does who counts
        only from a later hanchan on."""
        status = self.entrants[key].status
        if status is Status.SUBSTITUTE or after < self.entrants[key].since:
            return False
        if status is Status.PLAYING:
            return True
        fined = any(one.hanchan is not None and one.hanchan > after for one in self.fines.get(key, ()))
        return fined or any(self.cards[key][after:])

    def late(self, after: int) -> list[Key]:
        """Those who count only from a hanchan after this one: they are below every line of its cut."""
        entrants = self.entrants.items()
        return [key for key, who in entrants if who.status is not Status.SUBSTITUTE and after < who.since]


def _drop_order(played: HanchanResult | None, at: int) -> tuple[Points, int, int]:
    """Return the sort key of dropped hanchan, first to be dropped first."""
    return (played.score, -played.place, -at) if played else (0, -NO_PLACE, -at)


def _counts_after(deduction: Deduction, after: int) -> bool:
    return deduction.hanchan is None or deduction.hanchan <= after


def read_cards(
    tables: Iterable[Table],
    deductions: Iterable[Deduction],
    entrants: Iterable[Entrant],
    rules: Ruleset,
    after: int | None,
    by: StandingRules,
) -> Cards:
    """Score the sheets and sort them by player. Raises ValueError for a player who sits twice in a hanchan, is entered
    twice or is not an entrant.
    """
    by_key = _by_player(entrants)
    counted = [table for table in tables if after is None or table.hanchan <= after]
    columns = max((table.hanchan for table in counted), default=0) if after is None else after
    cards = _cards(counted, by_key, columns, rules)
    sums = {key: _sums(card) for key, card in cards.items()}
    return Cards(by_key, cards, sums, _fines(deductions, by_key, after), columns, by)


def _by_player(entrants: Iterable[Entrant]) -> dict[Key, Entrant]:
    by_key: dict[Key, Entrant] = {}
    for entrant in entrants:
        if entrant.player in by_key:
            raise ValueError(f"player {entrant.player} is entered twice")
        by_key[entrant.player] = entrant
    return by_key


def _cards(tables: Iterable[Table], by_key: Mapping[Key, Entrant], columns: int, rules: Ruleset) -> dict[Key, Card]:
    cards: dict[int, list[HanchanResult | None]] = {who.player: [None] * columns for who in by_key.values()}
    results = _results_by(rules)
    for table in tables:
        at = table.hanchan - 1
        for player, result in results(table):
            card = cards.get(player)
            if card is None:
                raise ValueError(f"player {player} of hanchan {table.hanchan} table {table.table} is not entered")
            if card[at] is not None:
                raise ValueError(f"player {player} sits twice in hanchan {table.hanchan}")
            card[at] = result
    return {player: tuple(card) for player, card in cards.items()}


@lru_cache(maxsize=4)
def _results_by(rules: Ruleset) -> Callable[[Table], tuple[tuple[int, HanchanResult], ...]]:
    """Return the function that scores a sheet, and remembers it: a new sheet leaves all others as they were."""

    @lru_cache(maxsize=4096)
    def results(table: Table) -> tuple[tuple[int, HanchanResult], ...]:
        where, rows = (table.hanchan, table.table), zip(table.lines, score_table(table, rules), strict=True)
        return tuple(
            (line.player, HanchanResult(*where, line.wind, row.points, row.place, row.shared, row.uma, row.score))
            for line, row in rows
        )

    return results


def _sums(card: Card) -> list[Points]:
    return list(accumulate([one.score if one else 0 for one in card], initial=0))


def _fines(
    deductions: Iterable[Deduction], by_key: Mapping[Key, Entrant], after: int | None
) -> dict[Key, list[Deduction]]:
    """Return the penalties that count after hanchan `after`, by player."""
    fines: dict[Key, list[Deduction]] = {}
    for one in deductions:
        if one.player not in by_key:
            raise ValueError(f"player {one.player} has a penalty and is not entered")
        if after is None or _counts_after(one, after):
            fines.setdefault(one.player, []).append(one)
    return fines


_GROUPS = {status: group for group, status in enumerate(Status)}


def standings(
    tables: Iterable[Table],
    deductions: Iterable[Deduction],
    entrants: Iterable[Entrant],
    rules: Ruleset,
    after: int | None = None,
    tiers: Mapping[int, int] | None = None,
    *,
    by: StandingRules = PLAIN,
    decisions: Sequence[Decision] = (),
    played: Played = NOTHING_PLAYED,
) -> tuple[Standing, ...]:
    """Return the standings after hanchan `after`, or after everything played, ranked as `by` says.

    Ranked players tier by tier, by total, then by the tie-break chain; then substitutes by total, withdrawn and
    disqualified players, without a place. Players equal in everything keep the order of `entrants`, which is no rank. A
    cut appears in the standings after the next hanchan; those after its own hanchan are its basis. `tiers` (player to
    tier; 0 is the best and the default) come before all cuts. `played` has, by the hanchan of a cut, the divisions in
    which the next hanchan was played, which hold whatever the totals say now. Raises TiedLine when a cut falls between
    equals, ValueError when somebody sits twice in a hanchan or is not entered.
    """
    cards = read_cards(tables, deductions, entrants, rules, after, by)
    return standings_of(cards, by, decisions, played, tiers=tiers)


def standings_of(
    cards: Cards,
    by: StandingRules,
    decisions: Sequence[Decision] = (),
    played: Played = NOTHING_PLAYED,
    *,
    tiers: Mapping[int, int] | None = None,
) -> tuple[Standing, ...]:
    """Return the standings that cards give, as `standings` does."""
    stages = _stages(cards, by, decisions, played, tiers)
    tiers_of = _tiers(stages)
    return tuple(_standing(row, cards, stages, tiers_of) for row in _placings(cards, stages))


class Running(NamedTuple):
    """The place, whether it is shared, and the total in points after some hanchan."""

    place: int | None
    shared: bool
    total: Points


def running_of(
    cards: Cards, by: StandingRules, decisions: Sequence[Decision] = (), played: Played = NOTHING_PLAYED
) -> dict[Key, Running]:
    """Return everybody's place and total in the standings of `standings_so_far_of`, without their rows."""
    stages, _tied = _so_far(lambda by: _stages(cards, by, decisions, played), by)
    return {row.key: Running(row.place, row.shared, row.total) for row in _placings(cards, stages)}


def _stages(
    cards: Cards,
    by: StandingRules,
    decisions: Sequence[Decision],
    played: Played,
    tiers: Mapping[int, int] | None = None,
) -> Stages:
    stages = Stages(cards, by, decisions, given=tiers)
    for cut in by.cuts_before(cards.columns):
        keys = [key for key in cards.entrants if cards.is_in(key, cut.after)]
        stages = stages.through(cut, keys, cards.outside, played.get(cut.after), cards.late(cut.after))
    return stages


def _placings(cards: Cards, stages: Stages) -> list[Placing]:
    ranked = [key for key, who in cards.entrants.items() if who.status is Status.PLAYING]
    return [*stages.ranked(ranked, cards.columns), *_unranked(cards, stages)]


def standings_so_far(
    tables: Iterable[Table],
    deductions: Iterable[Deduction],
    entrants: Iterable[Entrant],
    rules: Ruleset,
    after: int | None = None,
    *,
    by: StandingRules = PLAIN,
    decisions: Sequence[Decision] = (),
    played: Played = NOTHING_PLAYED,
) -> tuple[tuple[Standing, ...], TiedLine | None]:
    """Return the standings, and the obstacle if a cut falls between equals: then neither that cut nor a later one is
    made, so that there are standings to show until somebody decides.
    """
    cards = read_cards(tables, deductions, entrants, rules, after, by)
    return standings_so_far_of(cards, by, decisions, played)


def standings_so_far_of(
    cards: Cards, by: StandingRules, decisions: Sequence[Decision] = (), played: Played = NOTHING_PLAYED
) -> tuple[tuple[Standing, ...], TiedLine | None]:
    """Return what `standings_so_far` does, of cards that were read."""
    return _so_far(lambda by: standings_of(cards, by, decisions, played), by)


def _so_far(compute: Callable[[StandingRules], Found], by: StandingRules) -> tuple[Found, TiedLine | None]:
    """Return what is computed under the rules up to the first cut that falls between equals, and that cut."""
    tied = None
    while True:
        try:
            return compute(by), tied
        except TiedLine as found:
            tied, by = found, by.until(found.cut)


def _unranked(cards: Cards, stages: Stages) -> Iterator[Placing]:
    """Return players without a place, in order: substitutes, withdrawn, disqualified players, each by total."""
    groups = {key: _GROUPS[who.status] for key, who in cards.entrants.items() if who.status is not Status.PLAYING}
    totals = {key: stages.total(key, cards.columns) for key in groups}
    order = sorted(groups, key=lambda key: (groups[key], stages.tier(key), -totals[key]))
    return (Placing(key, None, False, (), totals[key]) for key in order)


def _tiers(stages: Stages) -> Callable[[Key], int]:
    """Return each player's tier, given or counted from the best of those made by cuts that still has ranked players.
    Players who were in no cut are in the lowest tier.
    """
    if not stages.carried:
        return lambda key: stages.tier(key)[0]
    levels = {tier: number for number, tier in enumerate(sorted({stages.tier(key) for key in stages.carried}))}
    return lambda key: levels.get(stages.tier(key), len(levels) - 1)


def _standing(row: Placing, cards: Cards, stages: Stages, tier_of: Callable[[Key], int]) -> Standing:
    key, after = row.key, cards.columns
    hanchan = cards.cards[key]
    places = [played.place for played in hanchan if played is not None]
    return Standing(
        player=cards.entrants[key].player,
        place=row.place,
        shared=row.shared,
        ranked=row.place is not None,
        status=cards.entrants[key].status,
        total=row.total,
        table_total=cards.table_total(key, after),
        penalties=cards.penalties(key, after),
        hanchan=hanchan,
        places=(places.count(1), places.count(2), places.count(3), places.count(4)),
        tier=tier_of(key),
        adjustment=stages.adjustment(key, after),
        carried=stages.carried.get(key, ()) if stages.carried else (),
        dropped=cards.dropped(key, after),
        breaks=row.breaks,
        carried_in=cards.entrants[key].carried,
        uncounted=cards.uncounted(key, after),
    )
