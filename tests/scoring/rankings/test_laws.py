"""Laws of rankings, on seasons that hypothesis makes up with many ties."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from scoring.rankings import Contest, PersonResult, RankingPenalty, RankingRow, RankingRule, rank, ranking_rule
from scoring.rankings.rule import AgeStep, Combination, Counted, RankingPart, ResultOf, WeightBy
from scoring.standings.ties import Breaker
from tests.scoring.rankings.seasons import DAY, rule

STEPS = (AgeStep(months=12, factor=Fraction(1)), AgeStep(months=24, factor=Fraction(1, 3)))
RULES = [
    *(ranking_rule(key) for key in ("ema-2018", "ema-before-2018", "points-by-place", "average", "best-3-of-4")),
    rule(parts=(RankingPart(best=2, rest=Fraction(1, 2)),), weight=WeightBy.GIVEN, age=STEPS, result=ResultOf.EVENT),
    rule(counted=Counted.PLACE, points=(7, 3), together=Combination.MEAN, fill=3, least=2),
]


@st.composite
def contests(draw: st.DrawFn, name: str) -> Contest:
    people = draw(st.lists(st.sampled_from("ABCDE"), unique=True))
    scores = {one: draw(st.integers(-3, 3)) * 1_000 for one in people}
    order = sorted(scores.values(), reverse=True)
    return Contest(
        name=name,
        ended=DAY - timedelta(days=draw(st.sampled_from([0, 200, 365, 366, 600, 731]))),
        results=tuple(PersonResult(one, order.index(score) + 1, score) for one, score in scores.items()),
        players=draw(st.sampled_from([5, 41])),
        days=draw(st.integers(1, 2)),
        weight=draw(st.sampled_from([Fraction(1), Fraction(2), Fraction(1, 2)])),
    )


seasons = st.integers(0, 8).flatmap(lambda count: st.tuples(*(contests(f"E{number}") for number in range(count))))
rules = st.sampled_from(RULES)


def told(rows: Sequence[RankingRow]) -> list[object]:
    return [(one.person, one.place, one.shared, one.calculation.value, one.calculation.results) for one in rows]


@given(seasons, rules, st.randoms(use_true_random=False))
def test_the_order_of_events_and_of_people_does_not_matter(
    season: tuple[Contest, ...], rules: RankingRule, chance: object
) -> None:
    mixed = [replace(one, results=one.results[::-1]) for one in season]
    chance.shuffle(mixed)  # type: ignore[attr-defined]
    before, after = told(rank(season, rules, DAY)), told(rank(mixed, rules, DAY))
    assert [one[:4] for one in before] == [one[:4] for one in after]  # type: ignore[index]


@given(seasons, rules)
def test_an_event_that_weighs_nothing_changes_nothing(season: tuple[Contest, ...], rules: RankingRule) -> None:
    before = told(rank(season, rules, DAY))
    later = Contest(name="Later", ended=date(2026, 11, 2), results=(PersonResult("A", 1), PersonResult("Z", 2)))
    old = replace(later, name="Old", ended=date(2019, 1, 1))
    assert told(rank([*season, later], rules, DAY)) == before
    if rules.age:
        assert told(rank([*season, old], rules, DAY)) == before


@given(seasons, rules, st.integers(2, 5))
def test_larger_weights_change_no_mean_that_nothing_is_filled_in(
    season: tuple[Contest, ...], rules: RankingRule, times: int
) -> None:
    rules = replace(rules, weight=WeightBy.GIVEN, result=ResultOf.EVENT, fill=0, together=Combination.MEAN)
    heavier = [replace(one, weight=one.weight * times) for one in season]
    assert [one.calculation.value for one in rank(season, rules, DAY)] == [
        one.calculation.value for one in rank(heavier, rules, DAY)
    ]


@given(seasons, st.integers(2, 5))
def test_larger_scores_make_a_larger_ranking(season: tuple[Contest, ...], times: int) -> None:
    grown = [
        replace(one, results=tuple(each._replace(score=each.score * times) for each in one.results)) for one in season
    ]
    for rules in (rule(), rule(together=Combination.MEAN, parts=(RankingPart(best=2),)), ranking_rule("average")):
        assert [(one.person, one.calculation.value * times) for one in rank(season, rules, DAY)] == [
            (one.person, one.calculation.value) for one in rank(grown, rules, DAY)
        ]


@given(seasons, rules, st.dictionaries(st.sampled_from("AZ"), st.integers(-9, 9).map(Fraction)))
def test_carrying_nothing_over_is_nothing_and_zero_is_zero(
    season: tuple[Contest, ...], rules: RankingRule, last: dict[str, Fraction]
) -> None:
    assert told(rank(season, rules, DAY, last_season=last)) == told(rank(season, rules, DAY))
    carrying = replace(rules, carry=Fraction(1, 3))
    values = {one.person: one.calculation.value for one in rank(season, rules, DAY)}
    for one in rank(season, carrying, DAY, last_season=last):
        assert one.calculation.value == values.get(one.person, 0) + last.get(one.person, Fraction()) * Fraction(1, 3)


@given(seasons, rules, st.integers(0, 5_000))
def test_a_penalty_lowers_a_ranking_and_nobody_else_s(
    season: tuple[Contest, ...], rules: RankingRule, amount: int
) -> None:
    before = {one.person: one.calculation.value for one in rank(season, rules, DAY)}
    after = {
        one.person: one.calculation.value
        for one in rank(season, rules, DAY, penalties=[RankingPenalty("A", amount, DAY)])
    }
    assert {name: value for name, value in before.items() if name != "A"} == {
        name: value for name, value in after.items() if name != "A"
    }
    if "A" in before:
        assert (after["A"] < before["A"]) == (amount > 0)


@given(seasons, rules)
def test_places_go_by_the_ranking_and_a_longer_chain_never_turns_the_order(
    season: tuple[Contest, ...], rules: RankingRule
) -> None:
    plain = rank(season, replace(rules, breakers=()), DAY)
    before = {one.person: one.place for one in plain if one.place}
    placed = [one for one in plain if one.place]
    assert [one.ranking for one in placed] == sorted(
        (one.ranking for one in placed if one.ranking is not None), reverse=True
    )
    for one in placed:
        assert one.place == 1 + sum(other.calculation.value > one.calculation.value for other in placed)
    chain = (Breaker.FIRSTS, Breaker.PLACES, Breaker.BEST, Breaker.LOT)
    after = rank(season, replace(rules, breakers=chain, lot_seed="x"), DAY)
    assert [before[one.person] for one in after if one.place] == sorted(before.values())
    assert not any(one.shared for one in after)
