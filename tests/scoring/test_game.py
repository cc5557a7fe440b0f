"""The score of a hanchan; vectors of RULES.md §8."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.game import Line, Table, end_points, score_points, score_table
from scoring.rules import Ruleset, preset
from scoring.uma import shares
from scoring.winds import WINDS, Wind

WRC = preset("wrc-2022")
TWENTY_TEN = [20_000, 10_000, -10_000, -20_000]


def fair_scores() -> st.SearchStrategy[tuple[int, ...]]:
    """Four scores that sum to 120,000."""
    three = st.lists(st.integers(-300, 900), min_size=3, max_size=3)
    return three.map(lambda counts: tuple(count * 100 for count in (*counts, 1_200 - sum(counts))))


@pytest.mark.parametrize(
    ("points", "places", "uma", "scores", "deposits"),
    [
        (
            (45_200, 31_100, 25_700, 18_000),
            (1, 2, 3, 4),
            (15_000, 5_000, -5_000, -15_000),
            (30_200, 6_100, -9_300, -27_000),
            0,
        ),
        (
            (35_000, 35_000, 30_000, 20_000),
            (1, 1, 3, 4),
            (10_000, 10_000, -5_000, -15_000),
            (15_000, 15_000, -5_000, -25_000),
            0,
        ),
        ((42_000, 30_000, 30_000, 18_000), (1, 2, 2, 4), (15_000, 0, 0, -15_000), (27_000, 0, 0, -27_000), 0),
        (
            (40_000, 36_000, 22_000, 22_000),
            (1, 2, 3, 3),
            (15_000, 5_000, -10_000, -10_000),
            (25_000, 11_000, -18_000, -18_000),
            0,
        ),
        (
            (38_000, 38_000, 22_000, 22_000),
            (1, 1, 3, 3),
            (10_000, 10_000, -10_000, -10_000),
            (18_000, 18_000, -18_000, -18_000),
            0,
        ),
        (
            (36_000, 36_000, 36_000, 12_000),
            (1, 1, 1, 4),
            (5_000, 5_000, 5_000, -15_000),
            (11_000, 11_000, 11_000, -33_000),
            0,
        ),
        (
            (60_000, 20_000, 20_000, 20_000),
            (1, 2, 2, 2),
            (15_000, -5_000, -5_000, -5_000),
            (45_000, -15_000, -15_000, -15_000),
            0,
        ),
        ((30_000, 30_000, 30_000, 30_000), (1, 1, 1, 1), (0, 0, 0, 0), (0, 0, 0, 0), 0),
        (
            (78_300, 32_100, 12_400, -2_800),
            (1, 2, 3, 4),
            (15_000, 5_000, -5_000, -15_000),
            (63_300, 7_100, -22_600, -47_800),
            0,
        ),
        (
            (41_000, 33_000, 26_000, 18_000),
            (1, 2, 3, 4),
            (15_000, 5_000, -5_000, -15_000),
            (26_000, 8_000, -9_000, -27_000),
            2,
        ),
        ((29_000, 29_000, 29_000, 29_000), (1, 1, 1, 1), (0, 0, 0, 0), (-1_000, -1_000, -1_000, -1_000), 4),
    ],
)
@pytest.mark.parametrize("key", ["wrc-2022", "wrc-2025", "own"])
def test_wrc_scores(
    key: str, points: list[int], places: object, uma: object, scores: tuple[int], deposits: int
) -> None:
    """RULES.md §8.1."""
    rows = score_points(points, preset(key), deposits)
    assert tuple(row.points for row in rows) == points
    assert tuple(row.place for row in rows) == places
    assert tuple(row.uma for row in rows) == uma
    assert tuple(row.score for row in rows) == scores
    assert sum(scores) == -1_000 * deposits


def test_a_winner_with_40_000_scores_25() -> None:
    """RULES.md §8.1, WRC 2015 chapter 7.1."""
    assert score_points((40_000, 35_000, 25_000, 20_000), WRC)[0].score == 25_000


@pytest.mark.parametrize(
    ("changes", "points", "scores", "off"),
    [
        ({}, (36_000, 36_000, 36_000, 12_000), (12_600, 12_600, 12_600, -38_000), -200),
        ({"start": 25_000}, (33_000, 33_000, 33_000, 1_000), (16_300, 16_300, 16_300, -49_000), -100),
        ({}, (60_000, 20_000, 20_000, 20_000), (50_000, -16_600, -16_600, -16_600), 200),
        ({"start": 25_000}, (35_000, 35_000, 20_000, 10_000), (30_000, 30_000, -20_000, -40_000), 0),
        ({"start": 25_000}, (25_000, 25_000, 25_000, 25_000), (0, 0, 0, 0), 0),
    ],
)
def test_a_share_that_does_not_divide_is_cut(
    changes: dict[str, int], points: tuple[int, ...], scores: tuple[int, ...], off: int
) -> None:
    """RULES.md §8.2, from S0 Mod.4.1 and Mod.4.2."""
    rules = preset("own").replace(uma=TWENTY_TEN, **changes)
    found = tuple(row.score for row in score_points(points, rules))
    assert found == scores
    assert sum(found) == off


def test_four_winds_prizes_are_shared() -> None:
    """RULES.md §8.2, S4 4.11."""
    prizes = (15_000, 10_000, 5_000, 2_000)
    assert shares((30_000, 30_000, 20_000, 20_000), prizes) == (12_500, 12_500, 3_500, 3_500)


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ((35_000, 32_000, 22_000, 19_000), (17_000, 2_000, -8_000, -11_000)),
        ((30_000, 30_000, 20_000, 20_000), (10_000, 10_000, -10_000, -10_000)),
        ((30_000, 30_000, 30_000, 30_000), (0, 0, 0, 0)),
    ],
)
def test_four_winds_end_points(points: tuple[int, ...], expected: tuple[int, ...]) -> None:
    """S4 4.10 and RULES.md §8.2: the winner takes the sum of the losers, not points minus goal."""
    assert end_points(points, 30_000) == expected


@pytest.mark.parametrize(
    ("key", "points", "deposits", "scores"),
    [
        ("ema-2025", (40_000, 30_000, 25_000, 25_000), 0, (25_000, 5_000, -15_000, -15_000)),
        ("ema-2025", (35_000, 35_000, 20_000, 30_000), 0, (15_000, 15_000, -25_000, -5_000)),
        ("ema-2025", (40_000, 30_000, 20_000, 29_000), 1, (26_000, 5_000, -25_000, -6_000)),
        ("ema-2025", (31_500, 31_500, 28_500, 28_500), 0, (11_500, 11_500, -11_500, -11_500)),
        ("jpml-a", (45_000, 29_000, 26_000, 20_000), 0, (27_000, -2_000, -7_000, -18_000)),
        ("jpml-a", (40_000, 35_000, 25_000, 20_000), 0, (18_000, 9_000, -9_000, -18_000)),
        ("jpml-a", (36_000, 33_000, 31_000, 20_000), 0, (14_000, 6_000, 2_000, -22_000)),
        ("jpml-a", (40_000, 30_000, 30_000, 20_000), 0, (18_000, 2_000, 2_000, -22_000)),
    ],
)
def test_scores_of_other_rules(key: str, points: tuple[int, ...], deposits: int, scores: tuple[int, ...]) -> None:
    """RULES.md §8.3."""
    assert tuple(row.score for row in score_points(points, preset(key), deposits)) == scores


@pytest.mark.parametrize(
    ("start", "uma", "points", "scores"),
    [
        (25_000, TWENTY_TEN, (42_000, 31_000, 18_000, 9_000), (52_000, 11_000, -22_000, -41_000)),
        (25_000, [10_000, 5_000, -5_000, -10_000], (35_000, 30_000, 20_000, 15_000), (35_000, 5_000, -15_000, -25_000)),
    ],
)
def test_own_rules_with_an_oka(start: int, uma: list[int], points: tuple[int, ...], scores: tuple[int, ...]) -> None:
    """RULES.md §8.3: 25/30 with oka 20."""
    rules = preset("own").replace(start=start, uma=uma)
    assert rules.oka == 20_000
    assert tuple(row.score for row in score_points(points, rules)) == scores


def test_winners_share_leftover_deposits_cut_to_100_points() -> None:
    """RULES.md §8.3 and A13: 1,000 among three gives 300 each."""
    rows = score_points((33_000, 33_000, 33_000, 20_000), preset("ema-2025"), 1)
    assert [row.score for row in rows] == [8_300, 8_300, 8_300, -25_000]


def test_a_penalty_has_no_part_in_the_hanchan_score() -> None:
    """RULES.md §8.5: the winner with 45,200 and a chonbo scores +30.2."""
    assert score_points((45_200, 31_100, 25_700, 18_000), WRC)[0].score == 30_200


@given(fair_scores(), st.integers(0, 8))
def test_scores_sum_to_the_stated_loss(points: tuple[int, ...], deposits: int) -> None:
    left = (*points[:3], points[3] - 1_000 * deposits)
    assert sum(row.score for row in score_points(left, WRC, deposits)) == -1_000 * deposits


@given(fair_scores(), st.integers(0, 8))
def test_nothing_but_a_cut_share_is_lost_where_the_winner_takes_the_deposits(
    points: tuple[int, ...], deposits: int
) -> None:
    left = (*points[:3], points[3] - 1_000 * deposits)
    assert -400 < sum(row.score for row in score_points(left, preset("ema-2025"), deposits)) <= 0


@given(fair_scores(), st.permutations(range(4)), st.sampled_from(["wrc-2022", "ema-2025", "jpml-a"]))
def test_scores_do_not_depend_on_the_order_of_rows(points: tuple[int, ...], order: list[int], key: str) -> None:
    rules = preset(key)
    rows = score_points(points, rules)
    assert score_points([points[row] for row in order], rules) == tuple(rows[row] for row in order)


@given(fair_scores(), st.integers(1, 300))
def test_more_points_never_score_less(points: tuple[int, ...], more: int) -> None:
    before = score_points(points, WRC)[0].score
    assert score_points((points[0] + more * 100, *points[1:]), WRC)[0].score >= before + more * 100


def table(points: tuple[int, ...], players: tuple[int, ...] = (7, 8, 9, 10), winds: tuple[Wind, ...] = WINDS) -> Table:
    lines = tuple(Line(wind, player, own) for wind, player, own in zip(winds, players, points, strict=True))
    return Table(3, 12, lines)


def test_a_table_is_scored_in_the_order_of_its_lines(rules: Ruleset = WRC) -> None:
    points = (18_000, 45_200, 25_700, 31_100)
    assert score_table(table(points), rules) == score_points(points, rules)


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (lambda: table((0, 0, 0, 0), players=(7, 8, 9, 7)), "hanchan 3 table 12: a player sits at this table twice"),
        (lambda: table((0, 0, 0, 0), winds=(WINDS[0], *WINDS[:3])), "the lines are not one for each wind"),
        (lambda: Table(3, 12, ()), "the lines are not one for each wind"),
        (lambda: Table(3, 12, table((0, 0, 0, 0)).lines, -1), "hanchan 3 table 12: -1 deposits"),
    ],
)
def test_a_table_that_cannot_be_is_refused(broken: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        broken()  # type: ignore[operator]
