"""`python -m scoring liability`: who pays for a yakuman whose last set another player fed."""

import argparse

from scoring.cli.arguments import RULES, Argument
from scoring.cli.command import Command, Reply
from scoring.cli.payment import LIABLE, RESULT, TABLE, TSUMO, payment_answer, wind
from scoring.payments.values import HandValue, Yakuman
from scoring.winds import Wind

EXAMPLES = """\
The examples of the WRC (S2 Liability): East has Big Three Dragons, fed by South, and All Honours, with one honba.

  by self-draw, South pays 64,100, West and North 16,100 each:
    python -m scoring liability big-dragons all-honours --winner E --tsumo --liable S=big-dragons --honba 1
  on West's discard, South pays 24,000, West 72,300, North nothing:
    python -m scoring liability big-dragons all-honours --winner E --from W --liable S=big-dragons --honba 1
"""


def _liability(options: argparse.Namespace) -> Reply:
    value = HandValue.of(*(Yakuman(one) for one in options.yakuman))
    return payment_answer(options, options.winner, value, options.liable)


COMMAND = Command(
    "liability",
    "say who pays for a yakuman that somebody fed",
    _liability,
    RESULT,
    (
        Argument("yakuman", "YAKUMAN", f"of {', '.join(Yakuman)}", nargs="+", choices=[one.value for one in Yakuman]),
        *RULES,
        Argument("--winner", "WIND", "who won (default: S)", wind, default=Wind.SOUTH),
        TSUMO,
        LIABLE,
        *TABLE,
    ),
    EXAMPLES,
)
