"""An event in which one person is on the list twice: number 4 has played hanchan 1, number 9 hanchan 2."""

import json

from tests.events.rows import kept
from tests.factories import MORNING
from tests.tournament.standings.tables import USUAL, play, small_event, vouch
from tournament.archive.event_file.export import event_file
from tournament.core.audit import Act
from tournament.core.models import Tournament
from tournament.persons.entries.actions import merge, stamp_of, undo_merge
from tournament.planning.actions import replace_player
from tournament.players.actions import add_player
from tournament.players.models import Player

OTHER = (18_000, 25_700, 31_100, 45_200)


def act(**fields) -> Act:
    return Act(**{"by": None, "at": MORNING, "reason": "One person, registered twice.", **fields})


@kept
def played_twice(released: bool = True) -> Tournament:
    """Eight people at two tables: three hanchan, of which two were played; numbers 4 and 9 are one person."""
    tournament, people = small_event()
    play(tournament, 1, {1: USUAL, 2: USUAL}, released=released)
    door = add_player(tournament=tournament, act=act(), name="Okafor Tom", club="Leiden", contact="tom@example.org")
    replace_player(tournament=tournament, leaving=people[3], coming=door, from_hanchan=2, act=act())
    play(tournament, 2, {1: OTHER, 2: USUAL}, released=released)
    vouch(tournament)
    tournament.refresh_from_db()
    return tournament


def both(tournament: Tournament, one: int = 4, other: int = 9) -> tuple[Player, Player]:
    """Two players of a tournament by their numbers."""
    found = tournament.players.get(number=one), tournament.players.get(number=other)
    for player in found:
        player.tournament = tournament
    return found


def merged(tournament: Tournament, one: int = 4, other: int = 9, chosen=(), **fields) -> Player:
    """Number `other` merged into number `one`; the entry that is left over."""
    kept_one, gone = both(tournament, one, other)
    seen = fields.pop("seen", stamp_of(kept_one, gone))
    merge(kept=kept_one, merged=gone, chosen=chosen, seen=seen, act=act(**fields))
    found = Player.every.get(pk=gone.pk)
    found.tournament = tournament
    return found


def undone(entry: Player, **fields) -> Player:
    return undo_merge(merged=entry, act=act(**{"reason": "They are two people.", **fields}))


def stored(tournament: Tournament) -> str:
    """The event file without its history, the count of its changes and its address."""
    known = json.loads(event_file(tournament))
    known["history"], known["people"] = [], []
    for name in ("edition", "public_head", "slug"):
        known["event"].pop(name)
    return json.dumps(known, indent=1, sort_keys=True)
