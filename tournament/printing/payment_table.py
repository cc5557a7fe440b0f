"""The values of hands as a table for the wall: by han and fu, and the limits, for dealer and others."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.payments import PaymentProblem
from scoring.payments.dues import Payment
from scoring.payments.values import HandValue
from scoring.payments.wins import ron, tsumo
from scoring.payments.worth import announcement, limit
from scoring.rules import Ruleset
from scoring.winds import Wind
from tournament.core.messages import sentence
from tournament.translation.formats import write

HAN = (1, 2, 3, 4)
FU = (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110)
LIMITS = (5, 6, 8, 11)


@dataclass(frozen=True, slots=True)
class Worth:
    """The worth of a hand on a discard and by self-draw, as it is announced; "" where there is no such hand."""

    discard: str
    self_draw: str


@dataclass(frozen=True, slots=True)
class WorthRow:
    """A row of the table: fu, or the name of a limit with its han."""

    label: str
    cells: tuple[Worth, ...]
    han: str = ""


@dataclass(frozen=True, slots=True)
class PaymentTable:
    """The tables of one winner: the dealer, or somebody else."""

    title: str
    rows: tuple[WorthRow, ...]
    limits: tuple[WorthRow, ...]


def payment_tables(rules: Ruleset) -> list[PaymentTable]:
    """Return the tables of a player who is not dealer, and of the dealer."""
    winners = ((pgettext("not the dealer", "Player"), Wind.SOUTH), (_("Dealer"), Wind.EAST))
    return [
        PaymentTable(title, tuple(_rows(winner, rules)), tuple(_limits(winner, rules))) for title, winner in winners
    ]


def honba(rules: Ruleset) -> tuple[str, str]:
    """Return what a honba adds to a payment on a discard, and by self-draw to that of each player."""
    value, payer = HandValue(1, 30), Wind.WEST
    discard = [ron(Wind.SOUTH, payer, value, rules, honba=n).changes[Wind.SOUTH.index] for n in (0, 1)]
    drawn = [tsumo(Wind.SOUTH, value, rules, honba=n).changes[payer.index] for n in (0, 1)]
    return write(discard[1] - discard[0]), write(drawn[0] - drawn[1])


def _rows(winner: Wind, rules: Ruleset) -> Iterator[WorthRow]:
    for fu in FU:
        yield WorthRow(str(fu), tuple(_worth(winner, han, fu, rules) for han in HAN))


def _limits(winner: Wind, rules: Ruleset) -> Iterator[WorthRow]:
    values = [HandValue(han) for han in LIMITS] + [HandValue(yakuman=1)]
    for value, han in zip(values, ("5", "6–7", "8–10", "11+", ""), strict=True):
        name = capfirst(sentence(announcement(value, rules)))
        yield WorthRow(name, (_of(winner, value, rules),), han)


def _worth(winner: Wind, han: int, fu: int, rules: Ruleset) -> Worth:
    """The worth of a hand; of one that reaches a mangan nothing, as the limits have it."""
    try:
        value = HandValue(han, fu)
    except PaymentProblem:
        return Worth("", "")
    return Worth("", "") if limit(value, rules) else _of(winner, value, rules)


def _of(winner: Wind, value: HandValue, rules: Ruleset) -> Worth:
    discard = _payment(lambda: ron(winner, Wind.WEST, value, rules))
    drawn = _payment(lambda: tsumo(winner, value, rules))
    return Worth(
        write(discard.changes[winner.index]) if discard else "",
        _shares(drawn, winner) if drawn else "",
    )


def _payment(make: Callable[[], Payment]) -> Payment | None:
    """Return a payment; None where there is no such hand, as a discard never completes a pinfu of 20 fu."""
    try:
        return make()
    except PaymentProblem:
        return None


def _shares(payment: Payment, winner: Wind) -> str:
    """Return the payments of the others: `1,000 all`, or those of the others and the dealer: `500/1,000`."""
    shares = sorted({-change for change in payment.changes if change < 0})
    if winner is Wind.EAST:
        return _("{points} all").format(points=write(shares[0]))
    return "/".join(write(share) for share in (shares if len(shares) > 1 else shares * 2))
