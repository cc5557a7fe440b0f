"""The staff's pages of repairs."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _

from seating.notes import CannotPlan
from tournament.core.messages import Refused
from tournament.core.requests import TournamentRequest, parse_int
from tournament.core.roles import staff_page
from tournament.core.turns import Busy
from tournament.planning.repair import actions, pages
from tournament.planning.repair.actions import refuse_first, refuse_people, refuse_tables
from tournament.planning.repair.forms import (
    RepairForm,
    fields_for,
    numbers_in,
    people_in,
    seat_texts,
    seats_in,
    unclear,
)
from tournament.planning.sentences import refusal_of
from tournament.players.models import Player
from tournament.seats.queries import draft_of


@staff_page("run_event")
def repair(request: TournamentRequest) -> HttpResponse:
    """Ask what happened, then show the options side by side; a POST carries one out."""
    tournament = request.tournament
    typed = request.POST or request.GET
    what = pages.find_occasion(typed.get("what", ""))
    if what and what.address != "seating_repair":
        return redirect(f"{reverse(what.address, args=[tournament.slug])}?what={what.name}")
    players = list(tournament.players.order_by("number"))
    if request.method == "POST":
        return _carry_out(request, typed, players)
    return _repair_page(request, typed, players)


def _carry_out(request: TournamentRequest, typed: Any, players: list[Player]) -> HttpResponse:
    tournament = request.tournament
    form = RepairForm(typed)
    try:
        leaving, coming, first = _changes(tournament, typed, players)
        if not typed.get("kind") or not form.is_valid():
            raise Refused.of("no-option", _("Choose an option."))
        base = form.cleaned_data["base"]
        actions.repair(
            tournament=tournament,
            first=first,
            key=typed["kind"],
            leaving=leaving,
            coming=coming,
            act=form.act(request.user, timezone.now()),
        )
    except CannotPlan as impossible:
        return _repair_page(request, typed, players, refusal_of(impossible))
    except Refused as refusal:
        return _repair_page(request, typed, players, refusal)
    _report(request, base)
    return redirect("seating_hanchan", tournament.slug, first)


def _report(request: TournamentRequest, base: int, hanchan: int = 0, tables: Sequence[int] = ()) -> None:
    """Report success with a way to undo: the version before, or the same tables of a hanchan being played."""
    tournament = request.tournament
    done = _("Seating corrected.")
    if base and pages.can_go_back(tournament, base):
        address = reverse("seating_version", args=[tournament.slug, base])
        undo = _("Undo: restore version {number}").format(number=base)
    elif tables:
        query = urlencode({"what": "sat", "hanchan": hanchan, "tables": ",".join(map(str, tables))})
        address = f"{reverse('seating_reseat', args=[tournament.slug])}?{query}"
        undo = _("Correct again")
    else:
        messages.success(request, done)
        return
    messages.success(request, format_html('{} <a href="{}">{}</a>', done, address, undo))


def _changes(tournament: Any, typed: Any, players: list[Player]) -> tuple[tuple[Player, ...], tuple[Player, ...], int]:
    """The players who leave or come, and the first hanchan. Raises Refused."""
    people = people_in(typed.getlist("who"), players) if typed.get("what") != "replan" else ()
    leaving, coming = (people, ()) if typed.get("what") == "leave" else ((), people)
    refuse_people(leaving, coming)
    opened = pages.open_hanchan(tournament)
    if not opened:
        raise Refused.of("all-started", _("Every hanchan has started: there is nothing left to seat."))
    first = parse_int(typed.get("first", "")) or opened[0].number
    refuse_first(tournament, first)
    return leaving, coming, first


def _repair_page(
    request: TournamentRequest, typed: Any, players: list[Player], refusal: Refused | None = None
) -> HttpResponse:
    tournament = request.tournament
    what = pages.find_occasion(typed.get("what", ""))
    opened = pages.open_hanchan(tournament)
    page: dict[str, Any] = {
        **pages.base_context(tournament, players),
        "what": what,
        "opened": opened,
        "fields": fields_for(typed.getlist("who")),
        "first": parse_int(typed.get("first", "")) or (opened[0].number if opened else None),
        "form": RepairForm.fresh(tournament, typed=typed),
    }
    if what and (what.name == "replan" or any(text.strip() for text in typed.getlist("who"))):
        try:
            leaving, coming, first = _changes(tournament, typed, players)
            only = typed.get("kind", "") if request.method == "GET" else ""
            page["shown"] = pages.option_page(tournament, first, leaving, coming, players, only)
            page |= {"leaving": leaving, "coming": coming, "has_options": True, "only": only}
            page["query"] = _query(typed, first)
            page["public"] = [one.number for one in opened if one.number >= first and one.seating_published_at]
        except CannotPlan as impossible:
            refusal = refusal or refusal_of(impossible)
        except Refused as impossible:
            refusal = refusal or impossible
    fields = {"first", "who"} if what and what.who else {"first"}
    page |= {"refusal": refusal, "beside": refusal.field if refusal and opened and refusal.field in fields else ""}
    if page["beside"] == "who":
        page["unclear"] = unclear(filter(str.strip, typed.getlist("who")), players)
    return render(request, "planning/repair/repair.html", page, status=refusal.status if refusal else 200)


def _query(typed: Any, first: int) -> str:
    """What brings the options back."""
    return urlencode({"what": typed["what"], "first": first, "who": typed.getlist("who")}, True)


@staff_page("run_event")
def repair_option(request: TournamentRequest) -> HttpResponse:
    """Calculate one option and answer with its card and the progress of all; nothing where another option is better."""
    tournament, typed = request.tournament, request.GET
    key = typed.get("option", "")
    players = list(tournament.players.order_by("number"))
    occasion = pages.find_occasion(typed.get("what", ""))
    if occasion is None:
        return redirect("seating_repair", tournament.slug)
    page: dict[str, Any] = {"what": occasion, "is_answer": True, "key": key, "seating": tournament.seating}
    shown_of = _shown_for_seats if occasion.address == "seating_reseat" else _shown_for_people
    try:
        try:
            shown, page["query"] = shown_of(tournament, typed, players, key)
        except Busy:
            page["is_busy"] = True
            shown, page["query"] = shown_of(tournament, typed, players, "")
        page |= {"shown": shown, "card": shown.card(key)}
    except CannotPlan as impossible:
        page["refusal"] = refusal_of(impossible)
    except Refused as refusal:
        page["refusal"] = refusal
    return render(request, "planning/repair/option_answer.html", page)


def _shown_for_people(tournament: Any, typed: Any, players: list[Player], key: str) -> tuple[pages.OptionPage, str]:
    """The options for who leaves or comes, the one of that key calculated, and what brings them back."""
    leaving, coming, first = _changes(tournament, typed, players)
    if key:
        pages.calculate(tournament, first, leaving, coming, key)
    return pages.option_page(tournament, first, leaving, coming, players), _query(typed, first)


def _shown_for_seats(tournament: Any, typed: Any, players: list[Player], key: str) -> tuple[pages.OptionPage, str]:
    """The options for seats that are corrected, calculated where a key is given, and what brings them back."""
    hanchan, numbers = _hanchan_and_tables(tournament, typed)
    seats = seats_in(seat_texts(typed, numbers, tournament.at_a_table), players)
    return pages.reseat_page(tournament, hanchan, seats, players, search=bool(key)), _seat_query(
        typed, hanchan, numbers
    )


def _seat_query(typed: Any, hanchan: int, tables: Sequence[int]) -> str:
    """What brings the seats back."""
    seats = {f"seat-{table}": typed.getlist(f"seat-{table}") for table in tables}
    asked = {"what": typed.get("what", "sat"), "hanchan": hanchan, "tables": typed["tables"]}
    return urlencode(asked | seats, True)


@staff_page("run_event")
def reseat(request: TournamentRequest) -> HttpResponse:
    """Enter the seats of some tables, show the cost, then record them."""
    tournament = request.tournament
    typed = request.POST or request.GET
    players = list(tournament.players.order_by("number"))
    if request.method != "POST":
        return _reseat_page(request, typed, players)
    form = RepairForm(typed)
    try:
        hanchan, numbers = _hanchan_and_tables(tournament, typed)
        seats = seats_in(seat_texts(typed, numbers, tournament.at_a_table), players)
        if not seats or not form.is_valid():
            raise Refused.of("no-players", _("Enter the players at these tables."))
        base = form.cleaned_data["base"]
        actions.reseat(
            tournament=tournament,
            hanchan=hanchan,
            tables=seats,
            replan=typed.get("kind") == pages.REPLAN,
            act=form.act(request.user, timezone.now()),
        )
    except CannotPlan as impossible:
        return _reseat_page(request, typed, players, refusal_of(impossible))
    except Refused as refusal:
        return _reseat_page(request, typed, players, refusal)
    _report(request, base, hanchan, numbers)
    return redirect("seating_hanchan", tournament.slug, hanchan)


def _hanchan_and_tables(tournament: Any, typed: Any) -> tuple[int, list[int]]:
    """The hanchan, and the tables. Raises Refused."""
    hanchan = parse_int(typed.get("hanchan", "")) or 0
    numbers = numbers_in(typed.get("tables", ""))
    draft = draft_of(tournament.seating)
    if hanchan not in draft:
        raise Refused.of("no-seating", _("Hanchan {number} has no seating yet."), field="hanchan", number=hanchan)
    refuse_tables(draft, hanchan, numbers)
    return hanchan, numbers


def _reseat_page(
    request: TournamentRequest, typed: Any, players: list[Player], refusal: Refused | None = None
) -> HttpResponse:
    tournament = request.tournament
    what = pages.find_occasion(typed.get("what", "")) or pages.find_occasion("sat")
    choices = pages.hanchan_for(tournament, playing=what is not None and what.name == "sat")
    page: dict[str, Any] = {
        **pages.base_context(tournament, players),
        "what": what,
        "choices": choices,
        "tables": typed.get("tables", ""),
        "chosen": parse_int(typed.get("hanchan", "")) or (choices[0].number if choices else None),
        "form": RepairForm.fresh(tournament, typed=typed),
    }
    if page["tables"].strip():
        try:
            hanchan, numbers = _hanchan_and_tables(tournament, typed)
            if texts := seat_texts(typed, numbers, tournament.at_a_table):
                page["rows"] = pages.tables_as_typed(texts)
                seats = seats_in(texts, players)
                page["rows"] = pages.tables_to_type({hanchan: seats}, hanchan, numbers, players)
                wanted = typed.get("kind", "") if request.method == "GET" else ""
                page["query"] = _seat_query(typed, hanchan, numbers)
                page["shown"] = pages.reseat_page(tournament, hanchan, seats, players, search=wanted == pages.REPLAN)
            else:
                draft, exchanged = draft_of(tournament.seating), typed.get("exchanged") == "1"
                page["rows"] = pages.tables_to_type(draft, hanchan, numbers, players, exchanged=exchanged)
        except CannotPlan as impossible:
            refusal = refusal or refusal_of(impossible)
        except Refused as impossible:
            refusal = refusal or impossible
    page |= {"refusal": refusal, "beside": _beside(refusal, page) if refusal and choices else ""}
    if page["beside"] == "seats":
        page["unclear"] = unclear((text for row in page["rows"] for _wind, text in row.seats), players)
    return render(request, "planning/repair/reseat.html", page, status=refusal.status if refusal else 200)


def _beside(refusal: Refused, page: Mapping[str, Any]) -> str:
    """The field that shows a refusal: once seats are typed, faults of tables belong to them."""
    typed = refusal.field == "tables" and "rows" in page
    return "seats" if typed else refusal.field if refusal.field in ("hanchan", "tables") else ""
