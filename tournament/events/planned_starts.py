"""Planned starts as an organiser types them, one line for each day, and as moments in the time zone of the hall."""

import re
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournament.core.form_fields import half_width
from tournament.core.messages import Refused

TIME = re.compile(r"([0-9]{1,2})[:.h]([0-9]{2})")
BREAK, LUNCH_BREAK = 15, 45  # minutes between two hanchan, and those that lunch adds
NOT_PLACES = ("Etc/", "posix/", "right/", "SystemV/", "US/", "Brazil/", "Canada/", "Chile/", "Mexico/")


@lru_cache
def zone_names() -> tuple[str, ...]:
    """Return the names of the time zones, by continent and city."""
    return (*sorted(name for name in available_timezones() if "/" in name and not name.startswith(NOT_PLACES)), "UTC")


def zone_of(name: str) -> tzinfo:
    """Return the time zone of that name, of the server for ""."""
    return ZoneInfo(name) if name else timezone.get_default_timezone()


def read_starts(text: str) -> tuple[tuple[time, ...], ...]:
    """Return the times of each day, in the order of the lines; empty lines are no days. Raises Refused.

    >>> read_starts("10:00 12.30\\n\\n9h15")
    ((datetime.time(10, 0), datetime.time(12, 30)), (datetime.time(9, 15),))
    """
    typed = half_width(text).splitlines()
    lines = [re.split(r"[\s,;]+", line.strip(" \t\r,;")) for line in typed if line.strip(" \t\r,;")]
    return tuple(tuple(_read_time(word) for word in words) for words in lines)


def _read_time(word: str) -> time:
    found = TIME.fullmatch(word)
    hour, minute = map(int, found.groups()) if found else (24, 60)
    if hour > 23 or minute > 59:
        text = _("“{word}” is not a time of day. Enter hours and minutes, for example 10:00.")
        raise Refused.of("no-time", text, field="starts", word=word)
    return time(hour, minute)


def day_starts(first: time, days: int, hanchan: int, minutes: int) -> tuple[tuple[time, ...], ...]:
    """Return the starts of so many hanchan of so many minutes, spread over days that begin at `first`.

    There are 15 minutes between two hanchan, and an hour in the middle of a day of four or more. Raises Refused where
    one would start after midnight.

    >>> [[f"{one:%H:%M}" for one in day] for day in day_starts(time(10), 2, 7, 90)]
    [['10:00', '11:45', '14:15', '16:00'], ['10:00', '11:45', '13:30']]
    """
    starts = []
    for day in range(days):
        count = hanchan // days + (day < hanchan % days)
        lunch = count // 2 if count >= 4 else count
        at = [number * (minutes + BREAK) + LUNCH_BREAK * (number >= lunch) for number in range(count)]
        begin = datetime.combine(date.min, first)
        if at and begin + timedelta(minutes=at[-1]) >= datetime.combine(date.min, time.max):
            text = _("{count} hanchan on one day would go on after midnight. Begin earlier, or add a day.")
            raise Refused.of("after-midnight", text, field="first_start", count=count)
        starts.append(tuple((begin + timedelta(minutes=one)).time() for one in at))
    return tuple(starts)


def moments(days: Sequence[Sequence[time]], first_day: date, zone: tzinfo) -> tuple[datetime, ...]:
    """Return the moments of these times: the first line is on the first day, the second on the day after."""
    return tuple(
        datetime.combine(first_day + timedelta(days=number), one, tzinfo=zone)
        for number, times in enumerate(days)
        for one in times
    )


def moved(at: datetime, days: int, before: tzinfo, after: tzinfo) -> datetime:
    """Return the same time of day, `days` later, in another zone."""
    return (at.astimezone(before).replace(tzinfo=None) + timedelta(days=days)).replace(tzinfo=after)
