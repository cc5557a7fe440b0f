"""Lists of tournaments that cost the same however many there are: the start page, and all of them in pages.

A page begins where another one ended, after a day and an id (keyset pagination): rows are found by an index, and none
is skipped or repeated when a tournament is set up meanwhile.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Self

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Max, Q, QuerySet

from tournament.core.keyset import Page
from tournament.core.models import Hanchan, HanchanState, Tournament, User
from tournament.events.clubs import has_several_clubs, of_clubs
from tournament.events.models import Club
from tournament.events.queries import LATEST, tournaments_of

SHOWN = 10
"""As many of the next and of the last tournaments stand on the start page."""
MOST_RUNNING = 50
COLUMNS = (
    *("slug", "name", "place", "first_day", "last_day", "time_zone", "hanchan_count", "play", "is_demo"),
    *("is_public", "language"),
)
"""What lists show; the rules alone are larger than all of these."""
CURSOR = re.compile(r"(\d{4}-\d\d-\d\d)?\.([1-9]\d{0,17})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Cursor:
    """The place of a tournament in the list, the latest first; those without a day stand before all others."""

    day: date | None
    pk: int

    @classmethod
    def of(cls, tournament: Tournament) -> Self:
        return cls(tournament.first_day, tournament.pk)

    @classmethod
    def parse(cls, typed: str) -> Self | None:
        """Return the cursor that an address has; None for a text that is none.

        >>> str(Cursor.parse("2026-05-16.7")), str(Cursor.parse(".7")), Cursor.parse("2026-02-30.7"), Cursor.parse("7")
        ('2026-05-16.7', '.7', None, None)
        """
        found = CURSOR.fullmatch(typed)
        if found is None:
            return None
        try:
            return cls(date.fromisoformat(found[1]) if found[1] else None, int(found[2]))
        except ValueError:
            return None

    def __str__(self) -> str:
        return f"{self.day or ''}.{self.pk}"


EventPage = Page[Tournament, Cursor]
"""Some tournaments, the latest first, with their progress."""


@dataclass(frozen=True, slots=True)
class EventGroups:
    """Some tournaments by their days, with their progress: those of today, the next and the last ones."""

    now: list[Tournament]
    coming: list[Tournament]
    past: list[Tournament]
    is_all: bool

    @property
    def shown(self) -> list[Tournament]:
        return [*self.now, *self.coming, *self.past]


def others_public(user: User | AnonymousUser) -> QuerySet[Tournament]:
    """Return the public tournaments at which the person does not work; none for the owner of the installation, who has
    them in the list of all: to leave out those at which the owner works would mean to look at each.
    """
    if isinstance(user, User) and user.is_superuser:
        return Tournament.objects.none()
    return Tournament.objects.filter(is_public=True).exclude(pk__in=tournaments_of(user).values("pk"))


def visible_to(user: User | AnonymousUser) -> QuerySet[Tournament]:
    """Return the tournaments that are public, at which the person works, or that belong to clubs of theirs; all for the
    owner of the installation. What else of them the person may see, roles.py says.
    """
    if isinstance(user, User) and user.is_superuser:
        return Tournament.objects.all()
    seen = Q(is_public=True) | Q(pk__in=tournaments_of(user).values("pk"))
    return Tournament.objects.filter(seen | of_clubs(*clubs_with(user)))


def clubs_with(user: User | AnonymousUser) -> list[Club]:
    """Return the clubs of which the person is a member, where there are several; one query, and one more."""
    if not isinstance(user, User):
        return []
    own = list(Club.objects.filter(members__user=user))
    return own if own and has_several_clubs() else []


def search(tournaments: QuerySet[Tournament], words: str, year: int | None) -> QuerySet[Tournament]:
    """Return those whose name or place has all the words, of that year or of all."""
    found = tournaments.filter(first_day__year=year) if year else tournaments
    for word in words.split():
        found = found.filter(Q(name__icontains=word) | Q(place__icontains=word))
    return found


def years_of(tournaments: QuerySet[Tournament]) -> list[int]:
    """Return the years in which there are any, the latest first. One query for each of them, and one more."""
    dated, years = tournaments.filter(first_day__isnull=False).order_by("-first_day"), list[int]()
    days = dated.values_list("first_day", flat=True)
    day = days.first()
    while day:
        years.append(day.year)
        day = days.filter(first_day__lt=day.replace(month=1, day=1)).first()
    return years


def groups_of(tournaments: QuerySet[Tournament], today: date) -> EventGroups:
    """Return the tournaments of today, the next and the last ones; without days one is still to come. Six queries,
    however many there are; the first one looks at each that is announced."""
    runs_on, is_alone = Q(first_day__lte=today, last_day__gte=today), Q(first_day=today, last_day=None)
    now = _listed(tournaments.filter(runs_on).order_by("last_day", "first_day"), MOST_RUNNING + 1)
    now += _listed(tournaments.filter(is_alone), MOST_RUNNING + 1)
    now.sort(key=lambda one: (one.first_day, one.pk), reverse=True)
    coming = _listed(tournaments.filter(first_day__gt=today).order_by("first_day", "-pk"), SHOWN + 1)
    coming += _listed(tournaments.filter(first_day=None).order_by("-pk"), SHOWN + 1)
    past = _listed(tournaments.filter(first_day__lt=today).exclude(runs_on).order_by("-first_day", "-pk"), SHOWN + 1)
    groups = EventGroups(
        now[:MOST_RUNNING],
        coming[:SHOWN],
        past[:SHOWN],
        len(now) <= MOST_RUNNING and len(coming) <= SHOWN and len(past) <= SHOWN,
    )
    _add_progress(groups.shown)
    return groups


def page_after(tournaments: QuerySet[Tournament], cursor: Cursor | None, size: int) -> EventPage:
    """Return the page that begins after the cursor, or the first one. Three queries at most."""
    undated, dated = tournaments.filter(first_day=None), tournaments.filter(first_day__isnull=False)
    if cursor and cursor.day:
        is_later = Q(first_day__lt=cursor.day) | Q(pk__lt=cursor.pk)
        undated, dated = undated.none(), dated.filter(is_later, first_day__lte=cursor.day)
    elif cursor:
        undated = undated.filter(pk__lt=cursor.pk)
    rows = _filled(size + 1, undated.order_by("-pk"), dated.order_by("-first_day", "-pk"))
    return _page(rows[:size], has_before=cursor is not None, has_after=len(rows) > size)


def page_before(tournaments: QuerySet[Tournament], cursor: Cursor, size: int) -> EventPage:
    """Return the page that ends before the cursor; the first one if nothing is there. Three queries at most."""
    undated, dated = tournaments.filter(first_day=None), tournaments.filter(first_day__isnull=False)
    if cursor.day:
        is_earlier = Q(first_day__gt=cursor.day) | Q(pk__gt=cursor.pk)
        dated = dated.filter(is_earlier, first_day__gte=cursor.day)
    else:
        undated, dated = undated.filter(pk__gt=cursor.pk), dated.none()
    rows = _filled(size + 1, dated.order_by("first_day", "pk"), undated.order_by("pk"))
    if not rows:
        return page_after(tournaments, None, size)
    return _page(rows[:size][::-1], has_before=len(rows) > size, has_after=True)


def page_number(tournaments: QuerySet[Tournament], number: int, size: int) -> EventPage:
    """Return a page by its number, counted from 1. The database reads all rows before it: a cursor costs less."""
    rows = list(tournaments.order_by(*LATEST).only(*COLUMNS)[(number - 1) * size : number * size + 1])
    return _page(rows[:size], has_before=number > 1, has_after=len(rows) > size)


def _page(rows: list[Tournament], *, has_before: bool, has_after: bool) -> EventPage:
    _add_progress(rows)
    return EventPage.of(rows, Cursor.of, has_before=has_before, has_after=has_after)


def _filled(most: int, *parts: QuerySet[Tournament]) -> list[Tournament]:
    """Return the rows of one query after another, until there are `most`."""
    rows: list[Tournament] = []
    for part in parts:
        if len(rows) < most:
            rows += _listed(part, most - len(rows))
    return rows


def _listed(tournaments: QuerySet[Tournament], most: int) -> list[Tournament]:
    return list(tournaments.only(*COLUMNS)[:most])


def _add_progress(tournaments: Iterable[Tournament]) -> None:
    """Give each `closed`, the number of closed hanchan, and `playing`, the number of the one that plays."""
    rows = {one.pk: one for one in tournaments}
    counted = Hanchan.objects.filter(tournament__in=rows).order_by().values("tournament")
    progress = counted.annotate(
        closed=Count("pk", filter=Q(state=HanchanState.CLOSED)),
        playing=Max("number", filter=Q(state=HanchanState.PLAYING)),
    )
    found = {pk: counts for pk, *counts in progress.values_list("tournament", "closed", "playing")}
    for pk, one in rows.items():
        closed, playing = found.get(pk, (0, None))
        vars(one).update(closed=closed, playing=playing)
