"""Every layout that is kept, counted again."""

from functools import cache

import pytest

from bench.anchor import anchors
from seating.bounds import (
    double_meetings_bound,
    most_hanchan_without_repeat,
    most_visits_bound,
    running_bound,
    stays_bound,
)
from seating.faults import problems
from seating.layouts.layout import layout
from seating.quality import Quality, measure
from seating.stored import LAYOUTS, stored_layout

SIZES = range(8, 61, 4)

MOST = {52: 17, 56: 18, 60: 19, 20: 20}
"""Hanchan kept for a number of players, where that is not 15."""

ABOVE_THE_BOUND = {(20, 6): 6, (20, 12): 174, (20, 13): 220, (20, 14): 274}
ABOVE_THE_BOUND |= {(24, 8): 18, (24, 14): 231, (24, 15): 270, (36, 12): 27}
"""Clashes of those that do not reach the lower bound; all others do."""

STAYING = {(20, 7): 2}
"""Times somebody stays at a table, where more than must; up to 15 hanchan."""

SIDES = {
    8: {5: 4, 6: 4, 7: 9, 8: 8, 9: 4, 12: 4, 13: 5, 14: 9, 15: 6},
    12: {5: 1, 6: 1, 8: 9, 9: 11, 10: 18, 11: 22, 12: 21, 13: 14, 14: 7, 15: 3},
    16: {8: 3, 9: 4, 10: 6, 11: 16, 12: 26, 13: 35, 14: 38, 15: 52},
    20: {8: 1, 10: 3, 11: 7, 12: 16, 13: 24, 14: 30, 15: 44},
    24: {11: 2, 12: 9, 13: 14, 14: 15, 15: 23},
    28: {12: 5, 13: 5, 14: 10, 15: 15},
    32: {14: 5, 15: 8},
    36: {15: 1},
}
"""By players and hanchan: meetings that would need other seats for left, right and opposite of all pairs to be even."""

OFTEN = {(8, 6): 5, (8, 7): 6, (8, 8): 6}
"""Most visits to one table, where it is more than one above the least: with two tables and as few double meetings it
cannot be less."""

RETURNING = {(12, 2), (16, 2), (16, 3), (24, 4), (24, 5), (40, 8), (40, 9), (48, 10), (48, 11)}
RETURNING |= {(56, 12), (56, 13), (60, 13), (60, 14)}
"""Sizes of fewer hanchan than tables in which somebody comes back to a table all the same."""

CELLS = [(players, hanchan) for players in SIZES for hanchan in range(1, MOST.get(players, 15) + 1)]


@cache
def counted(players: int, hanchan: int) -> Quality:
    return measure(layout(players, hanchan), players)


def those_with(figure):
    """The figure by size, for the sizes up to 15 hanchan in which it is above its bound."""
    found = {size: figure(counted(*size), *size) for size in CELLS if size[1] <= 15}
    return {size: value for size, (value, least) in found.items() if value > least}


def test_every_layout_is_sound_with_even_winds():
    for players, hanchan in CELLS:
        rounds = layout(players, hanchan)
        assert (len(rounds), problems(rounds, players)) == (hanchan, ())
        quality = counted(players, hanchan)
        assert (quality.wind_gap_any, quality.wind_gap) == (1, 1 if hanchan % 4 else 0)


def test_nobody_meets_twice_where_that_is_possible():
    perfect = [size for size in CELLS if size[1] <= most_hanchan_without_repeat(size[0])]
    assert len(perfect) == 145
    assert not any(counted(*size).repeats for size in perfect)


def test_repeats_are_as_few_as_can_be_or_as_few_as_are_known():
    found = {size: counted(*size).double_meetings for size in CELLS}
    assert {size: value for size, value in found.items() if value > double_meetings_bound(*size)} == ABOVE_THE_BOUND


def test_nobody_meets_twice_running_unless_that_must_be():
    assert those_with(lambda quality, *size: (quality.running_repeats, running_bound(*size))) == {}


def test_nobody_stays_at_a_table_where_that_was_avoided():
    assert those_with(lambda quality, *size: (quality.consecutive_table, stays_bound(*size))) == STAYING


def test_left_right_and_opposite_of_those_who_meet_again_are_as_even_as_was_found():
    uneven = those_with(lambda quality, *size: (quality.uneven_sides, 0))
    assert uneven == {(players, hanchan): count for players, row in SIDES.items() for hanchan, count in row.items()}


def test_no_table_is_visited_much_more_often_than_it_must():
    assert those_with(lambda quality, *size: (quality.most_table_visits, most_visits_bound(*size) + 1)) == OFTEN


def test_nobody_comes_back_to_a_table_while_there_are_new_ones():
    early = {size for size in CELLS if size[1] < size[0] // 4}
    assert {size for size in early if counted(*size).table_revisits} == RETURNING


@pytest.mark.parametrize("size", [size for size in CELLS if size in anchors()], ids=str)
def test_no_layout_is_behind_the_best_public_collection_in_anything(size):
    ours, theirs = counted(*size), anchors()[size]
    assert ours.repeats <= theirs.above + theirs.floor
    assert len(ours.uneven_players) <= theirs.uneven
    assert ours.table_revisits <= theirs.returns
    assert ours.common_opponents is None or ours.common_opponents >= (theirs.common or 0)


def test_the_first_hanchan_have_no_repeat_but_in_one_size():
    crowded = [size for size in CELLS if 15 >= size[1] > most_hanchan_without_repeat(size[0]) and size[0] >= 16]
    clean = {size: counted(*size).first_repeat == most_hanchan_without_repeat(size[0]) + 1 for size in crowded}
    assert {size for size, is_clean in clean.items() if not is_clean} == {(20, 7)}


def test_kept_files_hold_what_their_names_say_and_nothing_twice():
    for file in LAYOUTS.glob("[0-9]*.txt"):
        headings = [line for line in file.read_text(encoding="utf-8").splitlines() if line.startswith("hanchan")]
        assert len(set(headings)) == len(headings) > 0
        for heading in headings:
            kept = stored_layout(int(file.stem), int(heading.split()[1]))
            assert kept and {len(tables) * 4 for tables in kept} == {int(file.stem)}
