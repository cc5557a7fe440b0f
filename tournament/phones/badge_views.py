"""The organiser's pages of codes: personal links, and the codes on the tables' signs."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.requests import TournamentRequest, parse_int
from tournament.core.roles import staff_page
from tournament.phones.actions import renew_table_codes
from tournament.phones.links import card_address, door_address, personal_address
from tournament.players.badges import actions
from tournament.players.models import NEVER_PLACED
from tournament.players.name_order import name_key
from tournament.seats.queries import lineups
from tournament.staff.qr_codes import qr_svg


@staff_page("run_event")
def badge_links(request: TournamentRequest) -> HttpResponse:
    """Everybody's link, without showing it; a POST renews all."""
    tournament = request.tournament
    if request.method == "POST":
        act = Act(by=request.user, at=timezone.now(), base=parse_int(request.POST.get("seen", "")))
        try:
            actions.renew_all(tournament=tournament, act=act)
        except Refused as refused:
            messages.error(request, refused.message)
        else:
            messages.success(request, _("All personal links are new. Print the badges again."))
        return redirect("badge_links", tournament.slug)
    players = tournament.players.exclude(status__in=NEVER_PLACED).order_by("number")
    context = {"nav": "print", "players": sorted(players, key=name_key)}
    return render(request, "phones/badge_links.html", context)


@staff_page("run_event")
def badge_link(request: TournamentRequest, number: int) -> HttpResponse:
    """The link of one player with its QR code; a POST renews or revokes it."""
    player = get_object_or_404(request.tournament.players, number=number)
    player.tournament = request.tournament
    if request.method == "POST":
        act = Act(by=request.user, at=timezone.now(), base=parse_int(request.POST.get("seen", "")))
        try:
            if request.POST.get("do") == "revoke":
                actions.revoke(player=player, act=act)
                messages.success(request, _("The link of {name} is revoked.").format(name=player.label))
            else:
                actions.renew(player=player, act=act)
                messages.success(request, _("{name} has a new link.").format(name=player.label))
        except Refused as refused:
            messages.error(request, refused.message)
        return redirect("badge_link", request.tournament.slug, number)
    address = personal_address(request, player)
    context = {"nav": "print", "player": player, "address": address, "qr": qr_svg(address) if address else ""}
    return render(request, "phones/badge_link.html", context)


@staff_page("run_event")
def table_codes(request: TournamentRequest) -> HttpResponse:
    """The code of every table, large enough to print as a sign; a POST renews all."""
    tournament = request.tournament
    if request.method == "POST":
        act = Act(by=request.user, at=timezone.now(), base=parse_int(request.POST.get("seen", "")))
        try:
            renew_table_codes(tournament=tournament, act=act)
        except Refused as refused:
            messages.error(request, refused.message)
        else:
            messages.success(request, _("All tables have new codes. Print the signs again."))
        return redirect("table_codes", tournament.slug)
    seated = {table for tables in lineups(tournament).values() for table in tables}
    tables = range(1, max(tournament.table_count or 0, *seated, 0) + 1)
    codes = [(table, qr_svg(card_address(request, tournament, table))) for table in tables]
    context = {"nav": "print", "codes": codes, "door": qr_svg(door_address(request, tournament))}
    return render(request, "phones/table_codes.html", context)
