"""Checks of time limits, and lists of names that are not too long."""

from collections.abc import Iterable

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext

from tournament.core.messages import Refused
from tournament.core.models import Hanchan
from tournament.translation.formats import enumeration, series

MOST_MINUTES = 600


def check_clock(hanchan: Hanchan) -> None:
    """Refuse a time limit, alone or with the minutes of a table, that no hanchan has."""
    for extra in (0, *hanchan.table_minutes.values()):
        if type(extra) is not int or extra < 0:
            raise Refused.of("table-minutes", _("The minutes of a table are a whole number."), field="minutes")
        if hanchan.minutes is not None or extra:
            check_limit((hanchan.minutes or 0) + extra)


def check_limit(limit: int) -> None:
    """Refuse a time limit that no hanchan has."""
    if not 1 <= limit <= MOST_MINUTES:
        text = _("A time limit is between 1 and {most} minutes.")
        raise Refused.of("limit-range", text, field="minutes", most=MOST_MINUTES)


def listed(names: Iterable[object], most: int) -> str:
    """Return things as a list, and how many more there are beyond `most`.

    >>> listed([2, 5, 7], 3)
    '2, 5, 7'
    """
    words = list(names)
    if len(words) <= most:
        return enumeration(words)
    more = len(words) - most
    text = ngettext("{some} and {number} more", "{some} and {number} more", more)
    return text.format(some=series(words[:most]), number=more)
