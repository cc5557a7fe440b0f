"""One count of people, tables and places: every page shows the same numbers in every state of an event."""

from dataclasses import dataclass

import pytest
from django.urls import reverse

from tests.factories import MORNING, make_players, make_staff, make_tournament
from tests.tournament.planning.halls import begin, open_doors, seated_hall
from tests.tournament.rendering import unrendered
from tournament.core.audit import Act
from tournament.core.models import Role, Tournament
from tournament.events.actions import change_settings
from tournament.hanchan.queries import event_state
from tournament.planning.actions import repair
from tournament.planning.basis import basis_of
from tournament.planning.sources.attendance import attendance
from tournament.players.actions import add_player, check_in_all, queue, withdraw
from tournament.players.queries import counts_of
from tournament.printing.cards import tables_of
from tournament.seats.queries import sitting_out

pytestmark = pytest.mark.django_db
ACT = Act(by=None, at=MORNING)


@dataclass(frozen=True)
class Expected:
    playing: int
    tables: int
    byes: int = 0
    substitutes: int = 0
    idle: int = 0
    here: int = 0
    taken: int | None = None  # places, when not as many as play
    queued: int = 0


def stray(tournament: Tournament) -> None:
    add_player(tournament=tournament, act=ACT, name="Stray Person", is_substitute=True)


def empty() -> Tournament:
    return make_tournament()


def listed() -> Tournament:
    tournament = make_tournament()
    make_players(tournament, 6)
    return tournament


def filled_up() -> Tournament:
    tournament = listed()
    for name in ("Local One", "Local Two", "Local Three"):
        add_player(tournament=tournament, act=ACT, name=name, is_substitute=True)
    check_in_all(tournament=tournament, act=ACT)
    return tournament


def seated() -> Tournament:
    return seated_hall(16, 2)


def nine() -> Tournament:
    """Nine people at two tables: one sits out."""
    tournament = make_tournament(hanchan_count=3)
    make_players(tournament, 9)
    repair(tournament=tournament, first=1, key="byes-even", act=ACT)
    tournament.refresh_from_db()
    return tournament


def nine_and_a_stray() -> Tournament:
    tournament = nine()
    check_in_all(tournament=tournament, act=ACT)
    stray(tournament)
    return tournament


def nine_while_playing() -> Tournament:
    tournament = nine_and_a_stray()
    begin(tournament, 2)
    tournament.hanchan.filter(number=1).update(state="closed", closed_at=MORNING)
    return tournament


def nine_at_the_end() -> Tournament:
    tournament = nine_and_a_stray()
    begin(tournament, 3)
    tournament.hanchan.update(state="closed", closed_at=MORNING)
    return tournament


def a_substitute_for_good() -> Tournament:
    tournament = seated()
    stray(tournament)
    leaving = tournament.players.get(number=3)
    repair(tournament=tournament, first=1, key="substitutes", leaving=[leaving], act=ACT)
    tournament.refresh_from_db()
    return tournament


def a_place_for_the_queue() -> Tournament:
    tournament = listed()
    change_settings(tournament=tournament, act=ACT, capacity=6)
    queue(player=tournament.players.get(number=6), act=ACT)
    for name in ("Lola García", "Luc Moreau"):
        add_player(tournament=tournament, act=ACT, name=name)
    return tournament


STATES = [
    (empty, Expected(0, 0)),
    (listed, Expected(6, 2)),
    (filled_up, Expected(8, 2, substitutes=2, idle=1, here=8, taken=6)),
    (seated, Expected(16, 4)),
    (nine, Expected(9, 2, byes=1)),
    (nine_and_a_stray, Expected(9, 2, byes=1, idle=1, here=9)),
    (nine_while_playing, Expected(9, 2, byes=1, idle=1, here=9)),
    (nine_at_the_end, Expected(9, 2, byes=1, idle=1, here=9)),
    (a_substitute_for_good, Expected(16, 4, substitutes=1, taken=15)),
    (a_place_for_the_queue, Expected(5, 2, queued=3)),
]


@pytest.mark.slow("every page")
@pytest.mark.parametrize(("state", "expected"), STATES, ids=[state.__name__ for state, _expected in STATES])
@unrendered()
def test_every_page_counts_alike(client, state, expected):
    tournament = open_doors(state())
    client.force_login(make_staff(tournament, Role.ORGANISER))

    def shown(page, key):
        return client.get(reverse(page, args=[tournament.slug])).context[key]

    there = attendance(basis_of(tournament))
    counted = {page: shown(page, "counts") for page in ("players", "check_in", "public_players")}
    counted["event_overview"] = event_state(tournament).counts
    taken = expected.playing if expected.taken is None else expected.taken
    for page, counts in counted.items():
        assert (counts.playing, counts.tables, counts.byes) == (expected.playing, expected.tables, expected.byes), page
        assert (counts.substitutes, counts.waiting, counts.here) == (
            expected.substitutes,
            expected.idle,
            expected.here,
        ), page
    assert len(there.playing) == expected.playing and len(there.idle) == expected.idle
    assert len(tables_of(tournament)) == expected.tables
    places = shown("registrations", "places")
    assert (len(places.taken), len(places.queue)) == (taken, expected.queued)
    assert counted["players"].places == places and counted["check_in"].queued == expected.queued


def test_what_next_says_how_many_tables_there_are_and_who_sits_out(client):
    tournament = nine_and_a_stray()
    client.force_login(make_staff(tournament, Role.ORGANISER))
    html = client.get(reverse("event_overview", args=[tournament.slug])).content.decode()
    assert "9 players, 2 tables, 1 player sits out" in html and "9 of 9 players checked in" in html
    html = client.get(reverse("players", args=[tournament.slug])).content.decode()
    assert "9 playing" in html and "1 sits out" in html


def test_the_count_asks_a_constant_number_of_questions(django_assert_num_queries):
    tournament = nine_and_a_stray()
    tournament = Tournament.objects.get(pk=tournament.pk)
    with django_assert_num_queries(5):  # the list, the seating, its tables, its byes, the seats of substitutes
        byes = counts_of(tournament).byes
    assert byes == len(sitting_out(tournament)[1])


def test_a_player_who_withdraws_leaves_a_table_that_is_still_there():
    tournament = seated()
    withdraw(player=tournament.players.get(number=3), act=ACT)
    counts = counts_of(tournament)
    assert (counts.playing, counts.tables, counts.short) == (15, 4, 1)


def test_a_seating_without_a_seat_says_nothing():
    tournament = seated()
    tournament.seating.seats.all().delete()
    assert (counts_of(tournament).playing, counts_of(tournament).tables) == (16, 4)
