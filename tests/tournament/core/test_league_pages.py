"""What a league does not have leads to its table or is not there, and every name is that of an address."""

import pytest
from django.urls import NoReverseMatch, get_resolver, reverse

from tests.factories import MORNING, make_staff
from tests.tournament.leagues.games import make_league, play
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.core.roles import NOT_IN_A_LEAGUE, NOT_PUBLIC_IN_A_LEAGUE
from tournament.events.actions import set_public

pytestmark = pytest.mark.django_db


@pytest.fixture
def league():
    made, people = make_league()
    set_public(tournament=made, is_public=True, act=Act(by=None, at=MORNING))
    play(made, people[:4])
    return made


def address(league, name):
    """The address of a page of the league, with as many numbers as it takes; None for one that takes something else."""
    for numbers in ((), (1,), (1, 1), ("clock",), (1, "clock")):
        try:
            return reverse(name, args=[league.slug, *numbers])
        except NoReverseMatch:
            continue
    return None


def test_each_name_is_that_of_an_address():
    parts = get_resolver().url_patterns
    names = {one.name for part in parts for one in getattr(part, "url_patterns", [part])}
    assert names >= NOT_PUBLIC_IN_A_LEAGUE | NOT_IN_A_LEAGUE


def test_a_public_page_that_a_league_does_not_have_leads_to_its_table(client, league):
    table = reverse("public_league", args=[league.slug])
    assert {client.get(address(league, name)).url for name in NOT_PUBLIC_IN_A_LEAGUE} == {table}


def test_a_page_of_the_staff_that_a_league_does_not_have_is_not_there(client, league):
    client.force_login(make_staff(league, Role.ORGANISER))
    assert {name: client.get(address(league, name)).status_code for name in NOT_IN_A_LEAGUE} == dict.fromkeys(
        NOT_IN_A_LEAGUE, 404
    )


def test_print_and_export_offer_what_a_league_has(client, league):
    client.force_login(make_staff(league, Role.ORGANISER))
    page = client.get(reverse("prints", args=[league.slug])).content.decode()
    offered = [
        one.url
        for group in client.get(reverse("prints", args=[league.slug])).context["groups"]
        for one, _ in group.items
    ]
    assert offered == [
        *("public_league", "print_report_sheets", "print_badges", "print_rules", "print_penalties", "print_payments")
    ]
    assert "Certificates" not in page and "Seating by" not in page
    page = client.get(reverse("exports", args=[league.slug])).content.decode()
    assert "EMA list" not in page and "Certificates" not in page and "Crosstable" not in page and "Post" not in page
    assert "League table" in page
    for key in ("ema", "certificates", "crosstable"):
        assert client.get(reverse("export_csv", args=[league.slug, key])).status_code == 404
    assert client.get(reverse("export_workbook", args=[league.slug])).status_code == 200


def test_the_report_sheets_of_a_league_are_blank(client, league):
    client.force_login(make_staff(league, Role.DESK))
    page = client.get(reverse("print_report_sheets", args=[league.slug]), {"spares": "2"})
    assert page.status_code == 200 and "Aiko Brandt" not in page.content.decode()


def test_the_boards_of_sheets_lead_to_games(client, league):
    client.force_login(make_staff(league, Role.DESK))
    games = reverse("league_games", args=[league.slug])
    assert client.get(reverse("sheets_current", args=[league.slug])).url == games
    assert client.get(reverse("sheets", args=[league.slug, 1])).url == reverse("sheet", args=[league.slug, 1, 1])


@pytest.mark.parametrize("name", ["players", "player_edit", "event_public", "badge_links", "player_act"])
def test_no_page_leads_to_one_that_is_not_there(client, league, name):
    client.force_login(make_staff(league, Role.ORGANISER))
    here = {
        "player_edit": reverse("player_edit", args=[league.slug, 1]),
        "player_act": reverse("player_act", args=[league.slug, 1, "withdraw"]),
    }
    page = client.get(here.get(name) or reverse(name, args=[league.slug]))
    assert page.status_code == 200
    html = page.content.decode()
    gone = ("check_in", "table_codes", "seating", "seating_change", "ceremony")
    assert not [one for one in gone if f'"{reverse(one, args=[league.slug])}' in html]
