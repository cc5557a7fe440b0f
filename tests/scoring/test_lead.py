"""The lead that passes a rival: what the scores of the hanchan say of it."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.game import score_points
from scoring.lead import is_lead_enough, is_place_enough, lead
from scoring.points import STEP
from scoring.rules import preset

RULES = [preset(name) for name in ("wrc-2022", "ema-2025", "m-league", "tenhou")]
hundreds = st.integers(-100, 900).map(lambda n: n * STEP)


@given(rules=st.sampled_from(RULES), points=st.lists(hundreds, min_size=3, max_size=3, unique=True), gap=hundreds)
def test_exactly_the_lead_passes_the_rival(rules, points, gap):
    assume(is_lead_enough(rules) and gap >= 0)
    points = [*points, rules.total - sum(points)]
    assume(len(set(points)) == 4)
    rows = score_points(tuple(points), rules)
    for own in range(4):
        for rival in range(4):
            if rows[own].place < rows[rival].place:
                needed = lead(gap, rows[own].place, rows[rival].place, rules)
                passes = rows[own].score - rows[rival].score > gap
                assert passes == (points[own] - points[rival] >= needed)
                assert passes or not is_place_enough(gap, rules)


def test_the_places_alone_are_enough_for_a_gap_below_every_step_of_the_uma():
    rules = preset("wrc-2022")
    assert is_place_enough(10_000, rules) and not is_place_enough(10_100, rules)


@pytest.mark.parametrize(
    "changes",
    [{"yakitori": 9_000}, {"count": "end-points", "oka": 0}, {"uma": {"floating": [(0, 0, 0, 0)] * 5}}],
    ids=lambda changes: next(iter(changes)),
)
def test_other_rules_are_not_told_by_a_lead(changes):
    assert not is_lead_enough(preset("own").replace(**changes))
