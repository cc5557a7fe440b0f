"""A rule set in sentences, as a referee would read it out, and the differences between two rule sets."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from scoring.messages import Level, Message
from scoring.rules import RuleField, Ruleset, rule_names
from scoring.rules.provenance import Mark, RuleNote, RuleSection
from scoring.sentences import calls, hand, penalties, score, time_limit
from scoring.sentences.sentence import Clause, Clauses, RuleSentence, clause


def rule_sentences(rules: Ruleset) -> tuple[RuleSentence, ...]:
    """Return the whole rule set, section by section, in the order in which a player needs it.

    >>> from scoring.rules import preset
    >>> str(rule_sentences(preset("wrc-2022"))[0])
    'Four players sit at a table.'
    """
    found = []
    for section in RuleSection:
        found += [_sourced(one, section, rules) for one in _SECTIONS.get(section, _nothing)(rules)]
        found += [_in_words(note) for note in rules.notes if note.section is section]
    return tuple(found)


def _in_words(note: RuleNote) -> RuleSentence:
    text = note.text.replace("{", "{{").replace("}", "}}")  # a club's own text may have braces
    return RuleSentence("", text, level=Level.NOTE, source=note.source, section=note.section)


def _sourced(one: Clause, section: RuleSection, rules: Ruleset) -> RuleSentence:
    clauses = [clause for name in one.fields if name in rules.sources for clause in rules.sources[name].split("; ")]
    source = "; ".join(dict.fromkeys(clauses))
    marks = tuple(mark for mark in Mark if mark in [rules.marks.get(name) for name in one.fields])
    text, params = one.text.text, one.text.params
    return RuleSentence("", text, params, Level.NOTE, one.fields[0], source, one.fields, section, marks)


def _time(rules: Ruleset) -> Clauses:
    limit = rules.time
    yield _clause("time.minutes", time_limit.minutes(rules))
    counted = " time.warning time.from_warning" if time_limit.counts_from_warning(limit) else ""
    yield _clause(f"time.during time.between{counted}", time_limit.time_up(rules))
    for text in time_limit.warning(limit):
        yield _clause("time.warning time.from_warning", text)
    yield _clause("time.hand_start", time_limit.hand_start(limit))
    yield _clause("time.chonbo", time_limit.chonbo(limit))


def _clause(fields: str, text: Message) -> Clause:
    return clause(fields, text.text, **text.params)


_SECTIONS: dict[RuleSection, Callable[[Ruleset], Clauses]] = {
    RuleSection.SEATS: score.seats,
    RuleSection.SCORE: score.score,
    RuleSection.TIES: score.ties,
    RuleSection.END: score.end,
    RuleSection.TIME: _time,
    RuleSection.PENALTIES: penalties.penalties,
    RuleSection.HAND: hand.hand,
    RuleSection.CALLS: calls.calls,
    RuleSection.PAYMENTS: hand.payments,
    RuleSection.YAKU: hand.yaku,
}


def _nothing(rules: Ruleset) -> Clauses:
    yield from ()


@cache
def _by_name() -> dict[str, RuleField]:
    return {one.name: one for one in rule_names()}


def value_text(name: str, value: object) -> Message:
    """Return the value as text to show beside its label: in a form, a list of differences, a spreadsheet.

    Raises KeyError for a name that is not in `rule_names()`.

    >>> from scoring.rules import preset
    >>> own = preset("wrc-2022-oka")
    >>> str(value_text("start", own.start)), str(value_text("oka", own.oka)), str(value_text("yakitori", own.yakitori))
    ('25,000 points', '20P', 'not played')
    """
    text: Message = _by_name()[name].kind.text(value)
    return text


@dataclass(frozen=True, slots=True)
class RuleDifference:
    """A value that differs from the usual one: its name and label, both values in words.

    `sentence` is the one that states it here; None where the value has no effect, such as the honba of several winners
    where only one can win.
    """

    name: str
    label: str
    here: Message
    usual: Message
    sentence: RuleSentence | None


def differences(rules: Ruleset, usual: Ruleset) -> tuple[RuleDifference, ...]:
    """Return every value of `rules` that differs from `usual`, in the order of the rule set.

    >>> from scoring.rules import preset
    >>> [(one.name, str(one.usual), str(one.here)) for one in differences(preset("wrc-2022-oka"), preset("wrc-2022"))]
    [('start', '30,000 points', '25,000 points'), ('oka', 'none', '20P')]
    """
    sentences = {name: sentence for sentence in rule_sentences(rules) for name in sentence.fields}
    return tuple(
        RuleDifference(
            one.name, one.label, one.kind.text(one.of(rules)), one.kind.text(one.of(usual)), sentences.get(one.name)
        )
        for one in rule_names()
        if one.of(rules) != one.of(usual)
    )
