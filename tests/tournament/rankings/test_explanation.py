"""One person's calculation: its lines, its picture, and what comes next."""

from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rankings import RankingPenalty, ranking_rule
from tests.tournament.rankings.seasons import EMA, NOVEMBER, ZOFIA, contest, contests, zofia
from tournament.rankings.explanation import (
    RankingPicture,
    coming_changes,
    coming_for,
    picture,
    result_lines,
)
from tournament.rankings.reckoning import reckon, reckoning_from

POINTS = ranking_rule("points-by-place")
BEST_3 = ranking_rule("best-3-of-4")


def only(found):
    (row,) = found.rows
    return row


def test_results_stand_best_first_with_what_they_weigh_and_in_which_part_they_count():
    lines = result_lines(only(zofia()), EMA)
    assert [(one.contest.name, one.worth, one.weight, "".join(one.parts)) for one in lines] == [
        ("Kraków Open", "1,000", "1", "AB"),
        ("Baltic Cup", "984", "3", "AB"),
        ("Rhine Riichi Open", "960", "4", "AB"),
        ("Nordic Open", "944", "3.5 × ½", "AB"),
        ("Spring Riichi Open", "914", "3", "A"),
        ("Praha Open", "913", "1 × ½", "A"),
        ("European Championship", "784", "6", "A"),
        ("Lisbon Riichi Open", "677", "2.5", "A"),
        ("Vienna Riichi Days", "553", "3 × ½", "A"),
        ("Warsaw Winter Cup", "513", "1 × ½", ""),
    ]
    assert lines[0].slug == "kraków-open"


def test_a_rule_of_one_part_has_no_letters_and_leaves_out_what_is_dropped():
    four = [contest(f"Open {n}", date(2026, n, 1), 1, 8, 1, False, (ZOFIA, n, n * 1_000)) for n in range(1, 5)]
    lines = result_lines(only(reckon(four, BEST_3, NOVEMBER)), BEST_3)
    assert [(one.worth, one.parts) for one in lines] == [("4", ("",)), ("3", ("",)), ("2", ("",)), ("1", ())]


def test_in_the_picture_width_is_weight_and_height_is_worth():
    drawn = picture(only(zofia()), EMA)
    assert drawn.total == "23.75"
    assert [bar.css for bar in drawn.bars] == [*["is-best"] * 4, *["is-counted"] * 5, "is-left-out"]
    assert sum(bar.width for bar in drawn.bars) == pytest.approx(RankingPicture.ground)
    assert drawn.bars[0].height == RankingPicture.plot
    assert drawn.bars[1].width == pytest.approx(3 * drawn.bars[0].width, abs=0.2)
    a, b = drawn.means
    assert (a.letter, b.letter) == ("A", "B")
    assert b.end == pytest.approx(drawn.bars[4].x) and a.end == pytest.approx(drawn.bars[-1].x)
    assert b.y < a.y


def test_numbers_stand_in_bars_that_are_wide_enough():
    drawn = picture(only(zofia()), EMA)
    assert [bar.text for bar in drawn.bars if bar.text] == ["984", "960", "914", "784", "677"]


def test_missing_results_are_bars_of_no_height():
    drawn = picture(only(zofia(count=3)), EMA)
    assert [(bar.css, bar.height, bar.text) for bar in drawn.bars[3:]] == [("is-missing", 0.0, "")] * 2


def test_a_sum_has_no_mean_and_a_loss_hangs_below_zero():
    two = [
        contest(f"Open {n}", date(2026, n, 1), 1, 8, 1, False, (ZOFIA, n, score))
        for n, score in ((1, 9_000), (2, -9_000))
    ]
    drawn = picture(only(reckon(two, BEST_3, NOVEMBER)), BEST_3)
    gain, loss = drawn.bars
    assert drawn.means == ()
    assert gain.y + gain.height == pytest.approx(drawn.zero) == pytest.approx(loss.y)
    assert loss.height == pytest.approx(9 * gain.height / 9)


def test_nobody_without_a_result_has_a_picture():
    row = only(zofia(count=1))
    bare = replace(row, calculation=replace(row.calculation, entries=()))
    assert picture(bare, EMA) is None


def test_what_comes_next_says_which_event_ages_and_what_follows():
    said = [(one.day, one.event, one.factor, one.ranking) for one in coming_for(only(zofia()), EMA, NOVEMBER)]
    assert said == [
        (date(2026, 12, 2), "Warsaw Winter Cup", 0, "911.59"),
        (date(2026, 12, 8), "Kraków Open", Fraction(1, 2), "909.14"),
        (date(2027, 3, 16), "Lisbon Riichi Open", Fraction(1, 2), said[2][3]),
    ]
    first, second, _ = coming_for(only(zofia()), EMA, NOVEMBER)
    assert first.is_last and not second.is_last and second.shown_factor == "½"


def test_what_comes_next_is_the_same_of_a_ranking_that_was_kept():
    found = zofia()
    assert coming_for(only(reckoning_from(EMA, found.to_json())), EMA, NOVEMBER) == coming_for(
        only(found), EMA, NOVEMBER
    )


def test_penalties_go_on_to_count():
    fined = only(reckon(contests(), EMA, NOVEMBER, [RankingPenalty(ZOFIA, 10, NOVEMBER)]))
    plain = coming_for(only(zofia()), EMA, NOVEMBER)
    assert [
        one.ranking < other.ranking for one, other in zip(coming_for(fined, EMA, NOVEMBER), plain, strict=True)
    ] == [
        True,
        True,
        True,
    ]


def test_who_would_lose_the_place_has_no_ranking_to_come():
    two = [
        contest("Old", date(2024, 12, 1), 1, 8, 1, False, (ZOFIA, 1)),
        contest("New", date(2026, 9, 1), 1, 8, 1, False, (ZOFIA, 1)),
    ]
    first, *_later = coming_for(only(reckon(two, EMA, NOVEMBER)), EMA, NOVEMBER)
    assert (first.event, first.ranking) == ("Old", "")


def test_under_shared_points_for_places_only_the_days_are_named():
    rules = replace(POINTS, age=EMA.age)
    found = reckon([contest("Open", date(2026, 9, 1), 1, 8, 1, False, (ZOFIA, 1), ("2", 1))], rules, NOVEMBER)
    assert [(one.day, one.ranking) for one in coming_for(found.rows[0], rules, NOVEMBER)] == [(date(2027, 9, 2), "")]


def test_a_rule_without_ages_changes_nothing():
    found = reckon(contests(), BEST_3, NOVEMBER)
    assert coming_changes(found.counting, BEST_3, NOVEMBER) == []


@given(st.dates(date(2020, 1, 1), date(2026, 11, 1)))
def test_the_day_of_a_change_is_the_first_on_which_it_holds(ended):
    found = reckon([contest("Open", ended, 1, 8, 1, False, (ZOFIA, 1))], EMA, NOVEMBER)
    for change in coming_changes(found.counting, EMA, NOVEMBER):
        assert EMA.age_factor(ended, change.day) == change.factor
        assert EMA.age_factor(ended, change.day - timedelta(days=1)) == found.counting[0].age
