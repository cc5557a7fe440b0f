"""Queries about players; nothing here writes."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from tournament.core.models import HanchanState, Tournament
from tournament.core.requests import parse_int
from tournament.players.models import NEVER_PLACED, ImportColumn, Player, PlayerStatus
from tournament.players.name_search import found
from tournament.players.names import in_either_order, key
from tournament.players.similar_names import SimilarNames


def players_of(tournament: Tournament) -> QuerySet[Player]:
    """All players of the tournament by number, whatever their status."""
    played = Player.objects.filter(pk=OuterRef("pk"), sheet_lines__version__accepted_by__isnull=False)
    no_show = Q(status=PlayerStatus.WITHDRAWN) & ~Exists(played)
    declared = {"did_not_come": no_show}  # on the model, for players who were read in another way
    return Player.objects.filter(tournament=tournament).annotate(**declared).order_by("number")


def registered(tournament: Tournament) -> QuerySet[Player]:
    """Everybody who has or had a place, by number: the list without the waiting list and those who declined."""
    return players_of(tournament).exclude(status__in=NEVER_PLACED)


def listed(tournament: Tournament) -> QuerySet[Player]:
    """Everybody whom a public page may name, by number: no name that waits for an organiser."""
    return registered(tournament).filter(is_unlisted=False)


def waiting_list(players: Iterable[Player]) -> list[Player]:
    """Those on the waiting list, the next one first."""
    queued = [player for player in players if player.status == PlayerStatus.WAITING]
    return sorted(queued, key=lambda player: (player.waiting_since, player.number))


def players_waiting(tournament: Tournament) -> int:
    """The number of people on the waiting list; one query."""
    return tournament.players.filter(status=PlayerStatus.WAITING).count()


def remembered_columns(tournament: Tournament) -> dict[str, str]:
    """The field of each heading, as it was chosen for an earlier list of players; one query."""
    return dict(ImportColumn.objects.filter(tournament=tournament).values_list("heading", "field"))


def find_player(tournament: Tournament, number: int) -> Player | None:
    """The player with that number in the tournament, if there is one."""
    return players_of(tournament).filter(number=number).first()


def next_numbers(taken: Iterable[int], wanted: int) -> list[int]:
    """The lowest numbers that are free.

    >>> next_numbers({1, 2, 4}, 3)
    [3, 5, 6]
    """
    used, number = set(taken), 1
    free: list[int] = []
    while len(free) < wanted:
        if number not in used:
            free.append(number)
        number += 1
    return free


def are_distinct(one: Any, other: Any) -> bool:
    """Return whether country, club or EMA number distinguishes two people with the same name."""
    if one.ema_number and other.ema_number:
        return bool(one.ema_number != other.ema_number)
    countries_differ = bool(one.country and other.country and one.country != other.country)
    return countries_differ or bool(one.club and other.club and key(one.club) != key(other.club))


def same_names(person: Any, people: Iterable[Any]) -> list[Any]:
    """Those of `people` who bear the person's name, in either order, and whom nothing tells apart."""
    name = in_either_order(person.name)
    return [other for other in people if in_either_order(other.name) == name and not are_distinct(person, other)]


def similar_players(player: Player, people: Sequence[Player]) -> list[Player]:
    """Those of `people` whose name differs from the player's by a letter or two: perhaps one person, written twice.

    Two different EMA numbers are two people.
    """
    found = [people[at] for at in SimilarNames([other.name for other in people]).like(player.name)]
    return [other for other in found if not (player.ema_number and other.ema_number) and other.pk != player.pk]


@dataclass(frozen=True, slots=True)
class Search:
    """The filter of the list of players; empty means everybody."""

    text: str = ""
    status: str = ""
    substitute: str = ""  # yes, no
    present: str = ""  # here, missing
    country: str = ""

    def lets_through(self, player: Player) -> bool:
        return (
            self.status in ("", player.status)
            and self.substitute in ("", "yes" if player.is_substitute else "no")
            and self.present in ("", "here" if player.checked_in_at else "missing")
            and (self.present != "missing" or player.status == PlayerStatus.PLAYING)
            and self.country in ("", player.country)
            and is_found(player, self.text)
        )


def is_found(player: Player, text: str) -> bool:
    """Return whether the player matches the text: a part of name, club, team, country or EMA number, or the number."""
    number = parse_int(text, most=9_999)
    if number is not None:
        return player.number == number
    return found(
        text,
        player.name,
        player.first_name,
        player.last_name,
        player.reading,
        player.club,
        player.team,
        player.country,
        player.country_name,
        player.ema_number,
    )


