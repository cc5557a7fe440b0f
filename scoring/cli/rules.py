"""`python -m scoring rules [NAME]`: the rule sets, or one of them explained with its sources."""

import argparse
from collections.abc import Sequence
from itertools import groupby
from textwrap import fill

from scoring.cli.arguments import DONE, NAMES, WIDTH, Subparsers, add_json, add_parser, answer, rule_set
from scoring.points import Points, write, write_price
from scoring.rules import Ruleset, preset
from scoring.rules.files import PRESETS, offered
from scoring.rules.provenance import NOT_OFFERED, confirmed
from scoring.rules.rule_file import write_rules
from scoring.rules.value_kinds import FloatingUma
from scoring.rules.values import PenaltyPayment
from scoring.sentences.rules import rule_sentences
from scoring.sentences.sentence import RuleSentence


def add(commands: Subparsers) -> None:
    parser = add_parser(commands, "rules", "list the rule sets, or say one in sentences")
    parser.add_argument("name", nargs="?", type=rule_set, metavar="NAME", help=f"one of: {NAMES}; or a file.toml")
    parser.add_argument("--toml", action="store_true", help="as a file for --rules, to change and keep as one's own")
    add_json(parser)
    parser.set_defaults(run=_rules)


def _rules(options: argparse.Namespace) -> int:
    sets = [preset(key) for key in offered()]
    if options.json:
        listed = {"rule_sets": [_listed(one) for one in sets]}
        return answer(options.command, _rules_json(options.name) if options.name else listed)
    if options.name is None:
        _list_rules(sets)
    elif options.toml:
        print(write_rules(options.name), end="")
    else:
        print(_sections(options.name))
    return DONE


def _listed(rules: Ruleset) -> dict[str, object]:
    return {"key": rules.key, "title": rules.title, **confirmed(rules.sources, rules.marks).params}


def _list_rules(sets: Sequence[Ruleset]) -> None:
    rows = [(one.key, one.title, *_in_short(one), str(confirmed(one.sources, one.marks))) for one in sets]
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)]
        print(f"  {'  '.join(cells)}".rstrip())


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


def _rules_json(rules: Ruleset) -> dict[str, object]:
    return {"rule_set": rules.to_json(), "sentences": [_sentence_json(one) for one in rule_sentences(rules)]}


def _sentence_json(one: RuleSentence) -> dict[str, object]:
    found = {"section": one.section.label if one.section else "", "field": one.field, "fields": list(one.fields)}
    return {**found, "text": str(one), "source": one.source, "marks": list(one.marks)}


def _sections(rules: Ruleset) -> str:
    """The rule set section by section, each sentence over its source."""
    retired = rules.key in PRESETS and rules.key not in offered()
    blocks = [rules.title, *([NOT_OFFERED] if retired else [])]
    for section, sentences in groupby(rule_sentences(rules), lambda one: one.section):
        title = section.label if section else ""
        first, *others = [f"{one}\n[{_marked(one)}]" for one in sentences]
        blocks += [f"{title}\n{'─' * len(title)}\n{first}", *others]
    return "\n\n".join("\n".join(_line(line) for line in block.splitlines()) for block in blocks)


def _marked(one: RuleSentence) -> str:
    return ": ".join([*(", ".join(mark.label for mark in one.marks),) * bool(one.marks), one.source])


def _line(text: str) -> str:
    return fill(text, WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
