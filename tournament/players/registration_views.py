"""The page of registrations: places, waiting list, confirmed and paid, new links, and lists to copy."""

from collections.abc import Callable, Sequence

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.requests import TournamentRequest, parse_int
from tournament.core.roles import staff_page
from tournament.core.tables import configure
from tournament.players import actions
from tournament.players.duplicates.queries import likely_duplicates, others_of, told_apart
from tournament.players.models import Player, PlayerStatus
from tournament.players.queries import counts_of, find_player, players_of
from tournament.players.registration.actions import confirm_names, remove_registrations, renew_link, revoke_link
from tournament.players.registration.queries import registered_online
from tournament.players.registration_lists import FIELDS, LISTS, copy_list
from tournament.players.tables import RegistrationTable
from tournament.players.views import find
from tournament.staff.qr_codes import address_for_others, qr_svg
from tournament.translation.formats import enumeration

PER_PAGE = 250

STEPS: dict[str, Callable[..., object]] = {
    "confirm": actions.confirm,
    "unconfirm": lambda **values: actions.confirm(confirmed=False, **values),
    "paid": actions.mark_paid,
    "unpaid": lambda **values: actions.mark_paid(paid=False, **values),
    "place": actions.give_place,
    "revoke": revoke_link,
}
SEVERAL: dict[str, Callable[..., Sequence[Player]]] = {"names": confirm_names, "removal": remove_registrations}
DONE = {"names": gettext_lazy("Public now: {names}."), "removal": gettext_lazy("Removed: {names}.")}


@staff_page("run_event")
def registrations(request: TournamentRequest) -> HttpResponse:
    """Everybody who registered; a POST changes one of them, or moves those beyond the places to the waiting list."""
    if request.method == "POST":
        if request.POST.get("do") == "remove":
            return _ask_removal(request)
        _change(request)
        return redirect(request.get_full_path())
    people = list(players_of(request.tournament))
    places = counts_of(request.tournament, people).places
    listed = [player for player in people if not player.is_substitute and player.status != PlayerStatus.DISQUALIFIED]
    pairs = likely_duplicates(people, told_apart(request.tournament))
    table = RegistrationTable(
        listed,
        slug=request.tournament.slug,
        online=registered_online(request.tournament),
        duplicates=others_of(pairs),
    )
    context = {
        "nav": "players",
        "places": places,
        "pairs": pairs,
        "unlisted": [player for player in people if player.is_unlisted],
        "confirmed": sum(player.confirmed_at is not None for player in places.taken),
        "paid": sum(player.is_paid for player in places.taken),
        "table": configure(table, request, PER_PAGE),
        "copied": copy_list(people, request.GET.get("list", ""), request.GET.get("field", "")),
        "lists": [(name, title) for name, (title, _is_in) in LISTS.items()],
        "fields": FIELDS.items(),
    }
    return render(request, "players/registrations.html", context)


def _change(request: TournamentRequest) -> None:
    step, _dash, number = request.POST.get("do", "").partition("-")
    act = Act(by=request.user, at=timezone.now())
    player = find_player(request.tournament, parse_int(number) or 0)
    try:
        if step == "queue":
            moved = actions.queue_latest(tournament=request.tournament, act=act)
            names = enumeration(player.label for player in moved)
            messages.success(request, _("On the waiting list: {names}.").format(names=names))
        elif step in SEVERAL:
            chosen = SEVERAL[step](tournament=request.tournament, numbers=_chosen(request), act=act)
            messages.success(request, DONE[step].format(names=enumeration(player.label for player in chosen)))
        elif player and step in STEPS:
            player.tournament = request.tournament
            STEPS[step](player=player, act=act)
            messages.success(request, _("{name} saved.").format(name=player.label))
    except Refused as refused:
        messages.error(request, refused.message)


def _chosen(request: TournamentRequest) -> list[int]:
    """The numbers that are ticked; of the button for all, every name that waits."""
    if request.POST["do"] == "names-all":
        return list(request.tournament.players.filter(is_unlisted=True).values_list("number", flat=True))
    _step, _dash, one = request.POST["do"].partition("-")
    return [parse_int(number) or 0 for number in ([one] if one else request.POST.getlist("who"))]


def _ask_removal(request: TournamentRequest) -> HttpResponse:
    """Name who is ticked once more: what is deleted does not come back."""
    numbers = _chosen(request)
    chosen = [player for player in players_of(request.tournament) if player.number in numbers]
    if not chosen:
        messages.error(request, _("Tick the registrations to remove first."))
        return redirect(request.get_full_path())
    return render(request, "players/registrations_remove.html", {"nav": "players", "chosen": chosen})


@staff_page("run_event")
@require_POST
def registration_link(request: TournamentRequest, number: int) -> HttpResponse:
    """Make a new personal link for somebody who lost theirs; the answer shows it once."""
    player = find(request, number)
    act = Act(by=request.user, at=timezone.now())
    try:
        token = renew_link(player=player, act=act, seen=request.POST.get("seen", ""))
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect("registrations", request.tournament.slug)
    address = address_for_others(request, reverse("public_registration", args=[request.tournament.slug, token]))
    context = {"nav": "players", "player": player, "address": address, "qr": qr_svg(address)}
    return render(request, "players/new_link.html", context)
