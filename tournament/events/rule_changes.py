"""What becomes of a rule set when an organiser changes it, and what then differs."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from scoring.rules import PRESETS, RuleField, Ruleset, RulesetProblem, preset, rule_names
from scoring.words import render
from tournament.problems import Refused

NOT_ADAPTED = frozenset({"time.minutes"})  # each hanchan has its own limit anyway


def chosen(key: str) -> Ruleset:
    """The preset `key` for a tournament. Raises Refused for one that there is not."""
    if key not in PRESETS:
        raise Refused(_("There is no rule set called “{key}”.").format(key=key), field="preset")
    return preset(key)


def with_changes(rules: Ruleset, changes: Mapping[str, Any]) -> Ruleset:
    """The rule set with `changes`, in the tournament's words: one that is not scored as published says so in its title.

    A value that is the preset's again has the preset's source again. Raises Refused naming the value.
    """
    try:
        changed = rules.replace(**changes)
    except RulesetProblem as wrong:
        raise Refused(said(wrong), field=wrong.field) from wrong
    usual = usual_of(changed)
    return changed if usual is None else _as_copied(usual, changed)


def usual_of(rules: Ruleset) -> Ruleset | None:
    """The preset that the rule set was copied from."""
    return preset(rules.key) if rules.key in PRESETS else None


def differing(before: Ruleset, after: Ruleset) -> dict[str, list[Any]]:
    """What differs, by dotted name in JSON: [before, after]. Another preset or title is told as `key` and `title`."""
    named = [("key", before.key, after.key), ("title", before.title, after.title)]
    values = [(one.name, plain(one, before), plain(one, after)) for one in rule_names()]
    return {name: [old, new] for name, old, new in (*named, *values) if old != new}


def plain(one: RuleField, rules: Ruleset) -> Any:
    """The value in `rules` as JSON has it."""
    return one.kind.plain(one.of(rules))


def _as_copied(usual: Ruleset, changed: Ruleset) -> Ruleset:
    """Where a value is the preset's, its source is too, and whether it was confirmed; the title says what is not."""
    names = [one.name for one in rule_names() if one.of(usual) == one.of(changed)]
    sources = {name: usual.sources[name] for name in names if name in usual.sources}
    return replace(
        changed,
        title=_title(usual, changed),
        sources={**changed.sources, **sources},
        unverified=(changed.unverified - set(names)) | usual.unverified.intersection(names),
    )


def _title(usual: Ruleset, changed: Ruleset) -> str:
    adapted = differing(usual, changed).keys() - NOT_ADAPTED - {"title"}
    return _("{title}, adapted").format(title=usual.title) if adapted and usual.key != "own" else usual.title


def said(wrong: RulesetProblem) -> str:
    """What is wrong, with the value called by its label."""
    labels = {one.name: _(one.label) for one in rule_names()}
    return render(wrong.template, {**wrong.params, "field": labels.get(wrong.field, wrong.field)}, _)
