"""Standings, crosstable, teams and scores as tables, for pages, prints and files."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.ema import base_rank
from scoring.game import RowScore, ScoreLine, Table, score_table
from scoring.points import Points
from scoring.standings.values import Standing, Status
from tournament.core.tables import (
    AmountColumn,
    DataColumn,
    DataTable,
    FlagColumn,
    NumberColumn,
    PColumn,
    PlaceColumn,
    PlayerColumn,
    PointsColumn,
    Record,
    RepeatedColumn,
    WindColumn,
)
from tournament.standings.inputs import Inputs, PlayerName
from tournament.standings.player_card import CrossRow, Crosstable
from tournament.standings.ranking import PlaceChange, Ranking, StandingsRow
from tournament.standings.teams import Grouping, MemberRow, TeamRow, Teams
from tournament.templatetags.sekigime import chip, sentence
from tournament.templatetags.sekigime import place as place_text
from tournament.translation.formats import write_p

STATUS = {
    Status.PLAYING: "",
    Status.SUBSTITUTE: _("substitute"),
    Status.WITHDRAWN: _("withdrawn"),
    Status.DISQUALIFIED: _("disqualified"),
}


def status_text(status: Status) -> str:
    """Return why a player has no place, "" for one who is ranked."""
    return str(STATUS[status])


def first_places(standing: Standing) -> int:
    """Return how many hanchan ended in first place, shared or not, whether they count or not."""
    return sum(1 for played in standing.hanchan if played and played.place == 1)


def total_text(standing: Standing) -> str:
    """Return a total in P: in parentheses without a place, a dash for a disqualified player."""
    if standing.status is Status.DISQUALIFIED:
        return "–"
    return write_p(standing.total) if standing.ranked else f"({write_p(standing.total)})"


class RankingTable(DataTable[Record]):
    """The common part of all tables of a ranking; `slug` leads from a name to the player's page.

    Lines of cuts and reasons for places are rows of their own, as long as the rows are in the order of places.
    """

    def __init__(
        self,
        rows: Iterable[Record],
        ranking: Ranking,
        *,
        slug: str = "",
        player_page: str = "",
        absent: Iterable[str] = (),
        unused: Iterable[str] = (),
        numbers: Iterable[int] | None = None,
    ):
        self.ranking, self.slug, self.player_page = ranking, slug, player_page
        super().__init__(rows, numbers=ranking.numbers if numbers is None else numbers, absent=absent, unused=unused)

    def linked(self, player: PlayerName) -> SafeString:
        """Return the name as a link to the player's page."""
        address = reverse(self.player_page, args=[self.slug, player.number])
        return format_html('<a href="{}"><bdi>{}</bdi></a>', address, player.label)


