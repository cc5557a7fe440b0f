"""Where the points of a foul are paid, and what a chonbo costs."""

import pytest

from scoring.penalties import chonbo_price
from scoring.rules import preset
from scoring.rules.files import PRESETS


@pytest.mark.parametrize("key", PRESETS)
@pytest.mark.parametrize("fouls", ["lower", "bare-minimum", "tori-open-2026"])
def test_a_schedule_with_a_price_of_its_own_goes_before_every_rule_set(key: str, fouls: str) -> None:
    """S0 Mod.6.3: a chonbo is lowered to 20P."""
    assert chonbo_price(preset(key).replace(schedule=fouls)) == 20_000
    assert chonbo_price(preset(key).replace(schedule="wrc-2025")) == preset(key).chonbo
