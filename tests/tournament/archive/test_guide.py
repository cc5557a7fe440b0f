"""The archivist's guide names every command, every option and every sheet, and its examples can be called."""

import re
import shlex
from pathlib import Path

import pytest
from django.core.management import load_command_class

from scoring.rules import preset
from scoring.rules.files import offered
from tests.factories import MORNING, make_tournament
from tournament.archive.reading import read_event
from tournament.exports.book import tables_of
from tournament.reading.headings import headings_of

GUIDE = (Path(__file__).parents[3] / "docs" / "guides" / "archivist.md").read_text(encoding="utf-8")
COMMANDS = ("load_event", "standings", "export_workbook", "demo")
DJANGOS = {
    "--help",
    "--version",
    "--verbosity",
    "--settings",
    "--pythonpath",
    "--traceback",
    "--no-color",
    "--force-color",
    "--skip-checks",
}


def section(command: str) -> str:
    return GUIDE.split(f"### {command}\n")[1].split("\n### ")[0]


def parser_of(command: str):
    return load_command_class("tournament", command).create_parser("manage.py", command)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_has_a_line_with_an_example(command):
    options = {text for action in parser_of(command)._actions for text in action.option_strings if text[:2] == "--"}
    told = set(re.findall(r"^\| `(--[\w-]+)` \| `\1\b", section(command), re.MULTILINE))
    assert told == options - DJANGOS


@pytest.mark.parametrize("command", COMMANDS)
def test_the_example_can_be_called(command):
    (example,) = re.findall(rf"manage\.py {command}(.*)", section(command))
    parser_of(command).parse_args(shlex.split(example))


def test_the_example_of_a_file_can_be_loaded():
    (text,) = re.findall(r"```\n(round,.*?)```", GUIDE, re.DOTALL)
    past = read_event(text, preset("wrc-2022"))
    assert past.players == ("Aiko Brandt", "Luc Moreau", "Ewa Nowak", "Tom Okafor")
    assert past.penalties == ((2, 1, 30_000),)


def test_every_column_is_named_and_the_rule_sets_that_are_named_exist():
    named = set(re.findall(r"`(\w+)`", section("load_event")))
    assert {aliases[0] for aliases in headings_of("results").values()} <= named
    (listed, for_three) = re.findall(r"The rule sets: (.*?)\..*three: (.*?);", section("load_event"), re.DOTALL)[0]
    assert set(re.findall(r"[a-z0-9-]+", f"{listed} {for_three}")) == set(offered())
    assert "`python -m scoring rules` lists all rule sets" in section("load_event")


@pytest.mark.django_db
def test_every_sheet_of_the_workbook_is_named_with_its_file():
    told = re.findall(r"^\| ([\w -]+) \| `([\w-]+)\.csv` \|", GUIDE, re.MULTILINE)
    assert told == [(table.title, table.file_name) for table in tables_of(make_tournament(), at=MORNING)]
