"""EMA's ranking, both editions: the examples that docs/rankings.md computes by hand, and the borders of age."""

from datetime import date
from fractions import Fraction

import pytest

from scoring.cli.season_results import read_season
from scoring.rankings import Contest, PersonResult, RankingRule, rank, ranking_rule
from scoring.rankings.ranking import two_decimals
from tests.scoring.cli.golden_answers import FOLDER
from tests.scoring.rankings.seasons import DAY, by_hand

EMA, OLDER_COPY, BEFORE = ranking_rule("ema-2018"), ranking_rule("ema-2018-older-copy"), ranking_rule("ema-before-2018")
ZOFIA = read_season((FOLDER / "season.csv").read_text(encoding="utf-8"), EMA).contests


@pytest.mark.parametrize(
    ("results", "since", "before"),
    [
        (2, "513.33", "583.33"),
        (4, "510.71", "648.21"),
        (5, "685.71", "708.33"),
        (6, "700.00", "708.33"),
        (12, "771.24", "747.36"),
    ],
)
def test_it_is_what_the_page_computes_by_hand(results: int, since: str, before: str) -> None:
    for rules, said in ((EMA, since), (BEFORE, before)):
        (row,) = rank(by_hand(results), rules, DAY)
        assert row.ranking is not None
        assert (row.place, row.lacks, two_decimals(row.ranking, rules)) == (1, 0, said)


@pytest.mark.parametrize("rules", [EMA, BEFORE], ids=lambda rules: rules.key)
def test_one_event_is_not_enough(rules: RankingRule) -> None:
    (row,) = rank(by_hand(1), rules, DAY)
    assert (row.place, row.ranking, row.lacks) == (None, None, 1)


def test_of_twelve_results_eleven_count_in_one_part_and_four_in_the_other() -> None:
    (row,) = rank(by_hand(12), EMA, DAY)
    first, second = row.calculation.parts
    assert (first.taken, first.total, first.weight) == (11, 9_700, Fraction(31, 2))
    assert (second.taken, second.total, second.weight) == (4, 5_500, 6)
    assert [one.worth for one in row.calculation.results[:4]] == [1_000, 900, 900, 800]


@pytest.mark.parametrize(
    ("on", "ranking"),
    [
        (date(2026, 11, 1), "911.59"),
        (date(2026, 12, 7), "911.59"),
        (date(2026, 12, 8), "909.14"),  # Kraków counts half
        (date(2027, 1, 1), "909.14"),
    ],
)
def test_the_example_of_eleven_events_comes_out_on_any_day(on: date, ranking: str) -> None:
    (row,) = (one for one in rank(ZOFIA, EMA, on) if one.person == "Zofia")
    assert two_decimals(row.calculation.value, EMA) == ranking


def test_a_result_drops_out_the_day_after_it_is_two_years_old() -> None:
    """Warsaw ended on 1 December 2024."""
    for on, results in ((date(2026, 12, 1), 10), (date(2026, 12, 2), 9)):
        (row,) = (one for one in rank(ZOFIA, EMA, on) if one.person == "Zofia")
        assert len(row.calculation.results) == results


@pytest.mark.parametrize(
    ("ended", "on", "factor"),
    [
        ((2025, 11, 1), (2026, 11, 1), 1),
        ((2025, 10, 31), (2026, 11, 1), Fraction(1, 2)),
        ((2024, 11, 1), (2026, 11, 1), Fraction(1, 2)),
        ((2024, 10, 31), (2026, 11, 1), 0),
        ((2024, 2, 29), (2025, 2, 28), 1),
        ((2024, 2, 29), (2025, 3, 1), Fraction(1, 2)),
        ((2024, 2, 29), (2026, 2, 28), Fraction(1, 2)),
        ((2024, 2, 29), (2026, 3, 1), 0),
        ((2023, 2, 28), (2024, 2, 28), 1),
        ((2023, 2, 28), (2024, 2, 29), Fraction(1, 2)),
        ((2022, 2, 28), (2024, 2, 29), 0),
        ((2026, 11, 1), (2026, 11, 1), 1),
    ],
)
def test_an_age_is_counted_to_the_day(ended: tuple[int, int, int], on: tuple[int, int, int], factor: Fraction) -> None:
    assert EMA.age_factor(date(*ended), date(*on)) == factor


def test_before_2018_a_result_counted_for_three_years_in_thirds() -> None:
    found = [BEFORE.age_factor(date(year, 11, 1), DAY) for year in (2025, 2024, 2023)]
    assert found == [1, Fraction(2, 3), Fraction(1, 3)]
    assert BEFORE.age_factor(date(2023, 10, 31), DAY) == 0


def alone(place: int = 1, **told: object) -> tuple[int, Fraction]:
    """Worth and weight of one result."""
    contest = Contest(name="E", ended=DAY, results=(PersonResult("Ann", place),), **told)  # type: ignore[arg-type]
    (row,) = rank([contest], EMA, DAY)
    first = row.calculation.results[0]
    return int(first.worth), first.weight


def test_weights_follow_days_players_countries_and_qualification() -> None:
    assert alone(players=40, countries=5) == (1_000, 1)
    assert alone(players=41, countries=6) == (1_000, 2)
    assert alone(players=81, countries=10, days=3, qualification=True) == (1_000, 6)


def test_up_to_three_substitutes_have_places_and_weight() -> None:
    assert alone(place=1, players=38, substitutes=9) == (1_000, Fraction(3, 2))
    assert alone(place=21, players=38, substitutes=9) == (500, Fraction(3, 2))
    with pytest.raises(ValueError, match="place 42 of 41"):
        alone(place=42, players=38, substitutes=9)


def test_who_was_alone_in_an_event_was_its_first() -> None:
    assert alone(players=1) == (1_000, 1)


def test_the_older_copy_of_the_page_has_a_country_more_for_each_step() -> None:
    def weights(countries: int) -> list[Fraction]:
        contest = Contest(name="E", ended=DAY, results=(PersonResult("Ann", 1),), countries=countries)
        return [rank([contest], rules, DAY)[0].calculation.results[0].weight for rules in (EMA, OLDER_COPY)]

    assert weights(9) == weights(6) == [Fraction(3, 2)] * 2
    assert weights(10) == [2, Fraction(3, 2)]
    assert weights(11) == [2, 2]


def test_events_that_nobody_could_follow_are_as_old_as_the_rule_says() -> None:
    """An event of 2020 that counts as if it had ended on 1 July 2022: until 1 July 2024, but not before it ended."""
    ended = date(2020, 9, 6)
    contests = [Contest(name="RCR 269", ended=ended, results=(PersonResult("Ann", 1),))]
    assert [len(rank(contests, EMA, on)) for on in (date(2020, 9, 5), ended, date(2024, 7, 1), date(2024, 7, 2))] == [
        0,
        1,
        1,
        0,
    ]
    (row,) = rank(contests, EMA, date(2023, 7, 1))
    assert row.calculation.results[0].weight == 1


def test_an_event_after_the_day_does_not_count() -> None:
    assert rank([Contest(name="E", ended=date(2026, 11, 2), results=(PersonResult("Ann", 1),))], EMA, DAY) == ()
