"""The page that changes the rules of an event under way: what would move, then the reason and the password."""

from dataclasses import dataclass

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache

from scoring.rules import Ruleset
from tournament.core.audit import Act
from tournament.core.messages import Refused, put_on
from tournament.core.models import Tournament
from tournament.core.requests import TournamentRequest, parse_int
from tournament.core.roles import staff_page
from tournament.events.forms import PresetForm, RuleFileForm
from tournament.events.history import rule_changes
from tournament.events.queries import hanchan_of, rule_values, rule_versions
from tournament.events.rule_changes import chosen, differing, with_changes
from tournament.events.rule_form import RulesForm
from tournament.events.rule_views import rule_forms
from tournament.events.views import page
from tournament.staff.password_again import check_password_again
from tournament.standings.queries import inputs_of, standings_of
from tournament.standings.rule_correction.actions import correct_rules
from tournament.standings.rule_correction.checks import refuse_rules
from tournament.standings.rule_correction.consequences import rule_consequences
from tournament.standings.rule_correction.effect import RuleEffect
from tournament.standings.rule_correction.forms import RuleCorrectionForm
from tournament.standings.rule_correction.tables import RuleEffectTable

PASSWORD = gettext_noop("Enter your password to change the rules.")


@dataclass(frozen=True, slots=True)
class _Sent:
    """The content sent by the page of the rules: the rules that are meant, None while the form has errors."""

    form: Form
    name: str
    rules: Ruleset | None


@staff_page("run_event")
@never_cache
def rule_correction(request: TournamentRequest) -> HttpResponse:
    """Show what the sent rules would change, or change them. Without rules, lead to the page of the rules."""
    tournament = request.tournament
    if request.method != "POST":
        return redirect("event_rules", tournament.slug)
    if request.POST.get("act") == "apply":
        return _apply(request)
    try:
        sent = _sent(request)
    except Refused as refused:
        sent = _Sent(PresetForm(request.POST), "preset_form", None)
        sent.form.is_valid()
        put_on(sent.form, refused)
    if sent.rules is None:
        own = sent.form if isinstance(sent.form, RulesForm) else RulesForm(tournament.ruleset)
        bound = {} if sent.form is own else {sent.name: sent.form}
        forms = rule_forms(tournament, own, **bound) | {"now": rule_values(tournament.ruleset)}
        return page(request, sent.form, "events/rules.html", "event_rules", status=422, **forms)
    base = len(rule_versions(tournament))
    form = RuleCorrectionForm(rules=sent.rules, base=base)
    return _page(request, form, sent.rules)


def _sent(request: TournamentRequest) -> _Sent:
    """Read the rules of one of the forms: a preset, a file, an earlier version, or values. Raises Refused."""
    tournament: Tournament = request.tournament
    act = request.POST.get("act")
    form: Form
    if act == "preset":
        form = PresetForm(request.POST, initial={"preset": tournament.ruleset.key})
        return _Sent(form, "preset_form", chosen(form.cleaned_data["preset"]) if form.is_valid() else None)
    if act == "file":
        form = RuleFileForm(request.POST, request.FILES)
        return _Sent(form, "file_form", with_changes(form.cleaned_data["file"], {}) if form.is_valid() else None)
    if act == "version":
        number = parse_int(request.POST.get("version", ""))
        found = [one.rules for one in rule_versions(tournament) if one.number == number]
        if not found:
            raise Http404
        return _Sent(Form(), "", found[0])
    rules_form = RulesForm(tournament.ruleset, request.POST)
    rules_form.is_valid()
    return _Sent(rules_form, "", rules_form.typed)


def _apply(request: TournamentRequest) -> HttpResponse:
    tournament, at = request.tournament, timezone.now()
    form = RuleCorrectionForm(request.POST)
    is_valid = form.is_valid()
    rules = form.cleaned_data.get("rules")
    if rules is None:
        messages.error(request, _("Nothing was changed: choose the rules again."))
        return redirect("event_rules", tournament.slug)
    if not is_valid:
        return _page(request, form, rules, status=422)
    act = Act(
        by=request.user,
        at=at,
        reason=form.cleaned_data["reason"],
        submission=form.cleaned_data["submission"],
        base=form.cleaned_data["base"],
    )
    try:
        check_password_again(request, at, PASSWORD)
        correct_rules(tournament=tournament, rules=rules, act=act)
    except Refused as refused:
        put_on(form, refused)
        return _page(request, form, rules, status=refused.status)
    messages.success(request, _("Rules changed. The standings are computed by the new rules."))
    return redirect("event_rules", tournament.slug)


def _page(request: TournamentRequest, form: RuleCorrectionForm, rules: Ruleset, *, status: int = 200) -> HttpResponse:
    tournament: Tournament = request.tournament
    tournament.refresh_from_db()
    changes = differing(tournament.ruleset, rules)
    effect = RuleEffect(tournament.pk, inputs_of(tournament), rules)
    context: dict[str, object] = {
        "nav": "event",
        "here": "event_rules",
        "form": form,
        "rules": rules,
        "changes": list(rule_changes(changes)),
        "refused": _against(tournament, rules),
        "effect": effect,
        "table": RuleEffectTable(effect),
        "affected": rule_consequences(hanchan_of(tournament)[0], effect, frozenset(changes)),
        "state": standings_of(tournament).state,
    }
    return render(request, "standings/rule_correction/rule_correction.html", context, status=status)


def _against(tournament: Tournament, rules: Ruleset) -> Refused | None:
    """Return why these rules cannot hold, before anybody types a reason."""
    try:
        refuse_rules(tournament, rules)
    except Refused as refused:
        return refused
    return None
