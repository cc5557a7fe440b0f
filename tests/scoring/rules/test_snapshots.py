"""Snapshots of rule sets: they read back as they were written, those of earlier versions too."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.game import score_points
from scoring.rules import Ruleset, preset
from scoring.rules.fields import RulesetProblem
from scoring.rules.files import PRESETS
from scoring.rules.provenance import Mark
from scoring.rules.ruleset import AS_BEFORE, BY_THE_ORGANISER
from scoring.rules.values import AbortiveDeposits, GameLength

WRC = preset("wrc-2022")
FLOATING = [
    [8_000, 4_000, -4_000, -8_000],
    [12_000, -1_000, -3_000, -8_000],
    [8_000, 4_000, -4_000, -8_000],
    [8_000, 3_000, 1_000, -12_000],
    [0, 0, 0, 0],
]
SOURCES = {
    "start": "S0 Mod.4.2",
    "goal": "S0 Mod.4.2",
    "uma": "S0 Mod.4.1",
    "ties": "S0 Mod.4.1",
    "leftover": "S3; WRC 2025 §10.2",
    "chonbo": "S2 Penalties",
    "minutes": "S2 Time limit",
    "time_up": "S2 Time limit",
    "lateness": "S0 Mod.6.3",
    "schedule": "S0 Mod.6.3",
}


def first(**changes: Any) -> dict[str, Any]:
    """A snapshot as version 1 wrote it."""
    data: dict[str, Any] = {
        "key": "wrc-2022",
        "title": "WRC 2022",
        "start": 30_000,
        "goal": 30_000,
        "uma": [15_000, 5_000, -5_000, -15_000],
        "ties": "split",
        "leftover": "lost",
        "chonbo": 30_000,
        "minutes": 90,
        "time_up": "finish-or-one-more",
        "lateness": {"per_minute": 1_000, "minutes": 10, "forfeit": 30_000},
        "schedule": "wrc-2022",
        "sources": SOURCES,
    }
    return json.loads(json.dumps({**data, **changes}))


EMA = first(
    key="ema-2025",
    title="EMA 2025",
    leftover="winner",
    chonbo=20_000,
    minutes=None,
    time_up="one-more",
    sources={
        **SOURCES,
        "leftover": "EMA 2025 §3.7; a share is cut to 100 points",
        "time_up": "Pantheon, ruleset ema2025",
    },
)
JPML = first(key="jpml-a", title="JPML A", uma={"floating": FLOATING}, minutes=None, time_up="finish")
OWN = first(
    key="own",
    title="Own rules",
    start=25_000,
    uma=[20_000, 10_000, -10_000, -20_000],
    minutes=75,
    sources={**SOURCES, **dict.fromkeys(("start", "uma", "minutes"), BY_THE_ORGANISER)},
)


@pytest.mark.parametrize("key", PRESETS)
def test_a_snapshot_reads_back_as_the_same_rules(key: str) -> None:
    rules = preset(key)
    assert Ruleset.from_json(json.loads(json.dumps(rules.to_json()))) == rules


def test_changed_rules_read_back_as_the_same_rules() -> None:
    rules = preset("ema-2025").replace(start=25_000, hand={"red_fives": 3}, time={"minutes": 75}, key="mine")
    assert Ruleset.from_json(json.loads(json.dumps(rules.to_json()))) == rules


@pytest.mark.parametrize(
    ("data", "points", "deposits", "scores"),
    [
        (first(), (45_200, 31_100, 25_700, 18_000), 0, [30_200, 6_100, -9_300, -27_000]),
        (EMA, (40_000, 30_000, 20_000, 29_000), 1, [26_000, 5_000, -25_000, -6_000]),
        (JPML, (45_000, 29_000, 26_000, 20_000), 0, [27_000, -2_000, -7_000, -18_000]),
        (OWN, (33_000, 33_000, 33_000, 1_000), 0, [16_300, 16_300, 16_300, -49_000]),
    ],
    ids=["wrc-2022", "ema-2025", "jpml-a", "own"],
)
def test_a_snapshot_of_version_1_scores_as_it_did(
    data: dict[str, Any], points: tuple[int, ...], deposits: int, scores: list[int]
) -> None:
    """RULES §8.1 and §8.3, first rows; S0 Mod.4.2 for the oka."""
    assert [row.score for row in score_points(points, Ruleset.from_json(data), deposits)] == scores


def test_the_time_rules_of_version_1_have_numbers_now() -> None:
    found = [Ruleset.from_json(data).time for data in (first(), EMA, JPML)]
    assert [(limit.minutes, limit.during, limit.between) for limit in found] == [(90, 0, 1), (None, 1, 1), (None, 0, 0)]


def test_the_oka_of_version_1_followed_from_start_and_goal() -> None:
    rules = Ruleset.from_json(OWN)
    assert (rules.oka, rules.sources["oka"]) == (20_000, BY_THE_ORGANISER)
    assert (Ruleset.from_json(first()).oka, Ruleset.from_json(first()).sources["oka"]) == (0, "S0 Mod.4.2")


def test_the_clauses_of_version_1_stand_by_the_names_of_today() -> None:
    rules = Ruleset.from_json(EMA)
    assert rules.sources["leftover"] == "EMA 2025 §3.7; a share is cut to 100 points"
    assert rules.sources["time.during"] == rules.sources["time.between"] == "Pantheon, ruleset ema2025"
    assert rules.sources["lateness.forfeit"] == "S0 Mod.6.3"
    assert set(rules.sources) == set(WRC.sources)


def test_what_version_1_did_not_know_is_the_presets() -> None:
    rules = Ruleset.from_json(EMA)
    assert (rules.hand, rules.bust) == (preset("ema-2025").hand, preset("ema-2025").bust)
    assert rules.sources["hand.kiriage"] == preset("ema-2025").sources["hand.kiriage"]
    assert Ruleset.from_json(first(key="gone")).hand == preset("own").hand


def test_what_an_organiser_had_set_in_version_1_has_no_mark() -> None:
    set_by_hand = first(
        key="ema-2025", minutes=60, sources={**SOURCES, **dict.fromkeys(("minutes", "schedule"), BY_THE_ORGANISER)}
    )
    usual = preset("ema-2025").marks
    assert usual.keys() - Ruleset.from_json(set_by_hand).marks.keys() == {"time.minutes", "schedule"}
    assert Ruleset.from_json(EMA).marks == usual


GOLDEN = Path(__file__).parents[1] / "golden" / "rules-version-2.json"
SECOND = json.loads(GOLDEN.read_text(encoding="utf-8"))
"""Every preset as the last program with version 2 saved it, and hanchan as it scored them."""


@pytest.mark.parametrize("saved", SECOND, ids=lambda saved: saved["snapshot"]["key"])
def test_a_snapshot_of_version_2_opens_and_scores_the_same(saved: dict[str, Any]) -> None:
    rules = Ruleset.from_json(saved["snapshot"])
    for hanchan in saved["hanchan"]:
        rows = score_points(hanchan["points"], rules, hanchan["deposits"])
        assert [row.score for row in rows] == hanchan["scores"]
    kept = {name: value for name, value in saved["snapshot"]["sources"].items() if name in rules.sources}
    assert {name: rules.sources[name] for name in kept} == kept
    assert set(saved["snapshot"]["unverified"]) <= set(rules.marks)
    assert rules.notes == ()
    assert Ruleset.from_json(rules.to_json()) == rules


def test_what_version_2_did_not_know_is_the_presets_and_renamed_keys_are_the_present_ones() -> None:
    by_key = {saved["snapshot"]["key"]: Ruleset.from_json(saved["snapshot"]) for saved in SECOND}
    assert by_key["wrc-2022"].calls == preset("wrc-2022").calls
    assert by_key["wrc-2022"].sources == {**preset("wrc-2022").sources, **by_key["wrc-2022"].sources}
    assert (by_key["wrc-oka"].key, by_key["wrc-oka"].title) == ("wrc-2022-oka", "WRC with oka")
    assert by_key["tori-tournament"].schedule == by_key["tori-tournament"].key == "tori-open-2026"
    assert by_key["jpml-a"].key == "jpml-a-2012"
    raised = Ruleset.from_json({**SECOND[0]["snapshot"], "schedule": "higher", "key": "gone"})
    assert (raised.schedule, raised.key) == ("higher-2022", "gone")


def test_a_snapshot_of_version_2_may_have_no_sources_but_not_no_rules_of_a_hand() -> None:
    data = {name: value for name, value in SECOND[0]["snapshot"].items() if name != "sources"}
    assert Ruleset.from_json(data).sources == {}
    with pytest.raises(RulesetProblem, match="“hand” must be a group of values"):
        Ruleset.from_json({**data, "hand": 3})


def third(key: str) -> dict[str, Any]:
    """A snapshot as version 3 wrote it: two values of today's are not in it."""
    data = json.loads(json.dumps(preset(key).to_json()))
    del data["length"], data["hand"]["abortive_deposits"]
    for about in ("sources", "marks"):
        for name in ("length", "hand.abortive_deposits"):
            data[about].pop(name, None)
    return {**data, "version": 3}


