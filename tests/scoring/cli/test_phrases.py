"""The texts of the data files, collected for translation."""

from pathlib import Path

import pytest

from scoring.__main__ import main
from scoring.cli import phrases
from scoring.phrases import PHRASES


def test_the_module_of_the_phrases_is_as_its_command_writes_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["phrases", "--check"]) == 0, capsys.readouterr().err
    assert sorted(set(PHRASES)) == list(PHRASES)


def test_texts_of_presets_schedules_fouls_and_questions_are_in_it() -> None:
    assert {"WRC 2022", "WRC 2025, official", "The call is void.", "How many tiles?", "1 or 2 tiles"} < set(PHRASES)


def test_a_new_text_is_missed_by_the_check_and_written_by_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "phrases.py"
    target.write_text("PHRASES = ()\n", encoding="utf-8")
    monkeypatch.setattr(phrases, "TARGET", target)
    assert main(["phrases", "--check"]) == 1
    assert "python -m scoring phrases" in capsys.readouterr().err
    assert main(["phrases"]) == 0
    assert target.read_text(encoding="utf-8") == phrases.module()
    assert main(["phrases", "--check"]) == 0
