"""Totals, places, penalties and those who are not ranked."""

import pickle
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.game import ScoreLine, Table
from scoring.rules import preset
from scoring.standings import standings
from scoring.standings.values import Deduction, Entrant, Standing, Status
from scoring.winds import WINDS

WRC = preset("wrc-2022")
AIKO, LUC, EWA, TOM, INES, KOJI, MAX, NOOR = range(1, 9)
FOUR = tuple(map(Entrant, (AIKO, LUC, EWA, TOM)))
EIGHT = tuple(map(Entrant, range(1, 9)))


def sheet(hanchan: int, *scores: tuple[int, int], table: int = 1, deposits: int = 0) -> Table:
    """A sheet of (player, points) from East to North."""
    lines = tuple(ScoreLine(wind, player, points) for wind, (player, points) in zip(WINDS, scores, strict=True))
    return Table(hanchan, table, lines, deposits)


FIRST = sheet(1, (AIKO, 45_200), (LUC, 31_100), (EWA, 25_700), (TOM, 18_000))
SECOND = sheet(2, (TOM, 60_000), (EWA, 20_000), (LUC, 20_000), (AIKO, 20_000))


def brief(rows: tuple[Standing, ...]) -> list[tuple[int, int | None, int]]:
    return [(row.player, row.place, row.total) for row in rows]


def test_totals_add_up_hanchan_scores() -> None:
    rows = standings([FIRST, SECOND], [], FOUR, WRC)
    assert brief(rows) == [(TOM, 1, 18_000), (AIKO, 2, 15_200), (LUC, 3, -8_900), (EWA, 4, -24_300)]
    tom = rows[0]
    assert [(one.hanchan, one.table, one.wind.label, one.points, one.place) for one in tom.hanchan if one] == [
        (1, 1, "North", 18_000, 4),
        (2, 1, "East", 60_000, 1),
    ]
    assert (tom.places, tom.firsts, tom.ranked, tom.shared) == ((1, 0, 0, 1), 1, True, False)
    assert [row.places for row in rows] == [(1, 0, 0, 1), (1, 1, 0, 0), (0, 2, 0, 0), (0, 1, 1, 0)]


def test_standings_after_an_earlier_hanchan_leave_out_what_came_later() -> None:
    penalties = [Deduction(AIKO, 1_000, 1), Deduction(AIKO, 2_000, 2), Deduction(AIKO, 4_000, None)]
    rows = standings([FIRST, SECOND], penalties, FOUR, WRC, after=1)
    aiko = next(row for row in rows if row.player == AIKO)
    assert (aiko.table_total, aiko.penalties, aiko.total, len(aiko.hanchan)) == (30_200, 5_000, 25_200, 1)


def test_before_the_first_hanchan_everybody_shares_the_first_place() -> None:
    rows = standings([FIRST], [], FOUR, WRC, after=0)
    assert [(row.place, row.shared, row.total, row.hanchan) for row in rows] == [(1, True, 0, ())] * 4


def test_without_a_sheet_there_is_no_column() -> None:
    assert {row.hanchan for row in standings([], [], FOUR, WRC)} == {()}


def test_a_hanchan_that_is_not_played_yet_has_an_empty_column() -> None:
    rows = standings([FIRST], [], FOUR, WRC, after=3)
    assert all(row.hanchan[1:] == (None, None) for row in rows)


def test_a_chonbo_by_the_winner_leaves_the_table_score_alone() -> None:
    """RULES.md §8.5: hanchan +30.2 unchanged, tournament +0.2."""
    aiko = next(row for row in standings([FIRST], [Deduction(AIKO, 30_000, 1)], FOUR, WRC) if row.player == AIKO)
    assert aiko.hanchan[0] is not None
    assert (aiko.hanchan[0].score, aiko.table_total, aiko.total) == (30_200, 30_200, 200)


