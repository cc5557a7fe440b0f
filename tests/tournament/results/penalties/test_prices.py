"""What a chonbo costs that no row of the schedule names."""

import pytest

from scoring.rules import preset
from tournament.results.penalties.prices import chonbo


@pytest.mark.parametrize(
    ("key", "changes", "points"),
    [
        ("wrc-2025", {}, 30_000),
        ("ema-2025", {}, 20_000),  # Pantheon, ema2025
        ("wrc-2022", {"schedule": "lower"}, 20_000),  # S0 Mod.6.3: lowered to 20P
        ("wrc-2022", {"paid": "table"}, 0),
    ],
)
def test_it_costs_what_the_rule_page_says(key: str, changes: dict[str, object], points: int) -> None:
    assert chonbo(preset(key).replace(**changes)) == points
