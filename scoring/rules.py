"""The rule set of a tournament, as a value.

A preset is a data file in `rulesets/` that names the clause of every value. A tournament keeps a copy
(`to_json`), so that a preset edited later changes no old result. Source keys: S0 WRC optional rules
(21 June 2022), S1 friendly game rules, S2 WRC 2022 changes (29 March 2022), S3 and S4 club rules; others as in
docs/rule-sources.md.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files

from scoring.fouls import SCHEDULES
from scoring.points import Points
from scoring.rule_kinds import (
    Amount,
    ByPlace,
    Kind,
    Named,
    OneOf,
    Part,
    RulesetProblem,
    UmaByPlace,
    Whole,
    Words,
    YesNo,
    check_fields,
    kind_of,
    plain_fields,
    read_fields,
    rule,
    rule_fields,
)
from scoring.rule_sentences import Sentence, sentences
from scoring.rule_snapshots import VERSION, upgraded
from scoring.rule_values import Bust, Count, HandRules, LatenessRule, Leftover, Paid, SeatDraw, Ties, TimeLimit
from scoring.uma import STEP, FloatingUma, Uma
from scoring.words import gettext_noop

__all__ = ["PRESETS", "RuleField", "Ruleset", "RulesetProblem", "preset", "rule_names"]

PRESETS = (
    "wrc-2025",
    "wrc-2022",
    "wrc-2015",
    "wrc-red-fives",
    "wrc-first-dora",
    "wrc-oka",
    "tori-casual",
    "tori-tournament",
    "friendly",
    "four-winds",
    "ema-2025",
    "ema-2016",
    "m-league",
    "jpml-a",
    "saikouisen",
    "rmu",
    "npm",
    "tenhou",
    "tenhou-3",
    "mahjong-soul",
    "mahjong-soul-3",
    "rrc",
    "r-league",
    "own",
)
BY_THE_ORGANISER = "set by the organiser"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """Everything that turns report sheets into scores. Amounts are points.

    Raises RulesetProblem, which names the field, for values that cannot be played. `sources` gives the clause of
    each field (a part's field as `hand.kiriage`), `unverified` the fields whose value no source confirms.
    """

    key: str = rule(Words(), gettext_noop("Key"))
    title: str = rule(Words(), gettext_noop("Name"))
    players: int = rule(Whole(3, 4), gettext_noop("Players at a table"))
    start: Points = rule(Amount(STEP), gettext_noop("Starting points"))
    goal: Points = rule(Amount(STEP), gettext_noop("Goal"))
    count: Count = rule(OneOf(Count), gettext_noop("The score counts"))
    oka: Points = rule(Amount(), gettext_noop("Oka for the winner"))
    uma: Uma = rule(UmaByPlace(), gettext_noop("Uma"))
    prizes: tuple[Points, ...] = rule(ByPlace(optional=True), gettext_noop("Prizes by place"))
    ties: Ties = rule(OneOf(Ties), gettext_noop("Equal points are"))
    leftover: Leftover = rule(OneOf(Leftover), gettext_noop("Riichi deposits left at the end go to"))
    yakitori: Points = rule(Amount(), gettext_noop("A player who won no hand pays"))
    extension: Points = rule(Amount(), gettext_noop("Points somebody must have, or the game goes on after South"))
    agari_yame: bool = rule(YesNo(), gettext_noop("A leading dealer may end the game in the last hand"))
    bust: Bust = rule(OneOf(Bust), gettext_noop("The game ends when somebody is"))
    bust_prize: Points = rule(Amount(), gettext_noop("A bust player gives the one who took the last points"))
    paid: Paid = rule(OneOf(Paid), gettext_noop("Point penalties are paid"))
    chonbo: Points = rule(Amount(), gettext_noop("A chonbo costs"))
    time: TimeLimit = rule(Part(TimeLimit), gettext_noop("Time limit"))
    lateness: LatenessRule = rule(Part(LatenessRule), gettext_noop("Lateness"))
    schedule: str = rule(Named(SCHEDULES), gettext_noop("Penalty schedule"))
    seat_draw: SeatDraw = rule(OneOf(SeatDraw), gettext_noop("Winds are drawn with"))
    hand: HandRules = rule(Part(HandRules), gettext_noop("A hand"))
    sources: Mapping[str, str] = field(default_factory=dict, hash=False)
    unverified: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        check_fields(self)
        if self.goal < self.start:
            raise RulesetProblem("goal", gettext_noop("The goal is below the starting points."))
        self._check_places()
        if self.count is Count.END_POINTS and self.oka:
            template = gettext_noop("With end points the winner already gets what all started below the goal: no oka.")
            raise RulesetProblem("oka", template)
        if self.bust_prize and self.bust is Bust.NEVER:
            raise RulesetProblem(
                "bust_prize", gettext_noop("There is a prize for a bust, but the game never ends by one.")
            )

    def _check_places(self) -> None:
        """Every list by place is as long as a table has players, a floating one has a row for each number of them."""
        rows = self.uma.by_floating if isinstance(self.uma, FloatingUma) else (self.uma,)
        if isinstance(self.uma, FloatingUma) and len(rows) != self.players + 1:
            template = gettext_noop("A floating uma has {rows} rows: for 0 to {players} players at the goal.")
            raise RulesetProblem("uma", template, rows=self.players + 1, players=self.players)
        for name, places in [*(("uma", row) for row in rows), ("prizes", self.prizes)]:
            if places and len(places) != self.players:
                template = gettext_noop("“{field}” needs {players} values, one for each place, from first to last.")
                raise RulesetProblem(name, template, players=self.players)

    @property
    def minutes(self) -> int | None:
        """The time limit of a hanchan in minutes, None for no limit."""
        return self.time.minutes

    @property
    def total(self) -> Points:
        """All points of a table."""
        return self.start * self.players

    def replace(self, **changes: object) -> "Ruleset":
        """The rule set with `changes`, checked like any other; a changed value is the organiser's, no clause's.

        Takes values as fields or as JSON says them; of a part (`hand`, `time`, `lateness`) only what changes need be
        given. Raises RulesetProblem naming the field.
        """
        data = plain_fields(self)
        if self.oka == (self.goal - self.start) * self.players and "oka" not in changes:
            changes = {**changes, **_oka({**data, **changes})}
        for name, value in changes.items():
            before = data.get(name)
            merges = isinstance(before, dict) and isinstance(value, Mapping) and name in _PARTS
            data[name] = (
                {**before, **value} if merges and isinstance(before, dict) and isinstance(value, Mapping) else value
            )
        changed = Ruleset(**read_fields(Ruleset, data))  # type: ignore[arg-type]  # each was read by its kind
        was, now = self.values(), changed.values()
        edited = {name for name, value in was.items() if now[name] != value}
        sources = {**self.sources, **dict.fromkeys(edited, BY_THE_ORGANISER)}
        return replace(changed, sources=sources, unverified=self.unverified - edited)

    def values(self) -> dict[str, object]:
        """Every value that has a source, by its name (`start`, `hand.kiriage`)."""
        return {one.name: one.of(self) for one in rule_names()}

    def sentences(self) -> tuple[Sentence, ...]:
        """What the rule set says, one sentence for each rule, with its source."""
        return sentences(self)

    def to_json(self) -> dict[str, object]:
        """The rule set in JSON types, for a snapshot; `from_json` reads it back."""
        said = {"sources": dict(self.sources), "unverified": sorted(self.unverified)}
        return {"version": VERSION, **plain_fields(self), **said}

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> "Ruleset":
        """The rule set of a snapshot, an earlier version's too. Raises RulesetProblem naming the first wrong field."""
        rest = dict(data)
        if rest.pop("version", None) != VERSION:
            rest = upgraded(data, preset(str(data.get("key")) if data.get("key") in PRESETS else "own").to_json())
            del rest["version"]
        sources, unverified = _read_sources(rest.pop("sources", {})), _read_names(rest.pop("unverified", ()))
        values = read_fields(cls, rest)
        return cls(**values, sources=sources, unverified=unverified)  # type: ignore[arg-type]  # each was read by its kind


def _oka(data: Mapping[str, object]) -> dict[str, object]:
    """The oka that start and goal make, when they can (S0 Mod.4.2: what every player started below the goal).

    End points hold it already (S4 4.10).
    """
    match data:
        case {"count": Count.END_POINTS}:
            return {"oka": 0}
        case {"start": int(start), "goal": int(goal), "players": int(players)} if goal >= start:
            return {"oka": (goal - start) * players}
    return {}


def _read_sources(value: object) -> dict[str, str]:
    if not isinstance(value, Mapping) or not all(isinstance(clause, str) for clause in value.values()):
        raise RulesetProblem("sources", gettext_noop("The sources are not a list of clauses by field."))
    return {str(name): clause for name, clause in value.items()}


def _read_names(value: object) -> frozenset[str]:
    if not isinstance(value, Iterable) or isinstance(value, str | Mapping):
        raise RulesetProblem("unverified", gettext_noop("What is unverified is not a list of fields."))
    return frozenset(map(str, value))


@dataclass(frozen=True, slots=True)
class RuleField:
    """One value of a rule set: its dotted name, its label for people and its kind."""

    name: str
    label: str
    kind: Kind

    def of(self, rules: Ruleset) -> object:
        """The value in `rules`."""
        value: object = rules
        for step in self.name.split("."):
            value = getattr(value, step)
        return value


@cache
def rule_names() -> tuple[RuleField, ...]:
    """Every value of a rule set that has a source, in the order of the rule set; parts taken apart."""
    found = []
    for item in rule_fields(Ruleset):
        kind = kind_of(item)
        if item.name in ("key", "title"):
            continue
        if isinstance(kind, Part):
            found += [
                RuleField(f"{item.name}.{one.name}", one.metadata["label"], kind_of(one))
                for one in rule_fields(kind.type)
            ]
        else:
            found.append(RuleField(item.name, item.metadata["label"], kind))
    return tuple(found)


_PARTS = ("hand", "time", "lateness")


@cache
def preset(key: str) -> Ruleset:
    """The preset named `key`, one of PRESETS; read once. Raises KeyError for another name.

    In the file each value stands beside its source: `start = { value = 30000, source = "S0 Mod.4.2" }`; a value that
    no source confirms says `unverified = true` and its source where it was looked for.
    """
    if key not in PRESETS:
        raise KeyError(key)
    text = files("scoring").joinpath("rulesets", f"{key}.toml").read_text(encoding="utf-8")
    return from_file(key, tomllib.loads(text))


def from_file(key: str, data: Mapping[str, object]) -> Ruleset:
    """The rule set that a preset's file says. Raises RulesetProblem naming a value that is wrong, or has no source."""
    values: dict[str, object] = {"key": key, "title": data.get("title")}
    sources: dict[str, str] = {}
    unverified = set()
    for name, entry in _entries(data):
        match entry:
            case {"source": str(source), **rest} if source.strip() and rest.keys() <= {"value", "unverified"}:
                sources[name] = source
                _put(values, name, rest.get("value"))
                if rest.get("unverified"):
                    unverified.add(name)
            case _:
                raise RulesetProblem(name, gettext_noop("“{field}” names no source."))
    found = read_fields(Ruleset, values)
    return Ruleset(**found, sources=sources, unverified=frozenset(unverified))  # type: ignore[arg-type]


def _entries(data: Mapping[str, object]) -> list[tuple[str, object]]:
    """The entries of a file by dotted name."""
    found: list[tuple[str, object]] = []
    for name, entry in data.items():
        if name in _PARTS and isinstance(entry, Mapping):
            found += [(f"{name}.{part}", one) for part, one in entry.items()]
        elif name != "title":
            found.append((name, entry))
    return found


def _put(values: dict[str, object], name: str, value: object) -> None:
    part, dot, rest = name.partition(".")
    if dot:
        values.setdefault(part, {})[rest] = value  # type: ignore[index]  # a part is a dict
    else:
        values[name] = value