def test_a_penalty_of_20p_takes_a_total_from_25_to_5() -> None:
    """RULES.md §8.5, WRC 2015 chapter 7.1."""
    table = sheet(1, (AIKO, 40_000), (LUC, 35_000), (EWA, 25_000), (TOM, 20_000))
    rows = standings([table], [Deduction(AIKO, 20_000, 1)], FOUR, WRC)
    assert next(row.total for row in rows if row.player == AIKO) == 5_000


def test_a_forfeited_hanchan_is_nothing_but_the_penalty() -> None:
    """RULES.md §8.5: late 11 minutes, a substitute plays: 0 and -30.0, not -40."""
    table = sheet(1, (INES, 45_200), (LUC, 31_100), (EWA, 25_700), (TOM, 18_000))
    entrants = (*FOUR, Entrant(INES, Status.SUBSTITUTE))
    rows = standings([table], [Deduction(AIKO, 30_000, 1)], entrants, WRC)
    aiko = next(row for row in rows if row.player == AIKO)
    assert (aiko.hanchan, aiko.table_total, aiko.total, aiko.place) == ((None,), 0, -30_000, 4)
    assert (rows[-1].player, rows[-1].place, rows[-1].total) == (INES, None, 30_200)


def test_a_wrong_report_sheet_costs_each_player_2p() -> None:
    """RULES.md §8.5: four penalties of 2.0."""
    taken = [Deduction(player, 2_000, 1) for player in (AIKO, LUC, EWA, TOM)]
    assert sum(row.total for row in standings([FIRST], taken, FOUR, WRC)) == -8_000


def test_equal_totals_share_a_place_and_the_next_is_left_out() -> None:
    table = sheet(1, (AIKO, 42_000), (LUC, 30_000), (EWA, 30_000), (TOM, 18_000))
    rows = standings([table], [], FOUR, WRC)
    assert [(row.place, row.shared) for row in rows] == [(1, False), (2, True), (2, True), (4, False)]


def test_equal_totals_keep_the_order_of_the_entrants() -> None:
    table = sheet(1, (AIKO, 42_000), (LUC, 30_000), (EWA, 30_000), (TOM, 18_000))
    rows = standings([table], [], tuple(map(Entrant, (TOM, EWA, LUC, AIKO))), WRC)
    assert [row.player for row in rows] == [AIKO, EWA, LUC, TOM]


def test_substitutes_withdrawn_and_disqualified_players_come_last_without_a_place() -> None:
    entrants = (
        Entrant(AIKO, Status.DISQUALIFIED),
        Entrant(LUC, Status.WITHDRAWN),
        Entrant(EWA, Status.SUBSTITUTE),
        Entrant(TOM),
    )
    rows = standings([FIRST], [], entrants, WRC)
    assert [(row.player, row.place, row.ranked, row.shared, row.status) for row in rows] == [
        (TOM, 1, True, False, Status.PLAYING),
        (EWA, None, False, False, Status.SUBSTITUTE),
        (LUC, None, False, False, Status.WITHDRAWN),
        (AIKO, None, False, False, Status.DISQUALIFIED),
    ]
    assert rows[3].total == 30_200


def test_those_without_a_place_stand_by_their_totals() -> None:
    entrants = [Entrant(player, Status.SUBSTITUTE) for player in (TOM, EWA, LUC, AIKO)]
    assert [row.player for row in standings([FIRST], [], entrants, WRC)] == [AIKO, LUC, EWA, TOM]


def test_equal_totals_of_substitutes_are_no_shared_place() -> None:
    entrants = tuple(Entrant(player, Status.SUBSTITUTE) for player in (AIKO, LUC, EWA, TOM))
    assert {row.shared for row in standings([], [], entrants, WRC)} == {False}


def test_a_better_tier_stands_above_a_higher_total() -> None:
    """RULES.md §5: Toronto 2023, rank 16 with -29 above rank 17 with +75.2."""
    rows = standings([FIRST], [], FOUR, WRC, tiers={AIKO: 1, LUC: 1})
    assert [(row.player, row.place, row.tier) for row in rows] == [(EWA, 1, 0), (TOM, 2, 0), (AIKO, 3, 1), (LUC, 4, 1)]


