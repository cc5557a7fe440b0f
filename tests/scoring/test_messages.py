"""Texts that can be translated."""

import json
import re
from copy import deepcopy

import pytest

from scoring.messages import (
    COMMA,
    NUMBERS,
    Message,
    join,
    list_text,
    ngettext_lazy,
    npgettext_lazy,
    pgettext_lazy,
    phrase,
    separate,
)
from scoring.points import write, write_p, write_price
from tests.scoring.languages import Words

FRENCH = Words(
    {
        "{amount} missing. {causes}": "Il manque {amount}. {causes}",
        "for {name}": "pour {name}",
        "East": "Est",
        "{count} deposit": "{count} mise",
        "{count} deposits": "{count} mises",
        "hand|Draw": "Partie nulle",
        "lots|Draw": "Tirage",
        "paper|{tables} sheet": "{tables} feuille",
        "paper|{tables} sheets": "{tables} feuilles",
    },
    {",": " ", ".": ",", "P": " P"},
)
DEPOSITS = ngettext_lazy("{count} deposit", "{count} deposits")
SHEETS = npgettext_lazy("paper", "{tables} sheet", "{tables} sheets", "tables")


def test_a_text_is_translated_with_everything_in_it() -> None:
    inner = phrase("for {name}", {"name": phrase("East")})
    said = Message("sum-too-low", "{amount} missing. {causes}", {"amount": "900", "causes": inner}).say(FRENCH)
    assert said == "Il manque 900. pour Est"


def test_a_text_is_english_on_its_own() -> None:
    assert f"{phrase('for {name}', {'name': phrase('East')})}" == "for East"


def test_joined_texts_stay_translatable() -> None:
    assert join([phrase("East"), phrase("West")]).say(FRENCH) == "Est West"
    assert str(join([])) == ""


def test_texts_with_equal_words_are_equal_and_hash_alike() -> None:
    assert len({phrase("East"), phrase("East", {})}) == 1


@pytest.mark.parametrize(
    ("count", "english", "french"),
    [(0, "0 deposits", "0 mise"), (1, "1 deposit", "1 mise"), (2, "2 deposits", "2 mises")],
)
def test_each_language_chooses_between_one_and_many_for_itself(count: int, english: str, french: str) -> None:
    message = phrase(DEPOSITS, {"count": count})
    assert (str(message), message.say(FRENCH)) == (english, french)


def test_the_param_that_is_counted_may_have_any_name_and_the_text_a_context() -> None:
    assert [phrase(SHEETS, {"tables": count}).say(FRENCH) for count in (1, 2)] == ["1 feuille", "2 feuilles"]
    assert str(phrase(SHEETS, {"tables": 1})) == "1 sheet"


def test_only_whole_numbers_are_counted() -> None:
    with pytest.raises(TypeError, match=re.escape("count of “{count} deposits” is no whole number: '1'")):
        str(phrase(DEPOSITS, {"count": "1"}))


def test_one_english_word_has_a_translation_for_each_context() -> None:
    drawn, lots = (phrase(pgettext_lazy(context, "Draw")) for context in ("hand", "lots"))
    assert (str(drawn), drawn.say(FRENCH), lots.say(FRENCH)) == ("Draw", "Partie nulle", "Tirage")


def test_a_number_is_written_again_in_each_language() -> None:
    message = phrase("{a}, {b}, {c}", {"a": write(-25_300), "b": write_p(9_500), "c": write_price(7_500)})
    assert (str(message), message.say(FRENCH)) == ("−25,300, +9.5, 7.5P", "−25 300, +9,5, 7,5 P")


def test_a_bare_number_is_no_amount_and_stays_as_it_is() -> None:
    assert phrase("{year}", {"year": 2026}).say(FRENCH) == "2026"


def test_marks_and_numbers_survive_a_copy_and_are_plain_text_in_json() -> None:
    message = phrase(SHEETS, {"tables": 1, "points": write(25_300)})
    again = deepcopy(message)
    assert (again, again.say(FRENCH)) == (message, "1 feuille")
    assert type(again.params["points"]) is type(write(0))
    assert json.dumps([message.text, *message.params.values()]) == '["{tables} sheets", 1, "25,300"]'


def test_lists_are_joined_as_a_language_joins_them() -> None:
    japanese = Words({"{first}, {last}": "{first}、{last}", "{first} and {last}": "{first}と{last}"})
    assert list_text(["A", "B", "C"]).say(japanese) == "A、BとC"
    assert separate(["A", phrase("East"), "C", "D", "E"], COMMA).say(japanese) == "A、East、C、D、E"


def test_sentences_and_numbers_have_separators_of_their_own() -> None:
    other = Words(
        {"sentences|{first} {last}": "{first}{last}", "numbers|{first}, {last}": "{first} ; {last}"}, {".": ","}
    )
    assert join([phrase("時間です。"), phrase("終了です。")]).say(other) == "時間です。終了です。"
    assert separate([write_p(15_000), write_p(-5_000)], NUMBERS).say(other) == "+15,0 ; −5,0"


def test_a_message_may_be_nothing_but_a_number() -> None:
    assert phrase(write_price(7_500)).say(FRENCH) == "7,5 P"
