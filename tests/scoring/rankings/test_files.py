"""Rules of rankings as files: those that are there, and that a wrong one is refused by line with the remedy."""

import json
from datetime import date
from fractions import Fraction

import pytest

from scoring.rankings import RANKING_RULES, ranking_rule
from scoring.rankings.files import read_ranking_rule
from scoring.rankings.rule import Combination, Counted, MovedEvent, RankingPart, RankingRule
from scoring.rules.fields import RulesetProblem
from scoring.rules.provenance import named
from scoring.rules.rule_file import RuleFileProblem

HEAD = 'title = "Ours"\nsource = "us"\nresult = "event"\ncounted = "score"\n'


@pytest.mark.parametrize("key", RANKING_RULES)
def test_each_value_of_a_rule_has_a_source_that_its_file_explains(key: str) -> None:
    rules = ranking_rule(key)
    assert rules.key == key
    for source in rules.sources.values():
        assert named(source, rules.documents), source
    said = {one for source in rules.sources.values() for one in named(source, rules.documents)}
    assert said == {*rules.documents}


def test_a_rule_that_there_is_not_has_no_file() -> None:
    with pytest.raises(KeyError):
        ranking_rule("ema-2019")


def test_a_file_names_only_what_is_not_plain() -> None:
    found = read_ranking_rule(HEAD, "club")
    assert (found.key, found.title, found.counted, found.parts) == ("club", "Ours", Counted.SCORE, (RankingPart(),))
    assert (found.together, found.least, found.breakers, found.carry) == (Combination.SUM, 1, (), 0)
    assert found.sources == {"result": "us", "counted": "us"}


def test_fractions_may_be_decimals_and_days_may_be_days_or_text() -> None:
    more = 'carry = 0.25\nmoved = [{ event = "A", ended = 2022-07-01 }, { event = "B", ended = "2022-07-01" }]\n'
    found = read_ranking_rule(HEAD + more)
    assert found.carry == Fraction(1, 4)
    assert found.moved == tuple(MovedEvent(event=name, ended=date(2022, 7, 1)) for name in "AB")


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("least = 0", "Line 5: “least” is below 1."),
        ("lest = 2", "Line 5: “lest” is not a value of a ranking; did you mean “least”?"),
        ("zzz = 2", "Line 5: “zzz” is not a value of a ranking; there are: title, edition, result, counted, points,"),
        ('carry = "half"', "Line 5: “carry” is a fraction up to 1: write it as 1/2 or 0.5."),
        ('carry = "1/0"', "Line 5: “carry” is a fraction up to 1"),
        ("carry = 1.5", "Line 5: “carry” is a fraction up to 1"),
        ("carry = nan", "Line 5: “carry” is a fraction up to 1"),
        ("parts = [{ share = 0 }]", "Line 5: “parts.1.share” is above 0."),
        ("parts = [{ bets = 4 }]", "Line 5: “parts.1.bets” is not a value of a ranking; there are: share, best, rest."),
        ("parts = [{ shares = 1 }]", "Line 5: “parts.1.shares” is not a value of a ranking; did you mean “share”?"),
        ("parts = [4]", "Line 5: “parts.1” must be a group of values."),
        ("parts = 4", "Line 5: “parts” is not a list."),
        ("parts = []", "Line 5: The shares of “parts” add up to 1, as 1/2 and 1/2."),
        ('parts = [{ share = "1/2" }]', "Line 5: The shares of “parts” add up to 1"),
        ("points = [18, 25]", "Line 5: “points” gives a lower place more than a higher one."),
        ("points = [25, -1]", "Line 5: “points” lists whole numbers, as [25, 18, 15], from the first on."),
        ("points = 25", "Line 5: “points” lists whole numbers"),
        ("age = [{ months = 24, factor = 1 }, { months = 12, factor = 0.5 }]", "Line 5: The steps of “age” stand from"),
        ('moved = [{ event = "A", ended = 2022 }]', "Line 5: “moved.1.ended” is a day: write it as 2022-07-01."),
        ('breakers = ["stars"]', "Line 5: “breakers” must be one of: firsts"),
        (
            'breakers = ["seed"]',
            "Line 5: “seed” tells nobody apart in a ranking; there are: firsts, places, ",
        ),
        ('breakers = ["lot"]', "A lot is drawn from a text that everybody knows: give one."),
        ("[documents", "Line 5: This cannot be read as TOML"),
        ("documents = 3", "Line 5: “documents” is a table: what each source is."),
        ("documents = { us = 2026-01-01 }", "Line 5: “documents” is a table: what each source is."),
        ("fill = 1_000_000_000", "Line 5: “fill” is above 1000."),
        ("least = 10_001", "Line 5: “least” is above 10000."),
        ("parts = [{ best = 10_001 }]", "Line 5: “parts.1.best” is above 10000."),
        ("points = [1_000_001]", "Line 5: “points” is above 1000000."),
        ("parts = [" + '{ share = "1/27" },' * 27 + "]", "Line 5: A ranking has at most 26 “parts”."),
        (f"least = {'9' * 5_000}", "A number of this file is too long, or its lists are too deep."),
        (f"points = {'[' * 9_000}{']' * 9_000}", "A number of this file is too long, or its lists are too deep."),
        (
            'least = { value = 2, source = "a\\u0000" }',
            "A text of this file has the character NUL (\\u0000). Take it out.",
        ),
        ('moved = [{ event = "\\u0000", ended = 2022-07-01 }]', "A text of this file has the character NUL"),
        ('documents = { "\\u0000" = "ours" }', "A text of this file has the character NUL"),
    ],
)
def test_a_wrong_value_is_refused_by_its_line(more: str, said: str) -> None:
    with pytest.raises(RuleFileProblem) as found:
        read_ranking_rule(HEAD + more + "\n")
    assert str(found.value).startswith(said)


def test_everything_that_is_wrong_is_told_at_once() -> None:
    with pytest.raises(RuleFileProblem) as found:
        read_ranking_rule('source = "us"\nleast = 0\ncounted = "stars"\n')
    assert [str(one) for one in found.value.problems] == [
        "Line 2: “least” is below 1.",
        "Line 3: “counted” must be one of: score, place-points, base-rank.",
        "“title” is missing: a ranking says at least title, result, counted.",
        "“result” is missing: a ranking says at least title, result, counted.",
    ]


def test_values_that_do_not_go_together_are_refused() -> None:
    for before, after, said in (
        ('"score"', '"place-points"', "Say what the places bring, from first to last: points = [25, 18]."),
        ('"event"', '"game"\nweight = "mers"', 'Line 4: MERS weighs events; games weigh the same: weight = "equal".'),
        ('source = "us"\n', "", "Line 2: “result” needs a value and its source"),
    ):
        with pytest.raises(RuleFileProblem) as found:
            read_ranking_rule(HEAD.replace(before, after))
        assert str(found.value).startswith(said)


@pytest.mark.parametrize("key", RANKING_RULES)
def test_a_snapshot_of_a_rule_is_the_rule_with_its_sources(key):
    rules = ranking_rule(key)
    again = RankingRule.from_json(json.loads(json.dumps(rules.to_json())))
    assert again == rules
    assert (again.sources, again.documents) == (rules.sources, rules.documents)


def test_a_snapshot_that_is_none_is_refused_by_its_field():
    data = ranking_rule("average").to_json()
    with pytest.raises(RulesetProblem) as problem:
        RankingRule.from_json({**data, "least": 0})
    assert problem.value.field == "least"
