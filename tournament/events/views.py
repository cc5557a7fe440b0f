"""The start page, setting up, and the pages that say what a tournament is."""

import uuid
from collections.abc import Callable, Sequence
from datetime import MAXYEAR
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournament.core.audit import Act
from tournament.core.audit_check import export_lines, findings, known_findings, last_value
from tournament.core.chain import head
from tournament.core.edit_conflicts import Values, seen_in, to_see
from tournament.core.messages import Refused, put_on
from tournament.core.models import Hanchan, Play, Tournament, User
from tournament.core.requests import MOST_ID, TournamentRequest, parse_int
from tournament.core.response_mark import kept
from tournament.core.roles import may, signed_in, staff_page
from tournament.core.tables import configure
from tournament.events import actions
from tournament.events.clubs import clubs_to_set_up, nearly_full, of_clubs
from tournament.events.event_list import (
    Cursor,
    clubs_with,
    groups_of,
    others_public,
    page_after,
    page_before,
    search,
    visible_to,
    years_of,
)
from tournament.events.forms import HanchanForm, PublicForm, SettingsForm, SetUpForm
from tournament.events.models import Club
from tournament.events.planned_starts import zone_of
from tournament.events.queries import (
    hanchan_of,
    hanchan_values,
    has_started,
    history,
    history_choices,
    may_set_up,
    organised_by,
    tournaments_of,
)
from tournament.events.ruleset_display import preset_groups
from tournament.events.tables import HistoryTable
from tournament.events.tournament_setup import TournamentSetup
from tournament.staff.qr_codes import address_for_others, qr_svg
from tournament.templatetags.navigation import sections
from tournament.translation.formats import enumeration, written

PER_PAGE = 50
MOST_LETTERS = 100  # of a search
OWN_CLUBS = "own"
"""What stands in the address of the list for all clubs of whoever reads."""
COPIED = 50  # so many tournaments, the latest, can be copied


def edit(
    request: TournamentRequest,
    form: Form,
    template: str,
    here: str,
    save: Callable[[Values | None], str | None],
    *,
    now: Values,
    **context: object,
) -> HttpResponse:
    """Save a valid `form` with `save`, which may return a sentence on what it did, and return to the page, else show it
    with its errors.

    `now` are the values of the page; `save` gets those that the page had when it was opened, so that what somebody else
    saved since is not replaced unseen (core/edit_conflicts.py).
    """
    refused, status = None, 422 if request.method == "POST" else 200
    if request.method == "POST" and form.is_valid():
        try:
            with transaction.atomic():
                done = save(seen_in(request.POST))
        except Refused as refusal:
            refused, status = refusal, refusal.status
            put_on(form, refusal)
        else:
            messages.success(request, done or _("Saved."))
            return redirect(here, request.tournament.slug)
    return page(request, form, template, here, now=now, refused=refused, status=status, **context)


def page(
    request: TournamentRequest,
    form: Form,
    template: str,
    here: str,
    *,
    now: Values,
    refused: Refused | None = None,
    status: int = 200,
    **context: Any,
) -> HttpResponse:
    """Render the page with the values that it shows; a form that comes back has seen what it had seen before."""
    request.tournament.refresh_from_db()
    common = {"form": form, "here": here, "nav": "event", "seen": to_see(now, seen_in(request.POST), refused)}
    return render(request, template, {**common, **context}, status=status)


@kept
def home(request: HttpRequest) -> HttpResponse:
    """The start page: the public tournaments, and for staff their own."""
    today, allowed = timezone.localdate(), may_set_up(request.user)
    context = {
        "today": today,
        "own": groups_of(tournaments_of(request.user), today),
        "public": groups_of(others_public(request.user), today),
        "may_set_up": allowed,
        "in_clubs": bool(clubs_with(request.user)),
        "demo_url": _demo_url() if allowed else "",
    }
    return render(request, "events/home.html", context)


@kept
def event_list(request: HttpRequest) -> HttpResponse:
    """Every tournament that the person may see, by year, with a search."""
    words = request.GET.get("q", "").replace("\0", "")[:MOST_LETTERS]  # PostgreSQL keeps no NUL
    year = parse_int(request.GET.get("year", ""), most=MAXYEAR)
    clubs, chosen = _clubs_of_list(request)
    visible = visible_to(request.user)
    if chosen:
        visible = visible.filter(of_clubs(*chosen))
    found = search(visible, words, year)
    if before := Cursor.parse(request.GET.get("before", "")):
        page = page_before(found, before, PER_PAGE)
    else:
        page = page_after(found, Cursor.parse(request.GET.get("after", "")), PER_PAGE)
    own = set(tournaments_of(request.user).filter(pk__in=[one.pk for one in page.rows]).values_list("pk", flat=True))
    context = {
        "page": page,
        "rows": [(one, _page_of(one, one.pk in own, request.user)) for one in page.rows],
        "clubs": clubs,
        "club": request.GET.get("club", "") if chosen else "",
        "today": timezone.localdate(),
        "words": words,
        "year": year,
        "years": years_of(visible),
    }
    return render(request, "events/list.html", context)


def _clubs_of_list(request: HttpRequest) -> tuple[list[Club], list[Club]]:
    """Return the clubs of the person, and those whose events the address asks for: one, or all of the person's. The
    owner of the installation may ask for any.
    """
    own, wanted = clubs_with(request.user), request.GET.get("club", "")
    if wanted == OWN_CLUBS:
        return own, own
    number = parse_int(wanted, MOST_ID)
    chosen = [one for one in own if one.pk == number]
    if number and not chosen and isinstance(request.user, User) and request.user.is_superuser:
        chosen = list(Club.objects.filter(pk=number))
        own = [*own, *chosen]
    return own, chosen


