"""The check-in page of the day: one tap says that somebody is here, another takes it back."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST
from django_htmx.http import replace_url

from tournament.asked import has_seen, whole
from tournament.events.models import Tournament
from tournament.players import actions
from tournament.players.models import Player, PlayerStatus
from tournament.players.queries import counts, find_player, is_found, players_of
from tournament.problems import Refused
from tournament.roles import may, staff_page

SHOWN = ("", "missing", "here")


@dataclass(frozen=True, slots=True)
class Narrowed:
    """What the list is narrowed to: by what is searched for, and to who is missing or here."""

    text: str = ""
    show: str = ""

    @classmethod
    def of(cls, data: QueryDict) -> "Narrowed":
        show = data.get("show", "")
        return cls(data.get("q", "")[:100], show if show in SHOWN else "")

    @property
    def query(self) -> str:
        """The same for addresses."""
        return urlencode({name: value for name, value in (("q", self.text), ("show", self.show)) if value})

    def lets_through(self, player: Player) -> bool:
        is_shown = not self.show or (self.show == "here") == (player.checked_in_at is not None)
        return is_shown and is_found(player, self.text)


@staff_page("check_in")
def check_in(request: HttpRequest) -> HttpResponse:
    """Everybody who plays, with whom is missing; htmx asks for the list alone, and for nothing new hears 204."""
    if request.method == "POST":
        return _enter(request) if "q" in request.POST else _tick(request)
    if has_seen(request):
        return HttpResponse(status=204)
    return _page(request, Narrowed.of(request.GET))


def _enter(request: HttpRequest) -> HttpResponse:
    """Enter in the search: the only one who fits is here, and the search is free for the next; else the list."""
    narrowed = Narrowed.of(request.POST)
    found = [player for player in _playing(request.tournament) if narrowed.lets_through(player)]
    if len(found) == 1 and narrowed.text.strip() and found[0].checked_in_at is None:
        return _set(request, found[0], True, Narrowed(show=narrowed.show))
    return _answer(request, narrowed)


def _tick(request: HttpRequest) -> HttpResponse:
    """One player is here (or is not after all); then the list as it is now."""
    present = "here" in request.POST
    typed = request.POST.get("here" if present else "undo", "")
    number = whole(typed)
    player = None if number is None else find_player(request.tournament, number)
    narrowed = Narrowed.of(request.GET)
    if player is None:
        problem = _("There is no player number %(number)s any more.") % {"number": typed}
        return _answer(request, narrowed, problem=problem)
    return _set(request, player, present, narrowed)


def _set(request: HttpRequest, player: Player, present: bool, narrowed: Narrowed) -> HttpResponse:
    player.tournament = request.tournament
    try:
        actions.check_in(player=player, by=request.user, at=timezone.now(), present=present)
    except Refused as refused:
        return _answer(request, narrowed, problem=refused.message)
    return _answer(request, narrowed, ticked=player, present=present)


def _answer(request: HttpRequest, narrowed: Narrowed, problem: str = "", **said: Any) -> HttpResponse:
    """The list for htmx; the whole page again for a browser without a script."""
    address = reverse("check_in", args=[request.tournament.slug]) + (f"?{narrowed.query}" if narrowed.query else "")
    if request.htmx:
        return replace_url(_page(request, narrowed, problem=problem, **said), address)
    if problem:
        messages.error(request, problem)
    return redirect(address)


def _playing(tournament: Tournament) -> list[Player]:
    return list(players_of(tournament).filter(status=PlayerStatus.PLAYING))


def _page(request: HttpRequest, narrowed: Narrowed, **said: Any) -> HttpResponse:
    """`said`: who was just ticked, whether as present, or what the problem was."""
    playing = _playing(request.tournament)
    shown = [player for player in playing if narrowed.lets_through(player)]
    context = {
        "nav": "players", "q": narrowed.text, "show": narrowed.show, "query": narrowed.query,
        "players": sorted(shown, key=lambda player: (player.sort_name, player.number)), "counts": counts(playing),
        "may_edit": may(request, "run_event"), **said,
    }  # fmt: skip
    return render(request, "players/check_in.html#list" if request.htmx else "players/check_in.html", context)


@staff_page("run_event")
@require_POST
def check_in_all(request: HttpRequest) -> HttpResponse:
    """Everybody is here, or the check-in starts anew."""
    present = request.POST.get("present") == "yes"
    changed = actions.check_in_all(tournament=request.tournament, by=request.user, at=timezone.now(), present=present)
    if present:
        said = ngettext("%(count)s player checked in.", "%(count)s players checked in.", changed)
    else:
        said = ngettext(
            "The check-in starts anew: %(count)s player is to come.",
            "The check-in starts anew: %(count)s players are to come.",
            changed,
        )
    messages.success(request, said % {"count": changed})
    return redirect("check_in", request.tournament.slug)