class StandingsTable(RankingTable[StandingsRow]):
    """A row per player, in the order of places."""

    place = PlaceColumn(_("Place"), "standing.place", css="not-sticky")
    shared = FlagColumn(_("Shared"), "standing.shared", visible=False)
    number = NumberColumn(_("Number"), "player.number", width=8, visible=False)
    name = PlayerColumn(_("Player"), "player.label", file_heading=_("Name"), order_by="player__name_key")
    country = DataColumn(_("Country"), "player.country", width=9)
    club = DataColumn(_("Club"), "player.club", width=20, visible=False)
    total = PColumn(_("Total"), "standing.total", css="total", file_heading=_("Total P"))
    penalties = AmountColumn(
        pgettext_lazy("points off", "Penalties"), "standing.penalties", file_heading=_("Penalties P")
    )
    table_score = PColumn(_("Tables"), "standing.table_total", file_heading=_("Table score P"), width=12)
    carried = PColumn(_("Carried in"), "standing.carried_in", file_heading=_("Carried in P"), width=12)
    hanchan = RepeatedColumn(PColumn, "{n}", lambda row, n: row.scores[n - 1], file_heading=_("Hanchan {n} P"))
    first_places = NumberColumn(
        pgettext_lazy("number of first places", "1st"),
        lambda row: first_places(row.standing),
        file_heading=_("First places"),
        width=8,
        initial_sort_descending=True,
    )
    status = DataColumn(
        _("Status"),
        lambda row: status_text(row.standing.status),
        width=14,
        visible=False,
        code="standing.status.value",
        codes=Status,
    )
    ema_number = DataColumn(_("EMA number"), "player.ema_number", visible=False)
    base_rank = NumberColumn(_("EMA base rank"), visible=False)
    last_name = DataColumn(_("Last name"), "player.last_name", width=18, visible=False)
    first_name = DataColumn(_("First name"), "player.first_name", width=16, visible=False)
    group = NumberColumn(_("Group"), width=7, visible=False)
    carried_over = PColumn(_("Carried"), "standing.brought", file_heading=_("Carried over P"), width=12)
    changed_by_cuts = PColumn(_("Change at cuts P"), "standing.adjustment", width=12, visible=False)
    dropped = DataColumn(_("Dropped hanchan"), visible=False)
    tie_break = DataColumn(_("Tie-break"), width=60, visible=False)

    file_name, title = "standings", _("Standings")
    description = _("Places, totals and the score of every hanchan. Players who are not ranked have no place.")
    frozen_columns = 4
    box_class = "standings-box"

    class Meta:
        sequence = (
            "place",
            "name",
            "country",
            "hanchan",
            "...",
            "first_places",
            "carried",
            "table_score",
            "penalties",
            "carried_over",
            "total",
        )
        attrs = {"class": "standings-table"}

    def __init__(self, ranking: Ranking, *, slug: str = "", player_page: str = "", unused: Iterable[str] = ()):
        absent = [] if ranking.has_cuts else ["group", "carried_over", "changed_by_cuts"]
        absent += [] if ranking.has_carried else ["carried"]
        absent += ["dropped", "tie_break"] if ranking.is_plain else []
        super().__init__(ranking.rows, ranking, slug=slug, player_page=player_page, absent=absent, unused=unused)
        if more := ranking.has_cuts + ranking.has_carried:
            self.attrs["class"] = f"standings-table {'is-close' if more == 1 else 'is-closest'}"

    def value_base_rank(self, row: StandingsRow) -> int | None:
        place = row.standing.place
        return base_rank(place, len(self.ranking.ranked), len(self.ranking.substitutes)) if place else None

    def value_group(self, row: StandingsRow) -> int | None:
        return row.standing.tier + 1 if row.standing.ranked else None

    def value_dropped(self, row: StandingsRow) -> str:
        return ", ".join(map(str, row.standing.dropped))

    def value_tie_break(self, row: StandingsRow) -> str:
        return sentence(row.note) if row.note else ""

    def render_place(self, value: int | None, row: StandingsRow) -> str:
        return place_text(row.standing)

    def render_name(self, value: str, row: StandingsRow) -> SafeString:
        state = "" if row.standing.ranked else chip(row.standing.status)
        return format_html("{} {}", self.linked(row.player), state) if state else self.linked(row.player)

    def render_hanchan(self, value: Points | None, row: StandingsRow, n: int) -> str:
        if value is None:
            return "–"
        text = write_p(value)
        return format_html("<s>{}</s>", text) if n in row.standing.dropped else SafeString(text)

    def render_total(self, value: Points, row: StandingsRow) -> str:
        return total_text(row.standing)

    def row_class(self, row: StandingsRow) -> str:
        return "" if row.standing.ranked else "is-out"

    def above(self, row: StandingsRow) -> str:
        return self._across("line-row", sentence(row.line)) if row.line and not self.order_by else ""

    def below(self, row: StandingsRow) -> str:
        return self._across("why-row", sentence(row.note)) if row.note and not self.order_by else ""

    def _across(self, css: str, text: str) -> SafeString:
        return format_html('<tr class="{}"><td colspan="{}"><span>{}</span></td></tr>', css, len(self.columns), text)


