"""Carrying totals over a cut."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cut import Rounding, carry_over, tiers
from scoring.rules import preset
from scoring.standings import Deduction, Entrant, Status, standings

HALF = Fraction(1, 2)
totals = st.integers(-2_000, 2_000).map(lambda count: count * 100)
factors = st.sampled_from([Fraction(1), HALF, Fraction(1, 4), Fraction(0)])


@pytest.mark.parametrize(
    ("points", "factor", "rounding", "carried"),
    [
        (25_300, HALF, Rounding.UP, 12_700),  # RULES.md §8.5, Toronto 2023 "rounding up"
        (-25_300, HALF, Rounding.UP, -12_600),
        (25_300, HALF, Rounding.HALF_AWAY, 12_700),
        (-25_300, HALF, Rounding.HALF_AWAY, -12_700),
        (25_300, Fraction(1, 4), Rounding.HALF_AWAY, 6_300),
        (25_300, HALF, Rounding.EXACT, 12_650),
        (25_300, Fraction(0), Rounding.UP, 0),
        (25_300, Fraction(1), Rounding.UP, 25_300),
    ],
)
def test_part_of_a_total_is_carried(points: int, factor: Fraction, rounding: Rounding, carried: int) -> None:
    """RULES.md A6."""
    assert carry_over(points, factor, rounding) == carried


@given(totals, factors, st.sampled_from(Rounding))
def test_a_carried_total_is_whole_and_within_a_tenth_of_p(points: int, factor: Fraction, rounding: Rounding) -> None:
    carried = carry_over(points, factor, rounding)
    assert type(carried) is int
    assert abs(carried - points * factor) < 100


@given(st.tuples(totals, totals), factors, st.sampled_from(Rounding))
def test_carrying_never_turns_the_order(pair: tuple[int, int], factor: Fraction, rounding: Rounding) -> None:
    low, high = sorted(pair)
    assert carry_over(low, factor, rounding) <= carry_over(high, factor, rounding)


def field(*penalties: int) -> tuple[object, ...]:
    """Standings of players 1, 2, ... with these penalties, and a substitute with the next number."""
    entrants = [Entrant(player) for player in range(1, len(penalties) + 1)]
    taken = [Deduction(player, amount, None) for player, amount in enumerate(penalties, start=1)]
    return standings([], taken, [*entrants, Entrant(99, Status.SUBSTITUTE)], preset("wrc-2022"))


def test_the_line_runs_below_the_ranked_players_counted() -> None:
    assert tiers(field(3_000, 1_000, 2_000), 2) == {1: 1, 2: 0, 3: 0, 99: 1}


def test_a_line_through_a_shared_place_is_for_the_referee() -> None:
    with pytest.raises(ValueError, match="place 2 is shared across the line of 2 players"):
        tiers(field(0, 1_000, 1_000), 2)


@pytest.mark.parametrize("size", [0, 3, 9])
def test_a_line_that_cuts_nobody_apart_is_always_clear(size: int) -> None:
    assert set(tiers(field(0, 0, 0), size).values()) <= {0, 1}
