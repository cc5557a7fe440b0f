"""What is wrong with a report sheet, in the words the desk reads."""

import pickle

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from scoring.messages import Level, Message
from scoring.points import Unit
from scoring.rules import preset
from scoring.sheet import place_warnings, problems
from tests.scoring.languages import Words

WRC = preset("wrc-2022")
HUNDREDS, THOUSANDS, FULL = Unit


def fair_scores() -> st.SearchStrategy[list[int]]:
    """Four scores that sum to 120,000."""
    three = st.lists(st.integers(-300, 900), min_size=3, max_size=3)
    return three.map(lambda counts: [count * 100 for count in (*counts, 1_200 - sum(counts))])


def only(points: list[int | None], deposits: int | None = 0, unit: Unit = HUNDREDS) -> Message:
    (problem,) = problems(points, deposits, WRC, unit)
    return problem


def test_a_sheet_that_fits_has_no_problem() -> None:
    """RULES.md §8.7."""
    assert problems([41_000, 33_000, 26_000, 18_000], 2, WRC) == ()


def test_missing_thousands_ask_for_deposits() -> None:
    """RULES.md §8.7: 2,000 missing."""
    problem = only([41_000, 33_000, 26_000, 18_000])
    assert (problem.level, problem.code, problem.params.get("likely", ())) == (
        Level.ERROR,
        "deposits-missing",
        ("deposits",),
    )
    assert str(problem) == "2,000 missing. Riichi deposits left on the table? Count them on the sheet."


def test_a_thousand_too_many_is_refused() -> None:
    """RULES.md §8.7."""
    problem = only([41_000, 33_000, 26_000, 21_000])
    assert (problem.level, problem.code, problem.row) == (Level.ERROR, "sum-too-high", None)
    assert str(problem) == "1,000 too many. Compare each score with the sheet."


def test_a_score_that_is_not_a_multiple_of_100_is_refused() -> None:
    """RULES.md §8.7."""
    found = problems([41_050, 33_000, 26_000, 20_000], 0, WRC)
    assert [(problem.code, problem.row) for problem in found] == [("not-a-multiple-of-100", 0), ("sum-too-high", None)]
    assert str(found[0]) == "41,050 for East is not a multiple of 100. Check the last two digits."


@pytest.mark.parametrize(
    ("unit", "message"),
    [
        (HUNDREDS, "421 instead of 412 for East"),
        (THOUSANDS, "42.1 instead of 41.2 for East"),
        (FULL, "42100 instead of 41200 for East"),
    ],
)
def test_exchanged_digits_are_named_as_they_were_typed(unit: Unit, message: str) -> None:
    problem = only([41_200, 33_100, 25_700, 19_100], 0, unit)
    assert (problem.code, problem.row, problem.params.get("likely", ())) == ("sum-too-low", 0, ("digits-exchanged",))
    assert str(problem) == (
        f"900 missing. Two digits swapped? {message} would make it fit. A deposit left on the table is 1,000."
    )