def test_equal_totals_in_different_tiers_share_nothing() -> None:
    rows = standings([], [], FOUR, WRC, tiers={TOM: 1})
    assert [(row.player, row.place, row.shared) for row in rows] == [
        (AIKO, 1, True),
        (LUC, 1, True),
        (EWA, 1, True),
        (TOM, 4, False),
    ]


@pytest.mark.parametrize(
    ("tables", "taken", "entrants", "message"),
    [
        ([FIRST, FIRST], [], FOUR, "player 1 sits twice in hanchan 1"),
        ([FIRST], [], FOUR[:3], "player 4 of hanchan 1 table 1 is not entered"),
        ([], [Deduction(INES, 1_000, None)], FOUR, "player 5 has a penalty and is not entered"),
        ([], [], (*FOUR, Entrant(AIKO)), "player 1 is entered twice"),
    ],
)
def test_what_cannot_be_is_an_error(
    tables: list[Table], taken: list[Deduction], entrants: tuple[Entrant, ...], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        standings(tables, taken, entrants, WRC)


def test_standings_can_be_pickled() -> None:
    rows = standings([FIRST, SECOND], [], FOUR, WRC)
    assert pickle.loads(pickle.dumps(rows)) == rows  # noqa: S301


def events() -> st.SearchStrategy[list[Table]]:
    """Two tables in each of three hanchan, any seats, sums of 120,000."""
    counts = st.lists(st.integers(-20, 80), min_size=3, max_size=3)
    return st.lists(st.tuples(st.permutations(range(1, 9)), counts, counts), min_size=3, max_size=3).map(
        lambda rounds: [
            sheet(number, *zip(seats[at : at + 4], scores(count), strict=True), table=1 + at // 4)
            for number, (seats, *both) in enumerate(rounds, start=1)
            for at, count in zip((0, 4), both, strict=True)
        ]
    )


def scores(counts: list[int]) -> list[int]:
    return [1_000 * count for count in (*counts, 120 - sum(counts))]


penalties = st.lists(
    st.builds(Deduction, st.integers(1, 8), st.sampled_from([1_000, 2_000, 30_000]), st.sampled_from([None, 1, 2, 3])),
    max_size=6,
)


@given(events(), penalties)
def test_totals_sum_to_minus_the_penalties(tables: list[Table], taken: list[Deduction]) -> None:
    rows = standings(tables, taken, EIGHT, WRC)
    assert sum(row.table_total for row in rows) == 0
    assert sum(row.total for row in rows) == -sum(deduction.amount for deduction in taken)


@given(events(), penalties, st.randoms())
def test_standings_do_not_depend_on_the_order_in_which_sheets_came_in(
    tables: list[Table], taken: list[Deduction], chance: object
) -> None:
    expected = standings(tables, taken, EIGHT, WRC)
    chance.shuffle(tables)  # type: ignore[attr-defined]
    chance.shuffle(taken)  # type: ignore[attr-defined]
    assert standings(tables, taken, EIGHT, WRC) == expected


@given(events(), penalties)
def test_a_place_is_one_more_than_the_players_above(tables: list[Table], taken: list[Deduction]) -> None:
    rows = standings(tables, taken, EIGHT, WRC)
    totals = Counter(row.total for row in rows)
    for row in rows:
        assert row.place == 1 + sum(other.total > row.total for other in rows)
        assert row.shared == (totals[row.total] > 1)
        assert row.total == row.table_total - row.penalties


@given(events(), st.integers(1, 8))
def test_a_penalty_never_helps(tables: list[Table], player: int) -> None:
    before = {row.player: row.place for row in standings(tables, [], EIGHT, WRC)}
    after = {row.player: row.place for row in standings(tables, [Deduction(player, 2_000, None)], EIGHT, WRC)}
    assert (after[player] or 0) >= (before[player] or 0)
    assert all((after[other] or 0) <= (before[other] or 0) for other in after if other != player)
