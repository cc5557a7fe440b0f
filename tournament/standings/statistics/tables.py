"""Statistics of players as a table."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.core.tables import (
    DataTable,
    NumberColumn,
    PColumn,
    PlaceColumn,
    PlayerColumn,
    PointsColumn,
    RepeatedColumn,
)
from tournament.standings.head_to_head import written_average
from tournament.standings.statistics.figures import PlayerFigures
from tournament.templatetags.sekigime import place as place_text
from tournament.translation.formats import number


class PlayerFiguresTable(DataTable[PlayerFigures]):
    """A row per player who played; `page` names the page behind a name."""

    place = PlaceColumn(_("Place"), "row.standing.place", css="not-sticky")
    name = PlayerColumn(_("Player"), "row.player.label", order_by="row__player__name_key")
    played = NumberColumn(_("Hanchan"), initial_sort_descending=True)
    average = NumberColumn(_("Mean place"))
    times = RepeatedColumn(
        NumberColumn,
        pgettext_lazy("place at the table", "{n}."),
        lambda one, n: one.places[n - 1],
        initial_sort_descending=True,
    )
    points = PointsColumn(_("Mean points"), initial_sort_descending=True)
    score = PColumn(_("Mean score"))
    best = PColumn(_("Best"))
    worst = PColumn(_("Worst"))

    title = _("Statistics of the players")
    box_class = "table-box-free"

    class Meta:
        sequence = ("place", "name", "played", "average", "times", "points", "score", "best", "worst")

    def __init__(self, rows: Sequence[PlayerFigures], *, slug: str, page: str, numbers: Iterable[int]):
        self.slug, self.page_name = slug, page
        super().__init__(rows, numbers=numbers)

    def render_place(self, value: int | None, one: PlayerFigures) -> str:
        return place_text(one.row.standing)

    def render_name(self, value: str, one: PlayerFigures) -> SafeString:
        address = reverse(self.page_name, args=[self.slug, one.row.player.number])
        return format_html('<a href="{}"><bdi class="name">{}</bdi></a>', address, value)

    def render_average(self, value: Fraction, one: PlayerFigures) -> str:
        return number(written_average(value))
