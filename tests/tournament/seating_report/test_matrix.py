"""Who meets whom: against seatings drawn by hand and a count that knows nothing of the matrix."""

from hypothesis import given, settings
from hypothesis import strategies as st

from seating import measure, plan
from seating.bounds import late_from
from tests.tournament.seating_report.drawn import SEATINGS, players_of, sit_together
from tournament.seating_report.matrix import MeetingKind, matrix

TWICE = (((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 5, 2, 6), (3, 7, 4, 8)))


def test_two_hanchan_drawn_by_hand():
    found = matrix(TWICE, 8)
    assert found.hanchan(2, 1) == found.hanchan(1, 2) == (1, 2)
    assert found.kind(found.hanchan(1, 2)) is MeetingKind.LATE and found.kind(found.hanchan(1, 3)) is MeetingKind.ONCE
    assert found.kind(found.hanchan(1, 7)) is MeetingKind.NEVER
    assert [pair for pair, _ in found.repeated()] == [(1, 2), (3, 4), (5, 6), (7, 8)]
    assert found.counts() == {MeetingKind.NEVER: 8, MeetingKind.ONCE: 16, MeetingKind.LATE: 4, MeetingKind.AGAIN: 0}


@settings(max_examples=40)
@given(SEATINGS)
def test_six_meetings_a_table_and_hanchan(rounds):
    found = matrix(rounds, players_of(rounds))
    assert sum(map(len, found.met.values())) == 6 * len(rounds[0]) * len(rounds)
    assert sum(found.counts().values()) == players_of(rounds) * (players_of(rounds) - 1) // 2


@settings(max_examples=40)
@given(SEATINGS, st.data())
def test_a_cell_says_when_two_sit_together(rounds, data):
    people = st.integers(1, players_of(rounds))
    one, other = data.draw(st.tuples(people, people).filter(lambda pair: pair[0] != pair[1]))
    assert matrix(rounds, players_of(rounds)).hanchan(one, other) == sit_together(rounds, one, other)


@settings(max_examples=40)
@given(SEATINGS)
def test_the_matrix_and_the_quality_count_the_same(rounds):
    found, quality = matrix(rounds, players_of(rounds)), measure(rounds, players_of(rounds))
    assert sum(len(hanchan) - 1 for hanchan in found.met.values()) == quality.repeats
    again = dict(found.repeated())
    assert again == {(pair.one, pair.other): pair.hanchan for pair in quality.repeated_pairs}


@settings(max_examples=40)
@given(SEATINGS)
def test_opponents_are_mutual(rounds):
    met = matrix(rounds, players_of(rounds)).opponents()
    for one in range(1, players_of(rounds) + 1):
        assert not met[one] >> one & 1
        assert all(met[other] >> one & 1 for other in range(1, players_of(rounds) + 1) if met[one] >> other & 1)


def test_a_repeat_is_late_when_nobody_could_do_without_one_or_at_the_very_end():
    assert (late_from(24, 8), late_from(16, 10), late_from(40, 8), late_from(8, 1)) == (8, 6, 8, 1)


def test_repeats_of_the_planner_are_late():
    counts = matrix(plan(16, 6, 1).rounds, 16).counts()
    assert counts[MeetingKind.LATE] == 24 and counts[MeetingKind.AGAIN] == 0


def test_three_at_a_table_meet_three_times_a_table():
    assert len(matrix((((1, 2, 3), (4, 5, 6)),), 6).met) == 6
