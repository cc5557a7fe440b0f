"""The foul catalogue and its five schedules (RULES.md §2.2)."""

import json

import pytest

from scoring.fouls import SCHEDULES, Consequence, Foul, Schedule, schedule, titles

NONE, W, DH, CH = Consequence.NONE, Consequence.WARNING, Consequence.DEAD_HAND, Consequence.CHONBO
POINTS, DQ, OPEN = Consequence.POINTS, Consequence.DISQUALIFICATION, Consequence.DISCRETION

CATALOGUE = {
    # code: official 2022, official 2025, lower, bare minimum, higher; None where the schedule has no such foul
    "DEAL": ((NONE,), (NONE, W, CH), (NONE,), (NONE,), (NONE,)),
    "TILES": ((CH,), (CH,), (DH,), (DH,), (CH,)),
    "DRAW": ((CH,), (CH,), (DH,), (NONE,), (CH,)),
    "REVEAL": ((DH, CH), (W, DH, CH), (DH,), (NONE,), (DH, CH)),
    "EMPTY_GROUP": ((DH,), (DH,), (W,), (NONE,), (DH,)),
    "EMPTY_QUAD": ((DH,), (DH,), (W,), (NONE,), (DH,)),
    "EMPTY_RIICHI": ((DH,), (DH,), (W,), (NONE,), (DH,)),
    "EMPTY_WIN_VOCAL": ((CH,), (CH,), (DH,), (DH,), (CH,)),
    "EMPTY_WIN_SHOWN": ((CH,), (CH,), (CH,), (DH,), (CH,)),
    "CALL_AFTER_RIICHI": ((DH,), (DH,), (W,), (NONE,), (DH,)),
    "CALL_DEAD_UNAWARE": ((W,), (W,), (W,), (NONE,), (W,)),
    "CALL_DEAD_AWARE": ((POINTS,), (POINTS,), (POINTS,), (NONE,), (POINTS,)),
    "WIN_DEAD": (None, (CH,), None, None, (CH,)),
    "CONFUSING": ((W,), (W,), (W,), (NONE,), (W,)),
    "CHANGE_CALL": ((W,), (W,), (W,), (NONE,), (W,)),
    "INVALID_GROUP": ((DH,), (DH, CH), (DH,), (DH,), (DH,)),
    "SWAP": ((DH,), (DH,), (DH,), (DH,), (DH,)),
    "CALLED_TILE": ((NONE, DH), (NONE,), None, None, None),
    "RIICHI_FORGOT": (None, (W,), None, None, (W,)),
    "RIICHI_ROTATE": ((W,), (W,), (W,), (NONE,), (W,)),
    "NOTEN_RIICHI": ((CH,), (CH,), (CH,), (CH,), (CH,)),
    "OPEN_RIICHI": ((DH,), (DH,), (W,), (NONE,), (DH,)),
    "RIICHI_DISCARD": ((DH,), (DH, CH), (DH,), (DH,), (DH,)),
    "INVALID_ANKAN": ((CH,), (CH,), (CH,), (CH,), (CH,)),
    "TSUMO_MIXED": (None, (W,), None, None, (W,)),
    "AFTER_END": (None, (W, DH), None, None, (W, DH)),
    "TENPAI_EARLY": (None, (DH, CH), None, None, (DH, CH)),
    "TENPAI_WRONG": (None, (W,), None, None, (W,)),
    "TENPAI_CHANGED": (None, (W,), None, None, (W,)),
    "OBSTRUCTION": ((OPEN,), (OPEN, DQ), (OPEN,), (OPEN,), (OPEN,)),
    "FOREIGN": ((OPEN,), (OPEN, DQ), (OPEN,), (OPEN,), (OPEN,)),
    "INFO": ((OPEN,), (OPEN,), (OPEN,), (OPEN,), (OPEN,)),
    "CHEAT": ((DQ,), (DQ,), (DQ,), (DQ,), (DQ,)),
    "ALL_LAST": ((POINTS,), (POINTS,), (W,), (W,), (POINTS,)),
    "REPORT": ((POINTS,), (POINTS,), (W,), (W,), (POINTS,)),
    "LATE_1_10": ((POINTS,), (POINTS,), (POINTS,), (W,), (POINTS,)),
    "LATE_10": ((POINTS,), (POINTS,), (POINTS,), (W,), (POINTS,)),
    "FORFEIT": ((POINTS,), (POINTS, DQ), (POINTS,), (POINTS,), (POINTS,)),
    "BREAK": (None, (OPEN,), None, None, (OPEN,)),
}


@pytest.mark.parametrize("column", range(5), ids=SCHEDULES)
def test_the_schedules_are_the_columns_of_the_catalogue(column: int) -> None:
    """S0 Mod.6.2, Mod.6.3 and WRC 2025 §12, as in RULES.md §2.2."""
    found = {foul.code: foul.consequences for foul in schedule(SCHEDULES[column]).fouls}
    assert found == {code: columns[column] for code, columns in CATALOGUE.items() if columns[column] is not None}


