"""`--schedule NAME`: another schedule of fouls than the rule set's, for the commands that price fouls and lateness."""

import argparse

from scoring.cli.arguments import Argument, WrongCall, no_such
from scoring.fouls import SCHEDULES, Schedule, schedule
from scoring.fouls.cases import Consequence
from scoring.points import write_price
from scoring.rules import Ruleset, preset
from scoring.rules.files import offered
from scoring.rules.values import PenaltyPayment


def _schedule_name(name: str) -> str:
    if name not in SCHEDULES:
        raise argparse.ArgumentTypeError(no_such(f"“{name}” is not a schedule", name, SCHEDULES))
    return name


SCHEDULE = Argument(
    "--schedule", "NAME", f"another schedule of fouls than the rule set's: {', '.join(SCHEDULES)}", _schedule_name
)


def schedule_of(options: argparse.Namespace) -> Schedule:
    """Return the schedule asked for, the rule set's by default. One that is paid otherwise is a wrong call: its prices
    would be none of either source.
    """
    rules: Ruleset = options.rules
    found = schedule(options.schedule or rules.schedule)
    as_mangan = rules.paid is PenaltyPayment.REVERSE_MANGAN
    if _is_paid_as_mangan(found) and not as_mangan:
        paying_so = [one for one in map(preset, offered()) if one.schedule == found.key and "schedule" not in one.marks]
        raise WrongCall(
            f"the schedule “{found.title}” has no price for a chonbo, which is paid as a mangan at the table; "
            f"“{rules.title}” takes {write_price(rules.chonbo)}: use --rules {paying_so[0].key}"
        )
    if options.schedule and as_mangan and not _is_paid_as_mangan(found):
        raise WrongCall(
            f"the schedule “{found.title}” has prices in P; “{rules.title}” pays a chonbo as a mangan at the table: "
            f"use --rules wrc-2022 --schedule {found.key}"
        )
    return found


def _is_paid_as_mangan(fouls: Schedule) -> bool:
    """Return whether the chonbo of the schedule have no price (S1 Penalties: Chonbo)."""
    outcomes = [case.outcome for foul in fouls.fouls for case in foul.cases]
    return not any(one.points for one in outcomes if one.consequence is Consequence.CHONBO)
