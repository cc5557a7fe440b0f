"""A rule set in the reader's language: its sentences, and what differs from the preset it came from."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.fouls import SCHEDULES, Schedule, schedule
from scoring.points import write_price
from scoring.rules import PRESETS, Ruleset, preset


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule in words; `usual` is what the preset says instead, when it says something else."""

    field: str
    text: str
    source: str
    usual: str = ""


@dataclass(frozen=True, slots=True)
class FoulRow:
    """One foul of a schedule as players read it; `price` as 30P, or nothing."""

    title: str
    consequences: str
    price: str
    note: str


def in_words(rules: Ruleset) -> tuple[Rule, ...]:
    """The rules as sentences, each with its source, and with the preset's sentence where that is another one."""
    usual = {one.field: one.said(_) for one in preset(rules.key).sentences()} if rules.key in PRESETS else {}
    said = [(one.field, one.said(_), one.source) for one in rules.sentences()]
    return tuple(Rule(name, text, source, _other(usual.get(name, ""), text)) for name, text, source in said)


def _other(usual: str, text: str) -> str:
    return usual if usual != text else ""


def differences(rules: Ruleset) -> tuple[Rule, ...]:
    """The rules that differ from the preset that the rule set was copied from."""
    return tuple(rule for rule in in_words(rules) if rule.usual)


def time_up(rules: Ruleset) -> str:
    """What is still played when the time ends, in one sentence."""
    return next(rule.text for rule in in_words(rules) if rule.field == "time.during")


def preset_choices() -> list[tuple[str, str]]:
    """The rule sets one can choose."""
    return [(key, preset(key).title) for key in PRESETS]


def schedule_choices() -> list[tuple[str, str]]:
    """The penalty schedules one can choose."""
    return [(key, schedule(key).title) for key in SCHEDULES]


def foul_rows(fouls: Schedule) -> tuple[FoulRow, ...]:
    """The schedule as rows to read."""
    return tuple(
        FoulRow(
            title=_(foul.title),
            consequences=_(" or ").join(_(one.label) for one in foul.consequences),
            price=write_price(foul.amount) if foul.amount else "",
            note=_(foul.note) if foul.note else "",
        )
        for foul in fouls.fouls
    )
