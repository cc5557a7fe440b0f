"""The last hand where more counts than points: who is not ranked, results that drop out, prizes, and what is said."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.least_win import UNRANKED, LastHand, Race, draws, places, routes, routes_to, steps
from scoring.payments.values import HandValue
from scoring.rules import preset
from scoring.sentences.last_hand import needs, route_text
from scoring.winds import Wind
from tests.scoring.least_win.test_routes import at, races, tables

E, S, W, N = Wind
WRC = preset("wrc-2022")
BUST = WRC.replace(bust="below-zero", bust_prize=10_000)


@settings(max_examples=60, deadline=None)
@given(tables(), st.lists(st.booleans(), min_size=4, max_size=4), st.sampled_from((0, 9_000)))
def test_places_are_those_of_the_scored_table(table: LastHand, marks: list[bool], yakitori: int) -> None:
    rules = table.rules.replace(yakitori=yakitori)
    marked = LastHand(points=table.points, rules=rules, hand=table.hand, yakitori=tuple(marks[: rules.players]))
    assert places(marked) == tuple((row.place, row.shared) for row in marked.scores())


@settings(max_examples=10, deadline=None)
@given(races())
def test_several_places_asked_at_once_are_the_same(given_race: tuple[LastHand, Race]) -> None:
    table, race = given_race
    for winner in table.winds:
        assert routes_to(table, winner, (1, 2), race) == {goal: routes(table, winner, goal, race) for goal in (1, 2)}


def test_the_places_that_some_win_gives_are_found() -> None:
    table, race = at(36_000, 30_000, 28_000, 26_000), Race((0, 0, 0, 0), (16_000, 18_000, 200_000))
    assert [place.place for place in steps(table, S, E, race)][-1] == 2
    assert list(routes_to(table, S, None, race)) == [2, 4, 5]


# --- who is not ranked ----------------------------------------------------------------------------------------------


def test_who_is_not_ranked_has_no_place_and_takes_nobodys() -> None:
    """WRC 2025 §12.3.9: a substitute is scored and not ranked."""
    race = Race((None, 0, 0, 0), (30_000,))
    assert places(at(60_000, 25_000, 20_000, 15_000), race) == (UNRANKED, (2, False), (3, False), (4, False))


def test_what_a_substitute_needs_in_the_tournament_is_no_question() -> None:
    with pytest.raises(ValueError, match="East is not ranked"):
        steps(at(60_000, 25_000, 20_000, 15_000), E, S, Race((None, 0, 0, 0)))


# --- best n of m ----------------------------------------------------------------------------------------------------


def test_a_score_counts_only_as_far_as_it_is_among_the_best() -> None:
    """Two of three count. East's +5.0 and South's +40.0 take the place of an earlier result, −9.0 and −30.0 of none."""
    scores = ((30_000, -10_000), (-10_000, -20_000), (30_000, 20_000), (0, 0))
    race = Race((0, 0, 0, -1_000), (29_500,), scores, 2)
    assert race.places((5_000, 40_000, -9_000, -30_000)) == ((2, False), (3, False), (1, False), (5, False))


# --- the prize for a bust -------------------------------------------------------------------------------------------


def test_the_winner_takes_the_last_points_of_who_is_bust_by_the_win() -> None:
    """S0 Mod.5.3; in the last hand South started as East."""
    table = at(40_000, 30_000, 45_000, 5_000, rules=BUST)
    step = next(step for step in steps(table, S, N) if step.payment.changes[1] == 8_000)
    after = table.after(step.payment, S)
    assert after.busted_by == (None, None, None, S)
    assert [row.bust for row in after.scores()] == [0, 10_000, 0, -10_000]


def test_a_draw_and_a_win_that_busts_nobody_have_no_prize() -> None:
    table = at(44_500, 30_000, 45_000, 500, rules=BUST)
    assert table.after(draws(table)[1].payment).busted_by == (None,) * 4
    assert table.after(steps(table, S, W)[0].payment, S).busted_by == (None,) * 4


def test_who_was_bust_before_is_not_bust_again() -> None:
    table = at(60_000, 35_000, 30_000, -5_000, rules=BUST)
    assert table.after(steps(table, S, N)[0].payment, S).busted_by == (None,) * 4


def test_a_prize_makes_a_smaller_hand_enough_in_the_tournament() -> None:
    race = Race((0, 0, 0, 0), (25_000,))
    least = {}
    for prize in (0, 20_000):
        table = at(30_000, 35_000, 55_000, 0, rules=WRC.replace(bust="below-zero", bust_prize=prize))
        step = routes(table, S, 1, race)[2].least
        least[prize] = step and step.payment.changes
    assert least == {0: (0, 24_000, 0, -24_000), 20_000: (0, 12_000, 0, -12_000)}


# --- values ---------------------------------------------------------------------------------------------------------


def test_a_double_yakuman_counts_where_several_do_not_add_up() -> None:
    rules = WRC.replace(hand={"several_yakuman": False, "double_yakuman": True})
    assert steps(at(30_000, 30_000, 30_000, 30_000, rules=rules), S, W)[-1].payment.changes == (0, 64_000, -64_000, 0)
    plain = WRC.replace(hand={"several_yakuman": False})
    assert steps(at(30_000, 30_000, 30_000, 30_000, rules=plain), S, W)[-1].payment.changes == (0, 32_000, -32_000, 0)


def test_hands_whose_payments_are_rounded_to_the_same_are_one_step() -> None:
    """S0 Mod.4.4: 2 han 25 fu are 400 base points, as are 1 han 50 fu."""
    found = steps(at(30_000, 30_000, 30_000, 30_000), S, W)
    amounts = [step.payment.changes for step in found]
    assert len(set(amounts)) == len(amounts)
    assert {HandValue(2, 25), HandValue(1, 50)} <= set(next(s for s in found if HandValue(2, 25) in s.values).values)


# --- words ----------------------------------------------------------------------------------------------------------


def test_those_off_whom_the_same_is_needed_are_named_together() -> None:
    names = {E: "Anna", S: "Ben", W: "Chie", N: "Dai"}
    table = at(36_000, 30_100, 28_000, 25_900)
    said = [(str(one.off), str(one.least), one.more) for one in needs(routes(table, S, 1), WRC, names)]
    assert said[1] == ("Off Chie or Dai", "4 han 25 fu or 3 han 50 fu, 6,400.", None)


def test_who_may_be_anybody_is_not_named() -> None:
    far = at(200_000, -20_000, -30_000, -30_000, rules=WRC.replace(hand={"several_yakuman": False}))
    assert [(str(one.off), str(one.least)) for one in needs(routes(far, N, 1), far.rules)] == [
        ("Off anybody, or by self-draw", "no hand is enough.")
    ]
    level = at(33_000, 33_000, 33_000, 21_000)
    assert [(str(one.off), str(one.least)) for one in needs(routes(level, N, 1), WRC)] == [
        ("Off anybody", "haneman, 12,000."),
        ("By self-draw", "haneman, 3,000 and 6,000."),
    ]


def test_a_shared_place_is_told_before_the_hand_that_is_alone() -> None:
    way = routes(at(36_200, 27_800, 29_000, 27_000), W, 1)[0]
    assert str(route_text(way, WRC)) == (
        "Off East: 1 han 110 fu, 3,600. The place is then shared. Alone with 3 han 30 fu or 2 han 60 fu, 3,900."
    )


def test_a_larger_hand_that_misses_is_told_even_where_the_smallest_is_enough() -> None:
    """South loses the second place at the table to West by 3,200, and West is then past North in the tournament."""
    way = routes(at(21_000, 24_000, 21_000, 54_000), N, 1, Race((40_000, -35_000, 20_000, -12_000)))[1]
    assert way.any_win
    assert str(route_text(way, WRC)) == (
        "Off South: 1 han 30 fu, 1,000. Not with 3 han 25 fu or 2 han 50 fu, 3,200, 1 han 110 fu, 3,600, "
        "3 han 30 fu or 2 han 60 fu, 3,900, which lifts a rival."
    )


def test_of_many_hands_that_miss_the_place_the_least_is_told() -> None:
    way = routes(at(20_000, 13_000, 18_000, 69_000), S, 2, Race((-26_000, 0, -17_000, 21_000)))[0]
    assert str(route_text(way, WRC)) == (
        "Off East: 1 han 30 fu, 1,000. Not with 2 han 30 fu or 1 han 60 fu, 2,000, nor with 4 larger ones, "
        "which lift a rival."
    )
