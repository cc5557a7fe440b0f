"""A single value of a rule set in words, and what differs between two rule sets."""

from dataclasses import dataclass
from functools import cache

from scoring.rules import RuleField, Ruleset, rule_names
from scoring.sentences.of_rules import Sentence
from scoring.words import Text


@cache
def _by_name() -> dict[str, RuleField]:
    return {one.name: one for one in rule_names()}


def in_words(name: str, value: object) -> Text:
    """The value as it stands beside its label: in a form, a list of differences, a spreadsheet.

    Raises KeyError for a name that is none of `rule_names()`.

    >>> from scoring.rules import preset
    >>> own = preset("wrc-oka")
    >>> str(in_words("start", own.start)), str(in_words("oka", own.oka)), str(in_words("yakitori", own.yakitori))
    ('25,000 points', '20P', 'not played')
    """
    return _by_name()[name].kind.said(value)


@dataclass(frozen=True, slots=True)
class Difference:
    """A value that is not the usual one: its name and label, what it is here and what it is usually, in words.

    `sentence` is the one that says it here; None where the value changes nothing, as the honba of several winners
    where only one can win.
    """

    name: str
    label: str
    here: Text
    usual: Text
    sentence: Sentence | None


def differences(rules: Ruleset, usual: Ruleset) -> tuple[Difference, ...]:
    """Every value of `rules` that is not as in `usual`, in the order of the rule set.

    >>> from scoring.rules import preset
    >>> [(one.name, str(one.usual), str(one.here)) for one in differences(preset("wrc-oka"), preset("wrc-2022"))]
    [('start', '30,000 points', '25,000 points'), ('oka', 'none', '20P')]
    """
    said = {name: sentence for sentence in rules.sentences() for name in sentence.fields}
    return tuple(
        Difference(one.name, one.label, one.kind.said(one.of(rules)), one.kind.said(one.of(usual)), said.get(one.name))
        for one in rule_names()
        if one.of(rules) != one.of(usual)
    )
