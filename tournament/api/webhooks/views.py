"""The organiser's page of webhooks."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournament.api.models import Webhook
from tournament.api.webhooks import actions
from tournament.api.webhooks.delivery import SIGNATURE
from tournament.api.webhooks.forms import WebhookForm
from tournament.api.webhooks.queries import webhooks_of
from tournament.api.webhooks.tables import WebhookTable
from tournament.core.audit import Act
from tournament.core.messages import Refused, put_on
from tournament.core.requests import TournamentRequest
from tournament.core.roles import staff_page
from tournament.core.tables import configure


@staff_page("run_event")
@never_cache
def event_webhooks(request: TournamentRequest) -> HttpResponse:
    """The webhooks with their last results; the secret of a new one is shown by the answer to the form alone."""
    form = WebhookForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        act = Act(by=request.user, at=timezone.now())
        try:
            made = actions.make_webhook(tournament=request.tournament, act=act, **form.cleaned_data)
        except Refused as refused:
            put_on(form, refused)
        else:
            return _page(request, WebhookForm(), made=made)
    return _page(request, form, status=422 if request.method == "POST" else 200)


@staff_page("run_event")
@require_POST
def webhook_remove(request: TournamentRequest, pk: int) -> HttpResponse:
    """Send nothing to an address any more."""
    webhook = get_object_or_404(Webhook.objects.select_related("tournament"), pk=pk, tournament=request.tournament)
    actions.remove_webhook(webhook=webhook, act=Act(by=request.user, at=timezone.now()))
    messages.success(request, _("Nothing is sent to {url} any more.").format(url=webhook.url))
    return redirect("event_webhooks", request.tournament.slug)


def _page(request: TournamentRequest, form: WebhookForm, *, status: int = 200, **extra: Any) -> HttpResponse:
    table = configure(WebhookTable(webhooks_of(request.tournament), request), request)
    context = {"nav": "export", "form": form, "table": table, "header": SIGNATURE, **extra}
    return render(request, "api/webhooks.html", context, status=status)
