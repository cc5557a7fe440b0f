"""People are found by any spelling of their name: romanised, kana, kanji, without accents, in two letters."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.players.name_order import romanised
from tournament.players.name_search import FOLDS, found, keys_of, reading_key, search_keys, sound_of

ONO = ("大野 忍", "おおの しのぶ")
FUJI = ("藤井 翔一", "フジイ ショウイチ")


@pytest.mark.parametrize(
    "typed", ["oono", "ōno", "Ohno", "ono shinobu", "sinobu", "おおの", "オオノ", "ｵｵﾉ", "大野", "忍 大野", "ｏｎｏ"]
)
def test_a_name_in_kanji_is_found_by_its_reading_in_any_letters(typed):
    assert found(typed, *ONO)


@pytest.mark.parametrize(
    "typed", ["fujii", "hujii", "huzii", "Fuji", "shoichi", "shouichi", "syôiti", "syouiti", "しょう", "ふじ"]
)
def test_hepburn_and_kunrei_and_long_vowels_are_one(typed):
    assert found(typed, *FUJI)


@pytest.mark.parametrize(
    ("typed", "reading"),
    [
        ("shi", "シマ"),
        ("tsu", "ツダ"),
        ("chi", "チダ"),
        ("fu", "フジ"),
        ("ji", "ジン"),
        ("sya", "シャク"),
        ("tu", "つだ"),
    ],
)
def test_the_beginning_of_a_syllable_is_found_while_it_is_typed(typed, reading):
    assert all(found(typed[:end], "名", reading) for end in range(len(typed), 1, -1))


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("さとう", "Satō Ken"), ("ｻﾄｳ", "Sato Ken"), ("namba", "なんば"), ("nanba", "Namba Ryo"),
        ("hacchou", "はっちょう"), ("shinichi", "シンイチ"), ("shin'ichi", "しんいち"),
        ("muller", "Müller"), ("mueller", "Müller"), ("müller", "Mueller"), ("MÜLLER", "Mueller"),
        ("strasse", "Straße"),
        ("straße", "Strasse"), ("STRAẞE", "Straße"), ("jager", "Jäger"), ("jaeger", "Jäger"), ("helene", "Hélène"),
        ("oeuvre", "Œuvré"), ("Ｌｕｃ", "Luc"), ("luc", "Ｌｕｃ"),
    ],
)  # fmt: skip
def test_spellings_find_each_other(typed, name):
    assert found(typed, name)


@pytest.mark.parametrize(
    ("typed", "name"),
    [("sato", "Sauter"), ("shi", "Sidney"), ("ue", "Ulm"), ("j", "ざま"), ("さ", "ザマ")],
)
def test_other_names_are_not_found(typed, name):
    assert not found(typed, name)


def test_a_reading_in_kana_is_that_in_latin_letters():
    assert reading_key("さとう けん") == reading_key("SATŌ Ken") != reading_key("さいとう けん")


KANA = st.text(
    st.sampled_from("あいうえおかきくしじすたちつとなにのはひふほまみやゆよらりるろわんがざだば"),
    min_size=2,
    max_size=8,
)


@given(KANA)
def test_a_reading_is_found_by_itself_in_katakana_and_in_latin_letters(reading):
    katakana = "".join(chr(ord(sign) + 0x60) for sign in reading)
    latin = romanised(reading)
    assert found(katakana, reading) and found(reading, katakana)
    assert found(latin, reading) and found(latin.upper(), katakana) and found(sound_of(latin.casefold()), reading)


@given(st.text(max_size=30))
def test_every_text_is_found_by_itself_and_its_sound_stays(text):
    assert found(text, text)
    assert all(sound_of(sound_of(key)) == sound_of(key) for key in search_keys(text) if key.isascii())


def test_a_script_gets_the_keys_and_the_rules():
    assert keys_of(("大野", "オオノ", "JP")) == "大野 オオノ おおの oono ~ono jp"
    assert {"ü", "ß"} <= json.loads(FOLDS)["spelt"].keys()
