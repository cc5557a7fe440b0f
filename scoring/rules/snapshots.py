"""Snapshots of rule sets, and the upgrade of those that earlier versions wrote.

Version 1 had no number: one time rule by name, no rules of a hand, an oka that followed from start and goal. Version 2
had no rules of calling and fewer of a hand, and knew only that a value was unverified. Version 3 had no word on the
deposits of an abortive draw, and every game was a hanchan.
"""

from collections.abc import Callable, Container, Iterable, Mapping

from scoring.messages import gettext_noop
from scoring.rules.fields import RulesetProblem
from scoring.rules.values import flat, nested

VERSION = 4
BY_THE_ORGANISER = gettext_noop("set by the organiser")
AS_BEFORE = gettext_noop("as it was played before rule sets had this value")
UNVERIFIED = "practice"  # what versions 1 and 2 called unverified
# What versions 1 to 3 counted under every rule set.
_BEFORE_FOURTH = {"length": "hanchan", "hand.abortive_deposits": "returned"}
_TIME_UP = {"finish": (0, 0), "finish-or-one-more": (0, 1), "one-more": (1, 1)}
_NAMES = {
    "minutes": ("time.minutes",),
    "time_up": ("time.during", "time.between"),
    "lateness": ("lateness.per_minute", "lateness.minutes", "lateness.forfeit"),
}
_SCHEDULES = {"higher": "higher-2022", "tori": "tori-open-2026"}
_NEW_IN_THIRD = ("pinfu_tsumo", "seven_pairs", "after_quad_fu", "orphans_rob_quad", "green_dragon", "other_yakuman")
Usual = Callable[[str], Mapping[str, object]]


def upgrade(data: Mapping[str, object], usual: Usual) -> dict[str, object]:
    """Return the snapshot in the present form; `usual` gives the preset of a key, for values that an earlier version
    did not have.

    Raises RulesetProblem for an unknown version.
    """
    rest = dict(data)
    version = rest.pop("version", 1)
    if version not in range(1, VERSION + 1):
        raise RulesetProblem("version", gettext_noop("This rule set was written by a newer version of the program."))
    if version == VERSION:
        return rest
    preset = flat(usual(str(rest.get("key"))))
    rest = flat(rest)
    if version in (1, 2):
        rest = _from_first(rest, preset) if version == 1 else _from_second(rest, preset)
    return nested(_from_third(rest, preset))


def _from_first(data: Mapping[str, object], usual: Mapping[str, object]) -> dict[str, object]:
    """Upgrade a snapshot of version 1; a missing value is the preset's, with the preset's source."""
    told = {name: value for name, value in data.items() if name not in ("minutes", "time_up", "sources")}
    during, between = _TIME_UP.get(str(data.get("time_up")), (0, 0))
    limit = {"time.minutes": data.get("minutes"), "time.during": during, "time.between": between}
    clauses = {name: text for old, text in _part(data, "sources").items() for name in _NAMES.get(old, (old,))}
    sources = {**_part(usual, "sources"), **clauses}
    upgraded = {**usual, **_oka(data, usual, sources), **limit, **told, **_present(data, usual)}
    del upgraded["version"]
    edited = [name for name, source in sources.items() if source == BY_THE_ORGANISER]
    marks = {name: mark for name, mark in _part(usual, "marks").items() if name not in edited}
    return {**upgraded, "sources": sources, "marks": marks}


def _from_second(data: Mapping[str, object], usual: Mapping[str, object]) -> dict[str, object]:
    """Upgrade a snapshot of version 2; what it did not have are the preset's, with their sources and marks."""
    rest = {name: value for name, value in data.items() if name != "unverified"}
    new = {name for name in usual if name.startswith("calls.") or name.removeprefix("hand.") in _NEW_IN_THIRD}
    if "sources" in rest and isinstance(rest["sources"], Mapping):
        rest["sources"] = {**_only(_part(usual, "sources"), new), **rest["sources"]}
    marks = {**_only(_part(usual, "marks"), new), **dict.fromkeys(read_names(data.get("unverified", ())), UNVERIFIED)}
    return {**_only(usual, new), **rest, "marks": marks, **_present(data, usual)}


def _from_third(data: Mapping[str, object], usual: Mapping[str, object]) -> dict[str, object]:
    """Add what version 3 did not have, as it was counted; where the preset has the same, by its source."""
    rest = {**_BEFORE_FOURTH, **{name: value for name, value in data.items() if name not in _BEFORE_FOURTH}}
    as_usual = {name for name, value in _BEFORE_FOURTH.items() if usual[name] == value}
    for kind, text in (("sources", AS_BEFORE), ("marks", UNVERIFIED)) if _part(data, "sources") else ():
        otherwise = dict.fromkeys(_BEFORE_FOURTH.keys() - as_usual, text)
        rest[kind] = {**_part(data, kind), **_only(_part(usual, kind), as_usual), **otherwise}
    return rest


def _present(data: Mapping[str, object], usual: Mapping[str, object]) -> dict[str, object]:
    """Return the present keys of the schedule and, where the preset was renamed, of the rule set; notes are new."""
    schedule, own = data.get("schedule"), data.get("key") == usual["key"] or usual["key"] != "own"
    found = {"schedule": _SCHEDULES.get(str(schedule), schedule)} if schedule is not None else {}
    return {**found, **({"key": usual["key"]} if own else {}), "notes": [], "based_on": ""}


def _only(data: Mapping[str, object], names: Container[str]) -> dict[str, object]:
    return {name: value for name, value in data.items() if name in names}


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


def read_names(value: object) -> frozenset[str]:
    """Return the names of the values that were unverified."""
    if not isinstance(value, Iterable) or isinstance(value, str | Mapping):
        raise RulesetProblem("unverified", gettext_noop("What is unverified is not a list of fields."))
    return frozenset(map(str, value))
