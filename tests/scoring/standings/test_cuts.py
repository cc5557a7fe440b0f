"""Cuts, carry-over and best n of m in whole standings."""

from dataclasses import replace

import pytest

from scoring.game import Table
from scoring.rules import preset
from scoring.sentences.reasons import reason
from scoring.standings import standings, standings_so_far
from scoring.standings.cut import HALF, NOTHING, QUARTER, CarryOver, Cut, Rounding, TiedLine
from scoring.standings.rules import StandingRules
from scoring.standings.ties import Breaker, Decision
from scoring.standings.values import Deduction, Entrant, Standing, Status
from tests.scoring.sheets import AIKO, EWA, INES, KOJI, LUC, MAX, NOOR, TOM, brief, fours, of, sheet

WRC = preset("wrc-2022")
EIGHT = [Entrant(player) for player in range(1, 9)]

# Scores of hanchan 1: 30.2 25.3 6.1 1.8 / −8.7 −9.3 −19.4 −26.0, best first.
FIRST = [
    sheet(1, (AIKO, 45_200), (EWA, 31_100), (KOJI, 25_700), (NOOR, 18_000), table=1),
    sheet(1, (LUC, 40_300), (TOM, 26_800), (INES, 26_300), (MAX, 26_600), table=2),
]
TOTALS = {AIKO: 30_200, LUC: 25_300, EWA: 6_100, TOM: 1_800, MAX: -8_400, KOJI: -9_300, INES: -18_700, NOOR: -27_000}


def ranked(
    tables: list[Table], *cuts: Cut, taken: tuple[Deduction, ...] = (), after: int | None = None, **said: object
) -> tuple[Standing, ...]:
    by = StandingRules(cuts=cuts, **said)  # type: ignore[arg-type]
    return standings(tables, taken, EIGHT, WRC, after, by=by)


def second(points: dict[int, int]) -> list[Table]:
    """A hanchan 2: the first four at table 1, the others at table 2, with these points; all others have 30,000."""
    seats = [(AIKO, LUC, EWA, TOM), (MAX, KOJI, INES, NOOR)]
    return [
        sheet(2, *((player, points.get(player, 30_000)) for player in four), table=table)
        for table, four in enumerate(seats, start=1)
    ]


def test_the_first_hanchan_gives_these_totals() -> None:
    assert {row.player: row.total for row in ranked(FIRST)} == TOTALS


def test_who_is_above_the_line_stands_above_whatever_the_totals_say() -> None:
    """RULES.md §5 and §8.5, Toronto 2023: the top 16 halved and rounded up, the others reset to 0; in the end rank 16
    had −29.0 and rank 17 +75.2."""
    points = [40_000, 32_000, 28_000, 20_000]
    first = fours(1, [40_300, 31_800, 27_500, 20_400, *points, *points, *points, *points])
    later = [
        sheet(2, (1, 31_000), (2, 30_500), (3, 30_200), (4, 28_300), table=1),  # −24.6 halved is −12.3, and −16.7
        sheet(2, (8, 90_200), (12, 10_100), (16, 9_900), (20, 9_800), table=2),
    ]
    by = StandingRules(cuts=(Cut(after=1, sizes=(16,), above=HALF, below=NOTHING),))
    rows = standings([*first, *later], [], map(Entrant, range(1, 21)), WRC, by=by)
    assert [(row.player, row.place, row.total, row.tier) for row in rows[15:17]] == [
        (4, 16, -29_000, 0),
        (8, 17, 75_200, 1),
    ]
    assert str(reason(*rows[15:17], "Yu", "Kim")) == "Yu is above the cut after hanchan 1, Kim below it."


