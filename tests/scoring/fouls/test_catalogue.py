"""Every cell of the foul catalogue (RULES.md §2.2, §2.3): who does what, what follows, at what price.

Sources of the columns: WRC 2022 is S0 Mod.6.3 (first column) with S2 Penalties and S2 Displaying groups; WRC 2025 is
its chapter 12; lower and bare minimum are S0 Mod.6.3 (second and third column); the fouls of its options
are Mod.3.1 and Mod.5.1. `tori-open-2026` is the announcement of the Toronto Riichi Open 2026, `friendly` is S1 Fouls.
"""

from dataclasses import replace

import pytest

from scoring.fouls import SCHEDULES, schedule, titles
from scoring.fouls.cases import Consequence, Foul, Outcome

SHORT = {
    Consequence.NONE: "-",
    Consequence.WARNING: "W",
    Consequence.DEAD_HAND: "DH",
    Consequence.CHONBO: "CH",
    Consequence.POINTS: "",
    Consequence.DISCRETION: "referee",
    Consequence.DISQUALIFICATION: "DQ",
}

DEALT = {"deal=corrected": "-", "deal=again": "- again"}
DRAWN = {"mixed=no": "-", "mixed=yes": "CH 30P"}
PLACES = {
    "place=wall tiles=1-2": "- ?",
    "place=wall tiles=3-6": "DH ?",
    "place=wall tiles=7+": "CH 30P ?",  # as dead
    "place=dead-wall tiles=1-2": "- ?",
    "place=dead-wall tiles=3-6": "DH",
    "place=dead-wall tiles=7+": "CH 30P",
    "place=own-hand tiles=1-2|3-6": "- ?",
    "place=own-hand tiles=7+": "CH 30P",
    "place=other-hand tiles=1-2": "- ?",
    "place=other-hand tiles=3-6|7+": "CH 30P",
    "place=ura": "CH 30P",
    "place=sight": "CH 30P",
}
COUNTS = {
    "tiles=1-2 repeated=no": "W",
    "tiles=1-2 repeated=yes": "5P",
    "tiles=3-6": "DH",
    "tiles=7+": "CH 30P",
}
SHEETS = {
    "handed-in=no": "-",
    "handed-in=yes reset=no": "-",
    "handed-in=yes reset=yes": "2P each",
}
INFLUENCE = {"influence=yes": "8P", "influence=no": "-"}
SUGGESTED = {"influence=yes": "up to 8P", "influence=no": "- ?"}  # S2 Penalties: up to; A10
BREAK = {"break=quick": "-", "break=other": "referee"}

COLUMNS = ("wrc-2022", "wrc-2025", "lower", "bare-minimum")
CATALOGUE = {
    # code: official 2022, official 2025, lower, bare minimum; None where the schedule has no such foul.
    # A cell is what follows; with questions it is what follows by the answers. `?` is marked as unverified.
    "DEAL": (DEALT, DEALT | {"deal=east-early": "W", "deal=south-played": "CH 30P"}, DEALT, DEALT),
    "TILES": ("CH 30P", "CH 30P", "DH", "DH"),
    "DRAW": (DRAWN, DRAWN, DRAWN | {"mixed=yes": "DH"}, "-"),
    "REVEAL": (PLACES, COUNTS, "DH", "-"),
    "EMPTY_GROUP": ("DH", "DH", "W", "-"),
    "EMPTY_QUAD": ("DH", "DH", "W", "-"),
    "EMPTY_RIICHI": ("DH", "DH", "W", "-"),
    "EMPTY_WIN_VOCAL": ("CH 30P", "CH 30P", "DH", "DH"),
    "EMPTY_WIN_SHOWN": ("CH 30P", "CH 30P", "CH 20P", "DH"),
    "BELOW_TWO_HAN": ("CH 30P", None, "CH 20P", None),
    "URA_RETRACTED": ("CH 30P", None, "CH 20P", None),
    "CALL_AFTER_RIICHI": ("DH", "DH", "W", "-"),
    "CALL_DEAD_UNAWARE": ("W", "W", "W", "-"),
    "CALL_DEAD_AWARE": ("30P", "30P", "20P", "-"),
    "WIN_DEAD": (None, "CH 30P", None, None),
    "CONFUSING": ("W", "W", "W", "-"),
    "CHANGE_CALL": ("W", "W", "W", "-"),
    "INVALID_GROUP": ("DH", {"group=set": "DH", "group=quad": "CH 30P"}, "DH", "DH"),
    "SWAP": ("DH", "DH", "DH", "DH"),
    "CALLED_TILE": ({"sideways=central": "DH", "sideways=other": "-"}, "-", None, None),
    "RIICHI_FORGOT": (None, "W", None, None),
    "RIICHI_ROTATE": ("W", "W", "W", "-"),
    "NOTEN_RIICHI": ("CH 30P", "CH 30P", "CH 20P", "CH 20P ?"),  # bare minimum: A9
    "OPEN_RIICHI": ("DH", "DH", "W", "-"),
    "REVEALED_INVALID": ("CH 30P", None, "CH 20P", None),
    "RIICHI_DISCARD": ("DH", {"found=hand": "DH", "found=draw": "CH 30P"}, "DH", "DH"),
    "INVALID_ANKAN": ("CH 30P", "CH 30P", "CH 20P", "CH 20P ?"),  # bare minimum: A9
    "TSUMO_MIXED": (None, "W", None, None),
    "AFTER_END": (None, {"mixed=no": "W", "mixed=yes": "DH"}, None, None),
    "TENPAI_EARLY": (
        None,
        {"shown=no": "DH", "shown=shown|tricked": "CH 30P"},
        None,
        None,
    ),
    "TENPAI_WRONG": (None, {"repeated=no": "W", "repeated=yes": "5P"}, None, None),
    "TENPAI_CHANGED": (None, "W", None, None),
    "OBSTRUCTION": ("referee", {"serious=no": "referee", "serious=yes": "DQ"}, "referee", "referee"),
    "FOREIGN": ("referee", {"object=other": "referee", "object=glasses": "DQ"}, "referee", "referee"),
    "INFO": ("referee", "referee", "referee", "referee"),
    "CHEAT": ("DQ", "DQ", "DQ", "DQ"),
    "ALL_LAST": (  # A10
        SUGGESTED,
        INFLUENCE,
        "W",
        "W",
    ),
    "REPORT": ("2P each", SHEETS, "W each", "W each"),  # A11
    "LATE_1_10": ("1P", "1P", "1P", "W"),
    "LATE_10": ("30P", "30P", "30P", "W"),
    "FORFEIT": ("30P", {"intended=no": "30P", "intended=yes": "DQ"}, "30P", "30P"),
    "BREAK": (None, BREAK, None, None),
}

