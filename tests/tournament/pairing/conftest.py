"""What the planner finds is tested there; here it tries a tenth as often."""

import pytest

from tournament.seating.planner.by_standings import classes, closest


@pytest.fixture(autouse=True)
def _few_moves(monkeypatch):
    monkeypatch.setattr(closest, "MOVES", 4_000)
    monkeypatch.setattr(closest, "CURVE_MOVES", 1_000)
    monkeypatch.setattr(classes, "MOVES", 2_000)
