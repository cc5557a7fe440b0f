"""The table of a league, for its page, its print and programs."""

from collections.abc import Iterable

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.messages import join
from tournament.core.tables import DataColumn, DataTable, FigureColumn, NumberColumn, PlaceColumn, PlayerColumn
from tournament.leagues.teams import LeagueTeam
from tournament.standings.league_table import League, LeagueRow, PlaceBlock
from tournament.templatetags.sekigime import place as place_text
from tournament.templatetags.sekigime import sentence
from tournament.translation.formats import number


class LeagueTable(DataTable[LeagueRow]):
    """A row for each player with a game; `why` is the number of the player whose calculation is shown."""

    place = PlaceColumn(_("Place"), "place", css="not-sticky", orderable=False)
    moved = NumberColumn(_("Moved"), orderable=False, css="league-moved")
    number = NumberColumn(_("Number"), "player.number", visible=False)
    name = PlayerColumn(_("Player"), "player.label", orderable=False)
    games = NumberColumn(_("Games"), orderable=False, css="league-games")
    average_place = FigureColumn(pgettext_lazy("heading", "Average place"), css="num league-average", orderable=False)
    form = DataColumn(
        _("Last ten"), lambda row: " ".join(str(one.place) for one in row.form), css="league-form", orderable=False
    )
    gap = FigureColumn(_("Behind"), css="num league-gap", orderable=False)
    total = FigureColumn(_("Total"), css="num total", orderable=False)
    lacks = NumberColumn(_("Games to go"), visible=False)
    calculation = DataColumn(_("Calculation"), lambda row: sentence(join(row.calculation)), width=60, visible=False)

    file_name, title = "league", _("League table")
    description = _("Places by the rule of the league. Whoever lacks games has no place and stands below the line.")
    frozen_columns = 4
    box_class = "table-box-free"

    class Meta:
        attrs = {"class": "league-table"}

    def __init__(self, league: League, *, slug: str = "", why: int | None = None, by_average_place: bool = False):
        self.league, self.slug, self.why = league, slug, why
        self.first_below = league.below[0] if league.below and not by_average_place else None
        rows, unused = league.rows, () if any(one.moved or one.is_new for one in league.rows) else ("moved",)
        if by_average_place:  # the line and the gap to the row above are those of the ranking
            rows, unused = tuple(sorted(rows, key=lambda one: one.places / max(one.games, 1))), (*unused, "gap")
        super().__init__(rows, unused=unused)

    def render_place(self, value: int | None, row: LeagueRow) -> str:
        return place_text(row.row)

    def render_moved(self, value: int | None, row: LeagueRow) -> str:
        if row.is_new:
            return pgettext("in a ranking", "new")
        if not value:
            return ""
        return f"↑{value}" if value > 0 else f"↓{-value}"

    def render_name(self, value: str, row: LeagueRow) -> SafeString:
        address = reverse("public_league_player", args=[self.slug, row.player.number])
        name = format_html('<a href="{}"><bdi>{}</bdi></a>', address, row.player.label)
        if not row.lacks:
            return name
        text = ngettext("{count} game to go", "{count} games to go", row.lacks).format(count=row.lacks)
        return format_html('{} <span class="muted small">{}</span>', name, text)

    def render_games(self, value: int, row: LeagueRow) -> SafeString:
        return _games(value)

    def render_form(self, value: str, row: LeagueRow) -> SafeString:
        return _blocks(row.form)

    def render_total(self, value: str, row: LeagueRow) -> SafeString:
        total = number(value)
        label = gettext("{total}: how it was computed").format(total=total)
        text = '<a href="?why={0}#why" id="p{0}" aria-label="{1}">{2}</a>'
        return format_html(text, row.player.number, label, total)

    def row_class(self, row: LeagueRow) -> str:
        return "is-below" if row.lacks else ""

    def above(self, row: LeagueRow) -> str:
        if row is not self.first_below:
            return ""
        text = ngettext("Placed from {count} game", "Placed from {count} games", self.league.rules.least)
        return self._across("line-row", text.format(count=self.league.rules.least))

    def below(self, row: LeagueRow) -> str:
        if row.player.number != self.why:
            return ""
        return self._across("why-row", sentence(join(row.calculation)), "why")

    def _across(self, css: str, text: str, anchor: str = "line") -> SafeString:
        row = '<tr class="{}" id="{}"><td colspan="{}"><span>{}</span></td></tr>'
        return format_html(row, css, anchor, len(self.columns), text)


class LeagueTeamTable(DataTable[LeagueTeam]):
    """A row for each team, with its members below."""

    place = PlaceColumn(_("Place"), css="not-sticky", orderable=False)
    name = DataColumn(_("Team"), orderable=False, css="key")
    games = NumberColumn(_("Games"), orderable=False, css="league-games")
    average_place = FigureColumn(pgettext_lazy("heading", "Average place"), css="num league-average", orderable=False)
    form = DataColumn(
        _("Last ten"), lambda team: " ".join(str(one.place) for one in team.form), css="league-form", orderable=False
    )
    total = FigureColumn(_("Total"), css="num total", orderable=False)

    file_name, title = "league-teams", _("League teams")
    description = _("All games of the members of a team together.")
    box_class = "table-box-free"

    class Meta:
        attrs = {"class": "league-table"}

    def __init__(self, teams: Iterable[LeagueTeam], *, slug: str = ""):
        self.slug = slug
        super().__init__(teams)

    def render_place(self, value: int, team: LeagueTeam) -> str:
        return place_text(team)

    def render_games(self, value: int, team: LeagueTeam) -> SafeString:
        return _games(value)

    def render_form(self, value: str, team: LeagueTeam) -> SafeString:
        return _blocks(team.form)

    def below(self, team: LeagueTeam) -> str:
        address = reverse("public_league_player", args=[self.slug, 0]).removesuffix("0/")
        link = '<a href="{}{}/"><bdi>{}</bdi></a> {}'
        members = format_html_join(
            " · ", link, ((address, o.player.number, o.player.label, number(o.total)) for o in team.members)
        )
        row = '<tr class="why-row"><td colspan="{}">{}</td></tr>'
        return format_html(row, len(self.columns), members)


def _games(value: int) -> SafeString:
    """Return a number of games, on a phone with its word: no heading stands above it there."""
    return format_html('{} <small class="phone-only muted">{}</small>', value, ngettext("game", "games", value))


def _blocks(form: Iterable[PlaceBlock]) -> SafeString:
    """Return the places of games as blocks, a digit in each."""
    return format_html_join(
        "",
        '<span class="place-block is-place-{}{}{}">{}</span>',
        (
            (
                one.place,
                " is-latest" if one.is_latest else "",
                " is-corrected" if one.is_corrected else "",
                one.place,
            )
            for one in form
        ),
    )
