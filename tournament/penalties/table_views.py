"""The page of a wrong report sheet: its questions, and the same penalty for each of the four at a table."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone

from scoring.standings import Deduction
from tournament.events.models import Tournament
from tournament.penalties.answers import answers_in
from tournament.penalties.draft import Draft
from tournament.penalties.effect import effects
from tournament.penalties.forms import TableForm
from tournament.penalties.models import PenaltyKind
from tournament.penalties.pages import at_table, foul_line
from tournament.penalties.price import foreseen, suggestion
from tournament.penalties.queries import SHEET_FOUL, foul_of, hanchan_of_sheets
from tournament.penalties.views import put_on, referee_of, told
from tournament.penalties.whole_table import give_to_table
from tournament.problems import Refused
from tournament.roles import staff_page


@staff_page("give_penalty")
def penalty_table(request: HttpRequest) -> HttpResponse:
    """A wrong report sheet: the same penalty for each of the four at the table, in one act, once it was shown."""
    tournament = request.tournament  # type: ignore[attr-defined]
    if request.method != "POST":
        return _table_page(request, _first_table(request))
    form = TableForm(request.POST, tournament=tournament)
    if not form.is_valid():
        return _table_page(request, request.POST, form, status=422)
    draft = _draft(tournament, form, request.POST)
    if request.POST.get("seen") != _table_mark(form, draft):
        return _table_page(request, request.POST, form, ready=True)
    try:
        return _gave_to_table(request, form, draft)
    except Refused as refusal:
        return _table_page(request, request.POST, form, status=put_on(form, refusal))


def _first_table(request: HttpRequest) -> QueryDict:
    """What the page begins with: what its address says, and the hanchan of the last sheets."""
    tournament = request.tournament  # type: ignore[attr-defined]
    typed, hanchan = request.GET.copy(), hanchan_of_sheets(tournament)
    typed.setdefault("referee", referee_of(request))
    typed.setdefault("hanchan", str(hanchan.number) if hanchan else "")
    return typed


def _draft(tournament: Tournament, form: TableForm, typed: QueryDict) -> Draft:
    """What the schedule says by the answers so far, for each of the four."""
    foul, amount = foul_of(tournament, SHEET_FOUL), form.cleaned_data.get("amount")
    answers = answers_in(typed, foul)
    kind = PenaltyKind.POINTS if amount else suggestion(foul, answers, tournament.ruleset) or ""
    if amount is None:
        price = foreseen(foul, answers, kind, tournament.ruleset)
        amount = price.amount if price else None
    return Draft(tournament, None, form.chosen_hanchan(), foul, kind, amount, answers)


def _table_mark(form: TableForm, draft: Draft) -> str:
    return f"{form.cleaned_data.get('hanchan')}/{form.cleaned_data.get('table')}/{draft.amount}/{draft.mark}"


def _gave_to_table(request: HttpRequest, form: TableForm, draft: Draft) -> HttpResponse:
    tournament, said = request.tournament, form.cleaned_data  # type: ignore[attr-defined]
    hanchan = form.chosen_hanchan()
    assert hanchan is not None  # noqa: S101  # the field is required
    given = give_to_table(
        tournament=tournament, hanchan=hanchan, table=said["table"], amount=said["amount"], reason=said["reason"],
        foul=SHEET_FOUL if draft.foul else "", answers=draft.answers, referee=said["referee"],
        submission=said["submission"], by=request.user, at=timezone.now(),
    )  # fmt: skip
    messages.success(request, "; ".join(told(one) for one in given))
    return redirect("penalties", slug=tournament.slug)


def _table_page(
    request: HttpRequest, typed: QueryDict, form: TableForm | None = None, *, ready: bool = False, status: int = 200
) -> HttpResponse:
    """The four who would pay, and what it would change for them."""
    tournament = request.tournament  # type: ignore[attr-defined]
    read = TableForm(typed, tournament=tournament)
    read.is_valid()
    draft = _draft(tournament, read, typed)
    players = at_table(tournament, typed.get("hanchan", ""), typed.get("table", ""))
    kept = {name: typed[name] for name in read.fields if typed.get(name)}
    shown = form or TableForm(initial=kept, tournament=tournament)
    extra = [Deduction(one.pk, draft.amount or 0, None) for one in players]
    context = {
        "form": shown, "nav": "penalties", "ready": ready, "draft": draft, "mark": _table_mark(read, draft),
        "foul": foul_line(draft.foul) if draft.foul else None, "questions": shown.asked(draft.foul, draft.answers),
        "effects": effects(tournament, players, extra=extra) if players else (),
    }  # fmt: skip
    return render(request, "penalties/table.html", context, status=status)
