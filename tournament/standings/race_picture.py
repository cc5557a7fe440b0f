"""The race of places as a picture: a bundle of lines up to a hanchan, where it opens into the list of the first. Pure.

The drawing is stretched to whatever room it has, so one set of coordinates serves wall, desk and phone; lines and dots
keep their width. Each hanchan is a column of STEP with its line in the middle. Everything that a hanchan shows of its
own is a `RaceMoment`, and all of them are in the page: a script moves from one to the next and computes nothing.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from scoring.standings.players import Running
from tournament.standings.place_race import PlaceRace, RaceLine, Racer
from tournament.standings.public_table import shared_place
from tournament.standings.road_picture import CURVE
from tournament.translation.formats import isolated, series

STEP, BEND, FAN = 100, 36, 75
HEIGHT = 1000
STUB = 3
"""What is seen beside the first hanchan: the other half of the points at which lines begin."""
LISTED = 8
MANY = 80
"""Of more players the lines are thin, of those who were never in front only some are drawn, and the first places have
more room than the last, as on the road of the ceremony."""
MOST_REST = 40
TICKS = (4, 8, 10, 20, 25, 40, 50, 100, 200, 250, 500)
MOST_TICKS = 5
APART = 0.05  # of the height: less, and one number would lie on another
TONES = {"l": "is-leader", "f": "is-first", "g": "is-going", "n": "is-near", "-": ""}
"""The class of a line by its letter: the leader, the rest of the first table, who else is above the line of the cut,
who is on the list and below it, and everybody else."""
ORDER = "-ngfl"
"""The most important line is drawn last."""

Who = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """The line of one player: `path`, and `missed` where the hanchan was not played. `tones` has a letter of TONES for
    each hanchan, "" for who is never in front; `tone` is the class of the hanchan shown; `start` the first point,
    `key` a name in the page."""

    number: int
    said: str
    path: str
    missed: str
    start: str
    tones: str
    tone: str
    key: str


@dataclass(frozen=True, slots=True)
class RaceRow:
    """A row of the list, and the end of a line: `dot` and `fan` are paths, `y` is where the row is, in %."""

    number: int
    who: Any
    running: Running | None
    moved: int | None
    tone: str
    dot: str = ""
    fan: str = ""
    y: str = ""

    @property
    def place(self) -> str:
        """The place as the public list writes it."""
        if self.running is None or self.running.place is None:
            return "–"
        return shared_place(self.running.place, self.running.shared)

    @property
    def places(self) -> int:
        """By how many places the player moved."""
        return abs(self.moved or 0)


@dataclass(frozen=True, slots=True)
class RaceMoment:
    """What is shown after one hanchan. `x` is where its column is, `seen` how far lines are drawn from the left edge;
    `cut_y` is the y of the line of the cut, `cut_at` that of the last place above it in %."""

    after: int
    x: int
    seen: int
    rows: tuple[RaceRow, ...]
    line: RaceLine | None
    cut_y: int
    cut_at: str
    is_shown: bool


@dataclass(frozen=True, slots=True)
class RaceTick:
    """A place at the axis; `y` in %."""

    place: int
    y: str


@dataclass(frozen=True)
class RacePicture:
    """Everything that is drawn; `shown` is the hanchan that the page shows."""

    race: PlaceRace
    shown: int
    lines: tuple[DrawnLine, ...]
    moments: tuple[RaceMoment, ...]
    ticks: tuple[RaceTick, ...]

    @property
    def left(self) -> int:
        """The x of the left edge: half a column before the first hanchan."""
        return -STEP // 2

    @property
    def right(self) -> int:
        """The x of the right edge, where the list begins."""
        return self.race.columns * STEP - STEP + FAN

    @property
    def height(self) -> int:
        return HEIGHT

    @property
    def view_box(self) -> str:
        return f"{self.left} 0 {self.right - self.left} {HEIGHT}"

    @property
    def columns(self) -> tuple[tuple[int, int, RaceMoment | None], ...]:
        """Each hanchan with its x and its moment, None for one without results."""
        moments = {one.after: one for one in self.moments}
        return tuple((n, _x(n), moments.get(n)) for n in range(1, self.race.columns + 1))

    @property
    def moment(self) -> RaceMoment:
        """The moment that is shown."""
        return self.moments[self.shown - 1]

    @property
    def is_many(self) -> bool:
        return len(self.race.racers) > MANY


def race_picture(race: PlaceRace, shown: int, who: Who = lambda player: player) -> RacePicture:
    """Return the picture of a race with the moment after hanchan `shown`; `who` makes of a player what a row has as its
    name."""
    every = range(1, race.played + 1)
    tones = {number: _tones(race, racer) for number, racer in race.racers.items()}
    drawn = sorted(_drawn(race, tones), key=lambda one: ORDER.index(tones[one][shown - 1]))
    moments = tuple(
        RaceMoment(
            after,
            _x(after),
            _x(after) + STEP // 2 + (STUB if after == 1 else 0),
            tuple(_rows(race, after, tones, who)),
            line := race.line(after),
            _y(race, line.size + 0.5) if line else 0,
            _percent(race, line.size) if line else "",
            is_shown=after == shown,
        )
        for after in every
    )
    return RacePicture(
        race,
        shown,
        tuple(drawn_line(race, number, shown, tones[number]) for number in drawn),
        moments,
        tuple(_ticks(race, {one.line.size for one in moments if one.line})),
    )


def drawn_line(race: PlaceRace, number: int, shown: int, tones: str) -> DrawnLine:
    """Return the line of the player with this number."""
    racer = race.racers[number]
    path, missed = _paths(race, racer)
    start = next(after for after in range(1, race.played + 1) if racer.place(after) is not None)
    said = series("–" if (place := racer.place(after)) is None else place for after in range(1, race.played + 1))
    return DrawnLine(
        number,
        f"{isolated(racer.player.label)}: {said}",
        path,
        missed,
        _dot(race, racer, start),
        "" if set(tones) <= {"-"} else tones,
        TONES[tones[shown - 1]],
        f"race-{number}",
    )


def own_line(race: PlaceRace, number: int, shown: int) -> DrawnLine:
    """Return the line of the reader, whoever is in front."""
    line = drawn_line(race, number, shown, "-" * race.played)
    return replace(line, tone="is-own", key="race-own")


def own_rows(race: PlaceRace, number: int, who: Who = lambda player: player) -> tuple[RaceRow, ...]:
    """Return the rows of the reader, one for each hanchan."""
    racer = race.racers[number]
    return tuple(
        RaceRow(
            number,
            who(racer.player),
            racer.places[after - 1],
            racer.moved(after),
            "is-own",
            "" if racer.place(after) is None else _dot(race, racer, after),
        )
        for after in range(1, race.played + 1)
    )


def _x(after: int) -> int:
    return (after - 1) * STEP


def _height(race: PlaceRace, place: float) -> float:
    """Where a place is between the first, 0, and the last, 1."""
    return float(((place - 1) / (race.places - 1)) ** (CURVE if len(race.racers) > MANY else 1))


def _y(race: PlaceRace, place: float) -> int:
    return round(_height(race, place) * HEIGHT)


def _percent(race: PlaceRace, place: int) -> str:
    return f"{100 * _height(race, place):.1f}%"


def _tones(race: PlaceRace, racer: Racer) -> str:
    return "".join(_tone(race, racer, after) for after in range(1, race.played + 1))


def _tone(race: PlaceRace, racer: Racer, after: int) -> str:
    place, line = racer.place(after), race.line(after)
    if place is None:
        return "-"
    if place == 1:
        return "l"
    going = line.size if line else LISTED
    if place <= min(race.at_a_table, going):
        return "f"
    if place <= going:
        return "g"
    return "n" if place <= LISTED else "-"


def _drawn(race: PlaceRace, tones: dict[int, str]) -> Iterator[int]:
    """The numbers of those whose lines are drawn: of many players all who were ever in front, and some of the rest."""
    step = -(-race.places // MOST_REST) if len(race.racers) > MANY else 1
    rest = 0
    for number in race.racers:
        if set(tones[number]) == {"-"}:
            rest += 1
            if rest % step:
                continue
        yield number


def _paths(race: PlaceRace, racer: Racer) -> tuple[str, str]:
    """The line as a path, and what of it leads to hanchan that the player did not play. Curves bend only between two
    hanchan, so that a place can be read at each."""
    path, missed, before, ends = "", "", None, ""
    for after in range(1, race.played + 1):
        place = racer.place(after)
        y = None if place is None else _y(race, place)
        if before is not None and y is not None:
            bend = f"h{STEP}" if y == before else f"c{BEND} 0 {STEP - BEND} {y - before} {STEP} {y - before}"
            begin = f"M{_x(after - 1)} {before}"
            if after in racer.missed:
                missed += f"{begin}{bend}"
                ends = ""
            else:
                path += bend if ends == "path" else begin + bend
                ends = "path"
        else:
            ends = ""
        before = y
    return path, missed


def _dot(race: PlaceRace, racer: Racer, after: int) -> str:
    """A point as a path without length: its round ends are a circle, however the picture is stretched."""
    return f"M{_x(after)} {_y(race, racer.place(after) or 1)}h0"


def _rows(race: PlaceRace, after: int, tones: dict[int, str], who: Who) -> Iterator[RaceRow]:
    left, right = _x(after), race.columns * STEP - STEP + FAN
    for n, racer in enumerate(race.first(LISTED, after)):
        y, end = _y(race, racer.place(after) or 1), (2 * n + 1) * HEIGHT // (2 * LISTED)
        middle = (left + right) // 2
        yield RaceRow(
            racer.player.number,
            who(racer.player),
            racer.places[after - 1],
            racer.moved(after),
            TONES[tones[racer.player.number][after - 1]],
            _dot(race, racer, after),
            f"M{left} {y}C{middle} {y} {middle} {end} {right} {end}",
            f"{100 * end / HEIGHT:.2f}%",
        )


def _ticks(race: PlaceRace, cuts: Iterable[int]) -> Iterator[RaceTick]:
    """The first place, the last, and a few between them, none beside another or beside the line of a cut."""
    last = race.places
    step = next((one for one in TICKS if last / one <= MOST_TICKS), TICKS[-1])
    taken = [*cuts]
    for place in (1, last, *range(step, last, step)):
        if all(abs(_height(race, place) - _height(race, other)) > APART for other in taken):
            taken.append(place)
            yield RaceTick(place, _percent(race, place))
