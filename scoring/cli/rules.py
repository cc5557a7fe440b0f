"""`python -m scoring rules [NAME]`: the rule sets, or one of them explained with its sources."""

import argparse
from collections.abc import Iterator, Sequence
from itertools import groupby
from textwrap import fill
from typing import Annotated

from scoring.cli.arguments import NAMES, WIDTH, Argument, Flag, rule_set
from scoring.cli.command import Command, Reply
from scoring.cli.shape import Shape
from scoring.messages import Message
from scoring.points import FromZero, Points, write, write_price
from scoring.rules import Ruleset, preset
from scoring.rules.files import PRESETS, offered
from scoring.rules.provenance import NOT_OFFERED, confirmed
from scoring.rules.rule_file import write_rules
from scoring.rules.value_kinds import FloatingUma
from scoring.rules.values import PenaltyPayment
from scoring.sentences.rules import rule_sentences
from scoring.sentences.sentence import RuleSentence


def _rules(options: argparse.Namespace) -> Reply:
    rules: Ruleset | None = options.name
    if rules is None:
        sets = [preset(key) for key in offered()]
        return Reply(lambda: LIST(rule_sets=[_listed(one) for one in sets]), _list(sets))
    found = rule_sentences(rules)
    lines = write_rules(rules).splitlines() if options.toml else [_sections(rules, found)]
    return Reply(lambda: ONE(rule_set=rules.to_json(), sentences=[_sentence_result(one) for one in found]), lines)


def _listed(rules: Ruleset) -> dict[str, object]:
    return LISTED(rules, **confirmed(rules.sources, rules.marks).params)


def _list(sets: Sequence[Ruleset]) -> Iterator[str]:
    rows = [(one.key, one.title, *_in_short(one), str(confirmed(one.sources, one.marks))) for one in sets]
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)]
        yield f"  {'  '.join(cells)}".rstrip()


def _in_short(rules: Ruleset) -> tuple[str, ...]:
    chonbo = "mangan" if rules.paid is PenaltyPayment.REVERSE_MANGAN else write_price(rules.chonbo)
    extra = f"oka {write_price(rules.oka)}" if rules.oka else f"prizes {_places(rules.prizes)}" if rules.prizes else ""
    return f"start {write(rules.start)}", f"goal {write(rules.goal)}", f"uma {_uma(rules)}", f"chonbo {chonbo}", extra


def _uma(rules: Ruleset) -> str:
    if isinstance(rules.uma, FloatingUma):
        return "floating"
    return _places(rules.uma) if any(rules.uma) else "none"


def _places(values: Sequence[Points]) -> str:
    return "/".join(write_price(own)[:-1] for own in values)


def _sentence_result(one: RuleSentence) -> dict[str, object]:
    return SENTENCE(one, section=one.section.label if one.section else "", text=one)


def _sections(rules: Ruleset, told: Sequence[RuleSentence]) -> str:
    """The rule set section by section, each sentence over its source."""
    retired = rules.key in PRESETS and rules.key not in offered()
    blocks = [rules.title, *([NOT_OFFERED] if retired else [])]
    for section, sentences in groupby(told, lambda one: one.section):
        title = section.label if section else ""
        first, *others = [f"{one}\n[{_marked(one)}]" for one in sentences]
        blocks += [f"{title}\n{'─' * len(title)}\n{first}", *others]
    return "\n\n".join("\n".join(_line(line) for line in block.splitlines()) for block in blocks)


def _marked(one: RuleSentence) -> str:
    return ": ".join([*(", ".join(mark.label for mark in one.marks),) * bool(one.marks), one.source])


def _line(text: str) -> str:
    return fill(text, WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)


LISTED = Shape(Ruleset, "key title", confirmed=FromZero, values=FromZero)
LIST = Shape(rule_sets=[LISTED, "without NAME"])
SENTENCE = Shape(RuleSentence, "field fields source marks", section=str, text=Message)
ONE = Shape(rule_set=Annotated[Ruleset, "the one called NAME"], sentences=[SENTENCE])
COMMAND = Command(
    "rules",
    "list the rule sets, or say one in sentences",
    _rules,
    (LIST, ONE),
    (
        Argument("name", "NAME", f"one of: {NAMES}; or a file.toml", rule_set, nargs="?"),
        Flag("--toml", "as a file for --rules, to change and keep as one's own"),
    ),
)
