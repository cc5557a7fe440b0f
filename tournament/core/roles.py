"""The rights of each role. Code asks for a right, never for a role: `user.has_perm("tournament.enter_sheet", t)`.

| right         | organiser | referee | desk | what it allows                                            |
|---------------|-----------|---------|------|-----------------------------------------------------------|
| work_at       | yes       | yes     | yes  | see the staff pages of the tournament                     |
| check_in      | yes       | yes     | yes  | tick players off on the day                               |
| enter_sheet   | yes       | yes     | yes  | type a report sheet for the first time                    |
| change_sheet  | yes       | yes     | no   | change or override a sheet that is in, answer protests    |
| give_penalty  | yes       | yes     | no   | give and cancel penalties, lateness, forfeits, stand-ins  |
| run_hanchan   | yes       | yes     | no   | start, close, release a hanchan; swap seats before it     |
|               |           |         |      | starts; reopen official results                           |
| run_event     | yes       | no      | no   | settings, players, seating, staff; make results official  |

The owner of the installation has the rights of an organiser: at every event of no club, and at a club's event while it
is open to them (`open_to_owner`).

Whoever is not signed in signs in and comes back. A form survives that: it is shown again, to be sent once more. Two
things can happen while somebody types: the sign-in ends, or somebody signs in in another tab of the same browser and
the form's token is no longer valid. Only a form sent from our own pages is shown again; another site's page gets
nothing back.
"""

from collections.abc import Callable, Sequence
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, ParamSpec, TypeVar, cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.db.models.functions import Now
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.views.csrf import csrf_failure
from django_htmx.middleware import HtmxDetails
from rules.permissions import add_perm
from rules.predicates import Predicate, is_authenticated

from tournament.core.devices import note_device
from tournament.core.messages import Notice, notices
from tournament.core.models import OwnerAccess, Role, Tournament, User
from tournament.core.requests import TournamentRequest

P = ParamSpec("P")
Answer = TypeVar("Answer", bound=HttpResponseBase)
Page = Callable[Concatenate[TournamentRequest, P], Answer]
"""A view that finds the tournament in its request."""
AnyRequest = TypeVar("AnyRequest", bound=HttpRequest)
View = Callable[..., HttpResponseBase]
"""What Django calls with the parts of the address by their names."""
NOT_KEPT = frozenset({"csrfmiddlewaretoken"})
WORK = "/manage/"  # no page below it asks for a password

RIGHTS: dict[str, frozenset[Role]] = {
    "work_at": frozenset({Role.ORGANISER, Role.REFEREE, Role.DESK}),
    "check_in": frozenset({Role.ORGANISER, Role.REFEREE, Role.DESK}),
    "enter_sheet": frozenset({Role.ORGANISER, Role.REFEREE, Role.DESK}),
    "change_sheet": frozenset({Role.ORGANISER, Role.REFEREE}),
    "give_penalty": frozenset({Role.ORGANISER, Role.REFEREE}),
    "run_hanchan": frozenset({Role.ORGANISER, Role.REFEREE}),
    "run_event": frozenset({Role.ORGANISER}),
}

NOT_PUBLIC_IN_A_LEAGUE = frozenset({
    "public_calendar", "public_card", "public_ceremony", "public_clock", "public_clubs", "public_countries",
    "public_crosstable", "public_draw_file", "public_last_hand", "public_now", "public_player_card", "public_prizes",
    "public_race", "public_race_after", "public_report", "public_report_photograph", "public_seating",
    "public_standings", "public_standings_after", "public_teams", "public_winds", "screen_ceremony", "screen_clock",
    "screen_race", "screen_seating", "screen_seating_now", "screen_test",
})  # fmt: skip
NOT_IN_A_LEAGUE = frozenset({
    "ceremony", "ceremony_do", "check_in", "check_in_all", "check_in_close", "check_in_figures",
    "check_in_reopen", "clubs", "countries", "crosstable", "event_hanchan", "event_report", "export_post",
    "export_post_html", "export_post_text", "hanchan", "hanchan_list", "print_all_last_sheets", "print_certificates",
    "print_check_in", "print_poster", "print_prizes", "print_seating_by_player", "print_seating_by_table",
    "print_slips", "print_standings", "print_table_signs", "prizes", "race", "race_after", "room", "seating",
    "seating_by_standings",
    "seating_change", "seating_check", "seating_compare", "seating_hanchan", "seating_import", "seating_matrix",
    "seating_path", "seating_paths", "seating_plan", "seating_publish", "seating_repair", "seating_replace",
    "seating_report", "seating_report_paper", "seating_report_values", "seating_reseat", "seating_swap",
    "seating_version", "seating_versions", "seating_wishes", "standing_rules", "standing_tie", "standing_ties",
    "standings", "standings_after", "standings_player", "table_codes", "teams", "wind_draws",
})  # fmt: skip
"""Names of addresses (urls.py): pages about hanchan that everybody plays at the same time, or about totals over all of
them."""


