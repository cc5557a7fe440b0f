"""What holds of every table under every rule set: all presets and own rules of every kind."""

from dataclasses import replace
from itertools import groupby

from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.game import RowScore, ScoreLine, Table, is_bust, score_points, score_table
from scoring.rules import Ruleset, preset
from scoring.rules.value_kinds import FloatingUma
from scoring.rules.values import Count, EqualPoints, Leftover
from scoring.winds import WINDS
from tests.scoring.some_rules import Sheet, any_rules, sheets

Rows = tuple[RowScore, ...]


def scored(sheet: Sheet) -> Rows:
    return score_points(sheet.points, sheet.rules, sheet.deposits, sheet.yakitori, sheet.busted_by)


def ties(rows: Rows) -> list[int]:
    """How many share each place, by place."""
    return [len([*group]) for _, group in groupby(sorted(row.place for row in rows))]


def rest(pool: int, among: int) -> int:
    """What is cut off when a pool is shared, with the sign of the pool."""
    size = abs(pool) % (100 * among) if among > 1 else 0
    return size if pool > 0 else -size


def worths(rules: Ruleset, rows: Rows) -> list[int]:
    """Uma, oka and prizes by place."""
    floating = isinstance(rules.uma, FloatingUma)
    at_goal = sum(row.settled >= rules.goal for row in rows)
    uma = rules.uma.by_floating[at_goal] if floating else rules.uma  # type: ignore[union-attr, index]
    prizes = rules.prizes or (0,) * rules.players
    return [
        own + prize + (0 if place else rules.oka) for place, (own, prize) in enumerate(zip(uma, prizes, strict=True))
    ]


def table_loss(sheet: Sheet, rows: Rows) -> int:
    """What a table loses, so that its scores add up to its negative: 0 where nothing is lost.

    - what everybody started below the goal and no oka gives back (S0 Mod.4.2); end points give it all to the winner
    - less the prizes, which nobody pays (S4 4.11)
    - deposits that go to nobody (WRC 2025 §10.2), all or what is cut off when winners share; with end points the
      winner gets all that the losers lack, so these too
    - what is cut off a yakitori share (S0 Mod.4.3); the same holds with end points
    - what is cut off a share of uma, oka and prizes (S0 Mod.4.1), and of end points
    """
    rules, winners = sheet.rules, ties(rows)[0]
    lost = -sum(rules.prizes)
    if rules.count is Count.GOAL:
        lost += (rules.goal - rules.start) * rules.players - rules.oka
        lost += {
            Leftover.LOST: sheet.deposits * 1_000,
            Leftover.WINNER: rest(sheet.deposits * 1_000, winners),
        }.get(rules.leftover, 0)
        paying = sum(sheet.yakitori)
        if 0 < paying < rules.players:
            lost += paying * rules.yakitori % (100 * (rules.players - paying))
    if rules.ties is EqualPoints.SPLIT:
        by_place = worths(rules, rows)
        for sharing in ties(rows):
            lost += rest(sum(by_place[:sharing]), sharing)
            del by_place[:sharing]
        if rules.count is Count.END_POINTS:
            lost += rest(sum(rules.goal - row.settled for row in rows if row.place > 1), winners)
    return lost


@given(sheets())
def test_the_scores_add_up_to_what_is_stated_to_be_lost(sheet: Sheet) -> None:
    rows = scored(sheet)
    assert sum(row.score for row in rows) == -table_loss(sheet, rows)


def without_losses(rules: Ruleset) -> st.SearchStrategy[Ruleset]:
    """The rules with ties, deposits, prizes and an oka by which nothing is lost."""
    ties = st.sampled_from([one for one in EqualPoints if one is not EqualPoints.SPLIT])
    leftover = st.sampled_from((Leftover.FIRST_SEAT, Leftover.WINNER_REMAINDER))
    oka = 0 if rules.count is Count.END_POINTS else (rules.goal - rules.start) * rules.players
    yakitori = 9_000 if rules.yakitori else 0
    even = replace(rules, oka=oka, prizes=(), yakitori=yakitori)
    return st.builds(lambda ties, leftover: replace(even, ties=ties, leftover=leftover), ties, leftover)


@given(sheets(any_rules.flatmap(without_losses)))
def test_without_splits_and_losses_the_scores_add_up_to_zero(sheet: Sheet) -> None:
    """The table of M-League and of all who decide ties by seat."""
    assert sum(row.score for row in scored(sheet)) == 0


@given(sheets())
def test_a_score_is_points_and_all_that_was_settled(sheet: Sheet) -> None:
    for own, row in zip(sheet.points, scored(sheet), strict=True):
        assert row.points == own
        assert row.score == row.delta + row.uma + row.bust
        if sheet.rules.count is Count.GOAL or row.place > 1:
            assert row.delta == row.settled - sheet.rules.goal
        assert row.collected >= 0
        assert row.place == 1 or not row.collected


@given(sheets())
def test_places_follow_the_points_after_yakitori(sheet: Sheet) -> None:
    rows = scored(sheet)
    for seat, row in enumerate(rows):
        above = [other.points + other.yakitori > row.points + row.yakitori for other in rows]
        equal = [other.points + other.yakitori == row.points + row.yakitori for other in rows]
        if sheet.rules.ties is EqualPoints.SEAT:
            assert (row.place, row.shared) == (1 + sum(above) + sum(equal[:seat]), False)
        else:
            assert (row.place, row.shared) == (1 + sum(above), sum(equal) > 1)