class CrosstableTable(RankingTable[CrossRow]):
    """A row per player in the order of places; for each hanchan table, wind, opponents by number, place and score.

    The page shows the score with the table below it, which leads to the report sheet where `with_sheets`.
    """

    place = PlaceColumn(_("Place"), "row.standing.place", css="not-sticky")
    number = NumberColumn(_("Number"), "row.player.number", width=8, visible=False)
    name = PlayerColumn(_("Player"), "row.player.label", file_heading=_("Name"), order_by="row__player__name_key")
    table = RepeatedColumn(
        DataColumn, "{n}", lambda cross, n: cross.seat(n), file_heading=_("H{n} table"), width=8, visible=False
    )
    opponents = RepeatedColumn(
        DataColumn,
        "{n}",
        lambda cross, n: cross.opponents[n - 1],
        file_heading=_("H{n} opponents"),
        width=14,
        visible=False,
    )
    hanchan_place = RepeatedColumn(
        NumberColumn,
        "{n}",
        lambda cross, n: cross.cells[n - 1] and cross.cells[n - 1].place,
        file_heading=_("H{n} place"),
        width=7,
        visible=False,
    )
    score = RepeatedColumn(
        PColumn,
        "{n}",
        lambda cross, n: cross.row.scores[n - 1],
        file_heading=_("H{n} P"),
        width=9,
        css="cross-score",
    )
    carried = PColumn(_("Carried in"), "row.standing.carried_in", file_heading=_("Carried in P"), width=12)
    penalties = AmountColumn(
        pgettext_lazy("points off", "Penalties"), "row.standing.penalties", file_heading=_("Penalties P")
    )
    total = PColumn(_("Total"), "row.standing.total", css="total", file_heading=_("Total P"))

    file_name, title = "crosstable", _("Crosstable")
    description = _("Every player’s tables, opponents (by number), places and scores, side by side.")
    frozen_columns = 3

    class Meta:
        attrs = {"class": "cross-table"}

    def __init__(self, crosstable: Crosstable, *, slug: str = "", player_page: str = "", with_sheets: bool = False):
        self.with_sheets = with_sheets
        absent = [] if crosstable.ranking.has_carried else ["carried"]
        super().__init__(crosstable.rows, crosstable.ranking, slug=slug, player_page=player_page, absent=absent)

    def row_class(self, cross: CrossRow) -> str:
        return "" if cross.row.standing.ranked else "is-out"

    def render_place(self, value: int | None, cross: CrossRow) -> str:
        return place_text(cross.row.standing)

    def render_name(self, value: str, cross: CrossRow) -> SafeString:
        return self.linked(cross.row.player)

    def render_score(self, value: Points | None, cross: CrossRow, n: int) -> str:
        played = cross.cells[n - 1]
        if played is None:
            return "–"
        if not self.with_sheets:
            return format_html('{} <small class="muted">{}</small>', write_p(played.score), played.table)
        sheet = reverse("sheet", args=[self.slug, n, played.table])
        return format_html('{} <small><a href="{}">{}</a></small>', write_p(played.score), sheet, played.table)

    def render_total(self, value: Points, cross: CrossRow) -> str:
        return total_text(cross.row.standing)


class MeetingColumn(NumberColumn):
    """The number of times that two met; more than once is marked."""

    def tone(self, value: int | None) -> str:
        return "met-again" if value and value > 1 else ""


class MeetingTable(RankingTable[CrossRow]):
    """The number of tables that two players shared, both in the order of places."""

    name = PlayerColumn(_("Player"), "row.player.label", orderable=False)
    met = RepeatedColumn(MeetingColumn, "{n}", lambda cross, n: cross.met.get(n), orderable=False)

    title = _("Who met whom")

    class Meta:
        attrs = {"class": "met-table"}

    def __init__(self, crosstable: Crosstable):
        super().__init__(crosstable.rows, crosstable.ranking, numbers=crosstable.numbers)

    def render_name(self, value: str, cross: CrossRow) -> SafeString:
        return format_html("{} <bdi>{}</bdi>", cross.row.player.number, value)

    def render_met(self, value: int | None, cross: CrossRow, n: int) -> str:
        return str(value or "")


class PlaceChangeTable(DataTable[PlaceChange]):
    """The players whose place or total would change, as it is and as it would be."""

    name = PlayerColumn(_("Player"), "after.player.label")
    place = NumberColumn(_("Place"), "after.standing.place")
    total = PColumn(_("Total"), "after.standing.total")

    title, box_class = _("Changes of places and totals"), "table-box-free"

    class Meta:
        orderable = False

    def render_place(self, value: int | None, change: PlaceChange) -> SafeString:
        return self._becomes(place_text(change.before.standing), place_text(change.after.standing))

    def render_total(self, value: Points, change: PlaceChange) -> SafeString:
        return self._becomes(write_p(change.before.standing.total), write_p(change.after.standing.total))

    def _becomes(self, before: str, after: str) -> SafeString:
        arrow = '{} <span class="visually-hidden">{}</span><span aria-hidden="true">→</span> {}'
        return format_html(arrow, before, gettext("becomes"), after)


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """One player in one hanchan: what the score is made of, and what was taken off. `override` is why the sheet was
    accepted. Without a table it is only a penalty, without a hanchan one outside any."""

    player: PlayerName
    hanchan: int | None
    penalty: Points
    table: Table | None = None
    line: ScoreLine | None = None
    score: RowScore | None = None
    override: str = ""


