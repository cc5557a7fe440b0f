"""The published part of the seating, and a mark that changes with it and reveals nothing else.

A page that everybody can ask must not count the writes that nobody may see: the edition would tell that a sheet came
in. The mark says only whether what is shown moved.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import blake2s
from threading import Lock
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest

from tournament.core.audit import edition_but_sheets
from tournament.core.models import Tournament
from tournament.players.models import Player
from tournament.players.queries import listed
from tournament.seats.integrity import altered_of
from tournament.seats.queries import Place, lineups, published_hanchan, sitting_out

AN_HOUR = 60 * 60
_once = Lock()
CLOCK = (
    "number",
    "name",
    "planned_at",
    "state",
    "minutes",
    "table_minutes",
    "started_at",
    "paused_at",
    "paused_seconds",
    "closed_at",
    "seating_published_at",
)


@dataclass(frozen=True, slots=True)
class Publication:
    """The `mark` of seating, screens and clock, and the ids of the `people` whom a public page may name: who has a
    published seat, and everybody where the list of players is public."""

    mark: str
    people: frozenset[int]

    def has_seen(self, request: HttpRequest) -> bool:
        """Return whether who asks with `?since=` shows this already; then 204 is the answer."""
        return request.GET.get("since") == self.mark


def publication_of(tournament: Tournament) -> Publication:
    """Return what is published now, read once until it may have changed; altered rows are hidden and change the mark.

    Ask before reading what the page shows: then nothing can be missed.
    """
    key = f"shown-{edition_but_sheets(tournament)}"
    shown: Publication | None = cache.get(key)
    if shown is None:
        with _once:  # after a write a whole hall asks at the same moment
            shown = cache.get(key) or _publication(tournament)
            cache.set(key, shown, AN_HOUR)
    altered = altered_of(tournament)
    return replace(shown, mark=f"{shown.mark}-{'.'.join(map(str, altered))}") if altered else shown


def _publication(tournament: Tournament) -> Publication:
    published = published_hanchan(tournament)
    out = sitting_out(tournament, published)
    seats = [
        (number, table, place)
        for number, tables in lineups(tournament, published).items()
        for table, places in tables.items()
        for place in places
    ]
    people = {player.pk for *_, place in seats for player in (place.player, place.holder)}
    people |= {player.pk for resting in out.values() for player in resting}
    if tournament.players_public:
        people |= set(listed(tournament).values_list("pk", flat=True))
    return Publication(_digest(tournament, seats, out), frozenset(people))


def _digest(tournament: Tournament, seats: list[tuple[int, int, Place]], out: Mapping[int, tuple[Player, ...]]) -> str:
    about = (
        tournament.pk,
        tournament.name,
        tournament.place,
        tournament.time_zone,
        tournament.wind_method,
        tournament.rules,
    )
    clock = list(tournament.hanchan.order_by("number").values_list(*CLOCK))
    sits = [(*where, place.wind.value, place.player.pk, place.holder.pk) for *where, place in seats]
    rests = [(number, [player.pk for player in people]) for number, people in sorted(out.items())]
    players = {player.pk: player for *_, place in seats for player in (place.player, place.holder)}
    players |= {player.pk: player for resting in out.values() for player in resting}
    names = [(pk, _fields_of(player)) for pk, player in sorted(players.items())]
    return blake2s(repr((about, clock, sits, rests, names)).encode(), digest_size=8).hexdigest()


def _fields_of(player: Player) -> tuple[Any, ...]:
    return (player.number, player.label, player.country, player.is_substitute)
