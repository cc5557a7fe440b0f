"""A rule set as a file: read, written, and refused by line and value."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules import Ruleset, preset
from scoring.rules.files import PRESETS
from scoring.rules.provenance import Mark
from scoring.rules.rule_file import RuleFileProblem, line_of, read_rules, write_rules
from tests.scoring.some_rules import any_rules

CLUB = """\
# Our club night.
title = "Club night"
based_on = "wrc-2025"
source = "House rules of the club, 2026"
start = 25_000
uma = [30_000, 10_000, -10_000, -30_000]

[hand]
red_fives = 3
renhou = { value = "nothing", source = "Vote of May", mark = "disputed" }

[[notes]]
section = "etiquette"
text = "Whoever arrives last brings {cake}."
source = "House rules of the club, 2026"
"""


def test_an_ordinary_clubs_rules_are_one_short_file() -> None:
    rules = read_rules(CLUB, "club")
    assert (rules.key, rules.title, rules.based_on) == ("club", "Club night", "wrc-2025")
    assert (rules.start, rules.goal, rules.oka, rules.hand.red_fives) == (25_000, 30_000, 0, 3)
    assert rules.sources["start"] == "House rules of the club, 2026"
    assert (rules.sources["hand.renhou"], rules.marks["hand.renhou"]) == ("Vote of May", Mark.DISPUTED)
    assert rules.sources["goal"] == preset("wrc-2025").sources["goal"]
    assert [note.text for note in rules.notes][-1] == "Whoever arrives last brings {cake}."


def test_a_written_variant_names_only_its_differences() -> None:
    text = write_rules(read_rules(CLUB, "club"))
    assert (
        text
        == """\
title = "Club night"
based_on = "wrc-2025"
start = { value = 25_000, source = "House rules of the club, 2026" }
uma = { value = [30_000, 10_000, -10_000, -30_000], source = "House rules of the club, 2026" }

[hand]
red_fives = { value = 3, source = "House rules of the club, 2026" }
renhou = { value = "nothing", source = "Vote of May", mark = "disputed" }

[[notes]]
section = "etiquette"
text = "Whoever arrives last brings {cake}."
source = "House rules of the club, 2026"
"""
    )


@pytest.mark.parametrize("key", PRESETS)
def test_what_is_written_of_a_preset_reads_back(key: str) -> None:
    assert same(read_rules(write_rules(preset(key)), key), preset(key))


@given(any_rules, st.text(min_size=1, max_size=100).filter(str.strip), st.booleans())
def test_what_is_written_of_any_rules_reads_back(rules: Ruleset, title: str, alone: bool) -> None:
    """Quotes, backslashes, control characters and braces of a title included; a base, or every value."""
    rules = rules.replace(title=title, **({"key": "gone"} if alone else {}))
    assert same(read_rules(write_rules(rules), rules.key), rules)


def same(read: Ruleset, written: Ruleset) -> bool:
    named = {name: written.sources.get(name, "not named") for name in written.values()}
    assert (read.values(), read.title, read.notes) == (written.values(), written.title, written.notes)
    assert (dict(read.sources), dict(read.marks)) == (named, dict(written.marks))
    return True


TOML = "Line {}: This cannot be read as TOML: {}."
UNKNOWN = "Line {}: “{}” is not a value of a rule set. Did you mean “{}”?"
NO_SECTION = (
    "there is no section “manners”, only seats, score, ties, end, time, penalties, hand, calls, payments, yaku, "
    "etiquette, not-covered."
)
SOURCE = 'source = "House rules of the club, 2026"'


@pytest.mark.parametrize(
    ("text", "message", "line", "field"),
    [
        ("", "The file is empty: a rule set has a title, and values or a preset in based_on.", None, ""),
        ("title = ", TOML.format(1, "Invalid value"), 1, ""),
        ('title = "x"\n[hand', TOML.format(2, "Expected ']' at the end of a table declaration"), 2, ""),
        (
            'title = "x"\nbased_on = "wrc-2026"',
            "Line 2: “wrc-2026” is not a preset to be based on. Did you mean “wrc-2025”?",
            2,
            "based_on",
        ),
        ('title = "x"\nbased_on = 7', "Line 2: “7” is not a preset to be based on.", 2, "based_on"),
        (f'{CLUB}\n[time]\nminutes = "long"', "Line 18: “time.minutes” must be a whole number.", 18, "time.minutes"),
        (
            CLUB.replace("red_fives", "red_five"),
            UNKNOWN.format(9, "hand.red_five", "hand.red_fives"),
            9,
            "hand.red_five",
        ),
        (
            CLUB.replace("start =", "kiriage = true\nstart ="),
            UNKNOWN.format(5, "kiriage", "hand.kiriage"),
            5,
            "kiriage",
        ),
        (CLUB.replace("start = 25_000", "start = 31_000"), "The goal is below the starting points.", None, "goal"),
        (CLUB.replace(SOURCE + "\nstart", "start"), "Line 4: “start” needs a value and its source.", 4, "start"),
        (CLUB.replace("etiquette", "manners"), "Line 12: Note 1: " + NO_SECTION, 12, "notes"),
        ('title = "x"\nstart = { value = 25_000, source = "S" }', "“players” is missing.", None, "players"),
        (CLUB.replace("Club night", "x" * 121), "Line 2: “title” is longer than 120 characters.", 2, "title"),
    ],
)
def test_a_wrong_file_is_refused_by_line_and_value_with_what_was_meant(
    text: str, message: str, line: int | None, field: str
) -> None:
    with pytest.raises(RuleFileProblem) as refused:
        read_rules(text)
    assert (str(refused.value), refused.value.line, refused.value.field) == (message, line, field)


def test_a_byte_order_mark_of_an_editor_does_no_harm() -> None:
    assert read_rules("\ufeff" + CLUB).title == "Club night"


def test_the_line_of_a_value_is_that_of_its_own_part() -> None:
    text = "chonbo = 1\n[time] # limits\nchonbo = 2\n"
    assert (line_of("chonbo", text), line_of("time.chonbo", text), line_of("time", text)) == (1, 3, 2)
    assert line_of("hand.chonbo", text) is None
