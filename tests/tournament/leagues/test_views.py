"""The pages of a league: set-up, games at the desk, the public table, and what a league does not have."""

import pytest
from django.urls import reverse

from tests.factories import MORNING, make_staff, make_user
from tests.tournament.leagues.games import POINTS, make_league, play, sheet_of
from tournament.core.audit import Act
from tournament.core.models import Role, Tournament
from tournament.events.actions import set_public
from tournament.leagues.queries import league_of
from tournament.players.badges.links import personal_token
from tournament.players.lookup import option
from tournament.results.sheets.actions import change
from tournament.standings.league_table import rule_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def league():
    made, _people = make_league(least=2)
    set_public(tournament=made, act=Act(by=None, at=MORNING), is_public=True)
    return made


@pytest.fixture
def people(league):
    return list(league.players.order_by("number"))


def typed(people, points=(452, 311, 257, 180), *, is_list=False, **more):
    """A form of a game as a browser sends it."""
    rows = {f"player_{row}": one.number if is_list else option(one) for row, one in enumerate(people)}
    return {**rows, **{f"points_{row}": own for row, own in enumerate(points)}, "deposits": "0", **more}


def test_a_league_is_set_up_with_its_name_alone(client):
    client.force_login(make_user(superuser=True))
    page = client.get(reverse("league_new"))
    assert "Games needed for a place" in page.content.decode()
    form = page.context["form"]
    sent = {name: form[name].value() or "" for name in form.fields} | {"name": "Tuesday League"}
    answer = client.post(reverse("league_new"), sent)
    made = Tournament.objects.get(name="Tuesday League")
    assert answer.url == reverse("players", args=[made.slug])
    assert rule_of(made).least == 20


def test_a_league_without_a_name_or_with_yakitori_comes_back(client):
    client.force_login(make_user(superuser=True))
    form = client.get(reverse("league_new")).context["form"]
    sent = {name: form[name].value() or "" for name in form.fields}
    assert client.post(reverse("league_new"), sent).status_code == 422
    client.force_login(make_user())
    assert client.get(reverse("league_new")).status_code == 403


def test_the_desk_enters_a_game(client, league, people):
    client.force_login(make_staff(league, Role.DESK))
    here = reverse("league_games", args=[league.slug])
    assert "No game yet" in client.get(here).content.decode()
    answer = client.post(here, typed(people[:4]), follow=True)
    assert "Game 1 counts: Aiko Brandt +30.2" in answer.content.decode()
    assert league_of(Tournament.objects.get(pk=league.pk)).games == 1


def test_the_same_game_is_entered_again_only_where_it_is_another(client, league, people):
    client.force_login(make_staff(league, Role.DESK))
    here = reverse("league_games", args=[league.slug])
    client.post(here, typed(people[:4]))
    again = client.post(here, typed(people[:4]))
    assert again.status_code == 422
    assert "The same game as" in again.content.decode()
    assert client.post(here, typed(people[:4], is_another="on")).status_code == 302


def test_missing_points_and_unknown_names_stand_beside_their_fields(client, league, people):
    client.force_login(make_staff(league, Role.DESK))
    sent = typed(people[:4], (452, 311, 257, "")) | {"player_0": "Nobody"}
    page = client.post(reverse("league_games", args=[league.slug]), sent)
    assert page.status_code == 422
    assert set(page.context["form"].errors) == {"player_0", "points_3"}


def test_the_public_table_has_places_form_and_a_line(client, league, people):
    play(league, people[:4])
    play(league, [*people[:3], people[4]], minutes=90)
    page = client.get(reverse("public_league", args=[league.slug])).content.decode()
    assert "Placed from 2 games" in page
    assert "1 game to go" in page
    assert 'class="place-block is-place-1 is-latest">1<' in page
    assert "divided by 2" not in page
    why = client.get(reverse("public_league", args=[league.slug]), {"why": people[0].number}).content.decode()
    assert "divided by 2" in why


def test_a_player_has_a_page_of_their_games(client, league, people):
    play(league, people[:4])
    page = client.get(reverse("public_league_player", args=[league.slug, people[1].number])).content.decode()
    assert "1 game to go for a place." in page
    assert "45,200" in page
    for number in (people[6].number, 99):
        assert client.get(reverse("public_league_player", args=[league.slug, number])).status_code == 404


def test_other_addresses_lead_to_the_table(client, league, people):
    play(league, people[:4])
    table = reverse("public_league", args=[league.slug])
    assert client.get(reverse("public_standings", args=[league.slug])).url == table
    player = reverse("public_league_player", args=[league.slug, 1])
    assert client.get(reverse("public_player", args=[league.slug, 1])).url == player
    client.force_login(make_staff(league, Role.ORGANISER))
    assert client.get(reverse("event_overview", args=[league.slug])).url == reverse("league_games", args=[league.slug])
    assert client.get(reverse("event_hanchan", args=[league.slug])).status_code == 404
    settings = client.get(reverse("event_settings", args=[league.slug])).content.decode()
    assert "What next" not in settings
    assert reverse("seating", args=[league.slug]) not in settings


def test_an_empty_league_says_when_it_begins(client):
    made, _people = make_league(first_day=MORNING.date())
    set_public(tournament=made, act=Act(by=None, at=MORNING), is_public=True)
    page = client.get(reverse("public_league", args=[made.slug])).content.decode()
    assert "First evening: Saturday 16 May." in page


