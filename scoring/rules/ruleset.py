"""The rule set of a tournament, as a value.

A preset is a data file that names the clause of every value (`rules.files`). A tournament keeps a copy (`to_json`), so
that a later edit of the preset does not change old results. docs/rule-sources.md lists the sources S0, S1 ….

Copies that earlier versions wrote are upgraded. Version 1 had no number: one time rule by name, no rules of a hand, an
oka that followed from start and goal. Version 2 had no rules of calling and fewer of a hand, and knew only that a value
was unverified. Version 3 had no word on the deposits of an abortive draw, and every game was a hanchan.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher, get_close_matches
from functools import cache
from types import SimpleNamespace
from typing import Any

from scoring.messages import gettext_noop
from scoring.points import Points
from scoring.rules.fields import (
    NO_VALUE,
    RuleField,
    RulesetProblem,
    UnknownField,
    check_fields,
    leaves,
    plain_fields,
    read_fields,
    rule_fields,
)
from scoring.rules.files import PRESETS, VERSION, as_snapshot, key_today, read_preset, replaced_keys
from scoring.rules.provenance import Mark, RuleNote, read_marks, read_notes, read_sources
from scoring.rules.value_kinds import FloatingUma
from scoring.rules.values import Bust, Count, RulesetValues, flat, nested
from scoring.winds import WINDS, Wind

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset(RulesetValues):
    """Everything that turns report sheets into scores. Amounts are points.

    Raises RulesetProblem, which names the field, for unplayable values. `sources` gives the clause of each field (a
    part's field as `hand.kiriage`), `marks` what is to be known about it; `notes` are rules that no value states.
    `based_on` is the preset of which it is a variant, empty for none.
    """

    sources: Mapping[str, str] = field(default_factory=dict, hash=False)
    marks: Mapping[str, Mark] = field(default_factory=dict, hash=False)
    notes: tuple[RuleNote, ...] = ()
    based_on: str = ""

    def __post_init__(self) -> None:
        check_fields(self)
        for problem in _contradictions(self):
            raise problem

    @property
    def minutes(self) -> int | None:
        """The time limit of a hanchan in minutes, None for no limit."""
        return self.time.minutes

    @property
    def last_round(self) -> Wind:
        """The wind of the last round, without an extension: South, or East where only that is played."""
        return self.length.last_round

    @property
    def rounds(self) -> tuple[Wind, ...]:
        """The winds of the rounds, the one of an extension with them."""
        return WINDS[: self.last_round.index + (2 if self.extension else 1)]

    @property
    def winds(self) -> tuple[Wind, ...]:
        """The seat winds of a table: four, or three without North."""
        return WINDS[: self.players]

    @property
    def total(self) -> Points:
        """All points of a table."""
        return self.start * self.players

    def replace(self, **changes: object) -> "Ruleset":
        """Return the rule set with `changes`, checked like any other; a changed value is the organiser's and has no
        clause.

        Takes values as fields or in JSON types; of a part (`hand`, `time`, `lateness`) only changes need be given. The
        oka follows start and goal unless it is named, or was independent of them before. Raises RulesetProblem naming
        the field.

        >>> rules = preset("own").replace(start=25_000, hand={"red_fives": 3})
        >>> rules.oka, rules.hand.red_fives, rules.sources["hand.red_fives"]
        (20000, 3, 'set by the organiser')
        """
        data = flat(plain_fields(self))
        if "oka" not in changes and {"oka": self.oka} == implied_oka(data):
            changes |= implied_oka({**data, **changes})
        values = _read(nested({**data, **flat(changes)}))
        changed = Ruleset(**values, notes=self.notes, based_on=self.based_on)
        edited = {one.name for one in self.differing(changed)}
        sources = {**self.sources, **dict.fromkeys(edited, BY_THE_ORGANISER)}
        marks = {name: mark for name, mark in self.marks.items() if name not in edited}
        return replace(changed, sources=sources, marks=marks)

    @property
    def usual(self) -> "Ruleset | None":
        """The preset that the rule set was copied from, or on which it is based; None for neither."""
        return next((preset(key) for key in (self.key, self.based_on) if key in PRESETS), None)

    def differing(self, other: "Ruleset") -> tuple[RuleField, ...]:
        """Return the values that differ in two rule sets, in their usual order."""
        return tuple(one for one in rule_names() if one.of(self) != one.of(other))

    def to_json(self) -> dict[str, object]:
        """Return the rule set in JSON types, for a snapshot; `from_json` reads it back."""
        marks = {name: mark.value for name, mark in sorted(self.marks.items())}
        provenance = {"sources": dict(self.sources), "marks": marks, "notes": [one.plain() for one in self.notes]}
        return {"version": VERSION, **plain_fields(self), "based_on": self.based_on, **provenance}

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> "Ruleset":
        """Read the rule set of a snapshot, of earlier versions too. Raises RulesetProblem for the first wrong field."""
        rest = upgrade(data, lambda key: read_preset(_stored_key(key)))
        sources, marks = read_sources(rest.pop("sources", {})), read_marks(rest.pop("marks", {}))
        notes, based_on = read_notes(rest.pop("notes", ())), str(rest.pop("based_on", ""))
        return cls(**_read(rest), sources=sources, marks=marks, notes=notes, based_on=based_on)


def _contradictions(rules: Any) -> Iterator[RulesetProblem]:
    """Yield every way in which the values of a rule set contradict each other; each of them alone is right."""
    if rules.goal < rules.start:
        yield RulesetProblem("goal", gettext_noop("The goal is below the starting points."))
    yield from _wrong_places(rules)
    if rules.count is Count.END_POINTS and rules.oka:
        template = gettext_noop("With end points the winner already gets what all started below the goal: no oka.")
        yield RulesetProblem("oka", template)
    if rules.bust_prize and rules.bust is Bust.NEVER:
        template = gettext_noop("There is a prize for a bust, but the game never ends by one.")
        yield RulesetProblem("bust_prize", template)


def _wrong_places(rules: Any) -> Iterator[RulesetProblem]:
    """Check that every list by place has one entry per player, and a floating one a row for each number of them."""
    rows = rules.uma.by_floating if isinstance(rules.uma, FloatingUma) else (rules.uma,)
    if isinstance(rules.uma, FloatingUma) and len(rows) != rules.players + 1:
        template = gettext_noop("A floating uma has {rows} rows: for 0 to {players} players at the goal.")
        yield RulesetProblem("uma", template, rows=rules.players + 1, players=rules.players)
    for name, lists in (("uma", rows), ("prizes", (rules.prizes,))):
        if any(places and len(places) != rules.players for places in lists):
            template = gettext_noop("“{field}” needs {players} values, one for each place, from first to last.")
            yield RulesetProblem(name, template, players=rules.players)


def contradictions(snapshot: Mapping[str, object]) -> tuple[RulesetProblem, ...]:
    """Return every way in which the values of a snapshot contradict each other; each of them alone is right."""
    values = _read({one.name: snapshot[one.name] for one in rule_fields(Ruleset)})
    return tuple(_contradictions(SimpleNamespace(**values)))


def _read(data: Mapping[str, object]) -> dict[str, Any]:
    """Return the values of a rule set by field. Raises RulesetProblem; for an unknown name it proposes the nearest."""
    try:
        return read_fields(Ruleset, data)
    except UnknownField as wrong:
        raise unknown(wrong.field) from None


def unknown(name: str) -> RulesetProblem:
    """Return the refusal of a name that no value has, with the nearest one that was probably meant."""
    near = nearest(name, [one.name for one in leaves(Ruleset)])
    if not near:
        return UnknownField(name, NO_VALUE)
    template = gettext_noop("“{field}” is not a value of a rule set. Did you mean “{near}”?")
    return RulesetProblem(name, template, near=near)


def nearest(name: str, names: Sequence[str]) -> str:
    """Return the name that was probably meant, empty if none is near.

    >>> nearest("hand.kirage", ["hand.kiriage", "oka"]), nearest("kiriage", ["hand.kiriage"]), nearest("x", ["oka"])
    ('hand.kiriage', 'hand.kiriage', '')
    """
    by_last = {one.rpartition(".")[2]: one for one in reversed(names)}
    return _close(name, names) or by_last.get(_close(name.rpartition(".")[2], list(by_last)), "")


def _close(name: str, names: Sequence[str]) -> str:
    """Return the name of which four fifths are alike."""
    return next(
        (one for one in get_close_matches(name, names, 1) if SequenceMatcher(None, name, one).ratio() * 5 >= 4), ""
    )


def _stored_key(key: str) -> str:
    """Return the key of the preset to which a stored rule set belongs, its values apart; `own` for none."""
    return key_today(key) or next(iter(replaced_keys().get(key, ())), "own")


def implied_oka(data: Mapping[str, object]) -> dict[str, object]:
    """Return the oka implied by start and goal, where there is one (S0 Mod.4.2: what every player started below the
    goal).

    End points include it already (S4 4.10).
    """
    match data:
        case {"count": Count.END_POINTS}:
            return {"oka": 0}
        case {"start": int(start), "goal": int(goal), "players": int(players)} if goal >= start:
            return {"oka": (goal - start) * players}
    return {}


@cache
def rule_names() -> tuple[RuleField, ...]:
    """Return the names of all values that have a source, in their usual order, with parts expanded."""
    return tuple(one for one in leaves(Ruleset) if one.name not in ("key", "title"))


@cache
def _by_name() -> Mapping[str, RuleField]:
    return {one.name: one for one in rule_names()}


def rule_named(name: str) -> RuleField:
    """Return the value of this dotted name. Raises KeyError where `rule_names()` has none."""
    return _by_name()[name]


@cache
def preset(key: str) -> Ruleset:
    """Return the preset named `key`, one of PRESETS; read once. Raises KeyError for another name."""
    return Ruleset.from_json(read_preset(key))


def from_file(key: str, data: Mapping[str, object]) -> Ruleset:
    """Return the rule set of a preset's file. Raises RulesetProblem naming a value that is wrong, or has no source."""
    return Ruleset.from_json(as_snapshot(key, data))


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
