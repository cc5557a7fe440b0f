"""The links around a page: whose they are, where they lead, and what they cost."""

from types import SimpleNamespace

import pytest
from django.template import Context, Template
from django.test import override_settings

from tests.factories import make_staff, make_tournament, make_user
from tournament.core.models import Role
from tournament.core.roles import holds
from tournament.templatetags import navigation

pytestmark = pytest.mark.django_db


def shown(template: str, **context) -> str:
    return Template("{% load navigation %}" + template).render(Context(context)).strip()


def labels(links) -> list[str]:
    return [str(link["label"]) for link in links]


def context_of(event, user, url_name="event_overview"):
    match = SimpleNamespace(url_name=url_name)
    return {"request": SimpleNamespace(tournament=event, user=user, resolver_match=match)}


@pytest.mark.parametrize("hanchan_count", [2, 12])
def test_the_hanchan_strip_costs_one_query_whatever_its_length(django_assert_num_queries, hanchan_count):
    tournament = make_tournament(hanchan_count=hanchan_count)
    with django_assert_num_queries(1):
        html = shown("{% hanchan_strip tournament 2 %}", tournament=tournament)
    assert html.count("<a ") == hanchan_count


def test_the_rail_and_the_strip_of_a_page_cost_one_query(django_assert_num_queries):
    event = make_tournament(hanchan_count=3)
    request = context_of(event, make_user("owner", superuser=True))["request"]
    assert holds(request.user, "work_at", event), "the page has asked that already"
    with django_assert_num_queries(1):
        shown("{% rail 'sheets' %}{% hanchan_strip event 2 %}", event=event, request=request)


def test_the_hanchan_strip_names_each_state_and_where_one_is():
    tournament = make_tournament(hanchan_count=3)
    tournament.hanchan.filter(number=1).update(
        state="closed", started_at=tournament.made_at, closed_at=tournament.made_at
    )
    html = " ".join(shown("{% hanchan_strip tournament 2 %}", tournament=tournament).split())
    first, second = html.split("<a ")[1:3]
    assert 'class="is-closed"' in first and "Hanchan 1: closed" in first and "aria-current" not in first
    assert 'class="is-planned"' in second and 'aria-current="page"' in second


def test_the_navigation_leaves_out_pages_that_do_not_exist():
    event = make_tournament(hanchan_count=1, protest_minutes=15)
    with override_settings(ROOT_URLCONF=()):
        assert navigation.rail(context_of(event, make_user("owner", superuser=True)), "sheets") == {"links": []}


@pytest.mark.parametrize(
    ("role", "at_hand", "others", "home"),
    [
        (Role.DESK, "Sheets Check-in Seating Print", "Players Floor Standings Export", "/manage/spring/sheets/"),
        (Role.REFEREE, "Floor Seating Sheets Standings Protests", "Players Print Export", "/manage/spring/floor/"),
        (
            Role.ORGANISER,
            "Event Players Seating Sheets Floor Standings Protests Print Export",
            "",
            "/manage/spring/",
        ),
    ],
)
def test_everybody_has_the_pages_of_their_work_at_hand_and_begins_with_them(client, role, at_hand, others, home):
    event = make_tournament(slug="spring", hanchan_count=1, protest_minutes=15)
    user = make_staff(event, role)
    context = context_of(event, user)
    assert labels(navigation.rail(context)["links"]) == at_hand.split()
    assert labels(navigation.other_links(context)) == others.split()
    client.force_login(user)
    assert client.get("/manage/spring/home/").url == home


def test_protests_are_there_at_an_event_with_a_protest_window():
    event = make_tournament(hanchan_count=1, protest_minutes=None)
    assert "Protests" not in labels(navigation.rail(context_of(event, make_staff(event, Role.ORGANISER)))["links"])


@pytest.mark.parametrize(("role", "key"), [(Role.DESK, "Check-in"), (Role.ORGANISER, "Players")])
def test_check_in_is_a_page_of_the_desk_and_a_part_of_the_players(role, key):
    event = make_tournament(hanchan_count=1)
    links = navigation.rail(context_of(event, make_staff(event, role)), "check_in")["links"]
    assert labels(link for link in links if link["here"]) == [key]


@pytest.mark.parametrize(
    ("role", "pages"),
    [
        (Role.DESK, ["Floor", "Hands and fouls", "Penalties"]),
        (Role.REFEREE, ["Floor", "Hands and fouls", "Penalties", "Late or absent", "Wrong sheet"]),
    ],
)
def test_the_pages_of_the_floor_are_those_that_somebody_may_open(role, pages):
    event = make_tournament(hanchan_count=1)
    links = navigation.floor_tabs(context_of(event, make_staff(event, role), "referee_fouls"))["links"]
    assert labels(links) == pages
    assert labels(link for link in links if link["here"]) == ["Hands and fouls"]
