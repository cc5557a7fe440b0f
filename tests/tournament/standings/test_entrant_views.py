"""What makes a person count: the standings before and after, the reason, and the password where results are out."""

import pytest

from scoring.standings.rules import Per, StandingRules, TeamRules
from scoring.standings.teams import TeamStanding
from tests.events.rows import kept
from tests.factories import MORNING, make_staff
from tests.tournament.standings.tables import play, small_event, vouch
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.players.actions import withdraw
from tournament.standings.entrant_changes import MOST_GROUPS, GroupChange, change_of, group_lines
from tournament.standings.queries import forget, standings_of, teams_of
from tournament.standings.recount import recount
from tournament.standings.teams import Grouping

pytestmark = pytest.mark.django_db

PAGE = "/manage/spring-open/players/{}/"
PASSWORD = "two plain words"
FIELDS = {"name": "Aiko Brandt", "number": "1", "country": "DE", "carried": ""}


@pytest.fixture
@kept
def event():
    """One of two hanchan is played at two tables by two teams; player 1 leads as a substitute."""
    tournament, people = small_event(hanchan_count=3)
    for player in people:
        player.team = "Red" if player.number < 5 else "Blue"
        player.is_substitute = player.number == 1
        player.save()
    play(tournament, 1, {1: (45_000, 30_000, 25_000, 20_000), 2: (40_000, 35_000, 25_000, 20_000)})
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def organiser(client, event):
    user = make_staff(event, Role.ORGANISER, name="Ola Berg")
    user.set_password(PASSWORD)
    user.save()
    client.force_login(user)
    return user


def one(event, number=1):
    return event.players.get(number=number)


def typed(event, who=1, **fields):
    player = one(event, who)
    known = {"name": player.name, "number": str(who), "country": player.country, "team": player.team}
    ticked = {"is_substitute": "on"} if player.is_substitute else {}
    return known | ticked | {"seen": player.stamp} | fields


def ranked(event, **fields):
    """The form of player 1 with the mark of a substitute taken off."""
    return {name: value for name, value in typed(event, **fields).items() if name != "is_substitute"}


def test_a_substitute_who_becomes_ranked_is_shown_first_and_counts_from_the_next_hanchan(client, event, organiser):
    page = client.post(PAGE.format(1), ranked(event))
    assert page.status_code == 200 and one(event).is_substitute
    assert "the standings before and after" in page.text
    assert page.context["ranked"].first == 2
    assert 'value="2"' in page.text and "What was played before it as a substitute does not count." in page.text
    sent = ranked(event, confirm="1", counts_from="2")
    assert client.post(PAGE.format(1), sent).status_code == 422
    assert (
        client.post(PAGE.format(1), sent | {"reason": "Takes a free place.", "password": PASSWORD}).status_code == 302
    )
    player = one(event)
    assert (player.is_substitute, player.counts_from) == (False, 2)
    entry = event.audit_entries.first()
    assert (entry.reason, entry.detail["counts_from"]) == ("Takes a free place.", [1, 2])


def test_another_first_hanchan_shows_the_standings_again(client, event, organiser):
    page = client.post(PAGE.format(1), ranked(event, counts_from="1"))
    assert page.context["effect"].shifts[0].after.total > 0
    assert page.context["ranked"].first == 1


def test_where_results_are_out_the_password_is_asked(client, event, organiser):
    sent = typed(event, 2, team="Blue", confirm="1", reason="Typed wrongly.")
    page = client.post(PAGE.format(2), sent)
    assert page.status_code == 422 and "Your password" in page.text
    assert one(event, 2).team == "Red"
    assert client.post(PAGE.format(2), sent | {"password": PASSWORD}).status_code == 302
    assert one(event, 2).team == "Blue"


def test_a_change_of_team_says_what_becomes_of_both(client, event, organiser):
    page = client.post(PAGE.format(2), typed(event, 2, team="Blue"))
    lines = [line.text for line in page.context["affected"]]
    assert any(line.startswith("Red: place") for line in lines)
    assert any(line.startswith("Blue: place") for line in lines)


def test_a_change_of_club_says_what_becomes_of_both_clubs(client, event, organiser):
    page = client.post(PAGE.format(2), typed(event, 2, club="Felt"))
    assert any(line.text.startswith("Felt: –") for line in page.context["affected"])
    assert one(event, 2).club != "Felt"