@pytest.mark.parametrize(
    ("key", "chonbo"), [("wrc-2022", 30_000), ("wrc-2025", 30_000), ("lower", 20_000), ("bare-minimum", 20_000)]
)
def test_a_chonbo_costs_what_its_schedule_says(key: str, chonbo: int) -> None:
    """S0 Mod.6.3: lowered to 20P; the bare minimum has no number of its own (A9)."""
    prices = {foul.points_for(CH) for foul in schedule(key).fouls if CH in foul.consequences}
    assert prices == {chonbo}


@pytest.mark.parametrize("key", SCHEDULES)
def test_only_fouls_that_take_points_have_an_amount(key: str) -> None:
    for foul in schedule(key).fouls:
        takes = {POINTS, CH} & set(foul.consequences) or (key == "higher" and {W, DH} & set(foul.consequences))
        assert (foul.amount is not None) == bool(takes), foul.code


@pytest.mark.parametrize(
    ("code", "amount"),
    [
        ("ALL_LAST", 8_000),
        ("REPORT", 2_000),
        ("LATE_1_10", 1_000),
        ("LATE_10", 30_000),
        ("FORFEIT", 30_000),
        ("CALL_DEAD_AWARE", 30_000),
    ],
)
@pytest.mark.parametrize("key", ["wrc-2022", "wrc-2025", "higher"])
def test_official_point_penalties(key: str, code: str, amount: int) -> None:
    assert schedule(key).foul(code).points_for(POINTS) == amount


def test_only_two_fouls_of_2025_have_a_price_for_a_repetition() -> None:
    """RULES.md §2.1: 1-2 knocked tiles and a wrong tenpai declaration."""
    repeats = {foul.code: foul.repeat for foul in schedule("wrc-2025").fouls if foul.repeat}
    assert repeats == {"REVEAL": 5_000, "TENPAI_WRONG": 5_000}


def test_higher_adds_1p_to_every_warning_and_dead_hand() -> None:
    """S0 Mod.6.2; errors during the deal stay free."""
    for foul in schedule("higher").fouls:
        for consequence in {W, DH} & set(foul.consequences):
            assert foul.points_for(consequence) == 1_000, foul.code
    assert schedule("higher").foul("REVEAL").points_for(CH) == 30_000
    assert schedule("higher").foul("DEAL").points_for(NONE) == 0


def test_points_are_suggested_only_with_a_consequence_of_the_foul() -> None:
    reveal = schedule("wrc-2025").foul("REVEAL")
    assert [reveal.points_for(one) for one in reveal.consequences] == [0, 0, 30_000]
    assert schedule("wrc-2025").foul("FORFEIT").points_for(DQ) == 0
    with pytest.raises(ValueError, match="REVEAL has no consequence points"):
        reveal.points_for(POINTS)


def test_the_price_of_a_chonbo_can_follow_the_rule_set() -> None:
    ema = schedule("wrc-2022").with_chonbo(20_000)
    assert ema.foul("TILES").points_for(CH) == 20_000
    assert ema.foul("FORFEIT").points_for(POINTS) == 30_000
    assert schedule("lower").with_chonbo(30_000) == schedule("lower")


@pytest.mark.parametrize("key", SCHEDULES)
def test_a_schedule_reads_back_from_its_snapshot(key: str) -> None:
    assert Schedule.from_json(json.loads(json.dumps(schedule(key).to_json()))) == schedule(key)


@pytest.mark.parametrize("key", SCHEDULES)
def test_every_foul_has_a_name_and_a_source(key: str) -> None:
    assert all(foul.title == titles()[foul.code] and foul.source for foul in schedule(key).fouls)


def test_a_schedule_is_read_once() -> None:
    assert schedule("lower") is schedule("lower")


def test_unknown_schedules_and_fouls_are_key_errors() -> None:
    with pytest.raises(KeyError):
        schedule("titles")
    with pytest.raises(KeyError):
        schedule("lower").foul("BREAK")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"code": "X"}, "X: no consequences"),
        ({"code": "X", "title": "x", "consequences": ["warning"], "amount": -5}, "X: -5 is not a number of points"),
        ({"code": "X", "title": "x", "consequences": ["slap"]}, "'slap' is not a valid Consequence"),
    ],
)
def test_a_foul_that_cannot_be_is_refused(data: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Foul.from_json(data)


def test_a_schedule_without_a_list_of_fouls_is_refused() -> None:
    with pytest.raises(ValueError, match="list of fouls"):
        Schedule.from_json({"key": "x", "title": "x", "fouls": None})


def test_every_consequence_has_words() -> None:
    assert [consequence.label for consequence in Consequence] == [
        "no penalty",
        "warning",
        "dead hand",
        "chonbo",
        "points",
        "disqualification",
        "referee's discretion",
    ]
