"""The seating for the hall: everybody by family name with table and wind, and the tables with their people."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from scoring.winds import Wind
from tournament.core.models import Hanchan, HanchanState, Tournament
from tournament.players.models import Player
from tournament.screens.hall_names import HallName, folded, hall_name
from tournament.seats.models import Seat, StandIn
from tournament.seats.queries import Lineup, lineup, sitting_out

PAGE_SECONDS = 10


@dataclass(frozen=True, slots=True)
class NameRoom:
    """The room of one name on the wall, in sizes of the type of its table number: how high its row is, how wide."""

    tall: float
    wide: float


LARGE, USUAL = NameRoom(1.226, 13.5), NameRoom(1.08, 9.35)
GAP = 0.74
"""Between two columns, in sizes of a table number."""
LARGE_PAGES = 3
"""Names are large where they take no more pages: so many are not waited for."""


def name_rooms(large_pages: int = LARGE_PAGES) -> str:
    """Return the same for `js/hall_seating.js`, which lays the names out."""
    return json.dumps({"large": asdict(LARGE), "usual": asdict(USUAL), "gap": GAP, "largePages": large_pages})


@dataclass(frozen=True, slots=True)
class NameRow:
    """One person. Without a table the person sits out, or a substitute plays the seat (`has_substitute`);
    `is_changed`: the seat is another than the one that was published."""

    player: Player
    name: HallName
    table: int | None = None
    wind: Wind | None = None
    has_substitute: bool = False
    is_changed: bool = False

    @property
    def letter(self) -> str:
        """The letter under which the name is looked for; the sign itself where no reading is known."""
        return folded(self.family[:1]).upper()

    @property
    def family(self) -> str:
        """The key that people of one family share; they are kept on one page."""
        return next(iter(self.player.name_key.words), "")

    @property
    def reading(self) -> str:
        return self.name.reading.partition(" ")[0]


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """A table and its people in the order of the winds. Without a number: people who sit out, as many as at a table."""

    number: int | None
    rows: tuple[NameRow, ...]


@dataclass(frozen=True, slots=True)
class NameBoard:
    """Everybody of one hanchan by name, the same by table, and when the seats were last changed."""

    rows: tuple[NameRow, ...]
    tables: tuple[SeatedTable, ...]
    as_of: datetime | None

    def part(self, wanted: str) -> tuple[NameRow, ...]:
        """The rows of one of several screens beside each other: "1/2" is the first half. No letter is divided."""
        number, _slash, of = wanted.partition("/")
        if not (number.isdecimal() and of.isdecimal() and 1 <= int(number) <= int(of) <= 6):
            return self.rows
        marks = [_boundary(self.rows, at, int(of)) for at in range(int(of) + 1)]
        return self.rows[marks[int(number) - 1] : marks[int(number)]]


def _boundary(rows: Sequence[NameRow], at: int, of: int) -> int:
    """The change of letter that is nearest to `at` of `of` equal parts."""
    wanted = len(rows) * at / of
    changes = [n for n in range(1, len(rows)) if rows[n].letter != rows[n - 1].letter]
    return min((0, len(rows), *changes), key=lambda n: abs(n - wanted))


def name_board(tournament: Tournament, hanchan: Hanchan) -> NameBoard:
    """The board of a published hanchan; eight queries at most."""
    seated = lineup(tournament, hanchan.number)
    moved, as_of = _changes(tournament, hanchan, seated)
    rows, tables = [], []
    for table, places in seated.items():
        own = [
            NameRow(place.player, _name(place.player), table, place.wind, is_changed=place.player.pk in moved)
            for place in places
        ]
        tables.append(SeatedTable(table, tuple(own)))
        rows += own
        rows += [NameRow(one.absent, _name(one.absent), has_substitute=True) for one in places if one.absent]
    out = [NameRow(one, _name(one)) for one in sitting_out(tournament, [hanchan.number]).get(hanchan.number, ())]
    size = tournament.at_a_table
    tables += [SeatedTable(None, tuple(out[at : at + size])) for at in range(0, len(out), size)]
    rows += out
    return NameBoard(tuple(sorted(rows, key=lambda row: row.player.name_key)), tuple(tables), as_of)


def _name(player: Player) -> HallName:
    return hall_name(player, player.reading)


def _changes(tournament: Tournament, hanchan: Hanchan, seated: Lineup) -> tuple[set[int], datetime | None]:
    """Return the players whose seats changed since publication, while people still walk to their tables, and when."""
    published = hanchan.seating_published_at
    if published is None or tournament.seating is None:
        return set(), published
    stand_ins = StandIn.objects.filter(hanchan=hanchan, cancelled_at=None, made_at__gt=published)
    late = dict(stand_ins.values_list("substitute_id", "made_at"))
    as_of = max([published, *late.values()])
    first = tournament.seatings.filter(made_at__lte=published).order_by("-number").first()
    if first is None or first.pk == tournament.seating_id:
        return (set(late) if hanchan.state == HanchanState.PLANNED else set()), as_of
    rows = Seat.objects.filter(seating=first, hanchan=hanchan).values_list("player_id", "table", "wind")
    winds = not tournament.winds_are_drawn
    before = {player: (table, wind if winds else "") for player, table, wind in rows}
    moved = {
        place.player.pk
        for table, places in seated.items()
        for place in places
        if before.get(place.holder.pk) != (table, place.wind.value if winds else "")
    }
    as_of = max(as_of, tournament.seating.made_at) if moved else as_of
    return (moved | set(late) if hanchan.state == HanchanState.PLANNED else set()), as_of
