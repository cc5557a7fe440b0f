"""The one door to every change of the seating: what happened, what can be done and what it would change, doing it."""

from collections import deque
from typing import cast
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _

from seating.notes import CannotPlan
from tournament.core.messages import Conflict, Refused, put_on
from tournament.core.models import Tournament
from tournament.core.requests import TournamentRequest
from tournament.core.roles import may, staff_page
from tournament.planning.basis import basis_of
from tournament.planning.commit import commit
from tournament.planning.forms import DecisionForm, OccasionForm
from tournament.planning.occasions import OCCASIONS, Occasion
from tournament.planning.price_table import Ways, ways_of
from tournament.planning.proposal import way_of
from tournament.planning.sources.restoration import restored
from tournament.players.lookup import option
from tournament.seating_report.sentences import player_list, refusal_of
from tournament.seats.queries import arranged_of
from tournament.staff.password_again import check_password_again
from tournament.standings.entrant_changes import shown_change
from tournament.standings.queries import has_issued


@staff_page("work_at")
def change(request: TournamentRequest) -> HttpResponse:
    """Ask what happened, show what can be done and what it would change, then do it: the one door to every change of
    the seating. htmx gets the preview alone, for the panel beside the board, or the row of one way (`row`). What is
    too long for an address is sent without a `submission` to look at it.
    """
    tournament, typed = request.tournament, request.POST or request.GET
    question = next((one for one in OCCASIONS if one.key == typed.get("what")), None)
    if question and not may(request, question.right):
        raise PermissionDenied(question.right)
    if question is None or question.form is None:
        return render(request, "planning/change.html", _door(request, question))
    asked, form = question.form(typed, tournament, request.FILES), DecisionForm.fresh(tournament, typed=request.POST)
    refusal = None
    if question.page and not asked.is_bound:
        return redirect(question.address(tournament))
    if asked.is_bound and asked.is_valid() and asked.leads_to:
        return redirect(asked.leads_to)
    if "submission" in request.POST and asked.is_valid() and asked.is_complete:
        form = DecisionForm(request.POST)
        if form.is_valid():
            try:
                return _do(request, asked, form)
            except Refused as refused:
                if refused.field == "reason":
                    put_on(form, refused)
                else:
                    refusal, form = refused, DecisionForm.fresh(tournament, typed=request.POST)
                    asked = question.form(typed, tournament)  # what it reads may be other than before
    return _change_page(request, question, asked, form, refusal)


def _do(request: TournamentRequest, asked: OccasionForm, form: DecisionForm) -> HttpResponse:
    """Do it, and say how it is undone. Raises Refused."""
    tournament, base, act = request.tournament, form.cleaned_data["base"], form.act(request.user, timezone.now())
    answer, key = asked.answer(), request.POST.get("way", "")
    way = way_of(asked.basis, answer, key)
    if asked.effect() and not (way and way.obstacles):
        if not act.reason.strip():
            raise Refused.of("reason-missing", _("Enter a reason."), field="reason")
        if has_issued(tournament):
            check_password_again(request, act.at)
    commit(tournament, answer, act, key)
    done = way.done if way and way.done else _("Seating corrected.")  # a second sending finds that it was done
    if way and way.withdraws:
        done = f"{done} {_('Withdrawn: {names}.').format(names=player_list(way.withdraws))}"
    address, label = undo_address(request, base), _("Undo")
    if not address and (tables := asked.cleaned_data.get("tables")):  # being played: as before is not as they sit
        again = {"hanchan": asked.cleaned_data["hanchan"], "tables": ", ".join(map(str, tables))}
        address, label = _address(tournament, what=request.POST["what"], **again), _("Correct again")
    tell_done(request, done, address, label)
    return redirect("seating_hanchan", tournament.slug, way.first if way else 1)


def tell_done(request: TournamentRequest, done: str, address: str, label: str) -> None:
    """Say what was done, with the way back if there is one."""
    link = format_html('{} <a href="{}">{}</a>', done, address, label)
    messages.success(request, link if address else done)


