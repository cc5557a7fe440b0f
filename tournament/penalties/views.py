"""The staff's penalty pages: the list, giving one, giving one to a whole table, cancelling."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from scoring.points import Minus, write_p
from tournament.penalties import actions
from tournament.penalties.answers import PREFIX, answers_in
from tournament.penalties.draft import Draft, answers_to, settled
from tournament.penalties.forms import FilterForm, GiveForm
from tournament.penalties.models import Penalty, PenaltyKind
from tournament.penalties.pages import at_table, foul_groups, foul_line, options
from tournament.penalties.queries import foul_of, hanchan_now, penalties_of
from tournament.penalties.seats import kept_seats
from tournament.players.queries import players_of
from tournament.problems import Conflict, Refused
from tournament.roles import may, staff_page

PER_PAGE = 100


def put_on(form: Any, refusal: Refused) -> int:
    """Show a refusal beside its field; the status of the page that does."""
    form.add_error(refusal.field if refusal.field in form.fields else None, refusal.message)
    return 409 if isinstance(refusal, Conflict) else 422


def referee_of(request: HttpRequest) -> str:
    """Who most likely decided: the person at the keyboard."""
    return str(request.user)


@staff_page("work_at")
def penalties(request: HttpRequest) -> HttpResponse:
    """The list, newest first, by player, hanchan and kind. Opened from a report sheet it goes on to giving one."""
    tournament = request.tournament  # type: ignore[attr-defined]
    if "table" in request.GET and may(request, "give_penalty"):
        return redirect(f"{reverse('penalty_give', args=[tournament.slug])}?{request.GET.urlencode()}")
    people = list(players_of(tournament))
    form = FilterForm(request.GET, tournament=tournament, people=people)
    form.is_valid()
    wanted = {name: form.cleaned_data.get(name) for name in ("player", "hanchan", "kind")}
    chosen = next((one for one in tournament.hanchan.all() if one.number == wanted["hanchan"]), None)
    rows = penalties_of(tournament, player=wanted["player"], hanchan=chosen, kind=wanted["kind"] or "")
    context = {
        "form": form, "page": Paginator(rows, PER_PAGE).get_page(request.GET.get("page")), "nav": "penalties",
        "people": options(people), "is_filtered": any(wanted.values()), "may_give": may(request, "give_penalty"),
    }  # fmt: skip
    return render(request, "penalties/list.html", context)


@staff_page("give_penalty")
def penalty_give(request: HttpRequest) -> HttpResponse:
    """Choose, see what it changes, give. What was not shown is shown first, also without script."""
    tournament = request.tournament  # type: ignore[attr-defined]
    if request.method != "POST":
        return _give_page(request, _first(request))
    typed = _typed(request.POST, tournament)
    form, draft = _read(request, typed)
    seen = request.POST.get("seen") == draft.mark
    if draft.is_open and not seen and form.errors.keys() <= {"kind"}:
        return _give_page(request, typed, ready=True)
    if not form.is_valid():
        return _give_page(request, typed, form, status=422)
    if not seen:
        return _give_page(request, typed, form, ready=True)
    said = form.cleaned_data
    try:
        given = actions.give(
            tournament=tournament, player=said["player"], hanchan=form.chosen_hanchan(), kind=said["kind"],
            foul=said["foul"], answers=draft.answers, amount=said["amount"], reason=said["reason"],
            referee=said["referee"], submission=said["submission"], by=request.user, at=timezone.now(),
        )  # fmt: skip
    except Refused as refusal:
        return _give_page(request, typed, form, status=put_on(form, refusal))
    messages.success(request, told(given))
    _warn_of_a_kept_seat(request, given)
    return redirect("penalties", slug=tournament.slug)


def _warn_of_a_kept_seat(request: HttpRequest, given: Penalty) -> None:
    """A disqualification changes no seating: somebody has to."""
    player = given.player
    if given.kind == PenaltyKind.DISQUALIFICATION and (kept := kept_seats(player)):
        about = {"player": player, "kept": kept, "tournament": given.tournament, **_rights(request)}
        messages.warning(request, render_to_string("penalties/keeps_seat.html", about))


def _rights(request: HttpRequest) -> dict[str, bool]:
    return {"may_replace": may(request, "run_event")}


@staff_page("give_penalty")
def penalty_preview(request: HttpRequest) -> HttpResponse:
    """The second pane for what is chosen so far. Nothing is written."""
    typed = _typed(request.GET, request.tournament, live=True)  # type: ignore[attr-defined]
    _form, draft = _read(request, typed)
    form = _unbound(request, typed)
    return render(request, "penalties/give.html#cost", _about(request, form, draft, typed))


def _first(request: HttpRequest) -> QueryDict:
    """What the page begins with: what its address says, and the hanchan that plays."""
    tournament = request.tournament  # type: ignore[attr-defined]
    typed = request.GET.copy()
    playing = hanchan_now(tournament)
    if "hanchan" not in typed and playing:
        typed["hanchan"] = str(playing.number)
    typed.setdefault("referee", referee_of(request))
    return _typed(typed, tournament)


def _typed(data: QueryDict, tournament: Any, live: bool = False) -> QueryDict:
    """What was typed, with kind and points as the schedule has them where they follow from another choice.

    Answers to another foul than the chosen one, or to a question that does not matter any more, are gone.
    """
    typed = data.copy()
    answers = {PREFIX + key: value for key, value in answers_to(data, tournament).items()}
    for name in [name for name in typed if name.startswith(PREFIX) and name not in answers]:
        del typed[name]
    for name, value in settled(data, tournament, live=live).items():
        typed[name] = value
    return typed


def _read(request: HttpRequest, typed: QueryDict) -> tuple[GiveForm, Draft]:
    tournament = request.tournament  # type: ignore[attr-defined]
    form = GiveForm(typed, tournament=tournament, people=list(players_of(tournament)))
    form.is_valid()
    said = form.cleaned_data
    foul, kind = foul_of(tournament, said.get("foul") or ""), said.get("kind") or ""
    amount, answers = said.get("amount"), answers_in(typed, foul)
    return form, Draft(tournament, said.get("player"), form.chosen_hanchan(), foul, kind, amount, answers)


def _unbound(request: HttpRequest, typed: QueryDict) -> GiveForm:
    """The form with what was typed and without complaints: nobody has asked for anything yet."""
    tournament = request.tournament  # type: ignore[attr-defined]
    names = ("player", "hanchan", "foul", "kind", "amount", "reason", "referee", "submission")
    kept = {name: value for name, value in typed.items() if value and (name in names or name.startswith(PREFIX))}
    return GiveForm(initial=kept, tournament=tournament, people=list(players_of(tournament)))


def _about(request: HttpRequest, form: GiveForm, draft: Draft, typed: QueryDict) -> dict[str, Any]:
    foul = foul_line(draft.foul) if draft.foul else None
    questions = form.asked(draft.foul, draft.answers)
    return {"form": form, "draft": draft, "typed": typed, "foul": foul, "questions": questions, **_rights(request)}


def _give_page(
    request: HttpRequest, typed: QueryDict, form: GiveForm | None = None, *, ready: bool = False, status: int = 200
) -> HttpResponse:
    tournament = request.tournament  # type: ignore[attr-defined]
    _form, draft = _read(request, typed)
    context = _about(request, form or _unbound(request, typed), draft, typed) | {
        "ready": ready, "nav": "penalties", "groups": foul_groups(tournament),
        "people": options(players_of(tournament)),
        "table_players": at_table(tournament, typed.get("hanchan", ""), typed.get("table", "")),
        "schedule": tournament.schedule,
    }  # fmt: skip
    return render(request, "penalties/give.html", context, status=status)


def told(penalty: Penalty) -> str:
    """A penalty in one line: who, what, how much."""
    words = f"{penalty.player}: {penalty.get_kind_display()}"
    if penalty.how_late:
        words += f", {penalty.how_late}"
    return f"{words}, {write_p(-penalty.amount, Minus.SCREEN)}P" if penalty.amount else words