def test_one_player_types_and_another_signs(client, league, people):
    types, signs = personal_token(people[0]), personal_token(people[1])
    page = client.get(reverse("personal_game", args=[types]))
    assert [one.number for one in page.context["form"].fields["player_0"].people][:1] == [1]
    answer = client.post(reverse("personal_game", args=[types]), typed(people[:4], is_list=True))
    assert answer.url == reverse("personal_game_sheet", args=[types, 1])
    assert "Game 1 waits for a signature" in client.get(reverse("personal_page", args=[signs])).content.decode()
    client.cookies.clear()
    here = reverse("personal_game_sheet", args=[signs, 1])
    assert "Game 1" in client.get(here).content.decode()
    client.post(here, {"sign": "1", "base_version": "1"})
    assert league_of(Tournament.objects.get(pk=league.pk)).games == 1


def test_a_player_enters_only_their_own_games(client, league, people):
    token = personal_token(people[7])
    page = client.post(reverse("personal_game", args=[token]), typed(people[:4], is_list=True))
    assert page.status_code == 422
    play(league, people[:4])
    assert client.get(reverse("personal_game_sheet", args=[token, 1])).status_code == 404


def test_the_table_asks_the_same_however_many_games(client, league, people, django_assert_max_num_queries):
    for number in range(12):
        play(league, people[:4], POINTS, minutes=90 * number)
    with django_assert_max_num_queries(12):
        client.get(reverse("public_league", args=[league.slug]))


def test_programs_read_the_table(client, league, people):
    play(league, people[:4])
    answer = client.get(reverse("api_league", args=[league.slug])).json()
    assert answer["games"] == 1
    assert [row["lacks"] for row in answer["rows"]] == [1, 1, 1, 1]


def test_the_start_page_counts_the_games_of_a_league(client, league, people):
    assert "0 games" in client.get("/").text
    play(league, people[:4])
    page = client.get("/").text
    assert "1 game" in page and "all hanchan played" not in page


def test_every_game_is_reached_twenty_a_page(client, league, people):
    for number in range(22):
        play(league, people[:4], (45_200 + 100 * number, 31_100 - 100 * number, 25_700, 18_000), minutes=number)
    client.force_login(make_staff(league, Role.DESK))
    address = reverse("league_games", args=[league.slug])
    first = client.get(address)
    assert [game.number for game in first.context["games"]] == list(range(22, 2, -1))
    earlier = client.get(address + "?before=3")
    assert "Games before game 3" in earlier.content.decode()
    assert [game.number for game in earlier.context["games"]] == [2, 1]
    assert "?before=3" in first.content.decode() and "Earlier games" not in earlier.content.decode()


def test_what_is_public_of_a_league_lists_no_hanchan(client, league, people):
    play(league, people[:4])
    client.force_login(make_user(superuser=True))
    page = client.get(reverse("event_public", args=[league.slug])).text
    assert "The public page is open." in page
    absent = ("Hanchan by hanchan", "Ceremony", "Seating</a>", "when a hanchan is closed", "the first places")
    assert not [text for text in absent if text in page]
    client.post(reverse("event_public", args=[league.slug]), {"is_public": "on", "players_public": "on"})
    league.refresh_from_db()
    assert league.players_public and not league.standings_public and league.release_on_close


@pytest.mark.parametrize("page", ["sheet", "sheet_change", "sheet_history", "sheet_people"])
def test_the_pages_of_a_sheet_speak_of_a_game(client, league, people, page):
    game = play(league, people[:4])
    client.force_login(make_staff(league, Role.ORGANISER))
    html = client.get(reverse(page, args=[league.slug, game.number, 1])).content.decode()
    assert "Game 1" in html and "Hanchan 1" not in html and "Table 1" not in html
    assert "One person has read this sheet" not in html


def test_a_correction_says_what_it_does_to_the_table_and_is_in_the_history_as_of_a_game(client, league, people):
    game = play(league, people[:4])
    client.force_login(make_staff(league, Role.ORGANISER))
    here = reverse("sheet_change", args=[league.slug, game.number, 1])
    form = client.get(here).context["look"].form
    sent = {name: form[name].value() or "" for name in form.fields}
    fields = [name for name in sent if name.startswith("points")]
    sent |= {**dict(zip(fields, ("180", "257", "311", "452"), strict=True)), "deposits": "0"}
    page = client.post(reverse("sheet_change_check", args=[league.slug, game.number, 1]), sent).content.decode()
    assert "The league table before and after" in page and "No cut depends" not in page and "After hanchan" not in page
    change(
        hanchan=game,
        table=1,
        typed=sheet_of(people[:4], tuple(reversed(POINTS))),
        act=Act(by=None, at=MORNING, base=1, reason="read upside down"),
    )
    assert league.audit_entries.first().about == "game 1"


def test_another_player_in_a_game_says_what_that_does_to_the_table(client, league, people):
    game = play(league, people[:4])
    client.force_login(make_staff(league, Role.ORGANISER))
    asked = {"to": f"{people[0].number}:{people[5].number}"}
    page = client.get(reverse("sheet_people", args=[league.slug, game.number, 1]), asked).content.decode()
    assert "The league table before and after" in page and "No cut depends" not in page


def test_on_a_phone_a_number_of_games_says_what_it_counts(client, league, people):
    play(league, people[:4])
    page = client.get(reverse("public_league", args=[league.slug])).text
    assert page.count('1 <small class="phone-only muted">game</small>') == 4


def test_what_is_exported_of_a_league_speaks_of_no_hidden_hanchan(client, league, people):
    play(league, people[:4])
    client.force_login(make_staff(league, Role.ORGANISER))
    page = client.get(reverse("exports", args=[league.slug])).text
    assert "Workbook (XLSX)" in page
    assert not [text for text in ("hidden results", "last hanchan", ">official<") if text in page]
