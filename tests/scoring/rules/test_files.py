"""The data files of the presets: every value beside its source, and what is refused."""

import hashlib
import json
import re
import textwrap
import tomllib
from pathlib import Path
from typing import Any

import pytest

import scoring
from docs.rule_sources import PAGE, made
from scoring.rules import Ruleset, from_file, preset, rule_names
from scoring.rules.fields import RulesetProblem
from scoring.rules.files import PRESETS, edition, former_keys, group, offered, replaced_keys, sourced_values
from scoring.rules.provenance import Mark, confirmed, documents, editions, is_of_programs, named
from scoring.rules.rule_file import preset_today, read_rules

HOME = Path(scoring.__file__).parent / "rules" / "presets"


def file(key: str = "wrc-2022") -> dict[str, Any]:
    return tomllib.loads((HOME / f"{key}.toml").read_text(encoding="utf-8"))


def test_every_file_of_the_folder_is_a_preset() -> None:
    assert tuple(sorted(path.stem for path in HOME.glob("*.toml"))) == PRESETS
    assert {"wrc-2022", "wrc-2025", "ema-2025", "own"} < set(PRESETS)


def test_no_two_presets_have_the_same_position_in_their_group() -> None:
    groups = [group(key) for key in PRESETS]
    assert len(set(groups)) == len(groups)
    assert {name for name, _position in groups} >= {"usual", "online"}


MOST_MARKED = 0.35


def test_of_the_values_that_are_offered_at_most_35_percent_have_a_mark() -> None:
    values = len(offered()) * len(rule_names())
    assert sum(len(preset(key).marks) for key in offered()) <= MOST_MARKED * values


@pytest.mark.parametrize("key", PRESETS)
def test_a_preset_is_offered_unless_55_of_its_values_or_more_have_a_mark(key: str) -> None:
    assert (key in offered()) == (len(preset(key).marks) < 55)


def test_a_preset_tells_how_many_of_its_values_a_document_confirms() -> None:
    rules = preset("wrc-2022")
    assert str(confirmed(rules.sources, rules.marks)) == "66 of 69 values confirmed by a document"
    assert (len(rules.sources), len(rules.marks)) == (69, 3)


def test_a_preset_that_is_not_offered_is_read_and_built_on_as_before() -> None:
    club = from_file("club", {"title": "Club", "based_on": "rrc", "start": {"value": 25_000, "source": "S0"}})
    assert "rrc" not in offered() and (preset("rrc").title, club.leftover) == ("RRC (Russia)", preset("rrc").leftover)


@pytest.mark.parametrize("key", PRESETS)
def test_every_value_names_a_document_or_is_marked_as_common_practice(key: str) -> None:
    rules = preset(key)
    assert set(rules.sources) == {one.name for one in rule_names()}
    assert set(rules.marks) <= set(rules.sources)
    known = (*documents(), *file(key).get("documents", ()))
    for name, source in rules.sources.items():
        if rules.marks.get(name) is Mark.PRACTICE:
            assert named(source) or source.startswith("not "), (name, source)
        else:
            assert source.startswith(known), (name, source)


@pytest.mark.parametrize("key", PRESETS)
def test_what_only_a_program_shows_and_what_sources_dispute_is_marked(key: str) -> None:
    rules = preset(key)
    for name, source in rules.sources.items():
        assert not is_of_programs(source) or name in rules.marks, name
        assert ("; but " in source) == (rules.marks.get(name) is Mark.DISPUTED), name


@pytest.mark.parametrize("key", PRESETS)
def test_a_preset_takes_its_values_from_one_edition_of_a_book_or_says_why_not(key: str) -> None:
    cited: dict[str, set[str]] = {}
    for name, one in sourced_values(file(key)).items():
        if not one.because:
            for book, number in editions(one.source.partition("; but ")[0]):
                cited.setdefault(book, set()).add(number)
                assert cited[book] == {number}, (name, one.source)


@pytest.mark.parametrize("key", PRESETS)
def test_the_edition_of_a_preset_stands_in_its_key_and_title(key: str) -> None:
    number = edition(key)
    assert number in key and number in preset(key).title


@pytest.mark.parametrize("book", ["WRC", "EMA", "JPML"])
def test_every_preset_of_a_book_with_editions_has_one(book: str) -> None:
    keys = [key for key in PRESETS if key.startswith(book.lower())]
    assert keys and all(edition(key) for key in keys)


def test_a_former_key_leads_to_one_preset() -> None:
    assert former_keys()["wrc-oka"] == "wrc-2022-oka"
    assert set(former_keys().values()) <= set(PRESETS) and not set(former_keys()) & set(PRESETS)
    assert not (set(former_keys()) | set(PRESETS)) & set(replaced_keys())
    assert replaced_keys()["tori-tournament"] == ("tori-open-2026", "tori-tournament-2025")


