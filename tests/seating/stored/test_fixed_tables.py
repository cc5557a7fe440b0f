"""Every kept layout in which somebody keeps a table, counted again."""

import pytest

from seating import measure, problems
from seating.layouts.fixed_tables import fixed_tables, nearly_fixed_tables
from seating.stored import FIXED_TABLES, rotate_tables, stored_fixed_tables
from tests.seating.layouts.test_fixed_tables import holds

MOST = {
    20: (0, 3, 2),
    24: (4, 5, 5),
    28: (6, 6, 6),
    32: (7, 7, 7),
    36: (8, 7, 8),
    40: (9, 9, 9),
    44: (10, 10, 9),
    48: (11, 11, 10),
    52: (12, 12, 11),
    56: (13, 12, 12),
    60: (13, 14, 13),
    64: (14, 14, 14),
    68: (15, 15, 15),
    72: (15, 15, 16),
    76: (17, 17, 16),
    80: (19, 17, 17),
    84: (18, 18, 18),
    88: (21, 19, 19),
    92: (20, 20, 20),
    96: (21, 21, 21),
    100: (22, 22, 22),
    104: (23, 23, 23),
    108: (24, 24, 24),
    112: (25, 25, 24),
    116: (25, 25, 25),
    120: (26, 26, 26),
    124: (27, 27, 27),
    128: (31, 0, 0),
}
"""For so many players: the greatest number of hanchan in which 1, 2 and 3 people keep their tables."""


NEARLY = {
    (20, 2, 1): 1, (20, 3, 1): 3, (20, 4, 1): 8, (20, 4, 2): 7, (20, 3, 3): 1, (20, 4, 3): 5, (24, 5, 1): 2,
    (36, 8, 2): 7, (44, 10, 3): 15, (48, 11, 3): 18, (52, 12, 3): 24, (56, 13, 2): 24, (56, 13, 3): 33,
    (60, 14, 1): 28, (60, 14, 3): 36, (64, 15, 1): 15, (64, 15, 2): 42, (64, 15, 3): 51,
}  # fmt: skip
"""By players, hanchan and people who keep their tables: how often others come back where there is no better."""


@pytest.mark.parametrize("players", MOST)
@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_few_people_keep_their_tables(players, count):
    most = MOST[players][count - 1]
    assert stored_fixed_tables(players, most + 1, count) is None
    for hanchan in {2, most} if most else ():
        holds(fixed_tables(players, hanchan, count), players, count)


@pytest.mark.parametrize(("size", "returns"), NEARLY.items())
def test_hardly_anybody_comes_back_to_a_table_where_somebody_must(size, returns):
    players, hanchan, count = size
    rounds = nearly_fixed_tables(*size)
    quality = measure(rounds, players)
    assert problems(rounds, players) == ()
    assert all(place in tables[place - 1] for tables in rounds for place in range(1, count + 1))
    assert (quality.repeats, quality.wind_gap_any) == (0, 1)
    assert quality.table_revisits == count * (hanchan - 1) + returns
    assert fixed_tables(*size) is None


def test_no_other_size_is_kept():
    assert {int(file.stem) for file in FIXED_TABLES.glob("*.txt")} == set(MOST)


def test_what_is_kept_is_small():
    assert sum(file.stat().st_size for file in FIXED_TABLES.glob("*.txt")) < 60_000


def test_there_is_none_for_more_hanchan_than_are_kept():
    assert stored_fixed_tables(28, 7, 1) is None
    assert stored_fixed_tables(16, 2, 1) is None


def test_a_line_stands_for_all_that_it_turns_into():
    tables = [[1, 5, 8, 11], [2, 6, 9, 12], [3, 7, 10, 13], [4, 14, 15, 16]]
    assert len(list(rotate_tables(tables, 3))) == 3


def test_a_line_that_turns_into_itself_stands_for_one():
    tables = [[1, 2, 3, 4], [5, 8, 11, 14], [6, 9, 12, 15], [7, 10, 13, 16]]
    assert list(rotate_tables(tables, 3)) == [tuple(tuple(table) for table in tables)]
