"""Texts that can be translated, and the texts of the data files."""

import tomllib
from pathlib import Path

import scoring
from scoring.foul.phrases import FOUL_PHRASES
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


def test_every_text_of_the_rule_sets_is_marked_for_translation_and_no_other() -> None:
    said = {tomllib.loads(path.read_text(encoding="utf-8"))["title"] for path in HOME.glob("rulesets/*.toml")}
    assert set(PHRASES) == said
    assert sorted(set(PHRASES)) == list(PHRASES)


def test_every_text_of_the_fouls_is_marked_for_translation_and_no_other() -> None:
    said = set().union(*(texts_of_fouls(path) for path in HOME.glob("schedules/*.toml")))
    assert set(FOUL_PHRASES) == said
    assert sorted(set(FOUL_PHRASES)) == list(FOUL_PHRASES)


def texts_of_fouls(path: Path) -> set[str]:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    if path.stem == "titles":
        return set(data.values())
    if path.stem == "questions":
        return {text for row in data.values() for text in (row["text"], *row["answers"].values())}
    rows = data.get("fouls", {}).values()
    return {data["title"]} | {one["note"] for row in rows for one in (row, *row.get("cases", ())) if "note" in one}
