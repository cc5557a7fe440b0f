"""The right to keep persons: keepers of a club. With one club, every organiser and the owner of the machine, too; with
several, the owner keeps those of the first club, which events of no club belong to."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import add_never_cache_headers
from rules.permissions import add_perm
from rules.predicates import Predicate, is_authenticated

from tournament.core.models import User
from tournament.core.roles import signed_in
from tournament.events.clubs import first_club, has_several_clubs, of_clubs
from tournament.events.models import Club, ClubRole
from tournament.events.queries import organised_by, tournaments_of
from tournament.persons.models import Person
from tournament.persons.queries import persons
from tournament.players.models import Player

P = ParamSpec("P")


class StaffRequest(HttpRequest):
    """A request of somebody who is signed in."""

    user: User


def clubs_of(user: User | AnonymousUser, *, to_keep: bool) -> QuerySet[Club]:
    """Return the clubs whose persons this account may keep, or see."""
    if not isinstance(user, User):
        return Club.objects.none()
    if not has_several_clubs() and (user.is_superuser or organised_by(user).exists()):
        return Club.objects.all()
    roles = [ClubRole.KEEPER] if to_keep else ClubRole.values
    own = Q(members__user=user, members__role__in=roles)
    if user.is_superuser:
        own |= Q(pk=first_club().pk)
    return Club.objects.filter(own).distinct()


def persons_for(user: User | AnonymousUser, *, to_keep: bool) -> QuerySet[Person]:
    """Return the persons whom this account may keep, or see: those of its clubs, and all where there is one club. A
    person of no club is the first one's, as an event is."""
    clubs = clubs_of(user, to_keep=to_keep)
    if not has_several_clubs():
        return persons() if clubs.exists() else persons().none()
    kept = Q(clubs__in=clubs)
    if clubs.filter(pk=first_club().pk).exists():
        kept |= Q(clubs=None)
    return persons().filter(kept).distinct()


def players_to_link(user: User | AnonymousUser) -> QuerySet[Player]:
    """Return the players of whom this account may say who they are: those of the events of the clubs that it keeps."""
    if not has_several_clubs():
        return Player.objects.all() if clubs_of(user, to_keep=True).exists() else Player.objects.none()
    return Player.objects.filter(_events_of_clubs(user, [ClubRole.KEEPER]))


def players_to_see(user: User) -> QuerySet[Player]:
    """Return the players whose events this account may know of: public ones, those of its clubs, and those at which it
    works."""
    if not has_several_clubs():
        return Player.objects.all()
    known = Q(tournament__is_public=True) | Q(tournament__in=tournaments_of(user).values("pk"))
    return Player.objects.filter(known | _events_of_clubs(user, ClubRole.values))


def _events_of_clubs(user: User | AnonymousUser, roles: Sequence[str]) -> Q:
    """Return the condition of the players at events of the clubs in which an account has one of `roles`. The owner has
    those of the first club at whose events they work, as giving an event to that club opens it to nobody.
    """
    if not isinstance(user, User):
        return Q(pk=None)
    path = "tournament__"
    events = of_clubs(*Club.objects.filter(members__user=user, members__role__in=roles), path=path)
    if user.is_superuser:
        events |= of_clubs(first_club(), path=path) & Q(tournament__in=tournaments_of(user).values("pk"))
    return events


def _may_keep(user: User, person: Person | None) -> bool:
    if person is None:
        return clubs_of(user, to_keep=True).exists()
    return persons_for(user, to_keep=True).filter(pk=person.pk).exists()


def _may_see(user: User, _nothing: object) -> bool:
    return clubs_of(user, to_keep=False).exists()


add_perm("tournament.keep_persons", is_authenticated & Predicate(_may_keep, name="keeper of a club"))
add_perm("tournament.see_persons", is_authenticated & Predicate(_may_see, name="member of a club"))


def club_page(
    right: str,
) -> Callable[[Callable[Concatenate[StaffRequest, P], HttpResponse]], Callable[..., HttpResponseBase]]:
    """Decorate a view under /manage/persons/: signed in, holding `right` in a club. Else 403, or the sign-in page."""

    def decorate(view: Callable[Concatenate[StaffRequest, P], HttpResponse]) -> Callable[..., HttpResponseBase]:
        @signed_in
        @wraps(view)
        def guarded(request: StaffRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            if not request.user.has_perm(f"tournament.{right}"):
                raise PermissionDenied(right)
            response = view(request, *args, **kwargs)
            add_never_cache_headers(response)
            return response

        return guarded

    return decorate
