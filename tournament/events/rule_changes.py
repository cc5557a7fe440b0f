"""Changes of a tournament's rule set, and its differences from the preset."""

from collections.abc import Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

from scoring.messages import phrase
from scoring.rules import Ruleset, preset, rule_names
from scoring.rules.fields import RulesetProblem
from scoring.rules.files import PRESETS
from tournament.core.messages import Level, Message, Refused

NOT_ADAPTED = frozenset({"time.minutes"})  # each hanchan has its own limit anyway


def chosen(key: str) -> Ruleset:
    """The preset `key` for a tournament. Raises Refused for an unknown one."""
    if key not in PRESETS:
        raise Refused.of("preset-unknown", _("There is no rule set called “{key}”."), field="preset", key=key)
    return preset(key)


def with_changes(rules: Ruleset, changes: Mapping[str, object]) -> Ruleset:
    """The rule set with `changes`; one that differs from the published rules has “adapted” in its title.

    A value reset to the preset's gets the preset's source back. Raises Refused naming the value.
    """
    try:
        changed = rules.replace(**changes)
    except RulesetProblem as wrong:
        raise Refused([replace(problem_text(wrong), level=Level.ERROR, field=wrong.field or "")]) from wrong
    return changed if changed.usual is None else _as_copied(changed.usual, changed)


def differing(before: Ruleset, after: Ruleset) -> dict[str, list[object]]:
    """The differences by dotted name, in JSON: [before, after]. Another preset or title is under `key` and `title`,
    other rules in words are under `notes`.
    """
    notes = (" ".join(note.text for note in rules.notes) for rules in (before, after))
    named = [("key", before.key, after.key), ("title", before.title, after.title), ("notes", *notes)]
    values = {one.name: [one.plain(before), one.plain(after)] for one in before.differing(after)}
    return {**{name: [old, new] for name, old, new in named if old != new}, **values}


def _as_copied(usual: Ruleset, changed: Ruleset) -> Ruleset:
    """Give values equal to the preset's the preset's sources and confirmation, and the rule set its title."""
    names = [one.name for one in rule_names() if one.of(usual) == one.of(changed)]
    sources = {name: usual.sources[name] for name in names if name in usual.sources}
    return replace(
        changed,
        title=_title(usual, changed),
        sources={**changed.sources, **sources},
        marks={**changed.marks, **{name: usual.marks[name] for name in names if name in usual.marks}},
    )


ADAPTED = "{title}, adapted"
"""The title of a rule set with other values, in English as every title is stored; each is translated as one text
(docs/rule_phrases.py)."""


def _title(usual: Ruleset, changed: Ruleset) -> str:
    if usual.key != changed.key or usual.key == "own":
        return changed.title
    adapted = differing(usual, changed).keys() - NOT_ADAPTED - {"title"}
    return ADAPTED.format(title=usual.title) if adapted else usual.title


def problem_text(wrong: RulesetProblem) -> Message:
    """The message of a problem, with the value called by its label."""
    labels = {one.name: phrase(one.label) for one in rule_names()}
    return replace(wrong.message, params={**wrong.message.params, "field": labels.get(wrong.field, wrong.field)})
