"""The page of a table: clock, players, the draw of the winds, a referee, the sheet. Nobody is signed in."""

from secrets import randbelow

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from scoring.rules.values import SeatDraw
from scoring.sentences.draw import draw_instructions
from tournament.core.audit import Act
from tournament.core.devices import device_of
from tournament.core.messages import Refused
from tournament.core.models import Hanchan, LastHandAudience, Tournament
from tournament.core.requests import TournamentRequest
from tournament.core.roles import public_page
from tournament.desk.signatures.links import table_token
from tournament.hanchan.clock_display import clock_display
from tournament.hanchan.last_hand.queries import is_shown, public_last_hand
from tournament.phones.entrance import by_badge, kept_secret, wrong_code
from tournament.phones.links import DOOR, card_token, is_card_token
from tournament.phones.queries import table_now
from tournament.phones.table_page import HallTable, TableEntrance, table_page
from tournament.players.badges.links import personal_token
from tournament.players.models import Player
from tournament.results.calls.actions import call_referee
from tournament.results.wind_draws.actions import draw_winds


@public_page
@never_cache
def public_table(request: TournamentRequest, table: int) -> HttpResponse:
    """The table as everybody may read it, without a button."""
    return _answer(request, TableEntrance(table))


def table_card(request: TournamentRequest, slug: str, table: int, token: str) -> HttpResponse:
    """The table for whoever scanned the code on its sign."""
    tournament = get_object_or_404(Tournament, slug=slug)
    if table == DOOR or not is_card_token(token, tournament, table):
        return wrong_code(request)
    return kept_secret(public_page(_card)(request, slug, table))


def _card(request: TournamentRequest, table: int) -> HttpResponse:
    return _answer(request, TableEntrance(table, may_act=True))


@by_badge
def personal_table(request: TournamentRequest, player: Player) -> HttpResponse:
    """Open the table at which the player of the badge sits now or next; without one, the player's own page."""
    if not player.tournament.is_public:
        raise Http404
    table = table_now(player)
    if table is None:
        return redirect("personal_page", personal_token(player))
    return _answer(request, TableEntrance(table, player, may_act=True))


def _answer(request: TournamentRequest, entrance: TableEntrance) -> HttpResponse:
    """Show the table; a POST does what its `do` says, then shows it again."""
    page = table_page(request.tournament, entrance)
    if request.method == "POST" and entrance.may_act and page.hanchan and page.seats:
        return _do(request, entrance, page, page.hanchan)
    since = request.GET.get("since")
    if since == page.mark:
        return HttpResponse(status=204)
    return _render(request, entrance, page, live=since is not None)


def _do(request: TournamentRequest, entrance: TableEntrance, page: HallTable, hanchan: Hanchan) -> HttpResponse:
    name = str(entrance.player or _("table {table}").format(table=entrance.table))
    act = Act(by=None, at=timezone.now(), name=name, phone=device_of(request))
    try:
        match request.POST.get("do"):
            case "call":
                call_referee(tournament=hanchan.tournament, hanchan=hanchan, table=entrance.table, act=act)
            case "draw" if request.tournament.page_draws_winds:
                table, player = entrance.table, entrance.player
                draw_winds(hanchan=hanchan, table=table, player=player, random=randbelow, act=act)
            case _:
                raise Http404
    except Refused as refused:
        again = table_page(request.tournament, entrance)
        return _render(request, entrance, again, refused=refused, status=refused.status)
    return redirect(request.path)


def _render(
    request: TournamentRequest,
    entrance: TableEntrance,
    page: HallTable,
    *,
    live: bool = False,
    status: int = 200,
    **extra: object,
) -> HttpResponse:
    tournament, hanchan = request.tournament, page.hanchan
    rules = tournament.ruleset
    context = {
        "tab": "",
        "entrance": entrance,
        "page": page,
        "hanchan": hanchan,
        "draw": page.draw,
        "clock": clock_display(hanchan, timezone.now(), rules.time) if hanchan and page.seats else None,
        "sheet": _sheet_address(tournament, hanchan, entrance) if entrance.may_act and page.is_playing else "",
        "last_hand": _last_hand_address(tournament, hanchan, entrance) if page.is_playing else "",
        "on_stream": entrance.table == tournament.stream_table,
        "own_page": reverse("personal_page", args=[personal_token(entrance.player)]) if entrance.player else "",
        "instructions": draw_instructions(rules.seat_draw, rules.players),
        "seats_sentence": draw_instructions(SeatDraw.DIRECT, rules.players)[-1],
    }
    template = "phones/table.html#live" if live else "phones/table.html"
    return render(request, template, context | extra, status=status)


def _sheet_address(tournament: Tournament, hanchan: Hanchan | None, entrance: TableEntrance) -> str:
    """The page on which the players of the table type and sign their sheet; "" where the desk types."""
    if hanchan is None or not tournament.players_sign:
        return ""
    if entrance.player:
        return reverse("personal_sheet", args=[personal_token(entrance.player)])
    token = table_token(tournament, hanchan.number, entrance.table)
    return reverse("table_sheet", args=[tournament.slug, hanchan.number, entrance.table, token])


def _last_hand_address(tournament: Tournament, hanchan: Hanchan | None, entrance: TableEntrance) -> str:
    """The page of the table's last hand, on the stream of every hand; "" where none is to come, or who opened the table
    may not see it."""
    if hanchan is None or public_last_hand(tournament, entrance.table) != hanchan:
        return ""
    audience = LastHandAudience.TABLE if entrance.may_act else LastHandAudience.PUBLIC
    if not is_shown(hanchan, audience):
        return ""
    if entrance.player:
        return reverse("personal_last_hand", args=[personal_token(entrance.player)])
    if entrance.may_act:
        token = card_token(tournament, entrance.table)
        return reverse("table_card_last_hand", args=[tournament.slug, entrance.table, token])
    return reverse("public_table_last_hand", args=[tournament.slug, entrance.table])
