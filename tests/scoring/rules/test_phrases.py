"""The texts of the data files, collected for translation."""

from docs import rule_phrases
from docs.rule_sources import PHRASES, phrases_module


def test_the_module_of_the_phrases_is_as_its_command_writes_it() -> None:
    assert PHRASES.read_text(encoding="utf-8") == phrases_module(), "run python -m docs.rule_sources"


def test_texts_of_presets_schedules_fouls_and_questions_are_in_it() -> None:
    texts = {"WRC 2022", "WRC 2025, official", "The call is void.", "How many tiles?", "1 or 2 tiles"}
    assert texts < set(rule_phrases.PHRASES)