@dataclass(frozen=True, slots=True)
class Field:
    """The players to be seated, in the order of the planner's numbers, and the waiting substitutes.

    `seats` is what the seating in use has, None without one.
    """

    seated: tuple[Player, ...]
    waiting: tuple[Player, ...]
    size: int = 4
    seats: "SeatsInUse | None" = None

    @property
    def missing(self) -> int:
        """The number of substitutes that are still needed to fill the tables; none where players sit out."""
        return 0 if self.seats and self.seats.has_byes else -len(self.seated) % self.size

    @property
    def byes(self) -> int:
        """The number of players who sit out."""
        return self.seats.byes if self.seats else 0

    @property
    def tables(self) -> int:
        """The number of tables: those of the seating, else as many as the players need."""
        return self.seats.tables if self.seats else -(-len(self.seated) // self.size)


@dataclass(frozen=True, slots=True)
class SeatsInUse:
    """The tables and byes in use for the hanchan that is played or comes next; for the last once all are closed.

    `byes` is the number of those who sit out; `has_byes` also when each of them stands in for somebody. `holders` are
    the ids of those who have a seat or a bye from there on, of the substitutes at least.
    """

    tables: int
    byes: int
    holders: frozenset[int]
    has_byes: bool = False


def field_of(tournament: Tournament) -> Field:
    """Everybody who plays has a seat; substitutes, lowest numbers first, fill the last table, the others wait.

    The rules want full tables and let the host provide players who are scored and not ranked (WRC 2025 §12.3.9).
    """
    return field_among(tournament.players.filter(status=PlayerStatus.PLAYING).order_by("number"), tournament.at_a_table)


def field_among(playing: Iterable[Player], size: int, seats: SeatsInUse | None = None) -> Field:
    """The field of those who play, in the order of their numbers.

    Once there is a seating, it says which substitutes play; the others wait, whoever else is missing.
    """
    playing = list(playing)
    if seats:
        idle = {player.pk for player in playing if player.is_substitute and player.pk not in seats.holders}
        seated = tuple(player for player in playing if player.pk not in idle)
        return Field(seated, tuple(player for player in playing if player.pk in idle), size, seats)
    regular = [player for player in playing if not player.is_substitute]
    substitutes = [player for player in playing if player.is_substitute]
    needed = -len(regular) % size
    chosen = sorted([*regular, *substitutes[:needed]], key=lambda player: player.number)
    return Field(tuple(chosen), tuple(substitutes[needed:]), size)


@dataclass(frozen=True, slots=True)
class Counts:
    """The numbers that every page shows, from one reading of the list and of the seating in use.

    `playing` are those who have a seat or are to get one, `substitutes` those of them who fill tables, `here` those who
    checked in, `short` the players missing at the last table, `waiting` the substitutes without a seat, `out` everybody
    who is withdrawn or disqualified, `queued` the waiting list, `all` the whole list. `tables` and `byes` are those of
    the hanchan that is played or comes next. `absent` are the names of those who play and have not checked in.
    """

    all: int
    field: Field
    places: "Places"
    out: int

    @property
    def playing(self) -> int:
        return len(self.field.seated)

    @property
    def substitutes(self) -> int:
        return sum(player.is_substitute for player in self.field.seated)

    @property
    def waiting(self) -> int:
        return len(self.field.waiting)

    @property
    def tables(self) -> int:
        return self.field.tables

    @property
    def byes(self) -> int:
        return self.field.byes

    @property
    def at_a_table(self) -> int:
        return self.field.size

    @property
    def short(self) -> int:
        return self.field.missing

    @property
    def queued(self) -> int:
        return len(self.places.queue)

    @property
    def absent(self) -> tuple[str, ...]:
        return tuple(player.label for player in self.field.seated if player.checked_in_at is None)

    @property
    def missing(self) -> int:
        """The players who have not checked in yet."""
        return len(self.absent)

    @property
    def here(self) -> int:
        return self.playing - self.missing


def counts_of(tournament: Tournament, players: Iterable[Player] | None = None) -> Counts:
    """Counts of the tournament, of its `players` when the caller has them all.

    The list is one query, the seating two, and three with substitutes; none without a seating.
    """
    everybody = list(players_of(tournament) if players is None else players)
    playing = [player for player in everybody if player.status == PlayerStatus.PLAYING]
    seats = _seats_in_use(tournament, [player.pk for player in playing if player.is_substitute])
    return Counts(
        all=len(everybody),
        field=field_among(playing, tournament.at_a_table, seats),
        places=places_of(tournament, everybody),
        out=sum(player.status != PlayerStatus.PLAYING and player.status not in NEVER_PLACED for player in everybody),
    )


def _seats_in_use(tournament: Tournament, substitutes: Collection[int]) -> SeatsInUse | None:
    """Return what the seating in use has now, with the seated ones of these substitutes; None without a seating."""
    if tournament.seating is None:
        return None
    seats, byes = tournament.seating.seats, tournament.seating.byes
    rows = seats.values("hanchan__number", "hanchan__state").annotate(tables=Count("table", distinct=True))
    tables = {row["hanchan__number"]: row["tables"] for row in rows}
    if not tables:
        return None
    still_open = [row["hanchan__number"] for row in rows if row["hanchan__state"] != HanchanState.CLOSED]
    now = min(still_open, default=max(tables))
    standing = tournament.stand_ins.filter(
        hanchan=OuterRef("hanchan"), substitute=OuterRef("player"), cancelled_at=None
    )
    resting = list(byes.values_list("hanchan__number", "player", Exists(standing)))
    known = {player for number, player, _plays in resting if number >= now and player in substitutes}
    if substitutes:
        known |= set(seats.filter(player__in=substitutes, hanchan__number__gte=now).values_list("player", flat=True))
    out = [not plays for number, _player, plays in resting if number == now]
    return SeatsInUse(tables[now], sum(out), frozenset(known), has_byes=bool(out))


@dataclass(frozen=True, slots=True)
class Places:
    """The places of an event: how many there are (None: no limit), who has one, and the waiting list in its order.

    Substitutes need no place: they fill tables.
    """

    capacity: int | None
    taken: tuple[Player, ...]
    queue: tuple[Player, ...]

    @property
    def free(self) -> int | None:
        """The number of free places, negative when there are too few; None without a limit."""
        return None if self.capacity is None else self.capacity - len(self.taken)

    @property
    def unpromised(self) -> int | None:
        """The places that are free for somebody new: none while anybody waits for one. None without a limit."""
        if self.free is None:
            return None
        return 0 if self.queue else max(0, self.free)

    @property
    def has_no_place_for_one_more(self) -> bool:
        """Return whether somebody who registers now goes to the waiting list."""
        return self.unpromised == 0

    @property
    def next(self) -> tuple[Player, ...]:
        """Those on the waiting list for whom a place is free."""
        return self.queue if self.free is None else self.queue[: max(0, self.free)]

    @property
    def latest(self) -> list[Player]:
        """The players beyond the places: those who were added last, in their order."""
        over = max(0, -(self.free or 0))
        return sorted(self.taken, key=lambda player: player.pk)[len(self.taken) - over :]


def places_of(tournament: Tournament, players: Iterable[Player]) -> Places:
    """The places among these players of the tournament; no query."""
    everybody = list(players)
    taken = [player for player in everybody if player.status == PlayerStatus.PLAYING and not player.is_substitute]
    return Places(tournament.capacity, tuple(taken), tuple(waiting_list(everybody)))


def sits_out(player: Player) -> list[int]:
    """The hanchan in which the player has a bye by the seating that counts; one query."""
    byes = player.byes.filter(seating=player.tournament.seating)
    return list(byes.order_by("hanchan__number").values_list("hanchan__number", flat=True))


def is_seated(tournament: Tournament) -> bool:
    """Return whether a seating was ever made: from then on numbers are printed on lists and fixed."""
    return tournament.seatings.exists()


def has_seat_to_fill(player: Player) -> bool:
    """Return whether the seating in use has the player in a hanchan that has not started. One query."""
    planned = player.tournament.hanchan.filter(state=HanchanState.PLANNED)
    seats = player.seats.filter(seating=player.tournament.seating, hanchan__in=planned)
    return seats.exists()


TRACES = {
    "seat": Q(seats__isnull=False)
    | Q(byes__isnull=False)
    | Q(absences__isnull=False)
    | Q(stand_ins__isnull=False, stand_ins__cancelled_at=None),
    "sheet": Q(sheet_lines__isnull=False),
    "penalty": Q(penalties__isnull=False),
    "protest": Q(protests__isnull=False),
    "entry": Q(merged__isnull=False),
}
"""What would be lost with a player who is deleted. To have been a substitute for somebody who came after all is
nothing: the history tells it."""


def traces(player: Player) -> list[str]:
    """Return what would be lost with the player: seat, sheet, penalty, protest, merged entry; [] when nothing would."""
    return [kind for kind, has_any in TRACES.items() if Player.objects.filter(has_any, pk=player.pk).exists()]


def with_traces(players: Collection[int]) -> set[int]:
    """Return the ids among these of players who cannot be deleted; five queries."""
    among = Player.objects.filter(pk__in=players).order_by()
    return {pk for has_any in TRACES.values() for pk in among.filter(has_any).values_list("pk", flat=True).distinct()}


def takes_part(player: Player) -> bool:
    """Return whether the seating in use has the player, or a sheet or a penalty does."""
    seating = player.tournament.seating
    seat = Q(seats__seating=seating) | Q(byes__seating=seating) if seating else Q(pk__in=())
    return bool(set(traces(player)) - {"seat"} or Player.objects.filter(seat, pk=player.pk).exists())


def is_disqualified_by_penalty(player: Player) -> bool:
    """Return whether a valid penalty disqualified the player: then the penalty has to be cancelled instead."""
    return player.penalties.filter(kind="disqualification", cancelled_at=None).exists()
