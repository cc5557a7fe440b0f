"""The data files of the presets: every value beside its source, and what is refused."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

import scoring
from docs.rule_sources import PAGE, keys, made, named
from scoring.rules import PRESETS, RulesetProblem, from_file, preset, rule_names

HOME = Path(scoring.__file__).parent / "rulesets"
KNOWN = keys(PAGE.read_text(encoding="utf-8"))


def file(key: str = "wrc-2022") -> dict[str, Any]:
    return tomllib.loads((HOME / f"{key}.toml").read_text(encoding="utf-8"))


def test_there_is_a_file_for_every_preset_and_no_other() -> None:
    assert sorted(path.stem for path in HOME.glob("*.toml")) == sorted(PRESETS)
    assert len(PRESETS) == 24


@pytest.mark.parametrize("key", PRESETS)
def test_every_value_names_a_document_or_says_that_none_confirms_it(key: str) -> None:
    rules = preset(key)
    assert set(rules.sources) == {one.name for one in rule_names()}
    assert rules.unverified <= set(rules.sources)
    for name, source in rules.sources.items():
        if name in rules.unverified:
            assert named(source, KNOWN) or source.startswith("not "), (name, source)
        else:
            assert source.startswith(tuple(KNOWN)), (name, source)


def test_every_document_that_is_listed_is_a_source() -> None:
    used = {document for key in PRESETS for source in preset(key).sources.values() for document in named(source, KNOWN)}
    assert used == set(KNOWN)


def test_the_page_of_the_sources_is_as_its_command_makes_it() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert made(page) == page, "run python -m docs.rule_sources"


@pytest.mark.parametrize("key", PRESETS)
def test_titles_are_different(key: str) -> None:
    assert [preset(one).title for one in PRESETS].count(preset(key).title) == 1


VALUE = "“{}” is not a value beside its source."


@pytest.mark.parametrize(
    ("name", "entry", "message"),
    [
        ("start", 30_000, VALUE),
        ("start", {"value": 30_000}, VALUE),
        ("start", {"value": 30_000, "source": " "}, VALUE),
        ("start", {"value": 30_000, "source": 7}, VALUE),
        ("start", {"value": 30_000, "source": "S0", "unverified": False}, VALUE),
        ("start", {"value": 30_000, "source": "S0", "unverified": "yes"}, VALUE),
        ("start", {"value": 30_000, "source": "S0", "note": "x"}, VALUE),
        ("hand.kiriage", True, VALUE),
        ("hand.kiriage", {"value": True}, VALUE),
        ("start", {"source": "S0"}, "“{}” is not a whole number."),
        ("hand.kiriage", {"source": "S0"}, "“{}” is neither yes nor no."),
        ("ties", {"value": "even", "source": "S0"}, "“{}” is none of: split, split-remainder, seat."),
        ("hand.winners", {"value": 2, "source": "S0"}, "“{}” is none of: head-bump, two, all."),
        (
            "uma",
            {"value": [15_000, 5_000, -5_000, -14_000], "source": "S0"},
            "The values of the uma add up to +1.0, not to zero.",
        ),
        ("tempo", {"value": 1, "source": "S0"}, "“{}” is not a part of a rule set."),
        ("hand.tempo", {"value": 1, "source": "S0"}, "“{}” is not a part of a rule set."),
    ],
)
def test_a_file_with_something_wrong_is_refused_by_name(name: str, entry: object, message: str) -> None:
    data = file()
    part, dot, own = name.rpartition(".")
    (data[part] if dot else data)[own] = entry
    with pytest.raises(RulesetProblem) as refused:
        from_file("wrc-2022", data)
    assert (refused.value.field, refused.value.message) == (name, message.format(name))


@pytest.mark.parametrize("name", ["start", "uma", "hand", "time", "hand.kiriage", "title"])
def test_a_file_with_a_value_missing_is_refused_by_name(name: str) -> None:
    data = file()
    part, dot, own = name.rpartition(".")
    del (data[part] if dot else data)[own]
    with pytest.raises(RulesetProblem) as refused:
        from_file("wrc-2022", data)
    assert refused.value.field == name


def test_a_value_may_be_none_only_where_none_is_meant() -> None:
    data = file()
    data["time"]["minutes"] = {"source": "S1: none named"}
    assert from_file("wrc-2022", data).minutes is None


def test_an_unverified_value_says_so() -> None:
    data = file()
    data["start"]["unverified"] = True
    assert from_file("wrc-2022", data).unverified == {"start"}
