"""A rule set in the reader's language: its sentences, its values in words, and what differs from its preset."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.fouls import Schedule, schedule
from scoring.points import Points, write, write_p, write_price
from scoring.rule_kinds import Amount, ByPlace, OneOf, SomeOf, UmaByPlace, YesNo
from scoring.rules import RuleField, Ruleset, rule_names
from scoring.uma import FloatingUma
from tournament.events.rule_changes import usual_of
from tournament.events.rule_fields import IN_FULL


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule in words; `usual` is what the preset says instead, when it says something else."""

    field: str
    text: str
    source: str
    usual: str = ""
    unverified: bool = False


@dataclass(frozen=True, slots=True)
class Difference:
    """A value that is not the preset's, in words: as published, and as it is."""

    name: str
    label: str
    usual: str
    now: str


@dataclass(frozen=True, slots=True)
class FoulRow:
    """One foul of a schedule as players read it; `price` as 30P, or nothing."""

    title: str
    consequences: str
    price: str
    note: str


def in_words(rules: Ruleset) -> tuple[Rule, ...]:
    """The rules as sentences, each with its source, and with the preset's sentence where that is another one."""
    preset_of_it = usual_of(rules)
    usual = {one.field: one.said(_) for one in preset_of_it.sentences()} if preset_of_it else {}
    said = [(one.field, one.said(_), one.source) for one in rules.sentences()]
    return tuple(
        Rule(name, text, source, _other(usual.get(name, ""), text), name in rules.unverified)
        for name, text, source in said
    )


def _other(usual: str, text: str) -> str:
    return usual if usual != text else ""


def differences(rules: Ruleset) -> tuple[Difference, ...]:
    """The values that differ from the preset that the rule set was copied from."""
    usual = usual_of(rules)
    return () if usual is None else tuple(_differing(usual, rules))


def _differing(usual: Ruleset, rules: Ruleset) -> Iterator[Difference]:
    for one in rule_names():
        before, after = one.of(usual), one.of(rules)
        if before != after:
            yield Difference(one.name, _(one.label), value_in_words(one, before), value_in_words(one, after))


def value_in_words(one: RuleField, value: Any) -> str:
    """One value of a rule set as people say it: 25,000 points, 30P, yes, shared evenly …"""
    match one.kind:
        case Amount():
            return _("{points} points").format(points=write(value)) if one.name in IN_FULL else write_price(value)
        case YesNo():
            return _("yes") if value else _("no")
        case OneOf(choices):
            return _(choices(value).label)
        case SomeOf(choices):
            return ", ".join(_(choices(choice).label) for choice in value) or _("none")
        case ByPlace() | UmaByPlace():
            return _places_in_words(value)
    if one.name == "schedule":
        return _(schedule(value).title)
    return _("none") if value is None else str(value)


def _places_in_words(value: Any) -> str:
    if isinstance(value, FloatingUma):
        rows = [
            _("for {number} at the goal {places}").format(number=number, places=by_place(places))
            for number, places in enumerate(value.by_floating)
        ]
        return "; ".join(rows)
    return by_place(value) if value else _("none")


def by_place(places: tuple[Points, ...]) -> str:
    """Points by place: +15.0, +5.0, −5.0, −15.0."""
    return ", ".join(write_p(points) for points in places)


def in_short(rules: Ruleset) -> str:
    """The rule set in one line: start, uma, oka, minutes."""
    floating = isinstance(rules.uma, FloatingUma)
    uma = _("floating uma") if floating else _("uma {values}").format(values="/".join(map(_bare, rules.uma)))
    said = [
        _("start {points}").format(points=write(rules.start)),
        uma,
        _("oka {points}").format(points=_bare(rules.oka)) if rules.oka else _("no oka"),
        _("{minutes} min").format(minutes=rules.minutes) if rules.minutes else _("no limit"),
    ]
    return " · ".join(said)


def _bare(points: Points) -> str:
    """15, −7.5: P as it is said in a row of numbers."""
    return write_p(points, plus=False).removesuffix(".0")


def time_up(rules: Ruleset) -> str:
    """What is still played when the time ends, in one sentence."""
    return next(rule.text for rule in in_words(rules) if rule.field == "time.during")


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
