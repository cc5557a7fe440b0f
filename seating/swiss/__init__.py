"""The next hanchan by the standings (Swiss pairing): ranks and past in, tables out; one hanchan at a time.

`pair` weighs closeness in rank against meeting again, `curve` shows what each weight gives; `groups` and `pots` divide
the field and draw within the parts; `chunks`, `snake` and parsed patterns follow the ranks alone and are seated by
`seat_groups`. `closeness` counts the result, however it was made.
"""

from seating.swiss.classes import groups, pots
from seating.swiss.closeness import Closeness, closeness, sit_out
from seating.swiss.pairing import CurvePoint, curve, is_better_planned, pair
from seating.swiss.patterns import chunks, parse_pattern, snake
from seating.swiss.rank_cost import STEPS, weight_of
from seating.swiss.task import WINDS, WINDS_FIRST, PairingTask
from seating.swiss.wind_rotation import seat_groups

__all__ = [
    "STEPS",
    "WINDS",
    "WINDS_FIRST",
    "Closeness",
    "CurvePoint",
    "PairingTask",
    "chunks",
    "closeness",
    "curve",
    "groups",
    "is_better_planned",
    "pair",
    "parse_pattern",
    "pots",
    "seat_groups",
    "sit_out",
    "snake",
    "weight_of",
]
