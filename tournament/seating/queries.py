"""Who sits where, for pages, sheets, prints and exports. A constant number of queries, however many players."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from scoring.winds import WINDS, Wind
from tournament.asked import whole
from tournament.events.models import HanchanState, Tournament
from tournament.players import names
from tournament.players.models import Player, PlayerStatus
from tournament.seating import figures
from tournament.seating.draft import Arranged, Byes, Draft, Tables, from_rows, rounds
from tournament.seating.models import Bye, Seat, Seating, StandIn


@dataclass(frozen=True, slots=True)
class Place:
    """A seat at a table and who plays it; `absent` is whose seat it is when a substitute stands in."""

    wind: Wind
    player: Player
    absent: Player | None = None

    @property
    def holder(self) -> Player:
        """Whose seat it is by the seating."""
        return self.absent or self.player


Lineup = dict[int, tuple[Place, ...]]


@dataclass(frozen=True, slots=True)
class PlayerPlace:
    """Where somebody plays in one hanchan, and with whom; `away` when a substitute plays the seat instead.

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


@dataclass(frozen=True, slots=True)
class Field:
    """Who is to be seated, in the order of the planner's numbers, and which substitutes wait."""

    seated: tuple[Player, ...]
    waiting: tuple[Player, ...]
    size: int = 4

    @property
    def missing(self) -> int:
        """How many substitutes are still needed to fill the tables."""
        return -len(self.seated) % self.size

    @property
    def tables(self) -> int:
        """How many tables they fill."""
        return len(self.seated) // self.size


def field_of(tournament: Tournament) -> Field:
    """Everybody who plays has a seat; substitutes, lowest numbers first, fill the last table, the others wait.

    The rules want full tables and let the host provide players who are scored and not ranked (WRC 2025 §12.3.9).
    """
    playing = list(tournament.players.filter(status=PlayerStatus.PLAYING).order_by("number"))
    regular = [player for player in playing if not player.is_substitute]
    substitutes = [player for player in playing if player.is_substitute]
    size = tournament.at_a_table
    needed = -len(regular) % size
    chosen = sorted([*regular, *substitutes[:needed]], key=lambda player: player.number)
    return Field(tuple(chosen), tuple(substitutes[needed:]), size)


def draft_of(seating: Seating | None) -> Draft:
    """The seating's seats as values; one query."""
    if seating is None:
        return {}
    return from_rows(list(seating.seats.values_list("hanchan", "table", "wind", "player_id")))


def byes_of(seating: Seating | None) -> dict[int, frozenset[int]]:
    """Who sits out, by hanchan; one query."""
    found: dict[int, set[int]] = {}
    for hanchan, player in seating.byes.values_list("hanchan", "player_id") if seating else ():
        found.setdefault(hanchan, set()).add(player)
    return {hanchan: frozenset(people) for hanchan, people in found.items()}


def arranged_of(seating: Seating | None) -> Arranged:
    """Seats and byes as values; two queries."""
    return Arranged(draft_of(seating), byes_of(seating))


def sitting_out(tournament: Tournament, hanchan: Collection[int] | None = None) -> dict[int, tuple[Player, ...]]:
    """Who has a bye in each of these hanchan (None: in all), in the order of the alphabet; one query."""
    rows = Bye.objects.filter(seating_id=tournament.seating_id) if tournament.seating_id else Bye.objects.none()
    if hanchan is not None:
        rows = rows.filter(hanchan__in=hanchan)
    found: dict[int, list[Player]] = {}
    for row in rows.select_related("player").order_by("hanchan", "player__number"):
        found.setdefault(row.hanchan, []).append(row.player)
    return {number: tuple(sorted(people, key=_by_name)) for number, people in found.items()}


def _by_name(player: Player) -> tuple[str, int]:
    return folded(player.name), player.number


