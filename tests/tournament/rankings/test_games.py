"""A ranking of games: those of leagues, each a result of its own."""

from datetime import date, timedelta
from fractions import Fraction
from io import BytesIO

import pytest
from django.urls import reverse
from openpyxl import load_workbook

from scoring.rankings.files import read_ranking_rule
from tests.calculator import recalculate, values_of
from tests.factories import make_user
from tests.tournament.leagues.games import POINTS, make_league, play
from tests.tournament.rankings.rows import AT, act, finished_event, link, make_club, make_person, make_ranking
from tests.tournament.rankings.test_actions import refusal
from tournament.core.models import Tournament
from tournament.leagues.queries import league_of
from tournament.rankings import actions
from tournament.rankings.queries import events_to_choose, frozen_reckoning, matter_of, reckoning_of
from tournament.results.penalties.actions import give

pytestmark = pytest.mark.django_db
WEEK = timedelta(days=7)
BEST, SECOND = 30_200, 6_100  # of POINTS


def season(weeks=(0, 1), rule="club-best-30"):
    """A public league with a game a week of Ann, Bob, Cleo and Dan, who are persons but for Dan; and its ranking."""
    league, people = make_league(4)
    persons = {}
    for player, name in zip(people, ("Ann", "Bob", "Cleo", "Dan"), strict=True):
        player.name = name
        player.save()
    for name in ("Ann", "Bob", "Cleo"):
        persons[name] = make_person(name)
        link(persons[name], league)
    for week in weeks:
        play(league, people, POINTS, at=AT + WEEK * week)
    Tournament.objects.filter(pk=league.pk).update(is_public=True)
    league.refresh_from_db()
    return league, people, persons, make_ranking(league, rule=rule)


def test_each_game_of_a_league_is_a_result_and_who_is_no_person_is_counted():
    league, _people, persons, ranking = season()
    found = reckoning_of(ranking, date(2026, 12, 1))
    values = {row.person: row.calculation.value for row in found.rows}
    assert (values[str(persons["Ann"].pk)], values[str(persons["Bob"].pk)]) == (2 * BEST, 2 * SECOND)
    (unknown,) = matter_of(ranking).unknown
    assert (unknown.slug, unknown.count, len(found.rows)) == (league.slug, 1, 3)


def test_a_ranking_of_a_month_counts_its_games_and_stays_as_it_was_frozen():
    league, people, persons, ranking = season(weeks=(-4, -3))
    october = date(2026, 10, 31)
    frozen = actions.freeze(ranking=ranking, on=october, act=act("month"))
    play(league, people, POINTS, at=AT + timedelta(hours=1))
    ann = str(persons["Ann"].pk)
    assert frozen_reckoning(frozen).by_person[ann].calculation.value == 2 * BEST
    assert reckoning_of(ranking, date(2026, 11, 30)).by_person[ann].calculation.value == 3 * BEST


def test_a_penalty_of_the_league_is_subtracted_and_under_a_mean_divided():
    league, people, persons, ranking = season(rule="average")
    give(tournament=league, player=people[0], hanchan=None, kind="points", amount=10_000, referee="Ref", act=act("x"))
    give(tournament=league, player=people[3], hanchan=None, kind="points", amount=10_000, referee="Ref", act=act("y"))
    row = reckoning_of(ranking, date(2026, 12, 1)).by_person[str(persons["Ann"].pk)]
    assert row.calculation.value == Fraction(2 * BEST - 10_000, 2)


def test_a_league_that_is_not_public_is_in_no_ranking():
    league, _people, _persons, ranking = season()
    Tournament.objects.filter(pk=league.pk).update(is_public=False)
    matter = matter_of(ranking)
    assert (matter.contests, matter.hidden) == ((), 1)


def test_games_and_events_do_not_meet_in_one_ranking():
    league, _people, _persons, ranking = season()
    event = finished_event()
    refusal("other-results", actions.set_event, ranking=ranking, tournament=event, act=act())
    of_events = make_ranking(event, name="Events", rule="best-3-of-4", club=ranking.club)
    refusal("other-results", actions.set_event, ranking=of_events, tournament=league, act=act())
    owner = make_user(superuser=True)
    assert events_to_choose(owner, of_events) == []
    actions.remove_event(ranking=ranking, tournament=league, act=act())
    assert events_to_choose(owner, ranking) == [(league.slug, league.name)]


