"""The start page, setting up, and the pages that say what a tournament is."""

import uuid
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db import transaction
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.rules import PRESETS, preset
from tournament.asked import whole
from tournament.events import actions, rulebook
from tournament.events.forms import HanchanForm, PresetForm, PublicForm, RulesForm, SettingsForm, SetUpForm
from tournament.events.history import details
from tournament.events.models import Tournament
from tournament.events.queries import (
    for_the_start_page,
    hanchan_of,
    has_started,
    history,
    history_choices,
    may_set_up,
    stamp_of,
)
from tournament.problems import Conflict, Refused
from tournament.roles import public_page, staff_page
from tournament.staff.handover import address_for_others, qr_svg
from tournament.staff.kept import signed_in

PER_PAGE = 50


def home(request: HttpRequest) -> HttpResponse:
    """Where everybody comes in: the public tournaments, and for staff their own."""
    own, public = for_the_start_page(request.user)
    allowed = request.user.is_authenticated and may_set_up(request.user)
    context = {"own": own, "public": public, "may_set_up": allowed, "demo_url": _demo_url() if allowed else ""}
    return render(request, "events/home.html", context)


def _demo_url() -> str:
    try:
        return reverse("demo")
    except NoReverseMatch:
        return ""


@signed_in
def event_new(request: HttpRequest) -> HttpResponse:
    """Set up a tournament."""
    if not may_set_up(request.user):
        raise PermissionDenied
    form = SetUpForm(request.POST or None, initial={"submission": uuid.uuid4()})
    if request.method == "POST" and form.is_valid():
        values = form.cleaned_data | {"submission": str(form.cleaned_data["submission"])}
        try:
            tournament = actions.create_tournament(by=request.user, at=timezone.now(), **values)
        except Refused as refused:
            form.add_error(_known(form, refused.field), refused.message)
        else:
            messages.success(request, _("{name} is set up. What comes next stands below.").format(name=tournament.name))
            return redirect("event_overview", tournament.slug)
    presets = [(key, preset(key), rulebook.in_words(preset(key))) for key in PRESETS]
    context = {"form": form, "presets": presets, "chosen": form["preset"].value()}
    return render(request, "events/new.html", context, status=422 if request.method == "POST" else 200)


@staff_page("run_event")
def event_settings(request: HttpRequest) -> HttpResponse:
    """Name, place, dates, tables, how winds are decided, the unit of points, the address."""
    tournament = request.tournament
    form = SettingsForm(request.POST or None, initial={name: getattr(tournament, name) for name in actions.DETAILS})
    return _edit(
        request, form, "events/settings.html", "event_settings",
        lambda: actions.change_settings(
            tournament=tournament, by=request.user, at=timezone.now(), **form.cleaned_data
        ),
        started=has_started(tournament),
    )  # fmt: skip


@staff_page("run_event")
def event_hanchan(request: HttpRequest) -> HttpResponse:
    """How many hanchan, and their time limits."""
    tournament = request.tournament
    hanchan = hanchan_of(tournament)
    form = HanchanForm(hanchan, tournament.ruleset.minutes, request.POST or None)
    rows = [(one, form[f"minutes_{one.number}"]) for one in hanchan]
    return _edit(
        request, form, "events/hanchan.html", "event_hanchan",
        lambda: actions.change_hanchan(
            tournament=tournament, minutes=form.minutes(), by=request.user, at=timezone.now()
        ),
        rows=rows, usual=tournament.ruleset.minutes,
    )  # fmt: skip


