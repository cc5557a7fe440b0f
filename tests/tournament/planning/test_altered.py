"""Rows that were altered behind the actions are hidden from players and told to those who run the event."""

import pytest
from django.core.cache import cache
from django.urls import reverse

from tests.events.rows import kept
from tests.factories import MORNING, make_staff
from tests.tournament.planning.halls import open_doors, seated_hall
from tests.tournament.seats.test_integrity import exchange
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.hanchan.last_hand.forms import seated_hanchan
from tournament.planning.actions import publish, restore, swap
from tournament.seats.integrity import altered_in, altered_of
from tournament.seats.models import Bye, Seating
from tournament.seats.own_seats import own_seats_of
from tournament.seats.publication import publication_of

pytestmark = pytest.mark.django_db


@kept
def public_hall(players=16, **fields):
    hall = open_doors(seated_hall(players, **fields))
    publish(tournament=hall, hanchan=None, act=Act(by=None, at=MORNING))
    return hall


@pytest.fixture
def hall():
    return public_hall()


@pytest.fixture
def altered(hall):
    """Two people at tables 1 and 2 of hanchan 1 are exchanged in the database."""
    publication_of(hall)
    exchange(hall.seating, 1)
    cache.clear()  # a minute has passed
    return hall


def page(client, name, hall, *more, **asked):
    return client.get(reverse(name, args=[hall.slug, *more]), asked).content.decode()


def test_nothing_is_altered_in_a_seating_as_it_was_made(hall):
    assert altered_of(hall) == {} == altered_in(hall.seating)
    Seating.objects.update(digest="", verified_at=None, seals={}, from_before=True)
    assert altered_in(Seating.objects.get()) == {}


def test_what_was_altered_is_said_by_hanchan_and_tables(altered):
    Bye.objects.create(seating=altered.seating, hanchan=altered.hanchan.get(number=3), player=altered.players.first())
    assert [str(one) for one in altered_in(altered.seating).values()] == ["hanchan 1, table 1–2", "hanchan 3, byes"]
    Bye.objects.create(seating=altered.seating, hanchan=altered.hanchan.get(number=1), player=altered.players.first())
    assert str(altered_in(altered.seating)[1]) == "hanchan 1, table 1–2 and byes"
    Seating.objects.update(digest="", verified_at=None, seals={})
    assert list(altered_in(Seating.objects.get())) == [1, 2, 3, 4]


def test_players_do_not_see_the_hanchan_and_do_see_the_others(altered, client):
    names = [player.name for player in altered.players.all()]
    for asked in ({"hanchan": 1}, {"hanchan": 1, "by": "table"}):
        text = page(client, "public_seating", altered, **asked)
        assert "The seating is being checked" in text
        assert not any(name in text for name in names)
    text = page(client, "public_seating", altered, hanchan=1, player=1)
    assert "being checked" in text and "Next: table" not in text
    assert "Hanchan 2<strong>" in text and "Hanchan 1<strong>" not in text
    text = page(client, "public_seating", altered, hanchan=2)
    assert "being checked" not in text and all(name in text for name in names)
    assert "being checked" in page(client, "screen_seating", altered, 1)
    assert "being checked" not in page(client, "screen_seating", altered, 2)
    assert own_seats_of(altered, altered.players.first().number).seats == ()
    assert [one.number for one in seated_hanchan(altered, public=True)] == [2, 3, 4]


def test_a_phone_that_shows_the_seating_hears_of_it(hall, client):
    mark = publication_of(hall).mark
    assert client.get(reverse("public_seating", args=[hall.slug]), {"since": mark}).status_code == 204
    exchange(hall.seating, 1)
    cache.clear()
    assert client.get(reverse("public_seating", args=[hall.slug]), {"since": mark}).status_code == 200


def test_those_who_run_the_event_are_told_where_and_what_to_do(altered, client):
    client.force_login(make_staff(altered, Role.ORGANISER))
    for name in ("seating", "seating_report", "seating_matrix", "seating_report_paper"):
        text = " ".join(page(client, name, altered).split())
        assert "changed in the database after they were verified:</strong> hanchan 1, table 1–2." in text
        assert "Go back to an earlier version" in text


def test_a_version_that_sets_it_right_is_shown_at_once(hall, client):
    one, other = hall.players.all()[:2]
    swap(tournament=hall, hanchan=1, one=one, other=other, act=Act(by=None, at=MORNING))
    exchange(hall.seating, 1)
    assert "being checked" in page(client, "public_seating", hall, hanchan=1)
    restore(tournament=hall, number=1, act=Act(by=None, at=MORNING))
    assert "being checked" not in page(client, "public_seating", hall, hanchan=1)


def test_it_is_asked_once_per_edition_however_many_look(hall, django_assert_num_queries):
    hall.refresh_from_db()
    cache.clear()
    with django_assert_num_queries(3):
        altered_of(hall)
    for _phone in range(3):
        with django_assert_num_queries(0):
            altered_of(hall)
    large = public_hall(80, hanchan=10, name="Large Open")
    large.refresh_from_db()
    cache.clear()
    with django_assert_num_queries(3):
        altered_of(large)