def undo_address(request: TournamentRequest, base: int) -> str:
    """Return the page that goes back to version `base`; "" where there is none, or nothing to go back to."""
    if base and may(request, "run_event") and _can_go_back(request.tournament, base):
        return _address(request.tournament, what="back", version=base)
    return ""


def _address(tournament: Tournament, **query: object) -> str:
    return f"{reverse('seating_change', args=[tournament.slug])}?{urlencode(query)}"


def _can_go_back(tournament: Tournament, number: int) -> bool:
    """Return whether restoring a version would change anything; started hanchan stay as they are."""
    tournament.refresh_from_db(fields=["seating"])
    earlier = tournament.seatings.filter(number=number).first()
    basis = basis_of(tournament)
    return earlier is not None and restored(basis, arranged_of(earlier)) != basis.now


def _change_page(
    request: TournamentRequest, question: Occasion, asked: OccasionForm, form: DecisionForm, refusal: Refused | None
) -> HttpResponse:
    """The question with what was typed; where it is answered, the ways and what the chosen one would change."""
    tournament, page = request.tournament, _door(request, question)
    if asked.is_bound and asked.is_valid() and asked.is_complete:
        found, refused = _ways(request, asked)
        refusal = refusal or refused
        if found and len(found.rows) == 1 and found.rows[0].proposal.obstacles and not found.rows[0].proposal.group:
            put_on(asked, Refused(found.rows[0].proposal.obstacles))
            found, refusal = None, refusal if isinstance(refusal, Conflict) else None
        preview = found.chosen.preview if found and found.chosen else None
        page |= {"ways": found, "preview": preview}
        page |= shown_change(asked.effect(), tournament) if found else {}
        page |= asked.shown(preview) if preview else {}
    page |= {
        "asked": asked,
        "form": form,
        "refusal": refusal,
        "people": [option(player) for player in tournament.players.order_by("number")],
    }
    if request.htmx:
        page["key"] = request.GET.get("row", "")
        return render(request, "planning/way_answer.html" if page["key"] else "planning/change_panel.html", page)
    status = refusal.status if refusal else 422 if asked.errors or form.errors else 200
    return render(request, "planning/change.html", page, status=status)


def _ways(request: TournamentRequest, asked: OccasionForm) -> tuple[Ways | None, Refused | None]:
    """The ways of a valid form; the one that is asked for is calculated, also where that is refused."""
    basis, key = asked.basis, cast(QueryDict, asked.data).get("way", "")
    run = request.GET.get("row", "") or key
    try:
        answer = asked.answer()
    except Refused as refused:
        return None, refused
    try:
        if run:
            deque(answer.ways(basis, run), maxlen=0)  # others may be calculated while this one is
        return ways_of(basis, answer.ways(basis, run), key), None
    except CannotPlan as impossible:
        return ways_of(basis, answer.ways(basis), key), refusal_of(impossible)
    except Refused as busy:
        return ways_of(basis, answer.ways(basis), key), busy


@staff_page("work_at")
def moved(request: TournamentRequest, what: str, number: int | None = None) -> HttpResponse:
    """Lead from an address of before 0.10 to the same question at the door."""
    asked = request.GET.copy()
    asked["what"] = what or {"leave": "missing", "come": "came", "replan": "rest"}.get(asked.get("what", ""), "")
    if number is not None:
        asked["hanchan"] = str(number)
    return redirect(f"{reverse('seating_change', args=[request.tournament.slug])}?{asked.urlencode()}")


def _door(request: TournamentRequest, question: Occasion | None) -> dict[str, object]:
    """The questions that this person may answer; those that pages of their own still ask lead there."""
    tournament = request.tournament
    return {
        "nav": "seating",
        "question": question,
        "seating": tournament.seating,
        "questions": [(one, one.address(tournament)) for one in OCCASIONS if may(request, one.right)],
    }
