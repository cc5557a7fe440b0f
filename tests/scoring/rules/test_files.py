"""The data files of the presets: every value beside its source, and what is refused."""

import re
import textwrap
import tomllib
from pathlib import Path
from typing import Any

import pytest

import scoring
from docs.rule_sources import PAGE, keys, made, named
from scoring.rules import Ruleset, from_file, preset, rule_names
from scoring.rules.fields import RulesetProblem
from scoring.rules.files import PRESETS, documents, group

HOME = Path(scoring.__file__).parent / "rules" / "presets"
KNOWN = keys(PAGE.read_text(encoding="utf-8"))


def file(key: str = "wrc-2022") -> dict[str, Any]:
    return tomllib.loads((HOME / f"{key}.toml").read_text(encoding="utf-8"))


def test_every_file_of_the_folder_is_a_preset() -> None:
    assert tuple(sorted(path.stem for path in HOME.glob("*.toml"))) == PRESETS
    assert {"wrc-2022", "wrc-2025", "ema-2025", "own"} < set(PRESETS)


def test_no_two_presets_have_the_same_position_in_their_group() -> None:
    groups = [group(key) for key in PRESETS]
    assert len(set(groups)) == len(groups)
    assert {name for name, _position in groups} >= {"usual", "online"}


@pytest.mark.parametrize("key", PRESETS)
def test_every_value_names_a_document_or_says_that_none_confirms_it(key: str) -> None:
    rules = preset(key)
    assert set(rules.sources) == {one.name for one in rule_names()}
    assert rules.unverified <= set(rules.sources)
    known = (*KNOWN, *documents(key))
    for name, source in rules.sources.items():
        if name in rules.unverified:
            assert named(source, known) or source.startswith("not "), (name, source)
        else:
            assert source.startswith(known), (name, source)


def test_every_document_that_is_listed_is_a_source() -> None:
    used = {document for key in PRESETS for source in preset(key).sources.values() for document in named(source, KNOWN)}
    assert used == set(KNOWN)


def test_the_page_of_the_sources_is_as_its_command_makes_it() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert made(page) == page, "run python -m docs.rule_sources"


@pytest.mark.parametrize("key", PRESETS)
def test_titles_are_different(key: str) -> None:
    assert [preset(one).title for one in PRESETS].count(preset(key).title) == 1


VALUE = "“{}” needs a value and its source."


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
        ("start", {"source": "S0"}, "“{}” must be a whole number."),
        ("hand.kiriage", {"source": "S0"}, "“{}” must be yes or no."),
        ("ties", {"value": "even", "source": "S0"}, "“{}” must be one of: split, split-remainder, seat."),
        ("hand.winners", {"value": 2, "source": "S0"}, "“{}” must be one of: head-bump, two, all."),
        (
            "uma",
            {"value": [15_000, 5_000, -5_000, -14_000], "source": "S0"},
            "The values of the uma add up to +1.0, not to zero.",
        ),
        ("tempo", {"value": 1, "source": "S0"}, "“{}” is not a value of a rule set."),
        ("hand.tempo", {"value": 1, "source": "S0"}, "“{}” is not a value of a rule set."),
    ],
)
def test_a_file_with_something_wrong_is_refused_by_name(name: str, entry: object, message: str) -> None:
    data = file()
    part, dot, own = name.rpartition(".")
    (data[part] if dot else data)[own] = entry
    with pytest.raises(RulesetProblem) as refused:
        from_file("wrc-2022", data)
    assert (refused.value.field, str(refused.value)) == (name, message.format(name))


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


CLUB = {
    "title": "Club night",
    "based_on": "wrc-2022",
    "documents": {"Club sheet": "on the wall of the club room, 2026"},
    "start": {"value": 25_000, "source": "Club sheet"},
    "oka": {"value": 20_000, "source": "Club sheet"},
    "hand": {"red_fives": {"value": 3, "source": "Club sheet"}},
}


def test_a_variant_names_its_differences_and_inherits_the_rest_with_its_sources() -> None:
    club, base = from_file("club", CLUB), preset("wrc-2022")
    differing = {one.name for one in rule_names() if one.of(club) != one.of(base)}
    assert differing == {"start", "oka", "hand.red_fives"}
    assert (club.key, club.title) == ("club", "Club night")
    assert {name for name, source in club.sources.items() if source == "Club sheet"} == differing
    assert {**club.sources, **{name: base.sources[name] for name in differing}} == base.sources


def test_a_variant_of_a_variant_inherits_from_both() -> None:
    rules = from_file("club", {"title": "Club", "based_on": "wrc-oka", "hand": CLUB["hand"]})
    assert (rules.oka, rules.hand.red_fives, rules.goal) == (20_000, 3, 30_000)


def test_a_preset_adds_a_document_of_its_own_to_those_of_the_page() -> None:
    assert documents("wrc-2022") == {}
    assert Ruleset.from_json(from_file("club", CLUB).to_json()).sources["start"] == "Club sheet"


@pytest.mark.parametrize("base", ["wrc", "", 5])
def test_a_base_that_is_not_a_preset_is_refused(base: object) -> None:
    with pytest.raises(RulesetProblem) as wrong:
        from_file("club", {**CLUB, "based_on": base})
    assert (wrong.value.field, str(wrong.value)) == ("based_on", f"“{base}” is not a preset to be based on.")


def test_presets_that_are_based_on_each_other_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.rules.files._read", lambda key: {"title": key, "based_on": "wrc-2022"})
    with pytest.raises(RulesetProblem, match="“wrc-2022” is not a preset to be based on"):
        from_file("club", CLUB)


def test_the_recipe_of_the_readme_is_a_preset() -> None:
    readme = (HOME.parent.parent / "README.md").read_text(encoding="utf-8")
    (recipe,) = re.findall(r"```toml\n(.*?)```", readme, re.DOTALL)
    data = tomllib.loads(textwrap.dedent(recipe))
    assert from_file("club-night", data).hand.red_fives == 3
    assert {value["source"] for value in (data["start"], data["oka"])} == set(data["documents"])
