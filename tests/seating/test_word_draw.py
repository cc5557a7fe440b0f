"""The words of a draw and the seed that they give: laws for any list and any words."""

from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seating import plan
from seating.word_draw import list_digest, normalised, seed_from

ANY_WORDS = st.text(max_size=30)
LISTS = st.lists(st.text(max_size=20), min_size=1, max_size=5).map(
    lambda names: [(at, name) for at, name in enumerate(names * 4, start=1)]
)


@settings(max_examples=30)
@given(people=LISTS, words=ANY_WORDS, others=ANY_WORDS, hanchan=st.integers(1, 4))
def test_any_list_and_any_words_seat_everybody_once_and_always_alike(people, words, others, hanchan):
    seed = seed_from(list_digest(people), words)
    rounds = plan(len(people), hanchan, seed).rounds
    everybody = list(range(1, len(people) + 1))
    assert all(sorted(player for table in tables for player in table) == everybody for tables in rounds)
    assert plan(len(people), hanchan, seed_from(list_digest(people), normalised(words))).rounds == rounds
    assert (seed_from(list_digest(people), others) == seed) == (normalised(others) == normalised(words))
    assert seed_from(list_digest([*people, (99, "x")]), words) != seed


@given(ANY_WORDS)
def test_normalised_words_stay_as_they_are(words):
    once = normalised(words)
    assert normalised(once) == once and once == " ".join(once.split()) and once.isprintable()


@pytest.mark.parametrize(
    ("typed", "counts_as"),
    [
        ("  7  13\t21\n28 ", "7 13 21 28"),
        ("Straße", "strasse"),
        ("ＰＯＮ　７", "pon 7"),
        ("e\u0301", "é"),
        ("７ ﬁve", "7 five"),
        ("pon\u200bkan\u00ad", "pon kan"),
        ("pon\ufe0f\u3164\u034f kan\u2800\U000e0100", "pon kan"),
        ("国士無双", "国士無双"),
        (" \u200b ", ""),
    ],
)
def test_spellings_of_the_same_words_count_as_one(typed, counts_as):
    assert normalised(typed) == counts_as


def test_the_seed_can_be_made_with_any_sha_256():
    digest = sha256("1 Aiko Brandt\n2 山田 太郎\n".encode()).hexdigest()
    assert list_digest([(1, "Aiko Brandt"), (2, "山田 太郎")]) == digest
    assert seed_from(digest, "Red  Five") == sha256(f"{digest}:red five".encode()).hexdigest()
