"""`python -m scoring last-hand`: the hands still played at a table whose time has ended."""

import argparse
from collections.abc import Iterator
from dataclasses import asdict
from textwrap import fill

from scoring.cli.arguments import RULES, WIDTH, Alternatives, Flag, WrongCall
from scoring.cli.command import Command, Reply
from scoring.cli.shape import Shape
from scoring.messages import Message
from scoring.rules import Ruleset
from scoring.sentences.time_limit import time_up
from scoring.time_limit import Moment, Verdict, When, cases, verdict


def _last_hand(options: argparse.Namespace) -> Reply:
    when, rules = _state_at_time_up(options), options.rules
    if when is None and options.south_over:
        raise WrongCall("--south-over needs one of --during, --after-dice and --between")
    if when is None:
        found = [(case.moment, case.verdict) for case in cases(rules)]
        lines = _every_case(rules)
    else:
        moment = Moment(when, options.south_over, options.chonbo)
        found = [(moment, verdict(rules, moment))]
        lines = iter([_wrapped(found[0][1].text, 2)])
    return Reply(lambda: RESULT(cases=[CASE(told, **asdict(moment)) for moment, told in found]), lines)


def _state_at_time_up(options: argparse.Namespace) -> When | None:
    """Return the state of the table when the time ended, None when no option says.

    A chonbo in the last hand came after that, and what it means is the same for every state (S2 Time limit).
    """
    if options.after_dice and options.during:
        raise WrongCall("--after-dice says that East had not discarded, --during that East had")
    if options.after_dice:
        return When.AFTER_DICE
    if options.during or (options.chonbo and not options.between):
        return When.DURING
    return When.BETWEEN if options.between else None


def _every_case(rules: Ruleset) -> Iterator[str]:
    """Yield every case as a referee would read it out."""
    yield f"  {rules.title}\n\n{_wrapped(time_up(rules), 2)}"
    for case in cases(rules):
        yield f"\n  {case.asked}\n{_wrapped(case.verdict.text, 4)}"


def _wrapped(text: Message, indent: int) -> str:
    return fill(str(text), WIDTH, initial_indent=" " * indent, subsequent_indent=" " * indent)


CASE = Shape(Verdict, "hands text", verdict="kind", when=When, south_over=bool, chonbo=bool)
RESULT = Shape(cases=[CASE])
COMMAND = Command(
    "last-hand",
    "say what is still played when the time ends: in the case told, else in every case",
    _last_hand,
    RESULT,
    (
        *RULES,
        Alternatives(
            Flag("--during", "a hand was being played, East had discarded"),
            Flag("--between", "a hand had ended, East had not discarded again"),
        ),
        Flag("--after-dice", "the dice were thrown, East had not discarded"),
        Flag("--south-over", "the last round, South or in an East-only game East, is over, or is after this hand"),
        Flag("--chonbo", "the last hand has ended with a chonbo; needs no moment"),
    ),
    json="one JSON value",
)