@pytest.mark.parametrize("key", PRESETS)
def test_deposits_of_an_abortive_draw_went_back_in_version_3_under_every_rule_set(key: str) -> None:
    rules, usual = Ruleset.from_json(third(key)), preset(key)
    assert (rules.length, rules.sources["length"]) == (GameLength.HANCHAN, usual.sources["length"])
    assert rules.hand.abortive_deposits is AbortiveDeposits.RETURNED
    if usual.hand.abortive_deposits is AbortiveDeposits.RETURNED:
        assert rules == usual
    else:
        assert rules.sources["hand.abortive_deposits"] == AS_BEFORE
        assert rules.marks["hand.abortive_deposits"] is Mark.PRACTICE
    assert Ruleset.from_json(rules.to_json()) == rules


@pytest.mark.parametrize("saved", [SECOND[14]["snapshot"], first(key="tenhou", title="Tenhou")])
def test_they_went_back_in_versions_1_and_2_as_well(saved: dict[str, Any]) -> None:
    assert saved["key"] == "tenhou"
    assert Ruleset.from_json(saved).hand.abortive_deposits is AbortiveDeposits.RETURNED


def test_an_upgraded_snapshot_reads_back_as_itself() -> None:
    for data in (first(), EMA, JPML, OWN):
        rules = Ruleset.from_json(data)
        assert Ruleset.from_json(rules.to_json()) == rules