def open_to_owner(owner: User) -> Q:
    """Return the condition of the events that an owner organises without a role at them: those of no club, and those
    that are open to them now. The clock is the database's, as rights are asked for where nobody says the time.
    """
    opened = OwnerAccess.objects.filter(user=owner, until__gt=Now())
    return Q(in_club=None) | Q(pk__in=opened.values("tournament"))


def is_open_to_owner(owner: User, tournament: Tournament) -> bool:
    """Return whether an owner organises an event without a role at it; one query."""
    return Tournament.objects.filter(open_to_owner(owner), pk=tournament.pk).exists()


def organised_by_owner(owner: User) -> Q:
    """Return the condition of all events that an owner organises."""
    return open_to_owner(owner) | lastingly_organised_by_owner(owner)


def lastingly_organised_by_owner(owner: User) -> Q:
    """Return the condition of the events that an owner organises for good: those of no club, and by their role."""
    organised = owner.memberships.filter(role=Role.ORGANISER)
    return Q(in_club=None) | Q(pk__in=organised.values("tournament"))


def role_of(user: User, tournament: Tournament) -> str | None:
    """Return the user's role in the tournament, read once per request. The owner of the installation organises every
    tournament that is open to them, and has no other role at the rest than anybody has.
    """
    known: dict[int, str | None] = user.__dict__.setdefault("_roles", {})
    if tournament.pk not in known:
        known[tournament.pk] = _role_of(user, tournament)
    return known[tournament.pk]


def _role_of(user: User, tournament: Tournament) -> str | None:
    if user.is_superuser and is_open_to_owner(user, tournament):
        return Role.ORGANISER.value
    membership = user.memberships.filter(tournament=tournament).first()
    return membership.role if membership else None


def _holds_one_of(roles: frozenset[Role]) -> Predicate:
    def holds(user: User, tournament: Tournament | None) -> bool:
        return bool(tournament and role_of(user, tournament) in roles)

    return Predicate(holds, name=" or ".join(sorted(roles)))


for _right, _roles in RIGHTS.items():
    add_perm(f"tournament.{_right}", is_authenticated & _holds_one_of(_roles))


def may(request: TournamentRequest, right: str) -> bool:
    """Return whether the signed-in person holds the right in the request's tournament."""
    return holds(request.user, right, request.tournament)


def holds(user: User, right: str, tournament: Tournament) -> bool:
    """Return whether somebody holds the right in a tournament, for an act that no page of it has checked."""
    return user.has_perm(f"tournament.{right}", tournament)


