"""A hanchan that somebody played without its counting for them: the ranking is as if they had sat out."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.game import ScoreLine, Table
from scoring.rules import preset
from scoring.standings import standings
from scoring.standings.cut import HALF, NOTHING, CarryOver, Cut
from scoring.standings.rules import Per, StandingRules, TeamRules
from scoring.standings.teams import TeamStanding, team_standings
from scoring.standings.ties import Breaker
from scoring.standings.values import Deduction, Entrant, Standing, Status
from tests.scoring.sheets import AIKO, EWA, LUC, TOM, brief, events, of, penalties, sheet

WRC = preset("wrc-2022")
FOUR = [Entrant(player) for player in (AIKO, LUC, EWA, TOM)]
THREE = [
    sheet(1, (AIKO, 40_000), (LUC, 32_000), (EWA, 28_000), (TOM, 20_000)),  # +25 +7 −7 −25
    sheet(2, (AIKO, 0), (LUC, 52_000), (EWA, 40_000), (TOM, 28_000)),  # −45 +37 +15 −7
    sheet(3, (AIKO, 30_000), (LUC, 30_000), (EWA, 30_000), (TOM, 30_000)),  # 0 0 0 0
]


def unranked(player: int, *hanchan: int, of_all: Sequence[Entrant] = FOUR, **fields: object) -> list[Entrant]:
    """The four, one of whom is not ranked in these hanchan."""
    other = {"uncounted": frozenset(hanchan), **fields}
    return [replace(one, **other) if one.player == player else one for one in of_all]  # type: ignore[arg-type]


def test_it_is_scored_for_everybody_and_in_no_total_of_whoever_was_not_ranked_in_it() -> None:
    rows = standings(THREE, [], unranked(AIKO, 2), WRC)
    assert brief(rows) == [(LUC, 1, 44_000), (AIKO, 2, 25_000), (EWA, 3, 8_000), (TOM, 4, -32_000)]
    aiko = of(rows, AIKO)
    assert (aiko.dropped, aiko.uncounted, aiko.table_total) == ((2,), (2,), 25_000)
    assert [one and one.score for one in aiko.hanchan] == [25_000, -45_000, 0]
    assert [one and one.score for one in aiko.own] == [25_000, None, 0]
    assert aiko.places == (2, 0, 0, 1)  # two wins, one of them shared, and a last place


def test_a_penalty_in_it_counts() -> None:
    rows = standings(THREE, [Deduction(AIKO, 30_000, 2)], unranked(AIKO, 2), WRC)
    assert of(rows, AIKO).total == -5_000


def test_one_that_was_not_played_is_nothing_to_leave_out() -> None:
    rows = standings(THREE[:1], [], unranked(AIKO, 2), WRC, after=3)
    assert (of(rows, AIKO).uncounted, of(rows, AIKO).total) == ((), 25_000)


def test_before_the_first_hanchan_that_counts_nothing_does() -> None:
    rows = standings(THREE, [], unranked(AIKO, 3, since=2), WRC)
    assert (of(rows, AIKO).uncounted, of(rows, AIKO).total) == ((1, 3), -45_000)


def test_of_the_best_hanchan_it_is_none_and_stands_for_0() -> None:
    """Of −45, +25 and 0 the best two are +25 and 0; without +25 they are 0, and the 0.0 of an absence (A18)."""
    by = StandingRules(best=2, of=3)
    assert of(standings(THREE, [], FOUR, WRC, by=by), AIKO).dropped == (2,)
    aiko = of(standings(THREE, [], unranked(AIKO, 1), WRC, by=by), AIKO)
    assert (aiko.total, aiko.dropped, aiko.uncounted) == (0, (1, 2), (1,))
    luc = of(standings(THREE, [], unranked(LUC, 2), WRC, by=by), LUC)
    assert (luc.total, luc.dropped) == (7_000, (2,))


def test_a_cut_counts_the_player_and_carries_what_counts() -> None:
    """After hanchan 2 Luc has 44, Aiko 25 instead of −20, Ewa 8: Aiko is above the line and goes on with 12.5."""
    by = StandingRules(cuts=(Cut(after=2, sizes=(2,), above=HALF, below=NOTHING),))
    rows = standings(THREE, [], unranked(AIKO, 2), WRC, by=by)
    assert brief(rows)[:2] == [(LUC, 1, 22_000), (AIKO, 2, 12_500)]
    assert of(rows, AIKO).carried == (CarryOver(2, 0, 25_000, 12_500),)
    assert of(standings(THREE, [], FOUR, WRC, by=by), AIKO).tier == 1


def test_a_cut_before_the_first_hanchan_that_counts_leaves_room_also_when_the_player_has_left() -> None:
    """Luc leads, and counts only from hanchan 2: Aiko is above the line whatever became of him."""
    by = StandingRules(cuts=(Cut(after=1, sizes=(1,), below=NOTHING),))
    first = sheet(1, (LUC, 40_000), (AIKO, 32_000), (EWA, 28_000), (TOM, 20_000))
    for status in (Status.PLAYING, Status.WITHDRAWN, Status.DISQUALIFIED):
        rows = standings([first, *THREE[1:]], [], unranked(LUC, since=2, status=status), WRC, by=by)
        assert [(row.player, row.tier) for row in rows if row.tier == 0] == [(AIKO, 0)]
        assert of(rows, LUC).carried == (CarryOver(1, 1, 0, 0),)


def test_every_tie_break_asks_only_for_what_counts() -> None:
    """Aiko wins hanchan 1 with +25 and Ewa with +15, whose other ten come from hanchan 3; without hanchan 1 nothing
    of Aiko's is left to win with."""
    tables = [
        sheet(1, (AIKO, 40_000), (LUC, 32_000), (EWA, 28_000), (TOM, 20_000)),
        sheet(2, (EWA, 40_000), (AIKO, 32_000), (LUC, 28_000), (TOM, 20_000)),
    ]  # Aiko +25 +7, Ewa −7 +25
    fined = [Deduction(EWA, 11_000, None)]  # without hanchan 1 Aiko has 7.0, and Ewa 18.0 − 11.0
    for breaker in (Breaker.FIRSTS, Breaker.BEST, Breaker.HEAD_TO_HEAD):
        by = StandingRules(breakers=(breaker,))
        rows = standings(tables, fined, unranked(AIKO, 1), WRC, by=by)
        assert [(of(rows, one).place, of(rows, one).total) for one in (EWA, AIKO)] == [(1, 7_000), (2, 7_000)]
    asked = {row.player: row.breaks for row in rows}  # head to head: hanchan 2 alone, +25 and +7
    assert [(one.breaker, one.value) for one in asked[AIKO]] == [(Breaker.HEAD_TO_HEAD, (7_000,))]