def test_the_public_table_of_a_league_leads_to_its_ranking(client):
    league, _people, _persons, ranking = season()
    page = client.get(reverse("public_league", args=[league.slug]))
    assert page.text.count(reverse("ranking", args=[ranking.slug])) == 1


def test_the_page_speaks_of_games(client):
    _league, _people, persons, ranking = season(weeks=(-2, -1), rule="average")
    page = client.get(reverse("ranking", args=[ranking.slug]), {"on": "2026-11-01", "person": persons["Ann"].pk})
    assert page.context["table"].columns["events"].header == "Games"
    assert "Thursday League, game 00001" in page.text
    few = client.get(reverse("ranking", args=[ranking.slug]), {"on": "2026-10-20"}).text
    assert "more games to be ranked" in few or "One more game to be ranked" in few


def test_of_two_players_of_a_game_who_are_one_person_the_better_place_counts():
    league, _people, persons, ranking = season(weeks=(0,))
    link(persons["Ann"], league, "Dan")
    ann = str(persons["Ann"].pk)
    (result,) = reckoning_of(ranking, date(2026, 12, 1)).by_person[ann].calculation.results
    assert (result.place, result.worth) == (1, BEST)


def test_games_of_a_league_weigh_what_the_league_was_given():
    league, _people, persons, _ranking = season(weeks=(0,))
    text = 'title = "Two"\nsource = "us"\nresult = "game"\ncounted = "score"\nweight = "given"\n'
    weighed = actions.create_ranking(club=make_club("B"), name="B", rules=read_ranking_rule(text), act=act())
    actions.set_event(ranking=weighed, tournament=league, weight="3/2", act=act())
    ann = reckoning_of(weighed, date(2026, 12, 1)).by_person[str(persons["Ann"].pk)]
    assert ann.calculation.value == BEST * Fraction(3, 2)


def league_with_games():
    """A public league of eight after three games and a penalty."""
    league, people = make_league(least=2)
    for number, four in enumerate((people[:4], people[2:6], people[:4])):
        play(league, four, minutes=120 * number)
    fine = {"kind": "points", "amount": 10_000, "referee": "Mara", "act": act("late")}
    give(tournament=league, player=people[0], hanchan=league.hanchan.get(number=1), **fine)
    Tournament.objects.filter(pk=league.pk).update(is_public=True)
    league.refresh_from_db()
    return league


def test_the_table_of_a_league_is_a_workbook_that_computes(client):
    league = league_with_games()
    address = reverse("public_league_xlsx", args=[league.slug])
    assert address in client.get(reverse("public_league", args=[league.slug])).text
    ranking, results, _rule = load_workbook(BytesIO(client.get(address).content)).worksheets
    names = [row[1] for row in ranking.iter_rows(min_row=4, max_row=9, values_only=True)]
    assert names == [one.player.label for one in league_of(league).rows]
    assert "SUMIFS" in str(ranking["F4"].value)
    headed = [[cell.value for cell in sheet[row]] for sheet, row in ((ranking, 3), (results, 2))]
    assert (headed[0][3], headed[1][2], headed[1][7]) == ("Games", "Game", "Weight of the game")
    assert {row[2] for row in results.iter_rows(min_row=4, values_only=True)} == {"Game 1", "Game 2", "Game 3"}


def test_who_may_not_read_the_table_gets_no_workbook(client):
    league = league_with_games()
    event = finished_event()
    client.force_login(make_user(superuser=True))
    Tournament.objects.filter(pk=league.pk).update(is_public=False)
    for other in (league, event):
        assert client.get(reverse("public_league_xlsx", args=[other.slug])).status_code == 404


@pytest.mark.libreoffice
@pytest.mark.slow("LibreOffice computes workbooks again")
def test_the_workbook_of_a_league_computes_what_its_table_says(client, tmp_path):
    file = tmp_path / "league.xlsx"
    file.write_bytes(client.get(reverse("public_league_xlsx", args=[league_with_games().slug])).content)
    (tmp_path / "again").mkdir()
    (again,) = recalculate([file], tmp_path / "again")
    before, after = values_of(file), values_of(again)
    computed = {cell: value for cell, value in before.items() if isinstance(value, int | float)}
    assert {cell: after[cell] for cell in computed} == pytest.approx(computed)
