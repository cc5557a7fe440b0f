"""The pages to withdraw, reinstate, disqualify or delete a player, with a reason."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from tournament.core.audit import Act
from tournament.core.messages import Refused, put_on
from tournament.core.requests import TournamentRequest
from tournament.core.roles import may, staff_page
from tournament.players import actions
from tournament.players.forms import ReasonForm
from tournament.players.models import Player, PlayerStatus
from tournament.players.queries import (
    has_seat_to_fill,
    is_disqualified_by_penalty,
    is_seated,
    places_of,
    players_of,
    traces,
)
from tournament.players.views import find


@dataclass(frozen=True)
class StatusChange:
    """A change of a player's status: the right it needs, its texts and its action."""

    right: str
    title: Any
    explains: Any
    button: Any
    done: Any
    verb: Callable[..., Any]
    is_grave: bool = False


ACTS = {
    "withdraw": StatusChange(
        "run_event",
        _("Withdraw {name}"),
        _("The player leaves the tournament. Results so far stay; the player gets no more seats."),
        _("Withdraw"),
        _("{name} is withdrawn."),
        actions.withdraw,
    ),
    "queue": StatusChange(
        "run_event",
        _("Move {name} to the waiting list"),
        _("The player gives up the place and goes to the end of the waiting list."),
        _("Move to the waiting list"),
        _("{name} is on the waiting list."),
        actions.queue,
    ),
    "place": StatusChange(
        "run_event",
        _("Give {name} a place"),
        _("The player leaves the waiting list and plays."),
        _("Give a place"),
        _("{name} has a place."),
        actions.give_place,
    ),
    "decline": StatusChange(
        "run_event",
        _("{name} declines"),
        _("The player does not come. The place is free, and the waiting list shows who is next."),
        _("Record as declined"),
        _("{name} has declined."),
        actions.decline,
    ),
    "reinstate": StatusChange(
        "run_event",
        _("Reinstate {name}"),
        _("The player is back in the tournament and can be seated."),
        _("Reinstate"),
        _("{name} is reinstated."),
        actions.reinstate,
    ),
    "disqualify": StatusChange(
        "give_penalty",
        _("Disqualify {name}"),
        _("The player can no longer play and is not ranked. The results of their opponents stay."),
        _("Disqualify"),
        _("{name} is disqualified."),
        actions.disqualify,
        is_grave=True,
    ),
    "delete": StatusChange(
        "run_event",
        _("Delete {name}"),
        _("The player is removed from the list; the history keeps a record."),
        _("Delete"),
        _("{name} is deleted."),
        actions.delete_player,
        is_grave=True,
    ),
}
LEAVING = ("withdraw", "disqualify")
FREEING = ("withdraw", "decline", "queue", "delete")


@staff_page("work_at")
def player_act(request: TournamentRequest, number: int, act: str) -> HttpResponse:
    """Ask for confirmation, then do it."""
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
            known.verb(player=player, act=Act(by=request.user, at=timezone.now(), reason=form.cleaned_data["reason"]))
        except Refused as refused:
            put_on(form, refused)
        else:
            messages.success(request, _result(request, player, act, known.done.format(name=player.label)))
            to_duplicates = request.GET.get("back") == "duplicates"
            return redirect("players_duplicates" if to_duplicates else "players", request.tournament.slug)
    context = {
        "nav": "players",
        "player": player,
        "act": act,
        "form": form,
        "title": known.title.format(name=player.label),
        "explains": known.explains,
        "button": known.button,
        "is_grave": known.is_grave,
        "traces": traces(player) if act == "delete" else [],
        "is_seated": act in LEAVING and is_seated(request.tournament),
    }
    return render(request, "players/act.html", context, status=422 if request.method == "POST" else 200)


def _result(request: TournamentRequest, player: Player, act: str, done: str) -> str:
    """The success message, with a link to the repair when a seat is left empty."""
    if act in FREEING and may(request, "run_event") and not has_seat_to_fill(player):
        return _next_in_line(request, done)
    if act not in LEAVING or not may(request, "run_event") or not has_seat_to_fill(player):
        return done
    address = reverse("seating_repair", args=[player.tournament.slug]) + f"?what=leave&who={player.number}"
    return format_html('{} <a href="{}">{}</a>', done, address, gettext("Fill the empty seat"))


def _next_in_line(request: TournamentRequest, done: str) -> str:
    """The success message; with the name of who is next when that freed a place. Nobody gets one unasked."""
    places = places_of(request.tournament, players_of(request.tournament))
    if not places.next or places.capacity is None:
        return done
    address = reverse("registrations", args=[request.tournament.slug])
    offer = gettext("A place is free. Next on the waiting list: {name}").format(name=places.next[0].name)
    return format_html('{} <a href="{}">{}</a>', done, address, offer)


def _refuse_lifting_a_penalty(player: Player, lifts: bool) -> None:
    if lifts and is_disqualified_by_penalty(player):
        raise Refused.of(
            "penalty-disqualifies",
            gettext_noop("{name} was disqualified by a penalty. Cancel it on the “Penalties” page."),
            name=player.label,
        )