def test_a_snapshot_may_have_no_sources() -> None:
    data = WRC.to_json()
    del data["sources"], data["marks"], data["notes"], data["based_on"]
    bare = Ruleset.from_json(data)
    assert (bare.sources, bare.marks, bare.notes, bare.based_on) == ({}, {}, (), "")
    old = first()
    del old["sources"]
    assert Ruleset.from_json(old).sources == WRC.sources


@pytest.mark.parametrize(
    ("changes", "field", "message"),
    [
        ({"sources": {"start": 1}}, "sources", "The sources are not a list of clauses by field."),
        ({"sources": None}, "sources", "The sources are not a list of clauses by field."),
        ({"marks": "start"}, "marks", "The marks are not a list of marks by field."),
        ({"marks": {"start": "sure"}}, "marks", "The marks are not a list of marks by field."),
        ({"notes": 3}, "notes", "The notes are not a list of rules in words."),
        ({"notes": [{"section": "time"}]}, "notes", "Note 1 needs a section, a text and its source."),
        (
            {"notes": [{"section": "x", "text": "y", "source": "z"}]},
            "notes",
            "Note 1: there is no section “x”, only seats, score, ties, end, time, penalties, hand, calls, payments, "
            "yaku, etiquette, not-covered.",
        ),
        ({"version": 2, "unverified": "start"}, "unverified", "What is unverified is not a list of fields."),
        ({"version": 2, "unverified": 3}, "unverified", "What is unverified is not a list of fields."),
        ({"version": 5}, "version", "This rule set was written by a newer version of the program."),
        ({"yaku": []}, "yaku", "“yaku” is not a value of a rule set."),
    ],
)
def test_a_snapshot_that_cannot_be_read_is_refused_by_name(
    changes: dict[str, object], field: str, message: str
) -> None:
    with pytest.raises(RulesetProblem) as refused:
        Ruleset.from_json({**WRC.to_json(), **changes})
    assert (refused.value.field, str(refused.value)) == (field, message)


@pytest.mark.parametrize("field", ["uma", "schedule", "hand"])
def test_a_snapshot_with_a_field_missing_is_refused_by_name(field: str) -> None:
    data = WRC.to_json()
    del data[field]
    with pytest.raises(RulesetProblem, match=f"“{field}” is missing") as refused:
        Ruleset.from_json(data)
    assert refused.value.field == field


def test_a_snapshot_with_a_field_of_a_part_missing_is_refused_by_name() -> None:
    data = json.loads(json.dumps(WRC.to_json()))
    del data["hand"]["kiriage"]
    with pytest.raises(RulesetProblem, match=r"“hand\.kiriage” is missing"):
        Ruleset.from_json(data)


@pytest.mark.parametrize("changes", [{"start": "x"}, {"goal": None}, {"lateness": 3}, {"uma": 1}, {"time_up": 7}])
def test_a_snapshot_of_version_1_with_a_wrong_value_is_refused_or_read_as_ever(changes: dict[str, object]) -> None:
    """An unknown time rule was never written; the strictest is taken."""
    if "time_up" in changes:
        assert Ruleset.from_json(first(**changes)).time.during == 0
        return
    with pytest.raises(RulesetProblem) as refused:
        Ruleset.from_json(first(**changes))
    assert refused.value.field == next(iter(changes))
