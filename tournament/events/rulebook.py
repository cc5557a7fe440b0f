"""A rule set in the reader's language: its sentences, its values in words, and what differs from its preset."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from scoring.foul.texts import case_texts, outcome_text
from scoring.fouls import Schedule
from scoring.points import Points, write, write_p
from scoring.rules import BY_THE_ORGANISER, RuleField, Ruleset
from scoring.ruleset import words as rule_words
from scoring.ruleset.choices import Count
from scoring.sentences.of_rules import Sentence
from scoring.standing.rules import StandingRules
from scoring.standing.sentences import sentences as standing_sentences
from scoring.uma import FloatingUma
from tournament.events.rule_changes import usual_of


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule in words; `usual` is what the preset says instead, when it says something else."""

    field: str
    text: str
    source: str
    usual: str = ""
    unverified: bool = False


@dataclass(frozen=True, slots=True)
class RulesPart:
    """Rules that belong together, in the order in which a player meets them."""

    title: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """A value that is not the preset's, in words: as published, and as it is."""

    name: str
    label: str
    usual: str
    now: str


@dataclass(frozen=True, slots=True)
class FoulRow:
    """One foul of a schedule as players read it: what may follow, each with its price, and on what that depends."""

    title: str
    outcomes: str
    cases: tuple[str, ...]
    note: str
    is_unverified: bool


def in_words(rules: Ruleset) -> tuple[Rule, ...]:
    """The rules as sentences, each with its source, and with the preset's sentence where that is another one."""
    return tuple(rule for part in by_part(rules) for rule in part.rules)


def by_part(rules: Ruleset) -> tuple[RulesPart, ...]:
    """The rules as sentences, under the headings of their parts."""
    preset_of_it = usual_of(rules)
    usual = _by_value(preset_of_it.sentences()) if preset_of_it else {}
    parts = groupby(rules.sentences(), key=lambda one: one.section)
    return tuple(
        RulesPart(_(section.label) if section else "", tuple(_rule(one, usual.get(one.field, "")) for one in said))
        for section, said in parts
    )


def _by_value(sentences: Iterable[Sentence]) -> dict[str, str]:
    """The sentence that says a value, most of all or among others."""
    said = [(name, one.said(_)) for one in sentences for name in one.fields]
    return {**dict(reversed(said)), **{one.field: one.said(_) for one in sentences}}


def _rule(one: Sentence, usual: str) -> Rule:
    text = one.said(_)
    return Rule(one.field, text, one.source, usual if usual != text else "", one.unverified)


def places_part(by: StandingRules) -> RulesPart:
    """How places are decided, as a part of the rules; no rule book says it, so the source is the organiser."""
    source = "" if by.is_plain else _(BY_THE_ORGANISER)
    return RulesPart(_("Places"), tuple(Rule("places", one.said(_), source) for one in standing_sentences(by)))


def has_unverified(parts: tuple[RulesPart, ...]) -> bool:
    """Whether any of the rules has no source that confirms it."""
    return any(rule.unverified for part in parts for rule in part.rules)


def differences(rules: Ruleset) -> tuple[Difference, ...]:
    """The values that differ from the preset that the rule set was copied from."""
    usual = usual_of(rules)
    found = rule_words.differences(rules, usual) if usual else ()
    return tuple(Difference(one.name, _(one.label), one.usual.said(_), one.here.said(_)) for one in found)


def value_in_words(one: RuleField, value: Any) -> str:
    """One value of a rule set as people say it: 25,000 points, 30P, yes, shared evenly …"""
    return one.kind.said(value).said(_)


def in_short(rules: Ruleset) -> str:
    """The rule set in one line: start, uma, oka, minutes."""
    said = [
        _("start {points}").format(points=write(rules.start)),
        _uma_in_short(rules),
        _("oka {points}").format(points=_bare(rules.oka)) if rules.oka else _("no oka"),
        _("{minutes} min").format(minutes=rules.minutes) if rules.minutes else _("no limit"),
    ]
    return " · ".join(said)


def _uma_in_short(rules: Ruleset) -> str:
    if rules.count is Count.END_POINTS:
        return _("end points")
    if isinstance(rules.uma, FloatingUma):
        return _("floating uma")
    return _("uma {values}").format(values="/".join(map(_bare, rules.uma))) if any(rules.uma) else _("no uma")


def _bare(points: Points) -> str:
    """15, −7.5: P as it is said in a row of numbers."""
    return write_p(points, plus=False).removesuffix(".0")


def time_up(rules: Ruleset) -> str:
    """What is still played when the time ends, in one sentence."""
    return next(one.said(_) for one in rules.sentences() if one.field == "time.during")


def foul_rows(fouls: Schedule) -> tuple[FoulRow, ...]:
    """The schedule as rows to read."""
    return tuple(
        FoulRow(
            title=_(foul.title),
            outcomes=_(" or ").join(dict.fromkeys(outcome_text(one).said(_) for one in foul.outcomes())),
            cases=tuple(one.said(_) for one in case_texts(foul)) if foul.questions else (),
            note=_(foul.note) if foul.note else "",
            is_unverified=foul.is_unverified,
        )
        for foul in fouls.fouls
    )
