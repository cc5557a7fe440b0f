"""What the planner finds is tested there; here it tries a tenth as often."""

import pytest

from seating.swiss import classes, pairing


@pytest.fixture(autouse=True)
def _few_moves(monkeypatch):
    monkeypatch.setattr(pairing, "MOVES", 4_000)
    monkeypatch.setattr(pairing, "CURVE_MOVES", 1_000)
    monkeypatch.setattr(classes, "MOVES", 2_000)
