"""The pages of one player: the fields, and to withdraw, reinstate, disqualify or delete somebody, with a reason.

Once there are results, a change of who counts shows the standings before and after; where results are out it asks for
the password.
"""

from collections.abc import Callable
from dataclasses import dataclass

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
from tournament.core.messages import Conflict, Refused, Text, put_on
from tournament.core.requests import TournamentRequest
from tournament.core.roles import may, staff_page
from tournament.players import actions
from tournament.players.checks import tidied
from tournament.players.duplicates.queries import told_apart
from tournament.players.forms import CountsForm, PlayerForm, ReasonForm
from tournament.players.models import COUNTING, Player, PlayerStatus
from tournament.players.queries import (
    has_seat_to_fill,
    is_disqualified_by_penalty,
    is_seated,
    places_of,
    players_of,
    similar_players,
    sits_out,
    takes_part,
    traces,
)
from tournament.players.views import find
from tournament.staff.password_again import check_password_again
from tournament.standings.correction import Correction
from tournament.standings.entrant_changes import change_of, next_hanchan, shown_change, status_change
from tournament.standings.queries import has_issued


@dataclass(frozen=True)
class StatusChange:
    """A change of a player's status: the right it needs, its texts and its action."""

    right: str
    title: Text
    explains: object
    button: object
    done: Text
    verb: Callable[..., object]
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
STATUSES = {
    "withdraw": PlayerStatus.WITHDRAWN,
    "disqualify": PlayerStatus.DISQUALIFIED,
    "reinstate": PlayerStatus.PLAYING,
}
"""The acts that change who counts once there are results."""
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
    effect = status_change(request.tournament, {player.pk: STATUSES[act]}) if act in STATUSES else None
    needed = lifts or act == "disqualify" or effect is not None
    form = ReasonForm(request.POST if request.method == "POST" else None, needed=needed)
    if request.method == "POST" and form.is_valid():
        try:
            _refuse_lifting_a_penalty(player, lifts)
            _ask_password(request, effect)
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
        "is_seated": act in LEAVING and is_seated(request.tournament) and not request.tournament.is_league,
        **shown_change(effect, request.tournament),
    }
    return render(request, "players/act.html", context, status=422 if request.method == "POST" else 200)


def _ask_password(request: TournamentRequest, effect: Correction | None) -> None:
    if effect and has_issued(request.tournament):
        check_password_again(request, timezone.now())


def _result(request: TournamentRequest, player: Player, act: str, done: str) -> str:
    """The success message, with a link to the repair when a seat is left empty."""
    if act in FREEING and may(request, "run_event") and not has_seat_to_fill(player):
        return _next_in_line(request, done)
    if act not in LEAVING or not may(request, "run_event") or not has_seat_to_fill(player):
        return done
    address = reverse("seating_change", args=[player.tournament.slug]) + f"?what=missing&who={player.number}"
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


@staff_page("work_at")
def player_edit(request: TournamentRequest, number: int) -> HttpResponse:
    """One player: the fields and further actions. What changes the standings is shown before it is saved."""
    player = find(request, number)
    form = PlayerForm(request.POST if request.method == "POST" else None, instance=player)
    if request.method != "POST":
        return _player_page(request, player, form, 200)
    if not may(request, "run_event"):
        raise PermissionDenied("run_event")
    if not form.is_valid():
        return _player_page(request, player, form, 422)
    stored = find(request, number)
    counting = {name: value for name, value in tidied(form.values()).items() if name in COUNTING}
    changes = {name: value for name, value in counting.items() if value != getattr(stored, name)}
    becomes_ranked = stored.is_substitute and changes.get("is_substitute") is False
    ranked = CountsForm(request.POST, needed=becomes_ranked, proposed=next_hanchan(request.tournament))
    for name, value in changes.items():
        setattr(stored, name, value)
    stored.counts_from = ranked.first if ranked.needed else stored.counts_from
    effect = change_of(stored) if changes else None
    if effect and not ranked.is_valid():
        status = 422 if ranked.is_bound else 200
        return _counting_page(request, player, form, ranked, effect, status=status)
    try:
        _ask_password(request, effect)
        reason = ranked.cleaned_data["reason"] if effect else ""
        changed = actions.edit_player(
            player=player,
            act=Act(by=request.user, at=timezone.now(), reason=reason),
            seen=form.cleaned_data["seen"],
            namesake=form.cleaned_data["namesake"],
            counts_from=ranked.first if ranked.needed else None,
            **form.values(),
        )
    except Conflict as conflict:
        return _meanwhile(request, number, conflict)
    except Refused as refused:
        if effect and refused.field not in form.fields:
            put_on(ranked, refused)
            return _counting_page(request, player, form, ranked, effect, status=refused.status)
        put_on(form, refused)
        return _player_page(request, player, form, 422)
    messages.success(request, gettext("{name} saved.").format(name=changed.label))
    return redirect("players", request.tournament.slug)


def _counting_page(
    request: TournamentRequest, player: Player, form: PlayerForm, ranked: CountsForm, effect: Correction, *, status: int
) -> HttpResponse:
    """The standings before and after, with everything that was typed."""
    context = {
        "nav": "players",
        "player": player,
        "form": form,
        "ranked": ranked,
        **shown_change(effect, request.tournament),
    }
    return render(request, "players/counting.html", context, status=status)


def _meanwhile(request: TournamentRequest, number: int, conflict: Conflict) -> HttpResponse:
    """The current player, with the entries still in the fields."""
    player = find(request, number)
    typed = request.POST.copy()
    typed["seen"] = player.stamp
    form = PlayerForm(typed, instance=player)
    form.is_valid()
    form.add_error(None, conflict.message)
    return _player_page(request, player, form, 409)


def _player_page(request: TournamentRequest, player: Player, form: PlayerForm, status: int) -> HttpResponse:
    apart = [pair for pair in told_apart(request.tournament) if player in (pair.first, pair.second)]
    known = {pair.first_id for pair in apart} | {pair.second_id for pair in apart}
    similar = similar_players(player, list(players_of(request.tournament)))
    context = {
        "nav": "players",
        "player": player,
        "form": form,
        "may_edit": may(request, "run_event"),
        "may_disqualify": may(request, "give_penalty"),
        "may_check_in": may(request, "check_in")
        and player.status == PlayerStatus.PLAYING
        and not request.tournament.is_league,
        "traces": traces(player),
        "takes_part": takes_part(player),
        "byes": sits_out(player),
        "similar": [other for other in similar if other.pk not in known],
        "apart": [pair.second if pair.first == player else pair.first for pair in apart],
        "is_seated": is_seated(request.tournament),
    }
    return render(request, "players/player.html", context, status=status)
