"""Splitting the uma: the 24 vectors, the seed's examples and the laws behind them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules import preset
from scoring.uma import bonus, cut, placed, shares
from tests.scoring.events import vectors

scores = st.lists(st.integers(-500, 1_500).map(lambda count: count * 100), min_size=4, max_size=4)
prizes = st.tuples(st.integers(0, 400), st.integers(-400, 400)).map(
    lambda pair: tuple(sorted((pair[0] * 100, pair[1] * 100, -pair[1] * 100, -pair[0] * 100), reverse=True))
)
TWENTY_TEN = (20_000, 10_000, -10_000, -20_000)


@pytest.mark.parametrize("vector", vectors(), ids=lambda vector: f"{vector['ruleset']}: {vector['note']}")
def test_uma_of_the_collected_vectors(vector: dict[str, list[int]]) -> None:
    """uma-vectors.json: EMA/WRC split and JPML A floating split."""
    rules = preset("jpml-a" if "JPML" in vector["ruleset"] else "wrc-2022")
    uma = bonus(vector["scores"], rules.uma, rules.goal, rules.oka)
    assert sorted(uma, reverse=True) == sorted(vector["uma_by_rank"], reverse=True)
    by_place = [share for _, share in sorted(zip(vector["scores"], uma, strict=True), reverse=True)]
    assert by_place == vector["uma_by_rank"]


@pytest.mark.parametrize(
    ("points", "values", "oka", "expected"),
    [
        # RULES.md §8.2, S0 Mod.4.1: three tied first keep one decimal, without rounding
        ((36_000, 36_000, 36_000, 12_000), TWENTY_TEN, 0, (6_600, 6_600, 6_600, -20_000)),
        # RULES.md §8.2, S0 Mod.4.2: uma and oka are added before the split
        ((33_000, 33_000, 33_000, 1_000), TWENTY_TEN, 20_000, (13_300, 13_300, 13_300, -20_000)),
        # RULES.md §8.2, A2: toward zero
        ((60_000, 20_000, 20_000, 20_000), TWENTY_TEN, 0, (20_000, -6_600, -6_600, -6_600)),
        # RULES.md §8.2
        ((35_000, 35_000, 20_000, 10_000), TWENTY_TEN, 20_000, (25_000, 25_000, -10_000, -20_000)),
        ((25_000, 25_000, 25_000, 25_000), TWENTY_TEN, 20_000, (5_000, 5_000, 5_000, 5_000)),
        # RULES.md §8.2, S4 4.11: prizes that do not sum to zero
        ((30_000, 30_000, 20_000, 20_000), (15_000, 10_000, 5_000, 2_000), 0, (12_500, 12_500, 3_500, 3_500)),
    ],
)
def test_shares_of_the_seed_examples(
    points: tuple[int, ...], values: tuple[int, ...], oka: int, expected: tuple[int, ...]
) -> None:
    assert bonus(points, values, 30_000, oka) == expected


def test_a_tie_for_a_lower_place_takes_nothing_of_the_oka() -> None:
    """RULES.md A4."""
    assert bonus((40_000, 20_000, 20_000, 20_000), TWENTY_TEN, 30_000, 20_000) == (40_000, -6_600, -6_600, -6_600)


@given(scores, prizes)
def test_shares_sum_to_zero_but_for_what_is_cut_off(points: list[int], values: tuple[int, ...]) -> None:
    assert abs(sum(shares(points, values))) <= 200
    if len(set(points)) == 4:
        assert sum(shares(points, values)) == sum(values) == 0


@given(scores, prizes, st.permutations(range(4)))
def test_shares_do_not_depend_on_the_order_of_rows(
    points: list[int], values: tuple[int, ...], order: list[int]
) -> None:
    shuffled = [points[row] for row in order]
    assert shares(shuffled, values) == tuple(shares(points, values)[row] for row in order)
    assert placed(shuffled) == tuple(placed(points)[row] for row in order)


@given(scores, prizes)
def test_more_points_never_get_a_smaller_share(points: list[int], values: tuple[int, ...]) -> None:
    by_points = [share for _, share in sorted(zip(points, shares(points, values), strict=True), reverse=True)]
    assert by_points == sorted(by_points, reverse=True)


@given(scores)
def test_a_place_is_one_more_than_the_players_above(points: list[int]) -> None:
    for own, (place, shared) in zip(points, placed(points), strict=True):
        assert place == 1 + sum(other > own for other in points)
        assert shared == (points.count(own) > 1)


@given(st.integers(-1_000_000, 1_000_000), st.integers(1, 4))
def test_a_cut_share_is_a_full_tenth_of_p_and_never_larger_than_the_exact_one(pool: int, count: int) -> None:
    share = cut(pool, count)
    assert share % 100 == 0
    assert 0 <= abs(pool) - abs(share) * count < 100 * count
