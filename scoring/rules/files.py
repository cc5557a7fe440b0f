"""The presets: data files in `presets/`, in which each value stands beside its source. A new file is a new preset.

`start = { value = 30_000, source = "S0 Mod.4.2" }`; a value that no source confirms has `unverified = true`, and its
source says where it was looked for or what it is copied from. A variant is `based_on` another preset: it names only the
differences and inherits everything else with its sources. `group` is its place in lists of rule sets.
docs/rule-sources.md lists the documents that sources name; a file may add its own in a table `documents`.
"""

import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any

from scoring.messages import gettext_noop
from scoring.rules.fields import RulesetProblem
from scoring.rules.snapshots import VERSION

_FOLDER = files("scoring.rules").joinpath("presets")
_ABOUT = ("title", "group", "based_on", "documents")  # what is not a value
PRESETS = tuple(sorted(path.name.removesuffix(".toml") for path in _FOLDER.iterdir() if path.name.endswith(".toml")))


def read_preset(key: str) -> dict[str, object]:
    """Return the preset named `key`, one of PRESETS, in the form of a snapshot. Raises KeyError for another name."""
    return as_snapshot(key, _read(key))


def documents(key: str) -> Mapping[str, str]:
    """Return the documents that only this preset uses, such as a club's own sheet, by name, with their addresses."""
    found: Mapping[str, str] = _read(key).get("documents", {})
    return found


def group(key: str) -> tuple[str, int]:
    """Return the group in which people look for the preset, empty for none, and its position there."""
    found = _read(key).get("group", {})
    return found.get("name", ""), found.get("position", 0)


def _read(key: str) -> dict[str, Any]:
    if key not in PRESETS:
        raise KeyError(key)
    return tomllib.loads(_FOLDER.joinpath(f"{key}.toml").read_text(encoding="utf-8"))


def as_snapshot(key: str, data: Mapping[str, object]) -> dict[str, object]:
    """Return the contents of a preset's file in the form of a snapshot.

    Raises RulesetProblem naming a value without a source, or a base that is not a preset.
    """
    found: dict[str, object] = {"version": VERSION, "key": key, "title": data.get("title")}
    sources: dict[str, str] = {}
    unverified: list[str] = []
    for (part, name), entry in _inherited(data).items():
        match entry:
            case {"source": str(source), **rest} if source.strip() and _is_value(rest):
                _inner(found, part)[name] = rest.get("value")
                sources[part + name] = source
                unverified += [part + name] * bool(rest.get("unverified"))
            case _:
                raise RulesetProblem(part + name, gettext_noop("“{field}” needs a value and its source."))
    return {**found, "sources": sources, "unverified": unverified}


def _inherited(data: Mapping[str, object]) -> dict[tuple[str, str], object]:
    """Return the entries of a file by part and name, merged over those of the preset that it is based on."""
    generations = [data]
    seen: list[object] = []
    while "based_on" in generations[-1]:
        base = generations[-1]["based_on"]
        if base not in PRESETS or base in seen:
            raise RulesetProblem("based_on", gettext_noop("“{base}” is not a preset to be based on."), base=base)
        seen.append(base)
        generations.append(_read(str(base)))
    return {place: entry for one in reversed(generations) for place, entry in _entries(one)}


def _is_value(rest: Mapping[Any, object]) -> bool:
    return rest.keys() <= {"value", "unverified"} and rest.get("unverified", True) is True


def _entries(data: Mapping[str, object]) -> Iterator[tuple[tuple[str, str], object]]:
    """Yield the entries of a file: their part (`hand.`) and name in it, and their value."""
    for name, entry in data.items():
        if name in _ABOUT:
            continue
        if isinstance(entry, Mapping) and not entry.keys() & {"value", "source"}:
            yield from (((f"{name}.", own), value) for own, value in entry.items())
        else:
            yield ("", name), entry


def _inner(found: dict[str, object], part: str) -> dict[str, object]:
    if not part:
        return found
    inner = found.setdefault(part.removesuffix("."), {})
    assert isinstance(inner, dict)  # noqa: S101  # for the type checker: nothing else was put there
    return inner
