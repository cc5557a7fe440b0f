"""Line-ups for pages, sheets, prints and exports. A constant number of queries, however many players."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.db.models import Exists, Max, OuterRef, Q

from scoring.winds import WINDS, Wind
from tournament.core.models import Hanchan, HanchanState, Tournament, Verb
from tournament.players.models import Player, PlayerStatus
from tournament.players.name_order import name_key
from tournament.seats.models import Bye, Seat, Seating, SeatingSource, StandIn
from tournament.seats.seat_map import Arrangement, Byes, SeatMap, Tables, from_rows


@dataclass(frozen=True, slots=True)
class Place:
    """A seat at a table and who plays it; `absent` is whose seat it is when a substitute stands in."""

    wind: Wind
    player: Player
    absent: Player | None = None

    @property
    def holder(self) -> Player:
        """The player who has the seat by the seating."""
        return self.absent or self.player


Lineup = dict[int, tuple[Place, ...]]

ROW = ("hanchan__number", "table", "wind", "player_id")
"""The columns of a seat, as `from_rows` reads them."""


@dataclass(frozen=True, slots=True)
class PlayerPlace:
    """A player's table in one hanchan, and the others there; `away` when a substitute plays the seat instead.

    Without a table the player sits out: a bye.
    """

    hanchan: int
    table: int | None
    wind: Wind | None
    companions: tuple[Player, ...]
    away: bool = False

    @property
    def is_bye(self) -> bool:
        return self.table is None


def draft_of(seating: Seating | None) -> SeatMap:
    """The seating's seats as values; one query."""
    if seating is None:
        return {}
    return from_rows(list(seating.seats.values_list(*ROW)))


def byes_of(seating: Seating | None) -> dict[int, frozenset[int]]:
    """Return the byes by hanchan; one query."""
    found: dict[int, set[int]] = {}
    for hanchan, player in seating.byes.values_list("hanchan__number", "player_id") if seating else ():
        found.setdefault(hanchan, set()).add(player)
    return {hanchan: frozenset(people) for hanchan, people in found.items()}


def arranged_of(seating: Seating | None) -> Arrangement:
    """Seats and byes as values; two queries."""
    return Arrangement(draft_of(seating), byes_of(seating))


def sitting_out(tournament: Tournament, hanchan: Collection[int] | None = None) -> dict[int, tuple[Player, ...]]:
    """Return who sits out these hanchan (None: of all), in alphabetical order; one query. Whoever stands in there for
    somebody plays."""
    rows = Bye.objects.filter(seating_id=tournament.seating_id) if tournament.seating_id else Bye.objects.none()
    rows = rows.exclude(
        Exists(StandIn.objects.filter(hanchan=OuterRef("hanchan"), substitute=OuterRef("player"), cancelled_at=None))
    )
    if hanchan is not None:
        rows = rows.filter(hanchan__number__in=hanchan)
    found: dict[int, list[Player]] = {}
    for row in rows.select_related("player", "hanchan").order_by("hanchan__number", "player__number"):
        found.setdefault(row.hanchan.number, []).append(row.player)
    return {number: tuple(sorted(people, key=name_key)) for number, people in found.items()}


def lineup(tournament: Tournament, hanchan: int) -> Lineup:
    """Return the line-up of one hanchan, substitutes applied, tables in order, seats East to North."""
    return lineups(tournament, [hanchan]).get(hanchan, {})


def lineups(tournament: Tournament, hanchan: Collection[int] | None = None) -> dict[int, Lineup]:
    """The same for several hanchan, or for all of them: three queries."""
    if tournament.seating_id is None:
        return {}
    seats = Seat.objects.filter(seating_id=tournament.seating_id)
    if hanchan is not None:
        seats = seats.filter(hanchan__number__in=hanchan)
    draft, standing = from_rows(list(seats.values_list(*ROW))), _stand_ins(tournament)
    players = {player.pk: player for player in tournament.players.all()}  # last: whoever sits or stands in is there
    return placed(draft, players, standing)


def places_at(tournament: Tournament, hanchan: int, table: int) -> tuple[Place, ...]:
    """Return the line-up of one table, as in `lineup`, without reading the rest of the hall; three queries."""
    return _tables(tournament, {(hanchan, table)}).get(hanchan, {}).get(table, ())


