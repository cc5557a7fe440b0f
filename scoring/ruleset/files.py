"""The presets: data files in `rulesets/` in which each value stands beside its source.

`start = { value = 30_000, source = "S0 Mod.4.2" }`; a value that no source confirms says `unverified = true`, and its
source says where it was looked for or what it is copied from. docs/rule-sources.md lists the sources.
"""

import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any

from scoring.ruleset.problem import RulesetProblem
from scoring.ruleset.snapshots import VERSION
from scoring.words import gettext_noop

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


def written(key: str) -> dict[str, object]:
    """The preset named `key`, one of PRESETS, as a snapshot has it. Raises KeyError for another name."""
    if key not in PRESETS:
        raise KeyError(key)
    text = files("scoring").joinpath("rulesets", f"{key}.toml").read_text(encoding="utf-8")
    return as_snapshot(key, tomllib.loads(text))


def as_snapshot(key: str, data: Mapping[str, object]) -> dict[str, object]:
    """What a preset's file says, in the form of a snapshot. Raises RulesetProblem naming a value without a source."""
    found: dict[str, object] = {"version": VERSION, "key": key, "title": data.get("title")}
    sources: dict[str, str] = {}
    unverified: list[str] = []
    for part, name, entry in _entries(data):
        match entry:
            case {"source": str(source), **rest} if source.strip() and _is_value(rest):
                _part(found, part)[name] = rest.get("value")
                sources[part + name] = source
                unverified += [part + name] * bool(rest.get("unverified"))
            case _:
                template = gettext_noop("“{field}” is not a value beside its source.")
                raise RulesetProblem(part + name, template)
    return {**found, "sources": sources, "unverified": unverified}


def _is_value(rest: Mapping[Any, object]) -> bool:
    return rest.keys() <= {"value", "unverified"} and rest.get("unverified", True) is True


def _entries(data: Mapping[str, object]) -> Iterator[tuple[str, str, object]]:
    """The entries of a file: their part, as `hand.`, their name in it, and what is written there."""
    for name, entry in data.items():
        if isinstance(entry, Mapping) and not entry.keys() & {"value", "source"}:
            for own, value in entry.items():
                yield f"{name}.", own, value
        elif name != "title":
            yield "", name, entry


def _part(found: dict[str, object], part: str) -> dict[str, object]:
    if not part:
        return found
    inner = found.setdefault(part.removesuffix("."), {})
    assert isinstance(inner, dict)  # noqa: S101  # for the type checker: nothing else was put there
    return inner
