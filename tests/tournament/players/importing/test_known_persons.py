"""An import fills in what is known of people from other events, and leaves a doubt a doubt."""

import pytest

from tests.factories import MORNING, make_tournament
from tournament.core.audit import Act
from tournament.persons import actions
from tournament.persons.club_actions import add_club, set_event_club
from tournament.players.actions import add_players
from tournament.players.importing.known_persons import KnownPerson, filled, known_persons
from tournament.players.importing.matching import Entry

ANNA = KnownPerson(("Anna Brandt", "Anna Krawczyk"), "DE", "05100170", "")


def values(known, *rows):
    entries = [Entry(n, dict(row)) for n, row in enumerate(rows, 1)]
    return [entry.values for entry in filled(entries, known)]


def test_numbers_and_country_are_filled_in_by_a_name_of_any_time_in_either_order():
    more = {"country": "DE", "ema_number": "05100170"}
    for name in ("Anna Brandt", "KRAWCZYK Anna"):
        assert values([ANNA], {"name": name}) == [{"name": name, **more}]
    (entry,) = filled([Entry(1, {"name": "Anna Brandt", "country": "DE"})], [ANNA])
    assert [remark.say() for remark in entry.remarks] == ["Known from other events: 05100170."]


@pytest.mark.parametrize(
    "row",
    [
        {"name": "Anna Brand"},
        {"name": "Anna Brandt", "country": "FR"},
        {"name": "Anna Brandt", "ema_number": "05100171"},
        {"name": "Anna Brandt", "country": "DE", "ema_number": "05100170"},
    ],
)
def test_what_contradicts_or_is_there_already_stays(row):
    assert values([ANNA], row) == [row]


def test_a_doubt_stays_a_doubt():
    row = {"name": "Anna Brandt"}
    other = KnownPerson(("Anna Brandt",), "AT", "", "7")
    assert values([ANNA, other], row) == [row]
    assert values([ANNA], row, row) == [row, row]
    assert values([ANNA, other], row | {"country": "AT"}) == [row | {"country": "AT", "ara_id": "7"}]


@pytest.mark.django_db
def test_an_event_is_told_the_persons_of_its_club():
    act, event = Act(by=None, at=MORNING), make_tournament("First")
    add_players(tournament=event, rows=[{"name": "Anna Rossi", "country": "IT"}], act=act)
    actions.find_persons(tournament=event, act=act)
    other = make_tournament("Second")
    assert [one.names for one in known_persons(other)] == [("Anna Rossi",)]
    set_event_club(tournament=other, club=add_club(name="Another"), today=MORNING.date(), act=act)
    assert known_persons(other) == []
    assert [one.names for one in known_persons(event)] == [("Anna Rossi",)]
