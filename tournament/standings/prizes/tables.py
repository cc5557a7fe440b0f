"""The prizes as a table: page, print, CSV and workbook."""

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.core.tables import DataColumn, DataTable, NumberColumn
from tournament.events.models import PrizeKind
from tournament.standings.prizes.queries import Award


class PrizeTable(DataTable[Award]):
    """A row for each prize, with its winners; a tie is named in the note, which the page has under the winners."""

    kind = DataColumn(
        _("For"), lambda award: award.prize.get_kind_display(), width=16, code="prize.kind", codes=PrizeKind.values
    )
    place = NumberColumn(_("Place"), "prize.place", visible=False)
    prize = DataColumn(_("Prize"), "prize.what", css="text", width=30)
    winners = DataColumn(_("Winner"), "names", css="text", width=40)
    result = DataColumn(_("Result"), css="num", width=20, visible=False)
    tie = DataColumn(_("Note"), "note", css="text", width=50, visible=False)

    file_name, title = "prizes", _("Prizes")
    description = _("Every prize and who wins it by these standings; ties are named.")
    headings_unseen: tuple[str, ...] = ()

    class Meta:
        attrs = {"class": "prize-table"}
        sequence = ("kind", "winners", "prize", "place", "result", "tie")
        orderable = False

    def render_kind(self, value: str, row: Award) -> str:
        return capfirst(gettext("{kind} {place}").format(kind=value, place=row.prize.place))

    def render_winners(self, value: str, row: Award) -> SafeString:
        names = format_html_join(", ", '<bdi class="name">{}</bdi>', ((winner.name,) for winner in row.winners))
        result = format_html(' <small class="muted">{}</small>', row.result) if row.result else SafeString()
        note = format_html(' <small class="warn strong">{}</small>', row.note) if row.note else SafeString()
        return format_html("{}{}{}", names, result, note)

    def render_prize(self, value: str, row: Award) -> SafeString:
        return format_html("<bdi>{}</bdi>", value)
