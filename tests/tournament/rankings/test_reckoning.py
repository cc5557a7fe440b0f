"""A ranking as of a day: the figures, and that nothing is lost when it is kept as JSON."""

import json
from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from scoring.rankings import RANKING_RULES, PersonResult, RankingPenalty, ranking_rule
from scoring.rankings.ranking import two_decimals
from scoring.rankings.rule import ResultOf
from tests.tournament.rankings.seasons import EMA, JANUARY, NOVEMBER, ZOFIA, zofia
from tournament.rankings.reckoning import EventContest, reckon, reckoning_from

RULES = [rule for rule in map(ranking_rule, RANKING_RULES) if rule.result is ResultOf.EVENT]


def test_the_example_has_its_figures_on_both_days():
    for on, value in ((NOVEMBER, "911.59"), (JANUARY, "909.14")):
        (row,) = zofia(on).placed
        assert two_decimals(row.ranking, EMA) == value


def test_countries_are_those_of_people_with_a_place():
    (country,) = zofia().countries
    assert (country.country, country.ranked, country.above) == ("PL", 1, 1)
    assert two_decimals(country.ranking, EMA) == "303.86"


def test_a_day_before_every_event_has_nobody():
    early = zofia(date(2024, 1, 1))
    assert (early.rows, early.counting, early.countries, early.country_of) == ((), (), (), {})


@st.composite
def seasons(draw):
    """Events of up to eight people each, and penalties, under one of the rules."""
    people = [str(one) for one in range(1, 9)]
    found = []
    for number in range(draw(st.integers(0, 7))):
        who = draw(st.lists(st.sampled_from(people), unique=True, max_size=8))
        places = draw(st.lists(st.integers(1, 8), min_size=len(who), max_size=len(who)))
        scores = draw(st.lists(st.integers(-90_000, 90_000), min_size=len(who), max_size=len(who)))
        results = tuple(map(PersonResult, who, places, scores))
        found.append(
            EventContest(
                name=f"Open {number}",
                slug=f"open-{number}",
                ended=draw(st.dates(date(2024, 6, 1), date(2026, 12, 1))),
                players=8,
                days=draw(st.integers(1, 3)),
                countries=draw(st.integers(1, 12)),
                qualification=draw(st.booleans()),
                results=results,
            )
        )
    fines = draw(st.lists(st.builds(RankingPenalty, st.sampled_from(people), st.integers(1, 500), st.just(NOVEMBER))))
    rules = draw(st.sampled_from(RULES))
    return reckon(found, rules, NOVEMBER, fines, dict.fromkeys(people, "PL"))


@given(seasons())
def test_a_ranking_that_was_kept_is_the_same_ranking(found):
    again = reckoning_from(found.rules, json.loads(json.dumps(found.to_json())))
    assert again.to_json() == found.to_json()
    assert [row.calculation.results for row in again.rows] == [
        tuple(one._replace(contest=at) for one, at in zip(row.calculation.results, _contests(again, row), strict=True))
        for row in found.rows
    ]
    assert [(row.person, row.place, row.shared, row.lacks, row.ranking, row.breaks) for row in again.rows] == [
        (row.person, row.place, row.shared, row.lacks, row.ranking, row.breaks) for row in found.rows
    ]
    assert [(one.country, one.place, one.ranking) for one in again.countries] == [
        (one.country, one.place, one.ranking) for one in found.countries
    ]


def _contests(again, row):
    return [one.contest for one in again.by_person[row.person].calculation.results]


@given(seasons())
def test_who_has_a_place_stands_above_those_who_lack_results(found):
    assert found.rows == (*found.placed, *found.below)
    assert all(row.lacks for row in found.below) and not any(row.lacks for row in found.placed)


def test_a_kept_ranking_has_no_name_but_those_of_events():
    kept = zofia().to_json()
    assert kept["rows"][0]["person"] == ZOFIA
    assert kept["countries"] == {ZOFIA: "PL"}
