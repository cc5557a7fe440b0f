"""The season of a league: its rule is changed with what that does, and its end makes the table final."""

from datetime import timedelta

import pytest
from django.urls import reverse

from scoring.rankings import RANKING_RULES, ranking_rule
from scoring.rankings.rule import ResultOf
from tests.factories import MORNING, PASSWORD, make_staff
from tests.tournament.leagues.games import POINTS, make_league, play, sheet_of
from tournament.core.audit import Act
from tournament.core.audit_check import findings
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Role, Tournament, Verb
from tournament.core.official_results import season_is_over
from tournament.events.actions import set_public
from tournament.leagues.forms import rules_of_games
from tournament.leagues.queries import league_of
from tournament.leagues.season import change_rule, end_season, reopen_season
from tournament.results.sheets.actions import change
from tournament.standings.league_table import rule_of

pytestmark = pytest.mark.django_db
TOTAL = ranking_rule("total")


def act(**more):
    return Act(by=None, at=MORNING + timedelta(days=1), **more)


@pytest.fixture
def league():
    """Everybody plays first to fourth; then the first alone plays four more games, all of them third."""
    made, people = make_league(least=1)
    set_public(tournament=made, act=Act(by=None, at=MORNING), is_public=True)
    play(made, people[:4])
    for number in range(2):
        play(made, [people[4], people[5], people[0], people[6]], minutes=90 * (number + 1))
    return made, people


def codes(do, **values):
    with pytest.raises(Refused) as refused:
        do(**values)
    return refused.value.codes


def season(client, league, **sent):
    here = reverse("league_season", args=[league.slug])
    return client.post(here, sent) if sent else client.get(here)


def test_every_rule_that_counts_games_is_offered():
    assert {key for key, _title in rules_of_games()} == {"average", "club-best-30", "total"}
    assert all(ranking_rule(key).result is ResultOf.GAME for key, _title in rules_of_games())
    assert len(RANKING_RULES) > 3


def test_another_rule_is_in_the_history_and_the_same_one_is_not(league):
    league, _people = league
    before = league.audit_entries.count()
    change_rule(tournament=league, rule=rule_of(league), act=act())
    assert league.audit_entries.count() == before
    change_rule(tournament=league, rule=TOTAL, act=act())
    assert rule_of(Tournament.objects.get(pk=league.pk)) == TOTAL
    entry = league.audit_entries.first()
    assert entry.verb == Verb.CHANGED_STANDING_RULES and entry.detail["changes"]["key"] == ["average", "total"]
    assert not list(findings(league))


def test_who_saw_another_rule_is_told(league):
    league, _people = league
    seen = rule_of(league).to_json()
    change_rule(tournament=league, rule=TOTAL, seen=seen, act=act())
    with pytest.raises(Conflict):
        change_rule(tournament=league, rule=ranking_rule("club-best-30"), seen=seen, act=act())


def test_the_page_tells_the_effect_before_the_rule_is_changed_with_the_password(client, league):
    league, _people = league
    client.force_login(make_staff(league, Role.ORGANISER, password=PASSWORD))
    typed = {"ranking": "total", "least": "1", "seen": season(client, league).context["seen"]}
    page = season(client, league, act="preview", **typed)
    html = page.content.decode()
    assert "Preview: nothing has changed yet" in html and "Your password" in html
    assert page.context["shifts"] and rule_of(Tournament.objects.get(pk=league.pk)).key == "average"
    refused = season(client, league, act="change", **typed)
    assert refused.status_code == 422 and "enter your password" in refused.content.decode()
    assert season(client, league, act="change", password=PASSWORD, **typed).status_code == 302
    assert rule_of(Tournament.objects.get(pk=league.pk)).key == "total"
    assert season(client, league, act="preview", ranking="total", least="0").status_code == 422


