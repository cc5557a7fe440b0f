"""What an option costs, and which options are not worth showing."""

import pytest

from seating.repair import RepairKind, RepairOption, SeatMoves
from tournament.planning.quality import FigureChange
from tournament.planning.repair.options import OptionCard, SolvedOption


def option(*, people, repeats, even, kind=RepairKind.BYES):
    """A way in which so many people change tables and so many meet again."""
    made = SolvedOption(RepairOption(kind, 8), "", is_even=even)
    moves = SeatMoves(tuple(range(people)), people, {8: people})
    return OptionCard(made, lines=(FigureChange("repeated pairings", 0, repeats, 0),), moves=moves)


def test_few_moves_are_not_offered_where_all_as_even_as_can_be_moves_no_more_and_repeats_no_more():
    few = option(people=26, repeats=1, even=False)
    assert few.is_outdone_by(option(people=25, repeats=0, even=True))
    assert not option(people=25, repeats=0, even=True).is_outdone_by(few)


@pytest.mark.parametrize(
    "other",
    [
        option(people=27, repeats=0, even=True),
        option(people=25, repeats=2, even=True),
        option(people=25, repeats=0, even=False),
        option(people=25, repeats=0, even=True, kind=RepairKind.TABLES),
        OptionCard(SolvedOption(RepairOption(RepairKind.BYES, 8), "", is_even=True, is_long=True)),
    ],
)
def test_they_are_offered_where_the_other_way_costs_something_or_is_another_way(other):
    assert not option(people=26, repeats=1, even=False).is_outdone_by(other)


@pytest.mark.parametrize("repeats", [1, 2])
def test_as_even_as_can_be_is_not_offered_where_few_moves_are_as_good_in_everything(repeats):
    few, even = option(people=26, repeats=1, even=False), option(people=26, repeats=repeats, even=True)
    assert even.is_outdone_by(few)
    assert not few.is_outdone_by(even)
