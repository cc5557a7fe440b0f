"""The clubs of an installation in pages, by name."""

from django.db.models import Q, QuerySet
from django.db.models.functions import Lower

from tournament.core.keyset import Page
from tournament.events.models import Club

KEY = Lower("name")


def search(words: str) -> QuerySet[Club]:
    """Return the clubs whose name has all the words."""
    found = Club.objects.all()
    for word in words.split():
        found = found.filter(Q(name__icontains=word) | Q(slug__icontains=word))
    return found


def club_page(clubs: QuerySet[Club], after: int | None, before: int | None, size: int) -> Page[Club, int]:
    """Return the clubs that come after one of them, or before one, by id; the first ones where that is not there. Two
    queries.
    """
    named = clubs.annotate(key=KEY)
    at = Club.objects.annotate(key=KEY).filter(pk=before or after or 0).first()
    if at and before:
        earlier = named.filter(Q(key__lt=at.key) | Q(key=at.key, pk__lt=at.pk)).order_by("-key", "-pk")
        if rows := list(earlier[: size + 1]):
            return Page.of(rows[:size][::-1], _place, has_before=len(rows) > size, has_after=True)
        at = None
    if at:
        named = named.filter(Q(key__gt=at.key) | Q(key=at.key, pk__gt=at.pk))
    rows = list(named.order_by("key", "pk")[: size + 1])
    return Page.of(rows[:size], _place, has_before=at is not None, has_after=len(rows) > size)


def _place(club: Club) -> int:
    return club.pk
