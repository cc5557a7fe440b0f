"""The hanchan of an event as tables, times and check sums; and the final places as far as they are revealed."""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.game import Table, score_table
from scoring.points import Points
from scoring.rules import Ruleset
from tournament.core.models import Hanchan, HanchanState, Tournament
from tournament.core.tables import (
    AmountColumn,
    DataColumn,
    DataTable,
    FlagColumn,
    MomentColumn,
    NumberColumn,
    PColumn,
    PlaceColumn,
    PlayerColumn,
    PointsColumn,
)
from tournament.hanchan.timetable import late_start
from tournament.seats.queries import lineups
from tournament.seats.seat_map import spans
from tournament.standings.final_places import FinalRow
from tournament.standings.inputs import Inputs
from tournament.templatetags.sekigime import chip


class ClockTable(DataTable[Hanchan]):
    """The times of each hanchan that everybody may know; records are hanchan.

    Nothing here moves by itself: a program counts down to `ends_at`.
    """

    hanchan = NumberColumn(_("Hanchan"), "number")
    name = DataColumn(_("Name"), width=14)
    state = DataColumn(_("State"), width=10, codes=(*HanchanState.values, "paused"))
    planned_at = MomentColumn(_("Planned"))
    minutes = NumberColumn(_("Minutes"))
    started_at = MomentColumn(_("Started"))
    paused_at = MomentColumn(_("Paused"))
    ends_at = MomentColumn(_("Ends"))
    more_minutes = DataColumn(_("More time"))
    closed_at = MomentColumn(_("Closed"))

    file_name, title = "clock", _("Clock")
    description = _(
        "When each hanchan is planned, started and ends. It ends at no time known now while its clock is paused; "
        "tables with minutes of their own are told as “table:minutes”."
    )

    def value_state(self, hanchan: Hanchan) -> str:
        return "paused" if hanchan.state == HanchanState.PLAYING and hanchan.paused_at else hanchan.state

    def value_ends_at(self, hanchan: Hanchan) -> datetime | None:
        return hanchan.clock.ends_at() if hanchan.clock and hanchan.state == HanchanState.PLAYING else None

    def value_more_minutes(self, hanchan: Hanchan) -> str:
        return " ".join(f"{table}:{minutes}" for table, minutes in hanchan.extended.items())


class FinalPlaceTable(DataTable[FinalRow]):
    """The final places that everybody may see, the best first; records are rows of a Reveal."""

    place = PlaceColumn(_("Place"))
    shared = FlagColumn(_("Shared"))
    number = NumberColumn(_("Number"), "player.number")
    name = PlayerColumn(_("Player"), "player.label", file_heading=_("Name"), order_by="player__name_key")
    country = DataColumn(_("Country"), "player.country")
    club = DataColumn(_("Club"), "player.club")
    total = PColumn(_("Total"), file_heading=_("Total P"))

    file_name, title = "final-places", _("Final places")
    description = _("The final places; during a ceremony those that it has revealed.")


@dataclass(frozen=True, slots=True)
class HanchanSums:
    """One hanchan with what its report sheets add up to, in points. `expected` is what the tables started with,
    `not_played` are the tables at which nobody played."""

    hanchan: Hanchan
    seated: int
    sheets: int
    points: Points
    deposits: int
    expected: Points
    scores: Points
    penalties: Points
    not_played: tuple[int, ...] = ()

    @property
    def points_and_deposits(self) -> Points:
        return self.points + 1_000 * self.deposits


