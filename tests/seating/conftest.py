"""Chance for the planner's tests."""

from random import Random

import pytest


@pytest.fixture
def a_random() -> Random:
    return Random(11)
