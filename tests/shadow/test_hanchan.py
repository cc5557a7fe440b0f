"""The shadow itself keeps to the worked examples of the rules; without these two wrongs could agree."""

from fractions import Fraction
from typing import Any

import pytest

from scoring.rules import preset
from tournament.standings.second_score import SEATS, scores

WRC = preset("wrc-2022").to_json()
TWENTY_TEN = {"uma": [20_000, 10_000, -10_000, -20_000]}
OKA = {**TWENTY_TEN, "start": 25_000, "oka": 20_000}
M_LEAGUE = {
    "start": 25_000,
    "uma": [30_000, 10_000, -10_000, -30_000],
    "oka": 20_000,
    "ties": "split-remainder",
    "leftover": "winner-remainder",
}
EMA = {"leftover": "winner"}
JPML = preset("jpml-a-2012").to_json()["uma"]
FOUR_WINDS = {"count": "end-points", "uma": [0, 0, 0, 0]}

EXAMPLES: list[tuple[str, dict[str, Any], str, int, str]] = [
    ("WRC", {}, "45200 31100 25700 18000", 0, "30.2 6.1 -9.3 -27"),
    ("WRC 2015 §7.1, a tie for first", {}, "35000 35000 30000 20000", 0, "15 15 -5 -25"),
    ("a tie in the middle", {}, "42000 30000 30000 18000", 0, "27 0 0 -27"),
    ("two ties", {}, "38000 38000 22000 22000", 0, "18 18 -18 -18"),
    ("below zero", {}, "78300 32100 12400 -2800", 0, "63.3 7.1 -22.6 -47.8"),
    ("WRC 2025 §10.2, two deposits are lost", {}, "41000 33000 26000 18000", 2, "26 8 -9 -27"),
    ("S0 Mod.4.1, three tied at the top", TWENTY_TEN, "36000 36000 36000 12000", 0, "12.6 12.6 12.6 -38"),
    ("S0 Mod.4.2, the same with oka", OKA, "33000 33000 33000 1000", 0, "16.3 16.3 16.3 -49"),
    ("three tied last, cut off toward zero", TWENTY_TEN, "60000 20000 20000 20000", 0, "50 -16.6 -16.6 -16.6"),
    ("all tied with oka", OKA, "25000 25000 25000 25000", 0, "0 0 0 0"),
    ("M-League, the winner", M_LEAGUE, "41600 35800 12600 10000", 0, "61.6 15.8 -27.4 -50"),
    ("M-League, three tied", M_LEAGUE, "30000 10000 30000 30000", 0, "16.7 -50 16.7 16.6"),
    ("M-League, three tied and a deposit", M_LEAGUE, "30000 9000 30000 30000", 1, "17.1 -51 17 16.9"),
    ("Tenhou, the earlier seat is first", {**OKA, "ties": "seat"}, "35000 35000 20000 10000", 0, "45 15 -20 -40"),
    ("EMA 2025 §3.7, a deposit to the winner", EMA, "40000 30000 20000 29000", 1, "26 5 -25 -6"),
    ("EMA, a deposit shared by three, down to 100", EMA, "35000 35000 35000 14000", 1, "10.3 10.3 10.3 -31"),
    ("JPML A, one floats", {"uma": JPML}, "45000 29000 26000 20000", 0, "27 -2 -7 -18"),
    ("JPML A, two float", {"uma": JPML}, "40000 35000 25000 20000", 0, "18 9 -9 -18"),
    ("JPML A, three float", {"uma": JPML}, "36000 33000 31000 20000", 0, "14 6 2 -22"),
    ("JPML A, three float, two tied", {"uma": JPML}, "40000 30000 30000 20000", 0, "18 2 2 -22"),
    ("S4 4.10, the winner has what the losers lack", FOUR_WINDS, "35000 32000 22000 19000", 0, "17 2 -8 -11"),
    ("S4 4.10, two winners", FOUR_WINDS, "30000 20000 30000 20000", 0, "10 -10 10 -10"),
    (
        "S4 4.11, prizes are shared",
        {**FOUR_WINDS, "prizes": [15_000, 10_000, 5_000, 2_000]},
        "30000 30000 20000 20000",
        0,
        "22.5 22.5 -6.5 -6.5",
    ),
    (
        "Tenhou with three",
        {"players": 3, "start": 35_000, "goal": 40_000, "uma": [20_000, 0, -20_000], "oka": 15_000, "ties": "seat"},
        "55000 35000 15000",
        0,
        "50 -5 -45",
    ),
    (
        "three players, two tied",
        {"players": 3, "start": 35_000, "goal": 40_000, "uma": [20_000, 0, -20_000], "oka": 15_000},
        "45000 45000 15000",
        0,
        "22.5 22.5 -45",
    ),
]


def lines(points: str, yakitori: str = "", busted: dict[str, str] | None = None) -> list[dict[str, Any]]:
    return [
        {"seat": seat, "points": int(own), "yakitori": seat in yakitori, "busted_by": (busted or {}).get(seat)}
        for seat, own in zip(SEATS, points.split(), strict=False)
    ]


@pytest.mark.parametrize(
    ("rules", "points", "deposits", "expected"), [row[1:] for row in EXAMPLES], ids=[row[0] for row in EXAMPLES]
)
def test_scores_of(rules: dict[str, Any], points: str, deposits: int, expected: str) -> None:
    told = scores({**WRC, **rules}, lines(points), deposits)
    assert [row["score"] for row in told] == [Fraction(score) for score in expected.split()]


@pytest.mark.parametrize(
    ("yakitori", "price", "expected"),
    [
        ("N", 9_000, [43_000, 35_000, 31_000, 11_000]),
        ("WN", 9_000, [49_000, 41_000, 19_000, 11_000]),
        ("SWN", 9_000, [67_000, 23_000, 19_000, 11_000]),
        ("ESWN", 9_000, [40_000, 32_000, 28_000, 20_000]),
        ("N", 10_000, [43_300, 35_300, 31_300, 10_000]),
    ],
)
def test_yakitori_is_paid_before_everything(yakitori: str, price: int, expected: list[int]) -> None:
    """S0 Mod.4.3: its table, and shares that do not divide go down to the hundred."""
    told = scores({**WRC, "yakitori": price}, lines("40000 32000 28000 20000", yakitori))
    assert [row["points"] for row in told] == expected


def test_yakitori_turns_the_first_into_the_last() -> None:
    """S0 Mod.4.3: paid before the uma, so it changes places."""
    told = scores({**WRC, "yakitori": 9_000}, lines("33000 31500 31000 24500", "E"))
    assert [(row["place"], float(row["score"])) for row in told] == [(4, -21), (1, 19.5), (2, 9), (3, -7.5)]


def test_a_bust_player_pays_the_prize_to_who_took_the_last_points() -> None:
    """Matsuoka cup: at zero one is bust, and the prize is 10P."""
    rules = {**WRC, "bust": "at-zero", "bust_prize": 10_000}
    told = scores(rules, lines("60000 40000 20000 0", busted={"N": "S"}))
    assert [row["bust"] for row in told] == [0, 10, 0, -10]
    assert [row["place"] for row in told] == [1, 2, 3, 4]
