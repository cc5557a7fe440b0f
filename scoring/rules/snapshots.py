"""Snapshots of rule sets: sources and unverified values, and the upgrade of earlier versions.

Version 1 had no number: one time rule by name, no rules of a hand, an oka that followed from start and goal.
"""

from collections.abc import Callable, Iterable, Mapping

from scoring.messages import gettext_noop
from scoring.rules.fields import RulesetProblem

VERSION = 2
BY_THE_ORGANISER = "set by the organiser"
_TIME_UP = {"finish": (0, 0), "finish-or-one-more": (0, 1), "one-more": (1, 1)}
_NAMES = {
    "minutes": ("time.minutes",),
    "time_up": ("time.during", "time.between"),
    "lateness": ("lateness.per_minute", "lateness.minutes", "lateness.forfeit"),
}


def upgrade(data: Mapping[str, object], usual: Callable[[str], Mapping[str, object]]) -> dict[str, object]:
    """Return the snapshot in the present form; `usual` gives the preset of a key, for values that an earlier version
    did not have.

    Raises RulesetProblem for an unknown version.
    """
    rest = dict(data)
    version = rest.pop("version", 1)
    if version == VERSION:
        return rest
    if version != 1:
        raise RulesetProblem("version", gettext_noop("This rule set was written by a newer version of the program."))
    return _from_first(rest, usual(str(rest.get("key"))))


def _from_first(data: Mapping[str, object], usual: Mapping[str, object]) -> dict[str, object]:
    """Upgrade a snapshot of version 1; a missing value is the preset's, with the preset's source."""
    told = {name: value for name, value in data.items() if name not in ("minutes", "time_up", "sources")}
    during, between = _TIME_UP.get(str(data.get("time_up")), (0, 0))
    limit = {**_part(usual, "time"), "minutes": data.get("minutes"), "during": during, "between": between}
    sources = {**_part(usual, "sources"), **_sources(_part(data, "sources"))}
    upgraded = {**usual, **_oka(data, usual, sources), "time": limit, **told, "sources": sources}
    del upgraded["version"]
    edited = [name for name, source in sources.items() if source == BY_THE_ORGANISER]
    return {**upgraded, "unverified": sorted(read_names(usual.get("unverified", ())).difference(edited))}


def _oka(data: Mapping[str, object], usual: Mapping[str, object], sources: dict[str, object]) -> dict[str, object]:
    """Return the oka implied by start and goal, as the organiser's where the preset's differs."""
    match data:
        case {"start": int(start), "goal": int(goal)}:
            oka = (goal - start) * 4
            if oka != usual["oka"]:
                sources["oka"] = BY_THE_ORGANISER
            return {"oka": oka}
    return {}


def _part(data: Mapping[str, object], name: str) -> Mapping[str, object]:
    part = data.get(name, {})
    return part if isinstance(part, Mapping) else {}


def _sources(before: Mapping[str, object]) -> dict[str, object]:
    """Return the clauses by today's names."""
    return {name: clause for old, clause in before.items() for name in _NAMES.get(old, (old,))}


def read_sources(value: object) -> dict[str, str]:
    """Return the clause of each value, by its name."""
    if not isinstance(value, Mapping) or not all(isinstance(clause, str) for clause in value.values()):
        raise RulesetProblem("sources", gettext_noop("The sources are not a list of clauses by field."))
    return {str(name): clause for name, clause in value.items()}


def read_names(value: object) -> frozenset[str]:
    """Return the names of the values that no source confirms."""
    if not isinstance(value, Iterable) or isinstance(value, str | Mapping):
        raise RulesetProblem("unverified", gettext_noop("What is unverified is not a list of fields."))
    return frozenset(map(str, value))