SAVED = json.loads((Path(__file__).parents[1] / "golden" / "rules-version-2.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("saved", [one["snapshot"] for one in SAVED], ids=lambda saved: saved["key"])
def test_an_earlier_key_gives_the_values_that_it_had_or_is_refused_with_the_keys_of_today(
    saved: dict[str, Any],
) -> None:
    try:
        rules = preset_today(saved["key"])
    except RulesetProblem as refused:
        assert "had other values in earlier versions. Today there is " in str(refused)
        assert all(key in str(refused) for key in replaced_keys()[saved["key"]])
        return
    assert rules
    differing = {one.name for one in rules.differing(Ruleset.from_json(saved)) if _was_saved(one.name, saved)}
    assert differing == CORRECTED.get(saved["key"], set())


def _was_saved(name: str, saved: dict[str, Any]) -> bool:
    part, dot, own = name.rpartition(".")
    return own in (saved.get(part, {}) if dot else saved)


CORRECTED = {
    "four-winds": {"hand.liability"},
    "m-league": {"hand.riichi_tiles"},
    "tenhou": {"hand.liable_for"},
    "tenhou-3": {"hand.liable_for"},
}
"""Keys without an edition whose wrong value was put right: what they name is the same rule set."""


FROZEN = json.loads((Path(__file__).parents[1] / "golden" / "rule-values.json").read_text(encoding="utf-8"))
"""The names of the values, and of each key of the day a digest of them in this order."""


@pytest.mark.parametrize("key", FROZEN["digests"])
def test_a_key_never_changes_its_values(key: str) -> None:
    """A rule set with other values has another key; that one `replaces` the key here, which is then refused."""
    if key in replaced_keys():
        return
    rules = preset_today(key)
    assert rules
    plain = {one.name: one.kind.plain(one.of(rules)) for one in rule_names()}
    told = json.dumps([[name, plain[name]] for name in FROZEN["names"]])
    assert hashlib.sha256(told.encode()).hexdigest()[:16] == FROZEN["digests"][key], "give it a new key"


def test_a_key_under_which_a_rule_set_had_other_values_is_no_base_either() -> None:
    with pytest.raises(RulesetProblem, match="“r-league” had other values in earlier versions"):
        read_rules('title = "x"\nbased_on = "r-league"')
    assert read_rules('title = "x"\nbased_on = "wrc-oka"').based_on == "wrc-2022-oka"
    assert preset_today("none") is None


def test_every_document_that_is_listed_is_a_source() -> None:
    used = {document for key in PRESETS for source in preset(key).sources.values() for document in named(source)}
    assert used == set(documents())


def test_the_page_of_the_sources_is_as_its_command_makes_it() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert made(page) == page, "run python -m docs.rule_sources"


@pytest.mark.parametrize("key", PRESETS)
def test_titles_are_different(key: str) -> None:
    assert [preset(one).title for one in PRESETS].count(preset(key).title) == 1


VALUE = '“{}” needs a value and its source; a line source = "…" gives one to the whole file.'


@pytest.mark.parametrize(
    ("name", "entry", "message"),
    [
        ("start", 30_000, VALUE),
        ("start", {"value": 30_000}, VALUE),
        ("start", {"value": 30_000, "source": " "}, VALUE),
        ("start", {"value": 30_000, "source": 7}, VALUE),
        ("start", {"value": 30_000, "source": "S0", "mark": "sure"}, "“{}” has the mark sure, which does not exist."),
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
        ("zigzag", {"value": 1, "source": "S0"}, "“{}” is not a value of a rule set."),
        ("hand.zigzag", {"value": 1, "source": "S0"}, "“{}” is not a value of a rule set."),
        (
            "hand.kirage",
            {"value": 1, "source": "S0"},
            "“{}” is not a value of a rule set. Did you mean “hand.kiriage”?",
        ),
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


@pytest.mark.parametrize(
    ("beside", "mark", "source"),
    [
        ({}, None, "S0 Mod.4.2"),
        ({"mark": "practice"}, Mark.PRACTICE, "S0 Mod.4.2"),
        ({"source": "Pantheon, wrc"}, Mark.PROGRAM, "Pantheon, wrc"),
        ({"source": "Pantheon, wrc; S2"}, None, "Pantheon, wrc; S2"),
        ({"disputed": "S3 Starting: 25,000"}, Mark.DISPUTED, "S0 Mod.4.2; but S3 Starting: 25,000"),
    ],
)
def test_a_value_is_marked_by_its_file_or_by_what_it_rests_on(
    beside: dict[str, str], mark: Mark | None, source: str
) -> None:
    data = file()
    data["start"] = {**data["start"], **beside}
    rules = from_file("wrc-2022", data)
    assert (rules.marks.get("start"), rules.sources["start"]) == (mark, source)


def test_where_the_sources_are_silent_another_preset_speaks_and_the_value_is_common_practice() -> None:
    rules = from_file(
        "club", {"title": "Club", "where_silent": "wrc-2022", "start": {"value": 25_000, "source": "S3 Starting"}}
    )
    assert (rules.start, rules.goal) == (25_000, 30_000)
    assert rules.sources["goal"] == "not found; as WRC 2022: S0 Mod.4.2"
    assert set(rules.marks.values()) == {Mark.PRACTICE} and "start" not in rules.marks
    assert (rules.notes, rules.based_on) == ((), "")


def test_what_is_silent_in_two_presets_names_the_one_that_speaks() -> None:
    rules = from_file("club", {"title": "Club", "where_silent": "tenhou"})
    assert rules.sources["calls.order"] == "not found; as WRC 2022: S3 Calling precedence"
    assert rules.sources["start"] == "not found; as Tenhou: Tenhou wiki; Riichi presets"


def test_an_inherited_clause_goes_with_every_source() -> None:
    rules = preset("wrc-2025")
    assert rules.sources["ties"] == "S0 Mod.4.1; unchanged in WRC 2025"
    assert rules.sources["uma"] == "WRC 2025 §11.2"


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
    rules = from_file("club", {"title": "Club", "based_on": "wrc-2022-oka", "hand": CLUB["hand"]})
    assert (rules.oka, rules.hand.red_fives, rules.goal) == (20_000, 3, 30_000)


def test_a_preset_adds_a_document_of_its_own_to_those_of_the_page() -> None:
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
