"""Payments: the worth of a hand, and each player's payment.

A *value* (`HandValue`) is han and fu or yakuman; seats are *current* winds, East is the dealer. `ron`, `tsumo` and the
draws return a `Payment`.
"""

from scoring.payments.draws import abortive_draw, chonbo, exhaustive_draw, nagashi
from scoring.payments.dues import Due, DuePart, Payment
from scoring.payments.liability import Liable
from scoring.payments.values import HandValue, Limit, PaymentProblem, Yakuman
from scoring.payments.wins import Win, ron, several_ron, tsumo, winning
from scoring.payments.worth import announcement, base_points, limit, yakuman_units

__all__ = [
    "Due",
    "DuePart",
    "HandValue",
    "Liable",
    "Limit",
    "Payment",
    "PaymentProblem",
    "Win",
    "Yakuman",
    "abortive_draw",
    "announcement",
    "base_points",
    "chonbo",
    "exhaustive_draw",
    "limit",
    "nagashi",
    "ron",
    "several_ron",
    "tsumo",
    "winning",
    "yakuman_units",
]
