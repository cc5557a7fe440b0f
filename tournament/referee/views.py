"""The referee's pages: what a hand is worth, what a foul costs, which hand is the last. Nothing is saved.

Everything that was entered is in the address, so that a page can be sent to somebody. A tap is answered with the hand
alone, without script with the page at its new address.
"""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django_htmx.http import replace_url

from scoring.hands.reading import can_read_hands
from scoring.hands.tiles import read_tiles
from scoring.payments import PaymentProblem
from scoring.rules import Ruleset
from tournament.core.models import HanchanState
from tournament.core.requests import TournamentRequest, parse_int
from tournament.core.roles import may, staff_page
from tournament.events.queries import hanchan_of
from tournament.hanchan.clock_display import clock_display
from tournament.hanchan.last_hand_display import last_hand_context
from tournament.hanchan.queries import last_limit_change
from tournament.referee.answer import HandAnswer, tiles_answer, value_answer
from tournament.referee.entry import HandEntry, can_redden, held_place, read_entry, with_red, with_tap, without
from tournament.referee.faces import key_rows
from tournament.referee.forms import HanFuForm
from tournament.referee.fouls import found_fouls, look_up
from tournament.referee.pages import frame, held_context, public_referee_page
from tournament.referee.tile_form import TileHandForm
from tournament.results.penalties.queries import LATENESS_CODES
from tournament.seats.queries import lineup

TAP, TAKE, RED, SHOW = "tap", "take", "red", "show"


@staff_page("work_at")
def hand(request: TournamentRequest) -> HttpResponse:
    """A hand tile by tile."""
    return _hand(request, public=False)


@public_referee_page
def public_hand(request: TournamentRequest) -> HttpResponse:
    """A hand tile by tile, for everybody."""
    return _hand(request, public=True)


def _hand(request: TournamentRequest, *, public: bool) -> HttpResponse:
    context = frame(request, public=public)
    if not can_read_hands():
        return render(request, "referee/no_tiles.html", context)
    rules, data = request.tournament.ruleset, request.GET.dict()
    entry = read_entry(data)
    pressed = {name: data.pop(name, "") for name in (TAP, TAKE, RED)}
    taken = held_place(entry, pressed[TAKE])
    if entry.faults and SHOW not in data:
        context["problem"] = next(iter(entry.faults.values()))
    elif any(pressed.values()):
        data.pop(SHOW, "")
        try:
            entry = _after(entry, pressed, rules)
        except PaymentProblem as problem:
            context["problem"] = problem
        if not request.htmx and "problem" not in context:
            return redirect(f"{request.path}?{entry.query(data)}#entry")
    if request.htmx and not request.htmx.history_restore_request:
        form = TileHandForm(data, rules, entry, asks=False)
        context |= held_context(entry, rules, taken) | {"form": form}
        part = render(request, "referee/hand.html#entry", context)
        return part if entry.faults else replace_url(part, f"{request.path}?{entry.query(data)}")
    form = TileHandForm(data, rules, entry, asks=SHOW in data)
    answer = _tiles_answer(form)
    context |= held_context(entry, rules) | {"form": form, "rows": key_rows(rules), "answer": answer}
    context["liability"] = form.liability_fields(answer.value) if answer else []
    return render(request, "referee/hand.html", context)


def _after(entry: HandEntry, pressed: dict[str, str], rules: Ruleset) -> HandEntry:
    """Return the hand after the button that was pressed; one that there is not changes nothing."""
    if pressed[TAP]:
        tiles = read_tiles(pressed[TAP][:2])
        return with_tap(entry, tiles[0], rules) if tiles else entry
    if pressed[TAKE]:
        place = held_place(entry, pressed[TAKE])
        return without(entry, *place) if place else entry
    at = parse_int(pressed[RED])
    has_five = at is not None and at < len(entry.sets) and can_redden(entry.sets[at], rules)
    return with_red(entry, at, rules) if has_five and at is not None else entry


def _tiles_answer(form: TileHandForm) -> HandAnswer | None:
    if not (form.asks and form.is_valid()) or form.found is None or form.hand is None:
        return None
    liable, value = form.liable(form.found.value), form.found.value
    payment, honba = form.payment(value), form.cleaned_data["honba"]
    return tiles_answer(form.hand, form.discarder, form.found, payment, form.rules, honba, liable)


@staff_page("work_at")
def value(request: TournamentRequest) -> HttpResponse:
    """A hand by han and fu, or by its yakuman."""
    return _value(request, public=False)


@public_referee_page
def public_value(request: TournamentRequest) -> HttpResponse:
    """A hand by han and fu, or by its yakuman, for everybody."""
    return _value(request, public=True)


def _value(request: TournamentRequest, *, public: bool) -> HttpResponse:
    rules = request.tournament.ruleset
    form = HanFuForm(request.GET, rules, asks=SHOW in request.GET)
    answer = None
    if form.asks and form.is_valid() and form.value:
        answer = value_answer(form.winner, form.discarder, form.value, form.payment(form.value), rules)
    context = frame(request, public=public) | {"form": form, "answer": answer}
    context["liability"] = form.liability_fields(answer.value) if answer else []
    return render(request, "referee/value.html", context)


@staff_page("work_at")
def fouls(request: TournamentRequest) -> HttpResponse:
    """A foul by a word, its questions and what follows."""
    return _fouls(request, public=False)


@public_referee_page
def public_fouls(request: TournamentRequest) -> HttpResponse:
    """A foul by a word, its questions and what follows, for everybody."""
    return _fouls(request, public=True)


def _fouls(request: TournamentRequest, *, public: bool) -> HttpResponse:
    tournament, data = request.tournament, request.GET
    lookup, typed = look_up(tournament, data), data.get("q", "")
    context: dict[str, object] = {
        "lookup": lookup,
        "draft": lookup.draft if lookup else None,
        "typed": typed,
        "groups": [] if lookup else found_fouls(tournament, typed),
        "may_give": not public and may(request, "give_penalty"),
        "is_lateness": lookup is not None and lookup.foul.code in LATENESS_CODES,
    }
    return render(request, "referee/fouls.html", frame(request, public=public) | context)


@staff_page("work_at")
def last_hand(request: TournamentRequest) -> HttpResponse:
    """The hands still to play at a table whose time has ended."""
    return _last_hand(request, public=False)


@public_referee_page
def public_last_hand(request: TournamentRequest) -> HttpResponse:
    """The hands still to play at a table whose time has ended, for everybody."""
    return _last_hand(request, public=True)


def _last_hand(request: TournamentRequest, *, public: bool) -> HttpResponse:
    context = frame(request, public=public)
    context |= last_hand_context(request.tournament.ruleset, request.GET)
    if not public and may(request, "run_hanchan"):
        context |= _more_time(request)
    return render(request, "referee/last_hand.html", context)


def _more_time(request: TournamentRequest) -> dict[str, object]:
    """The hanchan being played and its tables, for giving one of them more minutes."""
    playing = next((one for one in hanchan_of(request.tournament) if one.state == HanchanState.PLAYING), None)
    if playing is None or playing.minutes is None:
        return {}
    return {
        "playing": playing,
        "clock": clock_display(playing, timezone.now(), request.tournament.ruleset.time),
        "limit_change": last_limit_change(playing, timezone.now()),
        "numbers": list(lineup(request.tournament, playing.number)),
    }
