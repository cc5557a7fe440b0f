"""`python -m scoring liability`: who pays for a yakuman whose last set another player fed."""

import argparse

from scoring.cli.arguments import Subparsers, add_json, add_parser, add_rules, answer
from scoring.cli.payment import (
    add_liable,
    add_table,
    headline,
    payer_of,
    payment_for,
    payment_json,
    print_payment,
    run_payment,
    value_json,
    wind,
)
from scoring.payments.values import HandValue, Yakuman
from scoring.winds import Wind

EXAMPLES = """\
The examples of the WRC (S2 Liability): East has Big Three Dragons, fed by South, and All Honours, with one honba.

  by self-draw, South pays 64,100, West and North 16,100 each:
    python -m scoring liability big-dragons all-honours --winner E --tsumo --liable S=big-dragons --honba 1
  on West's discard, South pays 24,000, West 72,300, North nothing:
    python -m scoring liability big-dragons all-honours --winner E --from W --liable S=big-dragons --honba 1
"""


def add(commands: Subparsers) -> None:
    parser = add_parser(commands, "liability", "say who pays for a yakuman that somebody fed")
    parser.epilog, parser.formatter_class = EXAMPLES, argparse.RawDescriptionHelpFormatter
    parser.add_argument(
        "yakuman", nargs="+", choices=[one.value for one in Yakuman], metavar="YAKUMAN", help=f"of {', '.join(Yakuman)}"
    )
    add_rules(parser)
    parser.add_argument("--winner", type=wind, default=Wind.SOUTH, metavar="WIND", help="who won (default: S)")
    parser.add_argument("--tsumo", action="store_true", help="by self-draw; else on a discard")
    add_liable(parser)
    add_table(parser)
    add_json(parser)
    parser.set_defaults(run=lambda options: run_payment(options, _liability))


def _liability(options: argparse.Namespace) -> int:
    value = HandValue.of(*(Yakuman(one) for one in options.yakuman))
    payer = payer_of(options, options.winner)
    payment = payment_for(options, options.winner, payer, value)
    if options.json:
        return answer(options.command, {"value": value_json(value, options.rules), **payment_json(payment)})
    print(f"{headline(options.winner, payer, value, options.rules)}\n")
    return print_payment(payment)
