"""The sheet of one table on a player's phone: typing it, signing it. Nobody is signed in; the address lets in.

The code of the table lets anybody there type; to sign takes the player's own link.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from scoring.game import Table
from scoring.points import type_back
from tournament.core.audit import Act
from tournament.core.devices import device_of, with_phone
from tournament.core.messages import Refused
from tournament.core.models import Tournament
from tournament.core.requests import TournamentRequest, parse_int
from tournament.core.roles import staff_page, way_there
from tournament.desk.forms import SheetForm
from tournament.desk.pages import hanchan_or_404, open_table
from tournament.desk.scored_sheets import scored_lines
from tournament.desk.sheet_preview import SheetPreview
from tournament.desk.signatures.forms import TypistForm
from tournament.desk.signatures.links import is_table_token, table_address
from tournament.desk.views import UNIT_WORDS
from tournament.players.models import Player
from tournament.results.models import SheetVersion
from tournament.results.sheets import actions, agreement
from tournament.results.sheets.checks import check_playing, typed_sheet
from tournament.results.sheets.queries import OpenTable
from tournament.seats.queries import lineup
from tournament.staff.qr_codes import qr_svg
from tournament.standings.league_table import game_shift
from tournament.standings.queries import inputs_of

EXAMPLE = 25_300  # points


@dataclass(frozen=True, slots=True)
class SheetEntrance:
    """The visitor of a table's sheet: anybody by the table's code, or `player` by the token of their own link. `others`
    is an address that the other players of a game open on their phones, `following` that of the next game."""

    badge: str = ""
    player: Player | None = None
    others: str = ""
    following: str = ""


@never_cache
@with_phone
def table_sheet(request: TournamentRequest, slug: str, number: int, table: int, token: str) -> HttpResponse:
    """Type the table's sheet, for whoever has its code."""
    request.tournament = get_object_or_404(Tournament, slug=slug)
    if not is_table_token(token, request.tournament, number, table):
        raise Http404
    return way_there(request, request.tournament) or own_sheet(request, number, table, SheetEntrance())


def own_sheet(request: TournamentRequest, number: int, table: int, entrance: SheetEntrance) -> HttpResponse:
    """Type the table's sheet, or sign what another player of the table has typed."""
    opened = open_table(request, number, table)
    if request.method == "POST" and request.tournament.players_sign:
        return (_sign if "sign" in request.POST else _type)(request, opened, entrance)
    return _page(request, opened, entrance)


@staff_page("work_at")
def table_link(request: TournamentRequest, number: int, table: int) -> HttpResponse:
    """Show the table's address to a player whose paper has no QR code."""
    if table not in lineup(request.tournament, hanchan_or_404(request, number).number):
        raise Http404
    address = table_address(request, request.tournament, number, table)
    context = {"nav": "sheets", "number": number, "table": table, "address": address, "qr": qr_svg(address)}
    return render(request, "desk/signatures/table_link.html", context)


def _type(request: TournamentRequest, opened: OpenTable, entrance: SheetEntrance) -> HttpResponse:
    look = SheetPreview(SheetForm.of(opened, request.POST), finished=True)
    typist = TypistForm(request.POST, opened.places)
    if not (entrance.player or typist.is_valid()) or not look.is_right or look.errors:
        return _page(request, opened, entrance, 422, look=look, typist=typist)
    player = entrance.player or typist.typist

    def write(act: Act) -> None:
        actions.enter(
            hanchan=opened.hanchan,
            table=opened.table,
            typed=look.form.typed_sheet(),
            confirmed_warnings=look.is_confirmed,
            player=player,
            badge=entrance.badge,
            act=act,
        )

    return _done(request, opened, entrance, player, write, look=look, typist=typist)


def _sign(request: TournamentRequest, opened: OpenTable, entrance: SheetEntrance) -> HttpResponse:
    def write(act: Act) -> None:
        agreement.sign(hanchan=opened.hanchan, table=opened.table, badge=entrance.badge, act=act)

    return _done(request, opened, entrance, entrance.player, write)


def _done(
    request: TournamentRequest,
    opened: OpenTable,
    entrance: SheetEntrance,
    player: Player | None,
    write: Callable[[Act], None],
    **typed: Any,
) -> HttpResponse:
    """Write for the player and show what became of the sheet, or the page again with the reason against it."""
    act = Act(
        by=None,
        at=timezone.now(),
        name=str(player or ""),
        phone=device_of(request),
        submission=typed["look"].form.cleaned_data["submission"] if typed else None,
        base=parse_int(request.POST.get("base_version", "")),
    )
    try:
        write(act)
    except Refused as refused:
        again = open_table(request, opened.hanchan.number, opened.table)
        unseen = [one for one in refused.messages if not typed or one not in typed["look"].problems]
        return _page(request, again, entrance, refused.status, refused=refused, unseen=unseen, **typed)
    return redirect(f"{request.path}?me={player.pk if player else ''}")


def _page(
    request: TournamentRequest, opened: OpenTable, entrance: SheetEntrance, status: int = 200, **extra: Any
) -> HttpResponse:
    """Show the step that the table's sheet waits for."""
    step, about = _step(request, opened, entrance, typing="look" in extra)
    me = parse_int(request.GET.get("me", ""))
    chosen = next((place.player for place in opened.places if place.player.pk == me), None)
    context = {
        "hanchan": opened.hanchan,
        "table": opened.table,
        "step": f"desk/signatures/{step}.html",
        "me": entrance.player or chosen,
        "entrance": entrance,
        "unit_words": UNIT_WORDS[request.tournament.unit],
        "example": EXAMPLE,
        "example_typed": type_back(EXAMPLE, request.tournament.unit),
    }
    return render(request, "desk/signatures/table.html", context | about | extra, status=status)


def _of_a_league(
    request: TournamentRequest, opened: OpenTable, version: SheetVersion, entrance: SheetEntrance, player: Player
) -> dict[str, object]:
    """Return the effect of signing on the player's own row, and the QR code that the others scan."""
    typed = typed_sheet(version)
    game = Table(opened.hanchan.number, opened.table, typed.lines, typed.deposits)
    others = [place for place in opened.places if place.player != version.entered_player]
    return {
        "own": game_shift(request.tournament, inputs_of(request.tournament, public=True), game, player.pk),
        "others": [place.player for place in others],
        "qr": qr_svg(entrance.others) if entrance.others else "",
    }


def _step(
    request: TournamentRequest, opened: OpenTable, entrance: SheetEntrance, *, typing: bool
) -> tuple[str, dict[str, object]]:
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
        is_typist = entrance.player is not None and version.is_by(None, entrance.player)
        is_here = agreement.is_typed_on(version, device_of(request))
        may_sign = entrance.player is not None and not is_typist and not is_here
        about = {"version": version, "lines": lines, "is_here": is_here, "may_sign": may_sign}
        if request.tournament.is_league and entrance.player:
            about |= _of_a_league(request, opened, version, entrance, entrance.player)
        return "signature", about
    return "entry", {
        "look": SheetPreview(SheetForm.of(opened), finished=False),
        "typist": TypistForm(None, opened.places),
    }