def _tables(tournament: Tournament, tables: Collection[tuple[int, int]]) -> dict[int, Lineup]:
    """The line-ups of these tables of these hanchan alone; three queries."""
    if tournament.seating_id is None:
        return {}
    at = [Q(hanchan__number=hanchan, table=table) for hanchan, table in sorted(tables)]
    seats = Seat.objects.filter(reduce(or_, at, Q(pk=None)), hanchan__tournament=tournament)
    rows = list(seats.filter(seating_id=tournament.seating_id).values_list(*ROW))
    draft, standing = from_rows(rows), _stand_ins(tournament)
    holders = {(hanchan, holder) for hanchan, found in draft.items() for seats in found.values() for holder in seats}
    people = {pk for one in holders for pk in (one[1], standing.get(one)) if pk}
    return placed(draft, tournament.players.in_bulk(people), standing)


def _stand_ins(tournament: Tournament) -> dict[tuple[int, int], int]:
    """Return the substitutes: (hanchan, id of the absent player) -> id of the substitute."""
    rows = tournament.stand_ins.filter(cancelled_at=None).values_list("hanchan__number", "absent_id", "substitute_id")
    return {(hanchan, absent): substitute for hanchan, absent, substitute in rows}


def placed(
    draft: SeatMap, players: Mapping[int, Player], stand_ins: Mapping[tuple[int, int], int] | None = None
) -> dict[int, Lineup]:
    """A draft with people in place of ids."""
    standing = stand_ins or {}

    def place(hanchan: int, wind: Wind, holder: int) -> Place:
        substitute = standing.get((hanchan, holder))
        return Place(wind, players[substitute], players[holder]) if substitute else Place(wind, players[holder])

    return {
        number: {
            table: tuple(place(number, wind, holder) for wind, holder in zip(WINDS[: len(seats)], seats, strict=True))
            for table, seats in tables.items()
        }
        for number, tables in draft.items()
    }


def places_of(player: Player, tournament: Tournament | None = None) -> list[PlayerPlace]:
    """Every seat of a player, also those taken for somebody else, and every bye, by hanchan; five queries at most.

    A seat that a substitute plays instead is listed as `away`.
    """
    tournament = tournament or player.tournament
    if tournament.seating_id is None:
        return []
    stand_ins = list(player.stand_ins.filter(cancelled_at=None).values_list("hanchan__number", "absent_id"))
    seats = Seat.objects.filter(
        seating_id=tournament.seating_id, player__in=[player.pk, *(absent for _, absent in stand_ins)]
    )
    taken = {
        (hanchan, table)
        for hanchan, table, holder in seats.values_list("hanchan__number", "table", "player_id")
        if holder == player.pk or (hanchan, holder) in stand_ins
    }
    by_hanchan = _tables(tournament, taken)
    out = player.byes.filter(seating_id=tournament.seating_id).values_list("hanchan__number", flat=True)
    places = [place_of(player, hanchan, table, by_hanchan[hanchan][table]) for hanchan, table in taken]
    places += [PlayerPlace(hanchan, None, None, ()) for hanchan in out]
    return sorted(places, key=lambda place: place.hanchan)


def places_of_all(tournament: Tournament) -> dict[int, list[PlayerPlace]]:
    """Return the places of every player, as `places_of` does, by player id; four queries."""
    found: dict[int, list[PlayerPlace]] = {}
    out = sitting_out(tournament)
    for hanchan, tables in lineups(tournament).items():
        for table, places in tables.items():
            for person in {one.pk: one for place in places for one in (place.player, place.holder)}.values():
                found.setdefault(person.pk, []).append(place_of(person, hanchan, table, places))
    for hanchan, people in out.items():
        for person in people:
            found.setdefault(person.pk, []).append(PlayerPlace(hanchan, None, None, ()))
    return {pk: sorted(places, key=lambda place: place.hanchan) for pk, places in found.items()}


def place_of(player: Player, hanchan: int, table: int, places: tuple[Place, ...]) -> PlayerPlace:
    """The player's place at a table where the player sits, or has a seat that somebody else plays."""
    own = next(place for place in places if player.pk in (place.player.pk, place.holder.pk))
    companions = tuple(place.player for place in places if place is not own)
    return PlayerPlace(hanchan, table, own.wind, companions, away=own.player.pk != player.pk)


def seats_by_name(lineup: Lineup, out: Collection[Player] = ()) -> list[tuple[Player, int | None, Wind | None]]:
    """Return seats in alphabetical order: for lists that people search for their name.

    Who sits `out` stands among them, without a table.
    """
    rows: list[tuple[Player, int | None, Wind | None]] = [
        (place.player, table, place.wind) for table, places in lineup.items() for place in places
    ]
    rows += [(player, None, None) for player in out]
    return sorted(rows, key=lambda row: row[0].name_key)


