"""`python -m scoring payment --han 3 --fu 40`: who pays whom how much for a hand."""

import argparse

from scoring.command.hands import (
    add_table,
    answered,
    paid,
    payer_of,
    payment_json,
    print_payment,
    told,
    value_json,
    wind,
)
from scoring.command.said import DONE, Subparsers, add_json, add_parser, add_rules, print_json, whole
from scoring.hand.limits import Limit
from scoring.hand.value import HandValue
from scoring.hand.value_text import read_value
from scoring.winds import Wind


def add(commands: Subparsers) -> None:
    parser = add_parser(commands, "payment", "say who pays whom how much for a hand")
    add_rules(parser)
    parser.add_argument("--han", type=whole, metavar="N", help="han with dora")
    parser.add_argument("--fu", type=whole, default=0, metavar="N", help="fu, needed below 5 han")
    parser.add_argument("--value", metavar="VALUE", help="instead: 3/40, 7, mangan, yakuman*2 or all-green+four-quads")
    parser.add_argument(
        "--at-least", choices=[one.value for one in Limit], metavar="LIMIT", help=f"a floor: {', '.join(Limit)}"
    )
    winner = parser.add_mutually_exclusive_group()
    winner.add_argument("--dealer", action="store_true", help="the dealer won; else South, or --winner")
    winner.add_argument("--winner", type=wind, metavar="WIND", help="who won, by current wind")
    parser.add_argument("--tsumo", action="store_true", help="by self-draw; else on a discard")
    add_table(parser)
    add_json(parser)
    parser.set_defaults(run=lambda options: answered(options, _payment), liable=())


def _payment(options: argparse.Namespace) -> int:
    value = _value(options)
    winner = Wind.EAST if options.dealer else options.winner or Wind.SOUTH
    payer = payer_of(options, winner)
    payment = paid(options, winner, payer, value)
    if options.json:
        print_json({"ok": True, "value": value_json(value, options.rules), **payment_json(payment)})
        return DONE
    print(f"{told(winner, payer, value, options.rules)}\n")
    return print_payment(payment)


def _value(options: argparse.Namespace) -> HandValue:
    """The hand's value: either by han and fu or as a log has it."""
    floor = Limit(options.at_least) if options.at_least else None
    if (options.value is None) == (options.han is None):
        options.parser.error("say what the hand is worth: either --han (and --fu), or --value")
    if options.value is not None:
        return read_value(f"{options.value}>={floor}" if floor else options.value)
    return HandValue(options.han, options.fu, at_least=floor)
