"""Texts that can be translated, and the texts of the data files."""

import tomllib
from pathlib import Path

import scoring
from scoring.phrases import PHRASES
from scoring.words import Text, joined, render

HOME = Path(scoring.__file__).parent

FRENCH = {
    "{amount} missing. {causes}": "Il manque {amount}. {causes}",
    "for {name}": "pour {name}",
    "East": "Est",
}


def french(text: str) -> str:
    return FRENCH.get(text, text)


def test_a_text_is_translated_with_everything_in_it() -> None:
    inner = Text("for {name}", {"name": Text("East")})
    said = render("{amount} missing. {causes}", {"amount": "900", "causes": inner}, french)
    assert said == "Il manque 900. pour Est"


def test_a_text_is_english_on_its_own() -> None:
    assert f"{Text('for {name}', {'name': Text('East')})}" == "for East"


def test_joined_texts_stay_translatable() -> None:
    assert joined([Text("East"), Text("West")]).said(french) == "Est West"
    assert str(joined([])) == ""


def test_texts_with_equal_words_are_equal_and_hash_alike() -> None:
    assert len({Text("East"), Text("East", {})}) == 1


def test_every_text_of_the_data_files_is_marked_for_translation_and_no_other() -> None:
    said: set[str] = set()
    for path in [*HOME.glob("rulesets/*.toml"), *HOME.glob("schedules/*.toml")]:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        rows = data.get("fouls", {}).values()
        said |= set(data.values()) if path.stem == "titles" else {data["title"]}
        said |= {row["note"] for row in rows if "note" in row}
    assert set(PHRASES) == said
    assert sorted(set(PHRASES)) == list(PHRASES)
