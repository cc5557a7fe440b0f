"""Pages on which somebody leaves, is disqualified, comes back or is deleted: asked once, with a reason."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tournament.players import actions
from tournament.players.forms import ReasonForm
from tournament.players.models import Player, PlayerStatus
from tournament.players.queries import has_seat_to_fill, is_disqualified_by_penalty, is_seated, traces
from tournament.players.views import find
from tournament.problems import Refused
from tournament.roles import may, staff_page


@dataclass(frozen=True)
class Act:
    """One thing to do with a player: the right it takes, the words, and the verb."""

    right: str
    title: Any
    explains: Any
    button: Any
    done: Any
    verb: Callable[..., Any]
    is_grave: bool = False


ACTS = {
    "withdraw": Act(
        "run_event", _("Withdraw %(name)s"),
        _("The player leaves the tournament, keeps the tables played and is not seated any more."),
        _("Withdraw"), _("%(name)s is withdrawn."), actions.withdraw,
    ),
    "reinstate": Act(
        "run_event", _("Reinstate %(name)s"), _("The player takes part again and can be seated."),
        _("Reinstate"), _("%(name)s takes part again."), actions.reinstate,
    ),
    "disqualify": Act(
        "give_penalty", _("Disqualify %(name)s"),
        _("The player may not play on and is not listed in the ranking; results against others stand."),
        _("Disqualify"), _("%(name)s is disqualified."), actions.disqualify, is_grave=True,
    ),
    "delete": Act(
        "run_event", _("Delete %(name)s"), _("The entry disappears from the list; the history keeps it."),
        _("Delete"), _("%(name)s is deleted."),
        lambda *, player, by, at, reason: actions.delete_player(player=player, by=by, at=at), is_grave=True,
    ),
}  # fmt: skip
LEAVING = ("withdraw", "disqualify")


@staff_page("work_at")
def player_act(request: HttpRequest, number: int, act: str) -> HttpResponse:
    """Ask once, then do it."""
    player, known = find(request, number), ACTS.get(act)
    if known is None:
        raise Http404
    lifts = act == "reinstate" and player.status == PlayerStatus.DISQUALIFIED
    if not may(request, "give_penalty" if lifts else known.right):
        raise PermissionDenied(known.right)
    form = ReasonForm(request.POST if request.method == "POST" else None, needed=lifts or act == "disqualify")
    if request.method == "POST" and form.is_valid():
        try:
            _refuse_lifting_a_penalty(player, lifts)
            known.verb(player=player, reason=form.cleaned_data["reason"], by=request.user, at=timezone.now())
        except Refused as refused:
            form.add_error(refused.field, refused.message)
        else:
            messages.success(request, _told(request, player, act, known.done % {"name": player.name}))
            return redirect("players", request.tournament.slug)
    context = {
        "nav": "players", "player": player, "act": act, "form": form,
        "title": known.title % {"name": player.name}, "explains": known.explains, "button": known.button,
        "is_grave": known.is_grave, "traces": traces(player) if act == "delete" else [],
        "is_seated": act in LEAVING and is_seated(request.tournament),
    }  # fmt: skip
    return render(request, "players/act.html", context, status=422 if request.method == "POST" else 200)


def _told(request: HttpRequest, player: Player, act: str, done: str) -> str:
    """What was done; who leaves a seat empty is to be replaced, and here is where."""
    if act not in LEAVING or not may(request, "run_event") or not has_seat_to_fill(player):
        return done
    address = reverse("seating_repair", args=[player.tournament.slug]) + f"?what=leave&who={player.number}"
    return format_html('{} <a href="{}">{}</a>', done, address, _now("See what can be done with the seat"))


def _refuse_lifting_a_penalty(player: Player, lifts: bool) -> None:
    if lifts and is_disqualified_by_penalty(player):
        message = _now("A penalty disqualified %(name)s. Cancel that penalty: it is on the penalties page.")
        raise Refused(message % {"name": player.name})
