"""A season that adds a part of the last one."""

from datetime import date
from io import BytesIO

import pytest
from django.urls import reverse
from openpyxl import load_workbook

from tests.tournament.rankings.rows import act, make_keeper, make_ranking, two_seasons
from tournament.core.messages import Refused
from tournament.persons.actions import MergeChoice, PersonValues, merge
from tournament.rankings import actions
from tournament.rankings.queries import frozen_in, people_in, reckoning_of, seasons_to_carry

pytestmark = pytest.mark.django_db
YEAR = date(2026, 12, 31)


def totals(ranking):
    """Name, ranking in points, and what of it was carried over."""
    found = reckoning_of(ranking, YEAR)
    named = people_in(found)
    return {named[row.person].name: (int(row.calculation.value), int(row.calculation.carried)) for row in found.rows}


def test_half_of_the_last_season_is_added_also_for_who_plays_no_more():
    now, _frozen, _people = two_seasons()
    assert totals(now) == {
        "Ann": (20_000, 20_000),
        "Bob": (55_000, 15_000),
        "Cleo": (40_000, 10_000),
        "Dan": (25_000, 5_000),
        "Eve": (10_000, 0),
    }


def test_a_person_who_was_merged_since_then_keeps_the_season():
    now, _frozen, people = two_seasons()
    merge(
        one=people["Eve"],
        other=people["Ann"],
        choice=MergeChoice(values=PersonValues(name="Eve", country="PL")),
        act=act(),
    )
    assert totals(now)["Eve"] == (30_000, 20_000)


def test_the_page_says_what_is_carried_over_and_the_workbook_adds_it(client):
    now, _frozen, people = two_seasons()
    page = client.get(reverse("ranking", args=[now.slug]), {"person": people["Bob"].pk}).content.decode()
    assert "15 are carried over: ½ of the last season’s ranking." in page
    content = client.get(reverse("ranking_xlsx", args=[now.slug])).content
    formulas = load_workbook(BytesIO(content))["Ranking"]
    headings = [cell.value for cell in formulas[3]]
    assert headings[5:7] == ["Carried over", "Part A"]
    assert str(formulas["H4"].value) == "=F4+1/1*G4"


def test_nothing_else_can_be_carried_over():
    now, frozen, _people = two_seasons()
    other = make_ranking(*[one.tournament for one in now.events.all()], name="Base ranks", club=now.club)
    assert seasons_to_carry(other) == []
    assert seasons_to_carry(now) == [frozen]
    with pytest.raises(Refused, match="cannot be carried over"):
        actions.set_details(ranking=other, name="x", is_public=True, last_season=frozen, act=act())


def test_what_is_carried_over_is_not_taken_back():
    now, frozen, _people = two_seasons()
    with pytest.raises(Refused, match="carried over into Season 2026"):
        actions.take_back(frozen=frozen, act=act(reason="A mistake."))
    actions.set_details(ranking=now, name=now.name, is_public=True, act=act())
    actions.take_back(frozen=frozen, act=act(reason="A mistake."))
    assert not frozen_in(frozen.ranking).exists()


def test_the_season_is_chosen_where_the_rule_carries_over(client):
    now, frozen, _people = two_seasons()
    client.force_login(make_keeper())
    address = reverse("ranking_manage", args=[now.slug])
    assert "Season 2025, 31 December 2025" in client.get(address).content.decode()
    fields = {"name": now.name, "is_public": "on", "last_season": ""}
    client.post(reverse("ranking_details", args=[now.slug]), fields)
    now.refresh_from_db()
    assert now.last_season is None
    client.post(reverse("ranking_details", args=[now.slug]), {**fields, "last_season": str(frozen.pk)})
    now.refresh_from_db()
    assert now.last_season == frozen
    european = make_ranking(name="Base ranks", club=now.club)
    assert "Last season" not in client.get(reverse("ranking_manage", args=[european.slug])).content.decode()
