"""The slowest pages of this process as a table."""

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from tournament.core.metrics import RouteTimes
from tournament.core.tables import DataColumn, DataTable, FigureColumn


def milliseconds(seconds: float) -> str:
    """Return seconds as milliseconds in English: 0.4, 12, 1,250."""
    found = seconds * 1000
    return f"{found:,.0f}" if found >= 10 else f"{found:.1f}"


class RouteTable(DataTable[RouteTimes]):
    """A row per route: how often it was asked for, and how long it took."""

    route = DataColumn(_("Page"), css="text anywhere")
    median = FigureColumn(_("Median"), lambda one: milliseconds(one.median))
    most = FigureColumn(_("95%"), lambda one: milliseconds(one.most))
    count = FigureColumn(_("Requests"), lambda one: f"{one.count:,}")

    title = _("Slowest pages, in milliseconds")

    class Meta:
        orderable = False

    def render_route(self, value: str, record: RouteTimes) -> SafeString:
        return format_html("<code>{}</code>", value)