def signed_in(
    view: Callable[Concatenate[AnyRequest, P], HttpResponseBase],
) -> Callable[Concatenate[AnyRequest, P], HttpResponseBase]:
    """Let only signed-in people pass. Others sign in and come back; a form is kept, and a request for part of a page
    gets 401.
    """

    @wraps(view)
    def guarded(request: AnyRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if request.user.is_authenticated:
            note_device(request)
            return view(request, *args, **kwargs)
        if HtmxDetails(request):
            return HttpResponse(status=401)
        return _form_to_repeat(request, 401) or redirect_to_login(request.get_full_path(), settings.LOGIN_URL)

    return guarded


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Handle a form with a wrong token (settings.CSRF_FAILURE_VIEW)."""
    return _form_to_repeat(request, 403) or csrf_failure(request, reason)


def _form_to_repeat(request: HttpRequest, status: int) -> HttpResponse | None:
    """Return the form with everything that was typed; None for a form that is not ours."""
    fields = fields_to_repeat(request)
    if fields is None:
        return None
    typed = [(name, value) for name, value in fields if name not in NOT_KEPT]
    return render(request, "staff/send_again.html", {"fields": typed}, status=status)


def fields_to_repeat(request: HttpRequest, under: Sequence[str] = (WORK,)) -> list[tuple[str, str]] | None:
    """Return everything that was typed in a form of a page `under` these addresses; None for a form that is not ours,
    and for one with files, which cannot be kept. Asks nothing of the database.
    """
    own = request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}"
    if request.method != "POST" or not own or not request.path.startswith(tuple(under)) or request.FILES:
        return None
    return [(name, value) for name in request.POST for value in request.POST.getlist(name)]


def staff_page(right: str) -> Callable[[Page[P, HttpResponseBase]], View]:
    """Decorate a view under /manage/<slug>/: signed in, holding `right` in that tournament, found as
    `request.tournament`.

    Anybody else is sent to the sign-in page and comes back, with a form kept meanwhile; without the right the answer is
    403 with a plain page.
    """

    def decorate(view: Page[P, HttpResponseBase]) -> View:
        @signed_in
        @wraps(view)
        def guarded(request: TournamentRequest, /, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            request.tournament = get_object_or_404(Tournament, slug=slug)
            if not may(request, right):
                if request.user.is_superuser and request.method == "GET" and not HtmxDetails(request):
                    return redirect("event_access", slug)
                raise PermissionDenied(right)
            _instead_in_a_league(request)
            with timezone.override(request.tournament.time_zone or None), notices() as said:
                response = view(request, *args, **kwargs)
            if response.status_code < HTTPStatus.BAD_REQUEST:  # what was refused asks for nothing
                _show(request, said)
            add_never_cache_headers(response)  # a desk's browser shows nothing after somebody signed out
            return response

        return guarded

    return decorate


def _show(request: TournamentRequest, said: Sequence[Notice]) -> None:
    for notice in said:
        messages.warning(request, render_to_string(notice.template, notice.context))


def _instead_in_a_league(request: TournamentRequest) -> HttpResponseBase | None:
    """Return the way to the table from a public page that a league does not have; None where the page is there.
    Raises Http404 for one of the staff."""
    if not request.tournament.is_league:
        return None
    name = request.resolver_match.url_name if request.resolver_match else ""
    if name in NOT_IN_A_LEAGUE:
        raise Http404
    return redirect("public_league", request.tournament.slug) if name in NOT_PUBLIC_IN_A_LEAGUE else None


def way_there(request: HttpRequest, tournament: Tournament) -> HttpResponse | None:
    """Return the same address at the installation where the event is played, for a page that somebody opens; None where
    that is here, where nobody said which one it is, and for a copy that needs no server.
    """
    if request.method != "GET" or not tournament.moved_to or "STATIC_SITE" in request.META:
        return None
    return redirect(tournament.moved_to + request.get_full_path())


def public_page(view: Page[P, Answer]) -> Callable[..., Answer]:
    """Decorate a view under /t/<slug>/: found as `request.tournament`; 404 for everybody but staff while the public
    page is closed. That of an event which is played on another installation leads there, where the address is known.
    """

    @wraps(view)
    def guarded(request: TournamentRequest, /, slug: str, *args: P.args, **kwargs: P.kwargs) -> Answer:
        tournament = get_object_or_404(Tournament, slug=slug)
        request.tournament = tournament
        if not tournament.is_public and not may(request, "work_at"):
            get_object_or_404(Tournament, slug=slug, is_public=True)
        request.languages.for_reader(tournament.language)
        if elsewhere := way_there(request, tournament) or _instead_in_a_league(request):
            return cast(Answer, elsewhere)
        with timezone.override(tournament.time_zone or None):
            return view(request, *args, **kwargs)

    return guarded


def in_event_language(view: Page[P, Answer]) -> Page[P, Answer]:
    """Decorate a view, below `staff_page` or `public_page`, of what hangs in the hall, is printed or is sent on: it is
    in the event's language (core/languages.py)."""

    @wraps(view)
    def spoken(request: TournamentRequest, /, *args: P.args, **kwargs: P.kwargs) -> Answer:
        request.languages.for_event(request.tournament.language)
        return view(request, *args, **kwargs)

    return spoken
