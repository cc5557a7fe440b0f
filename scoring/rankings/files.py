"""Rules of rankings as files, in `rules/`: each with its title, edition and source. A new file is a new rule.

A file has one `source` for all its values, or a value its own: `least = { value = 2, source = "…" }`; the table
`documents` says what the sources are. Whoever has a rule of their own writes such a file. Wrong ones are refused by
line and value, as files of rule sets are.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from scoring.messages import gettext_noop
from scoring.rankings.rule import RankingRule
from scoring.rules.fields import RulesetProblem, UnknownField, rule_fields
from scoring.rules.files import sourced
from scoring.rules.rule_file import RuleFileProblem, line_of, parsed
from scoring.rules.ruleset import nearest

_FOLDER = files("scoring.rankings").joinpath("rules")
RANKING_RULES = tuple(
    sorted(path.name.removesuffix(".toml") for path in _FOLDER.iterdir() if path.name.endswith(".toml"))
)
_FIELDS = {one.name: one for one in rule_fields(RankingRule) if one.name != "key"}
_NEEDED = ("title", "result", "counted")
_WITHOUT_SOURCE = ("title", "edition")


@cache
def ranking_rule(key: str) -> RankingRule:
    """Return the rule named `key`, one of RANKING_RULES. Raises KeyError for another name."""
    if key not in RANKING_RULES:
        raise KeyError(key)
    return read_ranking_rule(_FOLDER.joinpath(f"{key}.toml").read_text(encoding="utf-8"), key)


def read_ranking_rule(text: str, key: str = "own-file") -> RankingRule:
    """Return the rule of a file's `text`. Raises RuleFileProblem with all that is wrong, by line and value."""
    data = parsed(text)
    found: dict[str, Any] = {"key": key, "documents": data.get("documents", {})}
    sources: dict[str, str] = {}
    wrong = list(_missing(data))
    for name, entry in data.items():
        if name in ("source", "documents"):
            continue
        try:
            found[name], source = _value(name, entry, data)
            sources |= {name: source} if source else {}
        except RulesetProblem as problem:
            wrong.append(problem)
    if not wrong:
        try:
            return RankingRule(**found, sources=sources)
        except RulesetProblem as problem:
            wrong.append(problem)
    raise RuleFileProblem((one.message, line_of(one.field.partition(".")[0], text)) for one in wrong)


def _has_nul(value: object) -> bool:
    """Return whether a value has a text with a NUL, which no database keeps."""
    match value:
        case str():
            return "\x00" in value
        case dict():
            return any(map(_has_nul, (*value, *value.values())))
        case list():
            return any(map(_has_nul, value))
    return False


def _missing(data: dict[str, Any]) -> Iterator[RulesetProblem]:
    for name in _NEEDED:
        if name not in data:
            template = gettext_noop("“{field}” is missing: a ranking says at least {names}.")
            yield RulesetProblem(name, template, names=", ".join(_NEEDED))
    if _has_nul(data):
        yield RulesetProblem("", gettext_noop("A text of this file has the character NUL (\\u0000). Take it out."))
    documents = data.get("documents", {})
    if not isinstance(documents, dict) or not all(isinstance(one, str) for one in documents.values()):
        yield RulesetProblem("documents", gettext_noop("“{field}” is a table: what each source is."))


def _value(name: str, entry: object, data: dict[str, Any]) -> tuple[Any, str]:
    """Return a value, read and checked, and its source."""
    if name not in _FIELDS:
        raise _unknown(name, _FIELDS)
    typed, source = entry, ""
    if name not in _WITHOUT_SOURCE:
        one = sourced(name, entry, data)
        typed, source = one.value, one.source
    kind = _FIELDS[name].kind
    try:
        value = kind.read(name, typed)
    except UnknownField as problem:
        raise _unknown(problem.field, [one.name for one in rule_fields(kind.type)]) from None
    kind.check(name, value)
    return value, source


def _unknown(name: str, names: Iterable[str]) -> RulesetProblem:
    """Return the refusal of a name that no value has, with the nearest, or else all."""
    known = list(names)
    near = nearest(name, known)
    if near:
        return RulesetProblem(
            name, gettext_noop("“{field}” is not a value of a ranking; did you mean “{near}”?"), near=near
        )
    template = gettext_noop("“{field}” is not a value of a ranking; there are: {names}.")
    return RulesetProblem(name, template, names=", ".join(known))
