"""A rule set in sentences, as a referee would read it out, and the differences between two rule sets."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from scoring.messages import Level, Message
from scoring.rules import RuleField, Ruleset, rule_named
from scoring.rules.fields import RuleSection, value_texts
from scoring.rules.provenance import Mark, RuleNote
from scoring.sentences import hand, penalties, score, time_limit
from scoring.sentences.sentence import Clause, Clauses, RuleSentence, clause, own_sentence


def rule_sentences(rules: Ruleset) -> tuple[RuleSentence, ...]:
    """Return the whole rule set, section by section, in the order in which a player needs it.

    >>> from scoring.rules import preset
    >>> str(rule_sentences(preset("wrc-2022"))[0])
    'Four players sit at a table.'
    """
    found = []
    for section in RuleSection:
        for one in _by_section()[section]:
            said = _BY_OTHERS.get(one.name, own_sentence)(one, rules)
            found += [_sourced(each, section, rules) for each in said]
        found += [_in_words(note) for note in rules.notes if note.section is section]
    return tuple(found)


@cache
def _by_section() -> Mapping[RuleSection, tuple[RuleField, ...]]:
    """Return the values of each section, in the order in which they are told."""
    texts = value_texts()
    return {
        section: tuple(rule_named(name) for name in texts if texts[name].section is section) for section in RuleSection
    }


def _in_words(note: RuleNote) -> RuleSentence:
    text = note.text.replace("{", "{{").replace("}", "}}")  # a club's own text may have braces
    return RuleSentence("", text, level=Level.NOTE, source=note.source, section=note.section)


def _sourced(one: Clause, section: RuleSection, rules: Ruleset) -> RuleSentence:
    clauses = [clause for name in one.fields if name in rules.sources for clause in rules.sources[name].split("; ")]
    source = "; ".join(dict.fromkeys(clauses))
    marks = tuple(mark for mark in Mark if mark in [rules.marks.get(name) for name in one.fields])
    text, params = one.text.text, one.text.params
    return RuleSentence("", text, params, Level.NOTE, one.fields[0], source, one.fields, section, marks)


def _minutes(one: RuleField, rules: Ruleset) -> Clauses:
    yield clause(one.name, time_limit.minutes(rules))


def _time_up(_one: RuleField, rules: Ruleset) -> Clauses:
    counted = " time.warning time.from_warning" if time_limit.counts_from_warning(rules.time) else ""
    yield clause(f"time.during time.between{counted}", time_limit.time_up(rules))


def _warning(_one: RuleField, rules: Ruleset) -> Clauses:
    for text in time_limit.warning(rules.time):
        yield clause("time.warning time.from_warning", text)


# What a value alone does not say: other values decide about its sentence too.
_BY_OTHERS: Mapping[str, Callable[[RuleField, Ruleset], Clauses]] = {
    "seat_draw": score.seat_draw,
    "goal": score.goal,
    "uma": score.uma,
    "prizes": score.prizes,
    "ties": score.ties,
    "extension": score.extension,
    "agari_yame": score.agari_yame,
    "bust_prize": score.bust_prize,
    "time.minutes": _minutes,
    "time.during": _time_up,
    "time.warning": _warning,
    "lateness.per_minute": penalties.lateness,
    "chonbo": penalties.chonbo,
    "hand.winners": hand.winners,
    "hand.abortive": hand.abortive,
    "hand.abortive_deposits": hand.abortive_deposits,
    "calls.quad_dora": hand.quad_dora,
    "hand.honba": hand.honba,
    "hand.honba_to": hand.honba_to,
    "hand.liability": hand.liability,
    "hand.tsumo_loss": hand.tsumo_loss,
}


def value_text(name: str, value: object) -> Message:
    """Return the value as text to show beside its label: in a form, a list of differences, a spreadsheet.

    Raises KeyError for a name that is not in `rule_names()`.

    >>> from scoring.rules import preset
    >>> own = preset("wrc-2022-oka")
    >>> str(value_text("start", own.start)), str(value_text("oka", own.oka)), str(value_text("yakitori", own.yakitori))
    ('25,000 points', '20P', 'not played')
    """
    text: Message = rule_named(name).kind.text(value)
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
    """Return every value of `rules` that differs from `usual`, in the order of rule sets.

    >>> from scoring.rules import preset
    >>> [(one.name, str(one.usual), str(one.here)) for one in differences(preset("wrc-2022-oka"), preset("wrc-2022"))]
    [('start', '30,000 points', '25,000 points'), ('oka', 'none', '20P')]
    """
    sentences = {name: sentence for sentence in rule_sentences(rules) for name in sentence.fields}
    return tuple(
        RuleDifference(
            one.name, one.label, one.kind.text(one.of(rules)), one.kind.text(one.of(usual)), sentences.get(one.name)
        )
        for one in rules.differing(usual)
    )
