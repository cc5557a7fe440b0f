"""Two readings side by side: the pattern of what differs, and what the sums can say."""

import pytest

from tests.factories import make_staff
from tests.tournament.desk.halls import entered, hall, hanchan_of
from tournament.core.models import EntryMode, Role
from tournament.desk.scored_sheets import compare_readings, differing_cells
from tournament.results.models import SheetVersion

pytestmark = pytest.mark.django_db
FIRST = (41_200, 33_100, 25_700, 20_000)
FITS = "Both readings add up to 120,000, so the sum cannot decide. The paper does."


def two(second, *, first=FIRST, deposits=(0, 0)):
    """Table 1 read in two ways."""
    tournament = hall(entry_mode=EntryMode.BLIND)
    for points, sticks, name in zip((first, second), deposits, ("Mina", "Mara"), strict=True):
        person = make_staff(tournament, Role.REFEREE, name=name)
        entered(
            hanchan_of(tournament), by=person, points=points, deposits=sticks, override=True, reason="as on the paper",
            confirmed_warnings=True,
        )  # fmt: skip
    return compare_readings(*SheetVersion.objects.order_by("number"), tournament.ruleset)


@pytest.mark.parametrize(
    ("second", "words", "cells"),
    [
        ((33_100, 41_200, 25_700, 20_000), "East and South are exchanged.", ["East", "South"]),
        ((20_000, 41_200, 33_100, 25_700), "The same figures are in other rows.", ["East", "South", "West", "North"]),
        ((42_100, 33_100, 25_700, 20_000), "The digits at East are in another order.", ["East"]),
        ((41_200, 33_100, 25_700, -20_000), "A minus sign differs at North.", ["North"]),
        ((41_200, 33_100, 25_800, 20_000), "Only the points at West differ.", ["West"]),
        ((41_300, 33_000, 25_700, 20_000), "2 cells differ.", ["East", "South"]),
        (
            (10_000, 60_000, 20_000, 30_000),
            "4 cells differ. Not the same sheet? Look at the code on the paper.",
            ["East", "South", "West", "North"],
        ),
    ],
)
def test_a_slip_that_explains_the_difference_is_named(second, words, cells):
    found = two(second)
    assert found.pattern == words
    assert differing_cells(found.first, found.second) == cells


def test_deposits_that_differ_alone_are_named():
    found = two(FIRST, first=FIRST, deposits=(0, 1))
    assert found.pattern == "Only the riichi deposits differ."
    assert differing_cells(found.first, found.second) == ["riichi deposits"]
    assert found.sums == (120_000, 121_000)


def test_deposits_and_a_row_are_two_cells():
    assert two((40_200, 33_100, 25_700, 20_000), deposits=(0, 1)).pattern == "2 cells differ."


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        (FIRST, (33_100, 41_200, 25_700, 20_000), FITS),
        (FIRST, (42_100, 33_100, 25_700, 20_000), "Only the first reading adds up to 120,000."),
        ((42_100, 33_100, 25_700, 20_000), FIRST, "Only the second reading adds up to 120,000."),
        ((42_100, 33_100, 25_700, 20_000), (41_300, 33_100, 25_700, 20_000), "Neither reading adds up to 120,000."),
    ],
)
def test_the_sums_are_told_and_decide_nothing(first, second, words):
    assert two(second, first=first).verdict.startswith(words)
