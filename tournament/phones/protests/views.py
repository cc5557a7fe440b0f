"""The queue of protests: what players reported, the figures as they were published, and the answer."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.core.audit import Act
from tournament.core.messages import Refused, put_on
from tournament.core.requests import TournamentRequest
from tournament.core.roles import may, staff_page
from tournament.core.stored_words import shown
from tournament.desk.scored_sheets import scored_lines
from tournament.phones.protests.forms import AnswerForm
from tournament.results.protests import actions
from tournament.results.protests.models import Protest, ProtestOutcome
from tournament.results.protests.queries import is_corrected, protests_of, published_sheet
from tournament.results.sheets.queries import accepted_version


@staff_page("work_at")
def protests(request: TournamentRequest) -> HttpResponse:
    """Everything that was reported: what is open first."""
    found = protests_of(request.tournament)
    waiting, answered = ([one for one in found if one.is_open is flag] for flag in (True, False))
    return render(request, "phones/protests/list.html", {"nav": "protests", "waiting": waiting, "answered": answered})


@staff_page("work_at")
def protest(request: TournamentRequest, pk: int) -> HttpResponse:
    """One report, the sheet as it was published, and the answer."""
    one = _protest(request, pk)
    known = {"outcome": one.outcome, "answer": one.answer}
    if one.is_open and is_corrected(one):
        known = {"outcome": ProtestOutcome.ACCEPTED, "answer": _reason_of(one)}
    return _page(request, one, AnswerForm(initial=known | {"seen": actions.stamp_of(one)}))


def _reason_of(one: Protest) -> str:
    """Return why the sheet was corrected, as a first text for the answer."""
    found = accepted_version(one.hanchan, one.table) if one.table is not None else None
    return found.reason if found and found.pk != one.version_id else ""


@staff_page("change_sheet")
@require_POST
def protest_answer(request: TournamentRequest, pk: int) -> HttpResponse:
    """Answer, and go back to the queue."""
    one = _protest(request, pk)
    form = AnswerForm(request.POST)
    if not form.is_valid():
        return _page(request, one, form, status=422)
    values = form.cleaned_data
    act = Act(by=request.user, at=timezone.now(), base=values["seen"])
    try:
        actions.answer(protest=one, outcome=values["outcome"], text=values["answer"], act=act)
    except Refused as refused:
        again = AnswerForm(request.POST.copy() | {"seen": actions.stamp_of(one)})
        put_on(again, refused)
        return _page(request, one, again, status=refused.status)
    messages.success(request, _("Answered: {what}.").format(what=shown(actions.subject_of(one))))
    return redirect("protests", request.tournament.slug)


def _protest(request: TournamentRequest, pk: int) -> Protest:
    found = request.tournament.protests.select_related("hanchan", "player", "answered_by")
    one = get_object_or_404(found, pk=pk)
    one.tournament = one.hanchan.tournament = request.tournament
    return one


def _page(request: TournamentRequest, one: Protest, form: AnswerForm, *, status: int = 200) -> HttpResponse:
    context: dict[str, object] = {
        "nav": "protests",
        "protest": one,
        "form": form,
        "may_answer": may(request, "change_sheet") and one.hanchan.official_at is None,
        "is_corrected": is_corrected(one),
    }
    if (published := published_sheet(one)) and one.table is not None:
        context["lines"] = scored_lines(published, request.tournament.ruleset)
        context["published"] = published
        context["accepted"] = accepted_version(one.hanchan, one.table)
    return render(request, "phones/protests/protest.html", context, status=status)
