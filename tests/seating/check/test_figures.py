"""The second count agrees with the first, and with what is counted by hand."""

import ast
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from seating import check, measure
from seating.check import recount
from tests.seating.check.cases import SIZES, THREES
from tests.seating.seatings import shuffled


def test_it_shares_no_code_with_what_it_counts_again():
    """Only the type of its notes."""
    imports = [
        node for node in ast.walk(ast.parse(Path(check.__file__).read_text())) if isinstance(node, ast.ImportFrom)
    ]
    assert {node.module for node in imports if (node.module or "").startswith("seating")} <= {"seating.notes"}


@given(SIZES)
def test_both_counts_give_the_same_figures(size):
    players, hanchan, seed = size
    rounds = shuffled(players, hanchan, seed)
    counted, said = recount(rounds), measure(rounds, players).to_json()
    assert len(counted) == 9
    assert counted == {name: said[name] for name in counted}


@given(st.integers(5, 23), st.integers(1, 6), st.integers(0, 10_000))
def test_both_counts_give_the_same_figures_when_people_sit_out(players, hanchan, seed):
    rounds = [tables[:-1] or tables for tables in shuffled(players // 4 * 4 + 4, hanchan, seed)]
    counted, said = recount(rounds), measure(rounds, len(rounds[0]) * 4).to_json()
    assert counted == {name: said[name] for name in counted}


def test_strangers_are_all_who_sit_in_any_hanchan():
    rounds = [[(1, 2, 3, 4)], [(5, 6, 7, 8)]]
    assert measure(rounds, 4).common_opponents == recount(rounds)["common_opponents"] == 0


def test_the_figures_of_a_seating_counted_by_hand():
    rounds = [[(1, 2, 3, 4), (5, 6, 7, 8)], [(1, 2, 4, 3), (5, 6, 7, 8)], [(1, 5, 2, 6), (3, 7, 4, 8)]]
    assert recount(rounds) == {
        "repeats": 12 + 4,  # both tables again, then 1-2, 5-6, 3-4, 7-8 once more
        "double_meetings": 8 + 4 * 3,
        "most_meetings": 3,
        "common_opponents": 4,  # 1 and 7: both have met 3, 4, 5, 6
        "wind_gap": 3,  # player 1 is East three times
        "wind_gap_any": 3,
        "table_revisits": 8 + 4,  # 1, 2 stay at table 1, and 7, 8 at table 2
        "most_table_visits": 3,
        "consecutive_table": 8 + 4,
    }


def test_both_counts_of_tables_of_three_agree():
    for rounds in (THREES, [[(1, 2, 3), (4, 5, 6)], [(2, 3, 4), (5, 6, 1)], [(6, 1, 5), (3, 4, 2)]]):
        counted, said = recount(rounds), measure(rounds, 6).to_json()
        assert counted == {name: said[name] for name in counted}
