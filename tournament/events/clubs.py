"""The clubs of an installation: it has one from the start, and no page speaks of clubs until there is a second."""

from collections.abc import Iterable
from datetime import date

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop as _

from tournament.core.messages import Refused
from tournament.core.models import Tournament, User
from tournament.events.models import Club, ClubEvent, Hosting

NEARLY = 2
LIMITS = ("most_events", "most_megabytes", "most_plans")
"""What an owner limits: fields of a club and of the installation."""


def first_club() -> Club:
    """Return the club that there is from the start; a database that was emptied gets it again."""
    return Club.objects.first() or Club.objects.get_or_create(slug="club")[0]


def has_several_clubs() -> bool:
    """Return whether the owner of the machine has made a second club."""
    return Club.objects.count() > 1


def club_of(tournament: Tournament) -> Club:
    """Return the club of an event; one that is of no other belongs to the first."""
    return Club.objects.filter(events__tournament=tournament).first() or first_club()


def is_member(user: User | None, club: Club) -> bool:
    """Return whether somebody is a member or a keeper of a club."""
    return user is not None and club.members.filter(user=user).exists()


def clubs_to_set_up(user: User) -> list[Club]:
    """Return the clubs in whose name somebody may set up events: those of which they are a member, and all for the
    owner; the first club for somebody who is a member of none. Two queries at most.
    """
    clubs = Club.objects.all() if user.is_superuser else Club.objects.filter(members__user=user)
    return list(clubs) or [first_club()]


def hosting() -> Hosting:
    """Return what the owner of the installation allows."""
    return Hosting.objects.first() or Hosting()


def running_or_to_come(today: date) -> "QuerySet[Tournament]":
    """Return the events that are not over, without demos and those that are played elsewhere."""
    is_over = Q(last_day__lt=today) | Q(last_day=None, first_day__lt=today)
    return Tournament.objects.filter(is_demo=False, moved_at=None).exclude(is_over)


def events_at_once(club: Club, today: date) -> "QuerySet[Tournament]":
    """Return the events of a club that are running or to come."""
    return running_or_to_come(today).filter(of_clubs(club))


def of_clubs(*clubs: Club, path: str = "") -> Q:
    """Return the condition of the rows of these clubs' events; `path` leads from them to their tournament, as in
    `hanchan__tournament__`. One query, none without a club.
    """
    own = Q(**{f"{path}in_club__club__in": clubs})
    return own | Q(**{f"{path}in_club": None}) if clubs and first_club() in clubs else own


def limit_of(club: Club, name: str) -> int | None:
    """Return one of the LIMITS of a club: its own, or the installation's; None for no limit."""
    own: int | None = getattr(club, name)
    return getattr(hosting(), name) if own is None else own


def hold_club(club: Club) -> None:
    """Lock the row of a club until the transaction ends, before what it has is counted: of two at once, the second
    counts what the first one made.
    """
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)


def nearly_full(clubs: Iterable[Club], today: date) -> list[tuple[Club, int, int]]:
    """Return each club that may have at most NEARLY more events, with how many it has and may have."""
    limits = [(club, most) for club in clubs if (most := limit_of(club, "most_events")) is not None]
    found = [(club, events_at_once(club, today).count(), most) for club, most in limits]
    return [(club, used, most) for club, used, most in found if most - used <= NEARLY]


def give_to_club(tournament: Tournament, club: Club, today: date, *, in_its_name: bool) -> None:
    """Say which club an event belongs to, within a transaction. Raises Refused where the club has as many as it may.

    Where nobody says so `in_its_name`, neither a member who sets the event up nor the owner, an event of the first club
    is one of no club, which the owner organises as well (core/roles.py).
    """
    if _is_to_come(tournament, today):
        _refuse_full(club, tournament, today)
    is_said = club != first_club() or (in_its_name and has_several_clubs())
    if is_said or ClubEvent.objects.filter(tournament=tournament).exists():
        ClubEvent.objects.update_or_create(tournament=tournament, defaults={"club": club})


def refuse_one_more(tournament: Tournament, today: date) -> None:
    """Refuse an event, before it is stored within a transaction, that comes to be running or to come where its club has
    as many as it may. One that is so already may change its days.
    """
    if _is_to_come(tournament, today) and not running_or_to_come(today).filter(pk=tournament.pk).exists():
        _refuse_full(club_of(tournament), tournament, today)


def _is_to_come(tournament: Tournament, today: date) -> bool:
    last = tournament.last_day or tournament.first_day
    return not tournament.is_demo and (last is None or last >= today)


def _refuse_full(club: Club, besides: Tournament, today: date) -> None:
    if (most := limit_of(club, "most_events")) is None:
        return
    hold_club(club)
    used = events_at_once(club, today).exclude(pk=besides.pk).count()
    if used >= most:
        text = _(
            "Events of {club} that are running or to come: {used}, and at most {most}. Ask the owner of this "
            "installation for more, or wait until one is over."
        )
        raise Refused.of("club-full", text, club=str(club), most=most, used=used)
