"""Names are compared without case, accents and signs, and kept as they were written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.players.name_search import found
from tournament.players.names import composed, key, tidy, words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Inês Duarte", "INES  duarte"),
        ("Søren Holm", "Soren Holm"),
        ("Maeve O’Brien", "Maeve O'Brien"),
        ("Jean-Luc Weiß", "Jean Luc Weiss"),
        ("山田　太郎", "山田 太郎"),
        ("ﾀﾅﾍﾞ", "タナベ"),
    ],
)
def test_the_same_name_written_otherwise_is_the_same(one, other):
    assert key(one) == key(other)


@pytest.mark.parametrize(("one", "other"), [("Ewa", "Eva"), ("カナ", "ガナ"), ("🀄", "🀅"), ("محمد", "محمود")])
def test_another_name_is_another(one, other):
    assert key(one) != key(other)


def test_a_name_keeps_its_letters_and_loses_what_would_turn_the_line_round():
    assert tidy("\u202eمحمد\u202c  الفاتح\n") == "محمد الفاتح"


def test_emoji_stay_in_the_name_and_do_not_tell_people_apart():
    assert tidy("Luc 🀄 Moreau") == "Luc 🀄 Moreau"
    assert key("Luc 🀄 Moreau") == key("Luc Moreau")


def test_a_last_name_in_kanji_stands_first():
    assert composed("太郎", "山田") == "山田 太郎"
    assert composed("", "Moreau") == "Moreau"


def test_a_search_finds_every_word_anywhere():
    assert found("dvor pav", "Pavel Dvořák", "Praha")
    assert not found("pavel nowak", "Pavel Dvořák", "Praha")


@given(st.text(max_size=40))
def test_tidying_twice_changes_nothing_more_and_no_text_breaks_it(text):
    assert tidy(tidy(text)) == tidy(text)
    assert key(tidy(text)) == key(text)
    assert all(words(text))