@pytest.mark.parametrize(
    ("points", "deposits", "code", "row", "likely", "message"),
    [
        (
            [41_200, 32_300, 27_400, 18_200],
            0,
            "sum-too-low",
            None,
            ("digits-exchanged", "digits-exchanged"),
            "900 missing. Two digits swapped? 421 instead of 412 for East or 332 instead of 323 for South would make "
            "it fit. A deposit left on the table is 1,000.",
        ),
        (
            [21_400, 33_000, 25_800, 20_000],
            0,
            "sum-too-low",
            0,
            ("digits-exchanged",),
            "19,800 missing. Two digits swapped? 412 instead of 214 for East would make it fit. "
            "A deposit left on the table is 1,000.",
        ),
        (
            [78_300, 32_100, 12_400, 2_800],
            0,
            "sum-too-high",
            3,
            ("sign",),
            "5,600 too many. Missing minus sign? −28 instead of 28 for North would make it fit.",
        ),
        (
            [78_300, 32_100, -12_400, -2_800],
            0,
            "sum-too-low",
            2,
            ("sign",),
            "24,800 missing. Extra minus sign? 124 instead of −124 for West would make it fit. "
            "A deposit left on the table is 1,000.",
        ),
        (
            [3_000, 40_000, 27_000, 23_000],
            0,
            "sum-too-low",
            0,
            ("zero",),
            "27,000 missing. Missing zero? 300 instead of 30 for East would make it fit.",
        ),
        (
            [25_700, 25_700, 30_200, 19_100],
            0,
            "sum-too-low",
            None,
            ("typed-twice",),
            "19,300 missing. East and South both have 257. One score typed twice? "
            "A deposit left on the table is 1,000.",
        ),
        (
            [25_700, 25_700, 80_000, 44_300],  # exactly −30,000 is still likely
            0,
            "sum-too-high",
            None,
            ("typed-twice",),
            "55,700 too many. East and South both have 257. One score typed twice?",
        ),
        (
            [41_000, 33_000, 26_000, 20_000],
            2,
            "deposits-do-not-fit",
            None,
            ("deposits",),
            "2,000 too many. Another number of riichi deposits? Count them on the sheet.",
        ),
        (
            [41_000, 33_000, 26_000, 18_000],
            1,
            "deposits-missing",
            None,
            ("deposits",),
            "1,000 missing. Another number of riichi deposits? Count them on the sheet.",
        ),
        (
            [41_200, 33_100, 25_700, 12_000],
            0,
            "deposits-missing",
            None,
            ("deposits",),
            "8,000 missing. Riichi deposits left on the table? Count them on the sheet.",
        ),
        (
            [41_200, 33_100, 25_700, 11_000],
            0,
            "sum-too-low",
            None,
            (),
            "9,000 missing. Compare each score with the sheet.",
        ),
    ],
)
def test_a_sum_that_does_not_fit_is_said_with_its_likely_causes(
    points: list[int | None], deposits: int, code: str, row: int | None, likely: tuple[str, ...], message: str
) -> None:
    problem = only(points, deposits)
    assert (problem.code, problem.row, problem.params.get("likely", ())) == (code, row, likely)
    assert str(problem) == message


def test_a_zero_too_many_is_named_beside_the_rare_score() -> None:
    error, warning = problems([300_000, 40_000, 27_000, 23_000], 0, WRC)
    assert str(error) == ("270,000 too many. Extra zero? 300 instead of 300000 for East would make it fit.")
    assert (warning.level, warning.code, warning.row) == (Level.WARNING, "above-100000", 0)


def test_digits_are_exchanged_within_a_score_in_full_too() -> None:
    found = problems([41_050, 33_000, 26_000, 19_500], 0, WRC, FULL)
    assert [problem.code for problem in found] == ["not-a-multiple-of-100", "sum-too-low"]
    assert str(found[1]) == (
        "450 missing. Two digits swapped? 41500 instead of 41050 for East would make it fit. "
        "A deposit left on the table is 1,000."
    )


def test_everything_that_is_wrong_is_listed_at_once() -> None:
    found = problems([None, 33_050, 112_000, -31_000], None, WRC)
    assert [(problem.level, problem.code, problem.row, str(problem)) for problem in found] == [
        (Level.ERROR, "missing-value", 0, "The points of East are missing."),
        (
            Level.ERROR,
            "not-a-multiple-of-100",
            1,
            "33,050 for South is not a multiple of 100. Check the last two digits.",
        ),
        (
            Level.ERROR,
            "deposits-not-declared",
            None,
            "Type how many riichi deposits were left on the table; 0 for none.",
        ),
        (
            Level.WARNING,
            "above-100000",
            2,
            "112,000 for West is more than 100,000. Check the sheet.",
        ),
        (
            Level.WARNING,
            "below-minus-30000",
            3,
            "−31,000 for North is less than −30,000. Check the sheet.",
        ),
    ]


def test_a_negative_number_of_deposits_is_refused() -> None:
    problem = only([30_000, 31_000, 29_000, 30_000], -1)
    assert (problem.code, str(problem)) == (
        "deposits-negative",
        "−1 riichi deposits cannot be left on the table. Type 0 for none.",
    )


def test_four_scores_as_at_the_start_ask_whether_the_hanchan_was_played() -> None:
    problem = only([30_000] * 4)
    assert (problem.level, problem.code) == (Level.WARNING, "all-equal")
    assert str(problem) == "All four scores are 30,000. Was this hanchan played?"


def test_many_deposits_ask_for_a_second_look() -> None:
    problem = only([30_000, 31_000, 29_000, 25_000], 5)
    assert (problem.level, problem.code) == (Level.WARNING, "many-deposits")
    assert str(problem) == "5 riichi deposits left on the table is unusual. Check the sheet."


