"""What an event weighs in the European ranking (EMA, "MERS": days, players, countries)."""

from datetime import date
from decimal import Decimal

import pytest

from tournament.exports.tables import mers_weight

SATURDAY, SUNDAY, TUESDAY = date(2026, 5, 16), date(2026, 5, 17), date(2026, 5, 19)


@pytest.mark.parametrize(
    ("days", "players", "substitutes", "countries", "weight"),
    [
        ((SATURDAY, SATURDAY), 40, 0, 5, "1"),
        ((SATURDAY, SUNDAY), 41, 0, 5, "2.5"),
        ((SATURDAY, SUNDAY), 38, 3, 6, "3.0"),
        ((SATURDAY, SUNDAY), 38, 9, 6, "3.0"),
        ((SATURDAY, SUNDAY), 80, 0, 9, "3.0"),
        ((SATURDAY, SUNDAY), 81, 0, 10, "4.0"),
        ((SATURDAY, TUESDAY), 36, 0, 1, "3"),
    ],
)
def test_days_players_and_countries_add_up(days, players, substitutes, countries, weight):
    assert mers_weight(*days, players, substitutes, countries) == Decimal(weight)


def test_without_days_nothing_is_claimed():
    assert mers_weight(None, None, 40, 0, 5) is None
