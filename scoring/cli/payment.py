"""`python -m scoring payment --han 3 --fu 40`: the payment for a hand, and options shared with other commands."""

import argparse
from collections.abc import Callable, Sequence

from scoring.cli.arguments import DONE, Subparsers, add_json, add_parser, add_rules, answer, integer, refuse
from scoring.messages import phrase
from scoring.payments.dues import Due, Payment
from scoring.payments.liability import Liable
from scoring.payments.notation import read_value
from scoring.payments.values import HandValue, Limit, PaymentProblem
from scoring.payments.wins import ron, tsumo
from scoring.payments.worth import announcement
from scoring.points import Points, write
from scoring.rules import Ruleset
from scoring.rules.values import FedYakuman
from scoring.sentences.payments import payment_lines
from scoring.winds import WINDS, Wind


def wind(text: str) -> Wind:
    """Parse a wind by its letter."""
    if text.upper() not in list(Wind):
        raise argparse.ArgumentTypeError(f"“{text}” is not a wind; type E, S, W or N")
    return Wind(text.upper())


def liable(text: str) -> Liable:
    """Parse `S=big-dragons`: the liable player and the yakuman whose last set that player fed."""
    by, _, fed = text.partition("=")
    if fed not in list(FedYakuman):
        raise argparse.ArgumentTypeError(f"“{text}” is no liability; type who fed what, as S=big-dragons")
    return Liable(wind(by), FedYakuman(fed))


def add_table(parser: argparse.ArgumentParser) -> None:
    """Add `--honba N --deposits N --from WIND`."""
    parser.add_argument("--honba", type=integer, default=0, metavar="N", help="honba on the table (default: 0)")
    parser.add_argument(
        "--deposits", type=integer, default=0, metavar="N", help="riichi deposits on the table (default: 0)"
    )
    parser.add_argument(
        "--from",
        dest="payer",
        type=wind,
        metavar="WIND",
        help="who discarded, by current wind (default: the next in turn)",
    )


def add_liable(parser: argparse.ArgumentParser) -> None:
    """Add `--liable WIND=YAKUMAN`, which may be repeated."""
    parser.add_argument(
        "--liable",
        type=liable,
        action="append",
        default=[],
        metavar="WIND=YAKUMAN",
        help="who fed the last set of what",
    )


def payer_of(options: argparse.Namespace, winner: Wind) -> Wind | None:
    """Return the discarder; None for a self-draw. Without `--from`, the player after the winner."""
    if options.tsumo and options.payer:
        options.parser.error("--tsumo and --from: a self-draw has no discarder")
    if options.tsumo:
        return None
    return options.payer or WINDS[(winner.index + 1) % options.rules.players]


def payment_for(options: argparse.Namespace, winner: Wind, payer: Wind | None, value: HandValue) -> Payment:
    """Return the payment that the options describe. Raises PaymentProblem for an impossible one."""
    if payer is None:
        return tsumo(winner, value, options.rules, options.honba, options.deposits, options.liable)
    return ron(winner, payer, value, options.rules, options.honba, options.deposits, options.liable)


def run_payment(options: argparse.Namespace, ask: Callable[[argparse.Namespace], int]) -> int:
    """Run `ask`; an impossible hand or payment is reported with exit status 1."""
    try:
        return ask(options)
    except PaymentProblem as problem:
        return refuse(options, problem)


def headline(winner: Wind, payer: Wind | None, value: HandValue, rules: Ruleset) -> str:
    """Return the hand and how it was won."""
    how = f"on {phrase(payer.label)}'s discard" if payer else "by self-draw"
    return f"  {rules.title}: {winner.label} wins {how}, {announcement(value, rules)}"


def print_payment(payment: Payment) -> int:
    """Print the payment: who pays whom, then each player's change."""
    print("\n".join(f"  {line}" for line in payment_lines(payment)))
    print("\n" + "\n".join(change_lines(payment.changes)))
    return DONE


def change_lines(changes: Sequence[Points]) -> list[str]:
    """Return each player's change, by current wind."""
    by_wind = zip(WINDS, changes, strict=False)
    return [f"  {own.glyph} {own.label:<6}{_with_sign(change):>9}" for own, change in by_wind]


def _with_sign(points: Points) -> str:
    return f"+{write(points)}" if points > 0 else write(points)


def payment_json(payment: Payment) -> dict[str, object]:
    """Return the payment in JSON types; winds are current winds, null is the middle of the table."""
    return {
        "changes": {own.value: change for own, change in zip(WINDS, payment.changes, strict=False)},
        "deposits": payment.deposits,
        "dues": [_due_json(due) for due in payment.dues],
        "said": [str(line) for line in payment_lines(payment)],
    }


def _due_json(due: Due) -> dict[str, object]:
    parts = [{"points": part.points, "for": str(part.what)} for part in due.parts]
    payer, receiver = due.payer and due.payer.value, due.receiver and due.receiver.value
    return {"payer": payer, "receiver": receiver, "points": due.points, "parts": parts}


def value_json(value: HandValue, rules: Ruleset) -> dict[str, object]:
    """Return a hand's value in JSON types."""
    return {
        "han": value.han,
        "fu": value.fu,
        "yakuman": value.yakuman,
        "named": [one.value for one in value.named],
        "at_least": value.at_least and value.at_least.value,
        "said": str(announcement(value, rules)),
    }


def add(commands: Subparsers) -> None:
    parser = add_parser(commands, "payment", "say who pays whom how much for a hand")
    add_rules(parser)
    parser.add_argument("--han", type=integer, metavar="N", help="han with dora")
    parser.add_argument("--fu", type=integer, default=0, metavar="N", help="fu, needed below 5 han")
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
    parser.set_defaults(run=lambda options: run_payment(options, _payment), liable=())


def _payment(options: argparse.Namespace) -> int:
    value = _value(options)
    winner = Wind.EAST if options.dealer else options.winner or Wind.SOUTH
    payer = payer_of(options, winner)
    payment = payment_for(options, winner, payer, value)
    if options.json:
        return answer(options.command, {"value": value_json(value, options.rules), **payment_json(payment)})
    print(f"{headline(winner, payer, value, options.rules)}\n")
    return print_payment(payment)


def _value(options: argparse.Namespace) -> HandValue:
    """Return the hand's value, from han and fu or from the notation of logs."""
    floor = Limit(options.at_least) if options.at_least else None
    if (options.value is None) == (options.han is None):
        options.parser.error("say what the hand is worth: either --han (and --fu), or --value")
    if options.value is not None:
        return read_value(f"{options.value}>={floor}" if floor else options.value)
    return HandValue(options.han, options.fu, at_least=floor)