def test_totals_are_halved_and_rounded_up_above_the_line_and_start_anew_below() -> None:
    """RULES.md §8.5: 25.3 halved is 12.65, carried as 12.7 (Toronto 2023)."""
    cut = Cut(after=1, sizes=(4,), above=HALF, below=NOTHING)
    rows = ranked([*FIRST, *second({})], cut)
    assert {row.player: row.total for row in rows} == {
        AIKO: 15_100,
        LUC: 12_700,
        EWA: 3_100,
        TOM: 900,
        MAX: 0,
        KOJI: 0,
        INES: 0,
        NOOR: 0,
    }
    assert [(row.place, row.tier) for row in rows] == [(1, 0), (2, 0), (3, 0), (4, 0), (5, 1), (5, 1), (5, 1), (5, 1)]
    luc = of(rows, LUC)
    assert luc.carried == (CarryOver(1, 0, 25_300, 12_700),)
    assert (luc.table_total, luc.penalties, luc.adjustment, luc.brought) == (25_300, 0, -12_600, 12_700)
    assert of(rows, NOOR).carried == (CarryOver(1, 1, -27_000, 0),)


def test_standings_after_the_hanchan_of_the_cut_show_what_it_is_made_on() -> None:
    cut = Cut(after=1, sizes=(4,), above=HALF, below=NOTHING)
    for tables in (FIRST, [*FIRST, *second({})]):
        rows = ranked(tables, cut, after=1)
        assert rows == ranked(FIRST)
        assert {row.tier for row in rows} == {0}


def test_who_is_below_may_keep_everything_and_end_with_more() -> None:
    """RULES.md §5, Toronto 2024: the top 8 halved, others keep; the 9th ended with 112.6 above the 1st with 104.7."""
    rows = ranked([*FIRST, *second({LUC: 20_000, TOM: 40_000})], Cut(after=1, sizes=(1,), above=HALF))
    assert brief(rows)[:3] == [(AIKO, 1, 15_100), (TOM, 2, 26_800), (EWA, 3, 6_100)]


def test_a_quarter_is_carried() -> None:
    """RULES.md §5, Toronto 2025: the top 8 quartered. 30.2 gives 7.55, rounded up 7.6; −8.4 gives −2.1."""
    rows = ranked([*FIRST, *second({})], Cut(after=1, sizes=(8,), above=QUARTER))
    assert (of(rows, AIKO).total, of(rows, MAX).total) == (7_600, -2_100)


@pytest.mark.parametrize(
    ("rounding", "luc", "noor"),
    [(Rounding.UP, 12_700, -13_500), (Rounding.HALF_AWAY, 12_700, -13_500), (Rounding.EXACT, 12_650, -13_500)],
)
def test_the_rounding_is_the_organisers(rounding: Rounding, luc: int, noor: int) -> None:
    """RULES.md A6."""
    rows = ranked([*FIRST, *second({})], Cut(after=1, sizes=(8,), above=HALF, rounding=rounding))
    assert (of(rows, LUC).total, of(rows, NOOR).total) == (luc, noor)


def test_penalties_before_a_cut_are_carried_with_the_total_and_later_ones_count_in_full() -> None:
    """RULES.md §5: the total is what is halved, and it is less penalties (WRC 2025 §12.2). A penalty outside any
    hanchan has no before or after: it counts in full."""
    cut = Cut(after=1, sizes=(4,), above=HALF)
    tables = [*FIRST, *second({})]
    before, later, outside = Deduction(LUC, 2_000, 1), Deduction(LUC, 2_000, 2), Deduction(LUC, 2_000, None)
    totals = [of(ranked(tables, cut, taken=(one,)), LUC).total for one in (before, later, outside)]
    assert totals == [11_700, 10_700, 10_700]
    all_three = of(ranked(tables, cut, taken=(before, later, outside)), LUC)
    assert (all_three.total, all_three.penalties, all_three.brought) == (7_700, 6_000, 11_700)
    assert of(ranked(tables, cut, taken=(outside,), after=1), LUC).total == 23_300


