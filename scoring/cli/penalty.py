"""`python -m scoring penalty 30P --offender S`: who pays whom for a penalty that is paid at the table (S0 Mod.6.1)."""

import argparse
import re

from scoring.cli.arguments import DONE, Subparsers, add_json, add_parser, add_rules, answer, full_points
from scoring.cli.payment import change_lines, wind
from scoring.penalties import TablePayment, table_payment
from scoring.points import LIMIT, STEP, P, Points, write, write_price
from scoring.rules.values import PenaltyPayment
from scoring.sentences.fouls import NAMED, TABLE
from scoring.sentences.payments import table_payment_text
from scoring.winds import WINDS

_IN_P = re.compile(r"(?P<whole>[0-9]{1,3})(?:\.(?P<tenth>[0-9]))?P", re.IGNORECASE)


def add(commands: Subparsers) -> None:
    parser = add_parser(commands, "penalty", "say who pays whom for a penalty that is paid at the table")
    parser.add_argument("points", type=_amount, metavar="AMOUNT", help="the penalty, as 30P or 30000")
    parser.add_argument(
        "--offender", type=wind, required=True, metavar="WIND", help="who pays, by current wind; dealer or not"
    )
    add_rules(parser)
    add_json(parser)
    parser.set_defaults(run=_penalty)


def _amount(text: str) -> Points:
    """Parse `30P`, `7.5P` or points in full. A bare `30` is refused, because it may mean either."""
    in_p = _IN_P.fullmatch(text)
    points = int(in_p["whole"]) * P + int(in_p["tenth"] or 0) * STEP if in_p else full_points(text)
    if not 0 < points < LIMIT or points % STEP:
        raise argparse.ArgumentTypeError(f"“{text}” is no penalty; type 30P, or points in full hundreds, as 30000")
    return points


def _penalty(options: argparse.Namespace) -> int:
    if options.offender not in options.rules.winds:
        options.parser.error(f"nobody sits as {options.offender} at a table of {options.rules.players}")
    if options.rules.paid is PenaltyPayment.REVERSE_MANGAN:
        options.parser.error(f"“{options.rules.title}” pays only a chonbo, as a mangan, and no other penalty")
    payment = table_payment(options.points, options.offender, options.rules)
    said, source = str(table_payment_text(payment)), TABLE if options.points in NAMED else f"{TABLE}; amount ours"
    if options.json:
        return answer(options.command, {**_json(options.points, payment), "said": [said], "source": source})
    if_so = "" if options.rules.paid is PenaltyPayment.TABLE else f"; “{options.rules.title}” deducts it from the score"
    print(f"  A penalty of {write_price(options.points)}, paid at the table{if_so}\n\n  {said}\n  [{source}]\n")
    print("\n".join(change_lines(payment.changes)))
    if payment.to_table:
        print(f"  {'Table':<9}{'+' + write(payment.to_table):>9}")
    return DONE


def _json(points: Points, payment: TablePayment) -> dict[str, object]:
    changes = {own.value: change for own, change in zip(WINDS, payment.changes, strict=False)}
    return {"points": points, "offender": payment.payer.value, "changes": changes, "to_table": payment.to_table}
