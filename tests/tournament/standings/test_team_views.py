"""Teams and countries, ranked as soon as players have one."""

import pytest

from scoring.standings.cut import HALF, Cut
from scoring.standings.rules import Per, StandingRules, TeamRules
from scoring.standings.ties import Breaker
from tests.events.rows import kept
from tests.factories import MORNING, make_staff
from tests.tournament.standings.tables import USUAL, play, small_event
from tests.tournament.standings.test_public_views import text_of
from tournament.core.audit import Act
from tournament.core.models import Tournament
from tournament.standings.actions import change_standing_rules
from tournament.standings.queries import forget, kinds_of, teams_of
from tournament.standings.teams import Grouping

pytestmark = pytest.mark.django_db


@kept
def played():
    """Felt: Aiko, Luc. Ivory: Ewa, Tom. Oak: Noor. Countries: DE, FR, PL, GB twice each."""
    tournament, people = small_event(hanchan_count=3)
    for player, team in zip(people, ["Felt", "Felt", "Ivory", "Ivory", "Oak"], strict=False):
        player.team = team
        player.save()
    play(tournament, 1, {1: USUAL, 2: USUAL})
    play(tournament, 2, {1: USUAL, 2: (40_000, 32_000, 28_000, 20_000)}, released=False)
    tournament.refresh_from_db()
    return tournament, people


@pytest.fixture
def event(client):
    tournament, people = played()
    client.force_login(make_staff(tournament, "desk"))
    return tournament, people


def rank(tournament, **rules):
    change_standing_rules(tournament=tournament, rules=StandingRules(**rules), act=Act(by=None, at=MORNING))


def brief(tournament, kind=Grouping.TEAMS, **said):
    return [(row.name, row.standing.place, row.standing.total) for row in teams_of(tournament, kind, **said).rows]


def test_teams_have_what_their_members_have(event):
    assert brief(event[0]) == [("Felt", 1, 72_600), ("Oak", 2, 55_200), ("Ivory", 3, -72_600)]


def test_the_best_members_count(event):
    rank(event[0], teams=TeamRules(best=1))
    assert brief(event[0])[:2] == [("Felt", 1, 60_400), ("Oak", 2, 55_200)]


def test_countries_are_called_by_their_names(event):
    found = brief(event[0], Grouping.COUNTRIES)
    assert found[0] == ("Germany", 1, 115_600)
    assert {name for name, *_ in found} == {"Germany", "France", "Poland", "United Kingdom"}


def test_the_pages_show_members_and_why(client, event):
    page = text_of(client.get("/manage/spring-open/standings/teams/"))
    assert "1 Felt Aiko Brandt +60.4 Luc Moreau +12.2" in page
    assert "Felt is ahead of Oak: 72.6 against 55.2." in page
    assert "Germany" in text_of(client.get("/manage/spring-open/standings/countries/"))


def test_the_public_sees_released_results_only(client, event):
    page = text_of(client.get("/t/spring-open/teams/"))
    assert "+36.3" in page and "+72.6" not in page
    assert "Germany" in text_of(client.get("/t/spring-open/countries/"))


def test_a_member_that_does_not_count_is_struck_and_said(client, event):
    rank(event[0], teams=TeamRules(best=1))
    page = text_of(client.get("/manage/spring-open/standings/teams/"))
    assert "Luc Moreau +12.2 does not count" in page and "the best one counts" in page


def test_scores_by_hanchan_and_a_cut_of_teams(client, event):
    rank(event[0], teams=TeamRules(per=Per.HANCHAN, cuts=(Cut(after=1, sizes=(2,), above=HALF),)))
    page = text_of(client.get("/manage/spring-open/standings/teams/"))
    assert "Felt carried over +18.2" in page and "By hanchan: +36.3 · +36.3" in page
    assert "Oak is above the cut after hanchan 1, Ivory below it." in page


def test_a_line_between_equal_teams_waits(client, event):
    tournament, people = event
    people[1].team = ""
    people[1].save()
    forget()
    cut = Cut(after=1, sizes=(1,))
    rank(tournament, teams=TeamRules(per=Per.HANCHAN, cuts=(cut,)))
    found = teams_of(tournament, Grouping.TEAMS)
    assert found.tied is not None and not found.has_cuts
    assert "Felt, Oak are tied" in text_of(client.get("/manage/spring-open/standings/teams/"))
    rank(tournament, breakers=(Breaker.LOT,), lot_seed="dice", teams=TeamRules(per=Per.HANCHAN, cuts=(cut,)))
    assert teams_of(tournament, Grouping.TEAMS).has_cuts


def test_links_appear_with_teams_and_countries(client, event):
    tournament, _people = event
    assert kinds_of(tournament) == [Grouping.TEAMS, Grouping.COUNTRIES]
    for page in ("/manage/spring-open/standings/", "/t/spring-open/"):
        assert "Teams" in text_of(client.get(page)) and "Countries" in text_of(client.get(page))
    tournament.players.update(team="Oak", country="NL")
    forget()
    assert kinds_of(tournament) == []  # one team and one country are nothing to rank
    tournament.players.update(team="", country="")
    forget()
    Tournament.objects.update(edition=99)
    for page in ("/manage/spring-open/standings/", "/t/spring-open/"):
        assert "Countries" not in text_of(client.get(page))


def test_without_teams_or_results_the_page_says_what_is_missing(client):
    tournament, _people = small_event()
    client.force_login(make_staff(tournament, "desk"))
    page = text_of(client.get("/manage/spring-open/standings/teams/"))
    assert "Teams are ranked once there are results and players have a team." in page
    assert "Countries are ranked once" in text_of(client.get("/manage/spring-open/standings/countries/"))
    assert client.get("/t/spring-open/countries/").status_code == 404


def test_more_players_take_no_more_queries(client, django_assert_max_num_queries):
    for size, name in ((8, "Autumn Open"), (40, "Winter Open")):
        tournament, _people = small_event(players=size, name=name)
        tournament.players.update(team="Felt")
        play(tournament, 1, dict.fromkeys(range(1, size // 4 + 1), USUAL))
        client.logout()
        with django_assert_max_num_queries(6):
            assert client.get(f"/t/{tournament.slug}/teams/").status_code == 200


def test_clubs_are_added_up_for_everybody_and_linked_from_the_standings(client, event):
    tournament, _people = event
    tournament.players.filter(number__lte=4).update(club="Felt")
    tournament.players.filter(number__gt=4).update(club="Ivory")
    forget()
    found = teams_of(tournament, Grouping.CLUBS, public=True)
    assert {row.name for row in found.rows} == {"Felt", "Ivory"}
    totals = {row.name: sum(one.total for one in row.members) for row in found.rows}
    assert {row.name: row.standing.total for row in found.rows} == totals
    assert f"/t/{tournament.slug}/clubs/" in client.get(f"/t/{tournament.slug}/").content.decode()
    assert "Ivory" in client.get(f"/t/{tournament.slug}/clubs/").content.decode()