def test_each_cut_is_made_among_those_above_the_last_one() -> None:
    """RULES.md §5, WRC 2017: top 32, then 16, 8 and the final four."""
    cuts = (Cut(after=1, sizes=(4,), below=NOTHING), Cut(after=2, sizes=(2,), above=HALF, below=NOTHING))
    tables = [*FIRST, *second({EWA: 50_000, AIKO: 10_000, NOOR: 60_000, MAX: 0})]
    rows = ranked(tables, *cuts)
    assert rows == ranked(tables, cuts[0])
    third = [sheet(3, (EWA, 0), (TOM, 90_000), (NOOR, 15_000), (KOJI, 15_000))]
    rows = ranked([*tables, *third], *cuts)
    assert [(row.player, row.place, row.tier) for row in rows[:5]] == [
        (LUC, 1, 0),
        (EWA, 2, 0),
        (TOM, 3, 1),
        (AIKO, 4, 1),
        (NOOR, 5, 2),
    ]
    ewa = of(rows, EWA)
    assert ewa.carried == (CarryOver(1, 0, 6_100, 6_100), CarryOver(2, 0, 41_100, 20_600))
    assert ewa.total == 20_600 - 45_000
    assert of(rows, AIKO).carried == (CarryOver(1, 0, 30_200, 30_200), CarryOver(2, 1, -4_800, 0))
    noor = of(rows, NOOR)
    assert noor.carried == (CarryOver(1, 1, -27_000, 0),)  # the second cut does not touch who is out
    assert noor.total == 45_000 - 15_000


def test_the_line_of_the_world_championship_runs_between_its_totals() -> None:
    """RULES.md §8.5, WRC 2017: of 224 players the top 32 go on; 96.7 is the last of them, the 44th had 72.6, the 136th
    −25.3. The tables here are made up to give these."""
    best = [111_700 + 100 * (32 - place) for place in range(1, 33)]  # 32nd: 111,700 − 30,000 + 15P
    good = [87_600 + 100 * (44 - place) for place in range(33, 57)]  # 44th: 87,600
    thirds = [9_700, *[9_800] * 23]  # 9,700 − 30,000 − 5P is −25.3
    first = [
        *(fours(1, [points, 5_000, 2_000, 113_000 - points])[0] for points in best),
        *(
            fours(1, [points, 16_000, third, 104_000 - points - third])[0]
            for points, third in zip(good, thirds, strict=True)
        ),
    ]
    seated = [
        sheet(1, *((4 * at + own, line.points) for own, line in enumerate(table.lines)), table=at + 1)
        for at, table in enumerate(first)
    ]
    entrants = [Entrant(player) for player in range(224)]
    ninth = sheet(2, (0, 30_000), (1, 30_000), (2, 30_000), (3, 30_000))
    rows = standings([*seated, ninth], [], entrants, WRC, by=StandingRules(cuts=(Cut(after=1, sizes=(32,)),)))
    assert {number: (rows[number - 1].total, rows[number - 1].tier) for number in (32, 44, 136)} == {
        32: (96_700, 0),
        44: (72_600, 1),
        136: (-25_300, 1),
    }
    assert rows[32].tier == 1 and len(rows) == 224


def test_several_lines_make_divisions_that_play_on_for_themselves() -> None:
    """RULES.md §5, Toronto 2023: divisions of 16 by rank; ranks stay within the division."""
    cut = Cut(after=1, sizes=(2, 4, 6), above=HALF, below=NOTHING)
    rows = ranked([*FIRST, *second({NOOR: 60_000, MAX: 0})], cut)
    assert [row.tier for row in rows] == [0, 0, 1, 1, 2, 2, 3, 3]
    assert [row.player for row in rows[-2:]] == [NOOR, INES]


def test_a_line_through_a_shared_place_is_refused_until_somebody_decides() -> None:
    tied = [sheet(1, (AIKO, 40_000), (LUC, 30_000), (EWA, 30_000), (TOM, 20_000))]
    cut = Cut(after=1, sizes=(2,))
    four = [Entrant(player) for player in (AIKO, LUC, EWA, TOM)]
    tables = [*tied, sheet(2, (AIKO, 30_000), (LUC, 30_000), (EWA, 30_000), (TOM, 30_000))]
    with pytest.raises(TiedLine, match="after hanchan 1 runs through place 2: 2, 3 are tied"):
        standings(tables, [], four, WRC, by=StandingRules(cuts=(cut,)))
    decided = [Decision(1, (EWA, LUC), "a play-off")]
    rows = standings(tables, [], four, WRC, by=StandingRules(cuts=(cut,)), decisions=decided)
    assert [(row.player, row.place, row.shared) for row in rows] == [
        (AIKO, 1, False),
        (EWA, 2, False),
        (LUC, 3, False),
        (TOM, 4, False),
    ]
    by_lot = StandingRules(cuts=(cut,), breakers=(Breaker.LOT,), lot_seed="dice 3 5 1")
    assert len({row.place for row in standings(tables, [], four, WRC, by=by_lot)}) == 4


