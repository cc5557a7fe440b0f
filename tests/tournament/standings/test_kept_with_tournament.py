"""Answers that outlast what is written of other tournaments: they read no row of those, and are never old."""

import pytest
import time_machine
from django.apps import apps
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.urls import resolve

from tests.factories import MORNING, make_players, make_tournament
from tests.tournament.archive.event_file.events import load
from tests.tournament.leagues.games import make_league, play
from tests.tournament.rankings.rows import link, make_person, make_ranking
from tests.tournament.standings.test_public_answers import Counting, ask
from tests.tournament.test_hidden_changes import PASSING, an_event, public_addresses
from tournament.archive.event_file.export import event_file
from tournament.archive.removal import actions as removal
from tournament.core.audit import Act
from tournament.core.models import Tournament
from tournament.core.response_mark import KEPT
from tournament.events.actions import set_public
from tournament.events.clubs import first_club
from tournament.events.models import Club, ClubEvent
from tournament.persons.models import Person
from tournament.players.actions import edit_player
from tournament.qualifiers.models import QualifierSource
from tournament.standings.cache import forget_pages
from tournament.standings.commits import ServerCommits, path_to_tournament
from tournament.standings.public_answers import with_public_answers
from tournament.standings.queries import forget

ACT = Act(by=None, at=MORNING)
EVERYTHING = {"is_public": True, "players_public": True, "prizes_public": True}
OF_BOTH = {
    *("api_clock", "api_countries", "api_crosstable", "api_final-places", "api_players", "api_rule-set", "api_rules"),
    *("api_seating", "api_standings", "api_tables", "api_tournament", "public_notice", "public_own_seats"),
    *("public_players", "public_rules", "public_statistics", "screen_last_hand", "screen_teams"),
}
"""The views that say so, by the names of their addresses."""
OF_EVENT = OF_BOTH | {
    *(
        "api_teams",
        "public_calendar",
        "public_card",
        "public_ceremony",
        "public_clubs",
        "public_countries",
        "public_crosstable",
    ),
    *("public_race", "public_race_after", "screen_race"),
    *(
        "public_player",
        "public_player_card",
        "public_prizes",
        "public_seating",
        "public_standings",
        "public_standings_after",
    ),
    *("public_teams", "screen_ceremony", "screen_seating", "screen_seating_now", "screen_standings"),
}
OF_LEAGUE = OF_BOTH | {"api_league", "public_league", "public_league_player", "public_league_teams"}


def league():
    tournament, people = make_league()
    play(tournament, people[:4])
    play(tournament, people[4:], minutes=5)
    tournament.players.update(team="East")
    for player in people:
        link(make_person(player.name), tournament)
    make_ranking(tournament, name=tournament.slug, club=first_club(), rule="average")
    return tournament


def with_neighbour(tournament):
    """The event and a copy of it: the same people, club and ranking, and each is a final event of the other."""
    other = load(event_file(tournament), slug="other", accept_altered=True).tournament
    ranking = tournament.in_rankings.get().ranking
    for event, source in ((tournament, other), (other, tournament)):
        Tournament.objects.filter(pk=event.pk).update(**EVERYTHING)
        ClubEvent.objects.get_or_create(tournament=event, defaults={"club": ranking.club})
        QualifierSource.objects.create(tournament=event, event=source, places=2)
        event.refresh_from_db()
    for player in other.players.all():
        link(Person.objects.get(name=player.name), other)
    ranking.events.create(tournament=other)
    return tournament, other


def read(address):
    """The answer of Django as it makes it afresh, and each row that its queries read."""
    forget()
    forget_pages()
    cache.clear()
    asked = []

    def note(execute, sql, params, many, context):
        asked.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        answer = Client().get(address)
    with connection.cursor() as cursor:
        rows = [(sql, cursor.execute(sql, params).fetchall()) for sql, params in asked if sql.startswith("SELECT")]
    return answer, {name: value for name, value in answer.items() if name not in PASSING}, rows


def event():
    return an_event()[0]


