"""What a hand is worth and who pays it: all that a caller needs, in one place.

A *value* (`HandValue`) is han and fu or yakuman; seats are *current* winds, East is the dealer. `ron`, `tsumo` and the
draws give a `Payment`, which adds up and can say itself.
"""

from scoring.hand.drawn import abortive_draw, chonbo, exhaustive_draw, nagashi
from scoring.hand.dues import Due, Part, Payment
from scoring.hand.liability import Liable
from scoring.hand.limits import Limit
from scoring.hand.value import HandValue, PaymentProblem
from scoring.hand.wins import Win, ron, several_ron, tsumo, winning
from scoring.hand.worth import base_points, limit, said, yakuman_units
from scoring.hand.yakuman import Yakuman

__all__ = [
    "Due",
    "HandValue",
    "Liable",
    "Limit",
    "Part",
    "Payment",
    "PaymentProblem",
    "Win",
    "Yakuman",
    "abortive_draw",
    "base_points",
    "chonbo",
    "exhaustive_draw",
    "limit",
    "nagashi",
    "ron",
    "said",
    "several_ron",
    "tsumo",
    "winning",
    "yakuman_units",
]
