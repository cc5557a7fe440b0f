"""The tables of rankings: people, countries, and the events that count."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.points import Minus
from scoring.rankings import RankingRule
from scoring.rankings.ranking import WeighedContest
from scoring.rankings.rule import ResultOf
from tournament.core.tables import (
    CellKind,
    DataColumn,
    DataTable,
    DayColumn,
    FigureColumn,
    FlagColumn,
    NumberColumn,
    PlaceColumn,
    PlayerColumn,
    RepeatedColumn,
)
from tournament.rankings.explanation import part_letters, weight_text
from tournament.rankings.models import ClubRanking
from tournament.rankings.person_rows import NamedCountry, NamedRow
from tournament.rankings.reckoning import EventContest
from tournament.standings.public_table import ChangeColumn, moved_text, shared_place
from tournament.translation.formats import number

NOTHING = SafeString("")


class DecimalColumn(NumberColumn):
    """A number with two decimals."""

    kind, largest_first, width = CellKind.DECIMAL, True, 11

    def html(self, value: Decimal, record: object) -> str:
        return number(str(value).replace("-", Minus.SCREEN))


class PersonRankingTable(DataTable[NamedRow]):
    """A row per person, those who lack results below a line. The row of the person `opened` is unfolded: its `box`
    stands below it. `query` is the rest of the address.
    """

    place = PlaceColumn(_("Place"), "row.place")
    shared = FlagColumn(_("Shared"), "row.shared", visible=False)
    moved = ChangeColumn(_("Moved"), css="extra")
    name = PlayerColumn(_("Player"), "person.name", orderable=False)
    country = DataColumn(_("Country"), css="extra", width=8)
    events = NumberColumn(_("Events"), css="num extra")
    counted = NumberColumn(_("Counted"), lambda one: len(one.row.calculation.counted), css="num extra muted")
    part = RepeatedColumn(DecimalColumn, "{n}", lambda one, n: one.part(n), css="num extra")
    ranking = DecimalColumn(pgettext_lazy("figure of a person", "Ranking"), css="num total")

    file_name, title = "ranking", _("Ranking")
    description = _("Everybody of the ranking, and below them those who need more events.")
    box_class = "table-box-free"

    def __init__(
        self,
        rows: Sequence[NamedRow],
        rules: RankingRule,
        *,
        query: str = "",
        opened: str = "",
        box: SafeString = NOTHING,
    ):
        self.query, self.opened, self.box = query, opened, box
        firsts: dict[int, str] = {}
        for one in rows:
            firsts.setdefault(one.row.lacks, one.row.person)
        self.headed = {person for lacks, person in firsts.items() if lacks}
        letters = part_letters(rules)
        absent = [] if any(one.country for one in rows) else ["country"]
        super().__init__(rows, numbers=range(1, len(letters) + 1), absent=absent, orderable=False)
        if not any(one.is_new or one.moved is not None for one in rows):
            self.columns.hide("moved")
        self.counts_games = rules.result is ResultOf.GAME
        if self.counts_games:
            self.columns["events"].column.verbose_name = gettext("Games")
        for at, letter in enumerate(letters, start=1):
            heading = gettext("Part {letter}").format(letter=letter)
            self.columns[f"part_{at}"].column.verbose_name = heading

    def row_class(self, record: NamedRow) -> str:
        if record.person.key and record.person.key == self.opened:
            return "is-open"
        return "" if record.row.place else "is-below"

    def above(self, record: NamedRow) -> str:
        """Return the line above those who lack so many results."""
        if record.row.person not in self.headed:
            return ""
        lacks = record.row.lacks
        text = ngettext("One more event to be ranked", "{count} more events to be ranked", lacks)
        if self.counts_games:
            text = ngettext("One more game to be ranked", "{count} more games to be ranked", lacks)
        return self._across("line-row", text.format(count=lacks))

    def below(self, record: NamedRow) -> str:
        is_open = self.box and record.person.key == self.opened
        return self._across("box-row", self.box) if is_open else ""

    def _across(self, css: str, text: str) -> str:
        inner = '<tr class="{}"><td colspan="{}">{}</td></tr>'
        return format_html(inner, css, len(list(self.columns)), text)

    def render_place(self, value: int | None, record: NamedRow) -> str:
        return "–" if value is None else shared_place(value, record.row.shared)

    def render_moved(self, value: int | None, record: NamedRow) -> str:
        if record.is_new:
            return format_html('<span class="small">{}</span>', pgettext("in a ranking", "new"))
        return moved_text(value)

    def render_name(self, value: str, record: NamedRow) -> str:
        more = format_html('<span class="row-more muted small plain">{}</span>', record.country)
        key = record.person.key
        if not key:
            return format_html('<span class="muted">{}</span> {}', value, more)
        is_open = key == self.opened
        asked = "&".join(filter(None, (self.query, "" if is_open else urlencode({"person": key}))))
        text = '<a id="p{}" href="?{}#p{}" aria-expanded="{}"><bdi class="name">{}</bdi></a> {}'
        return format_html(text, key, asked, key, "true" if is_open else "false", value, more)


class CountryRankingTable(DataTable[NamedCountry]):
    """A row per country."""

    place = PlaceColumn(_("Place"), "row.place")
    shared = FlagColumn(_("Shared"), "row.shared", visible=False)
    country = PlayerColumn(_("Country"), "row.country", orderable=False)
    best = DataColumn(_("Best players"), "names", css="text", width=40)
    ranked = NumberColumn(pgettext_lazy("number of people", "Ranked"), "row.ranked", css="extra")
    above_line = NumberColumn("", "row.above", css="extra")
    ranking = DecimalColumn(pgettext_lazy("figure of a person", "Ranking"), css="num total")

    file_name, title = "country-ranking", _("Countries")
    description = _("The ranking of countries.")
    box_class = "table-box-free"

    def __init__(self, rows: Iterable[NamedCountry], rules: RankingRule):
        line = rules.country_above
        super().__init__(rows, absent=["above_line"] if line is None else [], orderable=False)
        if line is not None:
            self.columns["above_line"].column.verbose_name = gettext("Above {line}").format(line=line)

    def render_place(self, value: int, record: NamedCountry) -> str:
        return shared_place(value, record.row.shared)


class RankedEventTable(DataTable[WeighedContest]):
    """A row per event that counts on the day."""

    ended = DayColumn(_("Ended"), "contest.ended")
    name = PlayerColumn(_("Event"), "contest.name", orderable=False)
    days = NumberColumn(_("Days"), "contest.days", css="extra")
    players = NumberColumn(_("Players"), "contest.places", css="extra")
    countries = NumberColumn(_("Countries"), "contest.countries", css="extra")
    qualification = FlagColumn(_("Qualified"), "contest.qualification", css="extra")
    weight = FigureColumn(_("Weight"), weight_text)

    file_name, title = "ranked-events", _("Events")
    description = _("The events that count on the day, the latest first.")
    box_class = "table-box-free"

    def __init__(self, events: Iterable[WeighedContest], rules: RankingRule):
        absent = [] if rules.weighs else ["weight"]
        super().__init__(reversed(list(events)), absent=absent, orderable=False)

    def render_name(self, value: str, record: WeighedContest) -> str:
        slug = record.contest.slug if isinstance(record.contest, EventContest) else ""
        if not slug:
            return format_html('<bdi class="name">{}</bdi>', value)
        return format_html(
            '<a href="{}"><bdi class="name">{}</bdi></a>', reverse("public_standings", args=[slug]), value
        )


class ClubRankingTable(DataTable[ClubRanking]):
    """A row per ranking; `frozen_for` is the day of the last frozen one."""

    slug = DataColumn(_("Address"))
    name = DataColumn(_("Name"))
    club = DataColumn(_("Club"), "club.name")
    rule = DataColumn(_("Rule"), lambda one: one.rules.title)
    edition = DataColumn(_("Edition"), lambda one: one.rules.edition)
    events = NumberColumn(_("Events"), "event_count")
    frozen_for = DayColumn(_("Frozen for"))

    file_name, title = "rankings", _("Rankings")
