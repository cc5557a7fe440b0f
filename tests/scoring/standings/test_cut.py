"""Carrying totals over a cut, and where its lines may run."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules import preset
from scoring.rules.fields import RulesetProblem
from scoring.standings import standings, tiers
from scoring.standings.cut import ALL, CARRIES, HALF, NOTHING, QUARTER, Cut, Rounding, TiedLine, carry_over, divisions
from scoring.standings.values import Deduction, Entrant, Standing, Status
from tests.scoring.sheets import AIKO, EWA, LUC, TOM, sheet

totals = st.integers(-2_000, 2_000).map(lambda count: count * 100)
factors = st.sampled_from(CARRIES)


@pytest.mark.parametrize(
    ("points", "factor", "rounding", "carried"),
    [
        (25_300, HALF, Rounding.UP, 12_700),  # RULES.md §8.5, Toronto 2023 "rounding up"
        (-25_300, HALF, Rounding.UP, -12_600),
        (25_300, HALF, Rounding.HALF_AWAY, 12_700),
        (-25_300, HALF, Rounding.HALF_AWAY, -12_700),
        (25_300, QUARTER, Rounding.HALF_AWAY, 6_300),
        (25_300, HALF, Rounding.EXACT, 12_650),
        (25_300, NOTHING, Rounding.UP, 0),
        (25_300, ALL, Rounding.UP, 25_300),
        (12_650, ALL, Rounding.UP, 12_650),  # what is carried whole is not rounded a second time
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


def test_every_rounding_has_words() -> None:
    assert len({one.label for one in Rounding}) == len(Rounding)


def test_who_is_above_the_line_carries_another_part_than_the_rest() -> None:
    """RULES.md §5, Toronto 2023: the top 16 halved, all others reset to 0."""
    cut = Cut(after=6, sizes=(16,), above=HALF, below=NOTHING)
    assert [cut.division(position) for position in (0, 15, 16, 40)] == [0, 0, 1, 1]
    assert (cut.carry(25_300, 0), cut.carry(25_300, 1)) == (12_700, 0)


def test_several_lines_make_divisions() -> None:
    cut = Cut(after=6, sizes=(16, 32, 48))
    assert [cut.division(position) for position in (15, 16, 31, 32, 47, 48)] == [0, 1, 1, 2, 2, 3]


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("after", {"after": 0, "sizes": (16,)}),
        ("sizes", {"after": 6, "sizes": ()}),
        ("sizes", {"after": 6, "sizes": (0,)}),
        ("sizes", {"after": 6, "sizes": (16, 16)}),
        ("sizes", {"after": 6, "sizes": (32, 16)}),
        ("sizes", {"after": 6, "sizes": 16}),
        ("above", {"after": 6, "sizes": (16,), "above": Fraction(1, 3)}),
        ("below", {"after": 6, "sizes": (16,), "below": 1}),
        ("rounding", {"after": 6, "sizes": (16,), "rounding": "down"}),
    ],
)
def test_a_cut_that_makes_no_sense_is_refused_by_the_name_of_its_field(field: str, said: dict[str, object]) -> None:
    with pytest.raises(RulesetProblem) as problem:
        Cut(**said)  # type: ignore[arg-type]
    assert problem.value.field == field


# --- the line ------------------------------------------------------------------------------------------------------


def test_a_line_between_equals_names_them_and_the_remedy() -> None:
    with pytest.raises(TiedLine) as problem:
        divisions([["Anna"], ["Ben", "Cem", "Dana"], ["Eva"]], Cut(after=6, sizes=(2,)))
    names = {key: key for key in ("Anna", "Ben", "Cem", "Dana", "Eva")}
    assert str(problem.value.text(names)) == (
        "The cut after hanchan 6 runs through place 2: Ben, Cem, Dana are tied, and only 2 can be above the line. "
        "Choose tie-breaks that separate them, or let the referee decide."
    )
    assert (problem.value.place, problem.value.size, problem.value.players) == (2, 2, ("Ben", "Cem", "Dana"))


def test_a_lower_line_between_equals_is_told_as_well() -> None:
    with pytest.raises(TiedLine, match="place 3"):
        divisions([[1], [2], [3, 4, 5]], Cut(after=6, sizes=(1, 4)))


@pytest.mark.parametrize("size", [1, 4, 5, 9])
def test_a_line_beside_equals_parts_nobody(size: int) -> None:
    found = divisions([[1], [2, 3, 4], [5]], Cut(after=6, sizes=(size,)))
    assert list(found.values()) == [0 if position < size else 1 for position in range(5)]


def field(*penalties: int) -> tuple[Standing, ...]:
    """Standings of players 1, 2, ... with these penalties, and a substitute with the next number."""
    entrants = [Entrant(player) for player in range(1, len(penalties) + 1)]
    taken = [Deduction(player, amount, None) for player, amount in enumerate(penalties, start=1)]
    return standings([], taken, [*entrants, Entrant(99, Status.SUBSTITUTE)], preset("wrc-2022"))


def test_the_line_runs_below_the_ranked_players_counted() -> None:
    assert tiers(field(3_000, 1_000, 2_000), 2) == {1: 1, 2: 0, 3: 0, 99: 1}
    assert tiers(field(3_000, 1_000, 2_000), 1, 2) == {1: 2, 2: 0, 3: 1, 99: 2}
    assert tiers((), 4) == {}


def test_a_line_through_a_shared_place_is_for_the_referee() -> None:
    with pytest.raises(
        TiedLine, match="after hanchan 1 runs through place 2: 2, 3 are tied, and only 2 can be above the line"
    ):
        tiers(field(0, 1_000, 1_000), 2)


def test_the_line_that_is_not_clear_names_its_cut_and_the_hanchan_it_is_made_after() -> None:
    """Before the first hanchan a line is drawn as if after it; the error carries all it says."""
    level = sheet(3, (AIKO, 30_000), (LUC, 30_000), (EWA, 30_000), (TOM, 30_000))
    rows = standings([level], [], [Entrant(player) for player in (AIKO, LUC, EWA, TOM)], preset("wrc-2022"))
    with pytest.raises(TiedLine, match="The cut after hanchan 3 runs through place 1") as tied:
        tiers(rows, 2)
    line = tied.value
    assert (line.cut, line.size, line.place) == (Cut(after=3, sizes=(2,)), 2, 1)
    assert line.players == (AIKO, LUC, EWA, TOM)
    with pytest.raises(TiedLine, match="The cut after hanchan 1 runs through place 1"):
        tiers(field(0, 0), 1)


@pytest.mark.parametrize("size", [3, 9])
def test_a_line_that_cuts_nobody_apart_is_always_clear(size: int) -> None:
    assert set(tiers(field(0, 0, 0), size).values()) <= {0, 1}
