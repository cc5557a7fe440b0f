"""Rankings for programs: the public ones, and their tables as of a day, as the description says."""

from datetime import date

import pytest
from django.test import Client

from tests.tournament.api.test_openapi import faults
from tests.tournament.rankings.rows import act, small_ranking
from tournament.api.ranking_views import RANKING_RESOURCES
from tournament.core.response_mark import KEPT
from tournament.rankings import actions
from tournament.rankings.models import ClubRanking

pytestmark = pytest.mark.django_db
FOUR = ["Ann", "Bob", "Cleo", "Dan"]


def get(path="", **asked):
    return Client().get(f"/api/v1/rankings/{path}", asked)


@pytest.mark.parametrize("rule", ["ema-2018", "best-3-of-4"])
def test_every_answer_is_as_it_is_described(rule):
    ranking, _, _ = small_ranking(FOUR, FOUR, rule=rule)
    assert faults("/api/v1/rankings/", get().json()) == []
    for key in RANKING_RESOURCES:
        answer = get(f"{ranking.slug}/{key}", on="2026-12-31").json()
        assert faults(f"/api/v1/rankings/{{ranking}}/{key}", answer) == []


def test_people_have_places_and_exact_rankings():
    ranking, _, _ = small_ranking(FOUR, FOUR, rule="ema-2018")
    body = get(f"{ranking.slug}/people", on="2026-12-31", size=1).json()
    assert (body["on"], body["frozen"], body["key"], body["as_of"]) == ("2026-12-31", False, None, None)
    (first,) = body["rows"]
    assert (first["name"], first["place"], first["part_1"], first["ranking"]) == ("Ann", 1, "400.00", "450.00")
    assert body["next"] == f"/api/v1/rankings/{ranking.slug}/people?on=2026-12-31&page=2&size=1"


def test_without_a_day_the_last_frozen_ranking_is_sent_with_its_key():
    ranking, _, _ = small_ranking(FOUR)
    assert KEPT not in get(f"{ranking.slug}/people")
    frozen = actions.freeze(ranking=ranking, on=date(2026, 10, 1), act=act())
    answer = get(f"{ranking.slug}/people")
    assert answer[KEPT] == "0"
    assert (answer.json()["on"], answer.json()["key"]) == ("2026-10-01", frozen.key)
    assert get().json()["rows"][0]["frozen_for"] == "2026-10-01"


def test_a_ranking_that_is_not_public_is_not_there():
    ranking, _, _ = small_ranking(FOUR)
    ClubRanking.objects.update(is_public=False)
    assert get(f"{ranking.slug}/people").json()["code"] == "no-ranking"
    assert get().json()["rows"] == []


def test_a_day_that_there_is_not_is_refused():
    ranking, _, _ = small_ranking(FOUR)
    for typed in ("tomorrow", "2026-02-31"):
        answer = get(f"{ranking.slug}/people", on=typed)
        assert (answer.status_code, answer.json()["code"]) == (400, "no-day")
