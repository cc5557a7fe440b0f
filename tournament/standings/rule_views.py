"""The page on which the organiser says how places are decided, with what that would change."""

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2s

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
from tournament.core.edit_conflicts import Overtaken, Values, seen_in, to_see
from tournament.core.messages import Refused, sentence
from tournament.core.models import Tournament
from tournament.core.requests import TournamentRequest
from tournament.core.roles import staff_page
from tournament.staff.password_again import check_password_again
from tournament.standings.actions import change_standing_rules, merged_rules
from tournament.standings.consequences import AffectedLine
from tournament.standings.correction import Correction
from tournament.standings.entrant_changes import group_lines
from tournament.standings.forms import StandingRulesForm
from tournament.standings.queries import inputs_of
from tournament.standings.ranking import PlaceChange, place_changes
from tournament.standings.tables import PlaceChangeTable

MOST_CHANGES = 40


@dataclass(frozen=True)
class RulesPreview:
    """The effect of rules: their sentences, the standings that they move, and cuts that would wait for a decision.

    `reissues`: those standings are out. `mark` as `mark_of` gives it.
    """

    sentences: tuple[Message, ...]
    effect: Correction
    reissues: bool
    problem: Message | None
    mark: str

    @property
    def after(self) -> int:
        """The hanchan after which the standings are compared, 0 without results."""
        return self.effect.before.after

    @cached_property
    def changes(self) -> tuple[PlaceChange, ...]:
        return place_changes(self.effect.before, self.effect.after) if self.after else ()

    @cached_property
    def groups(self) -> list[AffectedLine]:
        """The teams, countries and clubs that change."""
        return group_lines(self.effect) if self.after else []

    @property
    def moves(self) -> bool:
        """Return whether a place or total of anybody or of any group is another."""
        return bool(self.changes or self.groups)

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
        return _page(request, StandingRulesForm(tournament.ranked_by), preview(tournament, tournament.ranked_by))
    form = StandingRulesForm(tournament.ranked_by, request.POST)
    if not form.is_valid():
        return _page(request, form)
    seen, act = seen_in(request.POST), Act(by=request.user, at=timezone.now())
    shown = None
    try:
        shown = preview(tournament, merged_rules(tournament, form.rules, seen))
        if request.POST.get("act") != "save" or (shown.moves and request.POST.get("mark") != shown.mark):
            return _page(request, form, shown, ready=request.POST.get("act") == "save")
        if shown.reissues:
            check_password_again(request, act.at)
        change_standing_rules(tournament=tournament, rules=form.rules, act=act, seen=seen)
    except Refused as refusal:
        for message in refusal.messages:
            form.add_error(form.name_of(message.field), sentence(message))
        if isinstance(refusal, Overtaken):
            shown = _effect(tournament, form.rules, {**(seen or {}), **refusal.now})
        return _page(request, form, shown, refused=refusal)
    messages.success(request, _("Saved."))
    return redirect("standing_rules", tournament.slug)


@staff_page("run_event")
def standing_rules_preview(request: TournamentRequest) -> HttpResponse:
    """Show the typed rules in sentences and their effect: the part beside the form. Nothing is written."""
    tournament = request.tournament
    if request.method != "POST":
        return redirect("standing_rules", tournament.slug)
    form = StandingRulesForm(tournament.ranked_by, request.POST)
    shown = _effect(tournament, form.rules, seen_in(request.POST)) if form.is_valid() else None
    context = {"form": form, "preview": shown, "is_reissue": bool(shown and shown.reissues), "live": True}
    return render(request, "standings/rules.html#preview", context)


def _effect(tournament: Tournament, rules: StandingRules, seen: Values | None) -> RulesPreview | None:
    """The effect of typed rules with what somebody else changed; None where the two cannot be stored together."""
    with suppress(Refused):
        return preview(tournament, merged_rules(tournament, rules, seen))
    return None


def preview(tournament: Tournament, rules: StandingRules) -> RulesPreview:
    """Return the effect of `rules` now, beside the rules in use: on the newest standings that are out and move, else on
    those that staff see. Ties that a later hanchan has parted are still in the standings before it."""
    inputs = inputs_of(tournament)
    changed = replace(inputs, by=rules)

    def effect(after: int) -> Correction:
        return Correction(tournament.pk, inputs, changed, 1, frozenset(), after)

    newest = effect(inputs.played)
    shown = RulesPreview(standing_sentences(rules), newest, False, newest.after.problem, mark_of(rules, tournament))
    out = [one.number for one in inputs.hanchan[: inputs.played] if one.released_at or one.official_at]
    others = (replace(shown, effect=effect(after), reissues=True) for after in reversed(out))
    return next((one for one in others if rules != inputs.by and one.moves), shown)


def mark_of(rules: StandingRules, tournament: Tournament) -> str:
    """Names rules and the results that they were shown on, so that nothing else is saved than what was seen."""
    played = inputs_of(tournament).played
    return blake2s(repr((rules, played)).encode(), digest_size=8).hexdigest()


def _page(
    request: TournamentRequest,
    form: StandingRulesForm,
    shown: RulesPreview | None = None,
    *,
    ready: bool = False,
    refused: Refused | None = None,
) -> HttpResponse:
    """The page with what the rules on it would change; None where they cannot be stored."""
    context: dict[str, object] = {
        "form": form,
        "nav": "event",
        "here": "standing_rules",
        "ready": ready,
        "is_reissue": bool(shown and shown.reissues),
        "seen": to_see(request.tournament.ranked_by.to_json(), seen_in(request.POST), refused),
        "preview": shown,
        "meanings": [(_(one.label), sentence(phrase(MEANINGS[one], {"seed": "…"}))) for one in Breaker],
    }
    status = refused.status if refused else 200 if shown else 422
    return render(request, "standings/rules.html", context, status=status)
