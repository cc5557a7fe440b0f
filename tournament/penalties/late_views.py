"""Several late players of one hanchan on one page, what the minutes lead to, and who stands in."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.forms import BaseFormSet, formset_factory
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.foul.consequences import Consequence
from scoring.game import score_table
from scoring.lateness import MINUTE, Kind, Lateness
from scoring.standings import Deduction
from tournament.asked import whole
from tournament.penalties.effect import Effect, effects
from tournament.penalties.forms import MOST_LATE_ROWS, LatenessForm, LateRowForm
from tournament.penalties.lateness import (
    Filling,
    LateComer,
    fillings,
    intention_disqualifies,
    late_players,
    verdict,
)
from tournament.penalties.pages import options
from tournament.penalties.queries import hanchan_now
from tournament.penalties.seats import free_substitutes
from tournament.penalties.views import put_on, referee_of, told
from tournament.players.models import Player
from tournament.players.queries import players_of
from tournament.problems import Refused
from tournament.roles import staff_page
from tournament.sheets.queries import tables_of

ROWS = 6
Rows = formset_factory(LateRowForm, extra=0, max_num=MOST_LATE_ROWS, absolute_max=MOST_LATE_ROWS)


@dataclass(frozen=True, slots=True)
class Verdict:
    """A late player, what the rules make of it, and what that changes."""

    player: Player
    lateness: Lateness
    filling: Filling
    effect: Effect
    sheet_of: int | None = None  # the table whose sheet is in and counts points for the player

    @property
    def is_forfeit(self) -> bool:
        return self.lateness.kind is Kind.FORFEIT

    @property
    def is_on_time(self) -> bool:
        return self.lateness.kind is Kind.ON_TIME

    @property
    def is_warning(self) -> bool:
        return self.lateness.consequence is Consequence.WARNING

    @property
    def is_new_substitute(self) -> bool:
        return isinstance(self.filling.substitute, str)


@staff_page("give_penalty")
def lateness(request: HttpRequest) -> HttpResponse:
    """Enter them all; what was not shown is shown first, also without script."""
    tournament = request.tournament  # type: ignore[attr-defined]
    people = list(players_of(tournament))
    if request.method != "POST" or "more" in request.POST:
        return _page(request, _first(request), people)
    form, rows = _read(request, request.POST, people)
    if not (form.is_valid() and rows.is_valid()):
        return _page(request, request.POST, people, form, rows, status=422)
    comers = _comers(rows)
    if not comers:
        form.add_error(None, _("Name the first late player."))
        return _page(request, request.POST, people, form, rows, status=422)
    if request.POST.get("seen") != _mark(form, comers):
        return _page(request, request.POST, people, form, rows, ready=True)
    hanchan, said = form.chosen_hanchan(), form.cleaned_data
    assert hanchan is not None  # noqa: S101  # the field is required
    hanchan.tournament = tournament
    try:
        given = late_players(
            hanchan=hanchan, rows=comers, reason=said["reason"], referee=said["referee"],
            submission=said["submission"], by=request.user, at=timezone.now(),
        )  # fmt: skip
    except Refused as refusal:
        _put_on_rows(form, rows, refusal)
        return _page(request, request.POST, people, form, rows, status=422)
    messages.success(request, "; ".join(told(one) for one in given))
    return redirect("penalties", slug=tournament.slug)


@staff_page("give_penalty")
def lateness_preview(request: HttpRequest) -> HttpResponse:
    """What the minutes typed so far lead to. Nothing is written."""
    people = list(players_of(request.tournament))  # type: ignore[attr-defined]
    form, rows = _read(request, request.GET, people)
    return render(request, "penalties/late.html#verdicts", _verdict_context(request, form, rows))


def _first(request: HttpRequest) -> QueryDict:
    """The form as the page begins, or with more rows and everything typed so far."""
    data = request.POST.copy() if request.method == "POST" else request.GET.copy()
    playing = hanchan_now(request.tournament)  # type: ignore[attr-defined]
    if playing:
        data.setdefault("hanchan", str(playing.number))
    data.setdefault("referee", referee_of(request))
    count = whole(data.get("form-TOTAL_FORMS", "")) or 0
    data["form-TOTAL_FORMS"] = str(min(count + ROWS, MOST_LATE_ROWS))
    data["form-INITIAL_FORMS"] = "0"
    return data


def _read(request: HttpRequest, data: QueryDict, people: Sequence[Player]) -> tuple[LatenessForm, "BaseFormSet[Any]"]:
    form = LatenessForm(data, tournament=request.tournament)  # type: ignore[attr-defined]
    rows = Rows(data, form_kwargs={"people": people})
    form.is_valid()
    rows.is_valid()
    return form, rows


def _comers(rows: "BaseFormSet[Any]") -> list[LateComer]:
    """The rows that name somebody, in their order."""
    return [
        LateComer(said["player"], None if said["forfeits"] else said["late"], said["substitute"])
        for row in rows.forms
        if row.is_valid() and (said := row.cleaned_data).get("player")
    ]


def _mark(form: LatenessForm, comers: Sequence[LateComer]) -> str:
    """Names what was shown, so that nothing else is given than what was seen."""
    rows = "; ".join(f"{one.player.pk} {one.late} {one.substitute or ''}" for one in comers)
    return f"{form.cleaned_data.get('hanchan')}: {rows}"


def _verdicts(request: HttpRequest, form: LatenessForm, comers: Sequence[LateComer]) -> list[Verdict]:
    tournament = request.tournament  # type: ignore[attr-defined]
    judged = [verdict(one.late, tournament) for one in comers]
    number = form.cleaned_data.get("hanchan")
    lost = _forfeited_scores(request, number, comers, judged)
    extra = [Deduction(one.player.pk, found.amount, number) for one, found in zip(comers, judged, strict=True)]
    extra += [Deduction(player, score, number) for player, (_table, score) in lost.items()]
    changed = effects(tournament, [one.player for one in comers], extra=extra) if comers else ()
    hanchan = form.chosen_hanchan()
    filled = fillings(hanchan, comers) if hanchan else [Filling(one.substitute) for one in comers]
    return [
        Verdict(one.player, found, filling, effect, lost.get(one.player.pk, (None,))[0])
        for one, found, filling, effect in zip(comers, judged, filled, changed, strict=True)
    ]


def _forfeited_scores(
    request: HttpRequest, number: int | None, comers: Sequence[LateComer], judged: Sequence[Lateness]
) -> dict[int, tuple[int, int]]:
    """Table and score, in points, of who forfeits a hanchan whose sheet is in: the substitute gets the score."""
    tournament = request.tournament  # type: ignore[attr-defined]
    out = {one.player.pk for one, found in zip(comers, judged, strict=True) if found.kind is Kind.FORFEIT}
    if not out:
        return {}
    return {
        line.player: (table.table, row.score)
        for table in tables_of(tournament)
        if table.hanchan == number
        for line, row in zip(table.lines, score_table(table, tournament.ruleset), strict=True)
        if line.player in out
    }


def _verdict_context(request: HttpRequest, form: LatenessForm, rows: "BaseFormSet[Any]") -> dict[str, Any]:
    comers = _comers(rows)
    tournament = request.tournament  # type: ignore[attr-defined]
    return {
        "verdicts": _verdicts(request, form, comers), "mark": _mark(form, comers),
        "may_disqualify": intention_disqualifies(tournament), "number": form.cleaned_data.get("hanchan"),
    }  # fmt: skip


def _put_on_rows(form: LatenessForm, rows: "BaseFormSet[Any]", refusal: Refused) -> None:
    """Show each problem beside the row it belongs to."""
    if not refusal.problems:
        put_on(form, refusal)
    filled = [row for row in rows.forms if row.cleaned_data.get("player")]
    for problem in refusal.problems:
        put_on(filled[problem.row], Refused(problem.message, field=problem.field))


def _page(
    request: HttpRequest, data: QueryDict, people: Sequence[Player], form: LatenessForm | None = None,
    rows: "BaseFormSet[Any] | None" = None, *, ready: bool = False, status: int = 200,
) -> HttpResponse:  # fmt: skip
    read, typed = _read(request, data, people)
    context = _verdict_context(request, read, typed) | {
        "form": form or _uncomplaining(request, data), "rows": rows or _uncomplaining_rows(data, people),
        "ready": ready, "nav": "penalties", "people": options(people), "limit": request.tournament.ruleset.lateness,  # type: ignore[attr-defined]
        "each": verdict(MINUTE, request.tournament), "absence": verdict(None, request.tournament),  # type: ignore[attr-defined]
        "substitutes": options(free_substitutes(request.tournament, _hanchan_shown(read))),  # type: ignore[attr-defined]
    }  # fmt: skip
    return render(request, "penalties/late.html", context, status=status)


def _hanchan_shown(form: LatenessForm) -> int:
    """The hanchan that stands in the field: the chosen one, or what a browser shows as long as none is."""
    hanchan = form.chosen_hanchan() or next(iter(form.hanchan_list), None)
    return hanchan.number if hanchan else 0


def _uncomplaining(request: HttpRequest, data: QueryDict) -> LatenessForm:
    """The form with what was typed, before anybody asked for anything."""
    kept = {name: data[name] for name in ("hanchan", "referee", "reason", "submission") if data.get(name)}
    return LatenessForm(initial=kept, tournament=request.tournament)  # type: ignore[attr-defined]


def _uncomplaining_rows(data: QueryDict, people: Sequence[Player]) -> "BaseFormSet[Any]":
    count = int(data["form-TOTAL_FORMS"])
    names = ("player", "late", "forfeits", "substitute")
    initial = [{name: data.get(f"form-{n}-{name}", "") for name in names} for n in range(count)]
    return Rows(initial=initial, form_kwargs={"people": people})
