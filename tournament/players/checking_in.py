"""The check-in page of the day: one tap says that somebody is here, another takes it back."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.asked import has_seen, whole
from tournament.players import actions
from tournament.players.models import Player, PlayerStatus
from tournament.players.queries import counts, find_player, is_found, players_of
from tournament.problems import Refused
from tournament.roles import may, staff_page

SHOWN = ("", "missing", "here")


@staff_page("check_in")
def check_in(request: HttpRequest) -> HttpResponse:
    """Everybody who plays, with whom is missing; htmx asks for the list alone, and for nothing new hears 204."""
    if request.method == "POST":
        return _tick(request)
    if has_seen(request):
        return HttpResponse(status=204)
    return _page(request)


def _tick(request: HttpRequest) -> HttpResponse:
    """One player is here (or is not after all); then the list as it is now."""
    present = "here" in request.POST
    typed = request.POST.get("here" if present else "undo", "")
    number = whole(typed)
    player = None if number is None else find_player(request.tournament, number)
    problem = ""
    if player is None:
        problem = _("There is no player number %(number)s any more.") % {"number": typed}
    else:
        player.tournament = request.tournament
        try:
            actions.check_in(player=player, by=request.user, at=timezone.now(), present=present)
        except Refused as refused:
            problem = refused.message
    if request.htmx:
        return _page(request, ticked=player, present=present, problem=problem)
    if problem:
        messages.error(request, problem)
    return redirect(f"{reverse('check_in', args=[request.tournament.slug])}?{_query(request)}")


def _query(request: HttpRequest) -> str:
    """What the list is narrowed to, for addresses."""
    return urlencode({name: request.GET[name] for name in ("q", "show") if request.GET.get(name)})


def _page(request: HttpRequest, ticked: Player | None = None, present: bool = True, problem: str = "") -> HttpResponse:
    playing = list(players_of(request.tournament).filter(status=PlayerStatus.PLAYING))
    text, show = request.GET.get("q", "")[:100], request.GET.get("show", "")
    narrowed = [player for player in playing if _is_shown(player, show) and is_found(player, text)]
    context = {
        "nav": "players", "q": text, "show": show if show in SHOWN else "", "query": _query(request),
        "players": sorted(narrowed, key=lambda player: (player.sort_name, player.number)), "counts": counts(playing),
        "may_edit": may(request, "run_event"),
        "ticked": None if problem else ticked, "present": present, "problem": problem,
    }  # fmt: skip
    return render(request, "players/check_in.html#list" if request.htmx else "players/check_in.html", context)


def _is_shown(player: Player, show: str) -> bool:
    return show not in SHOWN[1:] or (show == "here") == (player.checked_in_at is not None)


@staff_page("run_event")
@require_POST
def check_in_all(request: HttpRequest) -> HttpResponse:
    """Everybody is here, or the check-in starts anew."""
    present = request.POST.get("present") == "yes"
    changed = actions.check_in_all(tournament=request.tournament, by=request.user, at=timezone.now(), present=present)
    said = (
        _("%(count)s players checked in.") if present else _("The check-in starts anew: %(count)s players are to come.")
    )
    messages.success(request, said % {"count": changed})
    return redirect("check_in", request.tournament.slug)
