"""Snapshots of rule sets that an earlier version of the program wrote, brought to the present.

Version 1 had no number: one time rule by name, no rules of a hand, an oka that followed from start and goal.
"""

from collections.abc import Mapping

VERSION = 2
_TIME_UP = {"finish": (0, 0), "finish-or-one-more": (0, 1), "one-more": (1, 1)}
_NAMES = {
    "minutes": ("time.minutes",),
    "time_up": ("time.during", "time.between"),
    "lateness": ("lateness.per_minute", "lateness.minutes", "lateness.forfeit"),
}


def upgraded(data: Mapping[str, object], usual: Mapping[str, object]) -> dict[str, object]:
    """The snapshot in the present form; what version 1 did not know is taken from `usual`, the preset of that key."""
    rest = {name: value for name, value in data.items() if name not in ("version", "minutes", "time_up", "sources")}
    during, between = _TIME_UP.get(str(data.get("time_up")), (0, 0))
    limit = {**_part(usual, "time"), "minutes": data.get("minutes"), "during": during, "between": between}
    sources = {**_part(usual, "sources"), **_sources(_part(data, "sources"))}
    return {**usual, **_oka(data), "time": limit, **rest, "sources": sources}


def _part(data: Mapping[str, object], name: str) -> Mapping[str, object]:
    part = data.get(name, {})
    return part if isinstance(part, Mapping) else {}


def _oka(data: Mapping[str, object]) -> dict[str, object]:
    match data:
        case {"start": int(start), "goal": int(goal)}:
            return {"oka": (goal - start) * 4}
    return {}


def _sources(before: Mapping[str, object]) -> dict[str, object]:
    """The clauses by the names of today."""
    return {name: clause for old, clause in before.items() for name in _NAMES.get(old, (old,))}
