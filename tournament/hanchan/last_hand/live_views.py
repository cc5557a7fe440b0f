"""The last hand of a table, live: its all-last sheet, and what each player needs. For phones and for referees.

Of a table on the stream it is every hand: its points as last written."""

from dataclasses import dataclass
from hashlib import blake2s

from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournament.core.audit import Act
from tournament.core.devices import device_of
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Hanchan, LastHandAudience
from tournament.core.requests import TournamentRequest, parse_int
from tournament.core.roles import staff_page
from tournament.hanchan.last_hand.board import LastHandBoard
from tournament.hanchan.last_hand.entry import OF_HAND, AllLastForms, all_last_entry, typed_data
from tournament.hanchan.last_hand.queries import board_at, is_shown
from tournament.players.models import Player
from tournament.results.all_last.actions import enter_all_last, next_hand, repeat_hand
from tournament.results.all_last.queries import all_last_sheets
from tournament.seats.queries import Place, places_at
from tournament.standings.queries import inputs_of
from tournament.standings.visibility import shows_play

PAGE = "hanchan/last_hand/live.html"
ANOTHER_HAND = {"repeat": repeat_hand, "next": next_hand}


@dataclass(frozen=True, slots=True)
class LastHandEntrance:
    """Who opened the last hand of a table: with `may_write` somebody at the table or a referee, else a reader. `player`
    has used their own link, `name` is whoever is not signed in; `back` is the page that they came from."""

    back: str
    player: Player | None = None
    may_write: bool = False
    name: str = ""
    is_staff: bool = False


@staff_page("give_penalty")
def last_hand_live(request: TournamentRequest, number: int, table: int) -> HttpResponse:
    """The last hand of a table, for a referee."""
    hanchan = get_object_or_404(request.tournament.hanchan, number=number)
    hanchan.tournament = request.tournament
    places = places_at(request.tournament, number, table)
    if not places:
        raise Http404
    back = f"{reverse('all_last', args=[request.tournament.slug])}?hanchan={number}&table={table}"
    return last_hand_page(request, hanchan, table, places, LastHandEntrance(back, may_write=True, is_staff=True))


def last_hand_page(
    request: TournamentRequest, hanchan: Hanchan, table: int, places: tuple[Place, ...], entrance: LastHandEntrance
) -> HttpResponse:
    """Show the last hand of a table, with its values where they may be entered; a POST enters them, or says that
    another hand is played. Asked with `?since=` it answers with what everybody reads, 204 where that is the same."""
    tournament, writes = request.tournament, request.method == "POST" and entrance.may_write
    board = board_at(hanchan, table, places, public=not entrance.is_staff)
    if board.is_finished and not entrance.is_staff and not shows_play(inputs_of(tournament), hanchan.number):
        return go_back(request, entrance)  # a result, which is hidden
    mark = _mark(hanchan, board)
    if request.GET.get("since") == mark:
        return HttpResponse(status=204)
    sheet = all_last_sheets(hanchan).filter(table=table).first()
    data = request.POST if writes else typed_data(hanchan, sheet, table, places, request.GET.get("hand", ""))
    entry = all_last_entry(hanchan, table, places, data)
    is_another = writes and request.POST.get("do") in ANOTHER_HAND
    page: dict[str, object] = {
        "seen": (request.POST.get("seen") if writes else None) or (sheet.number if sheet else 0),
        "base": "base_staff.html" if entrance.is_staff else "base_public.html",
        "nav": "sheets",
        "tab": "",
        "entrance": entrance,
        "hanchan": hanchan,
        "table": table,
        "board": board,
        "mark": mark,
        "audience": tournament.last_hand_shown,
        "on_stream": table == tournament.stream_table,
        "is_hidden": not is_shown(hanchan, LastHandAudience.PUBLIC),
        "may_write": entrance.may_write
        and not board.is_finished
        and tournament.shows_last_hand(LastHandAudience.TABLE),
        "sheet": sheet,
        "entry": entry,
        "form": entry.form,
        "where": entry.where,
        "rows": entry.rows,
        "wrong_people": entry.wrong_people,
        "me": entrance.player.number if entrance.player else None,
    }
    if not writes:
        return render(request, f"{PAGE}#live" if "since" in request.GET else PAGE, page)
    if not is_another and entry.form.is_bound and not entry.is_right:
        return render(request, PAGE, page, status=422)
    try:
        if is_another and sheet and page["seen"] == str(sheet.number):
            _check_saved(request.POST, typed_data(hanchan, sheet, table, places))
        _write(request, hanchan, table, entrance, entry)
    except Conflict as conflict:  # the person reads what is there now
        page |= {"refused": conflict, "seen": sheet.number if sheet else 0}
        return render(request, PAGE, page, status=conflict.status)
    except Refused as refused:
        return render(request, PAGE, page | {"refused": refused}, status=refused.status)
    goes_on = is_another or page["on_stream"]  # with what is typed next; else what each needs is to be read
    return redirect(request.path if goes_on else f"{request.path}#live")


def go_back(request: TournamentRequest, entrance: LastHandEntrance) -> HttpResponse:
    """Return to the page that they came from; a part that asks `?since=` is replaced by that whole page."""
    if "since" in request.GET:
        return HttpResponse(headers={"HX-Redirect": entrance.back})
    return redirect(entrance.back)


def _write(
    request: TournamentRequest, hanchan: Hanchan, table: int, entrance: LastHandEntrance, entry: AllLastForms
) -> None:
    act = Act(
        by=request.user if entrance.is_staff else None,
        at=timezone.now(),
        base=parse_int(request.POST.get("seen", "")) or 0,
        name=entrance.name,
        phone=device_of(request),
    )
    if another := ANOTHER_HAND.get(request.POST.get("do", "")):
        another(hanchan=hanchan, table=table, player=entrance.player, act=act)
    elif entry.form.is_bound:
        enter_all_last(hanchan=hanchan, table=table, values=entry.values(), player=entrance.player, act=act)


def _check_saved(posted: QueryDict, kept: QueryDict) -> None:
    """Raise Refused where values were typed that are not those of the sheet: another hand would drop them."""
    names = [name for name in kept if name in posted and name not in OF_HAND]
    if any(posted.getlist(name) != kept.getlist(name) for name in names):
        text = _("What you typed is not saved yet. Save it first, then choose the next hand.")
        raise Refused.of("not-saved", text)


def _mark(hanchan: Hanchan, board: LastHandBoard) -> str:
    tournament = hanchan.tournament
    shown = (tournament.last_hand_shown, tournament.stream_table == board.table, hanchan.state, board)
    return blake2s(repr(shown).encode(), digest_size=8).hexdigest()
