"""Everybody's place, total and side of each cut, as they are and as they would be by other rules."""

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.points import Points
from scoring.standings.values import Standing
from tournament.core.tables import DataColumn, DataTable, PColumn, PlaceColumn, PlayerColumn, RepeatedColumn
from tournament.standings.rule_correction.effect import RuleEffect, RuleShift, is_in
from tournament.templatetags.sekigime import place as place_text
from tournament.translation.formats import write_p

SIDES = {"in": pgettext_lazy("side of a cut", "in"), "out": pgettext_lazy("side of a cut", "out"), "": "–"}


class RuleEffectTable(DataTable[RuleShift]):
    """A row per player in the order of the new standings; a column for each cut that there is."""

    place = PlaceColumn(_("Place"), lambda row: row.shift.after and row.shift.after.place, css="not-sticky")
    name = PlayerColumn(_("Player"), "shift.player.name")
    total = PColumn(_("Total"), lambda row: row.shift.after and row.shift.after.total)
    cut = RepeatedColumn(DataColumn, _("Cut after {n}"), lambda row, n: row.cuts[n].division)

    title, box_class = _("The standings before and after"), "table-box-free"

    class Meta:
        orderable = False

    def __init__(self, effect: RuleEffect):
        self.effect = effect
        super().__init__(effect.rows, numbers=effect.cuts)

    def row_class(self, row: RuleShift) -> str:
        return "is-changed" if row.moves else ""

    def render_place(self, value: int | None, row: RuleShift) -> SafeString:
        return becomes(*(place_text(one) if one else "–" for one in (row.shift.before, row.shift.after)))

    def render_total(self, value: Points | None, row: RuleShift) -> SafeString:
        return becomes(*(_total(one) for one in (row.shift.before, row.shift.after)))

    def render_cut(self, value: int | None, row: RuleShift, n: int) -> SafeString:
        cut = self.effect.cuts[n].cut
        sides = is_in(row.cuts[n], cut) if cut else ("", "")
        return becomes(*(str(SIDES.get(side, side)) for side in sides))


def _total(row: Standing | None) -> str:
    return write_p(row.total) if row else "–"


def becomes(before: str, after: str) -> SafeString:
    """Return `4 → 2`, or the value alone where it stays."""
    if before == after:
        return SafeString(after)
    return format_html(
        '{} <span class="visually-hidden">{}</span><span aria-hidden="true">→</span> <strong>{}</strong>',
        before,
        gettext("becomes"),
        after,
    )
