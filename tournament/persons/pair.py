"""One pair of the queue *Same person?*, with the evidence: events on one axis, values beside each other, overlaps."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet

from tournament.core.models import HanchanState, Tournament
from tournament.persons.likeness import Band, band_of, entry_of_player, person_entries
from tournament.persons.models import Person
from tournament.players.models import Player
from tournament.seats.models import Seat
from tournament.translation.formats import enumeration


@dataclass(frozen=True, slots=True)
class PairLayout:
    """Sizes in units of the drawing: a line of each of the two at its height, with the name at another."""

    left: int
    right: int
    width: int
    rows: tuple[int, int]
    names: tuple[int, int]
    bottom: int


DESK = PairLayout(left=190, right=700, width=720, rows=(34, 66), names=(38, 70), bottom=80)
PHONE = PairLayout(left=10, right=340, width=350, rows=(36, 82), names=(22, 68), bottom=98)


@dataclass(frozen=True, slots=True)
class PairLine:
    """The events of one of the two, on the axis of both."""

    name: str
    y: int
    name_y: int
    dots: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PairDrawing:
    """The events of two on one axis; `middle` is that of the gap between the two lives, None where they overlap."""

    layout: PairLayout
    lines: tuple[PairLine, ...]
    years: tuple[tuple[int, int], ...]
    middle: int | None

    @property
    def is_wide(self) -> bool:
        return self.layout is DESK


@dataclass(frozen=True, slots=True)
class Overlap:
    """An event in which both play: with the hanchan that both played, or as an entry made twice."""

    event: Tournament
    numbers: tuple[int, int]
    hanchan: tuple[int, ...]


@dataclass(frozen=True)
class PairView:
    """Two entries beside each other; `second` is a person, or a `player` who has none yet. `middle` is the middle of
    the gap between the two lives, None where they overlap."""

    first: Person
    second: Person | Player
    band: Band | None
    drawings: tuple[PairDrawing, ...]
    middle: date | None
    overlaps: tuple[Overlap, ...]
    counts: tuple[int, int]
    clubs: tuple[str, str]

    @property
    def player(self) -> Player | None:
        """The second entry when it is a player without a person."""
        return self.second if isinstance(self.second, Player) else None

    @property
    def key(self) -> str:
        return f"{self.first.pk}-{f'player{self.second.pk}' if self.player else self.second.pk}"

    @property
    def can_merge(self) -> bool:
        return not self.overlaps and self.band != Band.CONFLICT


def pair_of(key: str, people: QuerySet[Person], players: QuerySet[Player]) -> PairView | None:
    """Return the pair with this key, of these people and players; None when there is none of them."""
    first, _dash, second = key.partition("-")
    one = people.filter(pk=first, erased_at=None).first() if first.isdecimal() and len(first) < 19 else None
    of_player, text = second.startswith("player"), second.removeprefix("player")
    if one is None or not text.isdecimal() or len(text) > 18:
        return None
    other: Person | Player | None
    if of_player:
        other = players.filter(pk=text, person_link=None).select_related("tournament").first()
    else:
        other = people.filter(pk=text, erased_at=None).exclude(pk=one.pk).first()
    return _view(one, other) if other else None


def _view(first: Person, second: Person | Player) -> PairView:
    if isinstance(second, Person) and second.pk < first.pk:
        return _view(second, first)
    players = [_players(first), [second] if isinstance(second, Player) else _players(second)]
    days = [sorted(day for one in part if (day := _day(one.tournament))) for part in players]
    early, late = sorted(days, key=lambda part: part[:1] or [date.max])
    middle = early[-1] + (late[0] - early[-1]) / 2 if early and late and early[-1] < late[0] else None
    entries = {one.key: one for one in person_entries([one.pk for one in (first, second) if isinstance(one, Person)])}
    mine = entries[str(first.pk)]
    theirs = entry_of_player(second) if isinstance(second, Player) else entries[str(second.pk)]
    return PairView(
        first=first,
        second=second,
        band=band_of(mine, theirs),
        drawings=tuple(_drawing(layout, (first.name, second.name), days, middle) for layout in (DESK, PHONE)),
        middle=middle,
        overlaps=tuple(_overlaps(*players)),
        counts=(len(players[0]), len(players[1])),
        clubs=(_clubs(players[0]), _clubs(players[1])),
    )


def _drawing(
    layout: PairLayout, names: tuple[str, str], days: Sequence[Sequence[date]], middle: date | None
) -> PairDrawing:
    every = sorted(day for part in days for day in part)
    start, end = (every[0], every[-1]) if every else (date.min, date.min)  # nothing is drawn

    def x(day: date) -> int:
        return layout.left + (day - start).days * (layout.right - layout.left) // max((end - start).days, 1)

    rows = zip(names, layout.rows, layout.names, days, strict=True)
    return PairDrawing(
        layout=layout,
        lines=tuple(PairLine(name, y, name_y, tuple(map(x, part))) for name, y, name_y, part in rows),
        years=tuple((x(date(year, 1, 1)), year) for year in range(start.year + 1, end.year + 1)),
        middle=x(middle) if middle else None,
    )


def _players(person: Person) -> list[Player]:
    found = Player.objects.filter(person_link__person=person).select_related("tournament")
    return list(found.order_by("tournament__last_day", "pk"))


def _day(tournament: Tournament) -> date | None:
    return tournament.last_day or tournament.first_day


def _clubs(players: Sequence[Player]) -> str:
    return enumeration(dict.fromkeys(one.club for one in players if one.club))


def _overlaps(mine: Sequence[Player], theirs: Sequence[Player]) -> "list[Overlap]":
    by_event = {one.tournament_id: one for one in mine}
    both = [(by_event[one.tournament_id], one) for one in theirs if one.tournament_id in by_event]
    return [Overlap(a.tournament, (a.number, b.number), _played_by_both(a, b)) for a, b in both]


def _played_by_both(one: Player, other: Player) -> tuple[int, ...]:
    """Return the hanchan in which both have a seat of the seating in use, as far as they were started."""
    seats = Seat.objects.filter(seating=one.tournament.seating_id).exclude(hanchan__state=HanchanState.PLANNED)
    numbers = [set(seats.filter(player=player).values_list("hanchan__number", flat=True)) for player in (one, other)]
    return tuple(sorted(numbers[0] & numbers[1]))
