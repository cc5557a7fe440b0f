"""A rule set as a file: read, written, and refused by line and value."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules import Ruleset, preset, rule_names
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
    told = [line.partition("  # ")[0] for line in text.splitlines() if not line.startswith("# ")]
    assert told == [
        'title = "Club night"',
        'based_on = "wrc-2025"',
        'source = "our own rules"',
        'start = { value = 25_000, source = "House rules of the club, 2026" }',
        'uma = { value = [30_000, 10_000, -10_000, -30_000], source = "House rules of the club, 2026" }',
        'hand.red_fives = { value = 3, source = "House rules of the club, 2026" }',
        'hand.renhou = { value = "nothing", source = "Vote of May", mark = "disputed" }',
        "",
        "[[notes]]",
        'section = "etiquette"',
        'text = "Whoever arrives last brings {cake}."',
        'source = "House rules of the club, 2026"',
    ]


def test_a_written_preset_has_every_value_as_a_comment_with_its_choices() -> None:
    lines = write_rules(preset("wrc-2025")).splitlines()
    assert len([line for line in lines if line.startswith("# ")]) == len(rule_names())
    assert "# start = 30_000  # Starting points: points in full hundreds, 100 or more" in lines
    assert (
        '# length = "hanchan"  # A game has: one of "hanchan", "east-only"' in lines
        and "# hand.double_wind_fu = 2  # Fu of a pair of the double wind: 2 to 4" in lines
    )


@pytest.mark.parametrize("key", ["wrc-2025", "tenhou-3", "jpml-a-2012"])
def test_every_line_of_a_written_preset_is_right_once_it_is_no_comment(key: str) -> None:
    """Also with a value at the end of the file, where nobody asks which table it is in."""
    lines = write_rules(preset(key)).splitlines()
    for number, line in enumerate(lines):
        if line.startswith("# "):
            rules = read_rules("\n".join([*lines[:number], line.removeprefix("# "), *lines[number + 1 :]]), key)
            assert rules.differing(preset(key)) == (), line
            assert rules.sources[line.split()[1]] == "our own rules"
    activated = [line.removeprefix("# ") for line in lines]
    assert read_rules("\n".join(activated), key).differing(preset(key)) == ()
    more = "\n".join([*lines, f"chonbo = {preset(key).chonbo + 10_000}"])
    assert read_rules(more, key).chonbo == preset(key).chonbo + 10_000


def test_without_a_preset_every_value_stands_in_the_file() -> None:
    rules = preset("tenhou").replace(key="club")
    text = write_rules(rules)
    assert "based_on" not in text and not [line for line in text.splitlines() if line.startswith("# ")]
    assert 'time.minutes = { source = "Tenhou wiki: none named" }' in text
    assert same(read_rules(text, rules.key), rules)


@pytest.mark.parametrize("key", PRESETS)
def test_what_is_written_of_a_preset_reads_back(key: str) -> None:
    assert same(read_rules(write_rules(preset(key)), key), preset(key))


@given(any_rules, st.text(min_size=1, max_size=100).filter(str.strip), st.booleans())
def test_what_is_written_of_any_rules_reads_back(rules: Ruleset, title: str, alone: bool) -> None:
    """Quotes, backslashes, control characters and braces of a title included; a base, or every value."""
    rules = rules.replace(title=title, **({"key": "gone"} if alone else {}))
    assert same(read_rules(write_rules(rules), rules.key), rules)


def same(read: Ruleset, written: Ruleset) -> bool:
    named = {one.name: written.sources.get(one.name, "not named") for one in rule_names()}
    assert (read.differing(written), read.title, read.notes) == ((), written.title, written.notes)
    assert (dict(read.sources), dict(read.marks)) == (named, dict(written.marks))
    return True


TOML = "Line {}: This cannot be read as TOML: {}."
UNKNOWN = "Line {}: “{}” is not a value of a rule set. Did you mean “{}”?"
NO_SECTION = (
    "there is no section “manners”, only seats, score, ties, end, time, penalties, hand, calls, payments, yaku, "
    "etiquette, not-covered."
)
GOAL = "Line 6: The goal is below the starting points."
NO_SOURCE = 'Line 3: “start” needs a value and its source; a line source = "…" gives one to the whole file.'
IN_POINTS = "Line 6: “uma” is in points: write 30_000, not 30."
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
        (CLUB.replace("start = 25_000", "start = 31_000"), "Line 5: The goal is below the starting points.", 5, "goal"),
        (CLUB.replace("start =", "paid = 'table'\ngoal = 20_000\nstart ="), GOAL, 6, "goal"),
        ('title = "x"\nbased_on = "own"\nstart = 25_000', NO_SOURCE, 3, "start"),
        (CLUB.replace("etiquette", "manners"), "Line 12: Note 1: " + NO_SECTION, 12, "notes"),
        (
            'title = "x"\nstart = { value = 25_000, source = "S" }',
            'Add based_on = "wrc-2025", or another rule set: the file then names only what differs. Without it 68 '
            "values are missing, first “players”.",
            None,
            "based_on",
        ),
        (CLUB.replace("[30_000, 10_000, -10_000, -30_000]", "[30, 10, -10, -30]"), IN_POINTS, 6, "uma"),
        ("hand = 3\n" + CLUB.partition("[hand]")[0], "Line 1: “hand” must be a group of values.", 1, "hand"),
        (CLUB.replace("Club night", "x" * 121), "Line 2: “title” is longer than 120 characters.", 2, "title"),
    ],
)
def test_a_wrong_file_is_refused_by_line_and_value_with_what_was_meant(
    text: str, message: str, line: int | None, field: str
) -> None:
    with pytest.raises(RuleFileProblem) as refused:
        read_rules(text)
    assert (str(refused.value), refused.value.line, refused.value.field) == (message, line, field)


def test_everything_that_is_wrong_with_a_file_is_told_at_once() -> None:
    text = CLUB.replace("25_000", "25_050").replace("[30_000, ", "[31_000, ").replace('"nothing"', '"never"')
    wrong = text.replace("etiquette", "manners") + '\n[time]\nminutes = "long"\n[lateness]\nminute = 7\n'
    with pytest.raises(RuleFileProblem) as refused:
        read_rules("bust_prize = 10_000\n" + wrong)
    assert [str(one).partition(",")[0].partition("must be one")[0] for one in refused.value.problems] == [
        "Line 1: There is a prize for a bust",
        "Line 6: “start” is not a multiple of 100 points.",
        "Line 7: The values of the uma add up to +1.0",
        "Line 11: “hand.renhou” ",
        "Line 13: Note 1: there is no section “manners”",
        "Line 19: “time.minutes” must be a whole number.",
        "Line 21: “lateness.minute” is not a value of a rule set. Did you mean “lateness.minutes”?",
    ]
    assert refused.value.line == 1 and "Line 21" in str(refused.value)


def test_a_base_that_does_not_exist_is_told_with_the_wrong_values() -> None:
    with pytest.raises(RuleFileProblem) as refused:
        read_rules('title = "x"\nbased_on = "wrc-2026"\nsource = "us"\nstart = 25_050')
    assert [one.field for one in refused.value.problems] == ["based_on", "start"]


def test_a_byte_order_mark_of_an_editor_does_no_harm() -> None:
    assert read_rules("\ufeff" + CLUB).title == "Club night"


def test_the_line_of_a_value_is_that_of_its_own_part() -> None:
    text = "chonbo = 1\n[time] # limits\nchonbo = 2\n"
    assert (line_of("chonbo", text), line_of("time.chonbo", text), line_of("time", text)) == (1, 3, 2)
    assert line_of("hand.chonbo", text) is None
    assert (line_of("hand.chonbo", f"hand.chonbo = 1\n{text}"), line_of("time.chonbo", "time.chonbo = 1")) == (1, 1)
