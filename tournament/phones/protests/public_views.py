"""“This is wrong”: a player reports an error in released results. Nobody is signed in."""

from collections.abc import Sequence
from datetime import datetime

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournament.core.audit import Act
from tournament.core.devices import device_of
from tournament.core.messages import Message, Refused, put_on
from tournament.core.models import Hanchan
from tournament.core.network_address import address_digest
from tournament.core.requests import TournamentRequest, parse_int
from tournament.core.roles import public_page
from tournament.phones.protests.forms import ProtestForm
from tournament.results.protests.actions import refuse_late, report
from tournament.standings.player_card import HanchanStep, PlayerCard
from tournament.standings.queries import card_of


@public_page
@never_cache
def public_protest(request: TournamentRequest, number: int) -> HttpResponse:
    """Report an error in a hanchan whose protest window is open now, else say when it ended and where to go."""
    card = card_of(request.tournament, number, public=True)
    if card is None:
        raise Http404(_("The standings do not list a player with this number."))
    now = timezone.now()
    hanchan = {one.number: one for one in request.tournament.hanchan.all()}
    wanted = parse_int(request.POST.get("hanchan", request.GET.get("hanchan", "")))
    steps = [step for step in reversed(card.steps) if not _against(hanchan[step.hanchan], now)]
    if request.method == "POST":
        return _send(request, card, steps, hanchan.get(wanted or 0), now)
    form = ProtestForm(None, steps, wanted or (steps[0].hanchan if steps else None))
    return _page(request, card, form, _told(card, steps, hanchan, wanted, now))


def _send(
    request: TournamentRequest, card: PlayerCard, steps: Sequence[HanchanStep], hanchan: Hanchan | None, now: datetime
) -> HttpResponse:
    """Send the report on its way, and go back to where its answer will appear."""
    form = ProtestForm(request.POST, steps)
    if hanchan and (late := _against(hanchan, now)):
        return _page(request, card, form, late, status=409)
    if hanchan is None or not form.is_valid():
        return _page(request, card, form, status=422)
    values = form.cleaned_data
    act = Act(by=None, at=now, name=values["reporter"], phone=device_of(request), submission=values["submission"])
    hanchan.tournament = request.tournament
    try:
        report(
            hanchan=hanchan,
            player=request.tournament.players.get(pk=card.row.player.id),
            about=values["about"],
            text=values["text"],
            reporter=values["reporter"],
            sent_from=address_digest(request, "tournament.protests"),
            act=act,
        )
    except Refused as refused:
        put_on(form, refused)
        return _page(request, card, form, status=refused.status)
    messages.success(request, _("Your report has reached the desk. The answer will appear here."))
    address = reverse("public_player", args=[request.tournament.slug, card.row.player.number])
    return redirect(f"{address}#h{hanchan.number}")


def _page(
    request: TournamentRequest, card: PlayerCard, form: ProtestForm, told: Sequence[Message] = (), *, status: int = 200
) -> HttpResponse:
    context = {"tab": "standings", "card": card, "form": form, "told": told, "is_open": form.is_open}
    return render(request, "phones/protests/public.html", context, status=status)


def _told(
    card: PlayerCard, steps: Sequence[HanchanStep], hanchan: dict[int, Hanchan], wanted: int | None, now: datetime
) -> Sequence[Message]:
    """Return what the page says of the hanchan that was asked for, or of the last one where none is open."""
    played = [step.hanchan for step in card.steps]
    asked = wanted if wanted in played else (played[-1] if played and not steps else None)
    return _against(hanchan[asked], now) if asked else ()


def _against(hanchan: Hanchan, at: datetime) -> Sequence[Message]:
    """Return why errors of this hanchan cannot be reported now; () when they can."""
    try:
        refuse_late(hanchan, at)
    except Refused as refused:
        return refused.messages
    return ()