def test_until_somebody_decides_the_standings_show_what_is_clear() -> None:
    level = [sheet(2, (AIKO, 30_000), (LUC, 30_000), (EWA, 30_000), (TOM, 30_000))]
    last = [sheet(3, (AIKO, 40_000), (LUC, 30_000), (EWA, 30_000), (TOM, 20_000))]
    four = [Entrant(player) for player in (AIKO, LUC, EWA, TOM)]
    tables = [sheet(1, (AIKO, 40_000), (LUC, 30_000), (EWA, 30_000), (TOM, 20_000)), *level, *last]
    clear, unclear = Cut(after=1, sizes=(3,), below=NOTHING), Cut(after=2, sizes=(2,), below=NOTHING)
    rows, tied = standings_so_far(tables, [], four, WRC, by=StandingRules(cuts=(clear, unclear)))
    assert tied is not None and (tied.cut, tied.players) == (unclear, (LUC, EWA))
    assert rows == standings(tables, [], four, WRC, by=StandingRules(cuts=(clear,)))
    assert standings_so_far(tables, [], four, WRC, by=StandingRules(cuts=(clear,))) == (rows, None)


def test_a_decision_of_another_hanchan_decides_nothing_here() -> None:
    tied = [sheet(1, (AIKO, 40_000), (LUC, 30_000), (EWA, 30_000), (TOM, 20_000))]
    four = [Entrant(player) for player in (AIKO, LUC, EWA, TOM)]
    decided = [Decision(2, (EWA, LUC), "a play-off")]
    rows = standings(tied, [], four, WRC, decisions=decided)
    assert (of(rows, LUC).place, of(rows, EWA).place) == (2, 2)


def test_in_the_first_hanchan_after_a_cut_the_standing_before_the_last_one_is_that_before_the_cut() -> None:
    """RULES.md §1.x, R:RON: in the finals the preliminary rank wins. All carry nothing and get nothing."""
    by = StandingRules(breakers=(Breaker.BEFORE_LAST,), cuts=(Cut(after=1, sizes=(4,), above=NOTHING, below=NOTHING),))
    rows = standings([*FIRST, *second({})], [], EIGHT, WRC, by=by)
    assert [row.player for row in rows] == sorted(TOTALS, key=lambda player: -TOTALS[player])
    assert rows[0].breaks[0].value == (30_200,)


# --- who leaves ----------------------------------------------------------------------------------------------------

TOP_FOUR = StandingRules(cuts=(Cut(after=1, sizes=(4,), below=NOTHING),))


def leaving(player: int, status: Status, tables: list[Table], *taken: Deduction) -> tuple[Standing, ...]:
    entrants = [Entrant(one.player, status if one.player == player else one.status) for one in EIGHT]
    return standings(tables, taken, entrants, WRC, by=TOP_FOUR)


@pytest.mark.parametrize("status", [Status.DISQUALIFIED, Status.WITHDRAWN])
def test_who_leaves_before_the_next_hanchan_makes_room_above_the_line(status: Status) -> None:
    """RULES.md §2.5, R:ARAMIN: disqualified before a cut, the next player moves up."""
    without_tom = sheet(2, (AIKO, 30_000), (LUC, 30_000), (EWA, 30_000), (MAX, 30_000))
    rows = leaving(TOM, status, [*FIRST, without_tom])
    assert (of(rows, MAX).tier, of(rows, MAX).place, of(rows, TOM).place) == (0, 4, None)
    assert of(rows, KOJI).tier == 1


@pytest.mark.parametrize("status", [Status.DISQUALIFIED, Status.WITHDRAWN])
def test_who_has_played_after_the_cut_keeps_the_place_above_the_line_from_others(status: Status) -> None:
    """RULES.md §2.5, R:ARAMIN: after rounds were played nobody moves up."""
    rows = leaving(TOM, status, [*FIRST, *second({})])
    assert (of(rows, MAX).tier, of(rows, MAX).place, of(rows, TOM).place) == (1, 4, None)
    assert of(rows, TOM).carried == (CarryOver(1, 0, 1_800, 1_800),)


