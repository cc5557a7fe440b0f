"""`python -m scoring rules [NAME]`: the rule sets, or one of them in sentences with their sources."""

import argparse
from textwrap import fill

from scoring.command.said import DONE, NAMES, WIDTH, Subparsers, add_json, add_parser, named_preset, print_json
from scoring.points import write, write_price
from scoring.rules import PRESETS, Ruleset, preset
from scoring.uma import FloatingUma


def add(commands: Subparsers) -> None:
    parser = add_parser(commands, "rules", "list the rule sets, or say one in sentences")
    parser.add_argument("name", nargs="?", type=named_preset, metavar="NAME", help=f"one of: {NAMES}")
    add_json(parser)
    parser.set_defaults(run=_rules)


def _rules(options: argparse.Namespace) -> int:
    if options.name is None:
        _list_rules(options.json)
    elif options.json:
        print_json(_rules_json(options.name))
    else:
        print(_said(options.name))
    return DONE


def _list_rules(as_json: bool) -> None:
    if as_json:
        print_json([{"key": key, "title": preset(key).title} for key in PRESETS])
        return
    sets = [preset(key) for key in PRESETS]
    rows = [(one.key, one.title, *_in_short(one)) for one in sets]
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)]
        print(f"  {'  '.join(cells)}".rstrip())


def _in_short(rules: Ruleset) -> tuple[str, str, str, str]:
    uma = "floating" if isinstance(rules.uma, FloatingUma) else "/".join(write_price(own)[:-1] for own in rules.uma)
    start, goal, chonbo = write(rules.start), write(rules.goal), write_price(rules.chonbo)
    return f"start {start}", f" goal {goal}", f" uma {uma}", f"  chonbo {chonbo}"


def _rules_json(rules: Ruleset) -> dict[str, object]:
    said = [{"field": one.field, "text": str(one), "source": one.source} for one in rules.sentences()]
    return {**rules.to_json(), "sentences": said}


def _said(rules: Ruleset) -> str:
    said = [
        (fill(str(one), WIDTH, initial_indent="  ", subsequent_indent="  "), one.source) for one in rules.sentences()
    ]
    return "\n".join([f"  {rules.title}", *(f"\n{text}\n  [{source}]" for text, source in said)])
