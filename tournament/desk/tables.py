"""Typed sheets as tables: every version of every report sheet, and the all-last sheets."""

from django.db.models import Case, F, Prefetch, QuerySet, When
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.points import Points
from scoring.winds import Wind
from tournament.core.messages import Text
from tournament.core.models import Tournament
from tournament.core.tables import (
    DataColumn,
    DataTable,
    FlagColumn,
    MomentColumn,
    NumberColumn,
    PColumn,
    PointsColumn,
    WindsColumn,
)
from tournament.results.models import Agreement, AllLastRow, SheetLine, SheetVersion
from tournament.results.paper.queries import hand_ins, in_words, names_in
from tournament.results.paper_models import HandIn
from tournament.results.sheets.queries import open_versions, seated_lines


def _number(wind: Wind, heading: Text) -> NumberColumn:
    return NumberColumn(heading, lambda version: _line_value(version, wind, "player.number"), width=8, visible=False)


def _points(wind: Wind, short: Text, heading: Text) -> PointsColumn:
    return PointsColumn(short, lambda version: _line_value(version, wind, "points"), file_heading=heading)


def _line_value(version: SheetVersion, wind: Wind, key: str) -> int | None:
    line = next((line for line in version.lines.all() if line.wind == wind.value), None)
    if line is None:
        return None
    return line.points if key == "points" else line.player.number


class SheetVersionTable(DataTable[SheetVersion]):
    """A row per version, with who typed it, when and why; `slug` is for links to the sheets."""

    hanchan = NumberColumn(
        _("H"),
        "sheet.hanchan.number",
        file_heading=_("Hanchan"),
        attrs={"th": {"class": "num", "abbr": _("Hanchan"), "title": _("Hanchan")}},
    )
    table = NumberColumn(_("Table"), "sheet.table", width=7)
    version = NumberColumn(_("Version"), "number", width=8)
    counts = FlagColumn(_("Accepted"), "is_accepted")
    entered_at = MomentColumn(_("Entered"))
    entered_by = DataColumn(_("By"), width=20, order_by=("entered_by__first_name", "entered_by__username"))
    agreement = DataColumn(_("Agreement"), width=24, code="agreement", codes=Agreement.values)
    agreed_by = DataColumn(_("Agreed"), width=20, order_by=("agreed_by__first_name", "agreed_by__username"))
    reason = DataColumn(_("Reason"), width=36)
    overridden = FlagColumn(_("Overridden"), width=11)
    not_played = FlagColumn(_("Not played"), lambda version: not version.is_played, width=11)
    east_number = _number(Wind.EAST, _("East number"))
    east_points = _points(Wind.EAST, _("East"), _("East points"))
    south_number = _number(Wind.SOUTH, _("South number"))
    south_points = _points(Wind.SOUTH, _("South"), _("South points"))
    west_number = _number(Wind.WEST, _("West number"))
    west_points = _points(Wind.WEST, _("West"), _("West points"))
    north_number = _number(Wind.NORTH, _("North number"))
    north_points = _points(Wind.NORTH, _("North"), _("North points"))
    deposits = NumberColumn(_("Deposits"))
    won_no_hand = WindsColumn(_("Won no hand"))
    bust_by = WindsColumn(_("Bust (by)"), width=16)

    file_name, title = "sheets", _("Report sheets")
    description = _("Every version of every report sheet; the accepted one is marked.")
    frozen_columns = 3

    class Meta:
        sequence = (
            "hanchan",
            "table",
            "version",
            "counts",
            "...",
            "entered_at",
            "entered_by",
            "agreement",
            "agreed_by",
            "overridden",
            "not_played",
            "reason",
        )
        attrs = {"class": "sheet-table"}

    def __init__(self, tournament: Tournament, *, slug: str = ""):
        self.slug = slug
        rules = tournament.ruleset
        absent = [] if Wind.NORTH in rules.winds else ["north_number", "north_points"]
        absent += [] if rules.yakitori else ["won_no_hand"]
        absent += [] if rules.bust_prize else ["bust_by"]
        super().__init__(sheet_versions(tournament), absent=absent)

    def row_class(self, version: SheetVersion) -> str:
        return "" if version.sheet.accepted_id == version.pk else "is-out"

    def render_table(self, value: int, version: SheetVersion) -> SafeString:
        number = version.sheet.hanchan.number
        address = reverse("sheet_history", args=[self.slug, number, value])
        text = gettext("Hanchan {n}, table {table}").format(n=number, table=value)
        return format_html('<a href="{}" aria-label="{}">{}</a>', address, text, value)

    def value_entered_by(self, version: SheetVersion) -> str:
        return str(version.typist or gettext("a command"))

    def value_agreed_by(self, version: SheetVersion) -> str:
        """Return who agreed, "" while nobody has."""
        return str(version.second_reader or "")

    def value_agreement(self, version: SheetVersion) -> str:
        """Return why it counts that one person typed, "" while nobody else has read it."""
        return version.get_agreement_display() if version.agreement else ""

    def value_won_no_hand(self, version: SheetVersion) -> str:
        """Return the winds that won no hand: `W N`."""
        return " ".join(line.wind for line in self._lines(version) if line.yakitori)

    def value_bust_by(self, version: SheetVersion) -> str:
        """Return who went bust and who took the last points: `N: E`."""
        return ", ".join(f"{line.wind}: {line.busted_by}" for line in self._lines(version) if line.busted_by)

    def _lines(self, version: SheetVersion) -> list[SheetLine]:
        return seated_lines(version)


