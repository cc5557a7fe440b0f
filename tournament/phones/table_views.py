"""The page of a table: clock, players, the draw of the winds, a referee, the sheet. Nobody is signed in."""

import json
from collections.abc import Callable
from secrets import randbelow
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from scoring.draw import TraditionalDraw, read_row
from scoring.messages import Message
from scoring.rules.values import SeatDraw
from scoring.sentences.draw import draw_instructions, draw_steps
from tournament.core.audit import Act
from tournament.core.devices import device_of
from tournament.core.messages import Refused
from tournament.core.models import Hanchan, Tournament
from tournament.core.requests import TournamentRequest, parse_int
from tournament.core.roles import public_page
from tournament.hanchan.clock_display import clock_display
from tournament.phones.entrance import by_badge, kept_secret, wrong_code
from tournament.phones.forms import TableDrawForm
from tournament.phones.links import is_card_token
from tournament.phones.queries import personal_page
from tournament.phones.table_page import HallTable, TableEntrance, table_page
from tournament.players.badges.links import personal_token
from tournament.players.models import Player
from tournament.results.calls.actions import call_referee
from tournament.results.wind_draw_models import DrawWay
from tournament.results.wind_draws import actions
from tournament.signatures.links import table_token


@public_page
@never_cache
def public_table(request: TournamentRequest, table: int) -> HttpResponse:
    """The table as everybody may read it, without a button."""
    return _answer(request, TableEntrance(table))


def table_card(request: TournamentRequest, slug: str, table: int, token: str) -> HttpResponse:
    """The table for whoever scanned the code on its sign."""
    tournament = get_object_or_404(Tournament, slug=slug)
    if not is_card_token(token, tournament, table):
        return wrong_code(request)
    return kept_secret(public_page(_card)(request, slug, table))


def _card(request: TournamentRequest, table: int) -> HttpResponse:
    return _answer(request, TableEntrance(table, may_act=True))


@by_badge
def personal_table(request: TournamentRequest, player: Player) -> HttpResponse:
    """Open the table at which the player of the badge sits now or next; without one, the player's own page."""
    if not player.tournament.is_public:
        raise Http404
    now = personal_page(player).now
    if now is None or now.place.table is None or now.place.away:
        return redirect("personal_page", personal_token(player))
    return _answer(request, TableEntrance(now.place.table, player, may_act=True))


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
    form = TableDrawForm(request.POST, page.draw.players if page.draw else ())
    step = STEPS.get(request.POST.get("do", ""))
    is_script = "script" in request.POST
    try:
        if step is None or (page.draw is None and step is not _call):
            raise Http404
        step(request, entrance, hanchan, form, act)
    except _Unfilled:
        return _render(request, entrance, page, form=form, status=422)
    except Refused as refused:
        if is_script:
            return HttpResponse(refused.message, status=refused.status, content_type="text/plain; charset=utf-8")
        again = table_page(request.tournament, entrance)
        return _render(request, entrance, again, form=form, refused=refused, status=refused.status)
    return HttpResponse(status=204) if is_script else redirect(request.path)


class _Unfilled(Exception):
    """The form of the draw has errors."""


def _call(request: HttpRequest, entrance: TableEntrance, hanchan: Hanchan, form: TableDrawForm, act: Act) -> None:
    call_referee(tournament=hanchan.tournament, hanchan=hanchan, table=entrance.table, act=act)


def _presser(request: HttpRequest, entrance: TableEntrance, form: TableDrawForm) -> Player:
    """Return the player whose tile is pressed: with a badge its owner, with the code of the table anybody there."""
    player = form.players.get(parse_int(request.POST.get("player", "")) or 0)
    if player is None or entrance.player not in (None, player):
        raise Refused.of("not-your-tile", _("Press your own tile."))
    return player


def _press(request: HttpRequest, entrance: TableEntrance, hanchan: Hanchan, form: TableDrawForm, act: Act) -> None:
    player, bound_to = _presser(request, entrance, form), request.POST.get("fingerprint", "")
    sent, table = request.POST.get("press"), entrance.table
    if sent is None:
        actions.press_for(hanchan=hanchan, table=table, player=player, bound_to=bound_to, random=randbelow, act=act)
    else:
        actions.press_tile(hanchan=hanchan, table=table, player=player, sent=sent, bound_to=bound_to)