def numbers_seated(tournament: Tournament) -> set[int]:
    """The hanchan that have a seating."""
    if tournament.seating_id is None:
        return set()
    seats = Seat.objects.filter(seating_id=tournament.seating_id)
    return set(seats.values_list("hanchan__number", flat=True).distinct())


def hanchan_keys(tournament: Tournament) -> dict[int, int]:
    """The key of each hanchan by its number; one query.

    Dropped hanchan are among them: a new version of the seating keeps their seats for the day they are added again.
    """
    return dict(Hanchan.every.filter(tournament=tournament).values_list("number", "pk"))


def started_hanchan(tournament: Tournament) -> list[int]:
    """The hanchan that have started; their seats are no longer changed."""
    return list(tournament.hanchan.exclude(state=HanchanState.PLANNED).values_list("number", flat=True))


def started_seats(tournament: Tournament) -> dict[int, list[Tables]]:
    """For each hanchan that has started its seats, as they are kept and as they are played with stand-ins."""
    numbers, kept = started_hanchan(tournament), draft_of(tournament.seating)
    played = lineups(tournament, numbers) if numbers else {}
    return {
        number: [
            kept.get(number, {}),
            {table: tuple(place.player.pk for place in places) for table, places in played.get(number, {}).items()},
        ]
        for number in numbers
    }


def published_hanchan(tournament: Tournament) -> list[int]:
    """The hanchan whose seating players may see, if there is one."""
    return list(tournament.hanchan.filter(seating_published_at__isnull=False).values_list("number", flat=True))


def paired_hanchan(tournament: Tournament) -> set[int]:
    """The hanchan that were seated by the standings, and not planned since. Two queries."""
    planned = tournament.seatings.filter(source=SeatingSource.PLANNED)
    last = planned.aggregate(last=Max("number"))["last"] or 0
    entries = tournament.audit_entries.filter(verb=Verb.PAIRED, detail__has_key="hanchan")
    rows = entries.values_list("detail__hanchan", "detail__version")
    return {hanchan for hanchan, version in rows if version > last}


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Players without a seat, and seats of players who are out, in hanchan that have not started."""

    unseated: tuple[Player, ...]
    out: tuple[Player, ...]

    def __bool__(self) -> bool:
        return bool(self.unseated or self.out)


def mismatch(tournament: Tournament, draft: SeatMap | None = None, byes: Byes | None = None) -> Mismatch:
    """Compare a seat map with its byes (else the seating in use) with the players of now.

    A bye counts as a seat of those who play; the bye of a player who is out does not matter.
    """
    draft, byes = (
        (draft, byes or {}) if draft is not None else (draft_of(tournament.seating), byes_of(tournament.seating))
    )
    started = set(started_hanchan(tournament))
    holders = {
        player for hanchan, tables in draft.items() if hanchan not in started for s in tables.values() for player in s
    }
    if not holders:
        return Mismatch((), ())
    known = holders | {player for hanchan, people in byes.items() if hanchan not in started for player in people}
    players = list(tournament.players.order_by("number"))
    playing = [player for player in players if player.status == PlayerStatus.PLAYING]
    return Mismatch(
        tuple(player for player in playing if not player.is_substitute and player.pk not in known),
        tuple(player for player in players if player.status != PlayerStatus.PLAYING and player.pk in holders),
    )


def stand_ins_of(tournament: Tournament) -> list[StandIn]:
    """Return every stand-in that holds, with its people and hanchan."""
    rows = tournament.stand_ins.filter(cancelled_at=None).order_by("pk")
    return list(rows.select_related("absent", "substitute", "hanchan"))


def stand_in_of(tournament: Tournament, hanchan: int, absent: Player) -> StandIn | None:
    """Return the substitute for a player in one hanchan."""
    return (
        tournament.stand_ins.filter(hanchan__number=hanchan, absent=absent, cancelled_at=None)
        .select_related("substitute", "hanchan")
        .first()
    )


def current_hanchan(hanchan: Sequence[Hanchan]) -> Hanchan:
    """The hanchan that is played or comes next, else the last; for a page that is opened without a number."""
    return next((one for one in hanchan if one.state != HanchanState.CLOSED), hanchan[-1])