def test_a_penalty_after_the_cut_shows_as_well_that_somebody_was_there() -> None:
    without_tom = sheet(2, (AIKO, 30_000), (LUC, 30_000), (EWA, 30_000), (MAX, 30_000))
    rows = leaving(
        TOM, Status.DISQUALIFIED, [*FIRST, without_tom], Deduction(TOM, 30_000, 2), Deduction(TOM, 1_000, None)
    )
    assert of(rows, MAX).tier == 1


@pytest.mark.parametrize("status", [Status.DISQUALIFIED, Status.WITHDRAWN])
def test_nobody_comes_above_the_line_because_all_who_were_have_left(status: Status) -> None:
    """RULES.md §5: a cut makes tiers, and a tier stays what it is when the last who is ranked in it leaves."""
    entrants = [Entrant(one.player, status if one.player == AIKO else one.status) for one in EIGHT]
    by = StandingRules(cuts=(Cut(after=1, sizes=(1,), below=NOTHING),))
    rows = standings([*FIRST, *second({})], [], entrants, WRC, by=by)
    assert of(rows, AIKO).carried[0].division == 0
    assert {(row.player == AIKO, row.tier) for row in rows} == {(True, 0), (False, 1)}


def test_a_substitute_is_never_cut() -> None:
    rows = leaving(AIKO, Status.SUBSTITUTE, [*FIRST, *second({})])
    assert (of(rows, AIKO).carried, of(rows, AIKO).total, of(rows, AIKO).tier) == ((), 30_200, 1)
    assert of(rows, MAX).place == 4


def test_a_field_of_substitutes_has_one_tier() -> None:
    entrants = [Entrant(player, Status.SUBSTITUTE) for player in range(1, 9)]
    assert {row.tier for row in standings([*FIRST, *second({})], [], entrants, WRC, by=TOP_FOUR)} == {0}


def test_where_everybody_left_after_the_cut_each_is_in_the_tier_that_it_made() -> None:
    entrants = [Entrant(player, Status.WITHDRAWN) for player in range(1, 9)]
    rows = standings([*FIRST, *second({})], [], entrants, WRC, by=TOP_FOUR)
    assert {row.player for row in rows if row.tier == 0} == {AIKO, LUC, EWA, TOM}
    assert {row.tier for row in rows} == {0, 1}


def test_tiers_that_are_given_go_before_those_of_a_cut() -> None:
    rows = standings([*FIRST, *second({})], [], EIGHT, WRC, tiers={AIKO: 1, LUC: 1}, by=TOP_FOUR)
    assert [(row.player, row.tier) for row in rows][:4] == [(EWA, 0), (TOM, 0), (INES, 1), (KOJI, 1)]
    assert [row.player for row in rows[-2:]] == [AIKO, LUC]


# --- best n of m ---------------------------------------------------------------------------------------------------

FOUR = [Entrant(player) for player in (AIKO, LUC, EWA, TOM)]
# Aiko +25 −45 +5; Luc +7 +27 +5 ... of three hanchan the best two count.
THREE = [
    sheet(1, (AIKO, 40_000), (LUC, 32_000), (EWA, 28_000), (TOM, 20_000)),  # +25 +7 −7 −25
    sheet(2, (AIKO, 0), (LUC, 52_000), (EWA, 40_000), (TOM, 28_000)),  # −45 +37 +15 −7
    sheet(3, (AIKO, 30_000), (LUC, 30_000), (EWA, 30_000), (TOM, 30_000)),  # 0 0 0 0
]


def test_only_the_best_hanchan_count_and_those_that_do_not_are_named() -> None:
    """RULES.md §5, Riichi City Global: any 5 of 8."""
    rows = standings(THREE, [], FOUR, WRC, by=StandingRules(best=2, of=3))
    assert brief(rows) == [(LUC, 1, 44_000), (AIKO, 2, 25_000), (EWA, 3, 15_000), (TOM, 4, -7_000)]
    assert {row.player: row.dropped for row in rows} == {AIKO: (2,), LUC: (3,), EWA: (1,), TOM: (1,)}
    assert len(of(rows, AIKO).hanchan) == 3


