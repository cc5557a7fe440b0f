"""Rankings of series and leagues: sums, the best so many, averages, ties, penalties, what is carried over."""

from datetime import date
from fractions import Fraction

import pytest

from scoring.rankings import Contest, PersonResult, RankingPenalty, rank, ranking_rule
from scoring.rankings.rule import AgeStep, Combination, Counted, RankingPart, ResultOf, WeightBy
from scoring.standings.ties import Breaker
from tests.scoring.rankings.seasons import DAY, LAST_YEAR, brief, event, rule, scored, table

SPRING = scored("Spring", Anna=40, Ben=30, Cem=-20)
SUMMER = scored("Summer", Anna=-30, Ben=20, Dana=10)
AUTUMN = scored("Autumn", Anna=50, Cem=50, Dana=-100)
YEAR = [SPRING, SUMMER, AUTUMN]
BEST_TWO = (RankingPart(best=2),)
EVENTS = {"result": ResultOf.EVENT, "counted": Counted.PLACE, "points": (25, 18, 15, 12)}


def test_scores_add_up() -> None:
    assert table(YEAR, rule()) == [
        ("Anna", "1", 60_000),
        ("Ben", "2", 50_000),
        ("Cem", "3", 30_000),
        ("Dana", "4", -90_000),
    ]


def test_only_the_best_count_and_the_others_are_shown() -> None:
    rows = rank(YEAR, rule(parts=BEST_TWO), DAY)
    assert brief(rows)[0] == ("Anna", "1", 90_000)
    assert [one.worth for one in rows[0].calculation.results] == [50_000, 40_000, -30_000]
    assert [one.worth for one in rows[0].calculation.counted] == [50_000, 40_000]


def test_places_bring_points_and_shared_places_share_them() -> None:
    assert table(YEAR, rule(**EVENTS)) == [
        ("Anna", "1", 25 + 15 + Fraction(43, 2)),
        ("Ben", "2", 18 + 25),
        ("Cem", "3", 15 + Fraction(43, 2)),
        ("Dana", "4", 18 + 15),
    ]


def test_a_share_is_exact_and_a_place_without_points_brings_none() -> None:
    even = scored("Even", Anna=0, Ben=0, Cem=0, Dana=-1)
    rows = table([even], rule(**{**EVENTS, "points": (20,)}))
    assert rows == [(name, "1=", Fraction(20, 3)) for name in ("Anna", "Ben", "Cem")] + [("Dana", "4", 0)]


def test_an_average_has_a_place_only_for_who_played_enough() -> None:
    rows = rank(YEAR, rule(together=Combination.MEAN, least=3), DAY)
    assert brief(rows) == [("Anna", "1", 20_000), ("Ben", "–", None), ("Cem", "–", None), ("Dana", "–", None)]
    assert [one.lacks for one in rows] == [0, 1, 1, 1]
    assert [one.calculation.value for one in rows[1:]] == [25_000, 15_000, -45_000]


def test_below_the_line_stands_first_who_lacks_least() -> None:
    games = [*YEAR, scored("Winter", Eve=99)]
    assert [(one.person, one.lacks) for one in rank(games, rule(least=4), DAY)] == [
        ("Anna", 1),
        ("Ben", 2),
        ("Cem", 2),
        ("Dana", 2),
        ("Eve", 3),
    ]


def test_weights_multiply_and_the_best_are_those_that_bring_most() -> None:
    heavy = event("Final", "Ben", "Anna", weight=Fraction(2))
    light = event("Cup", "Anna", "Ben")
    rules = rule(**EVENTS, weight=WeightBy.GIVEN)
    assert table([heavy, light], rules) == [("Ben", "1", 68), ("Anna", "2", 61)]
    best = rule(**EVENTS, weight=WeightBy.GIVEN, parts=(RankingPart(best=1),))
    assert table([heavy, light], best) == [("Ben", "1", 50), ("Anna", "2", 36)]


def test_an_event_without_weight_is_not_there() -> None:
    weightless = event("Friendly", "Zoe", weight=Fraction(0))
    assert rank([weightless], rule(**EVENTS, weight=WeightBy.GIVEN), DAY) == ()


def test_older_results_count_less_and_then_not_at_all() -> None:
    steps = (AgeStep(months=12, factor=Fraction(1)), AgeStep(months=24, factor=Fraction(1, 4)))
    games = [scored("New", Anna=8), scored("Old", LAST_YEAR, Anna=8, Ben=4), scored("Older", date(2020, 1, 1), Cem=9)]
    assert table(games, rule(age=steps)) == [("Anna", "1", 10_000), ("Ben", "2", 1_000)]


