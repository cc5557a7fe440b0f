"""From people to indices and back."""

from seating.task import index_of, to_indices, to_players

ROUNDS = (((2, 5, 9, 11), (3, 7, 12, 4)), ((3, 2, 5, 4), (12, 7, 9, 11)))
PEOPLE = [2, 3, 4, 5, 7, 9, 11, 12]


def test_an_index_says_where_somebody_stands_among_the_people():
    assert index_of(PEOPLE)[7] == 4
    assert to_indices(ROUNDS, PEOPLE)[0] == [[0, 3, 5, 6], [1, 4, 7, 2]]


def test_back_from_indices_nothing_has_changed():
    assert to_players(to_indices(ROUNDS, PEOPLE), PEOPLE) == ROUNDS
