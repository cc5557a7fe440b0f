"""The people who have a table open, so that two desks do not type the same sheet. Nothing depends on it: a page that is
not heard of for some seconds is gone, and a sheet is guarded by its versions."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.cache import cache

from tournament.core.models import Hanchan, User

SILENCE = timedelta(seconds=15)  # a page of the desk says every three seconds that it is there
KEPT = 60  # seconds


@dataclass(frozen=True, slots=True)
class Presence:
    """A person with a table open: since when, and when the page was last heard of."""

    person: int
    name: str
    since: datetime
    heard: datetime


def present(hanchan: Hanchan, at: datetime) -> dict[int, Presence]:
    """Return who has which table of a hanchan open: the first one, where several do."""
    found: dict[int, Presence] = cache.get(_key(hanchan), {})
    return {table: one for table, one in found.items() if at - one.heard < SILENCE}


def arrive(hanchan: Hanchan, table: int | None, person: User, at: datetime) -> dict[int, Presence]:
    """Say that a person has a table open and no other (None: none at all); return who has which."""
    found = present(hanchan, at)
    others = {number: one for number, one in found.items() if one.person != person.pk}
    if table is not None and table not in others:
        here = found.get(table)
        others[table] = Presence(person.pk, str(person), here.since if here else at, at)
    if others != found:
        cache.set(_key(hanchan), others, KEPT)
    return others


def _key(hanchan: Hanchan) -> str:
    return f"present:{hanchan.pk}"