def test_what_no_standings_depend_on_is_saved_at_once(client, event, organiser):
    assert client.post(PAGE.format(2), typed(event, 2, note="vegetarian")).status_code == 302
    assert one(event, 2).note == "vegetarian"


def alone(event):
    """Everybody is a team and a country alone."""
    for player in event.players.all():
        player.country = ("AT", "BE", "CH", "CZ", "DE", "DK", "ES", "FI")[player.number - 1]
        player.team = f"Team {player.number}"
        player.save()
    vouch(event)


def test_groups_that_score_more_or_less_are_named_those_that_move_alone_are_counted(client, event, organiser):
    alone(event)
    page = client.post(PAGE.format(1), ranked(event, counts_from="1"))
    lines = [line.text for line in page.context["affected"]]
    assert [line for line in lines if "→" in line and "place" in line] == [
        "Team 1: – → place 1 with +30.0",
        "Austria: – → place 1 with +30.0",
    ]
    assert any(line.endswith("teams, countries or clubs have another place.") for line in lines)


def test_a_group_without_a_place_is_said_to_have_none():
    unplaced = TeamStanding("Felt", None, False, 12_300, (), ())
    assert GroupChange("Felt", None, unplaced).text == "Felt: – → no place, +12.3"


def test_of_many_groups_that_change_the_first_are_named(event):
    alone(event)
    people = list(event.players.filter(is_substitute=False))
    for player in people:
        player.is_substitute, player.tournament = True, event
    lines = [line.text for line in group_lines(change_of(*people))]
    assert sum("→" in line for line in lines) == MOST_GROUPS
    assert any("more teams, countries or clubs change." in line for line in lines)


@pytest.mark.parametrize("wrong", [{"country": "Atlantis"}, {"ema_number": "1"}])
def test_a_field_that_does_not_fit_is_said_on_the_page_of_the_player(client, event, organiser, wrong):
    page = client.post(PAGE.format(2), typed(event, 2, team="Blue", confirm="1", reason="Typed wrongly.", **wrong))
    assert page.status_code == 422
    assert page.context["form"].errors.keys() == wrong.keys()


def test_the_desk_changes_nobody(client, event):
    client.force_login(make_staff(event, Role.DESK))
    assert client.post(PAGE.format(2), typed(event, 2, team="Blue")).status_code == 403


def test_official_results_are_named_on_the_page_that_shows_the_standings(client, event, organiser):
    event.hanchan.filter(number=1).update(
        state="closed", started_at=MORNING, closed_at=MORNING, released_at=MORNING, official_at=MORNING
    )
    sent = typed(event, 2, team="Blue", confirm="1", reason="Typed wrongly.", password=PASSWORD)
    page = client.post(PAGE.format(2), sent)
    assert page.status_code == 422
    assert "The results of hanchan 1 have been official since" in page.text


@pytest.mark.parametrize("act", ["withdraw", "disqualify"])
def test_leaving_shows_the_standings_and_asks_for_a_reason_once_there_are_results(client, event, organiser, act):
    page = client.get(f"{PAGE.format(2)}{act}/")
    assert page.context["effect"].order_changes
    assert "Your password" in page.text
    assert client.post(f"{PAGE.format(2)}{act}/", {"reason": "", "password": PASSWORD}).status_code == 422
    assert client.post(f"{PAGE.format(2)}{act}/", {"reason": "Ill."}).status_code == 422
    assert one(event, 2).status == "playing"
    assert client.post(f"{PAGE.format(2)}{act}/", {"reason": "Ill.", "password": PASSWORD}).status_code == 302
    assert one(event, 2).status != "playing"


def test_a_team_keeps_what_was_scored_for_it_whoever_withdraws_later(event):
    def totals(kind=Grouping.TEAMS):
        event.refresh_from_db()
        forget()
        return {row.name: row.standing.total for row in teams_of(event, kind).rows}

    before, countries = totals(), totals(Grouping.COUNTRIES)
    withdraw(player=one(event, 8), act=Act(by=None, at=MORNING))
    assert totals() == before
    assert totals(Grouping.COUNTRIES) != countries
    assert recount(event) == []
    for per in Per:
        event.standing_rules = StandingRules(teams=TeamRules(per=per, best=2)).to_json()
        event.save(update_fields=["standing_rules"])
        assert recount(event) == []
    assert standings_of(event).withdrawn[0].player.number == 8
