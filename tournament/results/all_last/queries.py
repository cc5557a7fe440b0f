"""The all-last sheets that tables entered, and the hanchan and hands that have one."""

from collections.abc import Sequence

from django.db.models import QuerySet

from scoring.rules import Ruleset
from scoring.standings.rules import StandingRules
from scoring.winds import Wind
from tournament.core.models import Hanchan, HanchanState
from tournament.results.all_last.models import AllLastSheet


def has_last_hand(hanchan: int, count: int, by: StandingRules) -> bool:
    """Return whether the last hand of a hanchan decides something in an event of `count` hanchan: in the last one, in
    the last before a cut, and in those after the last cut."""
    return hanchan == count or any(cut.after == hanchan for cut in by.cuts) or _is_final(hanchan, by)


def _is_final(hanchan: int, by: StandingRules) -> bool:
    return bool(by.cuts) and hanchan > by.cuts[-1].after


def is_all_last(rules: Ruleset, round_wind: Wind, hand: int) -> bool:
    """Return whether a hand is the last one of the last round, or of an extension. The time may end any other."""
    return round_wind.index >= rules.last_round.index and hand == rules.players


def last_hand_of(hanchan: Sequence[Hanchan], table: int | None = None) -> Hanchan | None:
    """Return the hanchan whose last hand people look for, of those of an event: the one in play, else the last one
    played; None where that one decides nothing, unless `table` is on the stream. No query."""
    played = [one for one in hanchan if one.state != HanchanState.PLANNED]
    one = next((one for one in played if one.state == HanchanState.PLAYING), played[-1] if played else None)
    if one is None or one.tournament.is_league:
        return None
    tournament = one.tournament
    on_stream = table is not None and table == tournament.stream_table
    return one if on_stream or has_last_hand(one.number, len(hanchan), tournament.ranked_by) else None


def all_last_sheets(hanchan: Hanchan) -> QuerySet[AllLastSheet]:
    """Return the sheets of a hanchan with those who entered them, by table. One query."""
    return hanchan.all_last_sheets.select_related("player", "entered_by")
