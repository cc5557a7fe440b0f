"""The page on which the organiser says how places are decided, with what that would change."""

from dataclasses import dataclass, replace
from hashlib import blake2s
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.standing.rules import StandingRules
from scoring.standing.sentences import MEANINGS, sentences
from scoring.ties import Breaker
from scoring.words import Text
from tournament.events.models import Tournament
from tournament.problems import Conflict, Refused
from tournament.roles import staff_page
from tournament.standings.actions import change_standing_rules
from tournament.standings.moves import Move, moves
from tournament.standings.queries import known_facts, standings_of
from tournament.standings.ranking import Ranking, ranking
from tournament.standings.rule_form import StandingRulesForm

MOST_MOVES = 40


@dataclass(frozen=True, slots=True)
class Preview:
    """What rules would give: their sentences, who would stand elsewhere, and whether a cut would wait."""

    sentences: tuple[Text, ...]
    moves: tuple[Move, ...]
    after: int
    problem: Text | None
    mark: str

    @property
    def shown(self) -> tuple[Move, ...]:
        return self.moves[:MOST_MOVES]

    @property
    def more(self) -> int:
        return len(self.moves) - len(self.shown)


@staff_page("run_event")
def standing_rules(request: HttpRequest) -> HttpResponse:
    """The rules. What would move places is shown before it is saved, also without script."""
    tournament = _tournament(request)
    if request.method != "POST":
        return _page(request, StandingRulesForm(tournament.ranked_by))
    form = StandingRulesForm(tournament.ranked_by, request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    shown = preview(tournament, form.rules)
    if request.POST.get("act") != "save" or (shown.moves and request.POST.get("mark") != shown.mark):
        return _page(request, form, ready=request.POST.get("act") == "save")
    try:
        if request.POST.get("seen", "") not in ("", mark_of(tournament.ranked_by, tournament)):
            raise Conflict(_("Somebody changed this meanwhile. Look at it again, then save once more."))
        change_standing_rules(tournament=tournament, rules=form.rules, by=request.user, at=timezone.now())
    except Refused as refusal:
        form.add_error(form.name_of(refusal.field or ""), refusal.message)
        return _page(request, form, status=409 if isinstance(refusal, Conflict) else 422)
    messages.success(request, _("Saved."))
    return redirect("standing_rules", tournament.slug)


@staff_page("run_event")
def standing_rules_preview(request: HttpRequest) -> HttpResponse:
    """What the typed rules say and would change: the part beside the form. Nothing is written."""
    tournament = _tournament(request)
    if request.method != "POST":
        return redirect("standing_rules", tournament.slug)
    form = StandingRulesForm(tournament.ranked_by, request.POST)
    if not form.is_valid():
        return render(request, "standings/rules.html#preview", {"form": form, "preview": None})
    return render(request, "standings/rules.html#preview", {"form": form, "preview": preview(tournament, form.rules)})


def preview(tournament: Tournament, rules: StandingRules) -> Preview:
    """What `rules` would give now, beside the rules that hold."""
    facts = known_facts(tournament)
    before: Ranking = standings_of(tournament)
    after = ranking(tournament.pk, replace(facts, by=rules), before.after)
    found = moves(before, after) if before.after else ()
    return Preview(sentences(rules), found, before.after, after.problem, mark_of(rules, tournament))


def mark_of(rules: StandingRules, tournament: Tournament) -> str:
    """Names rules and the results that they were shown on, so that nothing else is saved than what was seen."""
    played = known_facts(tournament).played
    return blake2s(repr((rules, played)).encode(), digest_size=8).hexdigest()


def _page(request: HttpRequest, form: StandingRulesForm, *, ready: bool = False, status: int = 200) -> HttpResponse:
    tournament = _tournament(request)
    now = mark_of(tournament.ranked_by, tournament)
    context: dict[str, Any] = {
        "form": form, "nav": "event", "here": "standing_rules", "ready": ready,
        "seen": now if status == 409 else request.POST.get("seen", now),
        "preview": preview(tournament, form.rules) if form.is_read or not form.is_bound else None,
        "meanings": [(_(one.label), Text(MEANINGS[one], {"seed": "…"}).said(_)) for one in Breaker],
    }  # fmt: skip
    return render(request, "standings/rules.html", context, status=status)


def _tournament(request: HttpRequest) -> Tournament:
    return request.tournament  # type: ignore[attr-defined, no-any-return]
