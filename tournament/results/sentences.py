"""How long ago something was, the same on every page."""

from datetime import datetime

from django.utils.translation import ngettext


def ago(earlier: datetime, now: datetime) -> str:
    """Return how long ago something was in words: seconds below two minutes, then full minutes.

    >>> from datetime import timedelta
    >>> now = datetime(2026, 5, 2, 10)
    >>> ago(now - timedelta(seconds=20), now), ago(now - timedelta(minutes=3, seconds=59), now)
    ('20 seconds ago', '3 minutes ago')
    """
    seconds = max(int((now - earlier).total_seconds()), 1)
    if seconds < 120:
        return ngettext("{n} second ago", "{n} seconds ago", seconds).format(n=seconds)
    return ngettext("{n} minute ago", "{n} minutes ago", seconds // 60).format(n=seconds // 60)
