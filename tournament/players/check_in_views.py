"""The check-in page: one tap checks a player in, another undoes it."""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_aware
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST
from django_htmx.http import replace_url

from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.models import Tournament
from tournament.core.requests import TournamentRequest, has_seen, parse_int
from tournament.core.roles import may, staff_page
from tournament.players import actions
from tournament.players.badges.links import player_of_token
from tournament.players.models import Player, PlayerStatus
from tournament.players.name_order import name_key
from tournament.players.queries import counts_of, find_player, is_found, players_of, waiting_list
from tournament.players.registration.queries import find_registration
from tournament.translation.formats import written

SHOWN = ("", "missing", "here")
LINK = re.compile(r"/p/(?P<badge>[^/\s]+)/?$|/register/(?P<registration>[^/\s]+)/?$")


@dataclass(frozen=True, slots=True)
class Narrowed:
    """The filter of the list: a search text, and missing or checked-in players only."""

    text: str = ""
    show: str = ""

    @classmethod
    def of(cls, data: QueryDict) -> "Narrowed":
        show = data.get("show", "")
        return cls(data.get("q", "")[:100], show if show in SHOWN else "")

    @property
    def query(self) -> str:
        """The filter as a query string."""
        return urlencode({name: value for name, value in (("q", self.text), ("show", self.show)) if value})

    def lets_through(self, player: Player) -> bool:
        is_shown = not self.show or (self.show == "here") == (player.checked_in_at is not None)
        return is_shown and is_found(player, self.text)


@staff_page("check_in")
def check_in(request: TournamentRequest) -> HttpResponse:
    """The list of players to check in; htmx loads the list alone, and gets 204 when nothing is new."""
    if request.method == "POST":
        return _enter(request) if "q" in request.POST else _tick(request)
    if has_seen(request):
        return HttpResponse(status=204)
    return _page(request, Narrowed.of(request.GET))


def _enter(request: TournamentRequest) -> HttpResponse:
    """Enter in the search field: check in the only match and clear the search; else show the list."""
    narrowed = Narrowed.of(request.POST)
    if scanned := _player_of_link(request.tournament, request.POST["q"]):
        return _scanned(request, scanned, Narrowed(show=narrowed.show))
    found = [player for player in _expected(request.tournament) if narrowed.lets_through(player)]
    if len(found) == 1 and narrowed.text.strip() and found[0].checked_in_at is None:
        return _set(request, found[0], True, Narrowed(show=narrowed.show))
    return _answer(request, narrowed)


def _player_of_link(tournament: Tournament, text: str) -> Player | None:
    """The player whose personal link a scanner has typed: that of the badge, or of the registration."""
    link = LINK.search(text.strip())
    if link is None:
        return None
    if link["badge"]:
        player = player_of_token(link["badge"])
    else:
        registration = find_registration(tournament, link["registration"])
        player = registration.player if registration else None
    return player if player and player.tournament_id == tournament.pk else None


def _scanned(request: TournamentRequest, player: Player, narrowed: Narrowed) -> HttpResponse:
    """Check in who was scanned; a second time only says since when."""
    if player.checked_in_at is None or player.status not in actions.EXPECTED:
        return _set(request, player, True, narrowed)
    at = written(timezone.localtime(player.checked_in_at), "time")
    problem = _("{name} has been checked in since {time}.").format(name=player.label, time=at)
    return _answer(request, narrowed, problem=problem)


def _tick(request: TournamentRequest) -> HttpResponse:
    """Check in one player or undo it, then show the list."""
    present = "here" in request.POST
    typed = request.POST.get("here" if present else "undo", "")
    number = parse_int(typed)
    player = None if number is None else find_player(request.tournament, number)
    narrowed = Narrowed.of(request.GET)
    if player is None:
        problem = _("There is no player number {number} any more.").format(number=typed)
        return _answer(request, narrowed, problem=problem)
    return _set(request, player, present, narrowed)


def _set(request: TournamentRequest, player: Player, present: bool, narrowed: Narrowed) -> HttpResponse:
    player.tournament = request.tournament
    try:
        actions.check_in(player=player, act=Act(by=request.user, at=timezone.now()), present=present)
    except Refused as refused:
        return _answer(request, narrowed, problem=refused.message)
    return _answer(request, narrowed, ticked=player, present=present)


def _answer(request: TournamentRequest, narrowed: Narrowed, problem: str = "", **result: object) -> HttpResponse:
    """The list for htmx; the whole page again for a browser without a script."""
    address = reverse("check_in", args=[request.tournament.slug]) + (f"?{narrowed.query}" if narrowed.query else "")
    if request.htmx:
        return replace_url(_page(request, narrowed, problem=problem, **result), address)
    if problem:
        messages.error(request, problem)
    elif result.get("present"):
        messages.success(request, _("{name} is checked in.").format(name=result["ticked"]))
    return redirect(address)


def _expected(tournament: Tournament) -> list[Player]:
    """Everybody who can check in: who plays, and the waiting list."""
    return list(players_of(tournament).filter(status__in=(PlayerStatus.PLAYING, PlayerStatus.WAITING)))


def _moment(text: str) -> datetime | None:
    """Read the moment at which everybody was checked in; None for any other text."""
    try:
        at = parse_datetime(text)
    except ValueError:
        return None
    return at if at and is_aware(at) else None


def _page(request: TournamentRequest, narrowed: Narrowed, **result: Any) -> HttpResponse:
    """`result`: who was just ticked, whether as present, or what the problem was."""
    expected = _expected(request.tournament)
    counts = counts_of(request.tournament, expected)
    may_edit, at = may(request, "run_event"), _moment(request.GET.get("at", ""))
    shown = [player for player in expected if narrowed.lets_through(player)]
    shown.sort(key=name_key)
    context = {
        "nav": "check_in",
        "q": narrowed.text,
        "show": narrowed.show,
        "query": narrowed.query,
        "players": [player for player in shown if player in counts.field.seated],
        "waiting": [player for player in shown if player in counts.field.waiting],
        "queue": waiting_list(shown),
        "several_at": at,
        "several": sum(player.checked_in_at == at for player in expected) if at and may_edit else 0,
        "is_only_match": bool(narrowed.text) and len(shown) == 1,
        "counts": counts,
        "may_edit": may_edit,
        **result,
    }
    return render(request, "players/check_in.html#list" if request.htmx else "players/check_in.html", context)


@staff_page("run_event")
@require_POST
def check_in_all(request: TournamentRequest) -> HttpResponse:
    """Check everybody in, undo that, or reset the check-in."""
    tournament, act = request.tournament, Act(by=request.user, at=timezone.now())
    page = reverse("check_in", args=[tournament.slug])
    if "undo" in request.POST:
        at = _moment(request.POST["undo"])
        changed = actions.undo_check_in_all(tournament=tournament, at=at, act=act) if at else 0
        undone = ngettext("Check-in of {count} player undone.", "Check-in of {count} players undone.", changed)
        messages.success(request, undone.format(count=changed) if changed else _("That check-in is already undone."))
    elif request.POST.get("present") == "yes":
        if actions.check_in_all(tournament=tournament, act=act):
            return redirect(f"{page}?{urlencode({'at': act.at.isoformat()})}")
        messages.success(request, _("Everybody is already checked in."))
    else:
        changed = actions.check_in_all(tournament=tournament, act=act, present=False)
        text = ngettext("Check-in reset for {count} player.", "Check-in reset for {count} players.", changed)
        messages.success(request, text.format(count=changed))
    return redirect(page)
