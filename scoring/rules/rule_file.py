"""A rule set as a file: one's own is read from TOML and written to it; a wrong one is refused by line and value.

The form is that of the presets (`rules.files`). A club's file is a variant of a preset, or names every value. What is
written is a file to begin from: a value that is as in the preset is a comment, with its label and its choices.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches

from scoring.messages import OR, InvalidValue, Level, Message, gettext_noop, join, list_text, phrase
from scoring.rules.fields import NO_GROUP, RuleField, RulesetProblem
from scoring.rules.files import PRESETS, as_snapshot, entries, key_today, replaced_keys, sourced
from scoring.rules.provenance import read_notes
from scoring.rules.ruleset import Ruleset, contradictions, preset, rule_named, rule_names, unknown
from scoring.rules.value_kinds import Amount, ByPlace, KeyOf, NonEmptyText, OneOf, SomeOf, UmaByPlace, Whole, YesNo
from scoring.rules.values import PARTS, flat, nested

LINE = gettext_noop("Line {line}: {problem}")
NO_BASE = gettext_noop(
    'Add based_on = "wrc-2025", or another rule set: the file then names only what differs. Without it {number} values '
    "are missing, first “{name}”."
)
OTHER_VALUES = gettext_noop("“{key}” had other values in earlier versions. Today there is {present}.")
IN_POINTS = gettext_noop("“{field}” is in points: write {points}, not {value}.")
OUR_SOURCE = "our own rules"
_BASES = ("based_on", "where_silent")
_RELATED = {"goal": ("start",), "uma": ("players",), "prizes": ("players",), "oka": ("count",), "bust_prize": ("bust",)}
_POSITION = re.compile(r" \(at line (?P<line>[0-9]+), column [0-9]+\)| \(at end of document\)")
_HEADING = re.compile(r"\s*\[+([a-z_]+)\]+\s*(?:#.*)?$")


class RuleFileProblem(RulesetProblem):
    """A file that is no rule set. `problems` has everything that is wrong, in the order of the lines; `line` is the
    line of the first, counted from 1, None where it is in no line.
    """

    def __init__(self, found: Iterable[tuple[Message, int | None]]) -> None:
        rows = sorted(found, key=lambda row: (row[1] is None, row[1] or 0))
        self.problems = tuple(_in_line(problem, line) for problem, line in rows)
        self.line = rows[0][1]
        first, together = self.problems[0], join(self.problems)
        InvalidValue.__init__(self, Message("rule-set", together.text, together.params, Level.ERROR, first.field))


def _in_line(problem: Message, line: int | None) -> Message:
    params = {"line": line, "problem": problem}
    return problem if line is None else Message("rule-set", LINE, params, Level.ERROR, problem.field)


def read_rules(text: str, key: str = "own-file") -> Ruleset:
    """Return the rule set of a file's `text`; `key` is the name it has in snapshots.

    Raises RuleFileProblem with all that is wrong, by line and value.
    """
    data = parsed(text)
    if not data:
        template = gettext_noop("The file is empty: a rule set has a title, and values or a preset in based_on.")
        raise RuleFileProblem([(Message("rule-set", template, {}, Level.ERROR), None)])
    found = list(_problems(data))
    if found:
        raise RuleFileProblem((one.message, _line(one.field, text)) for one in found)
    return Ruleset.from_json(as_snapshot(key, data))


def parsed(text: str) -> dict[str, object]:
    """Return the values of a file of TOML, numbers with a point as they are written. Raises RuleFileProblem."""
    try:
        return tomllib.loads(text.removeprefix("\ufeff"), parse_float=str)
    except tomllib.TOMLDecodeError as wrong:
        raise _unreadable(wrong, text) from wrong
    except (ValueError, RecursionError) as wrong:
        template = gettext_noop("A number of this file is too long, or its lists are too deep.")
        raise RuleFileProblem([(Message("rule-set", template, {}, Level.ERROR), None)]) from wrong


def preset_today(key: str) -> Ruleset | None:
    """Return the preset that has this key, or had it with the same values; None for no such key.

    Raises RulesetProblem for a key under which a rule set had other values, with the keys of today.
    """
    if today := key_today(key):
        return preset(today)
    if key in replaced_keys():
        raise _no_preset("key", key)
    return None


def _unreadable(wrong: tomllib.TOMLDecodeError, text: str) -> RuleFileProblem:
    place = _POSITION.search(str(wrong))
    line = int(place["line"]) if place and place["line"] else max(len(text.splitlines()), 1)
    template = gettext_noop("This cannot be read as TOML: {reason}.")
    return RuleFileProblem([(Message("rule-set", template, {"reason": _POSITION.sub("", str(wrong))}), line)])


def _problems(data: Mapping[str, object]) -> Iterator[RulesetProblem]:
    """Yield everything that is wrong: each value alone, then those that contradict each other."""
    wrong = list(_wrong_alone(data))
    yield from wrong
    fields = {one.field for one in wrong}
    if "based_on" in fields or "where_silent" in fields:
        return  # the other values are not known
    right = nested({name: entry for name, entry in flat(data).items() if name not in fields})
    yield from (one for one in contradictions(as_snapshot("own", right)) if one.field not in fields)


def _wrong_alone(data: Mapping[str, object]) -> Iterator[RulesetProblem]:
    yield from _refused(NonEmptyText().check, "title", data.get("title"))
    yield from _refused(read_notes, data.get("notes", ()))
    for name, entry in entries(data).items():
        yield from _refused(_check_value, name, entry, data)
    yield from _wrong_base(data)


def _refused(check: Callable[..., object], *arguments: object) -> Iterator[RulesetProblem]:
    try:
        check(*arguments)
    except RulesetProblem as wrong:
        yield wrong


def _check_value(name: str, entry: object, data: Mapping[str, object]) -> None:
    if name in PARTS:
        raise RulesetProblem(name, NO_GROUP)
    value = sourced(name, entry, data).value
    try:
        kind = rule_named(name).kind
    except KeyError:
        raise unknown(name) from None
    try:
        kind.check(name, kind.read(name, value))
    except RulesetProblem:
        first = value[0] if isinstance(value, list) and value else value
        if isinstance(kind, Amount | ByPlace | UmaByPlace) and type(first) is int and 0 < abs(first) < 100:
            raise RulesetProblem(name, IN_POINTS, points=_toml(first * 1000), value=str(first)) from None
        raise


def _wrong_base(data: Mapping[str, object]) -> Iterator[RulesetProblem]:
    """Yield what is wrong with the rule set that the file builds on; without one it has every value of its own."""
    base = next((name for name in _BASES if name in data), None)
    if base is not None:
        if not key_today(data[base]):
            yield _no_preset(base, data[base])
        return
    own = entries(data)
    missing = [one.name for one in rule_names() if one.name not in own]
    if missing:
        yield RulesetProblem("based_on", NO_BASE, number=len(missing), name=missing[0])


def _no_preset(name: str, base: object) -> RulesetProblem:
    """Return the refusal of a base that does not exist, with the nearest preset."""
    if present := replaced_keys().get(str(base)):
        return RulesetProblem(name, OTHER_VALUES, key=base, present=list_text([phrase(key) for key in present], OR))
    near = get_close_matches(str(base), PRESETS, 1)
    if not near:
        return RulesetProblem(name, gettext_noop("“{base}” is not a preset to be based on."), base=base)
    template = gettext_noop("“{base}” is not a preset to be based on. Did you mean “{near}”?")
    return RulesetProblem(name, template, base=base, near=near[0])


def _line(field: str, text: str) -> int | None:
    """Return the line of a value, else that of a value of the file that it depends on."""
    lines = (line_of(name, text) for name in (field, *_RELATED.get(field, ())))
    return next((line for line in lines if line is not None), None)


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
        elif _defines(line, own if inside == part else field if not inside else ""):
            return number
    return heading


def _defines(line: str, name: str) -> bool:
    return bool(name) and re.match(rf"\s*{re.escape(name)}\s*=", line) is not None


def write_rules(rules: Ruleset) -> str:
    """Return the text of the file that `read_rules` reads as these rules, each value beside its source.

    Of a variant of a preset only the differences are values. What is as in the preset is a comment; without its `# `
    each such line alone is right, by the file's own source. Names are dotted, so that a line may stand anywhere.
    """
    base = rules.usual
    lines = [f"title = {_toml(rules.title)}"]
    if base:
        lines += [
            f'based_on = "{base.key}"  # everything is as there, unless the file says otherwise',
            f"source = {_toml(OUR_SOURCE)}  # where values come from that name no source of their own",
        ]
    for one in rule_names():
        usual = base is not None and _about(one, rules) == _about(one, base)
        entry = _usual_entry(one, rules) if usual else _entry(one, rules)
        lines.append(f"{'# ' if usual else ''}{one.name} = {entry}  # {one.label}: {_choices(one.kind)}")
    inherited = base.notes if base else ()
    for note in (one for one in rules.notes if one not in inherited):
        lines += ["", "[[notes]]", *(f"{name} = {_toml(text)}" for name, text in note.plain().items())]
    return "\n".join(lines) + "\n"


def _choices(kind: object) -> str:
    """Return what a value of this kind may be, for a comment."""
    match kind:
        case YesNo():
            return "true or false"
        case Whole(least, most, optional):
            return f"{least} to {most}" + (f"; {_toml({'source': OUR_SOURCE})} for none" if optional else "")
        case Amount(least):
            return f"points in full hundreds, {least} or more"
        case OneOf(choices) | KeyOf(choices):
            return "one of " + ", ".join(f'"{choice}"' for choice in choices)
        case SomeOf(choices):
            return "[] or any of " + ", ".join(f'"{choice}"' for choice in choices)
        case UmaByPlace():
            return (
                "points by place, which add up to 0; or { floating = [[…], …] }, a row for 0, 1 … players at the goal"
            )
    return "points by place, [] for none"


def _about(one: RuleField, rules: Ruleset) -> tuple[object, ...]:
    """Return a value, its source and its mark."""
    return one.of(rules), rules.sources.get(one.name), rules.marks.get(one.name)


def _entry(one: RuleField, rules: Ruleset) -> str:
    """Return a value with its source and its mark as a line of the file has them; none at all is no value."""
    value, (_, source, mark) = one.plain(rules), _about(one, rules)
    parts = {} if value is None else {"value": value}
    about = {"source": source or "not named", **({"mark": str(mark)} if mark else {})}
    return _toml({**parts, **about})


def _usual_entry(one: RuleField, rules: Ruleset) -> str:
    """Return a value without its source, to be changed; none at all is a source alone."""
    value = one.plain(rules)
    return _toml({"source": OUR_SOURCE} if value is None else value)


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
