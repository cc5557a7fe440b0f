"""The table of players' winds, tables and opponents."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from tournament.core.tables import DataColumn, DataTable, NumberColumn, PlayerColumn
from tournament.players.name_order import NameKey, name_key
from tournament.seating_report.report import SeatingReport

FIGURE_SPACE = "\u2007"
"""As wide as a digit: aligns the hanchan of all rows in columns."""


@dataclass(frozen=True, slots=True)
class PathRow:
    """One player's winds, tables and opponents. A wind that nobody draws is 0 for all."""

    number: int
    name: str
    reading: str
    name_key: NameKey
    east: int
    south: int
    west: int
    north: int
    gap: int
    opponents: int
    repeats: int
    revisits: int
    byes: int
    where: str


class PathTable(DataTable[PathRow]):
    """A row per player; without winds when they are drawn at the table."""

    number = NumberColumn(_("No."))
    name = PlayerColumn(_("Name"), order_by="name_key")
    east = NumberColumn(_("E"))
    south = NumberColumn(_("S"))
    west = NumberColumn(_("W"))
    north = NumberColumn(_("N"))
    gap = NumberColumn(_("Gap"), initial_sort_descending=True)
    opponents = NumberColumn(_("Opponents"))
    repeats = NumberColumn(_("Repeats"), initial_sort_descending=True)
    revisits = NumberColumn(_("Repeated tables"), initial_sort_descending=True)
    byes = NumberColumn(_("Byes"), initial_sort_descending=True)
    where = DataColumn(_("Tables in order"), orderable=False, css="path-tables")

    title = _("Every player’s tables")

    class Meta:
        order_by = "number"

    def __init__(
        self,
        rows: Sequence[PathRow],
        *,
        slug: str | None,
        winds: bool,
        seats: int = 4,
        orderable: bool | None = None,
    ):
        self.slug = slug
        absent = [] if winds else ["east", "south", "west", "north", "gap"]
        absent += ["north"] if seats == 3 and winds else []
        absent += [] if any(row.byes for row in rows) else ["byes"]
        absent += ["name"] if rows and all(row.name == str(row.number) for row in rows) else []
        super().__init__(rows, absent=absent, orderable=orderable)

    def render_name(self, value: str, row: PathRow) -> SafeString:
        name = format_html('<bdi class="name">{}</bdi>', value)
        if self.slug is None:
            return name
        return format_html('<a href="{}">{}</a>', reverse("seating_path", args=[self.slug, row.number]), name)


def path_rows(subject: SeatingReport) -> list[PathRow]:
    """The rows of the list, in the order of the start numbers."""
    rows = []
    digits = max((len(str(table)) for path in subject.paths for table in path.tables), default=1)
    for path in subject.paths:
        person = subject.person(path.player)
        east, south, west, north = (*path.winds, 0, 0, 0, 0)[:4]
        rows.append(
            PathRow(
                number=person.number,
                name=person.name,
                reading=person.reading,
                name_key=name_key(person),
                east=east,
                south=south,
                west=west,
                north=north,
                gap=max(path.wind_gap, path.wind_gap_any),
                opponents=path.opponents,
                repeats=path.repeats,
                revisits=path.table_revisits,
                byes=len(subject.byes_of.get(path.player, ())),
                where=" ".join(str(table).rjust(digits, FIGURE_SPACE) for table in path.tables),
            )
        )
    return rows
