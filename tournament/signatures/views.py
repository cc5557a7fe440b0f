"""The sheet of one table on a player's phone: typing it, signing it. Nobody is signed in; the address lets in."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from scoring.points import type_back
from tournament.core.audit import Act
from tournament.core.devices import device_of
from tournament.core.messages import Refused
from tournament.core.models import Tournament
from tournament.core.requests import TournamentRequest, parse_int
from tournament.core.roles import staff_page
from tournament.desk.pages import OpenTable, hanchan_or_404, open_table
from tournament.desk.scored_sheets import scored_lines
from tournament.desk.sheet_preview import SheetPreview
from tournament.desk.views import UNIT_WORDS, sheet_form
from tournament.players.models import Player
from tournament.results.sheets import actions, agreement
from tournament.results.sheets.checks import check_playing
from tournament.seats.queries import lineup
from tournament.signatures.forms import SignerForm
from tournament.signatures.links import is_table_token, table_address
from tournament.staff.qr_codes import qr_svg

EXAMPLE = 25_300  # points


@never_cache
def table_sheet(request: TournamentRequest, slug: str, number: int, table: int, token: str) -> HttpResponse:
    """Type the table's sheet, or sign what another player of the table has typed."""
    request.tournament = get_object_or_404(Tournament, slug=slug)
    if not is_table_token(token, request.tournament, number, table):
        raise Http404
    opened = open_table(request, number, table)
    if request.method == "POST" and request.tournament.players_sign:
        return (_sign if "sign" in request.POST else _type)(request, opened)
    return _page(request, opened)


@staff_page("work_at")
def table_link(request: TournamentRequest, number: int, table: int) -> HttpResponse:
    """Show the table's address to a player whose paper has no QR code."""
    if table not in lineup(request.tournament, hanchan_or_404(request, number).number):
        raise Http404
    address = table_address(request, request.tournament, number, table)
    context = {"nav": "sheets", "number": number, "table": table, "address": address, "qr": qr_svg(address)}
    return render(request, "signatures/table_link.html", context)


def _type(request: TournamentRequest, opened: OpenTable) -> HttpResponse:
    look = SheetPreview(sheet_form(opened, request.POST), finished=True)
    signer = SignerForm(request.POST, opened.places)
    if not signer.is_valid() or not look.is_right or look.errors:
        return _page(request, opened, 422, look=look, signer=signer)

    def write(player: Player, act: Act) -> None:
        actions.enter(
            hanchan=opened.hanchan,
            table=opened.table,
            typed=look.form.typed_sheet(),
            confirmed_warnings=look.is_confirmed,
            player=player,
            act=act,
        )

    return _done(request, opened, signer, write, look=look)


def _sign(request: TournamentRequest, opened: OpenTable) -> HttpResponse:
    signer = SignerForm(request.POST, opened.places)
    if not signer.is_valid():
        return _page(request, opened, 422, signer=signer)

    def write(player: Player, act: Act) -> None:
        agreement.sign(hanchan=opened.hanchan, table=opened.table, player=player, act=act)

    return _done(request, opened, signer, write)


def _done(
    request: TournamentRequest,
    opened: OpenTable,
    signer: SignerForm,
    write: Callable[[Player, Act], None],
    **typed: SheetPreview,
) -> HttpResponse:
    """Write for the player and show what became of the sheet, or the page again with the reason against it."""
    player = signer.signer
    act = Act(
        by=None,
        at=timezone.now(),
        name=str(player),
        phone=device_of(request),
        submission=typed["look"].form.cleaned_data["submission"] if typed else None,
        base=parse_int(request.POST.get("base_version", "")),
    )
    try:
        write(player, act)
    except Refused as refused:
        again = open_table(request, opened.hanchan.number, opened.table)
        unseen = [one for one in refused.messages if not typed or one not in typed["look"].problems]
        return _page(request, again, refused.status, signer=signer, refused=refused, unseen=unseen, **typed)
    return redirect(f"{request.path}?me={player.pk}")


def _page(request: TournamentRequest, opened: OpenTable, status: int = 200, **extra: Any) -> HttpResponse:
    """What the table's sheet waits for."""
    step, about = _step(request, opened, typing="look" in extra)
    me = parse_int(request.GET.get("me", ""))
    context = {
        "hanchan": opened.hanchan,
        "table": opened.table,
        "step": f"signatures/{step}.html",
        "me": next((place.player for place in opened.places if place.player.pk == me), None),
        "unit_words": UNIT_WORDS[request.tournament.unit],
        "example": EXAMPLE,
        "example_typed": type_back(EXAMPLE, request.tournament.unit),
    }
    return render(request, "signatures/table.html", context | about | extra, status=status)


def _step(request: TournamentRequest, opened: OpenTable, *, typing: bool) -> tuple[str, dict[str, Any]]:
    """The template of the page's part, and what it shows."""
    if not request.tournament.players_sign:
        return "desk_types", {}
    if opened.accepted:
        return "counts", {"version": opened.accepted}
    try:
        check_playing(opened.hanchan)
    except Refused as refused:
        return "not_played", {"refused": refused}
    if len(opened.readings) > 1:
        return "differs", {}
    if opened.readings and not typing and "type" not in request.GET:
        version = opened.readings[0]
        lines = scored_lines(version, request.tournament.ruleset, opened.places)
        signer = SignerForm(None, opened.places, without=version.entered_player)
        return "signature", {"version": version, "lines": lines, "signer": signer}
    return "entry", {
        "look": SheetPreview(sheet_form(opened), finished=False),
        "signer": SignerForm(None, opened.places),
    }