def test_the_best_hanchan_of_a_tie_break_is_at_least_the_0_of_an_absence() -> None:
    """Tom's −25 and −7, of which −7 does not count: his best is 0.0, as if he had sat out."""
    by = StandingRules(breakers=(Breaker.BEST,))
    fined = [Deduction(EWA, 18_000, None)]  # −7 − 18 = Tom's −25
    rows = standings(THREE[:2], fined, unranked(TOM, 2, of_all=unranked(EWA, 2)), WRC, by=by)
    assert [(of(rows, one).total, of(rows, one).shared) for one in (TOM, EWA)] == [(-25_000, True), (-25_000, True)]


@pytest.mark.parametrize("per", Per)
def test_a_team_has_nothing_of_it(per: Per) -> None:
    """Aiko +25 −45 0 and Tom −25 −7 0: without Aiko's hanchan 2 the team has −7."""

    def felt(entrants: Sequence[Entrant]) -> TeamStanding:
        def rows(after: int) -> tuple[Standing, ...]:
            return standings(THREE, [], entrants, WRC, after)

        teams = {AIKO: "Felt", TOM: "Felt", LUC: "Oak", EWA: "Oak"}
        return next(one for one in team_standings(rows, 3, teams, TeamRules(per=per), by) if one.team == "Felt")

    by = StandingRules(breakers=(Breaker.FIRSTS,))
    assert (felt(FOUR).total, felt(unranked(AIKO, 2)).total) == (-52_000, -7_000)


# --- the law --------------------------------------------------------------------------------------------------------

EIGHT = [Entrant(player, seed=9 - player) for player in range(1, 9)]
GUEST = 100
chains = st.lists(st.sampled_from(Breaker), unique=True).map(tuple)
cuts = st.sampled_from([(), (4,), (6, 2)]).map(
    lambda sizes: tuple(Cut(after=at, sizes=(size,), above=HALF) for at, size in enumerate(sizes, start=1))
)


def sat_out(tables: list[Table], player: int, hanchan: frozenset[int]) -> list[Table]:
    """The same with a guest in the player's seats of these hanchan."""

    def line(table: Table, one: ScoreLine) -> ScoreLine:
        return replace(one, player=GUEST) if one.player == player and table.hanchan in hanchan else one

    return [replace(table, lines=tuple(line(table, one) for one in table.lines)) for table in tables]


@given(
    events(step=10_000),
    st.frozensets(st.integers(1, 3)),
    chains,
    cuts,
    st.sampled_from([{}, {"best": 2, "of": 3}]),
    penalties,
)
def test_the_ranking_is_as_if_the_player_had_sat_out(
    tables: list[Table],
    hanchan: frozenset[int],
    breakers: tuple[Breaker, ...],
    made: tuple[Cut, ...],
    best: dict[str, int],
    taken: list[Deduction],
) -> None:
    kept = tuple(one for one in breakers if one is not Breaker.LOT)
    by = StandingRules(breakers=(*kept, Breaker.LOT), lot_seed="x", cuts=() if best else made, **best)  # type: ignore[arg-type]
    there = standings(tables, taken, unranked(1, *hanchan, of_all=EIGHT), WRC, by=by)
    guest = [*EIGHT, Entrant(GUEST, Status.SUBSTITUTE)]
    away = standings(sat_out(tables, 1, hanchan), taken, guest, WRC, by=by)

    def figures(rows: Sequence[Standing]) -> list[tuple[object, ...]]:
        return [(row.player, row.place, row.shared, row.total, row.tier, row.carried) for row in rows if row.ranked]

    assert figures(there) == figures(away)
    assert of(there, 1).uncounted == tuple(sorted(hanchan))