class HanchanTable(DataTable[HanchanSums]):
    """The times of each hanchan, and whether its points add up; `slug` is for links to its page."""

    hanchan = NumberColumn(_("Hanchan"), "hanchan.number")
    state = DataColumn(_("State"), "hanchan.state", width=10, code="hanchan.state", codes=HanchanState.values)
    name = DataColumn(_("Name"), "hanchan.name_in_words", width=14, visible=False)
    minutes = NumberColumn(_("Minutes"), "hanchan.minutes", visible=False)
    planned_at = MomentColumn(_("Planned"), "hanchan.planned_at", file_heading=_("Planned start"))
    started_at = MomentColumn(_("Started"), "hanchan.started_at")
    late = NumberColumn(_("Late"), lambda row: late_start(row.hanchan), file_heading=_("Minutes late"))
    closed_at = MomentColumn(_("Closed"), "hanchan.closed_at")
    released_at = MomentColumn(_("Public"), "hanchan.released_at", file_heading=_("Results public since"))
    official_at = MomentColumn(_("Official"), "hanchan.official_at", file_heading=_("Results official since"))
    tables = NumberColumn(_("Tables"), "seated", file_heading=_("Tables seated"))
    sheets = NumberColumn(_("Sheets"), file_heading=_("Sheets in"))
    not_played = DataColumn(_("Not played"), lambda row: spans(row.not_played), file_heading=_("Tables not played"))
    points = PointsColumn(_("Sum of points"), width=14, visible=False)
    deposits = NumberColumn(_("Deposits left"), visible=False)
    points_and_deposits = PointsColumn(_("Points"), width=14, file_heading=_("Points and deposits"))
    expected = PointsColumn(pgettext_lazy("points", "Start"), width=14, file_heading=_("Points at the start"))
    scores = PColumn(_("Scores"), width=12, file_heading=_("Sum of scores P"))
    penalties = AmountColumn(pgettext_lazy("points off", "Penalties"), file_heading=_("Penalties P"))

    file_name, title = "hanchan", _("Hanchan")
    description = _(
        "Times and check sums of each hanchan: points and deposits must add up to what the tables started with."
    )
    frozen_columns = 1

    class Meta:
        attrs = {"class": "hanchan-table"}

    def __init__(self, rows: Sequence[HanchanSums], *, slug: str = ""):
        self.slug = slug
        is_locked = any(row.hanchan.official_at for row in rows)
        used = {
            "official_at": is_locked,
            "planned_at": (is_planned := any(row.hanchan.planned_at for row in rows)),
            "late": is_planned,
            "not_played": any(row.not_played for row in rows),
        }
        super().__init__(rows, unused=tuple(name for name, is_used in used.items() if not is_used))

    def render_hanchan(self, value: int, row: HanchanSums) -> SafeString:
        address = reverse("hanchan", args=[self.slug, value])
        return format_html('<a href="{}">{}</a>', address, row.hanchan.title)

    def render_state(self, value: str, row: HanchanSums) -> SafeString:
        return chip(row.hanchan.state)

    def value_state(self, row: HanchanSums) -> str:
        return row.hanchan.get_state_display()


def hanchan_sums(tournament: Tournament, inputs: Inputs) -> list[HanchanSums]:
    """Return every hanchan with its check sums. Three queries."""
    seated = {number: len(tables) for number, tables in lineups(tournament).items()}
    played = defaultdict(list)
    for table in inputs.tables:
        played[table.hanchan].append(table)
    taken = Counter[int | None]()
    for one in inputs.counting:
        taken[one.hanchan] += one.amount
    not_played = {one.number: one.not_played for one in inputs.hanchan}
    sums = [
        _sums(one, seated.get(one.number, 0), played[one.number], taken[one.number], inputs.rules)
        for one in tournament.hanchan.order_by("number")
    ]
    return [replace(one, not_played=not_played.get(one.hanchan.number, ())) for one in sums]


def _sums(hanchan: Hanchan, seated: int, tables: Collection[Table], taken: Points, rules: Ruleset) -> HanchanSums:
    return HanchanSums(
        hanchan=hanchan,
        seated=seated,
        sheets=len(tables),
        points=sum(line.points for table in tables for line in table.lines),
        deposits=sum(table.deposits for table in tables),
        expected=rules.total * len(tables),
        scores=sum(row.score for table in tables for row in score_table(table, rules)),
        penalties=taken,
    )
