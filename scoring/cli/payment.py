"""`python -m scoring payment --han 3 --fu 40`: the payment for a hand, and options shared with other commands."""

import argparse
from collections.abc import Sequence

from scoring.cli.arguments import RULES, Alternatives, Argument, Flag, Number, WrongCall
from scoring.cli.command import Command, Reply
from scoring.cli.shape import ByWind, Said, Shape
from scoring.messages import Message, phrase
from scoring.payments.dues import Due, DuePart, Payment
from scoring.payments.liability import Liable
from scoring.payments.notation import read_value
from scoring.payments.values import HandValue, Limit
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


TABLE = (
    Number("--honba", "honba on the table (default: 0)", default=0),
    Number("--deposits", "riichi deposits on the table (default: 0)", default=0),
    Argument("--from", "WIND", "who discarded, by current wind (default: the next in turn)", wind, dest="payer"),
)
LIABLE = Argument("--liable", "WIND=YAKUMAN", "who fed the last set of what", liable, action="append", default=[])
TSUMO = Flag("--tsumo", "by self-draw; else on a discard")


def payer_of(options: argparse.Namespace, winner: Wind) -> Wind | None:
    """Return the discarder; None for a self-draw. Without `--from`, the player after the winner."""
    if options.tsumo and options.payer:
        raise WrongCall("--tsumo and --from: a self-draw has no discarder")
    if options.tsumo:
        return None
    return options.payer or WINDS[(winner.index + 1) % options.rules.players]


def payment_for(
    options: argparse.Namespace, winner: Wind, payer: Wind | None, value: HandValue, liables: Sequence[Liable] = ()
) -> Payment:
    """Return the payment that the options describe. Raises PaymentProblem for an impossible one."""
    if payer is None:
        return tsumo(winner, value, options.rules, options.honba, options.deposits, liables)
    return ron(winner, payer, value, options.rules, options.honba, options.deposits, liables)


def payment_answer(
    options: argparse.Namespace, winner: Wind, value: HandValue, liables: Sequence[Liable] = ()
) -> Reply:
    """Return who pays whom for a hand that `winner` won as the options tell."""
    rules, payer = options.rules, payer_of(options, winner)
    payment = payment_for(options, winner, payer, value, liables)
    return Reply(
        lambda: RESULT(payment, **told_of(payment, value, rules)),
        [headline(winner, payer, value, rules), *told(payment)],
    )


def headline(winner: Wind, payer: Wind | None, value: HandValue, rules: Ruleset) -> str:
    """Return the hand and how it was won."""
    how = f"on {phrase(payer.label)}'s discard" if payer else "by self-draw"
    return f"  {rules.title}: {winner.label} wins {how}, {announcement(value, rules)}\n"


def told(payment: Payment) -> list[str]:
    """Return who pays whom, then each player's change."""
    return [*(f"  {line}" for line in payment_lines(payment)), "", *change_lines(payment.changes)]


def change_lines(changes: Sequence[Points]) -> list[str]:
    """Return each player's change, by current wind."""
    by_wind = zip(WINDS, changes, strict=False)
    return [f"  {own.glyph} {own.label:<6}{_with_sign(change):>9}" for own, change in by_wind]


def _with_sign(points: Points) -> str:
    return f"+{write(points)}" if points > 0 else write(points)


def told_of(payment: Payment, value: HandValue, rules: Ruleset) -> dict[str, object]:
    """Return the fields TOLD of a result: the hand's value, the changes and the sentences."""
    told = VALUE(value, said=announcement(value, rules))
    return {"value": told, "changes": by_wind(payment.changes), "said": payment_lines(payment)}


def by_wind(changes: Sequence[Points]) -> dict[str, Points]:
    """Return the change of each player by current wind."""
    return {own.value: change for own, change in zip(WINDS, changes, strict=False)}


def _payment(options: argparse.Namespace) -> Reply:
    value = _value(options)
    winner = Wind.EAST if options.dealer else options.winner or Wind.SOUTH
    return payment_answer(options, winner, value)


def _value(options: argparse.Namespace) -> HandValue:
    """Return the hand's value, from han and fu or from the notation of logs."""
    floor = Limit(options.at_least) if options.at_least else None
    if (options.value is None) == (options.han is None):
        raise WrongCall("say what the hand is worth: either --han (and --fu), or --value")
    if options.value is not None:
        return read_value(f"{options.value}>={floor}" if floor else options.value)
    return HandValue(options.han, options.fu, at_least=floor)


VALUE = Shape(HandValue, "han fu yakuman named at_least", said=Message)
DUE = Shape(Due, "payer receiver points parts", Shape(DuePart, "points", for_="what"))
TOLD = {"value": VALUE, "changes": ByWind, "said": Said}
RESULT = Shape(Payment, "deposits dues", DUE, **TOLD)
COMMAND = Command(
    "payment",
    "say who pays whom how much for a hand",
    _payment,
    RESULT,
    (
        *RULES,
        Number("--han", "han with dora"),
        Number("--fu", "fu, needed below 5 han", default=0),
        Argument("--value", "VALUE", "instead: 3/40, 7, mangan, yakuman*2 or all-green+four-quads"),
        Argument("--at-least", "LIMIT", f"a floor: {', '.join(Limit)}", choices=[one.value for one in Limit]),
        Alternatives(
            Flag("--dealer", "the dealer won; else South, or --winner"),
            Argument("--winner", "WIND", "who won, by current wind", wind),
        ),
        TSUMO,
        *TABLE,
    ),
)
