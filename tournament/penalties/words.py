"""Penalties in words, the same on every page."""

from django.utils.translation import ngettext


def how_late(minutes: int | None, *, forfeited: bool, limit: int) -> str:
    """How late somebody came: `minutes` full ones, "" when that was not it or the player did not play at all.

    A forfeit has passed the rule set's `limit` in minutes: ten minutes and a second are ten full minutes, and ten
    minutes have a price of their own (WRC 2025 §12.3.9).
    """
    if minutes is None:
        return ""
    if forfeited:
        words = ngettext("more than %(n)d minute", "more than %(n)d minutes", limit)
        return words % {"n": limit}
    return ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}
