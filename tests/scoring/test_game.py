"""The score of a hanchan; the worked numbers are in golden/hanchan-vectors.json, each with its source."""

import json
import random
from typing import Any

import pytest

from scoring.game import RowScore, ScoreLine, Table, score_points, score_table
from scoring.rules import Ruleset, preset
from scoring.rules.fields import RulesetProblem
from scoring.winds import WINDS, Wind
from tests.scoring.events import GOLDEN

WRC = preset("wrc-2022")
EAST, SOUTH, WEST, NORTH = WINDS
VECTORS: list[dict[str, Any]] = json.loads((GOLDEN / "hanchan-vectors.json").read_text(encoding="utf-8"))
EACH = [(key, vector) for vector in VECTORS for key in vector["rules"]]
FIELDS = {"places": "place", "scores": "score"}


def rules_of(key: str, vector: dict[str, Any]) -> Ruleset:
    return preset(key).replace(**vector.get("changes", {}))


def lines_of(vector: dict[str, Any]) -> list[ScoreLine]:
    takers = {Wind(row): Wind(taker) for row, taker in vector.get("busted", {}).items()}
    return [
        ScoreLine(wind, player, own, wind.value in vector.get("yakitori", ""), takers.get(wind))
        for player, (wind, own) in enumerate(zip(WINDS, vector["points"], strict=False))
    ]


@pytest.mark.parametrize(("key", "vector"), EACH, ids=[f"{key}: {v['source']} {v['points']}" for key, v in EACH])
def test_worked_numbers(key: str, vector: dict[str, Any]) -> None:
    """RULES.md §8.1 to §8.4 and every worked number of S0 and S4, in the order of the seats."""
    rules, lines = rules_of(key, vector), lines_of(vector)
    rows = score_table(Table(1, 1, tuple(lines), vector.get("deposits", 0)), rules)
    for name in vector.keys() - {"source", "rules", "changes", "deposits", "yakitori", "busted"}:
        assert [getattr(row, FIELDS.get(name, name)) for row in rows] == vector[name], name


@pytest.mark.parametrize(("key", "vector"), EACH, ids=[f"{key}: {v['source']} {v['points']}" for key, v in EACH])
def test_the_points_of_the_worked_numbers_are_all_there(key: str, vector: dict[str, Any]) -> None:
    assert sum(vector["points"]) + 1_000 * vector.get("deposits", 0) == rules_of(key, vector).total


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: f"{vector['source']} {vector['points']}")
def test_rows_come_back_in_the_order_of_the_lines(vector: dict[str, Any]) -> None:
    rules, lines = rules_of(vector["rules"][0], vector), lines_of(vector)
    straight = dict(zip(lines, score_table(Table(1, 1, tuple(lines), vector.get("deposits", 0)), rules), strict=True))
    random.Random(1).shuffle(lines)
    shuffled = score_table(Table(1, 1, tuple(lines), vector.get("deposits", 0)), rules)
    assert shuffled == tuple(straight[line] for line in lines)


@pytest.mark.parametrize("hanchan", [0, -5])
def test_hanchan_are_counted_from_one(hanchan: int) -> None:
    """A hanchan 0 would be read as the last one of a score card."""
    with pytest.raises(ValueError, match="counted from 1"):
        Table(hanchan, 1, tuple(ScoreLine(wind, wind.index, 30_000) for wind in WINDS))


def test_a_row_says_what_was_settled() -> None:
    """Yakitori, then the deposits to the winner, then the prize for a bust; S0 Mod.4.3."""
    rules = WRC.replace(yakitori=9_000, leftover="winner", bust="below-zero", bust_prize=10_000)
    points, marks, takers = (71_000, 33_000, 20_000, -5_000), (False, False, False, True), (None, None, None, EAST)
    first, *_, last = score_points(points, rules, 1, marks, takers)
    assert first == RowScore(71_000, 1, False, 15_000, 70_000, yakitori=3_000, collected=1_000, bust=10_000)
    assert (first.settled, first.delta) == (75_000, 45_000)
    assert last == RowScore(-5_000, 4, False, -15_000, -69_000, yakitori=-9_000, bust=-10_000)
    assert (last.settled, last.delta) == (-14_000, -44_000)


def test_who_falls_below_zero_only_by_yakitori_is_not_bust() -> None:
    """The payment comes when the game is over (S0 Mod.4.3 clause 10.X); the game ended without a bust (Mod.5.3)."""
    rules = WRC.replace(yakitori=9_000, bust="below-zero", bust_prize=10_000)
    rows = score_points((50_000, 40_000, 25_000, 5_000), rules, 0, (False,) * 3 + (True,), (None,) * 3 + (EAST,))
    assert [row.bust for row in rows] == [0, 0, 0, 0]
    assert rows[3].settled == -4_000


