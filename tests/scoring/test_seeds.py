"""docs/seeds.md: every statement of the seed documents has a home, and what shows it shows it."""

import re
import shlex
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from functools import cache
from io import StringIO
from pathlib import Path

import pytest

import scoring
from scoring.__main__ import main
from scoring.fouls import titles
from scoring.rules import rule_names

ROOT = Path(scoring.__file__).parents[1]
PAGE = (ROOT / "docs" / "seeds.md").read_text(encoding="utf-8")
HOMES = re.compile(r"(value [a-z_., ]+|behaviour|text|foul [A-Z0-9_, ]+|not covered(: .+)?)(; .+)?")
COMMAND = re.compile(r"`python -m scoring ([^`]+)` → “(.*?)”(?=; `|$)")
TEST = re.compile(r"`(tests/[^`]+)`")


@dataclass(frozen=True)
class Statement:
    """A row of the page."""

    clause: str
    words: str
    home: str
    evidence: str


def rows() -> list[Statement]:
    cells = [line.strip("|\n ").split(" | ") for line in PAGE.splitlines() if re.match(r"\| S[0-4]", line)]
    return [Statement(*(cell.strip() for cell in row)) for row in cells]


STATEMENTS = rows()


def test_every_document_is_there_statement_by_statement() -> None:
    counted = {seed: sum(one.clause.startswith(seed) for one in STATEMENTS) for seed in ("S0", "S1", "S2", "S3", "S4")}
    assert counted["S0"] >= 100 and counted["S1"] >= 40 and counted["S2"] >= 40
    assert counted["S3"] >= 40 and counted["S4"] >= 40
    assert "TODO" not in PAGE


def test_every_statement_has_a_home_that_exists() -> None:
    names, codes = {value.name for value in rule_names()}, titles()
    for home in {one.home for one in STATEMENTS}:
        assert HOMES.fullmatch(home), home
        for part in home.partition("not covered")[0].removesuffix("; ").split("; "):
            kind, _, named = part.partition(" ")
            assert not {*filter(None, named.split(", "))}.difference(names if kind == "value" else codes), home


@pytest.mark.parametrize("one", STATEMENTS, ids=lambda one: f"{one.clause}: {one.words[:40]}")
def test_what_shows_a_statement_shows_it(one: Statement) -> None:
    if one.home.startswith("not covered") and one.evidence == "–":
        return  # there is nothing to show
    commands, tests = COMMAND.findall(one.evidence), TEST.findall(one.evidence)
    assert len(commands) + len(tests) == one.evidence.count("; `") + 1, one.evidence
    for call, words in commands:
        said = " ".join(_printed(call).split())
        for text in words.split("”, “"):
            assert " ".join(text.split()) in said, (call, text)
    for node in tests:
        path, *names = node.split("::")
        source = (ROOT / path).read_text(encoding="utf-8")
        assert all(re.search(rf"(def|class) {name}\b", source) for name in names), node


@cache
def _printed(call: str) -> str:
    """What the command prints, also where it refuses; many statements are shown by the same one."""
    printed = StringIO()
    with redirect_stdout(printed), redirect_stderr(printed), suppress(SystemExit):
        main(shlex.split(call))
    return printed.getvalue()
