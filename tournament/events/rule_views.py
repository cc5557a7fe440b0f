"""The pages on which organisers change the rule set, and on which everybody reads it."""

from typing import Any

from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext

from scoring.rules import Ruleset, preset
from scoring.rules.files import PRESETS, offered
from scoring.rules.provenance import NOT_OFFERED, confirmed
from scoring.rules.rule_file import write_rules
from tournament.core.audit import Act
from tournament.core.messages import sentence
from tournament.core.models import Tournament
from tournament.core.requests import TournamentRequest
from tournament.core.response_mark import kept_with_tournament
from tournament.core.roles import public_page, staff_page
from tournament.events import actions, ruleset_display
from tournament.events.forms import PresetForm, RuleFileForm
from tournament.events.queries import hanchan_of, has_started, rule_values, rule_versions
from tournament.events.rule_form import RulesForm, RulesPage, edited
from tournament.events.ruleset_display import preset_groups
from tournament.events.views import edit, page


@staff_page("run_event")
def event_rules(request: TournamentRequest) -> HttpResponse:
    """The rule set on a form with its sentences beside it, and another preset to begin from."""
    tournament = _tournament(request)
    now = rule_values(tournament.ruleset)
    if request.POST.get("act") == "preset":
        chosen = PresetForm(request.POST, initial={"preset": tournament.ruleset.key})
        return edit(
            request,
            chosen,
            "events/rules.html",
            "event_rules",
            lambda seen: actions.change_rules(
                tournament=tournament,
                act=Act(by=request.user, at=timezone.now()),
                preset=chosen.cleaned_data["preset"],
                seen=seen,
            ),
            now=now,
            **rule_forms(tournament, RulesForm(tournament.ruleset), preset_form=chosen),
        )
    if request.POST.get("act") == "file":
        uploaded = RuleFileForm(request.POST, request.FILES)
        return edit(
            request,
            uploaded,
            "events/rules.html",
            "event_rules",
            lambda seen: actions.change_rules(
                tournament=tournament,
                act=Act(by=request.user, at=timezone.now()),
                rules=uploaded.cleaned_data["file"],
                seen=seen,
            ),
            now=now,
            **rule_forms(tournament, RulesForm(tournament.ruleset), file_form=uploaded),
        )
    form = RulesForm(tournament.ruleset, request.POST if request.method == "POST" else None)
    return edit(
        request,
        form,
        "events/rules.html",
        "event_rules",
        lambda seen: actions.change_rules(
            tournament=tournament, act=Act(by=request.user, at=timezone.now()), seen=seen, **form.changes()
        ),
        now=now,
        **rule_forms(tournament, form),
    )


@staff_page("run_event")
def event_rules_file(request: TournamentRequest) -> HttpResponse:
    """The rule set as a file to keep, to change and to upload at another tournament."""
    tournament = _tournament(request)
    return _as_file(tournament.ruleset, f"{tournament.slug}-rules")


@staff_page("run_event")
def event_rules_preview(request: TournamentRequest) -> HttpResponse:
    """Show the typed values in sentences: beside the form while typing, or as a page. Nothing is written."""
    tournament = _tournament(request)
    if request.method != "POST":
        return redirect("event_rules", tournament.slug)
    form = RulesForm(tournament.ruleset, edited(request.POST, tournament.ruleset))
    form.is_valid()
    shown = _page(tournament, form)
    if request.htmx:
        return render(request, "events/rules.html#live", {"rules_page": shown, "live": True})
    status = 422 if form.errors else 200
    return page(
        request,
        form,
        "events/rules.html",
        "event_rules",
        now=rule_values(tournament.ruleset),
        status=status,
        **rule_forms(tournament, form),
    )


def _page(tournament: Tournament, form: RulesForm) -> RulesPage:
    return RulesPage(form, has_started(tournament), tournament.wind_method)


def rule_forms(tournament: Tournament, form: RulesForm, **bound: Form) -> dict[str, Any]:
    """The forms of the page, those of `bound` with what was sent, and the rules that were replaced before."""
    others = {"preset_form": PresetForm(initial={"preset": tournament.ruleset.key}), "file_form": RuleFileForm()}
    return {"rules_page": _page(tournament, form), "versions": rule_versions(tournament), **others, **bound}


def _as_file(rules: Ruleset, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}.toml"'}
    return HttpResponse(write_rules(rules), content_type="application/toml; charset=utf-8", headers=headers)


@public_page
@kept_with_tournament
def public_rules(request: TournamentRequest) -> HttpResponse:
    """The rules in sentences, as players read them."""
    tournament = _tournament(request)
    context = ruleset_display.first_read(tournament, hanchan_of(tournament)) | {
        "tab": "rules",
        "usual": tournament.ruleset.usual,
        "differences": ruleset_display.differences(tournament.ruleset, tournament.wind_method),
        "fouls": ruleset_display.foul_rows(tournament.schedule),
    }
    return render(request, "events/public_rules.html", context)


def rule_sets(request: HttpRequest) -> HttpResponse:
    """Every rule set that is offered, in one line each."""
    return render(request, "events/rule_sets.html", {"groups": preset_groups()})


def rule_set(request: HttpRequest, preset_key: str) -> HttpResponse:
    """One rule set in sentences."""
    if preset_key not in PRESETS:
        raise Http404(preset_key)
    rules = preset(preset_key)
    parts = ruleset_display.by_part(rules)
    context = {
        "ruleset": rules,
        "in_short": ruleset_display.in_short(rules),
        "confirmed": sentence(confirmed(rules.sources, rules.marks)),
        "not_offered": "" if preset_key in offered() else gettext(NOT_OFFERED),
        "parts": parts,
        "has_marks": ruleset_display.has_marks(parts),
    }
    return render(request, "events/rule_set.html", context)


def rule_set_file(request: HttpRequest, preset_key: str) -> HttpResponse:
    """One rule set as a file: what a club begins its own from."""
    if preset_key not in PRESETS:
        raise Http404(preset_key)
    return _as_file(preset(preset_key), preset_key)


def _tournament(request: TournamentRequest) -> Tournament:
    return request.tournament
