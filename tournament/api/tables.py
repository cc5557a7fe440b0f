"""The tokens of an event as a table."""

from collections.abc import Sequence

from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.api.models import ApiToken
from tournament.core.requests import TournamentRequest
from tournament.core.tables import DataColumn, DataTable, DayColumn, MomentColumn, PlayerColumn
from tournament.templatetags.sekigime import chip


class TokenTable(DataTable[ApiToken]):
    """Name and scope of each token, when it was made and used, with the button that revokes it."""

    name = PlayerColumn(_("Name"), css="not-sticky")
    scope = DataColumn(_("May"), lambda token: token.get_scope_display(), css="text")
    made_at = MomentColumn(_("Made"), form="short", css="small")
    last_used_on = DayColumn(_("Last used"), css="small")
    revoke = DataColumn("", "pk", orderable=False)

    title = _("Tokens")
    box_class = "table-box-free"

    class Meta:
        attrs = {"class": "token-table stacked"}
        orderable = False

    def __init__(self, tokens: Sequence[ApiToken], request: TournamentRequest):
        self.http_request = request
        super().__init__(tokens)

    def row_class(self, token: ApiToken) -> str:
        return "is-out" if token.revoked_at else ""

    def render_made_at(self, value: object, token: ApiToken) -> SafeString:
        when = self.columns["made_at"].column.html(value, token)
        return format_html('<span class="phone-only muted">{}: </span>{}', gettext("Made"), when)

    def render_last_used_on(self, value: object, token: ApiToken) -> SafeString:
        when = self.columns["last_used_on"].column.html(value, token) if value else gettext("never")
        return format_html('<span class="phone-only muted">{}: </span>{}', gettext("Last used"), when)

    def render_revoke(self, value: int, token: ApiToken) -> str:
        if token.revoked_at:
            return chip("revoked", gettext("revoked"))
        return render_to_string("api/tokens.html#revoke", {"token": token}, self.http_request)
