"""What an event weighs in the European ranking (MERS): a line that an organiser has to work out for the report.

Read on EMA's page and in the tests of its portal: days 1 to 3 give 1 to 3; players up to 40, 80, more give 0, ½, 1, and
up to three substitutes count as players; countries up to 5, 9, more give 0, ½, 1. A required qualification gives one
more, which nobody here can know.
"""

from datetime import date
from decimal import Decimal

HALF = Decimal("0.5")
MOST_SUBSTITUTES = 3


def mers_weight(
    first: date | None, last: date | None, players: int, substitutes: int, countries: int
) -> Decimal | None:
    """The weight without qualification; None while the days are not known.

    >>> mers_weight(date(2026, 5, 16), date(2026, 5, 17), 39, 4, 10)
    Decimal('3.5')
    """
    if first is None or last is None:
        return None
    days = min((last - first).days + 1, 3)
    counted = players + min(substitutes, MOST_SUBSTITUTES)
    return days + HALF * ((counted > 40) + (counted > 80)) + HALF * ((countries > 5) + (countries > 9))
