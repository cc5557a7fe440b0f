"""Hands without a winner: exhaustive draw, nagashi mangan, abortive draw and chonbo.

Seats are *current* winds: East is the dealer. `hands.hand_end` moves winds, honba and riichi deposits.
"""

from collections.abc import Collection
from math import lcm

from scoring.messages import gettext_noop, phrase
from scoring.payments.dues import Due, DuePart, Payment, check_counts, check_seats, dues_to, seats
from scoring.payments.values import Limit, PaymentProblem
from scoring.payments.wins import HONBA, from_the_middle, self_draw
from scoring.points import STEP
from scoring.rules import Ruleset
from scoring.rules.values import HonbaTo, Nagashi, PenaltyPayment
from scoring.winds import Wind

NOTEN = phrase(gettext_noop("noten"))
TENPAI = phrase(gettext_noop("tenpai"))
NAGASHI = phrase(gettext_noop("nagashi mangan"))
CHONBO = phrase(gettext_noop("chonbo, as a mangan"))


def exhaustive_draw(tenpai: Collection[Wind], rules: Ruleset, deposits: int = 0) -> Payment:
    """Return the payment at an exhaustive draw: noten players share the payment of `rules.hand.noten` points to those
    in tenpai.

    Nothing when all are in tenpai or all are noten; riichi deposits stay. An amount that cannot be shared in full
    hundreds is lowered until it can. Raises PaymentProblem for a wind that is not at the table.

    >>> from scoring.rules import preset
    >>> exhaustive_draw({Wind.EAST}, preset("wrc-2022")).changes
    (3000, -1000, -1000, -1000)
    """
    check_counts(0, deposits)
    check_seats(tenpai, rules)
    noten = len(seats(rules)) - len(tenpai)
    if not noten or not tenpai:
        return Payment(rules.players, deposits=deposits)
    step = STEP * lcm(noten, len(tenpai))
    pool = rules.hand.noten // step * step
    pays = tuple(Due(wind, None, (DuePart(pool // noten, NOTEN),)) for wind in seats(rules) if wind not in tenpai)
    gets = tuple(Due(None, wind, (DuePart(pool // len(tenpai), TENPAI),)) for wind in seats(rules) if wind in tenpai)
    return Payment(rules.players, pays + gets if pool else (), deposits)


def nagashi(winners: Collection[Wind], rules: Ruleset, honba: int = 0, deposits: int = 0) -> Payment:
    """Return the payment for nagashi mangan: a mangan from everybody else to each of `winners`, and no noten payment.

    As a win it takes honba and riichi deposits like a self-draw (S0 Mod.3.2); of several winners the first in turn from
    East takes the deposits, and the honba unless each gets them. As a draw it takes neither and the deposits stay.
    Raises PaymentProblem where the rules do not have it.

    >>> from scoring.rules import preset
    >>> nagashi({Wind.SOUTH}, preset("wrc-2022").replace(hand={"nagashi": "win"}), honba=1, deposits=1).changes
    (-4100, 9300, -2100, -2100)
    """
    check_counts(honba, deposits)
    check_seats(winners, rules)
    if rules.hand.nagashi is Nagashi.NOTHING:
        raise PaymentProblem(gettext_noop("Nagashi mangan is not played under the rules “{rules}”."), rules=rules.title)
    if not winners:
        raise PaymentProblem(gettext_noop("Nobody has nagashi mangan."))
    as_win = rules.hand.nagashi is Nagashi.WIN
    ordered = [wind for wind in seats(rules) if wind in winners]
    dues: list[Due] = []
    for place, winner in enumerate(ordered):
        takes = as_win and (place == 0 or rules.hand.honba_to is HonbaTo.EACH)
        counters = honba * rules.hand.honba if takes else 0
        shares = self_draw(Limit.MANGAN.base, winner, rules).items()
        entries = [entry for payer, own in shares for entry in ((payer, own, NAGASHI), (payer, counters, HONBA))]
        dues += dues_to(winner, entries)
    if as_win:
        return Payment(rules.players, (*dues, *from_the_middle(ordered[0], deposits)))
    return Payment(rules.players, tuple(dues), deposits)


def abortive_draw(rules: Ruleset, deposits: int = 0) -> Payment:
    """Return a payment of nothing (S0 Mod.5.2); `deposits` are those that stay on the table."""
    check_counts(0, deposits)
    return Payment(rules.players, deposits=deposits)


def chonbo(offenders: Collection[Wind], rules: Ruleset, deposits: int = 0) -> Payment:
    """Return the immediate payment for a chonbo; `deposits` are those on the table without the hand's own, which are
    returned.

    Where it costs tournament score nothing moves (WRC 2025 §12.2); as a reverse mangan each offender pays every other
    player what a mangan by self-draw would have earned them (S1 Chonbo). A payment after S0 Mod.6.1 is separate from
    the hand: `table_payments` has it.

    >>> from scoring.rules import preset
    >>> chonbo({Wind.WEST}, preset("wrc-2022").replace(paid="reverse-mangan")).changes
    (4000, 2000, -8000, 2000)
    """
    check_counts(0, deposits)
    check_seats(offenders, rules)
    if not offenders:
        raise PaymentProblem(gettext_noop("Nobody made a chonbo."))
    if rules.paid is not PenaltyPayment.REVERSE_MANGAN:
        return Payment(rules.players, deposits=deposits)
    dues = tuple(
        Due(offender, other, (DuePart(points, CHONBO),))
        for offender in seats(rules)
        if offender in offenders
        for other, points in self_draw(Limit.MANGAN.base, offender, rules).items()
    )
    return Payment(rules.players, dues, deposits)
