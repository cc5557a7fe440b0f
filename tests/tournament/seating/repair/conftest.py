"""Repairs in tests are planned with little work: that they are good is for the planner's tests."""

import pytest

from tournament.seating.repair import solving


@pytest.fixture(autouse=True)
def _little_work(monkeypatch):
    monkeypatch.setattr(solving, "MOVES", (4_000, 0, 4_000))
    monkeypatch.setattr(solving, "EVEN_MOVES", (4_000, 0, 4_000))