def sheet_versions(tournament: Tournament) -> QuerySet[SheetVersion]:
    """Every version of every report sheet, by hanchan and table; `is_accepted` on the one that counts. Readings that
    wait are left out. Of the players of their lines only the number is read: each line has its own in memory."""
    lines = SheetLine.objects.select_related("player").only(
        "version", "wind", "points", "yakitori", "busted_by", "player__number"
    )
    return (
        open_versions()
        .filter(sheet__hanchan__tournament=tournament)
        .select_related("sheet__hanchan", "entered_by", "entered_player", "agreed_by", "agreed_player")
        .prefetch_related(Prefetch("lines", lines))
        .annotate(is_accepted=Case(When(sheet__accepted=F("pk"), then=True), default=False))
        .order_by("sheet__hanchan__number", "sheet__table", "number")
    )


def _delta(index: int, heading: Text) -> PColumn:
    return PColumn(heading, lambda row: _delta_of(row, index), width=12)


def _delta_of(row: AllLastRow, index: int) -> Points | None:
    return row.deltas[index] if index < len(row.deltas) else None


class AllLastTable(DataTable[AllLastRow]):
    """The deltas before presumed last hands, by current wind, of the versions that count (S2)."""

    hanchan = NumberColumn(_("Hanchan"), "version.sheet.hanchan.number")
    table = NumberColumn(_("Table"), "version.sheet.table", width=7)
    row = NumberColumn(_("Row"), "number", width=6)
    hand = NumberColumn(_("Hand of the round"))
    east = _delta(0, _("East now P"))
    south = _delta(1, _("South now P"))
    west = _delta(2, _("West now P"))
    north = _delta(3, _("North now P"))

    file_name, title = "all-last", _("All-last")
    description = _("The all-last sheets that were typed: deltas by the wind that each player had then.")

    def __init__(self, tournament: Tournament):
        rows = AllLastRow.objects.filter(version__accepted_by__hanchan__tournament=tournament)
        ordered = rows.select_related("version__sheet__hanchan").order_by(
            "version__sheet__hanchan__number", "version__sheet__table", "number"
        )
        absent = () if Wind.NORTH in tournament.ruleset.winds else ("north",)
        super().__init__(ordered, absent=absent)


class HandInTable(DataTable[HandIn]):
    """The notes about the hand-in of report sheets: a row per sheet that has any."""

    hanchan = NumberColumn(_("Hanchan"), "sheet.hanchan.number")
    table = NumberColumn(_("Table"), "sheet.table", width=7)
    handed_in = MomentColumn(_("Handed in"), "handed_in_at")
    sticks_reset = DataColumn(_("Sticks reset before the check"), width=16)
    checked_by = DataColumn(_("Checked by"), width=20)
    corrected = DataColumn(_("Entries corrected"), width=36)
    wrong_all_last = DataColumn(_("Wrong on the all-last sheet"), width=36)
    influence = DataColumn(_("Influenced the game"), width=16)
    photographs = NumberColumn(_("Photographs"))
    noted_at = MomentColumn(_("Noted"))
    noted_by = DataColumn(_("By"), width=20)

    file_name, title = "hand-ins", _("Hand-ins")
    description = _("What was noted about report sheets at the table: hand-in, check and corrections on the paper.")

    def __init__(self, tournament: Tournament):
        self.names = names_in(tournament)
        super().__init__(hand_ins(tournament))

    def value_sticks_reset(self, hand_in: HandIn) -> str:
        return hand_in.get_sticks_reset_display() if hand_in.sticks_reset else ""

    def value_influence(self, hand_in: HandIn) -> str:
        return hand_in.get_influence_display() if hand_in.influence else ""

    def value_corrected(self, hand_in: HandIn) -> str:
        return in_words(hand_in.corrected, self.names)

    def value_wrong_all_last(self, hand_in: HandIn) -> str:
        return in_words(hand_in.wrong_all_last, self.names)

    def value_noted_by(self, hand_in: HandIn) -> str:
        return str(hand_in.noted_by or gettext("a command"))
