"""Lists on paper: the seating by player, and the standings, which are the page's table with classes of the print."""

from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.core.tables import DataColumn, DataTable, NumberColumn, PlayerColumn, RepeatedColumn, WindColumn
from tournament.printing.papers import WallPlace, WallRow
from tournament.prizes.tables import PrizeTable
from tournament.standings.ranking import Ranking, StandingsRow
from tournament.standings.tables import StandingsTable
from tournament.templatetags.printing import how_long
from tournament.templatetags.sekigime import chip, place, wind_tile, wind_word

CSS = {"place": "place num edge", "name": "player", "country": "country", "total": "total num edge"}
REPEATED_CSS = {"hanchan": "score num", "penalties": "penalties num"}


def fitted(name: str) -> SafeString:
    """Return a name in letters that get smaller where it is long."""
    return format_html('<bdi class="name {}">{}</bdi>', how_long(name), name)


class PrintedStandingsTable(StandingsTable):
    """Places, names, scores while there is room for them, penalties and totals; `*` marks a place by a tie-break."""

    has_tones = False
    headings_unseen = ("country",)

    class Meta:
        attrs = {"class": "ranks"}
        sequence = ("place", "name", "country", "hanchan", "penalties", "total", "...")

    def __init__(self, ranking: Ranking, *, with_scores: bool, **options: Any):
        spared = {"first_places", "table_score"} | ({"carried_over"} if ranking.has_cuts else set())
        super().__init__(ranking, unused=spared, **options)
        for bound in self.columns.iterall():
            column = bound.column
            column.css = CSS.get(bound.name) or REPEATED_CSS.get(column.repeats or bound.name, column.css)
            if column.repeats and not with_scores:
                column.visible = False

    def row_class(self, row: StandingsRow) -> str:
        ranked = "is-ranked" if row.standing.ranked else "is-out"
        return f"{ranked} is-below-line" if row.line else ranked

    def above(self, row: StandingsRow) -> str:
        return ""

    def below(self, row: StandingsRow) -> str:
        return ""

    def render_place(self, value: int | None, row: StandingsRow) -> str:
        return f"{place(row.standing)}*" if row.standing.breaks else place(row.standing)

    def render_name(self, value: str, row: StandingsRow) -> SafeString:
        name = fitted(value)
        return name if row.standing.ranked else format_html("{} {}", name, chip(row.standing.status))


class PrintedPrizeTable(PrizeTable):
    """The prizes in the larger letters of a list on paper."""

    class Meta:
        attrs = {"class": "prize-list"}
        orderable = False


class WallNames(DataTable):
    """The names on the list, in alphabetical order."""

    number = NumberColumn(_("Number"), css="number edge")
    name = PlayerColumn(_("Player"))

    headings_unseen = ("number",)

    def render_name(self, value: str, row: WallRow) -> SafeString:
        return fitted(value)


class WallTable(WallNames):
    """Everybody's table and wind in each of the `numbers`."""

    where = RepeatedColumn(DataColumn, "{n}", lambda row, n: row.places.get(n), css="where")

    def render_where(self, value: WallPlace | None, row: WallRow, n: int) -> str:
        if value is None:
            return "–"
        table, wind = value
        if table is None:
            return format_html("<span>{}</span>", gettext("out"))
        return format_html("<strong>{}</strong> <span>{}</span>" if wind else "<strong>{}</strong>", table, wind)


class HanchanWallTable(WallNames):
    """Everybody's table and wind in the one hanchan that is printed."""

    table = NumberColumn(_("Table"), lambda row: _only(row)[0], css="table-number")
    wind = WindColumn(_("Wind"), lambda row: _only(row)[1], css="wind")

    def render_table(self, value: int | None, row: WallRow) -> str:
        return format_html("<strong>{}</strong>", value) if value else gettext("out")

    def render_wind(self, value: str | None, row: WallRow) -> str:
        if not value:
            return ""
        return format_html('{} <span aria-hidden="true">{}</span>', wind_tile(value, "tiny"), wind_word(value))


def _only(row: WallRow) -> WallPlace:
    (only,) = row.places.values()
    return only
