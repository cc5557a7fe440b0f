"""The start page, setting up, and the pages that say what a tournament is."""

import uuid
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache

from tournament.core.audit import Act
from tournament.core.audit_check import export_lines, findings, last_value
from tournament.core.chain import head
from tournament.core.messages import Conflict, Refused, put_on
from tournament.core.models import Tournament, User
from tournament.core.reauthentication import signed_in
from tournament.core.requests import TournamentRequest, parse_int
from tournament.core.roles import may, staff_page
from tournament.core.tables import configure
from tournament.events import actions
from tournament.events.forms import HanchanForm, PublicForm, SettingsForm, SetUpForm
from tournament.events.queries import (
    for_the_start_page,
    hanchan_of,
    has_started,
    history,
    history_choices,
    may_set_up,
    stamp_of,
)
from tournament.events.ruleset_display import preset_groups
from tournament.events.tables import HistoryTable
from tournament.events.tournament_setup import TournamentSetup
from tournament.staff.qr_codes import address_for_others, qr_svg

PER_PAGE = 50


def edit(
    request: TournamentRequest, form: Form, template: str, here: str, save: Callable[[], Any], **context: Any
) -> HttpResponse:
    """Save a valid `form` with `save` and return to the page, else show it with its errors.

    If somebody else saved since the page was opened, it is shown once more before it overwrites their changes.
    """
    status = 422 if request.method == "POST" else 200
    if request.method == "POST" and form.is_valid():
        try:
            with transaction.atomic():
                _check_seen(request)
                save()
        except Refused as refused:
            status = 409 if isinstance(refused, Conflict) else 422
            put_on(form, refused)
        else:
            messages.success(request, _("Saved."))
            return redirect(here, request.tournament.slug)
    return page(request, form, template, here, status=status, **context)


def page(
    request: TournamentRequest, form: Form, template: str, here: str, *, status: int = 200, **context: Any
) -> HttpResponse:
    """Render the page with a stamp of the state it was made from."""
    tournament: Tournament = request.tournament
    tournament.refresh_from_db()
    common = {"form": form, "here": here, "nav": "event", "seen": stamp_of(tournament)}
    return render(request, template, {**common, **context}, status=status)


def _check_seen(request: TournamentRequest) -> None:
    """Raise Conflict when the event has changed since the page was opened; the row is locked."""
    tournament: Tournament = request.tournament
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    if request.POST.get("seen", "") not in ("", stamp_of(tournament)):
        raise Conflict.of(
            "event-changed",
            gettext_noop(
                "Somebody has changed the event since you opened this page; see the history. Reload the page to see "
                "the changes, or save again to replace them with yours."
            ),
        )


def home(request: HttpRequest) -> HttpResponse:
    """The start page: the public tournaments, and for staff their own."""
    own, public = for_the_start_page(request.user)
    allowed = may_set_up(request.user)
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
    user = request.user
    if not isinstance(user, User) or not may_set_up(user):
        raise PermissionDenied
    form = SetUpForm(request.POST or None, initial={"submission": uuid.uuid4()})
    if request.method == "POST" and form.is_valid():
        values = dict(form.cleaned_data)
        act = Act(by=user, at=timezone.now(), submission=str(values.pop("submission")))
        try:
            tournament = actions.create_tournament(setup=TournamentSetup(**values), act=act)
        except Refused as refused:
            put_on(form, refused)
        else:
            messages.success(
                request, _("{name} is set up. The next steps are listed below.").format(name=tournament.name)
            )
            return redirect("event_overview", tournament.slug)
    context = {"form": form, "groups": preset_groups(), "chosen": form["preset"].value()}
    return render(request, "events/new.html", context, status=422 if request.method == "POST" else 200)


@staff_page("run_event")
def event_settings(request: TournamentRequest) -> HttpResponse:
    """Name, place, dates, tables, how winds are decided, the unit of points, the address."""
    tournament = request.tournament
    form = SettingsForm(request.POST or None, initial={name: getattr(tournament, name) for name in actions.DETAILS})
    return edit(
        request,
        form,
        "events/settings.html",
        "event_settings",
        lambda: actions.change_settings(
            tournament=tournament, act=Act(by=request.user, at=timezone.now()), **form.cleaned_data
        ),
        started=has_started(tournament),
    )


@staff_page("run_event")
def event_hanchan(request: TournamentRequest) -> HttpResponse:
    """Set the number of hanchan and their time limits."""
    tournament = request.tournament
    hanchan = hanchan_of(tournament)
    form = HanchanForm(hanchan, tournament.ruleset.minutes, request.POST or None)
    parts = ("name", "minutes", "planned")
    rows = [(one, [form[f"{part}_{one.number}"] for part in parts]) for one in hanchan]
    return edit(
        request,
        form,
        "events/hanchan.html",
        "event_hanchan",
        lambda: actions.change_hanchan(
            tournament=tournament,
            minutes=form.minutes(),
            names=form.names(),
            planned=form.planned(),
            act=Act(by=request.user, at=timezone.now()),
        ),
        rows=rows,
        usual=tournament.ruleset.minutes,
    )


@staff_page("run_event")
def event_public(request: TournamentRequest) -> HttpResponse:
    """Choose what is public, and show the public address."""
    tournament = request.tournament
    form = PublicForm(request.POST or None, initial=PublicForm.values_of(tournament))
    address = address_for_others(request, tournament.get_absolute_url())
    return edit(
        request,
        form,
        "events/public.html",
        "event_public",
        lambda: actions.set_public(
            tournament=tournament, act=Act(by=request.user, at=timezone.now()), **form.cleaned_data
        ),
        address=address,
        qr=qr_svg(address),
        hanchan_list=hanchan_of(tournament),
    )


@staff_page("work_at")
def event_history(request: TournamentRequest) -> HttpResponse:
    """Every change: who, what, when and why; newest first."""
    verbs, people = history_choices(request.tournament)
    wanted = {name: request.GET.get(name, "").replace("\x00", "") for name in ("verb", "by", "q")}
    wanted["by"] = str(parse_int(wanted["by"]) or "")
    table = configure(HistoryTable(history(request.tournament, wanted)), request, PER_PAGE)
    context = {"table": table, "verbs": verbs, "people": people, "wanted": wanted, "nav": "event"}
    proof = {
        "findings": findings(request.tournament),
        "head": head(last_value(request.tournament)),
        "may_export": may(request, "run_event"),
    }
    return render(request, "events/history.html", context | proof | {"filtered": any(wanted.values())})


@staff_page("run_event")
@never_cache
def history_file(request: TournamentRequest) -> HttpResponse:
    """The history as JSON lines for the stand-alone check, with all figures."""
    lines = "".join(f"{line}\n" for line in export_lines(request.tournament))
    file = HttpResponse(lines, content_type="application/x-ndjson")
    file["Content-Disposition"] = f'attachment; filename="{request.tournament.slug}-history.jsonl"'
    return file
