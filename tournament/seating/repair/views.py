"""The staff's pages for a seating that no longer fits: what happened, what can be done, done."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _

from tournament.asked import whole
from tournament.players.models import Player
from tournament.problems import Conflict, Refused
from tournament.roles import staff_page
from tournament.seating.planner.words import CannotPlan
from tournament.seating.queries import draft_of
from tournament.seating.repair import actions, pages
from tournament.seating.repair.forms import RepairForm, fields_for, numbers_in, people_in, seat_texts, seats_in, unclear
from tournament.seating.repair.refusals import refuse_first, refuse_people, refuse_tables


@staff_page("run_event")
def repair(request: HttpRequest) -> HttpResponse:
    """What happened, then the ways side by side; a POST takes one of them."""
    tournament = request.tournament  # type: ignore[attr-defined]
    typed = request.POST or request.GET
    what = pages.what_of(typed.get("what", ""))
    if what and what.address != "seating_repair":
        return redirect(f"{reverse(what.address, args=[tournament.slug])}?what={what.name}")
    players = list(tournament.players.order_by("number"))
    if request.method == "POST":
        return _take(request, typed, players)
    return _repair_page(request, typed, players)


def _take(request: HttpRequest, typed: Any, players: list[Player]) -> HttpResponse:
    tournament = request.tournament  # type: ignore[attr-defined]
    form = RepairForm(typed)
    try:
        leaving, coming, first = _told(tournament, typed, players)
        if not typed.get("kind") or not form.is_valid():
            raise Refused(_("Choose one of the ways."))
        base = form.cleaned_data["base"]
        actions.repair(
            tournament=tournament, first=first, key=typed["kind"], leaving=leaving, coming=coming, by=request.user,
            at=timezone.now(), **form.decision,
        )  # fmt: skip
    except Refused as refusal:
        return _repair_page(request, typed, players, refusal)
    _say_done(request, base)
    return redirect("seating_hanchan", tournament.slug, first)


def _say_done(request: HttpRequest, base: int, hanchan: int = 0, tables: Sequence[int] = ()) -> None:
    """Done, and the way back: to the version before, or to the same tables where only a hanchan that plays changed."""
    tournament = request.tournament  # type: ignore[attr-defined]
    done = _("The seating is put right.")
    if base and pages.can_go_back(tournament, base):
        address = reverse("seating_version", args=[tournament.slug, base])
        undo = _("Undo: back to version %(number)d") % {"number": base}
    elif tables:
        asked = urlencode({"what": "sat", "hanchan": hanchan, "tables": ",".join(map(str, tables))})
        address = f"{reverse('seating_reseat', args=[tournament.slug])}?{asked}"
        undo = _("Not so? Say again who sits there")
    else:
        messages.success(request, done)
        return
    messages.success(request, format_html('{} <a href="{}">{}</a>', done, address, undo))


def _told(tournament: Any, typed: Any, players: list[Player]) -> tuple[tuple[Player, ...], tuple[Player, ...], int]:
    """Who leaves, who comes, and from which hanchan on. Raises Refused."""
    people = people_in(typed.getlist("who"), players) if typed.get("what") != "anew" else ()
    leaving, coming = (people, ()) if typed.get("what") == "leave" else ((), people)
    refuse_people(leaving, coming)
    opened = pages.open_hanchan(tournament)
    if not opened:
        raise Refused(_("Every hanchan has started: there is nothing left to seat."))
    first = whole(typed.get("first", "")) or opened[0].number
    refuse_first(tournament, first)
    return leaving, coming, first


def _repair_page(
    request: HttpRequest, typed: Any, players: list[Player], refusal: Refused | None = None
) -> HttpResponse:
    tournament = request.tournament  # type: ignore[attr-defined]
    what = pages.what_of(typed.get("what", ""))
    opened = pages.open_hanchan(tournament)
    page: dict[str, Any] = {
        **pages.common(tournament, players), "what": what, "opened": opened, "fields": fields_for(typed.getlist("who")),
        "first": whole(typed.get("first", "")) or (opened[0].number if opened else None),
        "form": RepairForm.fresh(tournament, typed=typed),
    }  # fmt: skip
    asked = what and (what.name == "anew" or any(text.strip() for text in typed.getlist("who")))
    if asked:
        try:
            leaving, coming, first = _told(tournament, typed, players)
            only = typed.get("kind", "") if request.method == "GET" else ""
            page["case"], page["cards"] = pages.cards(tournament, first, leaving, coming, players, only)
            page |= {"leaving": leaving, "coming": coming, "asked": True, "only": only}
            page["can_be_done"] = any(card.option.arranged for card in page["cards"])
            page["question"] = urlencode({"what": typed["what"], "first": first, "who": typed.getlist("who")}, True)
            page["public"] = [one.number for one in opened if one.number >= first and one.seating_published_at]
        except CannotPlan as impossible:
            refusal = refusal or Refused(_(impossible.template) % impossible.params)
        except Refused as impossible:
            refusal = refusal or impossible
    asks = {"first", "who"} if what and what.who else {"first"}
    page |= {"refusal": refusal, "beside": refusal.field if refusal and opened and refusal.field in asks else ""}
    if page["beside"] == "who":
        page["unclear"] = unclear(filter(str.strip, typed.getlist("who")), players)
    return render(request, "seating/repair/repair.html", page, status=_status(refusal))


def _status(refusal: Refused | None) -> int:
    if refusal is None:
        return 200
    return 409 if isinstance(refusal, Conflict) else 422


@staff_page("run_event")
def reseat(request: HttpRequest) -> HttpResponse:
    """Who sits at these tables: typed, its cost shown, then recorded."""
    tournament = request.tournament  # type: ignore[attr-defined]
    typed = request.POST or request.GET
    players = list(tournament.players.order_by("number"))
    if request.method != "POST":
        return _reseat_page(request, typed, players)
    form = RepairForm(typed)
    try:
        hanchan, numbers = _where(tournament, typed)
        seats = seats_in(seat_texts(typed, numbers, tournament.at_a_table), players)
        if not seats or not form.is_valid():
            raise Refused(_("Say who sits at the tables."))
        base = form.cleaned_data["base"]
        actions.reseat(
            tournament=tournament, hanchan=hanchan, tables=seats, anew=typed.get("anew") == "1", by=request.user,
            at=timezone.now(), **form.decision,
        )  # fmt: skip
    except Refused as refusal:
        return _reseat_page(request, typed, players, refusal)
    _say_done(request, base, hanchan, numbers)
    return redirect("seating_hanchan", tournament.slug, hanchan)


def _where(tournament: Any, typed: Any) -> tuple[int, list[int]]:
    """The hanchan, and the tables. Raises Refused."""
    hanchan = whole(typed.get("hanchan", "")) or 0
    numbers = numbers_in(typed.get("tables", ""))
    draft = draft_of(tournament.seating)
    if hanchan not in draft:
        raise Refused(_("Hanchan %(number)d has no seating yet.") % {"number": hanchan}, field="hanchan")
    refuse_tables(draft, hanchan, numbers)
    return hanchan, numbers


def _reseat_page(
    request: HttpRequest, typed: Any, players: list[Player], refusal: Refused | None = None
) -> HttpResponse:
    tournament = request.tournament  # type: ignore[attr-defined]
    what = pages.what_of(typed.get("what", "")) or pages.what_of("sat")
    choices = pages.hanchan_for(tournament, playing=what is not None and what.name == "sat")
    page: dict[str, Any] = {
        **pages.common(tournament, players), "what": what, "choices": choices, "tables": typed.get("tables", ""),
        "chosen": whole(typed.get("hanchan", "")) or (choices[0].number if choices else None),
        "form": RepairForm.fresh(tournament, typed=typed),
    }  # fmt: skip
    if page["tables"].strip():
        try:
            hanchan, numbers = _where(tournament, typed)
            if texts := seat_texts(typed, numbers, tournament.at_a_table):
                page["rows"] = pages.as_typed(texts)
                seats = seats_in(texts, players)
                page["rows"] = pages.to_type({hanchan: seats}, hanchan, numbers, players)
                page["cards"] = pages.reseating(tournament, hanchan, seats, players)
            else:
                draft, exchanged = draft_of(tournament.seating), typed.get("exchanged") == "1"
                page["rows"] = pages.to_type(draft, hanchan, numbers, players, exchanged=exchanged)
        except Refused as impossible:
            refusal = refusal or impossible
    page |= {"refusal": refusal, "beside": _beside(refusal, page) if refusal and choices else ""}
    if page["beside"] == "seats":
        page["unclear"] = unclear((text for row in page["rows"] for _wind, text in row.seats), players)
    return render(request, "seating/repair/reseat.html", page, status=_status(refusal))


def _beside(refusal: Refused, page: Mapping[str, Any]) -> str:
    """The field that a refusal stands beside: once seats are typed, what is wrong with tables is wrong with them."""
    typed = refusal.field == "tables" and "rows" in page
    return "seats" if typed else refusal.field if refusal.field in ("hanchan", "tables") else ""
