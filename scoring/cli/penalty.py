"""`python -m scoring penalty 30P --offender S`: who pays whom for a penalty that is paid at the table (S0 Mod.6.1)."""

import argparse
import re

from scoring.cli.arguments import RULES, Argument, WrongCall, full_points
from scoring.cli.command import Command, Reply
from scoring.cli.payment import by_wind, change_lines, wind
from scoring.cli.shape import ByWind, Said, Shape
from scoring.penalties import TablePayment, table_payment
from scoring.points import LIMIT, STEP, P, Points, write, write_price
from scoring.rules.values import PenaltyPayment
from scoring.sentences.fouls import NAMED, TABLE
from scoring.sentences.payments import table_payment_text

_IN_P = re.compile(r"(?P<whole>[0-9]{1,3})(?:\.(?P<tenth>[0-9]))?P", re.IGNORECASE)


def _amount(text: str) -> Points:
    """Parse `30P`, `7.5P` or points in full. A bare `30` is refused, because it may mean either."""
    in_p = _IN_P.fullmatch(text)
    points = int(in_p["whole"]) * P + int(in_p["tenth"] or 0) * STEP if in_p else full_points(text)
    if not 0 < points < LIMIT or points % STEP:
        raise argparse.ArgumentTypeError(f"“{text}” is no penalty; type 30P, or points in full hundreds, as 30000")
    return points


def _penalty(options: argparse.Namespace) -> Reply:
    rules, points = options.rules, options.points
    if options.offender not in rules.winds:
        raise WrongCall(f"nobody sits as {options.offender} at a table of {rules.players}")
    if rules.paid is PenaltyPayment.REVERSE_MANGAN:
        raise WrongCall(f"“{rules.title}” pays only a chonbo, as a mangan, and no other penalty")
    payment = table_payment(points, options.offender, rules)
    said, source = table_payment_text(payment), TABLE if points in NAMED else f"{TABLE}; amount ours"
    if_so = "" if rules.paid is PenaltyPayment.TABLE else f"; “{rules.title}” deducts it from the score"
    lines = [f"  A penalty of {write_price(points)}, paid at the table{if_so}\n\n  {said}\n  [{source}]\n"]
    lines += change_lines(payment.changes)
    if payment.to_table:
        lines.append(f"  {'Table':<9}{'+' + write(payment.to_table):>9}")
    return Reply(
        lambda: RESULT(payment, points=points, changes=by_wind(payment.changes), said=[said], source=source), lines
    )


RESULT = Shape(TablePayment, "to_table", offender="payer", points=Points, changes=ByWind, said=Said, source=str)
COMMAND = Command(
    "penalty",
    "say who pays whom for a penalty that is paid at the table",
    _penalty,
    RESULT,
    (
        Argument("points", "AMOUNT", "the penalty, as 30P or 30000", _amount),
        Argument("--offender", "WIND", "who pays, by current wind; dealer or not", wind, required=True),
        *RULES,
    ),
)