TORI = {
    # As announced; every other foul is of the lower table, or of WRC 2025 where that has none.
    "REVEAL": {
        "tiles=1-3 time=1": "-",
        "tiles=1-3 time=2": "W",
        "tiles=1-3 time=3+": "5P",
        "tiles=4-6": "DH",
        "tiles=7+": "CH 20P ?",
    },
    "ALL_LAST": {"influence=yes": "8P", "influence=no": "-"},
    "REPORT": "2P each",
}

FRIENDLY = {
    "DEAL": DEALT,
    "TILES": {"count=at-once": "-", "count=later": "DH", "count=dodge": "CH"},
    "DRAW": {"mixed=no": "-", "mixed=yes": "CH"},
    "REVEAL": {
        "place=wall fair=yes tiles=1-2": "W",
        "place=wall fair=yes tiles=3-6": "DH",
        "place=wall fair=yes tiles=7+": "CH",
        "place=wall fair=no": "referee",
        "place=other-hand tiles=1-2": "- ?",
        "place=other-hand tiles=3-6|7+": "CH",
        "place=ura": "CH",
        "place=sight": "CH",
    },
    "EMPTY_GROUP": "-",
    "EMPTY_WIN_VOCAL": "-",
    "EMPTY_WIN_SHOWN": "DH",
    "NOTEN_RIICHI": "CH",
    "INVALID_ANKAN": "CH",
}


def short(outcome: Outcome) -> str:
    """An outcome as the tables write it."""
    price = f"{'up to ' * outcome.up_to}{outcome.points // 1000}P" if outcome.points else ""
    flags = (outcome.each_player and "each", outcome.dealt_again and "again", outcome.unverified and "?")
    return " ".join(part for part in (SHORT[outcome.consequence], price, *flags) if part)


def cell(foul: Foul) -> str | dict[str, str]:
    """A foul as the tables write it."""
    found = {" ".join(f"{key}={'|'.join(keys)}" for key, keys in case.when): short(case.outcome) for case in foul.cases}
    return found.get("", found)


@pytest.mark.parametrize("column", range(4), ids=COLUMNS)
def test_the_schedules_are_the_columns_of_the_catalogue(column: int) -> None:
    found = {foul.code: cell(foul) for foul in schedule(COLUMNS[column]).fouls}
    assert found == {code: cells[column] for code, cells in CATALOGUE.items() if cells[column] is not None}


