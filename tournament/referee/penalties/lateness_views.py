"""The page of late players: several of one hanchan, their penalties, and their substitutes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.forms import BaseFormSet, formset_factory
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.fouls.cases import Consequence
from scoring.game import score_table
from scoring.lateness import MINUTE, Arrival, Lateness
from scoring.standings.values import Deduction
from tournament.core.messages import Refused, put_on
from tournament.core.requests import TournamentRequest, parse_int
from tournament.core.roles import staff_page
from tournament.players.models import Player
from tournament.players.queries import players_of
from tournament.referee.penalties.effect import effects
from tournament.referee.penalties.forms import MOST_LATE_ROWS, LatenessForm, LateRowForm
from tournament.referee.penalties.giving import check_reissue, reissues
from tournament.referee.penalties.pages import back_to_list, person_options
from tournament.results.models import Penalty
from tournament.results.penalties.lateness import (
    Filling,
    LateComer,
    fillings,
    intention_disqualifies,
    late_players,
    verdict,
)
from tournament.results.penalties.queries import hanchan_now, newest_penalty
from tournament.results.sheets.queries import tables_of
from tournament.seats.forms import ranked_choices
from tournament.seats.held_seats import free_substitutes
from tournament.standings.correction import Shift

ROWS = 6
Rows = formset_factory(LateRowForm, extra=0, max_num=MOST_LATE_ROWS, absolute_max=MOST_LATE_ROWS)


@dataclass(frozen=True, slots=True)
class LatenessVerdict:
    """A late player, the penalty under the rules, and its effect."""

    player: Player
    lateness: Lateness
    filling: Filling
    effect: Shift
    sheet_of: int | None = None  # the table whose sheet is in and counts points for the player
    hanchan: int | None = None
    is_ranked: bool = True  # whether the hanchan counts for a player who sits out and stands in

    @property
    def is_forfeit(self) -> bool:
        return self.lateness.kind is Arrival.FORFEIT

    @property
    def is_on_time(self) -> bool:
        return self.lateness.kind is Arrival.ON_TIME

    @property
    def is_warning(self) -> bool:
        return self.lateness.consequence is Consequence.WARNING

    @property
    def is_new_substitute(self) -> bool:
        return isinstance(self.filling.substitute, str)

    @property
    def sits_out(self) -> bool:
        """Return whether a player who is ranked in the hanchan stands in."""
        player = self.filling.substitute
        return isinstance(player, Player) and self.hanchan is not None and player.is_ranked_in(self.hanchan)


@staff_page("give_penalty")
def lateness(request: TournamentRequest) -> HttpResponse:
    """Enter all of them in one act, once the page has shown what that would do, also without script."""
    tournament = request.tournament
    people = list(players_of(tournament))
    is_sent = request.method == "POST" and "more" not in request.POST
    form, rows = _read(request, request.POST if is_sent else _first(request), people)
    comers = _late_comers(rows, ranked_choices(request.POST))
    if not is_sent:
        _hide_errors(form, rows)
    elif not rows.total_error_count() and not comers:
        form.add_error(None, _("Enter at least one late player."))
    elif form.is_valid() and rows.is_valid() and request.POST.get("seen") == _mark(form, comers):
        try:
            return back_to_list(request, _enter(request, form, comers))
        except Refused as refused:
            _put_on_rows(form, rows, refused)
            form.ask(refused)
    has_errors = bool(form.errors or rows.total_error_count())
    context = _verdict_context(request, form, comers) | {
        "rows": rows,
        "ready": is_sent and not has_errors,
        "nav": "floor",
        "people": person_options(people),
        "limit": tournament.ruleset.lateness,
        "each": verdict(MINUTE, tournament),
        "absence": verdict(None, tournament),
        "substitutes": person_options(free_substitutes(tournament, _hanchan_in_field(form))),
    }
    return render(request, "referee/penalties/lateness.html", context, status=422 if has_errors else 200)


def _enter(request: TournamentRequest, form: LatenessForm, comers: Sequence[LateComer]) -> list[Penalty]:
    hanchan, read = form.chosen_hanchan(), form.cleaned_data
    assert hanchan is not None  # noqa: S101  # the field is required
    check_reissue(request, hanchan)
    act = form.act(request.user, timezone.now())
    return late_players(hanchan=hanchan, rows=comers, referee=read["referee"], act=act)


@staff_page("give_penalty")
def lateness_preview(request: TournamentRequest) -> HttpResponse:
    """Preview the penalties for the minutes typed so far. Nothing is written."""
    people = list(players_of(request.tournament))
    form, rows = _read(request, request.GET, people)
    comers = _late_comers(rows, ranked_choices(request.GET))
    return render(request, "referee/penalties/lateness.html#verdicts", _verdict_context(request, form, comers))


def _first(request: TournamentRequest) -> QueryDict:
    """Return the first values of the page, or more rows and everything typed so far."""
    data = request.POST.copy() if request.method == "POST" else request.GET.copy()
    playing = hanchan_now(request.tournament)
    if playing:
        data.setdefault("hanchan", str(playing.number))
    data.setdefault("referee", request.user.stored_name)
    data.setdefault("submission", str(uuid4()))
    data.setdefault("base", str(newest_penalty(request.tournament)))
    count = parse_int(data.get("form-TOTAL_FORMS", "")) or 0
    data["form-TOTAL_FORMS"] = str(min(count + ROWS, MOST_LATE_ROWS))
    data["form-INITIAL_FORMS"] = "0"
    return data


def _read(
    request: TournamentRequest, data: QueryDict, people: Sequence[Player]
) -> tuple[LatenessForm, "BaseFormSet[Any]"]:
    form = LatenessForm(data, tournament=request.tournament)
    rows = Rows(data, form_kwargs={"people": people})
    form.is_valid()
    rows.is_valid()
    return form, rows


def _hide_errors(form: LatenessForm, rows: "BaseFormSet[Any]") -> None:
    """Nothing was asked for yet, so nothing is wrong."""
    for one in (form, *rows.forms):
        one.errors.clear()


def _late_comers(rows: "BaseFormSet[Any]", choices: Mapping[int, bool]) -> list[LateComer]:
    """Return the rows that have a player, in their order; `choices` say by number who of those who stand in is
    ranked."""
    return [
        LateComer(
            read["player"],
            None if read["forfeits"] else read["late"],
            read["substitute"],
            choices.get(getattr(read["substitute"], "number", 0)),
        )
        for row in rows.forms
        if row.is_valid() and (read := row.cleaned_data).get("player")
    ]


def _mark(form: LatenessForm, comers: Sequence[LateComer]) -> str:
    """Return a text that identifies what was shown, so that nothing else is given."""
    rows = "; ".join(f"{one.player.pk} {one.late} {one.substitute or ''}" for one in comers)
    return f"{form.cleaned_data.get('hanchan')}: {rows}"


def _verdicts(request: TournamentRequest, form: LatenessForm, comers: Sequence[LateComer]) -> list[LatenessVerdict]:
    tournament = request.tournament
    judged = [verdict(one.late, tournament) for one in comers]
    number = form.cleaned_data.get("hanchan")
    lost = _forfeited_scores(request, number, comers, judged)
    extra = [Deduction(one.player.pk, found.amount, number) for one, found in zip(comers, judged, strict=True)]
    extra += [Deduction(player, score, number) for player, (_table, score) in lost.items()]
    changed = effects(tournament, [one.player for one in comers], extra=extra) if comers else ()
    hanchan = form.chosen_hanchan()
    filled = fillings(hanchan, comers) if hanchan else [Filling(one.substitute) for one in comers]
    return [
        LatenessVerdict(
            one.player,
            found,
            filling,
            effect,
            lost.get(one.player.pk, (None,))[0],
            number,
            one.is_ranked is not False,
        )
        for one, found, filling, effect in zip(comers, judged, filled, changed, strict=True)
    ]


def _forfeited_scores(
    request: TournamentRequest, number: int | None, comers: Sequence[LateComer], judged: Sequence[Lateness]
) -> dict[int, tuple[int, int]]:
    """Return table and score, in points, by player who forfeits a hanchan whose sheet is in."""
    tournament = request.tournament
    out = {one.player.pk for one, found in zip(comers, judged, strict=True) if found.kind is Arrival.FORFEIT}
    if not out:
        return {}
    return {
        line.player: (table.table, row.score)
        for table in tables_of(tournament)
        if table.hanchan == number
        for line, row in zip(table.lines, score_table(table, tournament.ruleset), strict=True)
        if line.player in out
    }


def _verdict_context(request: TournamentRequest, form: LatenessForm, comers: Sequence[LateComer]) -> dict[str, object]:
    return {
        "verdicts": _verdicts(request, form, comers),
        "mark": _mark(form, comers),
        "may_disqualify": intention_disqualifies(request.tournament),
        "number": form.cleaned_data.get("hanchan"),
        "is_reissue": reissues(request.tournament, form.chosen_hanchan()),
        "form": form,
    }


def _put_on_rows(form: LatenessForm, rows: "BaseFormSet[Any]", refused: Refused) -> None:
    """Show each message beside the row it belongs to, that of the password beside its field."""
    filled: dict[object, Any] = dict(enumerate(row for row in rows.forms if row.cleaned_data.get("player")))
    for message in refused.messages:
        put_on(filled[message.params["row"]] if "row" in message.params else form, Refused([message]))


def _hanchan_in_field(form: LatenessForm) -> int:
    """Return the hanchan in the field: the chosen one, or the first, which a browser shows if none is chosen."""
    hanchan = form.chosen_hanchan() or next(iter(form.hanchan_list), None)
    return hanchan.number if hanchan else 0
