"""Who reads the pages for referees: the staff, and everybody where the organiser allows it."""

import pytest
from django.urls import reverse

from scoring.rules import preset
from scoring.time_limit import Moment, When, verdict
from tests.factories import MORNING, make_staff, make_user
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.events.actions import set_public

pytestmark = pytest.mark.django_db
NAMES = ("referee", "referee_value", "referee_fouls", "referee_last_hand")


def statuses(client, prefix=""):
    return {client.get(reverse(prefix + name, args=["spring-open"])).status_code for name in NAMES}


def publish(event, **what):
    set_public(tournament=event, act=Act(by=None, at=MORNING), **what)


@pytest.mark.parametrize("role", [Role.DESK, Role.REFEREE, Role.ORGANISER])
def test_each_role_of_the_staff_reads_them(client, event, role):
    client.force_login(make_staff(event, role))
    assert statuses(client) == statuses(client, "public_") == {200}


def test_somebody_who_does_not_work_here_is_refused_and_a_stranger_signs_in(client, event):
    assert statuses(client) == {302}
    client.force_login(make_user())
    assert statuses(client) == {403}


def test_they_are_not_public_unless_the_organiser_says_so(client, event, said):
    publish(event, is_public=True)
    assert event.referee_public is False and statuses(client, "public_") == {404}
    assert "Page not found" in said(client.get("/t/spring-open/referee/"))
    publish(event, referee_public=True)
    assert statuses(client, "public_") == {200}
    publish(event, is_public=False)
    assert statuses(client, "public_") == {404}


def test_the_players_navigation_has_them_where_they_are_public(client, event):
    publish(event, is_public=True)
    assert "/t/spring-open/referee/" not in client.get("/t/spring-open/rules/").content.decode()
    publish(event, referee_public=True)
    assert "/t/spring-open/referee/" in client.get("/t/spring-open/rules/").content.decode()


def test_the_organiser_ticks_it_beside_what_else_is_public_and_the_history_has_it(client, event, said):
    client.force_login(make_staff(event, Role.ORGANISER))
    client.post("/manage/spring-open/public/", {"is_public": "on", "standings_public": "on", "referee_public": "on"})
    event.refresh_from_db()
    assert event.referee_public
    assert "pages for referees public: no → yes" in said(client.get("/manage/spring-open/history/"))


def test_the_public_pages_answer_as_those_of_the_staff_and_link_to_nothing_of_theirs(client, event):
    publish(event, is_public=True, referee_public=True)
    page = client.get("/t/spring-open/referee/fouls/", {"foul": "REVEAL", "answer-place": "ura"})
    html = page.content.decode()
    assert page.context["draft"].outcome and "panel-plain" in html and "/manage/spring-open/penalties" not in html
    won = {"tiles": "234567m23455p78s", "win": "9s", "seat": "S", "round": "E", "by": "W", "show": "1"}
    assert client.get("/t/spring-open/referee/", won).context["answer"].won == 1_000


def test_the_public_pages_ask_the_database_little_and_always_the_same(client, event, django_assert_num_queries):
    publish(event, is_public=True, referee_public=True)
    for name in NAMES:
        for typed in ({}, {"show": "1", "q": "noten", "foul": "REVEAL", "when": "during"}):
            with django_assert_num_queries(1):
                client.get(reverse(f"public_{name}", args=["spring-open"]), typed)


@pytest.mark.parametrize("typed", [{"when": "during"}, {"when": "between", "south": "over"}, {"when": "after-dice"}])
def test_the_verdict_of_the_last_hand_is_that_of_the_rules(client, event, said, typed):
    publish(event, is_public=True, referee_public=True)
    expected = verdict(preset("wrc-2022"), Moment(When(typed["when"]), south_over="south" in typed))
    for address in ("/t/spring-open/referee/last-hand/", "/t/spring-open/last-hand/"):
        response = client.get(address, typed)
        assert response.context["verdict"] == expected and str(expected.text) in said(response)