def rounds_of(seating: Seating) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The seating as the planner writes it, by player id: hanchan, tables, seats East to North; one query."""
    return rounds(draft_of(seating))


def lineup(tournament: Tournament, hanchan: int) -> Lineup:
    """Who plays at each table of one hanchan, stand-ins applied, tables in order, seats East to North."""
    return lineups(tournament, [hanchan]).get(hanchan, {})


def lineups(tournament: Tournament, hanchan: Collection[int] | None = None) -> dict[int, Lineup]:
    """The same for several hanchan, or for all of them: three queries."""
    if tournament.seating_id is None:
        return {}
    seats = Seat.objects.filter(seating_id=tournament.seating_id)
    if hanchan is not None:
        seats = seats.filter(hanchan__in=hanchan)
    players = {player.pk: player for player in tournament.players.all()}
    draft = from_rows(list(seats.values_list("hanchan", "table", "wind", "player_id")))
    return placed(draft, players, _stand_ins(tournament))


def places_at(tournament: Tournament, hanchan: int, table: int) -> tuple[Place, ...]:
    """Who plays at one table now, as `lineup` says it, without reading the rest of the hall; three queries."""
    seats = Seat.objects.filter(seating_id=tournament.seating_id, hanchan=hanchan, table=table)
    rows = list(seats.values_list("hanchan", "table", "wind", "player_id"))
    standing = _stand_ins(tournament)
    people = {pk for *_, holder in rows for pk in (holder, standing.get((hanchan, holder))) if pk}
    return placed(from_rows(rows), tournament.players.in_bulk(people), standing).get(hanchan, {}).get(table, ())


def _stand_ins(tournament: Tournament) -> dict[tuple[int, int], int]:
    """(hanchan, id of who is absent) -> id of who stands in."""
    rows = tournament.stand_ins.filter(cancelled_at=None).values_list("hanchan", "absent_id", "substitute_id")
    return {(hanchan, absent): substitute for hanchan, absent, substitute in rows}


def placed(
    draft: Draft, players: Mapping[int, Player], stand_ins: Mapping[tuple[int, int], int] | None = None
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
    stand_ins = list(player.stand_ins.filter(cancelled_at=None).values_list("hanchan", "absent_id"))
    mine = Seat.objects.filter(
        seating_id=tournament.seating_id, player__in=[player.pk, *(absent for _, absent in stand_ins)]
    )
    taken = {
        (hanchan, table)
        for hanchan, table, holder in mine.values_list("hanchan", "table", "player_id")
        if holder == player.pk or (hanchan, holder) in stand_ins
    }
    by_hanchan = lineups(tournament, {hanchan for hanchan, _ in taken})
    out = player.byes.filter(seating_id=tournament.seating_id).values_list("hanchan", flat=True)
    places = [_place_of(player, hanchan, table, by_hanchan[hanchan][table]) for hanchan, table in taken]
    places += [PlayerPlace(hanchan, None, None, ()) for hanchan in out]
    return sorted(places, key=lambda place: place.hanchan)


def _place_of(player: Player, hanchan: int, table: int, places: tuple[Place, ...]) -> PlayerPlace:
    mine = next(place for place in places if player.pk in (place.player.pk, place.holder.pk))
    companions = tuple(place.player for place in places if place is not mine)
    return PlayerPlace(hanchan, table, mine.wind, companions, away=mine.player.pk != player.pk)


def seats_by_name(lineup: Lineup, out: Collection[Player] = ()) -> list[tuple[Player, int | None, Wind | None]]:
    """Who plays where, in the order of the alphabet: for lists that people search for their name.

    Who sits `out` stands among them, without a table.
    """
    rows: list[tuple[Player, int | None, Wind | None]] = [
        (place.player, table, place.wind) for table, places in lineup.items() for place in places
    ]
    rows += [(player, None, None) for player in out]
    return sorted(rows, key=lambda row: _by_name(row[0]))


def folded(text: str) -> str:
    """A name for ordering and searching: without case and accents."""
    return " ".join(names.words(text))


def measured_of(seating: Seating) -> figures.Measured:
    """The quality kept with the version, or a fresh count when the planner has learnt a figure since."""
    return figures.from_json(seating.quality) or figures.measured(draft_of(seating))


def numbers_seated(tournament: Tournament) -> set[int]:
    """The hanchan that have a seating."""
    if tournament.seating_id is None:
        return set()
    return set(Seat.objects.filter(seating_id=tournament.seating_id).values_list("hanchan", flat=True).distinct())


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


@dataclass(frozen=True, slots=True)
class Misfit:
    """Who has no seat though playing, and who has one though out, in hanchan that have not started."""

    unseated: tuple[Player, ...]
    out: tuple[Player, ...]

    def __bool__(self) -> bool:
        return bool(self.unseated or self.out)


def misfit(tournament: Tournament, draft: Draft | None = None, byes: Byes | None = None) -> Misfit:
    """Where a draft with its byes (else the seating that counts) no longer fits the players. Who has a bye is seated
    with the others; who is out and has one is in nobody's way."""
    draft, byes = (
        (draft, byes or {}) if draft is not None else (draft_of(tournament.seating), byes_of(tournament.seating))
    )
    started = set(started_hanchan(tournament))
    holders = {
        player for hanchan, tables in draft.items() if hanchan not in started for s in tables.values() for player in s
    }
    if not holders:
        return Misfit((), ())
    known = holders | {player for hanchan, people in byes.items() if hanchan not in started for player in people}
    players = list(tournament.players.order_by("number"))
    playing = [player for player in players if player.status == PlayerStatus.PLAYING]
    return Misfit(
        tuple(player for player in playing if not player.is_substitute and player.pk not in known),
        tuple(player for player in players if player.status != PlayerStatus.PLAYING and player.pk in holders),
    )


def found_players(tournament: Tournament, words: str) -> list[Player]:
    """Players whose start number or EMA number is `words`, or whose name has all of them, by number; one query."""
    wanted = words.strip()
    if not wanted:
        return []
    return [player for player in tournament.players.order_by("number") if _matches(player, wanted)]


def _matches(player: Player, wanted: str) -> bool:
    if wanted.isdecimal():
        return whole(wanted) == player.number or wanted == player.ema_number
    return names.found(wanted, player.name, player.first_name, player.last_name)


def stand_in_of(tournament: Tournament, hanchan: int, absent: Player) -> StandIn | None:
    """Who stands in for a player in one hanchan."""
    return (
        tournament.stand_ins.filter(hanchan=hanchan, absent=absent, cancelled_at=None)
        .select_related("substitute")
        .first()
    )
