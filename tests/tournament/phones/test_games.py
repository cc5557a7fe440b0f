"""A league's game on phones: who is offered, somebody new, the code for signers, and what it does to the table."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.factories import MORNING
from tests.tournament.leagues.games import make_league, play
from tournament.core.audit import Act
from tournament.core.models import Tournament
from tournament.leagues.evening_actions import put_up
from tournament.leagues.queries import league_of, table_of
from tournament.players.actions import withdraw
from tournament.players.badges.links import personal_token
from tournament.players.models import Player
from tournament.players.registration.actions import set_page

pytestmark = pytest.mark.django_db
FIGURES = ("452", "311", "257", "180")


@pytest.fixture
def league():
    made, people = make_league(least=2)
    play(made, people[:4])
    Tournament.objects.filter(pk=made.pk).update(is_public=True)
    return Tournament.objects.get(pk=made.pk), people


def act():
    return Act(by=None, at=timezone.now())


def opened(league, is_open=True):
    page = {"closes_at": None, "takes_waiting": False, "asks": []}
    set_page(tournament=league, act=act(), is_open=is_open, **page)


def sent(numbers, **more):
    rows = {f"player_{row}": number for row, number in enumerate(numbers)}
    return {**rows, **{f"points_{row}": own for row, own in enumerate(FIGURES)}, "deposits": "0", **more}


def enter(client, player, numbers, **more):
    return client.post(reverse("personal_game", args=[personal_token(player)]), sent(numbers, **more))


def text_of(answer):
    return " ".join(answer.content.decode().split())


def test_the_table_that_was_put_up_tonight_comes_before_the_last_one(client, league):
    league, people = league
    page = client.get(reverse("personal_game", args=[personal_token(people[0])]))
    assert [page.context["form"][f"player_{row}"].value() for row in range(4)] == [1, 2, 3, 4]
    put_up(tournament=league, players=[people[5], people[0], people[6], people[7]], act=act())
    page = client.get(reverse("personal_game", args=[personal_token(people[0])]))
    assert [page.context["form"][f"player_{row}"].value() for row in range(4)] == [6, 1, 7, 8]
    assert table_of(league, people[1], timezone.now()) == []
    assert table_of(league, people[0], timezone.now() + timedelta(days=1)) == []


def test_the_form_says_what_a_typed_one_is_worth_and_the_total(client, league):
    league, people = league
    page = text_of(client.get(reverse("personal_game", args=[personal_token(people[0])])))
    assert 'data-total="120000"' in page and 'data-unit="100"' in page and 'data-deposit="1000"' in page
    assert "Somebody new" not in page and "Save and sign as" in page


def test_somebody_new_is_registered_with_their_first_game(client, league):
    league, people = league
    opened(league)
    assert "Somebody new" in text_of(client.get(reverse("personal_game", args=[personal_token(people[0])])))
    answer = enter(client, people[0], [1, 2, "new", 4], new_2="Fatima Zahra")
    assert answer.status_code == 302
    new = Player.objects.get(tournament=league, name="Fatima Zahra")
    assert new.registration and new.is_unlisted
    assert league.hanchan.get(number=2).sheets.get().first_reading.lines.filter(player=new).exists()


def test_somebody_new_needs_a_name_and_is_not_registered_without_their_game(client, league):
    league, people = league
    opened(league)
    answer = enter(client, people[0], [1, 2, "new", 4])
    assert answer.status_code == 422 and "Enter a name." in text_of(answer)
    answer = enter(client, people[0], [1, 2, "new", 4], new_2="Fatima", points_0="10")
    assert answer.status_code == 422
    assert not Player.objects.filter(name="Fatima").exists()


def test_a_sending_that_is_repeated_registers_nobody_twice(client, league):
    league, people = league
    opened(league)
    more = {"new_2": "Fatima", "submission": "6a0c4f16-55a5-4e5e-8d0e-000000000001"}
    first = enter(client, people[0], [1, 2, "new", 4], **more)
    assert enter(client, people[0], [1, 2, "new", 4], **more).url == first.url
    assert Player.objects.filter(name="Fatima").count() == 1


def test_a_text_that_is_no_player_is_refused_while_nobody_new_is_taken(client, league):
    league, people = league
    opened(league, is_open=False)
    answer = enter(client, people[0], [1, 2, "new", 4], new_2="Fatima")
    assert answer.status_code == 422 and "player_2" in answer.context["form"].errors


def test_who_entered_a_game_shows_a_code_and_what_it_does_to_the_own_row(client, league):
    league, people = league
    answer = enter(client, people[0], [1, 2, 3, 4], is_another="on")
    page = text_of(client.get(answer.url))
    assert "does not count yet" in page and 'class="qr"' in page
    assert "Your total once it counts" in page and "30.20 →" in page
    assert "Next game at this table" in page and "I sign" not in page
    assert league_of(Tournament.objects.get(pk=league.pk)).games == 1


def test_the_code_leads_a_known_phone_to_the_game_and_tells_another_how(client, league):
    league, people = league
    answer = enter(client, people[0], [1, 2, 3, 4], is_another="on")
    assert answer.status_code == 302
    client.cookies.clear()
    here = reverse("public_league_game", args=[league.slug, 2])
    assert "This phone does not know you yet" in text_of(client.get(here))
    own = personal_token(people[1])
    client.get(reverse("personal_page", args=[own]))
    assert client.get(here).url == reverse("personal_game_sheet", args=[own, 2])
    page = text_of(client.get(reverse("personal_game_sheet", args=[own, 2])))
    assert "I sign" in page and "does not count yet" not in page and "Your place" in page
    assert client.get(reverse("public_league_game", args=[league.slug, 9])).status_code == 404


def test_the_code_of_another_league_is_nobody_here(client, league):
    league, _people = league
    _other, strangers = make_league()
    client.cookies["badge"] = personal_token(strangers[0])
    assert client.get(reverse("public_league_game", args=[league.slug, 1])).status_code == 200


def test_who_is_in_no_table_yet_has_no_place_before(client, league):
    league, people = league
    enter(client, people[4], [5, 6, 7, 8])
    page = text_of(client.get(reverse("personal_game_sheet", args=[personal_token(people[4]), 2])))
    assert "1 game to go" in page and "→" not in page


def test_who_left_the_league_meanwhile_is_told_of_no_place(client, league):
    league, people = league
    enter(client, people[4], [5, 6, 7, 8])
    withdraw(player=people[5], act=Act(by=None, at=MORNING, reason="left"))
    page = client.get(reverse("personal_game_sheet", args=[personal_token(people[5]), 2]))
    assert page.status_code == 200
