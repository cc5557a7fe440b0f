"""Repairs and pairings in tests are planned with little work: that they are good is for the planner's tests."""

import pytest

from seating.swiss import classes, pairing
from tournament.planning.sources import repair_options as options


@pytest.fixture(autouse=True)
def _little_work(monkeypatch):
    monkeypatch.setattr(options, "MOVES", (4_000, 0, 4_000))
    monkeypatch.setattr(options, "EVEN_MOVES", (4_000, 0, 4_000))
    monkeypatch.setattr(pairing, "MOVES", 4_000)
    monkeypatch.setattr(classes, "MOVES", 2_000)
