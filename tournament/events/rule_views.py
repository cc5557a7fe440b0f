"""Where organisers change the rule set, and where everybody reads it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from scoring.rules import PRESETS, preset
from tournament.events import actions, rulebook
from tournament.events.editing import edit, page
from tournament.events.forms import PresetForm
from tournament.events.models import Tournament
from tournament.events.preset_groups import preset_groups
from tournament.events.queries import hanchan_of, has_started
from tournament.events.rule_changes import usual_of
from tournament.events.rule_edits import edited
from tournament.events.rule_form import RulesForm
from tournament.events.rule_page import RulesPage
from tournament.roles import public_page, staff_page


@staff_page("run_event")
def event_rules(request: HttpRequest) -> HttpResponse:
    """The rule set on a form with its sentences beside it, and another preset to begin from."""
    tournament = _tournament(request)
    if request.POST.get("act") == "preset":
        chosen = PresetForm(request.POST)
        return edit(
            request, chosen, "events/rules.html", "event_rules",
            lambda: actions.change_rules(
                tournament=tournament, by=request.user, at=timezone.now(), preset=chosen.cleaned_data["preset"]
            ),
            rules_page=_page(tournament, RulesForm(tournament.ruleset)), preset_form=chosen,
        )  # fmt: skip
    form = RulesForm(tournament.ruleset, request.POST if request.method == "POST" else None)
    return edit(
        request, form, "events/rules.html", "event_rules",
        lambda: actions.change_rules(tournament=tournament, by=request.user, at=timezone.now(), **form.changes()),
        rules_page=_page(tournament, form), preset_form=_preset_form(tournament),
    )  # fmt: skip


@staff_page("run_event")
def event_rules_preview(request: HttpRequest) -> HttpResponse:
    """What the typed values mean: beside the form while one types, or the whole page. Nothing is written."""
    tournament = _tournament(request)
    if request.method != "POST":
        return redirect("event_rules", tournament.slug)
    form = RulesForm(tournament.ruleset, edited(request.POST, tournament.ruleset))
    form.is_valid()
    shown = _page(tournament, form)
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "events/rules_live.html", {"rules_page": shown, "live": True})
    status = 422 if form.errors else 200
    return page(
        request, form, "events/rules.html", "event_rules",
        status=status, rules_page=shown, preset_form=_preset_form(tournament),
    )  # fmt: skip


def _page(tournament: Tournament, form: RulesForm) -> RulesPage:
    return RulesPage(form, has_started(tournament))


def _preset_form(tournament: Tournament) -> PresetForm:
    return PresetForm(initial={"preset": tournament.ruleset.key})


@public_page
def public_rules(request: HttpRequest) -> HttpResponse:
    """The rules in sentences, as players read them."""
    tournament = _tournament(request)
    hanchan = hanchan_of(tournament)
    parts = (*rulebook.by_part(tournament.ruleset), rulebook.places_part(tournament.ranked_by))
    context = {
        "tab": "rules", "parts": parts, "has_unverified": rulebook.has_unverified(parts),
        "usual": usual_of(tournament.ruleset), "differences": rulebook.differences(tournament.ruleset),
        "fouls": rulebook.foul_rows(tournament.schedule),
        "hanchan_list": hanchan if len({one.minutes for one in hanchan}) > 1 else [],
    }  # fmt: skip
    return render(request, "events/public_rules.html", context)


def rule_sets(request: HttpRequest) -> HttpResponse:
    """Every rule set there is, in one line each."""
    return render(request, "events/rule_sets.html", {"groups": preset_groups()})


def rule_set(request: HttpRequest, preset_key: str) -> HttpResponse:
    """One rule set in sentences."""
    if preset_key not in PRESETS:
        raise Http404(preset_key)
    rules = preset(preset_key)
    parts = rulebook.by_part(rules)
    context = {
        "ruleset": rules, "in_short": rulebook.in_short(rules), "parts": parts,
        "has_unverified": rulebook.has_unverified(parts),
    }  # fmt: skip
    return render(request, "events/rule_set.html", context)


def _tournament(request: HttpRequest) -> Tournament:
    return request.tournament  # type: ignore[attr-defined, no-any-return]
