"""The digest is another whenever anybody sits elsewhere, and anybody can make it."""

from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from seating.check import canonical, digest, lines_of
from tests.seating.check.cases import SIZES
from tests.seating.seatings import shuffled


@given(SIZES, st.data())
def test_two_who_change_places_are_noticed(size, data):
    players, hanchan, seed = size
    lines = lines_of(shuffled(players, hanchan, seed))
    number = data.draw(st.integers(1, hanchan))
    here = [line for line in lines if line[0] == number]
    one, other = data.draw(st.lists(st.sampled_from(here), min_size=2, max_size=2, unique=True))
    swapped = [line for line in lines if line not in (one, other)]
    swapped += [(*one[:3], other[3]), (*other[:3], one[3])]
    assert digest(swapped) != digest(lines)


def test_the_digest_is_of_a_text_that_anybody_can_write():
    text = "1 1 E 3\n1 1 S 1\n1 1 W 2\n1 1 N 4\n1 - - 5\n2 1 E 10\n2 1 S 3\n2 1 W 1\n2 1 N 2\n"
    rounds = [[(3, 1, 2, 4)], [(10, 3, 1, 2)]]
    assert canonical(rounds, [(1, 5)]) == text
    assert digest(rounds, [(1, 5)]) == sha256(text.encode()).hexdigest()
    assert digest(lines_of(rounds)[::-1], [(1, 5)]) == digest(rounds, [(1, 5)])
