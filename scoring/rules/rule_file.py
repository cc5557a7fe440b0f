"""A rule set as a file: one's own is read from TOML and written to it; a wrong one is refused by line and value.

The form is that of the presets (`rules.files`). A club's file is a variant of a preset, or names every value.
"""

import re
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches

from scoring.messages import InvalidValue, Level, Message, gettext_noop
from scoring.rules.fields import RuleField, RulesetProblem
from scoring.rules.files import PRESETS, as_snapshot
from scoring.rules.ruleset import Ruleset, preset, rule_names

LINE = gettext_noop("Line {line}: {problem}")
_POSITION = re.compile(r" \(at line (?P<line>[0-9]+), column [0-9]+\)| \(at end of document\)")
_HEADING = re.compile(r"\s*\[+([a-z_]+)\]+\s*(?:#.*)?$")


class RuleFileProblem(RulesetProblem):
    """A file that is no rule set; `line` is the line of the problem, counted from 1, None where it is in no line."""

    def __init__(self, problem: Message, line: int | None = None) -> None:
        params = {"line": line, "problem": problem}
        InvalidValue.__init__(
            self, problem if line is None else Message("rule-set", LINE, params, Level.ERROR, problem.field)
        )
        self.line = line


def read_rules(text: str, key: str = "own-file") -> Ruleset:
    """Return the rule set of a file's `text`; `key` is the name it has in snapshots.

    Raises RuleFileProblem naming the line and the value.
    """
    try:
        data = tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as wrong:
        raise _unreadable(wrong, text) from wrong
    if not data:
        template = gettext_noop("The file is empty: a rule set has a title, and values or a preset in based_on.")
        raise RuleFileProblem(Message("rule-set", template, {}, Level.ERROR))
    try:
        return Ruleset.from_json(as_snapshot(key, data))
    except RulesetProblem as wrong:
        raise RuleFileProblem(_with_proposal(wrong, data), line_of(wrong.field, text)) from wrong


def _unreadable(wrong: tomllib.TOMLDecodeError, text: str) -> RuleFileProblem:
    place = _POSITION.search(str(wrong))
    line = int(place["line"]) if place and place["line"] else max(len(text.splitlines()), 1)
    template = gettext_noop("This cannot be read as TOML: {reason}.")
    return RuleFileProblem(Message("rule-set", template, {"reason": _POSITION.sub("", str(wrong))}), line)


def _with_proposal(wrong: RulesetProblem, data: Mapping[str, object]) -> Message:
    """Return the message of a problem; a base that does not exist is answered with the nearest preset."""
    base = data.get(wrong.field)
    near = get_close_matches(str(base), PRESETS, 1) if wrong.field in ("based_on", "where_silent") else []
    if not near:
        return wrong.message
    template = gettext_noop("“{base}” is not a preset to be based on. Did you mean “{near}”?")
    return Message("rule-set", template, {"base": base, "near": near[0]}, Level.ERROR, wrong.field)


def line_of(field: str, text: str) -> int | None:
    """Return the line in which a value stands in its part of the file, else that of the part; None for neither.

    >>> line_of("hand.red_fives", "start = 25_000\\n\\n[hand]\\nred_fives = 9")
    4
    """
    part, _, own = field.rpartition(".")
    inside, heading = "", None
    for number, line in enumerate(text.splitlines(), 1):
        if title := _HEADING.match(line):
            inside = title[1]
            heading = number if inside == field and heading is None else heading
        elif inside == part and re.match(rf"\s*{re.escape(own)}\s*=", line):
            return number
    return heading


def write_rules(rules: Ruleset) -> str:
    """Return the text of the file that `read_rules` reads as these rules, each value beside its source.

    A variant of a preset names only its differences from it.
    """
    base = next((key for key in (rules.key, rules.based_on) if key in PRESETS), "")
    names = [one for one in rule_names() if not base or _differs(one, rules, preset(base))]
    lines = [f"title = {_toml(rules.title)}", *([f'based_on = "{base}"'] if base else [])]
    inside = ""
    for one in sorted(names, key=lambda one: "." in one.name):  # the values of no part come first in TOML
        part, _, own = one.name.rpartition(".")
        if part != inside:
            lines += ["", f"[{part}]"]
            inside = part
        lines.append(f"{own} = {_entry(one.kind.plain(one.of(rules)), one.name, rules)}")
    inherited = preset(base).notes if base else ()
    for note in (one for one in rules.notes if one not in inherited):
        lines += ["", "[[notes]]", *(f"{name} = {_toml(text)}" for name, text in note.plain().items())]
    return "\n".join(lines) + "\n"


def _differs(one: RuleField, rules: Ruleset, usual: Ruleset) -> bool:
    """Return whether a value, its source or its mark differs."""
    return any(
        left != right
        for left, right in (
            (one.of(rules), one.of(usual)),
            (rules.sources.get(one.name), usual.sources.get(one.name)),
            (rules.marks.get(one.name), usual.marks.get(one.name)),
        )
    )


def _entry(value: object, name: str, rules: Ruleset) -> str:
    """Return a value with its source and its mark as a line of the file has them; none at all is no value."""
    parts = {} if value is None else {"value": value}
    mark = rules.marks.get(name)
    about = {"source": rules.sources.get(name) or "not named", **({"mark": mark.value} if mark else {})}
    return _toml({**parts, **about})


def _toml(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case Mapping():
            return "{ " + ", ".join(f"{name} = {_toml(one)}" for name, one in value.items()) + " }"
        case list():
            return "[" + ", ".join(map(_toml, value)) + "]"
        case str():
            return _quoted(value)
    return f"{value:_}"


def _quoted(text: str) -> str:
    """Return a basic string of TOML, in which quotes, backslashes and control characters are escaped."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(f"\\u{ord(one):04x}" if ord(one) < 32 or ord(one) == 127 else one for one in escaped) + '"'
