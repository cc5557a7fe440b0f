"""Minutes late (WRC 2025 §12.3.9, RULES.md A7 and §8.5)."""

from datetime import timedelta

import pytest

from scoring.lateness import Kind, full_minutes, lateness
from scoring.rules import preset

WRC = preset("wrc-2022")


@pytest.mark.parametrize(
    ("minutes", "seconds", "kind", "full", "amount"),
    [
        (-5, 0, Kind.ON_TIME, 0, 0),
        (0, 0, Kind.ON_TIME, 0, 0),
        (0, 59, Kind.ON_TIME, 0, 0),
        (1, 0, Kind.LATE, 1, 1_000),
        (7, 30, Kind.LATE, 7, 7_000),
        (10, 0, Kind.LATE, 10, 10_000),
        (10, 1, Kind.FORFEIT, 10, 30_000),
        (45, 0, Kind.FORFEIT, 45, 30_000),
    ],
)
def test_lateness_by_the_exact_time(minutes: int, seconds: int, kind: Kind, full: int, amount: int) -> None:
    elapsed = timedelta(minutes=minutes, seconds=seconds)
    verdict = lateness(elapsed, WRC)
    assert (verdict.kind, verdict.minutes, verdict.amount) == (kind, full, amount)
    assert full_minutes(elapsed) == full


@pytest.mark.parametrize(
    ("minutes", "kind", "amount"),
    [(0, Kind.ON_TIME, 0), (1, Kind.LATE, 1_000), (10, Kind.LATE, 10_000), (11, Kind.FORFEIT, 30_000)],
)
def test_lateness_by_full_minutes(minutes: int, kind: Kind, amount: int) -> None:
    verdict = lateness(minutes, WRC)
    assert (verdict.kind, verdict.minutes, verdict.amount) == (kind, minutes, amount)


def test_a_forfeit_is_not_added_to_the_minutes() -> None:
    """RULES.md §8.5: eleven minutes late is -30.0, not -40.0."""
    assert lateness(11, WRC).amount == 30_000


def test_own_rules_may_have_their_own_scale() -> None:
    rules = preset("own").replace(lateness={"per_minute": 500, "minutes": 15, "forfeit": 20_000})
    assert [lateness(minutes, rules).amount for minutes in (4, 15, 16)] == [2_000, 7_500, 20_000]