def test_who_has_the_goal_is_counted_after_yakitori_and_with_the_deposits() -> None:
    """A floating uma looks at the points that count."""
    rules = preset("jpml-a-2012").replace(leftover="winner", yakitori=9_000)
    rows = score_points((29_900, 29_500, 29_400, 29_200), rules, 2)
    assert [row.uma for row in rows] == [12_000, -1_000, -3_000, -8_000]
    rows = score_points((33_000, 31_500, 31_000, 24_500), rules, 0, (True, False, False, False))
    assert [row.uma for row in rows] == [-8_000, 8_000, 4_000, -4_000]


def test_deposits_change_no_place() -> None:
    """The one who gets them all still shares the win."""
    rows = score_points((34_500, 34_500, 30_000, 20_000), WRC.replace(leftover="first-seat"), 1)
    assert [(row.place, row.shared, row.collected) for row in rows[:2]] == [(1, True, 1_000), (1, True, 0)]
    assert [row.score for row in rows] == [15_500, 14_500, -5_000, -25_000]


def test_a_penalty_has_no_part_in_the_hanchan_score() -> None:
    """RULES.md §8.5: the winner with 45,200 and a chonbo scores +30.2, and +0.2 in the tournament."""
    score = score_points((45_200, 31_100, 25_700, 18_000), WRC)[0].score
    assert (score, score - WRC.chonbo) == (30_200, 200)


def test_an_ema_chonbo_comes_after_the_uma() -> None:
    """RULES.md §8.3: 30,000 points, second, and a chonbo make -15.0."""
    rules = preset("ema-2016")
    assert score_points((40_000, 30_000, 28_000, 22_000), rules)[1].score - rules.chonbo == -15_000


def table(points: tuple[int, ...], players: tuple[int, ...] = (7, 8, 9, 10), winds: tuple[Wind, ...] = WINDS) -> Table:
    lines = tuple(ScoreLine(wind, player, own) for wind, player, own in zip(winds, players, points, strict=True))
    return Table(3, 12, lines)


def busted(wind: Wind, taker: Wind, players: int = 4) -> Table:
    lines = [ScoreLine(own, number, 0, busted_by=taker if own is wind else None) for number, own in enumerate(WINDS)]
    return Table(3, 12, tuple(lines[:players]))


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (lambda: table((0, 0, 0, 0), players=(7, 8, 9, 7)), "hanchan 3 table 12: a player sits at this table twice"),
        (lambda: table((0, 0, 0, 0), winds=(WINDS[0], *WINDS[:3])), "hanchan 3 table 12: the lines are not one for"),
        (lambda: table((0, 0, 0), players=(7, 8, 9), winds=WINDS[1:]), "the lines are not one for each wind"),
        (lambda: table((0, 0), players=(7, 8), winds=WINDS[:2]), "the lines are not one for each wind"),
        (lambda: Table(3, 12, ()), "the lines are not one for each wind"),
        (lambda: Table(3, 12, table((0, 0, 0, 0)).lines, -1), "hanchan 3 table 12: -1 deposits"),
        (lambda: busted(WEST, WEST), "hanchan 3 table 12: W cannot have taken the last points of W"),
        (lambda: busted(WEST, NORTH, 3), "hanchan 3 table 12: N cannot have taken the last points of W"),
        (lambda: score_table(table((0, 0, 0, 0)), preset("tenhou-3")), "hanchan 3 table 12: 4 lines for a table of 3"),
        (lambda: score_points((1, 2, 3), WRC), "3 scores for a table of 4"),
        (lambda: score_points((1, 2, 3, 4, 5), WRC), "5 scores for a table of 4"),
        (lambda: score_points((1, 2, 3, 4), WRC, -1), "-1 deposits"),
        (lambda: score_points((1, 2, 3, 4), WRC, 0, [True]), "1 yakitori marks for a table of 4"),
        (lambda: score_points((1, 2, 3, 4), WRC, 0, (), [EAST]), "1 takers of last points for a table of 4"),
    ],
)
def test_a_table_that_cannot_be_is_refused(broken: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        broken()


def test_three_play_as_east_south_and_west() -> None:
    lines = table((15_000, 55_000, 35_000), (1, 2, 3), (WEST, EAST, SOUTH)).lines
    rows = score_table(Table(1, 1, lines), preset("tenhou-3"))
    assert [(row.place, row.score) for row in rows] == [(3, -45_000), (1, 50_000), (2, -5_000)]


def test_end_points_hold_the_oka_already() -> None:
    """S4 4.10: the winner has what the others started below the goal."""
    rules = preset("own").replace(start=25_000, count="end-points")
    assert rules.oka == 0
    assert sum(row.score for row in score_points((40_000, 30_000, 20_000, 10_000), rules)) == 0
    with pytest.raises(RulesetProblem, match="no oka"):
        rules.replace(oka=20_000)
