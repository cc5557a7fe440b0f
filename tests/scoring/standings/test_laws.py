"""Laws of standings with a chain, cuts and dropped hanchan, on events that hypothesis makes up with many ties; and the
same standings told a second time, the slow way."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.game import Table, score_table
from scoring.rules import preset
from scoring.standings import standings
from scoring.standings.cut import CARRIES, NOTHING, Cut, Rounding, TiedLine
from scoring.standings.rules import StandingRules
from scoring.standings.ties import Breaker
from scoring.standings.values import Deduction, Entrant, Standing, Status
from tests.scoring.sheets import events, penalties

WRC = preset("wrc-2022")
EIGHT = [Entrant(player, seed=9 - player) for player in range(1, 9)]

chains = st.lists(st.sampled_from(Breaker), unique=True).map(tuple)
carries = st.sampled_from(CARRIES)
cut_at = st.builds(
    Cut,
    after=st.just(1),
    sizes=st.sampled_from([(4,), (5, 6), (6,)]),
    above=carries,
    below=carries,
    rounding=st.sampled_from(Rounding),
)
then = st.builds(Cut, after=st.just(2), sizes=st.just((2,)), above=carries, below=carries)
two_cuts = st.tuples(cut_at) | st.tuples(cut_at, then)


def with_lot(breakers: tuple[Breaker, ...], **said: object) -> StandingRules:
    """A chain that tells everybody apart, so that the line of any cut is clear."""
    kept = tuple(one for one in breakers if one is not Breaker.LOT)
    return StandingRules(breakers=(*kept, Breaker.LOT), lot_seed="dice 3 5 1", **said)  # type: ignore[arg-type]


def places(rows: Sequence[Standing]) -> dict[int, tuple[int | None, bool, int, int]]:
    return {row.player: (row.place, row.shared, row.tier, row.total) for row in rows}


@given(events(step=10_000), chains, st.permutations(EIGHT), two_cuts)
def test_the_order_of_the_entrants_changes_no_place(
    tables: list[Table], breakers: tuple[Breaker, ...], mixed: list[Entrant], cuts: tuple[Cut, ...]
) -> None:
    for by in (StandingRules(breakers=breakers, lot_seed="x"), with_lot(breakers, cuts=cuts)):
        assert places(standings(tables, [], mixed, WRC, by=by)) == places(standings(tables, [], EIGHT, WRC, by=by))


@given(events(step=10_000), chains, two_cuts, st.integers(0, 2), penalties)
def test_what_comes_later_never_changes_earlier_standings(
    tables: list[Table], breakers: tuple[Breaker, ...], cuts: tuple[Cut, ...], after: int, taken: list[Deduction]
) -> None:
    by = with_lot(breakers, cuts=cuts)
    earlier = [table for table in tables if table.hanchan <= after]
    known = [one for one in taken if one.hanchan is None or one.hanchan <= after]
    assert standings(tables, taken, EIGHT, WRC, after, by=by) == standings(earlier, known, EIGHT, WRC, after, by=by)


@given(events(step=10_000), chains, st.sampled_from(Breaker), two_cuts)
def test_a_longer_chain_never_turns_what_a_shorter_one_decided(
    tables: list[Table], breakers: tuple[Breaker, ...], last: Breaker, cuts: tuple[Cut, ...]
) -> None:
    shorter = StandingRules(breakers=tuple(one for one in breakers if one is not last), lot_seed="x", cuts=cuts)
    longer = replace(shorter, breakers=(*shorter.breakers, last))
    try:
        before = standings(tables, [], EIGHT, WRC, by=shorter)
    except TiedLine:
        return
    places_then = {row.player: row.place or 0 for row in before}
    after = [row.player for row in standings(tables, [], EIGHT, WRC, by=longer)]
    assert [places_then[player] for player in after] == sorted(places_then.values())


@given(events(step=10_000), two_cuts, penalties, chains)
def test_a_cut_keeps_everybody_on_their_side_of_its_line(
    tables: list[Table], cuts: tuple[Cut, ...], taken: list[Deduction], breakers: tuple[Breaker, ...]
) -> None:
    by = with_lot(breakers, cuts=cuts)
    at_the_cut = standings(tables, taken, EIGHT, WRC, cuts[0].after, by=by)
    after = standings(tables, taken, EIGHT, WRC, by=by)
    for line in cuts[0].sizes:
        assert {row.player for row in at_the_cut[:line]} == {row.player for row in after[:line]}
    assert [row.tier for row in after] == sorted(row.tier for row in after)
    for row, below in pairwise(after):
        assert row.tier < below.tier or row.total >= below.total


@given(events(), two_cuts, penalties)
def test_totals_are_scores_less_penalties_and_what_cuts_have_changed(
    tables: list[Table], cuts: tuple[Cut, ...], taken: list[Deduction]
) -> None:
    rows = standings(tables, taken, EIGHT, WRC, by=with_lot((), cuts=cuts))
    assert sum(row.table_total for row in rows) == sum(
        score.score for table in tables for score in score_table(table, WRC)
    )
    assert sum(row.penalties for row in rows) == sum(one.amount for one in taken)
    for row in rows:
        assert row.total == row.table_total - row.penalties + row.adjustment
        assert row.adjustment == sum(one.carried - one.total for one in row.carried)


@given(events(), two_cuts, penalties)
def test_a_cut_that_carries_everything_changes_no_total(
    tables: list[Table], cuts: tuple[Cut, ...], taken: list[Deduction]
) -> None:
    whole = tuple(Cut(after=cut.after, sizes=cut.sizes) for cut in cuts)
    cut, plain = (
        {row.player: row.total for row in standings(tables, taken, EIGHT, WRC, by=with_lot((), cuts=made))}
        for made in (whole, ())
    )
    assert cut == plain


@given(events(), st.integers(1, 2), penalties)
def test_the_best_hanchan_bring_at_least_as_much_as_any_others(
    tables: list[Table], best: int, taken: list[Deduction]
) -> None:
    for row in standings(tables, taken, EIGHT, WRC, by=StandingRules(best=best, of=3)):
        scores = sorted((played.score for played in row.hanchan if played), reverse=True)
        assert row.table_total == sum(scores[:best])
        assert len(row.dropped) == 3 - best
        assert row.total == row.table_total - row.penalties


@given(events(), st.lists(st.sampled_from(Status), min_size=8, max_size=8), two_cuts)
def test_nobody_is_lost_and_only_players_have_places(
    tables: list[Table], statuses: list[Status], cuts: tuple[Cut, ...]
) -> None:
    entrants = [replace(entrant, status=status) for entrant, status in zip(EIGHT, statuses, strict=True)]
    rows = standings(tables, [], entrants, WRC, by=with_lot((), cuts=cuts))
    assert Counter(row.player for row in rows) == Counter(range(1, 9))
    ranked = [row.place for row in rows if row.ranked]
    assert ranked == list(range(1, statuses.count(Status.PLAYING) + 1))
    assert all(row.place is None for row in rows if row.status is not Status.PLAYING)


# --- a second time, the slow way -----------------------------------------------------------------------------------


def by_hand(tables: list[Table], taken: list[Deduction], cuts: tuple[Cut, ...]) -> list[dict[int, Fraction]]:
    """Tier by tier the total of each player, with nothing but totals and cuts: hanchan after hanchan."""
    have: dict[int, Fraction] = {player: Fraction(0) for player in range(1, 9)}
    outside = Counter(dict.fromkeys(have, 0))
    for one in taken:
        outside[one.player] += one.amount if one.hanchan is None else 0
    tiers = [list(have)]
    for hanchan in (1, 2, 3):
        for table in tables:
            for line, row in zip(table.lines, score_table(table, WRC), strict=True):
                have[line.player] += row.score if table.hanchan == hanchan else 0
        for one in taken:
            have[one.player] -= one.amount if one.hanchan == hanchan else 0
        standing: Callable[[int], Fraction] = lambda player: have[player] - outside[player]  # noqa: E731
        tiers = [sorted(tier, key=standing, reverse=True) for tier in tiers]
        for cut in cuts:
            if cut.after == hanchan:
                first, *rest = tiers
                lines = [0, *cut.sizes, len(first)]
                if any(0 < at < len(first) and standing(first[at - 1]) == standing(first[at]) for at in cut.sizes):
                    raise TiedLine(cut, 0, 0, ())
                tiers = [first[low:high] for low, high in pairwise(lines) if low < high]
                for number, tier in enumerate(tiers):
                    for player in tier:
                        have[player] = kept(have[player], cut.below if number else cut.above, cut.rounding)
                tiers += rest
    return [{player: standing(player) for player in tier} for tier in tiers]


def kept(total: Fraction, part: Fraction, rounding: Rounding) -> Fraction:
    """The carried total by the words of A6: up, to the nearest with a half away from zero, or exactly."""
    if part in (1, NOTHING) or rounding is Rounding.EXACT:
        return Fraction(int(total * part))
    tenths = total * part / 100
    below = tenths.numerator // tenths.denominator
    if tenths == below or rounding is Rounding.UP:
        return Fraction(100 * (below if tenths == below else below + 1))
    nearer_up = tenths - below > Fraction(1, 2) or (tenths - below == Fraction(1, 2) and total > 0)
    return Fraction(100 * (below + nearer_up))


@settings(max_examples=200)
@given(events(step=500), two_cuts, penalties)
def test_tiers_and_order_are_those_of_the_slow_way(
    tables: list[Table], cuts: tuple[Cut, ...], taken: list[Deduction]
) -> None:
    by = StandingRules(cuts=cuts)
    try:
        expected = by_hand(tables, taken, cuts)
    except TiedLine:
        with pytest.raises(TiedLine):
            standings(tables, taken, EIGHT, WRC, by=by)
        return
    rows = list(standings(tables, taken, EIGHT, WRC, by=by))
    for tier in expected:
        found, rows = rows[: len(tier)], rows[len(tier) :]
        assert {row.player: row.total for row in found} == tier
        assert [row.total for row in found] == sorted(tier.values(), reverse=True)
        assert len({row.tier for row in found}) == 1
