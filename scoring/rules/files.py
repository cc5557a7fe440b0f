"""The presets: data files in `presets/`, in which each value stands beside its source. A new file is a new preset.

`start = { value = 30_000, source = "S0 Mod.4.2" }`. Beside the value there may be

- `mark`: `practice` where no source was found, `disputed`; a value that only a program shows is marked by itself;
- `disputed`: what another source says, which marks it as well;
- `because`: why a value is taken from another edition of a book than the rest.

A variant is `based_on` another preset: it names only the differences and inherits everything else with its sources;
`inherited` is a clause that goes with them ("unchanged in WRC 2025"), and says why they are of another edition.
Where the sources of a rule set are silent, `where_silent` names the preset whose values are taken then, marked as
common practice. `group` is its place in lists of rule sets, `edition` that of its book. `formerly` are earlier keys
under which it had the very values: they are still read. `replaces` are those under which a rule set had other values:
they are refused, with the keys of today, and lead here only for events that were stored with them.
`offered = false` takes a rule set whose own document nobody has seen out of the lists; its key is still read.
`[[notes]]` are rules in words. `documents.toml` lists the documents that sources name; a file may add its own in a
table `documents`. A file with one `source` for everything, such as a club's own, may give bare values: `start =
25_000`.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from scoring.messages import gettext_noop
from scoring.rules.fields import RulesetProblem
from scoring.rules.provenance import Mark, is_of_programs, read_notes
from scoring.rules.values import flat, nested

VERSION = 4  # of snapshots
_FOLDER = files("scoring.rules").joinpath("presets")
_NO_VALUES = {
    *("title", "group", "offered", "edition", "formerly", "replaces", "source", "documents", "notes"),
    *("based_on", "inherited", "where_silent"),
}
DISPUTE = "; but "  # between a source and the one that it disagrees with
NO_SOURCE = gettext_noop('“{field}” needs a value and its source; a line source = "…" gives one to the whole file.')
_BESIDE = {"value", "source", "mark", "disputed", "because"}
PRESETS = tuple(sorted(path.name.removesuffix(".toml") for path in _FOLDER.iterdir() if path.name.endswith(".toml")))


@dataclass(frozen=True, slots=True)
class SourcedValue:
    """A value of a file, its source and its mark; `because` says why it is of another edition."""

    value: object
    source: str
    mark: Mark | None = None
    because: str = ""


def read_preset(key: str) -> dict[str, object]:
    """Return the preset named `key`, one of PRESETS, in the form of a snapshot. Raises KeyError for another name."""
    return as_snapshot(key, _read(key))


def group(key: str) -> tuple[str, int]:
    """Return the group in which people look for the preset, empty for none, and its position there."""
    found = _read(key).get("group", {})
    return found.get("name", ""), found.get("position", 0)


@cache
def offered() -> tuple[str, ...]:
    """Return the keys of the presets that lists show, to choose from."""
    return tuple(key for key in PRESETS if _read(key).get("offered", True))


def edition(key: str) -> str:
    """Return the edition of the preset's book, empty where there is only one."""
    found: str = _read(key).get("edition", "")
    return found


@cache
def former_keys() -> Mapping[str, str]:
    """Return the present key of each preset by its earlier ones, under which it had the same values."""
    return {former: key for key in PRESETS for former in _read(key).get("formerly", ())}


@cache
def replaced_keys() -> Mapping[str, tuple[str, ...]]:
    """Return the present keys that stand for each earlier one under which a rule set had other values."""
    pairs = [(former, key) for key in PRESETS for former in _read(key).get("replaces", ())]
    return {former: tuple(key for one, key in pairs if one == former) for former, _key in pairs}


def key_today(key: object) -> str:
    """Return the key of the preset that has this key, or had it with the same values; empty for no preset."""
    return str(key) if key in PRESETS else former_keys().get(str(key), "")


@cache
def _read(key: str) -> dict[str, Any]:
    if key not in PRESETS:
        raise KeyError(key)
    return tomllib.loads(_FOLDER.joinpath(f"{key}.toml").read_text(encoding="utf-8"))