@pytest.mark.parametrize("edition", ["2022", "2025"])
def test_higher_penalties_are_the_official_ones_with_1p_for_every_warning_and_dead_hand(edition: str) -> None:
    """S0 Mod.6.2, whose errors of the deal are another test."""
    official, higher = schedule(f"wrc-{edition}"), schedule(f"higher-{edition}")
    assert [foul.code for foul in higher.fouls] == [foul.code for foul in official.fouls]
    pairs = [pair for pair in zip(official.fouls, higher.fouls, strict=True) if pair[0].code != "DEAL"]
    for before, after in pairs:
        for usual, raised in zip(before.cases, after.cases, strict=True):
            added = 1_000 if usual.outcome.consequence in (Consequence.WARNING, Consequence.DEAD_HAND) else 0
            assert raised.outcome == replace(usual.outcome, points=usual.outcome.points + added), before.code


@pytest.mark.parametrize("edition", ["2022", "2025"])
def test_higher_penalties_leave_every_error_of_the_deal_free(edition: str) -> None:
    """S0 Mod.6.2: they are still not penalized, also those that WRC 2025 penalizes."""
    deal = schedule(f"higher-{edition}").foul("DEAL")
    assert {case.outcome.consequence for case in deal.cases} == {Consequence.NONE}
    assert deal.outcome({"deal": "again"}).dealt_again
    assert edition == "2022" or deal.outcome({"deal": "south-played"}).dealt_again


def test_a_called_tile_placed_wrongly_costs_a_dead_hand_and_1p_on_2022_and_nothing_on_2025() -> None:
    assert cell(schedule("higher-2022").foul("CALLED_TILE")) == {"sideways=central": "DH 1P", "sideways=other": "-"}
    assert cell(schedule("higher-2025").foul("CALLED_TILE")) == "-"
    assert cell(schedule("higher-2025").foul("TENPAI_WRONG")) == {"repeated=no": "W 1P", "repeated=yes": "5P"}


def test_the_toronto_riichi_open_has_three_rows_of_its_own() -> None:
    """Toronto Riichi Open 2026: WRC 2025 with the lower penalties; a chonbo costs 20P there as well."""
    usual = {code: cells[2] or cells[1] for code, cells in CATALOGUE.items()} | {
        "WIN_DEAD": "CH 20P",
        "TENPAI_EARLY": {"shown=no": "DH", "shown=shown|tricked": "CH 20P"},
    }
    found = {foul.code: cell(foul) for foul in schedule("tori-open-2026").fouls}
    taken = {code: one for code, one in found.items() if code not in TORI}
    assert {code: found[code] for code in TORI} == TORI
    assert {code: unmarked(one) for code, one in taken.items()} == {code: usual[code] for code in taken}
    assert list(found) == list(CATALOGUE)


def unmarked(cell: str | dict[str, str]) -> str | dict[str, str]:
    if isinstance(cell, str):
        return cell.removesuffix(" ?")
    return {answers: one.removesuffix(" ?") for answers, one in cell.items()}


def test_the_friendly_game_names_nine_fouls() -> None:
    """S1 Fouls; its chonbo is a mangan at the table and no points off a score."""
    assert {foul.code: cell(foul) for foul in schedule("friendly").fouls} == FRIENDLY


@pytest.mark.parametrize("key", SCHEDULES)
def test_the_fouls_stand_in_the_order_of_the_rule_book(key: str) -> None:
    codes = [foul.code for foul in schedule(key).fouls]
    assert codes == [code for code in titles() if code in codes]
    assert list(titles()) == list(CATALOGUE)


@pytest.mark.parametrize("key", SCHEDULES)
def test_every_foul_has_a_name_and_a_source(key: str) -> None:
    assert all(foul.title == titles()[foul.code] and foul.source for foul in schedule(key).fouls)


@pytest.mark.parametrize(
    ("key", "unverified"),
    [
        ("wrc-2022", {"REVEAL", "ALL_LAST"}),
        ("wrc-2025", set()),
        ("lower", set()),
        ("higher-2022", {"REVEAL", "ALL_LAST"}),
        ("higher-2025", set()),
        ("bare-minimum", {"NOTEN_RIICHI", "INVALID_ANKAN"}),
        ("friendly", {"REVEAL"}),
        ("tori-open-2026", set(CATALOGUE) - {"ALL_LAST", "REPORT"}),
    ],
)
def test_what_no_source_confirms_is_marked(key: str, unverified: set[str]) -> None:
    assert {foul.code for foul in schedule(key).fouls if foul.is_unverified} == unverified


@pytest.mark.parametrize(
    ("key", "source"),
    [
        ("wrc-2022", "S0 Mod.6.3; S2 Penalties"),
        ("wrc-2025", "WRC 2025 §12"),
        ("lower", "S0 Mod.6.3"),
        ("higher-2022", "S0 Mod.6.2; S0 Mod.6.3; S2 Penalties"),
        ("tori-open-2026", "TORI Open 2026"),
        ("friendly", "S1 Fouls"),
    ],
)
def test_a_row_that_is_taken_over_names_both_sources(key: str, source: str) -> None:
    assert schedule(key).foul("REVEAL").source == source
