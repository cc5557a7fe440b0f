"""The public page of a person: only what each event shows, and as many queries for ten events as for one."""

from datetime import date
from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import MORNING, make_user
from tests.tournament.leagues.games import make_league, play
from tests.tournament.persons.events import finished_event
from tournament.core.audit import Act
from tournament.events.actions import set_public
from tournament.persons import actions
from tournament.persons.career import Career
from tournament.persons.career_chart import DESK, PHONE, career_chart
from tournament.persons.queries import persons
from tournament.players.actions import edit_player
from tournament.players.models import Player
from tournament.results.sheets.agreement import take_back

ACT = Act(by=None, at=MORNING)
PEOPLE = [
    {"name": name, "country": country, "ema_number": f"0510{n:04}"}
    for n, (name, country) in enumerate(
        [
            ("Anna Krawczyk", "PL"),
            ("Luc Moreau", "FR"),
            ("Søren Holm", "DK"),
            ("Tom Okafor", "GB"),
            ("Ewa Nowak", "PL"),
            ("Mika Salo", "FI"),
            ("Inês Duarte", "PT"),
            ("Noor van Dijk", "NL"),
        ]
    )
]
pytestmark = pytest.mark.django_db


def events(count, **options):
    made = []
    for n in range(count):
        day = date(2024 + n // 12, n % 12 + 1, 10)
        made.append(finished_event(f"Event {n}", PEOPLE, days=(day, day), seed=n, **options))
        actions.find_persons(tournament=made[-1], act=ACT)
    return made


def anna():
    return persons().get(name="Anna Krawczyk")


def page(client, person, **wanted):
    return client.get(reverse("person", args=[person.pk]), wanted)


def test_the_page_has_events_games_by_wind_opponents_and_bests(client):
    events(3)
    shown = page(client, anna())
    career = shown.context["career"]
    assert [one.name for one in career.events] == ["Event 2", "Event 1", "Event 0"]
    one = career.events[0]
    assert (one.players, one.weight, one.rank) == (8, Fraction(1) + Fraction(1, 2), round((8 - one.place) / 7 * 1000))
    assert len(career.games) == sum(row.games for row in career.winds) == 6
    assert career.average == sum(game.mean_place for game in career.games) / 6
    games = sum(len(game.others) for game in career.games)
    assert games == 18
    assert len(career.rivals) == 3
    assert career.best_game[1].score == max(game.score for game in career.games)
    assert career.best_event.total == max(event.total for event in career.events)
    html = shown.content.decode()
    assert "average place, 6 games" in html
    assert "Personal bests" in html
    assert '<svg class="qr"' in html or "qr" in html


def test_a_name_of_then_stands_beside_its_event_and_a_correction_leaves_no_trace(client):
    events(2)
    actions.rename(person=anna(), name="Anna Brandt", country="DE", since=date(2024, 2, 1), act=ACT)
    person = persons().get(name="Anna Brandt")
    html = page(client, person).content.decode()
    assert html.count("as Anna Krawczyk") == 1
    assert "Until 1 February 2024:" in html
    values = actions.PersonValues(name="Anne Brandt", country="DE")
    actions.fix(person=person, values=values, act=ACT)
    assert "Anna Brandt" not in page(client, person).content.decode()


def test_what_an_event_hides_the_page_hides(client):
    one, two = events(2)
    assert len(page(client, anna()).context["career"].events) == 2
    set_public(tournament=one, act=ACT, is_public=False)
    assert [event.name for event in page(client, anna()).context["career"].events] == ["Event 1"]
    set_public(tournament=two, act=ACT, standings_public=False)
    assert page(client, anna()).status_code == 404


def test_who_is_hidden_is_nobody_on_every_page(client):
    events(2)
    hidden = persons().get(name="Luc Moreau")
    for person in persons().exclude(pk__in=[anna().pk, hidden.pk, persons().get(name="Tom Okafor").pk]):
        actions.hide(person=person, is_hidden=True, act=ACT)
    assert page(client, hidden).status_code == 200
    actions.hide(person=hidden, is_hidden=True, act=ACT)
    assert page(client, hidden).status_code == 404
    assert [one.person.name for one in Career(anna()).rivals] == ["Tom Okafor"]
    assert client.get(reverse("person", args=[99_999])).status_code == 404


def test_a_correction_of_an_event_is_on_the_page(client):
    (one,) = events(1)
    player = Player.objects.get(tournament=one, name="Anna Krawczyk")
    assert page(client, anna()).context["career"].events[0].place is not None
    edit_player(player=player, is_substitute=True, act=ACT)
    event = page(client, anna()).context["career"].events[0]
    assert (event.place, event.rank) == (None, None)


@pytest.mark.alone
def test_the_number_of_queries_does_not_grow_with_the_events(client):
    def asked():
        page(client, anna())
        with CaptureQueriesContext(connection) as queries:
            page(client, anna())
        return len(queries)

    events(1)
    before = asked()
    for n in range(1, 5):
        event = finished_event(f"Later {n}", PEOPLE, days=(date(2025, n, 1), date(2025, n, 2)), seed=n)
        actions.find_persons(tournament=event, act=ACT)
    assert asked() == before
    assert before <= 8


@pytest.mark.slow("two hundred games")
def test_a_page_of_two_hundred_games_reads_no_event_again(client, django_assert_max_num_queries):
    events(5, hanchan=40)
    page(client, anna())
    with django_assert_max_num_queries(8):
        assert len(page(client, anna()).context["career"].games) == 200


def test_the_picture_shows_two_years_or_everything_and_labels_the_heavier_of_two_that_are_close():
    events(1)
    event = Career(anna()).events[0]
    assert career_chart([], date(2024, 6, 1)) is None
    assert career_chart([event], date(2027, 6, 1)) is None
    whole = career_chart([event], date(2027, 6, 1), PHONE, everything=True)
    assert [year for _x, year in whole.years] == [2024, 2025, 2026, 2027]
    assert whole.layout is PHONE
    two = career_chart([event, event], date(2024, 6, 1), line=[(date(2024, 2, 1), 500), (date(2024, 3, 1), 600)])
    assert [one.is_labelled for one in two.circles] == [True, False]
    assert two.line.count(",") == 4
    assert DESK.left < two.circles[0].x < DESK.right


def test_a_league_has_its_games_and_no_place_which_its_own_table_decides(client):
    league, people = make_league(4)
    for player, row in zip(people, PEOPLE, strict=False):
        Player.objects.filter(pk=player.pk).update(name=row["name"])
    actions.find_persons(tournament=league, act=ACT)
    play(league, people)
    set_public(tournament=league, is_public=True, act=ACT)
    shown = page(client, anna())
    (event,) = shown.context["career"].events
    assert (event.place, event.rank, event.weight, len(event.games)) == (None, None, None, 1)
    assert shown.context["charts"] == []


def test_a_game_of_a_league_that_waits_or_was_taken_back_hides_no_other():
    league, people = make_league(4)
    actions.find_persons(tournament=league, act=ACT)
    set_public(tournament=league, is_public=True, act=ACT)
    person = persons().get(links__player=people[0])
    assert Career(person).events == []
    play(league, people)
    play(league, people[::-1], minutes=90, player=people[0], phone="of Aiko")
    (event,) = Career(person).events
    assert (len(event.games), event.total) == (1, 30_200)
    last = play(league, people, minutes=180)
    take_back(hanchan=last, table=1, act=Act(by=make_user("desk"), at=MORNING, reason="another evening", base=1))
    (event,) = Career(person).events
    assert (len(event.games), event.total) == (1, 30_200)