def test_a_penalty_is_subtracted_also_where_the_result_is_dropped() -> None:
    fine = RankingPenalty("Anna", 20_000, SUMMER.ended)
    assert table(YEAR, rule(parts=BEST_TWO), DAY, fine)[0] == ("Anna", "1", 70_000)
    assert table(YEAR, rule(together=Combination.MEAN), DAY, fine)[2] == ("Anna", "3", Fraction(40_000, 3))


def test_a_penalty_of_a_later_day_or_of_nobody_there_changes_nothing() -> None:
    fines = [RankingPenalty("Anna", 20_000, date(2026, 11, 2)), RankingPenalty("Zoe", 20_000, DAY)]
    assert table(YEAR, rule(), DAY, *fines) == table(YEAR, rule())


def test_a_part_of_the_last_season_is_carried_over() -> None:
    last = {"Ben": Fraction(80_000), "Zoe": Fraction(10_000)}
    found = brief(rank(YEAR, rule(carry=Fraction(1, 4)), DAY, last_season=last))
    assert found[:2] == [("Ben", "1", 70_000), ("Anna", "2", 60_000)]
    assert found[-1] == ("Zoe", "–", None)


def test_parts_add_up_by_their_shares() -> None:
    parts = (RankingPart(share=Fraction(1, 3)), RankingPart(share=Fraction(2, 3), best=1))
    assert table(YEAR, rule(parts=parts))[0] == ("Anna", "1", Fraction(60_000, 3) + Fraction(100_000, 3))


def test_places_are_told_apart_by_exact_rankings_that_look_alike() -> None:
    games = [scored("1", Anna=1, Ben=1), scored("2", Anna=0, Ben=0), scored("3", Anna=0, Ben=0)]
    close = RankingPenalty("Ben", 1, DAY)
    assert table(games, rule(together=Combination.MEAN), DAY, close) == [
        ("Anna", "1", Fraction(1_000, 3)),
        ("Ben", "2", 333),
    ]


@pytest.mark.parametrize(
    ("breaker", "contests"),
    [
        (Breaker.FIRSTS, [scored("1", Anna=10, Ben=0), scored("2", Cem=50, Ben=20, Anna=10)]),
        (Breaker.PLACES, [scored("1", Anna=20), scored("2", Cem=50, Ben=20)]),
        (Breaker.BEST, [scored("1", Anna=30, Ben=20), scored("2", Cem=50, Ben=10, Anna=0)]),
    ],
)
def test_equals_are_told_apart(breaker: Breaker, contests: list[Contest]) -> None:
    shared = [one for one in table(contests, rule()) if one[0] != "Cem"]  # type: ignore[index]
    assert [one[1] for one in shared] == ["2=", "2="]  # type: ignore[index]
    rows = [one for one in rank(contests, rule(breakers=(breaker,)), DAY) if one.person != "Cem"]
    assert [(one.person, one.place) for one in rows] == [("Anna", 2), ("Ben", 3)]
    assert [one.breaks[0].breaker for one in rows] == [breaker] * 2


def test_the_last_word_may_have_a_lot() -> None:
    even = [scored("1", Anna=0, Ben=0)]
    assert [one.place for one in rank(even, rule(), DAY)] == [1, 1]
    rows = rank(even, rule(breakers=(Breaker.FIRSTS, Breaker.LOT), lot_seed="dice 3 5 1"), DAY)
    assert [one.place for one in rows] == [1, 2]


def test_tie_breaks_find_nothing_where_only_missing_results_count() -> None:
    rules = rule(fill=2, parts=(RankingPart(best=1),), breakers=(Breaker.PLACES, Breaker.BEST))
    rows = rank([scored("1", Anna=-10, Ben=-20)], rules, DAY)
    assert [(one.person, one.place, one.shared, one.breaks[0].value) for one in rows] == [
        ("Anna", 1, True, ()),
        ("Ben", 1, True, ()),
    ]


def test_the_best_thirty_of_a_club() -> None:
    games = [scored(str(number), Anna=number) for number in range(1, 41)]
    (row,) = rank(games, ranking_rule("club-best-30"), DAY)
    assert row.ranking == sum(range(11, 41)) * 1_000


def test_nobody_is_ranked_without_events() -> None:
    assert rank([], rule(), DAY) == ()


@pytest.mark.parametrize(
    ("results", "said"),
    [
        ([PersonResult("Ann", 5)], "place 5 of 4"),
        ([PersonResult("Ann", 0)], "place 0 of 4"),
        ([PersonResult("Ann", 1), PersonResult("Ann", 2)], "Ann twice"),
    ],
)
def test_results_that_cannot_be_are_an_error(results: list[PersonResult], said: str) -> None:
    with pytest.raises(ValueError, match=f"Cup: {said}"):
        Contest(name="Cup", ended=DAY, results=tuple(results))
