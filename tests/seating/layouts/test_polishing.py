"""The search that kept layouts come from: `python -m bench.layouts`."""

import sys
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench import layouts
from bench.hall import Hall, Prices, Turning, by_chance, polished
from bench.sides import Seats, evened
from seating.layouts.layout import layout
from seating.quality import measure
from seating.stored import stored_layout
from seating.winds.dealing import assign_winds
from tests.seating.seatings import shuffled

ONLY_CLASHES = Prices(clash=1, running=0, early=0, in_front=0, back=0, often=0, stay=0)
ONLY_RETURNS = Prices(clash=0, running=0, early=0, in_front=0, back=1, often=0, stay=0)
ONLY_STAYS = Prices(clash=0, running=0, early=0, in_front=0, back=0, often=0, stay=1)


@pytest.mark.parametrize(
    ("prices", "figure"),
    [
        (ONLY_CLASHES, lambda quality: quality.double_meetings),
        (ONLY_RETURNS, lambda quality: quality.table_revisits),
        (ONLY_STAYS, lambda quality: quality.consecutive_table),
    ],
)
def test_a_price_is_what_the_recount_counts(prices, figure):
    rounds = shuffled(16, 6, 3)
    assert Hall(rounds, 16, 5, prices).price == figure(measure(rounds, 16)) > 0


@settings(max_examples=15, deadline=None)
@given(st.integers(2, 5), st.integers(2, 6), st.integers())
def test_changes_keep_count_of_the_price_and_can_be_undone(tables, hanchan, seed):
    rng = Random(seed)
    rounds = shuffled(4 * tables, hanchan, seed)
    hall = Hall(rounds, 4 * tables, 2, Prices())
    before = hall.price
    changes = [
        lambda: hall.change_places(0, 1, 2),
        lambda: hall.change_numbers(hanchan - 1, 0, tables - 1),
        lambda: hall.change_hanchan(0, 1),
    ]
    rng.shuffle(changes)
    for change in changes:
        change()
    assert hall.price == Hall(hall.rounds(), 4 * tables, 2, Prices()).price
    for change in reversed(changes):
        change()
    assert hall.price == before
    assert [[set(table) for table in now] for now in hall.rounds()] == [[set(table) for table in now] for now in rounds]


def test_polishing_finds_what_is_best_for_a_small_field():
    start = by_chance(16, 3, Turning(), Random(1))
    rounds = polished(Hall(start, 16, 3, Prices()), 6000, 300, 1, Turning(), Random(1))
    quality = measure(rounds, 16)
    assert (quality.double_meetings, quality.consecutive_table) == (0, 8)


def test_hanchan_that_turn_together_stay_so():
    turning = Turning(3, 5)
    start = by_chance(16, 6, turning, Random(2))
    rounds = polished(Hall(start, 16, 5, ONLY_CLASHES), 300, 3, 0.5, turning, Random(2))
    for first in (0, 3):
        for step in (1, 2):
            turned = {frozenset(turning.turned(player, step) for player in table) for table in rounds[first]}
            assert turned == set(map(frozenset, rounds[first + step]))
    assert measure(rounds, 16).double_meetings < measure(start, 16).double_meetings


@settings(max_examples=10, deadline=None)
@given(st.integers(2, 5), st.integers(2, 9), st.integers())
def test_evening_sides_changes_only_seats_and_keeps_the_law_of_winds(tables, hanchan, seed):
    start = assign_winds(shuffled(4 * tables, hanchan, seed), Random(seed))
    rounds = evened(start, 4 * tables, 200, Random(seed))
    assert [[set(table) for table in now] for now in rounds] == [[set(table) for table in now] for now in start]
    assert measure(rounds, 4 * tables).wind_gap_any <= 1
    assert Seats(rounds, 4 * tables).price <= Seats(start, 4 * tables).price


def test_a_better_layout_is_put_into_the_file_of_its_size(tmp_path, monkeypatch):
    monkeypatch.setattr(layouts, "LAYOUTS", tmp_path)
    monkeypatch.setattr(sys.modules[stored_layout.__module__], "LAYOUTS", tmp_path)
    two, three = layout.__wrapped__(8, 2), layout.__wrapped__(8, 3)  # nothing of this folder may be remembered
    layouts.write(8, three)
    layouts.write(8, two)
    layouts.write(8, three)
    assert (stored_layout(8, 2), stored_layout(8, 3)) == (two, three)
    assert (tmp_path / "008.txt").read_text(encoding="utf-8").count("hanchan") == 2


def test_the_command_tells_the_figures_and_keeps_what_is_as_good(capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", ["layouts", "--players", "16", "--hanchan", "2", "--moves", "50", "--write"])
    layouts.main()
    assert capsys.readouterr().out.splitlines()[2] == "the layout stays as it is"
