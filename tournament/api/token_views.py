"""The organiser's page of tokens."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournament.api import actions
from tournament.api.forms import TokenForm
from tournament.api.models import ApiToken
from tournament.api.queries import tokens_of
from tournament.api.tables import TokenTable
from tournament.core.audit import Act
from tournament.core.messages import Refused, put_on
from tournament.core.requests import TournamentRequest
from tournament.core.roles import staff_page
from tournament.core.tables import configure
from tournament.staff.qr_codes import address_for_others


@staff_page("run_event")
@never_cache
def event_api(request: TournamentRequest) -> HttpResponse:
    """The address of the API and the tokens; a new one is shown by the answer to the form alone."""
    form = TokenForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        act = Act(by=request.user, at=timezone.now())
        try:
            token, text = actions.make_token(tournament=request.tournament, act=act, **form.cleaned_data)
        except Refused as refused:
            put_on(form, refused)
        else:
            return _page(request, TokenForm(), made=token, text=text)
    return _page(request, form, status=422 if request.method == "POST" else 200)


@staff_page("run_event")
@require_POST
def token_revoke(request: TournamentRequest, pk: int) -> HttpResponse:
    """Let a token open nothing any more."""
    token = get_object_or_404(ApiToken.objects.select_related("tournament"), pk=pk, tournament=request.tournament)
    try:
        actions.revoke_token(token=token, act=Act(by=request.user, at=timezone.now()))
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, _("The token “{name}” opens nothing any more.").format(name=token.name))
    return redirect("event_api", request.tournament.slug)


def _page(request: TournamentRequest, form: TokenForm, *, status: int = 200, **extra: object) -> HttpResponse:
    tournament = request.tournament
    context = {
        "nav": "export",
        "form": form,
        "table": configure(TokenTable(tokens_of(tournament), request), request),
        "address": address_for_others(request, reverse("api_tournament", args=[tournament.slug])),
        "described": address_for_others(request, reverse("api_description")),
        **extra,
    }
    return render(request, "api/tokens.html", context, status=status)
