"""Reading and writing points."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.points import Minus, Unit, UnreadablePoints, parse_points, type_back, write, write_p, write_price
from tests.scoring.languages import Words

units = st.sampled_from(Unit)
hundreds = st.integers(-9_999, 9_999).map(lambda count: count * 100)
any_points = st.integers(-999_999, 999_999)


@pytest.mark.parametrize("unit", Unit)
@pytest.mark.parametrize(
    "typed",
    [
        "25.3",
        "25,3",
        "25300",
        "25,300",
        "25 300",
        "25.300",
        "25'300",
        "25’300",
        "25\u00a0300",
        "25\u202f300",
        " +25300 ",
    ],
)
def test_what_can_only_mean_one_thing_is_read_in_every_unit(typed: str, unit: Unit) -> None:
    assert parse_points(typed, unit) == 25_300


@pytest.mark.parametrize(
    ("typed", "unit", "points"),
    [
        ("253", Unit.HUNDREDS, 25_300),
        ("3", Unit.HUNDREDS, 300),
        ("300", Unit.HUNDREDS, 30_000),
        ("1053", Unit.HUNDREDS, 105_300),
        ("0253", Unit.HUNDREDS, 25_300),
        ("25", Unit.THOUSANDS, 25_000),
        ("5", Unit.THOUSANDS, 5_000),
        ("1200", Unit.FULL, 1_200),
        ("120 000", Unit.HUNDREDS, 120_000),
        ("0.3", Unit.FULL, 300),
        ("253.25", Unit.FULL, 253_250),
    ],
)
def test_a_bare_number_counts_the_announced_unit(typed: str, unit: Unit, points: int) -> None:
    assert parse_points(typed, unit) == points


@pytest.mark.parametrize("unit", Unit)
@pytest.mark.parametrize("typed", ["0", "00", "-0", "0.0", "０"])
def test_zero_is_zero_in_every_unit(typed: str, unit: Unit) -> None:
    assert parse_points(typed, unit) == 0


@pytest.mark.parametrize("typed", ["-28", "−28", "▲28", "△28", "－28", "ー28", "▲ 28", "▲２８"])
def test_a_minus_has_many_shapes(typed: str) -> None:
    assert parse_points(typed) == -2_800


@pytest.mark.parametrize(
    ("typed", "unit", "message"),
    [
        (
            "1200",
            Unit.HUNDREDS,
            "“1200” is not clear when points are typed in hundreds. Type 12 for 1,200. Type 120000 for 120,000.",
        ),
        ("5000", Unit.HUNDREDS, "“5000” is not clear when points are typed in hundreds. Type 50 for 5,000."),
        ("253", Unit.THOUSANDS, "“253” is not clear when points are typed in thousands. Type 25.3 for 25,300."),
        (
            "105",
            Unit.THOUSANDS,
            "“105” is not clear when points are typed in thousands. Type 10.5 for 10,500. Type 105.0 for 105,000.",
        ),
        ("253", Unit.FULL, "“253” is not clear when points are typed in full. Type 25300 for 25,300."),
        (
            "300",
            Unit.FULL,
            "“300” is not clear when points are typed in full. Type 0.3 for 300. Type 30000 for 30,000.",
        ),
        (
            "▲28",
            Unit.FULL,
            "“▲28” is not clear when points are typed in full. Type -2800 for −2,800. Type -28000 for −28,000.",
        ),
        (
            "1000",  # never a million
            Unit.THOUSANDS,
            "“1000” is not clear when points are typed in thousands. Type 1.0 for 1,000. Type 100.0 for 100,000.",
        ),
        ("9953", Unit.THOUSANDS, "“9953” is not clear when points are typed in thousands. Type 995.3 for 995,300."),
    ],
)
def test_an_unclear_number_is_refused_with_how_to_type_each_reading(typed: str, unit: Unit, message: str) -> None:
    with pytest.raises(UnreadablePoints) as refused:
        parse_points(typed, unit)
    assert refused.value.message.code == "ambiguous"
    assert str(refused.value) == str(refused.value) == message


@pytest.mark.parametrize(
    ("typed", "code", "message"),
    [
        ("", "empty", "Type the points; 0 for zero."),
        ("  ", "empty", "Type the points; 0 for zero."),
        ("abc", "not-a-number", "“abc” is not a number of points."),
        ("25 3", "not-a-number", "“25 3” is not a number of points."),
        ("1,234,5", "not-a-number", "“1,234,5” is not a number of points."),
        ("28-", "not-a-number", "“28-” is not a number of points."),
        ("--28", "not-a-number", "“--28” is not a number of points."),
        ("25,300.0", "not-a-number", "“25,300.0” is not a number of points."),
        ("1 000.000", "not-a-number", "“1 000.000” is not a number of points."),
        ("-", "not-a-number", "“-” is not a number of points."),
        ("1,000,000", "too-large", "“1,000,000” is more than a table can hold."),
        ("9" * 5_000, "not-a-number", "“99999999999999999999…” is not a number of points."),
    ],
)
def test_what_is_no_score_is_refused(typed: str, code: str, message: str) -> None:
    with pytest.raises(UnreadablePoints) as refused:
        parse_points(typed)
    assert (refused.value.message.code, str(refused.value)) == (code, message)


def test_a_refusal_can_be_said_in_another_language() -> None:
    words = {"Type {typed} for {points}.": "Tapez {typed} pour {points}.", "full": "entier"}
    with pytest.raises(UnreadablePoints) as refused:
        parse_points("253", Unit.FULL)
    said = refused.value.message.say(Words(words))
    assert said == "“253” is not clear when points are typed in entier. Tapez 25300 pour 25,300."


@given(any_points, units)
def test_what_is_typed_back_reads_as_the_same_points(points: int, unit: Unit) -> None:
    assert parse_points(type_back(points, unit), unit) == points


@given(any_points, units)
def test_what_is_written_reads_as_the_same_points_from_a_thousand_up(points: int, unit: Unit) -> None:
    assume(abs(points) >= 1_000 or points == 0)
    assert parse_points(write(points), unit) == points


@given(any_points.filter(bool), st.sampled_from(Minus), units)
def test_what_is_written_in_p_reads_as_the_same_points(points: int, minus: Minus, unit: Unit) -> None:
    assert parse_points(write_p(points, minus), unit) == points


@given(hundreds, units)
def test_a_typed_score_is_short(points: int, unit: Unit) -> None:
    assert len(type_back(points, unit)) <= len(str(points)) + 2


@given(st.text(max_size=30), units)
def test_any_text_is_points_or_refused(text: str, unit: Unit) -> None:
    try:
        points = parse_points(text, unit)
    except UnreadablePoints as refused:
        assert refused.message
    else:
        assert abs(points) < 1_000_000


def test_a_million_points_cannot_be_typed_back() -> None:
    with pytest.raises(ValueError, match="1000000 points cannot be typed"):
        type_back(1_000_000, Unit.FULL)


@pytest.mark.parametrize(
    ("points", "written"),
    [(9_500, "+9.5"), (-9_300, "−9.3"), (0, "0.0"), (12_650, "+12.65"), (-1, "−0.001"), (1_000_000, "+1000.0")],
)
def test_p_has_one_decimal_and_more_only_when_needed(points: int, written: str) -> None:
    assert write_p(points) == written


def test_the_sign_depends_on_where_it_is_written() -> None:
    assert [write_p(-9_300, minus) for minus in Minus] == ["−9.3", "-9.3", "▲9.3"]
    assert write_p(9_300, plus=False) == "9.3"


def test_points_are_grouped_by_thousands() -> None:
    assert [write(points) for points in (25_300, -2_800, 0, 900, 120_000)] == [
        "25,300",
        "−2,800",
        "0",
        "900",
        "120,000",
    ]


def test_a_price_is_said_in_p() -> None:
    assert [write_price(points) for points in (30_000, 7_500, -15_000)] == ["30P", "7.5P", "−15P"]
