"""What the subcommands about hands share: seats and counters, liability, a payment printed or as JSON."""

import argparse
from collections.abc import Callable

from scoring.command.said import DONE, refuse, whole
from scoring.hand.dues import Due, Payment
from scoring.hand.liability import Liable
from scoring.hand.value import HandValue, PaymentProblem
from scoring.hand.wins import ron, tsumo
from scoring.hand.worth import said
from scoring.points import write
from scoring.rules import Ruleset
from scoring.ruleset.values import Fed
from scoring.winds import WINDS, Wind
from scoring.words import Text


def wind(text: str) -> Wind:
    """A wind by its letter."""
    if text.upper() not in list(Wind):
        raise argparse.ArgumentTypeError(f"“{text}” is no wind; type E, S, W or N")
    return Wind(text.upper())


def liable(text: str) -> Liable:
    """`S=big-dragons`: who fed the last set of what."""
    by, _, fed = text.partition("=")
    if fed not in list(Fed):
        raise argparse.ArgumentTypeError(f"“{text}” is no liability; type who fed what, as S=big-dragons")
    return Liable(wind(by), Fed(fed))


def add_table(parser: argparse.ArgumentParser) -> None:
    """`--honba N --deposits N --from WIND`."""
    parser.add_argument("--honba", type=whole, default=0, metavar="N", help="honba on the table (default: 0)")
    parser.add_argument(
        "--deposits", type=whole, default=0, metavar="N", help="riichi deposits on the table (default: 0)"
    )
    parser.add_argument(
        "--from",
        dest="payer",
        type=wind,
        metavar="WIND",
        help="who discarded, by current wind (default: the next in turn)",
    )


def add_liable(parser: argparse.ArgumentParser) -> None:
    """`--liable WIND=YAKUMAN`, as often as needed."""
    parser.add_argument(
        "--liable",
        type=liable,
        action="append",
        default=[],
        metavar="WIND=YAKUMAN",
        help="who fed the last set of what",
    )


def payer_of(options: argparse.Namespace, winner: Wind) -> Wind | None:
    """Who discarded; by self-draw nobody. Without `--from` the next in turn after the winner."""
    if options.tsumo and options.payer:
        options.parser.error("--tsumo and --from: a self-draw has no discarder")
    if options.tsumo:
        return None
    return options.payer or WINDS[(winner.index + 1) % options.rules.players]


def paid(options: argparse.Namespace, winner: Wind, payer: Wind | None, value: HandValue) -> Payment:
    """The payment that the options ask for. Raises PaymentProblem for one that cannot be."""
    if payer is None:
        return tsumo(winner, value, options.rules, options.honba, options.deposits, options.liable)
    return ron(winner, payer, value, options.rules, options.honba, options.deposits, options.liable)


def answered(options: argparse.Namespace, ask: Callable[[argparse.Namespace], int]) -> int:
    """Run `ask`; a hand or a payment that cannot be is said, and the exit status is 1."""
    try:
        return ask(options)
    except PaymentProblem as problem:
        return refuse("payment", problem.message, as_json=options.json)


def told(winner: Wind, payer: Wind | None, value: HandValue, rules: Ruleset) -> str:
    """What the hand is and how it was won."""
    how = f"on {Text(payer.label)}'s discard" if payer else "by self-draw"
    return f"  {rules.title}: {winner.label} wins {how}, {said(value, rules)}"


def print_payment(payment: Payment) -> int:
    """The payment for a person: who pays whom, then what each has more or less."""
    print("\n".join(f"  {line}" for line in payment.lines()))
    changes = zip(WINDS, payment.changes, strict=False)
    print("\n" + "\n".join(f"  {own.glyph} {own.label:<6}{_signed(change):>9}" for own, change in changes))
    return DONE


def _signed(points: int) -> str:
    return f"+{write(points)}" if points > 0 else write(points)


def payment_json(payment: Payment) -> dict[str, object]:
    """The payment in JSON types; winds are current, null is the middle of the table."""
    return {
        "changes": {own.value: change for own, change in zip(WINDS, payment.changes, strict=False)},
        "deposits": payment.deposits,
        "dues": [_due_json(due) for due in payment.dues],
        "said": [str(line) for line in payment.lines()],
    }


def _due_json(due: Due) -> dict[str, object]:
    parts = [{"points": part.points, "for": str(part.what)} for part in due.parts]
    payer, receiver = due.payer and due.payer.value, due.receiver and due.receiver.value
    return {"payer": payer, "receiver": receiver, "points": due.points, "parts": parts}


def value_json(value: HandValue, rules: Ruleset) -> dict[str, object]:
    """A hand's value in JSON types."""
    return {
        "han": value.han, "fu": value.fu, "yakuman": [one.value for one in value.named] or value.yakuman,
        "at_least": value.at_least and value.at_least.value, "said": str(said(value, rules)),
    }  # fmt: skip
