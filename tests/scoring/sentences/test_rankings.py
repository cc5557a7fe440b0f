"""The rule of a ranking in sentences, and a calculation that can be computed again by hand."""

from datetime import date
from fractions import Fraction

import pytest

from scoring.rankings import RANKING_RULES, RankingPenalty, RankingRule, rank, ranking_rule
from scoring.rankings.rule import AgeStep, Combination, Counted, RankingPart, ResultOf, WeightBy
from scoring.sentences.rankings import calculation_sentences, ranking_sentences, write_exact
from scoring.standings.ties import Breaker
from tests.scoring.rankings.seasons import DAY, by_hand, rule, scored

GAMES = [scored("1", Anna=40, Ben=30), scored("2", Anna=-30, Ben=20), scored("3", Anna=5)]


def said(rules: RankingRule) -> list[str]:
    return [str(one) for one in ranking_sentences(rules)]


def why(rules: RankingRule, *fines: RankingPenalty, last: dict[str, Fraction] | None = None) -> list[str]:
    """The calculation of the first row."""
    row = rank(GAMES, rules, DAY, penalties=fines, last_season=last)[0]
    return [str(one) for one in calculation_sentences(row, rules)]


@pytest.mark.parametrize("key", RANKING_RULES)
def test_every_rule_is_said_without_a_gap(key: str) -> None:
    assert all(one.endswith(".") and "{" not in one for one in said(ranking_rule(key)))


def test_a_plain_rule_is_three_sentences() -> None:
    assert said(rule()) == [
        "Each game counts its score.",
        "The ranking is the sum of all results.",
        "Equal rankings share the place.",
    ]


def test_the_european_rule_is_said_whole() -> None:
    assert said(ranking_rule("ema-2018"))[3:] == [
        "For their age these events count as if they had ended on 2022-07-01: "
        "RCR 269, MCR 350, MCR 351, MCR 352, MCR 353.",
        "A is the mean, by weight, of the best 5 results and 0.8 of those beyond, rounded up.",
        "B is the mean, by weight, of the best 4 results.",
        "The ranking is ½ A + ½ B.",
        "Up to 5 results, a missing one counts 0 with weight 1.",
        "Whoever has fewer than 2 results has no place.",
        "Equal rankings share the place.",
        "A country is ranked by the sum of its best 3 people, divided by 3.",
    ]


def test_each_value_that_is_set_has_its_sentence() -> None:
    rules = rule(
        result=ResultOf.EVENT,
        counted=Counted.PLACE,
        points=(25, 18),
        weight=WeightBy.GIVEN,
        age=(AgeStep(months=12, factor=Fraction(2, 3)),),
        carry=Fraction(1, 10),
        breakers=(Breaker.FIRSTS, Breaker.LOT),
        lot_seed="dice 3 5 1",
    )
    assert said(rules) == [
        "The places of an event bring 25, 18; those who share a place share what its places bring.",
        "Each event has a weight that it was given.",
        "By its age an event counts: up to 12 months × ⅔; older ones not at all.",
        "The ranking is the sum, by weight, of all results.",
        "0.1 of the last season’s ranking is added.",
        "Equal rankings are told apart by more first places, a lot drawn from “dice 3 5 1”; then they share the place.",
    ]


def test_a_sum_is_written_out_with_its_penalties() -> None:
    assert why(rule()) == ["Results: 2, all of them. 30 + 20 = 50."]
    assert why(rule(), RankingPenalty("Ben", 40_000, DAY)) == ["Results: 3, all of them. 40 + 5 − 30 = 15."]
    assert why(rule(parts=(RankingPart(best=1),)), RankingPenalty("Anna", 1_500, DAY)) == [
        "The best 1 of 3 results. 40 − 1.5 = 38.5."
    ]


def test_a_sum_that_begins_below_zero_begins_with_a_minus() -> None:
    (row,) = rank([scored("1", Anna=-5), scored("2", Anna=-7)], rule(), DAY)
    assert [str(one) for one in calculation_sentences(row, rule())] == ["Results: 2, all of them. −5 − 7 = −12."]


def test_a_mean_is_divided_and_missing_results_are_told() -> None:
    (row,) = rank(by_hand(2), ranking_rule("ema-2018"), DAY)
    assert [str(one) for one in calculation_sentences(row, ranking_rule("ema-2018"))] == [
        "A. Results: 2, missing: 3, which count 0 with weight 1. 1,000 × 2 + 800 × 1 = 2,800, divided by 6: 466.67.",
        "B. Results: 2, missing: 2, which count 0 with weight 1. 1,000 × 2 + 800 × 1 = 2,800, divided by 5: 560.00.",
        "½ A + ½ B = 513.33, rounded once.",
    ]


def test_thirds_and_halves_are_factors_that_can_be_typed() -> None:
    contests = by_hand(6)
    (row,) = rank(contests, ranking_rule("ema-before-2018"), DAY)
    assert "600 × 2/3" in str(calculation_sentences(row, ranking_rule("ema-before-2018"))[0]).replace("⅔", "2/3")
    (row,) = rank(contests, ranking_rule("ema-2018"), DAY)
    assert "600 × 0.5" in str(calculation_sentences(row, ranking_rule("ema-2018"))[0])


def test_a_long_sum_has_its_end_only() -> None:
    games = [scored(str(number), Anna=1) for number in range(15)]
    (row,) = rank(games, rule(), DAY)
    assert [str(one) for one in calculation_sentences(row, rule())] == ["Results: 15, all of them. … = 15."]


def test_what_is_carried_over_is_added_and_told() -> None:
    assert why(rule(carry=Fraction(1, 4)), last={"Ben": Fraction(80_000)}) == [
        "Results: 2, all of them. 30 + 20 = 50.",
        "50.00 + 20 = 70.00, rounded once.",
        "20 are carried over: ¼ of the last season’s ranking.",
    ]


def test_who_lacks_results_reads_how_many() -> None:
    assert why(rule(least=4))[-1] == "One more result to have a place."
    assert why(rule(least=5))[-1] == "2 more results to have a place."


def test_equals_read_what_was_compared() -> None:
    rules = rule(
        breakers=(Breaker.FIRSTS, Breaker.PLACES, Breaker.BEST, Breaker.LOT), lot_seed="x", together=Combination.MEAN
    )
    rows = rank([scored("1", Anna=10, Ben=10)], rules, DAY)
    assert str(calculation_sentences(rows[0], rules)[-1]).startswith(
        "Equal rankings were compared: first places: 1, average place: 1, best result: 10, lot "
    )


def test_who_has_no_result_that_counts_has_nothing_to_compare() -> None:
    rules = rule(fill=2, parts=(RankingPart(best=1),), breakers=(Breaker.BEST,))
    rows = rank([scored("1", Anna=-10, Ben=-20)], rules, DAY)
    assert [str(one) for one in calculation_sentences(rows[0], rules)] == [
        "Results: 0, missing: 1, which count 0 with weight 1. … = 0.",
        "Equal rankings were compared: no result.",
    ]


@pytest.mark.parametrize(
    ("value", "text"), [(Fraction(-19, 4), "−4.75"), (Fraction(1, 7), "1/7"), (12_000, "12,000"), (Fraction(3, 4), "¾")]
)
def test_a_number_is_written_exactly(value: Fraction | int, text: str) -> None:
    assert write_exact(value) == text


def test_the_day_of_an_event_is_that_of_its_end() -> None:
    assert rank(GAMES, rule(), date(2026, 10, 31)) == ()
