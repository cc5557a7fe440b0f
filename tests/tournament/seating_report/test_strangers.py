"""Those who never meet, and what they have in common."""

from itertools import combinations

from hypothesis import given, settings

from seating import measure, plan
from tests.tournament.seating_report.drawn import SEATINGS, players_of
from tournament.seating_report.matrix import matrix, strangers


def by_hand(rounds, players):
    """Every pair that never meets with its common opponents, counted with sets."""
    met = {player: set() for player in range(1, players + 1)}
    for tables in rounds:
        for table in tables:
            for player in table:
                met[player] |= set(table) - {player}
    return {
        (one, other): len(met[one] & met[other])
        for one, other in combinations(range(1, players + 1), 2)
        if other not in met[one]
    }


@settings(max_examples=40)
@given(SEATINGS)
def test_the_hardest_to_compare_are_found(rounds):
    players = players_of(rounds)
    common = by_hand(rounds, players)
    count, found = strangers(matrix(rounds, players), 3)
    fewest = [pair for pair, shared in common.items() if shared == min(common.values())]
    assert count == len(fewest)
    assert [(one.one, one.other) for one in found] == sorted(fewest)[:3]
    assert all(one.common == measure(rounds, players).common_opponents for one in found)


def test_everybody_meets_everybody():
    assert strangers(matrix(plan(16, 5, 1).rounds, 16), 3) == (0, ())
