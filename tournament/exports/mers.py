"""What an event weighs in the European ranking (MERS): a line that an organiser has to work out for the report.

How it is made up is in scoring/ema.py. A required qualification gives one more, which nobody here can know.
"""

from datetime import date
from decimal import Decimal

from scoring import ema


def mers_weight(
    first: date | None, last: date | None, players: int, substitutes: int, countries: int
) -> Decimal | None:
    """The weight without qualification; None while the days are not known.

    >>> mers_weight(date(2026, 5, 16), date(2026, 5, 17), 39, 4, 10)
    Decimal('3.5')
    """
    if first is None or last is None:
        return None
    weight = ema.mers_weight((last - first).days + 1, players, countries, substitutes=substitutes)
    return Decimal(weight.numerator) / Decimal(weight.denominator)
