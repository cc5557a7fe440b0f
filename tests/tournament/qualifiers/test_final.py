"""The whole way: two qualifying events, a final event, somebody declines, the next moves up, half of the total comes
along, and the standings of the final begin with it.
"""

import json

import pytest

from tests.tournament.qualifiers.finals import (
    ACT,
    EIGHT,
    OTHERS,
    TODAY,
    choose,
    final,
    found_in,
    key_of,
    qualifier,
    states,
)
from tests.tournament.standings.tables import finish, play, seat_in_order
from tournament.archive.event_file.export import event_file
from tournament.core.models import Verb
from tournament.players.models import Player
from tournament.qualifiers.actions import decline_qualifier, register_qualifiers
from tournament.standings.queries import standings_of

pytestmark = pytest.mark.django_db


def test_two_events_qualify_for_a_final_one_declines_and_half_of_the_total_counts_there():
    event = final()
    choose(event, qualifier("North Open", EIGHT), 2, carry="1/2")
    choose(event, qualifier("South Open", OTHERS), 2, carry="1/2")
    assert states(event)[0][:3] == ["Ann: offered", "Bob: offered", "Cleo: reserve 1"]

    decline_qualifier(tournament=event, key=key_of(event, "Ann"), today=TODAY, act=ACT)
    assert states(event)[0][:4] == ["Ann: declined", "Bob: offered", "Cleo: offered", "Dan: reserve 1"]

    offered = [row.key for row in found_in(event).offered]
    players = register_qualifiers(tournament=event, keys=offered, today=TODAY, act=ACT)
    assert [(one.number, one.name, one.carried) for one in players] == [
        (1, "Bob", 35_000),
        (2, "Cleo", 30_000),
        (3, "Ida", 40_000),
        (4, "Jon", 35_000),
    ]
    line = event.audit_entries.filter(verb=Verb.ADDED_QUALIFIERS).get()
    assert line.detail == {
        "added": ["1 Bob", "2 Cleo", "3 Ida", "4 Jon"],
        "by": ["North Open, 2026", "South Open, 2026"],
    }
    assert line.figures[f"player {players[0].pk}"]["carried"] == 35_000
    assert found_in(event).offered == ()

    seat_in_order(event, players)
    play(event, 1, {1: (30_000,) * 4})
    finish(event, 1)
    event.refresh_from_db()
    standings = standings_of(event)
    assert standings.has_carried
    totals = [(row.player.name, row.standing.carried_in, row.standing.total) for row in standings.rows]
    assert totals == [
        ("Ida", 40_000, 40_000),
        ("Bob", 35_000, 35_000),
        ("Jon", 35_000, 35_000),
        ("Cleo", 30_000, 30_000),
    ]

    kept = json.loads(event_file(event))
    assert [one["carried"] for one in kept["players"]] == [35_000, 30_000, 40_000, 35_000]
    assert '"Ann"' not in json.dumps(kept)
    assert Player.objects.filter(tournament=event).count() == 4
