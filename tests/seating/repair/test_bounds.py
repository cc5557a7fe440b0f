"""Bounds that hold when people come and go."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from seating.quality import measure
from seating.repair import floors, least_after, repeats_after
from tests.seating.seatings import shuffled


def thinned(rounds, rng):
    """Some hanchan without one of their tables, so that not everybody sits in every hanchan."""
    return tuple(tables if rng.random() < 0.5 or len(tables) < 2 else tables[:-1] for tables in rounds)


seatings = st.builds(
    lambda tables, hanchan, seed: thinned(shuffled(4 * tables, hanchan, seed), Random(seed)),
    st.integers(1, 6), st.integers(1, 9), st.integers(0, 10_000),
)  # fmt: skip


@given(seatings)
def test_no_seating_is_better_than_its_floors(rounds):
    players = max(player for tables in rounds for table in tables for player in table)
    quality, least = measure(rounds, players), floors(rounds)
    assert least.repeats <= quality.repeats
    assert least.double_meetings <= quality.double_meetings
    assert least.table_revisits <= quality.table_revisits
    assert least.wind_gap <= quality.wind_gap


@given(seatings, st.data())
def test_nothing_after_a_past_is_better_than_what_is_said_to_be_least(rounds, data):
    played = data.draw(st.integers(0, len(rounds)))
    past, rest = rounds[:played], rounds[played:]
    sitting = [{player for table in tables for player in table} for tables in rest]
    players = max(player for tables in rounds for table in tables for player in table)
    quality = measure(rounds, players)
    least = least_after(past, sitting, max((len(tables) for tables in rest), default=0))
    assert least.repeats <= quality.repeats
    assert least.wind_gap <= quality.wind_gap
    assert least.wind_gap_any <= quality.wind_gap_any
    assert least.table_revisits <= quality.table_revisits
    assert least.stays <= quality.consecutive_table


def test_a_full_past_forces_every_meeting_to_be_a_repeat():
    past = (((1, 2, 3, 4),),)
    assert repeats_after(past, [{1, 2, 3, 4}]) == 6
    assert repeats_after(past, [{1, 2, 5, 6, 3, 4, 7, 8}]) == 0


def test_who_play_on_and_all_lack_one_wind_are_two_apart():
    past = (((5, 1, 2, 3), (6, 4, 7, 8)), ((7, 3, 1, 2), (8, 5, 4, 6)), ((5, 2, 3, 1), (6, 7, 8, 4)))
    left = {1, 2, 3, 4}
    assert least_after(past, [left], 1).wind_gap == 2
    assert least_after(past, [left, {5, 6, 7, 8}], 1).wind_gap_any == 2
    assert least_after(past[:2], [left], 1).wind_gap == 1
