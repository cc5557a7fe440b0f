"""`python -m scoring late 7:30`: the price of lateness, and whether the hanchan is forfeited."""

import argparse
import re
from datetime import timedelta
from typing import Annotated

from scoring.cli.arguments import RULES, Argument
from scoring.cli.command import Command, Reply
from scoring.cli.schedules import SCHEDULE, schedule_of
from scoring.cli.shape import Said, Shape
from scoring.lateness import Lateness, absence, lateness, lateness_applies
from scoring.sentences.penalties import lateness_texts

_TIME = re.compile(r"(?P<minutes>[0-9]{1,4})(?::(?P<seconds>[0-5][0-9]))?")
ABSENT = "absent"


def _elapsed(text: str) -> timedelta | None:
    """Return the delay; None for no delay."""
    if text == ABSENT:
        return None
    read = _TIME.fullmatch(text)
    if read is None:
        raise argparse.ArgumentTypeError(f"“{text}” is no time; type minutes as 7, or 7:30, or {ABSENT}")
    return timedelta(minutes=int(read["minutes"]), seconds=int(read["seconds"] or 0))


def _late(options: argparse.Namespace) -> Reply:
    rules, fouls = options.rules, schedule_of(options)
    verdict = absence(rules, fouls) if options.late is None else lateness(options.late, rules, fouls)
    said = lateness_texts(verdict, rules)
    return Reply(lambda: RESULT(verdict, applied=lateness_applies(rules), said=said), (f"  {one}" for one in said))


APPLIED = Annotated[bool, "false where penalties are paid at the table: then nothing of it happens"]
RESULT = Shape(Lateness, "kind minutes consequence foul", points="amount", applied=APPLIED, said=Said)
COMMAND = Command(
    "late",
    "say what coming late costs",
    _late,
    RESULT,
    (
        Argument("late", "TIME", f"how late: full minutes, 7:30, or “{ABSENT}” for not at all", _elapsed),
        *RULES,
        SCHEDULE,
    ),
)