@given(sheets(), st.data())
def test_lines_may_stand_in_any_order(sheet: Sheet, data: st.DataObject) -> None:
    """Players move with their seats, under ties by seat too."""
    rows = scored(sheet)
    lines = [
        ScoreLine(WINDS[row], row, own, sheet.yakitori[row], sheet.busted_by[row])
        for row, own in enumerate(sheet.points)
    ]
    order = data.draw(st.permutations(range(len(lines))))
    table = Table(1, 1, tuple(lines[row] for row in order), sheet.deposits)
    assert score_table(table, sheet.rules) == tuple(rows[row] for row in order)


@given(sheets(), st.data())
def test_where_equal_points_share_it_does_not_matter_who_sits_where(sheet: Sheet, data: st.DataObject) -> None:
    assume(sheet.rules.ties is EqualPoints.SPLIT and sheet.rules.leftover in (Leftover.LOST, Leftover.WINNER))
    rows = scored(sheet)
    order = data.draw(st.permutations(range(len(rows))))
    takers = [sheet.busted_by[row] for row in order]
    moved = [None if taker is None else WINDS[order.index(taker.index)] for taker in takers]
    points, yakitori = [sheet.points[row] for row in order], [sheet.yakitori[row] for row in order]
    assert score_points(points, sheet.rules, sheet.deposits, yakitori, moved) == tuple(rows[row] for row in order)


@given(sheets())
def test_equal_points_share_equally_where_they_share(sheet: Sheet) -> None:
    assume(sheet.rules.ties is EqualPoints.SPLIT)
    by_points: dict[int, set[tuple[int, ...]]] = {}
    for row in scored(sheet):
        collected = 0 if sheet.rules.leftover in (Leftover.FIRST_SEAT, Leftover.WINNER_REMAINDER) else row.collected
        delta = row.delta - row.collected if sheet.rules.count is Count.GOAL else row.delta
        found = by_points.setdefault(row.points + row.yakitori, set())
        found.add((row.place, row.uma, delta, collected))
    assert all(len(found) == 1 for found in by_points.values())


@given(sheets(), st.data(), st.integers(1, 400))
def test_points_taken_from_another_never_lower_a_score(sheet: Sheet, data: st.DataObject, steps: int) -> None:
    """True of every fixed uma and of JPML A; of a floating uma in general as long as as many have the goal."""
    seats = range(sheet.rules.players)
    taker, giver = data.draw(st.sampled_from(seats)), data.draw(st.sampled_from(seats))
    assume(taker != giver)
    points = list(sheet.points)
    points[taker] += steps * 100
    points[giver] -= steps * 100
    before, after = scored(sheet), scored(replace(sheet, points=tuple(points)))
    if isinstance(sheet.rules.uma, FloatingUma) and not sheet.rules.key.startswith("jpml-a"):
        assume(worths(sheet.rules, before) == worths(sheet.rules, after))
    assert after[taker].score >= before[taker].score
    assert after[taker].place <= before[taker].place


def test_a_floating_uma_can_cost_who_takes_points() -> None:
    """Why the law above has its condition: taking another below the goal may make the first place worth less."""
    rows = [[0, 0, 0, 0], [5_000, 0, 0, -5_000], [30_000, 0, 0, -30_000], [0, 0, 0, 0], [0, 0, 0, 0]]
    rules = preset("own").replace(uma={"floating": rows})
    before, after = (45_000, 30_000, 25_000, 20_000), (45_100, 29_900, 25_000, 20_000)
    assert (score_points(before, rules)[0].score, score_points(after, rules)[0].score) == (45_000, 20_100)


@given(sheets())
def test_the_quick_way_and_the_long_way_agree(sheet: Sheet) -> None:
    nobody = (False,) * sheet.rules.players
    assert score_points(sheet.points, sheet.rules) == score_points(sheet.points, sheet.rules, 0, nobody)


@given(sheets())
def test_the_prize_for_a_bust_moves_from_the_bust_to_who_busted_them(sheet: Sheet) -> None:
    rows, prize = scored(sheet), sheet.rules.bust_prize
    gave = [
        taker is not None and is_bust(own, sheet.rules)
        for own, taker in zip(sheet.points, sheet.busted_by, strict=True)
    ]
    for seat, row in enumerate(rows):
        took = sum(pays and taker is WINDS[seat] for pays, taker in zip(gave, sheet.busted_by, strict=True))
        assert row.bust == prize * (took - gave[seat])
    without = scored(replace(sheet, busted_by=(None,) * sheet.rules.players))
    assert [(row.place, row.uma, row.score - row.bust) for row in rows] == [
        (row.place, row.uma, row.score) for row in without
    ]


@given(sheets(st.just(preset("r-league-2024"))))
def test_an_uma_that_holds_the_oka_says_the_same_as_uma_and_oka(sheet: Sheet) -> None:
    """RULES.md §8.3, R.League: 45/5/-15/-35 counted from 25,000 is 30/10/-10/-30 with an oka of 20 from 30,000."""
    spread = preset("r-league-2024").replace(goal=25_000, oka=0, uma=[45_000, 5_000, -15_000, -35_000])
    assert [row.score for row in scored(replace(sheet, rules=spread))] == [row.score for row in scored(sheet)]
