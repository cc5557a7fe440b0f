"""Rule sets: presets, snapshots, changes, and what is refused."""

import copy
import json
import pickle

import pytest

from scoring.rules import BY_THE_ORGANISER, PRESETS, Leftover, Ruleset, RulesetProblem, TimeUp, preset
from scoring.uma import FloatingUma

WRC = preset("wrc-2022")


@pytest.mark.parametrize("key", PRESETS)
def test_every_preset_names_the_clause_of_every_value(key: str) -> None:
    rules = preset(key)
    said = set(rules.to_json()) - {"key", "title", "sources"}
    assert set(rules.sources) == said
    assert all(rules.sources.values())


@pytest.mark.parametrize("key", PRESETS)
def test_a_snapshot_reads_back_as_the_same_rules(key: str) -> None:
    rules = preset(key)
    assert Ruleset.from_json(json.loads(json.dumps(rules.to_json()))) == rules


@pytest.mark.parametrize("key", PRESETS)
def test_rules_can_be_hashed_copied_and_pickled(key: str) -> None:
    rules = preset(key)
    assert len({rules, copy.deepcopy(rules), pickle.loads(pickle.dumps(rules))}) == 1  # noqa: S301


def test_a_preset_is_read_once() -> None:
    assert preset("wrc-2025") is preset("wrc-2025")


def test_an_unknown_preset_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        preset("../wrc-2022")


@pytest.mark.parametrize(
    ("key", "leftover", "chonbo", "minutes", "time_up", "schedule"),
    [
        ("wrc-2022", Leftover.LOST, 30_000, 90, TimeUp.FINISH_OR_ONE_MORE, "wrc-2022"),
        ("wrc-2025", Leftover.LOST, 30_000, 90, TimeUp.FINISH_OR_ONE_MORE, "wrc-2025"),
        ("ema-2025", Leftover.WINNER, 20_000, None, TimeUp.ONE_MORE, "wrc-2022"),
        ("jpml-a", Leftover.LOST, 30_000, None, TimeUp.FINISH, "wrc-2022"),
        ("own", Leftover.LOST, 30_000, 90, TimeUp.FINISH_OR_ONE_MORE, "wrc-2022"),
    ],
)
def test_what_sets_the_presets_apart(
    key: str, leftover: Leftover, chonbo: int, minutes: int | None, time_up: TimeUp, schedule: str
) -> None:
    """RULES.md §6."""
    rules = preset(key)
    assert (rules.start, rules.goal, rules.oka, rules.total) == (30_000, 30_000, 0, 120_000)
    assert (rules.leftover, rules.chonbo, rules.minutes, rules.time_up) == (leftover, chonbo, minutes, time_up)
    assert rules.schedule == schedule


def test_own_rules_begin_as_wrc_2022() -> None:
    own, wrc = preset("own").to_json(), WRC.to_json()
    assert {name for name in own if own[name] != wrc[name]} == {"key", "title"}


def test_a_changed_value_is_the_organisers_and_no_clauses() -> None:
    rules = preset("own").replace(start=25_000, minutes=None, uma=(20_000, 10_000, -10_000, -20_000))
    assert (rules.oka, rules.total, rules.minutes) == (20_000, 100_000, None)
    changed = {name for name, clause in rules.sources.items() if clause == BY_THE_ORGANISER}
    assert changed == {"start", "minutes", "uma"}
    assert preset("own").start == 30_000


def test_a_floating_uma_can_be_put_into_own_rules() -> None:
    floating = preset("jpml-a").uma
    assert isinstance(floating, FloatingUma)
    assert preset("own").replace(uma=floating, leftover=Leftover.WINNER).uma == floating


def test_a_name_can_be_changed() -> None:
    assert preset("own").replace(title="Club rules").title == "Club rules"


@pytest.mark.parametrize(
    ("changes", "field", "message"),
    [
        ({"start": 30_050}, "start", "“start” is not a multiple of 100 points."),
        ({"start": 0}, "start", "“start” is below 100."),
        ({"start": "30000"}, "start", "“start” is not a whole number."),
        ({"start": True}, "start", "“start” is not a whole number."),
        ({"goal": 25_000}, "goal", "The goal is below the starting points."),
        ({"goal": None}, "goal", "“goal” is not a whole number."),
        ({"uma": [15_000, 5_000, -5_000, -10_000]}, "uma", "The four values of the uma do not add up to zero."),
        ({"uma": [-15_000, -5_000, 5_000, 15_000]}, "uma", "A lower place has a better uma than a higher one."),
        ({"uma": [15_000, -15_000]}, "uma", "The uma has four values, from first to last place."),
        ({"uma": "15/5"}, "uma", "The uma has four values, from first to last place."),
        ({"uma": [15_000, 5_000, "x", -15_000]}, "uma", "The uma is not in whole numbers of points."),
        ({"uma": [15_050, 5_000, -5_000, -15_050]}, "uma", "“uma” is not a multiple of 100 points."),
        ({"uma": {"floating": []}}, "uma", "A floating uma has five rows: for 0 to 4 players at the goal."),
        ({"uma": {"floating": [[1]] * 5}}, "uma", "The uma has four values, from first to last place."),
        ({"ties": "seat"}, "ties", "“ties” is none of: split."),
        ({"leftover": "first"}, "leftover", "“leftover” is none of: lost, winner."),
        ({"leftover": ["lost"]}, "leftover", "“leftover” is none of: lost, winner."),
        ({"time_up": ""}, "time_up", "“time_up” is none of: finish, finish-or-one-more, one-more."),
        ({"chonbo": -100}, "chonbo", "“chonbo” is below 0."),
        ({"minutes": 0}, "minutes", "“minutes” is below 1."),
        ({"minutes": 601}, "minutes", "“minutes” is above 600."),
        ({"lateness": {}}, "lateness", "Lateness has the values per_minute, minutes and forfeit."),
        (
            {"lateness": {"per_minute": -1, "minutes": 10, "forfeit": 0}},
            "lateness",
            "“lateness” is below 0.",
        ),
        (
            {"schedule": "mine"},
            "schedule",
            "“schedule” is none of: wrc-2022, wrc-2025, lower, bare-minimum, higher.",
        ),
        ({"title": " "}, "title", "“title” is not a text."),
        ({"key": 7}, "key", "“key” is not a text."),
        ({"sources": {"start": 1}}, "sources", "The sources are not a list of clauses by field."),
        ({"sources": None}, "sources", "The sources are not a list of clauses by field."),
        ({"yakitori": 9_000}, "yakitori", "“yakitori” is not a part of a rule set."),
    ],
)
def test_a_value_that_cannot_be_played_is_refused_by_name(changes: dict[str, object], field: str, message: str) -> None:
    with pytest.raises(RulesetProblem) as refused:
        WRC.replace(**changes)
    assert (refused.value.field, refused.value.message, str(refused.value)) == (field, message, message)


def test_a_snapshot_with_a_part_missing_is_refused_by_name() -> None:
    data = WRC.to_json()
    del data["uma"]
    with pytest.raises(RulesetProblem, match="“uma” is missing") as refused:
        Ruleset.from_json(data)
    assert refused.value.field == "uma"


def test_a_snapshot_may_have_no_sources() -> None:
    data = WRC.to_json()
    del data["sources"]
    assert Ruleset.from_json(data).sources == {}


def test_an_uma_of_three_is_refused_wherever_it_comes_from() -> None:
    values = {name: getattr(WRC, name) for name in WRC.to_json()}
    with pytest.raises(RulesetProblem, match="four values"):
        Ruleset(**{**values, "uma": (15_000, 0, -15_000)})
