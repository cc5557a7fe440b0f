"""The page on which the organiser says how places are decided, with what that would change."""

from dataclasses import dataclass, replace
from hashlib import blake2s
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.messages import Message, phrase
from scoring.sentences.standings import MEANINGS, standing_sentences
from scoring.standings.rules import StandingRules
from scoring.standings.ties import Breaker
from tournament.core.audit import Act
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Tournament
from tournament.core.requests import TournamentRequest
from tournament.core.roles import staff_page
from tournament.standings.actions import change_standing_rules
from tournament.standings.forms import StandingRulesForm
from tournament.standings.queries import inputs_of, standings_of
from tournament.standings.ranking import PlaceChange, Ranking, place_changes, ranking
from tournament.standings.tables import PlaceChangeTable

MOST_CHANGES = 40


@dataclass(frozen=True, slots=True)
class RulesPreview:
    """The effect of rules: their sentences, changed places, and cuts that would wait for a decision."""

    sentences: tuple[Message, ...]
    changes: tuple[PlaceChange, ...]
    after: int
    problem: Message | None
    mark: str

    @property
    def table(self) -> PlaceChangeTable:
        """The first of the changes."""
        return PlaceChangeTable(self.changes[:MOST_CHANGES])

    @property
    def more(self) -> int:
        """The number of changes that the table leaves out."""
        return max(0, len(self.changes) - MOST_CHANGES)


@staff_page("run_event")
def standing_rules(request: TournamentRequest) -> HttpResponse:
    """The rules. What would move places is shown before it is saved, also without script."""
    tournament = request.tournament
    if request.method != "POST":
        return _page(request, StandingRulesForm(tournament.ranked_by))
    form = StandingRulesForm(tournament.ranked_by, request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    shown = preview(tournament, form.rules)
    if request.POST.get("act") != "save" or (shown.changes and request.POST.get("mark") != shown.mark):
        return _page(request, form, ready=request.POST.get("act") == "save")
    try:
        if request.POST.get("seen", "") not in ("", mark_of(tournament.ranked_by, tournament)):
            raise Conflict.of("rules-changed", _("Someone else changed these rules. Check them, then save again."))
        change_standing_rules(tournament=tournament, rules=form.rules, act=Act(by=request.user, at=timezone.now()))
    except Refused as refusal:
        form.add_error(form.name_of(refusal.field or ""), refusal.message)
        return _page(request, form, status=409 if isinstance(refusal, Conflict) else 422)
    messages.success(request, _("Saved."))
    return redirect("standing_rules", tournament.slug)


@staff_page("run_event")
def standing_rules_preview(request: TournamentRequest) -> HttpResponse:
    """Show the typed rules in sentences and their effect: the part beside the form. Nothing is written."""
    tournament = request.tournament
    if request.method != "POST":
        return redirect("standing_rules", tournament.slug)
    form = StandingRulesForm(tournament.ranked_by, request.POST)
    if not form.is_valid():
        return render(request, "standings/rules.html#preview", {"form": form, "preview": None})
    return render(request, "standings/rules.html#preview", {"form": form, "preview": preview(tournament, form.rules)})


def preview(tournament: Tournament, rules: StandingRules) -> RulesPreview:
    """Return the effect of `rules` now, beside the rules in use."""
    inputs = inputs_of(tournament)
    before: Ranking = standings_of(tournament)
    after = ranking(tournament.pk, replace(inputs, by=rules), before.after)
    found = place_changes(before, after) if before.after else ()
    return RulesPreview(standing_sentences(rules), found, before.after, after.problem, mark_of(rules, tournament))


def mark_of(rules: StandingRules, tournament: Tournament) -> str:
    """Names rules and the results that they were shown on, so that nothing else is saved than what was seen."""
    played = inputs_of(tournament).played
    return blake2s(repr((rules, played)).encode(), digest_size=8).hexdigest()


def _page(
    request: TournamentRequest, form: StandingRulesForm, *, ready: bool = False, status: int = 200
) -> HttpResponse:
    tournament = request.tournament
    now = mark_of(tournament.ranked_by, tournament)
    context: dict[str, Any] = {
        "form": form,
        "nav": "event",
        "here": "standing_rules",
        "ready": ready,
        "seen": now if status == 409 else request.POST.get("seen", now),
        "preview": preview(tournament, form.rules) if form.is_read or not form.is_bound else None,
        "meanings": [(_(one.label), phrase(MEANINGS[one], {"seed": "…"}).say(_)) for one in Breaker],
    }
    return render(request, "standings/rules.html", context, status=status)
