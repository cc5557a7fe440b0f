"""A league of three-player games from set-up to its table: three rows, three winds, three places."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.factories import make_players, make_user
from tournament.core.audit import Act
from tournament.core.audit_check import findings
from tournament.core.models import Tournament
from tournament.events.actions import set_public
from tournament.leagues.evening_actions import come
from tournament.leagues.queries import league_of, tonight_of
from tournament.players.badges.links import personal_token
from tournament.players.lookup import option

pytestmark = pytest.mark.django_db
FIGURES = ("620", "310", "120")  # of 105,000


@pytest.fixture
def league(client):
    """A public league, set up on its page with the rules of Tenhou for three."""
    client.force_login(make_user(superuser=True))
    form = client.get(reverse("league_new")).context["form"]
    sent = {name: form[name].value() or "" for name in form.fields}
    client.post(reverse("league_new"), {**sent, "name": "Sanma League", "preset": "tenhou-3", "least": "1"})
    made = Tournament.objects.get(name="Sanma League")
    set_public(tournament=made, is_public=True, act=Act(by=None, at=timezone.now()))
    return made, make_players(made, 6)


def typed(people, is_list=False, figures=FIGURES):
    rows = {f"player_{row}": one.number if is_list else option(one) for row, one in enumerate(people)}
    return {**rows, **{f"points_{row}": own for row, own in enumerate(figures)}, "deposits": "0"}


def text_of(answer):
    return " ".join(answer.content.decode().split())


def test_the_desk_enters_three_and_the_table_has_three_places(client, league):
    league, people = league
    here = reverse("league_games", args=[league.slug])
    page = client.get(here)
    assert len(page.context["form"].rows) == 3 and "North" not in text_of(page)
    assert client.post(here, typed(people[:3])).status_code == 302
    table = league_of(Tournament.objects.get(pk=league.pk))
    assert [(row.place, row.player.id) for row in table.rows] == [(n + 1, one.pk) for n, one in enumerate(people[:3])]
    assert [row.average_place for row in table.rows] == ["1.00", "2.00", "3.00"]
    page = text_of(client.get(reverse("public_league", args=[league.slug])))
    assert page.count('class="place-block') == 3
    sheet = text_of(client.get(reverse("sheet", args=[league.slug, 1, 1])))
    assert "Game 1" in sheet and "62,000" in sheet
    history = text_of(client.get(reverse("public_league_player", args=[league.slug, people[0].number])))
    assert "62,000" in history
    assert not list(findings(league))


def test_a_sum_of_four_is_refused(client, league):
    league, people = league
    answer = client.post(reverse("league_games", args=[league.slug]), typed(people[:3], figures=("900", "200", "100")))
    assert answer.status_code == 422


def test_a_phone_enters_three_and_another_signs(client, league):
    league, people = league
    types, signs = personal_token(people[0]), personal_token(people[2])
    page = text_of(client.get(reverse("personal_game", args=[types])))
    assert page.count("data-row") == 3 and 'data-total="105000"' in page
    answer = client.post(reverse("personal_game", args=[types]), typed(people[:3], is_list=True))
    assert "does not count yet" in text_of(client.get(answer.url))
    client.cookies.clear()
    client.post(reverse("personal_game_sheet", args=[signs, 1]), {"sign": "1", "base_version": "1"})
    assert league_of(Tournament.objects.get(pk=league.pk)).games == 1


def test_the_next_table_is_of_three_and_stands_on_the_wall(client, league):
    league, people = league
    client.post(reverse("league_games", args=[league.slug]), typed(people[:3]))
    now = timezone.now()
    for minutes, player in enumerate(people[:4]):
        come(player=player, act=Act(by=None, at=now + timedelta(seconds=minutes)))
    tonight = tonight_of(Tournament.objects.get(pk=league.pk), now)
    assert len(tonight.coming) == 3 and tonight.meetings == 1
    page = text_of(client.get(reverse("screen_standings", args=[league.slug])))
    assert "Next table" in page and page.count("tile-beside") == 3
