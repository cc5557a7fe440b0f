"""Splitting the uma: the 24 vectors, the seed's examples and the laws behind them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.game import places_by_points, shares, stepped_shares, truncated_share, truncated_shares, worth
from scoring.rules import preset
from tests.scoring.events import vectors

scores = st.lists(st.integers(-500, 1_500).map(lambda count: count * 100), min_size=4, max_size=4)
prizes = st.tuples(st.integers(0, 400), st.integers(-400, 400)).map(
    lambda pair: tuple(sorted((pair[0] * 100, pair[1] * 100, -pair[1] * 100, -pair[0] * 100), reverse=True))
)
TWENTY_TEN = (20_000, 10_000, -10_000, -20_000)


PANTHEONS = {
    # The vectors are Pantheon's: it has 8/4/−4/−8 with nobody at the goal, where the league has none (RULES.md A22).
    "floating": [
        [8_000, 4_000, -4_000, -8_000],
        [12_000, -1_000, -3_000, -8_000],
        [8_000, 4_000, -4_000, -8_000],
        [8_000, 3_000, 1_000, -12_000],
        [0, 0, 0, 0],
    ]
}


@pytest.mark.parametrize("vector", vectors(), ids=lambda vector: f"{vector['ruleset']}: {vector['note']}")
def test_uma_of_the_collected_vectors(vector: dict[str, list[int]]) -> None:
    """uma-vectors.json: EMA/WRC split and JPML A floating split."""
    rules = preset("jpml-a-2012").replace(uma=PANTHEONS) if "JPML" in vector["ruleset"] else preset("wrc-2022")
    uma = shares(places_by_points(vector["scores"]), worth(vector["scores"], rules.uma, rules.goal, rules.oka))
    assert sorted(uma, reverse=True) == sorted(vector["uma_by_rank"], reverse=True)
    by_place = [share for _, share in sorted(zip(vector["scores"], uma, strict=True), reverse=True)]
    assert by_place == vector["uma_by_rank"]


def test_what_a_place_is_worth_is_uma_and_oka_and_prize_together() -> None:
    """S0 Mod.4.2 and S4 4.11: summed before anybody shares."""
    assert worth((40_000, 30_000, 20_000, 10_000), TWENTY_TEN, 30_000, 20_000, (15_000, 10_000, 5_000, 2_000)) == (
        55_000,
        20_000,
        -5_000,
        -18_000,
    )


@pytest.mark.parametrize(
    ("pool", "count", "expected"),
    [
        (50_000, 3, (16_700, 16_700, 16_600)),  # RULES.md §8.3, M-League
        (1_000, 3, (400, 300, 300)),
        (2_000, 3, (700, 700, 600)),
        (-20_000, 3, (-6_600, -6_700, -6_700)),  # the earlier seat is never worse off
        (-100, 4, (0, 0, 0, -100)),
        (20_000, 2, (10_000, 10_000)),
        (0, 4, (0, 0, 0, 0)),
        (250, 2, (150, 100)),
        (-50, 2, (0, -50)),
        (20_050, 1, (20_050,)),
    ],
)
def test_dealing_out_gives_the_remainder_to_the_earlier_seat(pool: int, count: int, expected: tuple[int, ...]) -> None:
    assert stepped_shares(pool, count) == expected


@given(st.integers(-1_000_000, 1_000_000), st.integers(1, 4))
def test_dealing_out_loses_nothing_and_never_gives_the_later_seat_more(pool: int, count: int) -> None:
    dealt = stepped_shares(pool, count)
    assert sum(dealt) == pool
    assert list(dealt) == sorted(dealt, reverse=True)
    assert dealt[0] - dealt[-1] <= 100
    assert sum(share % 100 != 0 for share in dealt) <= (pool % 100 != 0)


@given(scores, prizes)
def test_shares_sum_to_zero_but_for_what_is_cut_off(points: list[int], values: tuple[int, ...]) -> None:
    found = shares(places_by_points(points), values)
    assert abs(sum(found)) <= 200
    if len(set(points)) == 4:
        assert sum(found) == sum(values) == 0


@given(scores, prizes)
def test_dealt_shares_and_shares_by_seat_sum_to_zero(points: list[int], values: tuple[int, ...]) -> None:
    assert sum(shares(places_by_points(points), values, stepped_shares)) == 0
    assert sorted(shares(places_by_points(points, by_seat=True), values), reverse=True) == list(values)


@given(scores, prizes, st.permutations(range(4)))
def test_shares_do_not_depend_on_the_order_of_rows(
    points: list[int], values: tuple[int, ...], order: list[int]
) -> None:
    shuffled, places = [points[row] for row in order], places_by_points(points)
    assert places_by_points(shuffled) == tuple(places[row] for row in order)
    assert shares(places_by_points(shuffled), values) == tuple(shares(places, values)[row] for row in order)


@given(scores, prizes, st.sampled_from((truncated_shares, stepped_shares)))
def test_more_points_never_get_a_smaller_share(points: list[int], values: tuple[int, ...], divide: object) -> None:
    found = shares(places_by_points(points), values, divide)  # type: ignore[arg-type]
    by_points = sorted(zip(points, range(0, -4, -1), found, strict=True), reverse=True)
    assert [share for *_, share in by_points] == sorted(found, reverse=True)


@given(scores)
def test_a_place_is_one_more_than_the_players_above(points: list[int]) -> None:
    for own, (place, shared) in zip(points, places_by_points(points), strict=True):
        assert place == 1 + sum(other > own for other in points)
        assert shared == (points.count(own) > 1)


@given(scores)
def test_by_seat_the_earlier_row_stands_above_an_equal_one(points: list[int]) -> None:
    places = places_by_points(points, by_seat=True)
    assert sorted(places) == [(1, False), (2, False), (3, False), (4, False)]
    order = [row for row, _ in sorted(enumerate(places), key=lambda pair: pair[1])]
    assert order == sorted(range(4), key=lambda row: (-points[row], row))


@given(st.integers(-1_000_000, 1_000_000), st.integers(1, 4))
def test_a_cut_share_is_a_full_tenth_of_p_and_never_larger_than_the_exact_one(pool: int, count: int) -> None:
    share = truncated_share(pool, count)
    assert share % 100 == 0
    assert 0 <= abs(pool) - abs(share) * count < 100 * count
    assert truncated_shares(pool, count) == ((share,) * count if count > 1 else (pool,))
