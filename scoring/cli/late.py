"""`python -m scoring late 7:30`: the price of lateness, and whether the hanchan is forfeited."""

import argparse
import re
from datetime import timedelta

from scoring.cli.arguments import DONE, Subparsers, add_json, add_parser, add_rules, answer
from scoring.cli.schedules import add_schedule, schedule_of
from scoring.lateness import absence, lateness, lateness_applies
from scoring.sentences.penalties import lateness_texts

_TIME = re.compile(r"(?P<minutes>[0-9]{1,4})(?::(?P<seconds>[0-5][0-9]))?")
ABSENT = "absent"


def add(commands: Subparsers) -> None:
    parser = add_parser(commands, "late", "say what coming late costs")
    parser.add_argument(
        "late", type=_elapsed, metavar="TIME", help=f"how late: full minutes, 7:30, or “{ABSENT}” for not at all"
    )
    add_rules(parser)
    add_schedule(parser)
    add_json(parser)
    parser.set_defaults(run=_late)


def _elapsed(text: str) -> timedelta | None:
    """Return the delay; None for no delay."""
    if text == ABSENT:
        return None
    read = _TIME.fullmatch(text)
    if read is None:
        raise argparse.ArgumentTypeError(f"“{text}” is no time; type minutes as 7, or 7:30, or {ABSENT}")
    return timedelta(minutes=int(read["minutes"]), seconds=int(read["seconds"] or 0))


def _late(options: argparse.Namespace) -> int:
    rules = options.rules
    fouls = schedule_of(options)
    verdict = absence(rules, fouls) if options.late is None else lateness(options.late, rules, fouls)
    said = [str(one) for one in lateness_texts(verdict, rules)]
    if options.json:
        parts = {
            "applied": lateness_applies(rules),
            "kind": verdict.kind,
            "minutes": verdict.minutes,
            "points": verdict.amount,
        }
        return answer(
            options.command, {**parts, "consequence": verdict.consequence, "foul": verdict.foul, "said": said}
        )
    print("\n".join(f"  {one}" for one in said))
    return DONE
