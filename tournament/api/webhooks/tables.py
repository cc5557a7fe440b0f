"""The webhooks of an event as a table."""

from collections.abc import Sequence
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.api.models import DeliveryResult, Webhook, WebhookEvent
from tournament.core.requests import TournamentRequest
from tournament.core.tables import DataColumn, DataTable, MomentColumn
from tournament.templatetags.sekigime import chip


class WebhookTable(DataTable):
    """Address and events of each webhook, and what became of the last try."""

    url = DataColumn(_("Address"), css="text not-sticky")
    events = DataColumn(_("Send when"), css="text small")
    last_at = MomentColumn(_("Last sent"), css="text")
    remove = DataColumn("", "pk", orderable=False)

    title = _("Webhooks")
    box_class = "table-box-free"

    class Meta:
        attrs = {"class": "token-table webhook-table"}
        orderable = False

    def __init__(self, webhooks: Sequence[Webhook], request: TournamentRequest, **options: Any):
        self.http_request = request
        super().__init__(webhooks, **options)

    def value_events(self, webhook: Webhook) -> str:
        return ", ".join(str(WebhookEvent(event).label) for event in webhook.events)

    def value_last_at(self, webhook: Webhook) -> Any:
        return webhook.last_at or webhook.made_at

    def render_url(self, value: str, webhook: Webhook) -> SafeString:
        return format_html("<code>{}</code>", value)

    def render_last_at(self, value: Any, webhook: Webhook) -> SafeString:
        if not webhook.last_result:
            return chip("waiting", gettext("not sent yet"), "plain")
        result = DeliveryResult(webhook.last_result)
        return format_html(
            '{} {}<div class="small muted">{}</div>',
            chip("ok", gettext("arrived"), "ok") if result.is_good else chip("failed", gettext("failed"), "bad"),
            self.columns["last_at"].column.html(value, webhook),
            " · ".join(_remarks(webhook, result)),
        )

    def render_remove(self, value: int, webhook: Webhook) -> str:
        return render_to_string("api/webhooks.html#remove", {"webhook": webhook}, self.http_request)


def _remarks(webhook: Webhook, result: DeliveryResult) -> list[str]:
    """What there is to say of a try that failed, and of lines that were given up."""
    found = []
    if not result.is_good:
        label = str(result.label)
        found.append(f"{label} ({webhook.last_status})" if webhook.last_status else label)
    if webhook.tries:
        found.append(gettext("{tries} tries so far; the next one follows by itself").format(tries=webhook.tries))
    if webhook.given_up_at:
        found.append(gettext("some were given up"))
    return found
