"""`python -m scoring last-hand`: the hands still played at a table whose time has ended."""

import argparse
from textwrap import fill

from scoring.cli.arguments import DONE, WIDTH, Subparsers, add_json, add_parser, add_rules, answer
from scoring.messages import Message
from scoring.rules import Ruleset
from scoring.sentences.time_limit import time_up
from scoring.time_limit import Moment, Verdict, When, cases, verdict


def add(commands: Subparsers) -> None:
    parser = add_parser(
        commands, "last-hand", "say what is still played when the time ends: in the case told, else in every case"
    )
    add_rules(parser)
    moment = parser.add_mutually_exclusive_group()
    moment.add_argument("--during", action="store_true", help="a hand was being played, East had discarded")
    moment.add_argument("--between", action="store_true", help="a hand had ended, East had not discarded again")
    parser.add_argument("--after-dice", action="store_true", help="the dice were thrown, East had not discarded")
    parser.add_argument(
        "--south-over",
        action="store_true",
        help="the last round, South or in an East-only game East, is over, or is after this hand",
    )
    parser.add_argument("--chonbo", action="store_true", help="the last hand has ended with a chonbo; needs no moment")
    add_json(parser, "one JSON value")
    parser.set_defaults(run=_last_hand)


def _last_hand(options: argparse.Namespace) -> int:
    when, rules = _state_at_time_up(options), options.rules
    if when is None and options.south_over:
        options.parser.error("--south-over needs one of --during, --after-dice and --between")
    moment = when and Moment(when, options.south_over, options.chonbo)
    if options.json:
        found = [(moment, verdict(rules, moment))] if moment else [(one.moment, one.verdict) for one in cases(rules)]
        return answer(options.command, {"cases": [_json(one, said) for one, said in found]})
    if moment:
        print(_wrapped(verdict(rules, moment).text, 2))
    else:
        _print_all(rules)
    return DONE


def _state_at_time_up(options: argparse.Namespace) -> When | None:
    """Return the state of the table when the time ended, None when no option says.

    A chonbo in the last hand came after that, and what it means is the same for every state (S2 Time limit).
    """
    if options.after_dice and options.during:
        options.parser.error("--after-dice says that East had not discarded, --during that East had")
    if options.after_dice:
        return When.AFTER_DICE
    if options.during or (options.chonbo and not options.between):
        return When.DURING
    return When.BETWEEN if options.between else None


def _print_all(rules: Ruleset) -> None:
    """Print every case as a referee would read it out."""
    print(f"  {rules.title}\n\n{_wrapped(time_up(rules), 2)}")
    for case in cases(rules):
        print(f"\n  {case.asked}\n{_wrapped(case.verdict.text, 4)}")


def _wrapped(text: Message, indent: int) -> str:
    return fill(str(text), WIDTH, initial_indent=" " * indent, subsequent_indent=" " * indent)


def _json(moment: Moment, found: Verdict) -> dict[str, object]:
    asked = {"when": moment.when, "south_over": moment.south_over, "chonbo": moment.chonbo}
    return {**asked, "verdict": found.kind, "hands": found.hands, "text": str(found.text)}