def test_a_missing_score_is_never_filled_in() -> None:
    """Three scores say what the fourth must be; the message does not."""
    assert "28" not in str(only([41_000, 33_000, None, 18_000]))


def test_a_problem_is_said_in_the_language_asked_for() -> None:
    words = {
        "{amount} missing. {causes}": "Il manque {amount}. {causes}",
        "Two digits swapped? {fix} would make it fit.": "Deux chiffres inversés ? {fix} conviendrait.",
        "{right} instead of {wrong} for {name}": "{right} au lieu de {wrong} pour {name}",
        "East": "Est",
    }
    said = only([41_200, 33_100, 25_700, 19_100]).say(Words(words))
    assert said == (
        "Il manque 900. Deux chiffres inversés ? 421 au lieu de 412 pour Est conviendrait. "
        "A deposit left on the table is 1,000."
    )


def test_problems_can_be_hashed_and_pickled() -> None:
    problem = only([41_200, 33_100, 25_700, 19_100])
    assert {problem, pickle.loads(pickle.dumps(problem))} == {problem}  # noqa: S301


@given(st.lists(st.integers(-(10**9), 10**9), min_size=4, max_size=4), st.integers(-9, 9), st.sampled_from(Unit))
def test_any_numbers_are_a_sheet_with_or_without_problems(points: list[int], deposits: int, unit: Unit) -> None:
    assert all(str(problem) for problem in problems(points, deposits, WRC, unit))


@pytest.mark.parametrize("points", [[2_000_000, 30_000, 30_000, -140_000], [1_030_000, 1_030_000, -970_000, -970_000]])
def test_a_score_that_nobody_can_type_has_no_likely_cause(points: list[int]) -> None:
    assert problems(points, 0, WRC)[0].params.get("likely", ()) == ()


@given(fair_scores(), st.integers(0, 4))
def test_only_a_sheet_whose_points_are_all_there_has_no_error(points: list[int], deposits: int) -> None:
    left = [*points[:3], points[3] - deposits * 1_000]
    assert not [problem for problem in problems(left, deposits, WRC) if problem.level is Level.ERROR]


@given(fair_scores(), st.integers(-500, 500).filter(bool), st.integers(0, 3), st.sampled_from(Unit))
def test_a_score_that_is_off_is_one_error_with_at_most_two_causes(
    points: list[int], off: int, row: int, unit: Unit
) -> None:
    points[row] += off * 100
    errors = [problem for problem in problems(points, 0, WRC, unit) if problem.level is Level.ERROR]
    assert [problem.code for problem in errors] in (["sum-too-low"], ["sum-too-high"], ["deposits-missing"])
    assert str(errors[0]).startswith(f"{abs(off) * 100:,} " + ("too many." if off > 0 else "missing."))
    assert len(errors[0].params["likely"]) <= 2


@given(fair_scores(), st.integers(0, 3), st.integers(0, 1))
@example([-4_500, -4_500, 21_000, 108_000], 2, 0)
def test_two_neighbouring_digits_exchanged_are_always_found(points: list[int], row: int, place: int) -> None:
    """Unless two others may each have lost a sign: no more than two causes are named."""
    digits = str(points[row])
    assume(10_000 <= points[row] <= 99_900)
    exchanged = digits[:place] + digits[place + 1] + digits[place] + digits[place + 2 :]
    assume(exchanged != digits and not exchanged.startswith("0"))
    points[row] = int(exchanged)
    (error,) = [problem for problem in problems(points, 0, WRC) if problem.level is Level.ERROR]
    assert "digits-exchanged" in error.params["likely"] or error.params["likely"] == ("sign", "sign")


def test_written_places_are_not_asked_for_while_points_are_missing() -> None:
    assert place_warnings((41_200, None, 25_700, 20_000), ()) == []


def test_places_that_were_not_typed_are_a_warning_about_their_field() -> None:
    assert [(one.code, one.field) for one in place_warnings((41_200, 33_100, 25_700, 20_000), ())] == [
        ("places-missing", "written_places")
    ]


@given(st.permutations([41_200, 33_100, 25_700, 20_000]), st.permutations([1, 2, 3, 4]))
def test_written_places_agree_with_points_in_no_other_order_than_theirs(points: list[int], places: list[int]) -> None:
    own = [1 + sum(other > one for other in points) for one in points]
    differing = [row for row in range(4) if own[row] != places[row]]
    assert [one.row for one in place_warnings(points, places)] == differing
