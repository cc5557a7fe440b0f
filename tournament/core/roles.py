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
"""

from collections.abc import Callable, Sequence
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, ParamSpec, TypeVar, cast

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from rules.permissions import add_perm
from rules.predicates import Predicate, is_authenticated

from tournament.core.models import Role, Tournament, User
from tournament.core.notices import Notice, notices
from tournament.core.reauthentication import signed_in
from tournament.core.requests import TournamentRequest

P = ParamSpec("P")
Answer = TypeVar("Answer", bound=HttpResponseBase)
Page = Callable[Concatenate[TournamentRequest, P], Answer]
"""A view that finds the tournament in its request."""
View = Callable[..., HttpResponseBase]
"""What Django calls with the parts of the address by their names."""

RIGHTS: dict[str, frozenset[Role]] = {
    "work_at": frozenset({Role.ORGANISER, Role.REFEREE, Role.DESK}),
    "check_in": frozenset({Role.ORGANISER, Role.REFEREE, Role.DESK}),
    "enter_sheet": frozenset({Role.ORGANISER, Role.REFEREE, Role.DESK}),
    "change_sheet": frozenset({Role.ORGANISER, Role.REFEREE}),
    "give_penalty": frozenset({Role.ORGANISER, Role.REFEREE}),
    "run_hanchan": frozenset({Role.ORGANISER, Role.REFEREE}),
    "run_event": frozenset({Role.ORGANISER}),
}


def role_of(user: User, tournament: Tournament) -> str | None:
    """Return the user's role in the tournament, read once per request; the owner of the machine organises every
    tournament.
    """
    if user.is_superuser:
        return Role.ORGANISER.value
    known: dict[int, str | None] = user.__dict__.setdefault("_roles", {})
    if tournament.pk not in known:
        membership = user.memberships.filter(tournament=tournament).first()
        known[tournament.pk] = membership.role if membership else None
    return known[tournament.pk]


def _holds_one_of(roles: frozenset[Role]) -> Predicate:
    def holds(user: User, tournament: Tournament | None) -> bool:
        return bool(tournament and role_of(user, tournament) in roles)

    return Predicate(holds, name=" or ".join(sorted(roles)))


for _right, _roles in RIGHTS.items():
    add_perm(f"tournament.{_right}", is_authenticated & _holds_one_of(_roles))


def may(request: TournamentRequest, right: str) -> bool:
    """Return whether the signed-in person holds the right in the request's tournament."""
    return request.user.has_perm(f"tournament.{right}", request.tournament)


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
    """Return the way from a public page that a league does not have, None where the page is there. Raises Http404."""
    if not request.tournament.is_league:
        return None
    from tournament.core.league_pages import instead_of_missing  # typing a sheet of a tournament does not load it

    return instead_of_missing(request)


def public_page(view: Page[P, Answer]) -> Callable[..., Answer]:
    """Decorate a view under /t/<slug>/: found as `request.tournament`; 404 for everybody but staff while the public
    page is closed.
    """

    @wraps(view)
    def guarded(request: TournamentRequest, /, slug: str, *args: P.args, **kwargs: P.kwargs) -> Answer:
        tournament = get_object_or_404(Tournament, slug=slug)
        request.tournament = tournament
        if not tournament.is_public and not may(request, "work_at"):
            get_object_or_404(Tournament, slug=slug, is_public=True)
        if elsewhere := _instead_in_a_league(request):
            return cast(Answer, elsewhere)
        with timezone.override(tournament.time_zone or None):
            return view(request, *args, **kwargs)

    return guarded
