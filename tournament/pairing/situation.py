"""What is known before a hanchan is seated by the standings: who is to sit in which order, and what was played.

Read with a constant number of queries. `digest` names it all: when a result, a player, a wish or the seating that was
played changes, it is another.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2s

from tournament.events.models import Tournament
from tournament.players.models import Player, PlayerStatus
from tournament.seating.planner import Rounds
from tournament.seating.planner.wishes import Apart, AtTables, Together, Wish
from tournament.seating.queries import byes_of, lineups
from tournament.seating.wishes.queries import planner_wishes
from tournament.standings.facts import facts_of
from tournament.standings.lines import cut_at
from tournament.standings.queries import standings_of
from tournament.standings.ranking import Ranking, Row, ranking


@dataclass(frozen=True)
class Situation:
    """Before hanchan `number`. People are ids; `order` has everybody who plays, the best first, substitutes last.

    `past` is what was played, by whoever played it; `byes` how often somebody sat out; `finalists` how many of the
    first in the order are above the line of a cut, 0 where there is none.
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
    rows: Mapping[int, Row] = field(repr=False)

    @property
    def over(self) -> int:
        """How many do not fill a table."""
        return len(self.order) % self.size

    @property
    def left(self) -> int:
        """Hanchan that come after this one."""
        return self.hanchan_count - self.number

    @property
    def substitutes(self) -> list[Player]:
        return [self.players[pk] for pk in self.order if self.players[pk].is_substitute]

    @cached_property
    def digest(self) -> str:
        """Another whenever anything is another that the tables are made from."""
        totals = [(pk, self.rows[pk].standing.total if pk in self.rows else None) for pk in self.order]
        known = (self.number, self.hanchan_count, self.size, totals, self.past, sorted(self.byes.items()), self.winds)
        wishes = [_plainly(wish) for wish in self.wishes]
        return blake2s(repr((known, self.finalists, wishes)).encode(), digest_size=16).hexdigest()


def situation(tournament: Tournament, number: int, *, locked: bool = False) -> Situation:
    """What is known before hanchan `number`, whatever of it is in the way.

    `locked`: inside a write, whose edition may never come to be; nothing is remembered under it.
    """
    ranked = ranking_before(tournament, number) if locked else standings_of(tournament, after=number - 1)
    rows = {row.player.id: row for row in ranked.rows}
    size = tournament.at_a_table
    players = {player.pk: player for player in tournament.players.order_by("number")}
    order = _order([*players.values()], ranked, size)
    return Situation(
        number=number,
        hanchan_count=tournament.hanchan_count,
        size=size,
        ranking=ranked,
        order=order,
        players=players,
        past=_past(tournament, number),
        byes=_byes(tournament, number),
        wishes=_wishes(tournament, [players[pk] for pk in order]),
        finalists=_finalists(ranked, set(order)),
        winds=not tournament.winds_are_drawn,
        rows=rows,
    )


def ranking_before(tournament: Tournament, number: int) -> Ranking:
    """The standings before a hanchan, read afresh."""
    facts = facts_of(tournament)
    return ranking(tournament.pk, facts, min(number - 1, facts.played))


def _order(players: list[Player], ranked: Ranking, size: int) -> tuple[int, ...]:
    """Those who play in the order of their places, equals by number; then as many substitutes as fill the tables."""
    playing = {player.pk: player for player in players if player.status == PlayerStatus.PLAYING}
    at = {row.player.id: position for position, row in enumerate(ranked.ranked)}
    regular = [player for player in playing.values() if not player.is_substitute]
    by_rank = sorted(regular, key=lambda player: (at.get(player.pk, len(at)), player.number))
    substitutes = [player for player in playing.values() if player.is_substitute][: -len(regular) % size]
    return tuple(player.pk for player in [*by_rank, *substitutes])


def _past(tournament: Tournament, number: int) -> Rounds:
    """The hanchan before, by who played them: a stand-in has met people, not who was absent. Tables keep numbers."""
    rounds = []
    for _hanchan, tables in sorted(lineups(tournament, range(1, number)).items()):
        seats = {table: tuple(place.player.pk for place in places) for table, places in tables.items()}
        rounds.append(tuple(seats.get(table, ()) for table in range(1, max(seats) + 1)))
    return tuple(rounds)


def _byes(tournament: Tournament, number: int) -> Mapping[int, int]:
    found = byes_of(tournament.seating)
    return Counter(player for hanchan, people in found.items() if hanchan < number for player in people)


def _wishes(tournament: Tournament, people: list[Player]) -> tuple[Wish, ...]:
    """The organiser's wishes, with people as ids instead of positions in a list."""
    ids = {at: player.pk for at, player in enumerate(people, start=1)}

    def renamed(wish: Wish) -> Wish:
        match wish:
            case Apart(groups=groups):
                named = tuple(frozenset(ids[one] for one in group) for group in groups)
                return Apart(named, wish.before, wish.weight, wish.name)
            case Together():
                return Together(ids[wish.one], ids[wish.other], wish.hanchan, wish.weight)
            case AtTables():
                named_players = frozenset(ids[one] for one in wish.players)
                return AtTables(named_players, wish.tables, wish.weight, wish.name)

    return tuple(renamed(wish) for wish in planner_wishes(tournament, people))


def _finalists(ranked: Ranking, playing: set[int]) -> int:
    """Those above the line of a cut that is made on these standings, or was made before, as far as they play."""
    first = [row for row in ranked.ranked if row.standing.tier == 0]
    cut = cut_at(ranked.by, ranked.after) if ranked.after else None
    if cut:
        first = first[: cut.sizes[0]]
    elif not ranked.has_cuts:
        return 0
    return sum(row.player.id in playing for row in first)


def _plainly(wish: Wish) -> tuple[object, ...]:
    """A wish in an order that does not depend on the process."""
    match wish:
        case Apart(groups=groups):
            return ("apart", [sorted(group) for group in groups], wish.before, wish.weight.value)
        case Together():
            return ("together", wish.one, wish.other, wish.hanchan, wish.weight.value)
        case AtTables():
            return ("tables", sorted(wish.players), sorted(wish.tables), wish.weight.value)