def _page_of(tournament: Tournament, is_own: bool, user: User | AnonymousUser) -> str:
    """Return the page that a row of the list leads to, "" for none: a member does not work at each event of a club."""
    if is_own:
        return "event_home"
    if isinstance(user, User) and user.is_superuser:
        return "event_access"
    return "public_standings" if tournament.is_public else ""


def _demo_url() -> str:
    try:
        return reverse("demo")
    except NoReverseMatch:
        return ""


@staff_page("work_at")
def event_home(request: TournamentRequest) -> HttpResponse:
    """The page where the work of this person begins."""
    return redirect(sections(request.user, request.tournament)[0].url_name, request.tournament.slug)


@signed_in
def event_new(request: HttpRequest) -> HttpResponse:
    """Set up a tournament; `copy` names an earlier one to begin with."""
    user = request.user
    if not isinstance(user, User) or not may_set_up(user):
        raise PermissionDenied
    organised = list(organised_by(user).filter(play=Play.ROUNDS)[:COPIED])
    wanted = (request.POST or request.GET).get("copy")
    earlier = next((one for one in organised if one.slug == wanted), None)
    started_in = {} if earlier else {"language": get_language() or ""}
    clubs = clubs_to_set_up(user)
    initial = {"submission": uuid.uuid4(), **started_in}
    form = SetUpForm(request.POST or None, earlier=earlier, initial=initial, clubs=clubs)
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
    context = {
        "form": form,
        "folds": form.folds(),
        "groups": preset_groups(),
        "chosen": form["preset"].value(),
        "organised": organised,
        "earlier": earlier,
        "nearly_full": nearly_full(clubs, timezone.localdate()),
    }
    return render(request, "events/new.html", context, status=422 if request.method == "POST" else 200)


@staff_page("run_event")
def event_settings(request: TournamentRequest) -> HttpResponse:
    """Name, place, dates, tables, how winds are decided, the unit of points, the address."""
    tournament = request.tournament
    now = {name: getattr(tournament, name) for name in actions.DETAILS if name not in actions.HALL}
    form = SettingsForm(request.POST or None, initial=now)
    zone = tournament.time_zone

    def save(seen: Values | None) -> str | None:
        act = Act(by=request.user, at=timezone.now())
        moved = actions.change_settings(tournament=tournament, act=act, seen=seen, **form.cleaned_data)
        return _moved_starts(moved, zone, tournament.time_zone)

    started = has_started(tournament)
    return edit(request, form, "events/settings.html", "event_settings", save, now=now, started=started)


def _moved_starts(hanchan: Sequence[Hanchan], before: str, after: str) -> str | None:
    """Return where planned starts are now, in both time zones if it changed; None for none."""
    if not hanchan:
        return None
    here, there = zone_of(after), zone_of(before)
    starts, others = (
        enumeration(written(localtime(one.planned_at, zone), "brief time") for one in hanchan) for zone in (here, there)
    )
    if before == after:
        return _("Saved. Planned starts moved with the first day: {starts}.").format(starts=starts)
    text = _("Saved. Planned starts keep their time of day: {starts} in {zone}, which is {others} in {other}.")
    return text.format(starts=starts, zone=here, others=others, other=there)


@staff_page("run_event")
def event_hanchan(request: TournamentRequest) -> HttpResponse:
    """Set the number of hanchan and their time limits; a league has none before they are played."""
    tournament = request.tournament
    if tournament.is_league:
        raise Http404
    hanchan = hanchan_of(tournament)
    form = HanchanForm(hanchan, tournament.ruleset.minutes, request.POST or None)
    parts = ("name", "minutes", "planned")
    rows = [(one, [form[f"{part}_{one.number}"] for part in parts]) for one in hanchan]
    return edit(
        request,
        form,
        "events/hanchan.html",
        "event_hanchan",
        lambda seen: actions.change_hanchan(
            tournament=tournament,
            seen=seen,
            minutes=form.minutes(),
            names=form.names(),
            planned=form.planned(),
            act=Act(by=request.user, at=timezone.now()),
        ),
        now=hanchan_values(hanchan),
        rows=rows,
        usual=tournament.ruleset.minutes,
    )


@staff_page("run_event")
def event_public(request: TournamentRequest) -> HttpResponse:
    """Choose what is public, and show the public address."""
    tournament = request.tournament
    form = PublicForm(tournament, request.POST or None)
    now = form.now
    address = address_for_others(request, tournament.get_absolute_url())
    return edit(
        request,
        form,
        "events/public.html",
        "event_public",
        lambda seen: actions.set_public(
            tournament=tournament, act=Act(by=request.user, at=timezone.now()), seen=seen, **form.cleaned_data
        ),
        now=now,
        address=address,
        qr=qr_svg(address),
        shown=form.shown(),
        hanchan_list=hanchan_of(tournament),
    )


@staff_page("work_at")
def event_history(request: TournamentRequest) -> HttpResponse:
    """Every change: who, what, when and why; newest first. Whoever opens it has all of it checked; who turns its pages
    or searches, reads what was found a moment ago."""
    found = known_findings if request.GET else findings
    verbs, people = history_choices(request.tournament)
    wanted = {name: request.GET.get(name, "").replace("\x00", "") for name in ("verb", "by", "q")}
    wanted["by"] = str(parse_int(wanted["by"], MOST_ID) or "")
    table = configure(HistoryTable(history(request.tournament, wanted)), request, PER_PAGE)
    context = {"table": table, "verbs": verbs, "people": people, "wanted": wanted, "nav": "event"}
    proof = {
        "findings": found(request.tournament),
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
