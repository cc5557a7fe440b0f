"""Texts that can be translated."""

from scoring.messages import Message, join, phrase

FRENCH = {
    "{amount} missing. {causes}": "Il manque {amount}. {causes}",
    "for {name}": "pour {name}",
    "East": "Est",
}


def french(text: str) -> str:
    return FRENCH.get(text, text)


def test_a_text_is_translated_with_everything_in_it() -> None:
    inner = phrase("for {name}", {"name": phrase("East")})
    said = Message("sum-too-low", "{amount} missing. {causes}", {"amount": "900", "causes": inner}).say(french)
    assert said == "Il manque 900. pour Est"


def test_a_text_is_english_on_its_own() -> None:
    assert f"{phrase('for {name}', {'name': phrase('East')})}" == "for East"


def test_joined_texts_stay_translatable() -> None:
    assert join([phrase("East"), phrase("West")]).say(french) == "Est West"
    assert str(join([])) == ""


def test_texts_with_equal_words_are_equal_and_hash_alike() -> None:
    assert len({phrase("East"), phrase("East", {})}) == 1
