"""Penalties in words, the same on every page."""

from collections.abc import Mapping
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.fouls import Schedule
from scoring.fouls.questions import UnknownAnswer


def answers_in_words(fouls: Schedule, code: str, answers: Mapping[str, str]) -> list[str]:
    """The answers to a foul's questions, in their order; [] when the schedule has no such foul or answer any more."""
    try:
        return [_(words) for words in fouls.foul(code).words(answers)] if answers else []
    except (KeyError, UnknownAnswer):
        return []


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


def how_late(minutes: int | None, *, forfeited: bool, limit: int) -> str:
    """Return the lateness in words: `minutes` full ones, "" for another penalty and for a player who was absent.

    A forfeit has passed the rule set's `limit` in minutes: ten minutes and a second are ten full minutes, and ten
    minutes have a price of their own (WRC 2025 §12.3.9).
    """
    if minutes is None:
        return ""
    if forfeited:
        return ngettext("more than {n} minute", "more than {n} minutes", limit).format(n=limit)
    return ngettext("{n} minute", "{n} minutes", minutes).format(n=minutes)