@pytest.mark.slow("every public address of two events")
@pytest.mark.django_db
@pytest.mark.parametrize(("make", "names"), [(event, OF_EVENT), (league, OF_LEAGUE)])
@time_machine.travel(MORNING, tick=False)
def test_no_answer_that_is_kept_with_its_tournament_reads_a_row_of_another(make, names, monkeypatch):
    monkeypatch.setattr(removal, "_refuse_playing", lambda: None)
    tournament, other = with_neighbour(make())
    answers = {address: read(address) for address in public_addresses(tournament)}
    marked = {one: made for one, made in answers.items() if made[1].get(KEPT) == str(tournament.pk)}
    assert {resolve(address.partition("?")[0]).url_name for address in marked} == names
    removal.delete_event(tournament=other, typed=other.name, act=ACT)
    for address, (answer, headers, rows) in marked.items():
        again, now, others = read(address)
        assert (again.status_code, again.content, now) == (answer.status_code, answer.content, headers), address
        assert others == rows, address


@pytest.fixture
def two():
    """Two public events, of which neither was asked for, Django, and kept answers before it."""
    events = make_tournament("Spring Open"), make_tournament("Autumn Open")
    for one in events:
        make_players(one, 4)
        set_public(tournament=one, act=ACT, is_public=True, players_public=True)
    django = Counting()
    front = with_public_answers(django)
    yield events, django, front
    front.commits.close()


def page(front, slug):
    return ask(front, f"/t/{slug}/players/")[2].decode()


@pytest.mark.parametrize("ask_again", [lambda slug: f"/t/{slug}/players/", lambda slug: f"/api/v1/{slug}/players"])
@pytest.mark.django_db(transaction=True)
@pytest.mark.alone
def test_what_is_written_of_one_event_leaves_the_answers_of_others(two, ask_again):
    (spring, autumn), django, front = two
    asked = [ask_again(one.slug) for one in (spring, autumn)]
    for address in asked:
        ask(front, address)
    for number in range(1, 4):
        edit_player(player=spring.players.get(number=number), act=ACT, name=f"Zoë {number}")
        assert f"Zoë {number}" in ask(front, asked[0])[2].decode()
        ask(front, asked[1])
    each = 1 if isinstance(front.commits, ServerCommits) else 4
    assert django.asked == 4 + each


@pytest.mark.django_db(transaction=True)
@pytest.mark.alone
def test_what_belongs_to_no_event_discards_the_answers_of_all(two):
    (spring, autumn), django, front = two
    for _time in "ab":
        for one in (spring, autumn):
            page(front, one.slug)
        Club.objects.create(name=_time, slug=_time)
    assert django.asked == 4


@pytest.mark.django_db(transaction=True)
@pytest.mark.alone
def test_an_address_that_another_event_has_now_shows_that_one(two):
    (spring, autumn), _django, front = two
    assert "Spring Open" in page(front, "spring-open")
    assert "Autumn Open" in page(front, "autumn-open")
    Tournament.objects.filter(pk=spring.pk).update(slug="elsewhere")
    assert ask(front, "/t/spring-open/players/")[0] == 404
    Tournament.objects.filter(pk=autumn.pk).update(slug="spring-open")
    assert "Autumn Open" in page(front, "spring-open")
    edit_player(player=autumn.players.get(number=1), act=ACT, name="Zoë")
    assert "Zoë" in page(front, "spring-open")
    removal.delete_event(tournament=autumn, typed="Autumn Open", act=ACT)
    assert ask(front, "/t/spring-open/players/")[0] == 404


def test_a_row_belongs_to_the_tournament_that_it_is_deleted_with():
    every = apps.get_app_config("tournament").get_models(include_auto_created=True)
    paths = {model.__name__: path_to_tournament(model) for model in every}
    assert {name for name, path in paths.items() if path is None} == {
        *(
            "Club",
            "ClubMember",
            "ClubRanking",
            "FrozenRanking",
            "Hosting",
            "Installation",
            "StoredObject",
            "Person",
            "PersonAct",
            "PersonName",
        ),
        *("PersonPenalty", "Person_clubs", "RankingAct", "SignInLink", "StaffSession", "User", "User_groups"),
        "User_user_permissions",
    }
    assert paths["Tournament"] == []
    assert [key.name for key in paths["SheetLine"]] == ["version", "sheet", "hanchan", "tournament"]
    assert [key.name for key in paths["Seat"]] == ["seating", "tournament"]
    assert [key.name for key in paths["RankingEvent"]] == ["tournament"]
