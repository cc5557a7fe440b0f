"""The page of a wrong report sheet: the same points for each of the four at a table."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone

from scoring.standings import Deduction
from tournament.penalties.effect import effects
from tournament.penalties.fields import type_back
from tournament.penalties.forms import TableForm
from tournament.penalties.pages import at_table, foul_line
from tournament.penalties.queries import foul_of, hanchan_of_sheets
from tournament.penalties.views import put_on, referee_of, told
from tournament.penalties.whole_table import give_to_table
from tournament.problems import Refused
from tournament.roles import staff_page

SHEET_FOUL = "REPORT"


@staff_page("give_penalty")
def penalty_table(request: HttpRequest) -> HttpResponse:
    """A wrong report sheet: the same points for each of the four at the table, in one act, once they were shown."""
    tournament = request.tournament  # type: ignore[attr-defined]
    if request.method != "POST":
        return _table_page(request, _first_table(request))
    form = TableForm(request.POST, tournament=tournament)
    if not form.is_valid():
        return _table_page(request, request.POST, form, status=422)
    if request.POST.get("seen") != _table_mark(form):
        return _table_page(request, request.POST, form, ready=True)
    try:
        return _gave_to_table(request, form)
    except Refused as refusal:
        return _table_page(request, request.POST, form, status=put_on(form, refusal))


def _first_table(request: HttpRequest) -> QueryDict:
    """What the page begins with: what its address says, the hanchan of the last sheets, the schedule's points."""
    tournament = request.tournament  # type: ignore[attr-defined]
    typed, hanchan, foul = request.GET.copy(), hanchan_of_sheets(tournament), foul_of(tournament, SHEET_FOUL)
    typed.setdefault("referee", referee_of(request))
    typed.setdefault("hanchan", str(hanchan.number) if hanchan else "")
    typed.setdefault("amount", type_back(foul.amount or 0) if foul else "")
    return typed


def _table_mark(form: TableForm) -> str:
    said = form.cleaned_data
    return f"{said.get('hanchan')}/{said.get('table')}/{said.get('amount')}"


def _gave_to_table(request: HttpRequest, form: TableForm) -> HttpResponse:
    tournament, said = request.tournament, form.cleaned_data  # type: ignore[attr-defined]
    hanchan = form.chosen_hanchan()
    assert hanchan is not None  # noqa: S101  # the field is required
    given = give_to_table(
        tournament=tournament, hanchan=hanchan, table=said["table"], amount=said["amount"] or 0, reason=said["reason"],
        foul=SHEET_FOUL if foul_of(tournament, SHEET_FOUL) else "", referee=said["referee"],
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
    players = at_table(tournament, typed.get("hanchan", ""), typed.get("table", ""))
    amount, foul = read.cleaned_data.get("amount") or 0, foul_of(tournament, SHEET_FOUL)
    kept = {name: typed[name] for name in read.fields if typed.get(name)}
    context = {
        "form": form or TableForm(initial=kept, tournament=tournament), "nav": "penalties", "ready": ready,
        "foul": foul_line(foul) if foul else None, "mark": _table_mark(read),
        "effects": effects(tournament, players, extra=[Deduction(one.pk, amount, None) for one in players])
        if players else (),
    }  # fmt: skip
    return render(request, "penalties/table.html", context, status=status)
