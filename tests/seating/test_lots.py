"""Lots: a permutation, the same for the same seed, another for another, and fair."""

from collections import Counter
from hashlib import sha256
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from seating.lots import lots, ticket

SEEDS = st.one_of(st.integers(0, 2**31), st.text(max_size=80))


@given(SEEDS, st.integers(0, 200))
def test_everybody_gets_one_place_and_every_place_is_taken(seed, count):
    assert sorted(lots(seed, count)) == list(range(1, count + 1))


@given(SEEDS, st.integers(1, 60))
def test_the_lowest_hash_takes_the_first_place(seed, count):
    places = lots(seed, count)
    in_order = sorted(range(1, count + 1), key=lambda number: sha256(f"{seed}:{number}".encode()).digest())
    assert [places[number - 1] for number in in_order] == list(range(1, count + 1))


@given(st.text(alphabet="0123456789abcdef", min_size=64, max_size=64), st.integers(0, 63))
def test_another_character_in_the_seed_is_another_draw(seed, at):
    other = seed[:at] + ("0" if seed[at] != "0" else "1") + seed[at + 1 :]
    assert lots(seed, 40) == lots(seed, 40) != lots(other, 40)


def test_every_order_of_three_people_comes_up_about_equally_often():
    drawn = Counter(lots(seed, 3) for seed in range(1200))
    assert set(drawn) == set(permutations((1, 2, 3)))
    assert all(150 <= times <= 250 for times in drawn.values())


def test_everybody_gets_every_place_about_equally_often():
    first = Counter(lots(f"evening {n}", 20)[0] for n in range(4000))
    assert set(first) == set(range(1, 21))
    assert all(140 <= times <= 260 for times in first.values())


def test_lots_drawn_by_hand():
    assert ticket("x", 1) == sha256(b"x:1").hexdigest()
    hashes = {number: sha256(f"x:{number}".encode()).hexdigest()[:2] for number in (1, 2, 3, 4)}
    assert hashes == {1: "0b", 2: "1c", 3: "e4", 4: "0b"}
    assert lots("x", 4) == (2, 3, 4, 1)  # 4 comes before 1: 0b5b before 0b78
