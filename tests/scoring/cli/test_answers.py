"""What programs read: one form for every answer with `--json`, declared in docs/schemas and compared whole."""

import shlex
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError

from docs.answer_schemas import COMMANDS, FOLDER, schema, text
from scoring.cli.arguments import CommandParser
from scoring.cli.command import answer
from scoring.fouls import SCHEDULES
from scoring.messages import Level, Message
from scoring.rules.files import PRESETS
from tests.scoring.cli.golden_answers import FILES, answered, read

OF_OTHER_FORMS = """
all-last 200000 -30000 -25000 -25000 --places 1
all-last 45000 35000 25000 --rules tenhou-3
cut tests/scoring/cli/golden/results.csv --after 2 --keep 3
draw --direct W E S N
foul REVEAL --rules wrc-2025 --answer tiles=7
hand 2z 2z --call 555z --call 666z --call 777z --quad 3333z --seat E --tsumo --liable S=big-dragons
hand 999m234p567p79s77z 8s
last-hand --chonbo
last-hand --rules tori-open-2026 --between
late 10:01 --rules wrc-2025
late 12 --set paid=table
payment --han 1 --fu 30 --at-least mangan --tsumo --rules tenhou-3
payment --han 1 --fu 20
penalty 2P --offender W --rules tenhou-3
replay tests/scoring/cli/golden/replay.log
standings tests/scoring/cli/golden/results.csv --best 1 --of 2
table 55000 35000 15000 --rules tenhou-3
table 130000 10000 -10000 -10000
tie tests/scoring/cli/golden/results.csv Fay Ben
""".strip().splitlines()
BY_NAME = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def commands_with_json() -> set[str]:
    """Every command that takes `--json`."""
    parser = CommandParser()
    subparsers = parser.add_subparsers()
    for one in COMMANDS.values():
        one.add(subparsers)
    return {name for name, one in subparsers.choices.items() if "--json" in one.format_help()}


def objects(form: object) -> list[dict[str, Any]]:
    """Every form of an object in a schema."""
    if isinstance(form, list):
        return [found for one in form for found in objects(one)]
    if not isinstance(form, dict):
        return []
    own = [form] if form.get("type") == "object" else []
    return own + [found for one in form.values() for found in objects(one)]


def test_every_command_with_json_has_a_schema_and_a_golden_answer() -> None:
    assert commands_with_json() == set(COMMANDS)
    assert [path.stem for path in FILES] == sorted([*COMMANDS, "refused"])
    for path in FILES:
        found = read(path)
        assert (found["call"][0], found["status"]) == (("table", 1) if path.stem == "refused" else (path.stem, 0))
    assert {path.name for path in FOLDER.iterdir()} == {"README.md", *(f"{name}.json" for name in COMMANDS)}


@BY_NAME
def test_an_answer_is_the_golden_one(path: Path) -> None:
    assert answered(read(path)["call"]) == read(path), "is it meant? python -m tests.scoring.cli.golden_answers"


@pytest.mark.parametrize("call", [*(shlex.join(read(path)["call"]) for path in FILES), *OF_OTHER_FORMS])
def test_an_answer_has_the_form_of_its_schema(call: str) -> None:
    found = answered(shlex.split(call))
    Draft202012Validator(schema(found["call"][0])).validate(found["answer"])
    assert found["status"] == (0 if found["answer"]["ok"] else 1)


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_the_file_of_a_schema_is_the_declared_one_and_strict(command: str) -> None:
    assert FOLDER.joinpath(f"{command}.json").read_text(encoding="utf-8") == text(command), (
        "run python -m docs.answer_schemas"
    )
    Draft202012Validator.check_schema(schema(command))
    assert all("additionalProperties" in one for one in objects(schema(command)))


@pytest.mark.parametrize("key", ["", *PRESETS])
def test_every_rule_set_and_their_list_have_the_form_of_the_schema(key: str) -> None:
    Draft202012Validator(schema("rules")).validate(answered(["rules", *key.split()])["answer"])


@pytest.mark.parametrize("key", SCHEDULES)
def test_every_schedule_has_the_form_of_the_schema(key: str) -> None:
    rules = ["--rules", "friendly"] if key == "friendly" else []
    Draft202012Validator(schema("foul")).validate(answered(["foul", "--schedule", key, *rules])["answer"])


def test_a_field_that_no_schema_names_is_found() -> None:
    found = answered(["late", "7"])["answer"]
    found["result"]["new"] = 1
    with pytest.raises(ValidationError):
        Draft202012Validator(schema("late")).validate(found)


def test_a_warning_leaves_the_result_and_an_error_takes_it(capsys: pytest.CaptureFixture[str]) -> None:
    warning = Message("rare", "This is rare.", level=Level.WARNING)
    assert answer("late", {"minutes": 7}, [warning]) == 0
    assert capsys.readouterr().out == (
        '{"schema": "sekigime/late/1", "ok": true, "problems": [{"level": "warning", "code": "rare", '
        '"field": "", "message": "This is rare."}], "result": {"minutes": 7}}\n'
    )
    error = Message("wrong", "This is wrong.", level=Level.ERROR, field="row-1")
    assert answer("late", {"minutes": 7}, [warning, error]) == 1
    assert capsys.readouterr().out.endswith('"field": "row-1", "message": "This is wrong."}], "result": null}\n')