def player_scores(inputs: Inputs, overrides: Mapping[tuple[int, int], str]) -> Iterator[PlayerScore]:
    """Return a row per player who is shown, table and hanchan; `overrides` are reasons by hanchan and table."""
    taken_off = _taken_off(inputs)
    for table in inputs.tables:
        why = overrides.get((table.hanchan, table.table), "")
        for line, score in zip(table.lines, score_table(table, inputs.rules), strict=True):
            if inputs.shows(line.player):
                penalty = taken_off[line.player, table.hanchan]
                yield PlayerScore(inputs.names[line.player], table.hanchan, penalty, table, line, score, why)


def penalties_elsewhere(inputs: Inputs) -> Iterator[PlayerScore]:
    """Return a row for what was taken off players who are shown in a hanchan that they did not play, or outside any."""
    seats = {(line.player, table.hanchan) for table in inputs.tables for line in table.lines}
    for (player, hanchan), penalty in _taken_off(inputs).items():
        if penalty and (player, hanchan) not in seats and inputs.shows(player):
            yield PlayerScore(inputs.names[player], hanchan, penalty)


def _taken_off(inputs: Inputs) -> Counter[tuple[int, int | None]]:
    """Points by player and hanchan."""
    found: Counter[tuple[int, int | None]] = Counter()
    for one in inputs.deductions:
        found[one.player, one.hanchan] += one.amount
    return found


class ScoreTable(DataTable[PlayerScore]):
    """All parts of every score, and whose it is: for who has this file alone."""

    hanchan = NumberColumn(_("Hanchan"))
    table = NumberColumn(_("Table"), "table.table", width=7)
    wind = WindColumn(_("Wind"), "line.wind.value")
    number = NumberColumn(_("Number"), "player.number", width=8)
    name = PlayerColumn(_("Name"), "player.label", order_by="player__name_key")
    ema_number = DataColumn(_("EMA number"), "player.ema_number")
    country = DataColumn(_("Country"), "player.country", width=9)
    club = DataColumn(_("Club"), "player.club", width=20)
    team = DataColumn(_("Team"), "player.team", width=20)
    points = PointsColumn(_("Points"), "line.points")
    place = PlaceColumn(pgettext_lazy("place at the table", "Place"), "score.place")
    shared = FlagColumn(_("Shared"), "score.shared")
    uma = PColumn(_("Uma P"), "score.uma", width=9)
    score = PColumn(_("Score P"), "score.score", width=9)
    penalty_points = AmountColumn(_("Penalty P"), "penalty")
    deposits = NumberColumn(_("Deposits left on the table"), "table.deposits", width=11)
    override = DataColumn(_("Override reason"), width=26)

    file_name, title = "tables", _("Tables")
    description = _(
        "Every accepted report sheet, one row per player: points, place, uma, score and penalties. A row without a "
        "table is a penalty away from the tables."
    )


@dataclass(frozen=True, slots=True)
class TeamMember:
    """A member of a team or country, with the team's row."""

    group: TeamRow
    member: MemberRow


class TeamTable(DataTable[TeamMember]):
    """Teams or countries, a row per member."""

    place = PlaceColumn(_("Place"), "group.standing.place")
    shared = FlagColumn(_("Shared"), "group.standing.shared")
    team = DataColumn(_("Team"), "group.name", width=26)
    country = DataColumn(_("Country"), "group.name", width=26, code="member.player.country")
    total = PColumn(_("Total P"), "group.standing.total")
    number = NumberColumn(_("Number"), "member.player.number", width=8)
    name = PlayerColumn(_("Name"), "member.player.label", order_by="member__player__name_key")
    member_total = PColumn(_("Member P"), "member.total")
    counts = FlagColumn(_("Counts"), "member.counts")

    description = _("Places and totals, with the result of each member.")

    def __init__(self, teams: Teams):
        self.file_name, self.title = teams.kind.value, teams.kind.heading
        rows = [TeamMember(row, member) for row in teams.rows for member in row.members]
        super().__init__(rows, absent=["country" if teams.kind is Grouping.TEAMS else "team"])
