"""Weights and base ranks of the European ranking."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.ema import base_rank, mers_weight


@pytest.mark.parametrize(
    ("days", "players", "countries", "weight"),
    [
        (2, 84, 8, Fraction(7, 2)),  # RULES.md §8.6, Hatsumi Taikai
        (2, 84, 10, Fraction(4)),
        (2, 33, 4, Fraction(2)),
        (1, 40, 5, Fraction(1)),  # the tests of EMA's portal: 40/41/80/81 players, 5/9/10 countries
        (1, 41, 5, Fraction(3, 2)),
        (1, 80, 5, Fraction(3, 2)),
        (1, 81, 5, Fraction(2)),
        (1, 40, 9, Fraction(3, 2)),
        (1, 40, 10, Fraction(2)),
        (5, 40, 5, Fraction(3)),
    ],
)
def test_days_players_and_countries_add_up(days: int, players: int, countries: int, weight: Fraction) -> None:
    assert mers_weight(days, players, countries) == weight


def test_up_to_three_substitutes_are_players_and_a_qualification_weighs_one() -> None:
    """RULES.md 4.9."""
    assert mers_weight(2, 38, 6, substitutes=3) == mers_weight(2, 38, 6, substitutes=9) == 3
    assert mers_weight(2, 38, 6, substitutes=2) == Fraction(5, 2)
    assert mers_weight(2, 37, 6, substitutes=9) == Fraction(5, 2)
    assert mers_weight(1, 40, 5, qualification=True) == 2


@pytest.mark.parametrize(
    ("place", "ranked", "rank"),
    [(15, 64, 778), (32, 60, 475), (1, 100, 1_000), (100, 100, 0), (1, 1, 1_000), (2, 2, 0), (75, 100, 253)],
)
def test_the_base_rank(place: int, ranked: int, rank: int) -> None:
    """RULES.md §8.6; the 75th of 100 was 252 on an old page that cut off (252.53), newer data rounds (A23)."""
    assert base_rank(place, ranked) == rank


def test_up_to_three_substitutes_stand_behind_the_last_player() -> None:
    """RANKINGS.md: N counts substitutes, at most three."""
    assert [base_rank(8, 8, number) for number in (0, 1, 3, 9)] == [0, 125, 300, 300]
    assert base_rank(1, 1, 1) == 1_000


@pytest.mark.parametrize(("place", "ranked"), [(0, 4), (5, 4)])
def test_a_place_that_is_not_there_is_an_error(place: int, ranked: int) -> None:
    with pytest.raises(ValueError, match="place"):
        base_rank(place, ranked)


@given(st.integers(2, 300).flatmap(lambda ranked: st.tuples(st.integers(1, ranked - 1), st.just(ranked))))
def test_a_better_place_never_has_a_lower_rank(case: tuple[int, int]) -> None:
    place, ranked = case
    assert 0 <= base_rank(place + 1, ranked) <= base_rank(place, ranked) <= 1_000
    assert abs(base_rank(place, ranked) - Fraction(1_000 * (ranked - place), ranked - 1)) <= Fraction(1, 2)