def test_penalties_count_also_in_a_hanchan_that_does_not() -> None:
    rows = standings(THREE, [Deduction(AIKO, 30_000, 2)], FOUR, WRC, by=StandingRules(best=2, of=3))
    assert (of(rows, AIKO).total, of(rows, AIKO).table_total, of(rows, AIKO).penalties) == (-5_000, 25_000, 30_000)


def test_nothing_is_dropped_before_there_is_more_than_counts() -> None:
    by = StandingRules(best=2, of=3)
    for after in (0, 1, 2):
        assert {row.dropped for row in standings(THREE, [], FOUR, WRC, after, by=by)} == {()}


def test_every_hanchan_after_the_first_m_counts() -> None:
    fourth = sheet(4, (AIKO, 0), (LUC, 40_000), (EWA, 40_000), (TOM, 40_000))
    rows = standings([*THREE, fourth], [], FOUR, WRC, by=StandingRules(best=2, of=3))
    assert (of(rows, AIKO).total, of(rows, AIKO).dropped) == (25_000 - 45_000, (2,))


def test_a_hanchan_that_was_missed_counts_nothing_and_is_kept_before_a_worse_one() -> None:
    """RULES.md A18: it counts as played with 0.0."""
    away = [THREE[0], sheet(2, (NOOR, 0), (LUC, 52_000), (EWA, 40_000), (TOM, 28_000)), THREE[2]]
    rows = standings(away, [], [*FOUR, Entrant(NOOR, Status.SUBSTITUTE)], WRC, by=StandingRules(best=1, of=3))
    assert (of(rows, AIKO).total, of(rows, AIKO).dropped) == (25_000, (2, 3))
    rows = standings(away, [], [*FOUR, Entrant(NOOR, Status.SUBSTITUTE)], WRC, by=StandingRules(best=2, of=3))
    assert of(rows, AIKO).dropped == (2,)


def test_of_a_missed_hanchan_and_one_of_no_points_the_missed_one_is_dropped() -> None:
    away = [THREE[0], sheet(2, (NOOR, 0), (LUC, 52_000), (EWA, 40_000), (TOM, 28_000)), THREE[2]]
    for order in (away, [replace(away[2], hanchan=2), replace(away[1], hanchan=3), away[0]]):
        rows = standings(order, [], [*FOUR, Entrant(NOOR, Status.SUBSTITUTE)], WRC, by=StandingRules(best=2, of=3))
        (dropped,) = of(rows, AIKO).dropped
        assert of(rows, AIKO).hanchan[dropped - 1] is None


def test_of_equal_scores_the_one_with_the_worse_place_is_dropped_then_the_later() -> None:
    """+15 as the shared winner of one table, +15 as the second of another."""
    tables = [
        sheet(1, (AIKO, 40_000), (LUC, 52_000), (EWA, 20_000), (TOM, 8_000)),
        sheet(2, (AIKO, 35_000), (LUC, 35_000), (EWA, 30_000), (TOM, 20_000)),
        sheet(3, (AIKO, 40_000), (LUC, 52_000), (EWA, 20_000), (TOM, 8_000)),
    ]
    assert {
        played.score
        for row in standings(tables, [], FOUR, WRC)
        for played in row.hanchan
        if played and row.player == AIKO
    } == {15_000}
    for best, dropped in ((2, (3,)), (1, (1, 3))):
        assert of(standings(tables, [], FOUR, WRC, by=StandingRules(best=best, of=3)), AIKO).dropped == dropped


def test_a_cut_carries_what_counts() -> None:
    by = StandingRules(best=1, of=2, cuts=(Cut(after=2, sizes=(2,), above=HALF, below=HALF),))
    rows = standings(THREE, [], FOUR, WRC, by=by)
    assert brief(rows) == [(LUC, 1, 18_500), (AIKO, 2, 12_500), (EWA, 3, 7_500), (TOM, 4, -3_500)]
