"""The basis of a pairing by the standings: the players by rank, and the hanchan played.

Read with a constant number of queries, beside the basis of the seating. `digest` identifies it: it changes with every
result, player, wish or seat that the pairing depends on.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2s
from itertools import chain

from seating import Round, Rounds
from seating.swiss import is_better_planned
from seating.wishes import Wish
from tournament.core.models import Tournament
from tournament.planning.basis import SeatingBasis, basis_of
from tournament.players.models import Player, PlayerStatus
from tournament.results.sheets.queries import tables_not_played
from tournament.seats.queries import lineups
from tournament.standings.queries import ranking_before, standings_of
from tournament.standings.ranking import Ranking, StandingsRow, finalists
from tournament.wishes.queries import planner_wishes, to_json


@dataclass(frozen=True)
class PairingBasis:
    """The state before hanchan `number`. People are ids; `order` has the active players by rank, substitutes last.

    `past` has the seats as played, stand-ins included; `byes` the number of byes of a player; `finalists` how many of
    the first in the order are above a cut, 0 where there is none.
    """

    number: int
    hanchan_count: int
    size: int
    ranking: Ranking
    order: tuple[int, ...]
    players: Mapping[int, Player]
    past: Rounds
    byes: Mapping[int, int]
    wishes: tuple[Wish, ...]
    finalists: int
    winds: bool
    rows: Mapping[int, StandingsRow] = field(repr=False)
    now: Round = ()
    """The tables of the hanchan as seated now, without empty ones."""

    @property
    def over(self) -> int:
        """The number of players left over after full tables."""
        return len(self.order) % self.size

    @property
    def has_final(self) -> bool:
        """Return whether the players above a cut fill tables."""
        return self.finalists > 0 and not self.finalists % self.size

    @property
    def left(self) -> int:
        """The number of hanchan after this one."""
        return self.hanchan_count - self.number

    @property
    def is_better_planned(self) -> bool:
        """Return whether the event is so long for its field that its hanchan should be planned at once."""
        return is_better_planned(len(self.order), self.hanchan_count, self.size)

    @property
    def substitutes(self) -> list[Player]:
        return [self.players[pk] for pk in self.order if self.players[pk].is_substitute]

    @cached_property
    def digest(self) -> str:
        """A digest of everything that the pairing depends on; a search also starts from the tables of now."""
        totals = [(pk, self.rows[pk].standing.total if pk in self.rows else None) for pk in self.order]
        basis = (self.number, self.hanchan_count, self.size, totals, self.past, sorted(self.byes.items()), self.winds)
        wishes = [to_json(wish) for wish in self.wishes]
        return blake2s(repr((basis, self.finalists, wishes, self.now)).encode(), digest_size=16).hexdigest()


def pairing_basis(
    tournament: Tournament, number: int, seating: SeatingBasis | None = None, *, locked: bool = False
) -> PairingBasis:
    """The basis of pairing hanchan `number`; it does not refuse anything.

    `seating` is the basis of the seating where it was read already. `locked`: inside a write, whose edition may be
    rolled back; nothing is cached under it.
    """
    seating = seating or basis_of(tournament)
    ranked = ranking_before(tournament, number) if locked else standings_of(tournament, after=number - 1)
    order = _order(seating.listed, ranked, seating.size)
    past_byes = [people for hanchan, people in seating.now.byes.items() if hanchan < number]
    return PairingBasis(
        number=number,
        hanchan_count=tournament.hanchan_count,
        size=seating.size,
        ranking=ranked,
        order=order,
        players=seating.players,
        past=_past(tournament, number),
        byes=Counter(chain.from_iterable(past_byes)),
        wishes=planner_wishes(
            seating.wishes, [seating.players[pk] for pk in order], dict(zip(order, order, strict=True))
        ),
        finalists=sum(row.player.id in order for row in finalists(ranked)),
        winds=seating.winds,
        rows={row.player.id: row for row in ranked.rows},
        now=tuple(seats for _table, seats in sorted(seating.now.draft.get(number, {}).items())),
    )


def _order(players: list[Player], ranked: Ranking, size: int) -> tuple[int, ...]:
    """The active players in order of their places, ties by number; then as many substitutes as fill the tables."""
    playing = {player.pk: player for player in players if player.status == PlayerStatus.PLAYING}
    at = {row.player.id: position for position, row in enumerate(ranked.ranked)}
    regular = [player for player in playing.values() if not player.is_substitute]
    by_rank = sorted(regular, key=lambda player: (at.get(player.pk, len(at)), player.number))
    substitutes = [player for player in playing.values() if player.is_substitute][: -len(regular) % size]
    return tuple(player.pk for player in [*by_rank, *substitutes])


def _past(tournament: Tournament, number: int) -> Rounds:
    """The hanchan played so far. A stand-in met the others, not the absent player; at a table that was not played
    nobody met. Tables keep their numbers."""
    rounds, not_played = [], tables_not_played(tournament)
    for hanchan, tables in sorted(lineups(tournament, range(1, number)).items()):
        seats = {
            table: tuple(place.player.pk for place in places)
            for table, places in tables.items()
            if (hanchan, table) not in not_played
        }
        rounds.append(tuple(seats.get(table, ()) for table in range(1, max(seats, default=0) + 1)))
    return tuple(rounds)
