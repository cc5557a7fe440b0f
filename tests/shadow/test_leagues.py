"""The tables of leagues and their rankings agree with the shadow, from report sheets on."""

from datetime import UTC, datetime
from random import Random

import pytest

from scoring.rankings import ranking_rule
from scoring.winds import WINDS
from tests.shadow import compare, compare_leagues, compare_seasons, random_leagues
from tests.tournament.leagues.games import make_league
from tests.tournament.rankings.rows import make_person, make_ranking
from tournament.core.audit import Act
from tournament.core.models import Tournament
from tournament.leagues.actions import load_games
from tournament.leagues.game_list import LIMITS, read_games
from tournament.leagues.queries import league_of
from tournament.persons.models import PersonLink
from tournament.rankings.queries import reckoning_of
from tournament.reading.files import read_pasted
from tournament.results.penalties.actions import give
from tournament.standings.league_table import rule_of

AFTER = datetime(2027, 12, 31, 12, tzinfo=UTC)
RULES = random_leagues.rules_of_games(compare_seasons.rules())


def test_random_leagues_agree() -> None:
    cases = random_leagues.leagues(compare.presets(), RULES, 60, Random(2_026))
    assert next(compare_leagues.differences(cases), None) is None


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule['key']}, {rule['counted']}")
def test_a_season_of_sixty_people_and_two_hundred_games_agrees(rule) -> None:
    case = random_leagues.league(compare.presets()[0], rule, Random(60_200), people=60, games=200)
    assert next(compare_leagues.differences([case]), None) is None
    told = compare_leagues.ours(case).values()
    assert [one for one in told if one["lacks"]] or rule["least"] < 10
    assert [one for one in told if one["moved"] is not None]


def test_a_difference_is_found(monkeypatch) -> None:
    monkeypatch.setattr(compare_leagues, "theirs", lambda case: {})
    assert [*compare_leagues.differences(random_leagues.leagues(compare.presets(), RULES, 3, Random(1)))]


@pytest.mark.django_db
@pytest.mark.parametrize("rule", ["average", "club-best-30"])
@pytest.mark.parametrize(
    ("people", "games"),
    [(12, 30), pytest.param(60, 200, marks=pytest.mark.slow("a season of two hundred games in the database"))],
)
def test_a_league_that_was_loaded_and_its_ranking_of_each_evening_agree(rule, people, games) -> None:
    league, players = make_league(people, ranking=rule, least=ranking_rule(rule).least)
    case = a_league(league, people, games)
    loaded(league, players, case)
    ranking = make_ranking(league, rule=rule)
    persons = {str(link.person_id): str(link.player.number) for link in PersonLink.objects.select_related("player")}
    rows = {str(row.player.number): row for row in league_of(league, public=True).rows}
    shown = compare_leagues.theirs(case)
    assert {name: (row.place, row.row.calculation.value, row.moved) for name, row in rows.items()} == {
        name: (one["place"], one["value"], one["moved"]) for name, one in shown.items()
    }
    played = [compare_leagues.event(case["rules"], game) for game in case["games"]]
    evenings = sorted({game["ended"] for game in played})
    for on in (evenings[0], evenings[len(evenings) // 2], evenings[-1]):
        found = {persons[row.person]: (row.place, row.calculation.value) for row in reckoning_of(ranking, on).rows}
        told = compare_leagues.place_on(on, case, played)
        assert found == {name: (one["place"], one["value"]) for name, one in told.items()}


def a_league(league, people, games):
    """A random league under the rules of this one; a list of games has days and no times."""
    (rules,) = (one for one in compare.presets() if one["key"] == league.rules["key"])
    (rule,) = (one for one in RULES if one["key"] == rule_of(league).key and one["counted"] == "score")
    case = random_leagues.league(rules, rule, Random(people), people=people, games=games)
    for game in case["games"]:
        game["at"] = game["at"].replace(hour=19, minute=0)
    return case


def loaded(league, players, case):
    """The games as a list, the penalties, a person of each player, and the public page."""
    winds = [wind.value for wind in WINDS]
    rows = ["day\tgame\tplayer\tpoints\tdeposits"]
    for game in case["games"]:
        for line in sorted(game["lines"], key=lambda line: winds.index(line["seat"])):
            day, who = game["at"].date(), players[line["player"] - 1]
            rows.append(f"{day}\t{game['number']}\t{who.name}\t{line['points']}\t{game['deposits']}")
    listed = read_games(read_pasted("\n".join(rows), limits=LIMITS), league.ruleset, players)
    load_games(tournament=league, listed=listed, meant={}, act=Act(by=None, at=AFTER))
    for one in case["fines"]:
        hanchan = league.hanchan.filter(number=one["game"]).first()
        fine = {"kind": "points", "amount": one["amount"], "referee": "Ref", "hanchan": hanchan}
        give(tournament=league, player=players[one["player"] - 1], act=Act(by=None, at=AFTER, reason="x"), **fine)
    PersonLink.objects.bulk_create(PersonLink(person=make_person(one.name), player=one) for one in players)
    Tournament.objects.filter(pk=league.pk).update(is_public=True)
    league.refresh_from_db()
