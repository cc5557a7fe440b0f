"""The start page, setting up, and the pages that say what a tournament is."""

import uuid

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.asked import whole
from tournament.events import actions
from tournament.events.editing import edit, known
from tournament.events.forms import HanchanForm, PublicForm, SettingsForm, SetUpForm
from tournament.events.history import details
from tournament.events.preset_groups import preset_groups
from tournament.events.queries import (
    for_the_start_page,
    hanchan_of,
    has_started,
    history,
    history_choices,
    may_set_up,
)
from tournament.problems import Refused
from tournament.roles import staff_page
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
            form.add_error(known(form, refused.field), refused.message)
        else:
            messages.success(request, _("{name} is set up. What comes next stands below.").format(name=tournament.name))
            return redirect("event_overview", tournament.slug)
    context = {"form": form, "groups": preset_groups(), "chosen": form["preset"].value()}
    return render(request, "events/new.html", context, status=422 if request.method == "POST" else 200)


@staff_page("run_event")
def event_settings(request: HttpRequest) -> HttpResponse:
    """Name, place, dates, tables, how winds are decided, the unit of points, the address."""
    tournament = request.tournament
    form = SettingsForm(request.POST or None, initial={name: getattr(tournament, name) for name in actions.DETAILS})
    return edit(
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
    return edit(
        request, form, "events/hanchan.html", "event_hanchan",
        lambda: actions.change_hanchan(
            tournament=tournament, minutes=form.minutes(), by=request.user, at=timezone.now()
        ),
        rows=rows, usual=tournament.ruleset.minutes,
    )  # fmt: skip


@staff_page("run_event")
def event_public(request: HttpRequest) -> HttpResponse:
    """What everybody may see, and the address under which they see it."""
    tournament = request.tournament
    form = PublicForm(request.POST or None, initial=PublicForm.values_of(tournament))
    address = address_for_others(request, tournament.get_absolute_url())
    return edit(
        request, form, "events/public.html", "event_public",
        lambda: actions.set_public(
            tournament=tournament, by=request.user, at=timezone.now(), **form.cleaned_data
        ),
        address=address, qr=qr_svg(address), hanchan_list=hanchan_of(tournament),
    )  # fmt: skip


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