def _number(request: HttpRequest, entrance: TableEntrance, hanchan: Hanchan, form: TableDrawForm, act: Act) -> None:
    player, number = _presser(request, entrance, form), request.POST.get("number", "")
    bound_to = request.POST.get("fingerprint", "")
    actions.send_number(hanchan=hanchan, table=entrance.table, player=player, number=number, bound_to=bound_to, act=act)


def _restart(request: HttpRequest, entrance: TableEntrance, hanchan: Hanchan, form: TableDrawForm, act: Act) -> None:
    bound_to = request.POST.get("fingerprint", "")
    actions.break_off(hanchan=hanchan, table=entrance.table, bound_to=bound_to, act=act)


def _direct(request: HttpRequest, entrance: TableEntrance, hanchan: Hanchan, form: TableDrawForm, act: Act) -> None:
    actions.draw_directly(hanchan=hanchan, table=entrance.table, random=randbelow, act=act)


def _traditional(
    request: HttpRequest, entrance: TableEntrance, hanchan: Hanchan, form: TableDrawForm, act: Act
) -> None:
    if not form.is_valid() or form.draw is None:
        raise _Unfilled
    actions.draw_traditionally(hanchan=hanchan, table=entrance.table, draw=form.draw, seats=form.seats, act=act)


STEPS: dict[str, Callable[[HttpRequest, TableEntrance, Hanchan, TableDrawForm, Act], None]] = {
    "call": _call,
    "press": _press,
    "number": _number,
    "restart": _restart,
    "direct": _direct,
    "traditional": _traditional,
}


def _render(
    request: TournamentRequest,
    entrance: TableEntrance,
    page: HallTable,
    *,
    form: TableDrawForm | None = None,
    live: bool = False,
    status: int = 200,
    **extra: Any,
) -> HttpResponse:
    tournament, hanchan, draw = request.tournament, page.hanchan, page.draw
    rules = tournament.ruleset
    is_open = draw is not None and draw.draw is None and entrance.may_act
    context = {
        "tab": "",
        "entrance": entrance,
        "page": page,
        "hanchan": hanchan,
        "draw": draw,
        "clock": clock_display(hanchan, timezone.now(), rules.time) if hanchan and page.seats else None,
        "sheet": _sheet_address(tournament, hanchan, entrance) if entrance.may_act and page.is_playing else "",
        "own_page": reverse("personal_page", args=[personal_token(entrance.player)]) if entrance.player else "",
        "instructions": draw_instructions(rules.seat_draw, rules.players) if is_open else (),
        "form": (form or TableDrawForm(None, draw.players))
        if draw and is_open and rules.seat_draw is SeatDraw.TRADITIONAL and rules.players == 4
        else None,
        "steps": _steps(page),
        "seats_sentence": _seats_sentence(page, rules.players),
        "record": _record(page),
        "form_sent": form is not None and form.is_bound and request.POST.get("do") == "traditional",
    }
    template = "phones/table.html#live" if live else "phones/table.html"
    return render(request, template, context | extra, status=status)


def _steps(page: HallTable) -> tuple[Message, ...]:
    """The steps of a draw with tiles and dice, with the names of the players."""
    if page.draw is None or page.draw.draw is None or page.draw.draw.way != DrawWay.TRADITIONAL:
        return ()
    known = page.draw.draw.proof
    labels = {player.number: player.label for player in page.draw.players}
    names = [labels.get(number, str(number)) for number in known["seats"]]
    return draw_steps(TraditionalDraw(read_row(known["row"].split()), tuple(known["rolls"])), names)


def _seats_sentence(page: HallTable, players: int) -> Message | None:
    """Return a sentence about the seats after a draw without dice."""
    if page.draw is None or page.draw.draw is None or page.draw.draw.way == DrawWay.TRADITIONAL:
        return None
    return draw_instructions(SeatDraw.DIRECT, players)[-1]


def _record(page: HallTable) -> str:
    """The joint draw as JSON for the script that recomputes it; "" for none."""
    if page.draw is None or page.draw.draw is None or page.draw.draw.way != DrawWay.JOINT:
        return ""
    return json.dumps(page.draw.draw.published)


def _sheet_address(tournament: Tournament, hanchan: Hanchan | None, entrance: TableEntrance) -> str:
    """The page on which the players of the table type and sign their sheet; "" where the desk types."""
    if hanchan is None or not tournament.players_sign:
        return ""
    token = table_token(tournament, hanchan.number, entrance.table)
    address = reverse("table_sheet", args=[tournament.slug, hanchan.number, entrance.table, token])
    return f"{address}?me={entrance.player.pk}" if entrance.player else address
