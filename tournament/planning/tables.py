"""The versions of the seating as a table."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.core.models import Tournament
from tournament.core.tables import DataColumn, DataTable, MomentColumn, NumberColumn
from tournament.seats.models import Seating


class SeatingVersionTable(DataTable[Seating]):
    """A row per version, the newest first. Without winds where they are drawn at the table."""

    number = DataColumn(_("Version"), "number", css="key")
    made_at = MomentColumn(_("When"), "made_at", form="brief, time")
    made_by = DataColumn(_("Who"), "made_by", sort=lambda version: str(version.made_by or ""))
    source = DataColumn(_("What"), "source", css="text")
    repeats = NumberColumn(_("Repeats"))
    wind_gap = NumberColumn(_("Winds"), lambda version: version.quality.get("wind_gap"))

    title = _("Versions of the seating")

    def __init__(self, versions: Sequence[Seating], tournament: Tournament):
        self.tournament = tournament
        super().__init__(versions, absent=("wind_gap",) if tournament.winds_are_drawn else ())

    def render_number(self, value: int, version: Seating) -> SafeString:
        address = reverse("seating_version", args=[self.tournament.slug, value])
        link = format_html('<a href="{}">{}</a>', address, gettext("Version {number}").format(number=value))
        if version.pk != self.tournament.seating_id:
            return link
        return format_html('{} <span class="chip chip-ok">{}</span>', link, gettext("in use"))

    def render_made_by(self, value: object, version: Seating) -> str:
        return str(value or "–")

    def render_source(self, value: str, version: Seating) -> SafeString:
        source, reason = version.get_source_display(), version.reason_in_words
        return format_html("{}: <bdi>{}</bdi>", source, reason) if reason else format_html("{}", source)

    def render_repeats(self, value: int | None, version: Seating) -> str:
        return "–" if value is None else str(value)

    render_wind_gap = render_repeats
