"""Clubs, countries and teams."""

from collections import Counter
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.seating_report.drawn import SEATINGS, players_of
from tournament.seating_report.matrix import meetings_by_group


def test_two_clubs_drawn_by_hand():
    rounds = (((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 5, 2, 6), (3, 7, 4, 8)))
    lions, lone = meetings_by_group(rounds, {1: "Lions", 2: "Lions", 3: "Lions", 7: "Cubs", 8: "Cubs", 5: "Alone"})
    assert (lions.name, lions.players, lions.meetings, lions.forced) == ("Lions", 3, 4, 2)
    assert (lions.hanchan, lions.first) == ({1: 3, 2: 1}, 1)
    assert (lone.name, lone.meetings, lone.forced) == ("Cubs", 2, 0)


@settings(max_examples=40)
@given(SEATINGS, st.integers(1, 5))
def test_no_group_meets_less_than_it_must_and_every_meeting_is_counted(rounds, clubs):
    players = players_of(rounds)
    groups = {player: f"club {player % clubs}" for player in range(1, players + 1)}
    found = {group.name: group for group in meetings_by_group(rounds, groups)}
    met = Counter(
        groups[one]
        for tables in rounds
        for table in tables
        for one, other in combinations(table, 2)
        if groups[one] == groups[other]
    )
    assert {name: group.meetings for name, group in found.items() if group.meetings} == dict(met)
    assert all(group.meetings >= group.forced for group in found.values())
    assert all(sum(group.hanchan.values()) == group.meetings for group in found.values())
