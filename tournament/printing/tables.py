"""Lists on paper: the seating by player, and the standings, which are the page's table with classes of the print."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.points import Points
from tournament.core.tables import DataColumn, DataTable, NumberColumn, PlayerColumn, RepeatedColumn, WindColumn
from tournament.players.models import Player
from tournament.printing.papers import WallPlace, WallRow
from tournament.standings.prizes.tables import PrizeTable
from tournament.standings.ranking import Ranking, StandingsRow
from tournament.standings.tables import StandingsTable
from tournament.templatetags.printing import fitted
from tournament.templatetags.sekigime import chip, place, wind_tile, wind_word
from tournament.translation.formats import wind_letter

CSS = {"place": "place num edge", "name": "player", "country": "country", "total": "total num edge"}
REPEATED_CSS = {"hanchan": "score num", "penalties": "penalties num"}

CLOSE = {"is-close": 7, "is-closest": 9}
"""From how many columns of scores on these are in smaller letters."""

BOX = SafeString('<span class="tick-box"></span>')


class PrintedStandingsTable(StandingsTable):
    """Places, names, scores while there is room for them, penalties and totals; `*` marks a place by a tie-break.

    A score stands out where the player was first at the table.
    """

    has_tones = False
    headings_unseen = ("country",)

    class Meta:
        sequence = ("place", "name", "country", "hanchan", "penalties", "total", "...")

    def __init__(self, ranking: Ranking, *, with_scores: bool):
        spared = {"first_places", "table_score"} | ({"carried_over"} if ranking.has_cuts else set())
        spared |= {"carried"} if ranking.has_carried else set()
        spared |= set() if any(row.standing.penalties for row in ranking.rows) else {"penalties"}
        super().__init__(ranking, unused=spared)
        close = [css for css, number in CLOSE.items() if with_scores and ranking.after >= number]
        self.attrs["class"] = " ".join(["ranks", *close[-1:]])
        for bound in self.columns.iterall():
            column = bound.column
            column.css = CSS.get(bound.name) or REPEATED_CSS.get(column.repeats or bound.name, column.css)
            if column.repeats and not with_scores:
                column.visible = False

    def row_class(self, row: StandingsRow) -> str:
        return "is-ranked" if row.standing.ranked else "is-out"

    def below(self, row: StandingsRow) -> str:
        return ""

    def render_hanchan(self, value: Points | None, row: StandingsRow, n: int) -> str:
        text, played = super().render_hanchan(value, row, n), row.standing.hanchan[n - 1]
        return format_html('<b class="won">{}</b>', text) if played and played.place == 1 else text

    def render_place(self, value: int | None, row: StandingsRow) -> str:
        return f"{place(row.standing)}*" if row.standing.breaks else place(row.standing)

    def render_name(self, value: str, row: StandingsRow) -> SafeString:
        name = fitted(value)
        if row.standing.ranked:
            return name
        return format_html('<span class="name-line row baseline">{} {}</span>', name, chip(row.standing.status))


class PrintedPrizeTable(PrizeTable):
    """The prizes in the larger letters of a list on paper."""

    class Meta:
        attrs = {"class": "prize-list"}
        orderable = False


class CheckInTable(DataTable[Player]):
    """Everybody who is expected, with a box to tick, and one for who has still to pay."""

    here = DataColumn(_("Here"), lambda player: "", css="box")
    number = NumberColumn(_("Number"), css="number edge")
    name = PlayerColumn(_("Player"), "listed_label")
    club = DataColumn(_("Club"), css="club")
    country = DataColumn(_("Country"), css="country")
    paid = DataColumn(_("Paid"), "is_paid", css="box")

    headings_unseen = ("number", "country")

    class Meta:
        attrs = {"class": "expected"}

    def render_here(self, value: str, row: Player) -> SafeString:
        return BOX

    def render_name(self, value: str, row: Player) -> SafeString:
        name = fitted(value)
        if not row.is_substitute:
            return name
        return format_html('<span class="name-line row baseline">{} {}</span>', name, chip("substitute"))

    def render_club(self, value: str, row: Player) -> SafeString:
        return format_html('<bdi class="fit">{}</bdi>', value)

    def render_paid(self, value: bool, row: Player) -> str:
        return gettext("yes") if value else BOX


class WallNames(DataTable[WallRow]):
    """The names on the list, in alphabetical order."""

    number = NumberColumn(_("Number"), css="number edge")
    name = PlayerColumn(_("Player"))

    headings_unseen = ("number",)

    def render_name(self, value: str, row: WallRow) -> SafeString:
        return fitted(value)


@dataclass(frozen=True, slots=True)
class WallPage:
    """One page of the list of names: in columns, of one hanchan with its `name`, or of several, of which some are
    `named`."""

    table: WallNames
    columns: Sequence[Sequence[WallRow]]
    name: str = ""
    named: tuple[tuple[int, str], ...] = ()


class WallTable(WallNames):
    """Everybody's table and wind in each of the `numbers`."""

    where = RepeatedColumn(DataColumn, "{n}", lambda row, n: row.places.get(n), css="where")

    def render_where(self, value: WallPlace | None, row: WallRow, n: int) -> str:
        if value is None:
            return "–"
        table, wind = value
        if table is None:
            return format_html("<span>{}</span>", gettext("out"))
        text = "<strong>{}</strong> <span>{}</span>" if wind else "<strong>{}</strong>"
        return format_html(text, table, wind_letter(wind or ""))


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