def as_snapshot(key: str, data: Mapping[str, object]) -> dict[str, object]:
    """Return the contents of a rule set's file in the form of a snapshot.

    Raises RulesetProblem naming a value without a source, or a base that is not a preset.
    """
    found = sourced_values(data)
    read_notes(data.get("notes", ()))  # names a wrong one by its number in this file
    return {
        "version": VERSION,
        "key": key,
        "title": data.get("title"),
        **nested({name: one.value for name, one in found.items()}),
        "based_on": key_today(data.get("based_on")),
        "sources": {name: one.source for name, one in found.items()},
        "marks": {name: one.mark.value for name, one in found.items() if one.mark},
        "notes": _notes(data),
    }


def sourced_values(data: Mapping[str, object], seen: tuple[object, ...] = ()) -> dict[str, SourcedValue]:
    """Return the values of a file by name, those of the preset that it is based on, or where it is silent, included."""
    own = {name: sourced(name, entry, data) for name, entry in entries(data).items()}
    if "based_on" in data:
        base, seen = _base("based_on", data, seen)
        return {**{name: _inherited(one, data) for name, one in sourced_values(base, seen).items()}, **own}
    if "where_silent" in data:
        base, seen = _base("where_silent", data, seen)
        return {**{name: _as_practice(one, base) for name, one in sourced_values(base, seen).items()}, **own}
    return own


def _base(name: str, data: Mapping[str, object], seen: tuple[object, ...]) -> tuple[Mapping[str, object], Any]:
    """Return the file that another one builds on, and the keys on the way to it."""
    base = key_today(data[name])
    if not base or base in seen:
        raise RulesetProblem(name, gettext_noop("“{base}” is not a preset to be based on."), base=data[name])
    return _read(base), (*seen, base)


def _inherited(one: SourcedValue, data: Mapping[str, object]) -> SourcedValue:
    clause = data.get("inherited")
    return replace(one, source=f"{one.source}; {clause}", because=str(clause)) if clause else one


def _as_practice(one: SourcedValue, base: Mapping[str, object]) -> SourcedValue:
    """Return a value of another rule set, used because this one's sources are silent."""
    if one.mark is Mark.PRACTICE:
        return one
    source = one.source.partition(DISPUTE)[0]  # what is disputed there does not matter here
    return replace(one, source=f"not found; as {base['title']}: {source}", mark=Mark.PRACTICE, because="silent")


def sourced(name: str, entry: object, data: Mapping[str, object]) -> SourcedValue:
    """Return a value with its source: its own, or that of the whole file. Raises RulesetProblem without one."""
    if not (isinstance(entry, Mapping) and entry.keys() <= _BESIDE and entry):
        entry = {"value": entry}
    match {"source": data.get("source"), **entry}:
        case {"source": str(source), **rest} if source.strip() and (rest or "source" in entry):
            return _marked(name, source, rest)
    raise RulesetProblem(name, NO_SOURCE)


def _marked(name: str, source: str, rest: Mapping[Any, Any]) -> SourcedValue:
    mark = rest.get("mark", Mark.DISPUTED if "disputed" in rest else Mark.PROGRAM if is_of_programs(source) else None)
    if mark is not None and mark not in list(Mark):
        raise RulesetProblem(name, gettext_noop("“{field}” has the mark {mark}, which does not exist."), mark=mark)
    if "disputed" in rest:
        source = f"{source}{DISPUTE}{rest['disputed']}"
    return SourcedValue(rest.get("value"), source, Mark(mark) if mark else None, str(rest.get("because", "")))


def entries(data: Mapping[str, object]) -> dict[str, object]:
    """Return the values of a file by their dotted name (`hand.kiriage`)."""
    return {name: entry for name, entry in flat(data).items() if name not in _NO_VALUES}


def _notes(data: Mapping[str, object]) -> list[object]:
    """Return the rules in words, those of the base first."""
    inherited = _notes(_read(key_today(data["based_on"]))) if "based_on" in data else []
    own = data.get("notes")
    return [*inherited, *(own if isinstance(own, list) else [])]