def test_before_the_first_game_no_password_is_asked(client):
    league, _people = make_league()
    client.force_login(make_staff(league, Role.ORGANISER, password=PASSWORD))
    page = season(client, league, act="preview", ranking="total", least="5").content.decode()
    assert "Nothing in the league table changes." in page and "Your password" not in page
    assert season(client, league, act="change", ranking="total", least="5").status_code == 302


def test_after_the_end_no_game_is_entered_and_none_is_corrected(league):
    league, people = league
    end_season(tournament=league, act=act())
    assert season_is_over(league)
    assert codes(play, tournament=league, people=people[:4], minutes=400) == "season-over"
    game = league.hanchan.get(number=1)
    typed = sheet_of(people[:4], tuple(reversed(POINTS)))
    assert codes(change, hanchan=game, table=1, typed=typed, act=act(base=1, reason="wrong")) == "season-over"
    assert codes(change_rule, tournament=league, rule=TOTAL, act=act()) == "season-over"
    assert codes(end_season, tournament=league, act=act()) == "season-over"
    assert not list(findings(league))


def test_a_reopened_season_goes_on(league):
    league, people = league
    assert codes(reopen_season, tournament=league, act=act(reason="x")) == "season-open"
    end_season(tournament=league, act=act())
    assert codes(reopen_season, tournament=league, act=act()) == "reason-missing"
    reopen_season(tournament=league, act=act(reason="a game was forgotten"))
    play(league, people[:4], minutes=400)
    assert league_of(league).games == 4
    end_season(tournament=league, act=act())
    assert not list(findings(league))


def test_a_season_without_games_or_with_one_that_waits_does_not_end(league):
    league, people = league
    play(league, people[:4], player=people[0], minutes=400)
    assert codes(end_season, tournament=league, act=act()) == "games-wait"
    empty, _people = make_league()
    assert codes(end_season, tournament=empty, act=act()) == "no-game"


def test_the_pages_say_that_the_table_is_final(client, league):
    league, _people = league
    client.force_login(make_staff(league, Role.ORGANISER, password=PASSWORD))
    assert season(client, league, act="end").status_code == 302
    assert "The season is over." in season(client, league).content.decode()
    assert "final" in client.get(reverse("public_league", args=[league.slug])).content.decode()
    assert 'class="score-mode is-final"' in client.get(reverse("screen_standings", args=[league.slug])).content.decode()
    change_page = client.get(reverse("sheet_change", args=[league.slug, 1, 1])).content.decode()
    assert "Nothing is saved until the season is reopened." in change_page
    assert season(client, league, act="reopen", reason="x").status_code == 422
    assert season(client, league, act="reopen", reason="x", password=PASSWORD).status_code == 302
    assert not season_is_over(league)
    assert season(client, league, act="nothing").status_code == 302


def test_a_tournament_has_no_season(client, league):
    league, _people = league
    Tournament.objects.filter(pk=league.pk).update(play="rounds")
    client.force_login(make_staff(league, Role.ORGANISER, password=PASSWORD))
    assert season(client, league).status_code == 404


def test_the_table_is_sorted_by_the_average_place(client, league):
    league, people = league
    here = reverse("public_league", args=[league.slug])
    table = client.get(here, {"sort": "average-place"}).context["table"]
    averages = [float(row.record.average_place) for row in table.rows]
    assert averages == sorted(averages)
    assert "gap" not in [column.name for column in table.columns]
    assert next(iter(client.get(here).context["table"].rows)).record.player.id == people[4].pk


def test_a_corrected_game_has_a_ring_in_the_last_ten(client, league):
    league, people = league
    here = reverse("public_league", args=[league.slug])
    assert "is-corrected" not in client.get(here).content.decode()
    typed = sheet_of(people[:4], tuple(reversed(POINTS)))
    change(hanchan=league.hanchan.get(number=1), table=1, typed=typed, act=act(base=1, reason="wrong"))
    page = client.get(here).content.decode()
    assert page.count("is-corrected") == 4 and "A gold ring marks a game that was corrected." in page