@staff_page("run_event")
def event_rules(request: HttpRequest) -> HttpResponse:
    """The rule set in sentences, its values, another preset, the schedule of penalties."""
    tournament = request.tournament
    rules = tournament.ruleset
    act = request.POST.get("act")
    values_form = RulesForm(rules, request.POST if act == "values" else None)
    preset_form = PresetForm(request.POST if act == "preset" else None, initial={"preset": rules.key})
    form = preset_form if act == "preset" else values_form
    return _edit(
        request, form, "events/rules.html", "event_rules",
        lambda: actions.change_rules(
            tournament=tournament, by=request.user, at=timezone.now(),
            **(preset_form.cleaned_data if act == "preset" else values_form.changes()),
        ),
        rules=rulebook.in_words(rules), ruleset=rules, values_form=values_form, preset_form=preset_form,
        started=has_started(tournament), schedule_title=tournament.fouls["title"],
    )  # fmt: skip


@staff_page("run_event")
def event_public(request: HttpRequest) -> HttpResponse:
    """What everybody may see, and the address under which they see it."""
    tournament = request.tournament
    form = PublicForm(request.POST or None, initial=PublicForm.values_of(tournament))
    address = address_for_others(request, tournament.get_absolute_url())
    return _edit(
        request, form, "events/public.html", "event_public",
        lambda: actions.set_public(
            tournament=tournament, by=request.user, at=timezone.now(), **form.cleaned_data
        ),
        address=address, qr=qr_svg(address), hanchan_list=hanchan_of(tournament),
    )  # fmt: skip


def _edit(request: HttpRequest, form: Form, template: str, here: str, save: Any, **context: Any) -> HttpResponse:
    """One form on a page of the event: saved and back to the page, or shown again with what is wrong.

    A page that is older than what somebody else saved is shown once more before it overwrites that.
    """
    status = 422 if request.method == "POST" else 200
    if request.method == "POST" and form.is_valid():
        try:
            with transaction.atomic():
                _check_seen(request)
                save()
        except Refused as refused:
            status = 409 if isinstance(refused, Conflict) else 422
            form.add_error(_known(form, refused.field), refused.message)
        else:
            messages.success(request, _("Saved."))
            return redirect(here, request.tournament.slug)
    request.tournament.refresh_from_db()
    page = {"form": form, "here": here, "nav": "event", "seen": stamp_of(request.tournament), **context}
    return render(request, template, page, status=status)


def _check_seen(request: HttpRequest) -> None:
    """Behind the database's lock: whether the page was made from what is there now."""
    Tournament.objects.select_for_update().get(pk=request.tournament.pk)
    if request.POST.get("seen", "") not in ("", stamp_of(request.tournament)):
        message = _(
            "Somebody changed the event since this page was opened; the history says who and what. "
            "Open the page anew to see it, or save once more: then what stands below counts."
        )
        raise Conflict(message)


def _known(form: Form, field: str | None) -> str | None:
    """The field when the form has it; `uma` stands for the first of its four values."""
    field = "first" if field == "uma" else field
    return field if field in form.fields else None


@staff_page("work_at")
def event_history(request: HttpRequest) -> HttpResponse:
    """Who did what, when, and why; newest first."""
    verbs, people = history_choices(request.tournament)
    wanted = {name: request.GET.get(name, "").replace("\x00", "") for name in ("verb", "by", "q")}
    wanted["by"] = str(whole(wanted["by"]) or "")
    page = Paginator(history(request.tournament, wanted), PER_PAGE).get_page(request.GET.get("page"))
    rows = [(entry, _(entry.verb), details(entry)) for entry in page.object_list]
    context = {"page": page, "rows": rows, "verbs": verbs, "people": people, "wanted": wanted, "nav": "event"}
    return render(request, "events/history.html", context | {"filtered": any(wanted.values())})


@public_page
def public_rules(request: HttpRequest) -> HttpResponse:
    """The rules in sentences, as players read them."""
    tournament = request.tournament
    hanchan = hanchan_of(tournament)
    context = {
        "tab": "rules",
        "rules": rulebook.in_words(tournament.ruleset),
        "fouls": rulebook.foul_rows(tournament.schedule),
        "hanchan_list": hanchan if len({one.minutes for one in hanchan}) > 1 else [],
    }
    return render(request, "events/public_rules.html", context)
