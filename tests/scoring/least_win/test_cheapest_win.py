"""The one thing that each player of a table has to do: two final tables as examples, and laws."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.least_win import LastHand, Race, best_place, cheapest_win, places, routes
from scoring.rules import preset
from scoring.sentences.last_hand import called_ron, called_self_draw
from scoring.winds import Wind

RULES = preset("wrc-2022")
E, S, W, N = Wind.EAST, Wind.SOUTH, Wind.WEST, Wind.NORTH
FIRST = (
    LastHand(points=(23_500, 8_300, 38_300, 49_900), rules=RULES, hand=4, honba=1),
    Race((88_600, 146_800, 89_800, 81_800)),
)
SECOND = (
    LastHand(points=(23_400, 31_000, 28_600, 36_000), rules=RULES, hand=4, deposits=1),
    Race((63_900, 55_400, 68_000, 52_700)),
)


def called(final, winner, place=1):
    table, race = final
    win = cheapest_win(table, winner, place, race)
    if win.any_win:
        return "any win or a draw" if win.any_draw else "any win"
    ron, draw = called_ron(win, RULES), called_self_draw(win, RULES)
    parts = [f"{ron} off {win.off}" if ron else "", str(draw) if draw else ""]
    return " or ".join(filter(None, parts)) or "not in one hand"


@pytest.mark.parametrize(
    ("final", "lines"),
    [
        (
            FIRST,
            [
                "18,000 off N or 8,000 all",
                "3,200 off N or 1,300/2,600",
                "6,400 off N or 3,000/6,000",
                "any win or a draw",
            ],
        ),
        (SECOND, ["7,700 off N or 3,200 all", "2,000 off N or 800/1,600", "1,600 off N or 400/700", "any win"]),
    ],
)
def test_the_lines_of_two_finals(final, lines):
    assert [called(final, wind) for wind in RULES.winds] == lines


def test_a_table_plays_for_the_best_place_that_somebody_can_take():
    table, race = SECOND
    below = Race(race.totals, tuple(10**9 for _ in range(4)))
    assert best_place(table, below) == 5 and called((table, below), W, 5) == "1,600 off N or 400/700"
    assert best_place(table) == 1
    far = Race((0, 0, 0, 0), (20_000, 60_000, 300_000))
    assert best_place(LastHand(points=(30_000,) * 4, rules=RULES, hand=4), far) == 3, "2 takes more than a mangan"
    nobody = Race((None, None, None, None))
    assert best_place(table, nobody) == 1


def test_a_place_out_of_reach_has_no_win():
    far = LastHand(points=(0, 0, 0, 120_000), rules=RULES.replace(hand={"several_yakuman": False}), hand=4)
    assert called((far, None), S) == "not in one hand"
    assert cheapest_win(far, S, 1).off is None
    several = LastHand(points=(0, 0, 0, 120_000), rules=RULES, hand=4)
    assert called((several, None), S) == "not in one hand", "nobody plays for three yakuman"
    assert routes(several, S, 1), "among all ways they are"


def test_the_win_is_off_a_player_who_is_passed_although_a_smaller_one_off_another_would_do():
    """West is 2nd by 12.1: 1,300 off South, who is below, would be enough as well."""
    table, race = SECOND
    ways = {way.payer: way.usual.payment.changes[W.index] for way in routes(table, W, 1, race)}
    assert (ways[S], ways[N]) == (2_300, 2_600), "with the riichi stick"
    assert cheapest_win(table, W, 1, race).off is N


def test_of_two_who_are_passed_by_the_same_the_better_placed_is_named():
    table = LastHand(points=(40_000, 28_000, 27_000, 25_000), rules=RULES, hand=4)
    assert called((table, None), N, 2) == "2,600 off S or 700/1,300"
    level = LastHand(points=(60_000, 20_000, 20_000, 20_000), rules=RULES, hand=4)
    assert cheapest_win(level, N, 2).any_win, "the smallest win parts who are level"


def test_who_has_the_place_and_can_lose_it_by_a_small_win_of_their_own_is_told_a_larger_one():
    """South leads the event and cannot keep it off East, whose fall lifts North by uma."""
    table = LastHand(points=(30_100, 31_000, 28_900, 30_000), rules=RULES, hand=4)
    race = Race((0, 5_000, 0, 20_000))
    assert places(table, race)[1] == (1, False)
    win = cheapest_win(table, S, 1, race)
    assert not win.any_win and (win.off, called((table, race), S)) == (N, "1,000 off N or 1,000/2,000")


@given(
    shares=st.lists(st.integers(-300, 900), min_size=3, max_size=3),
    winner=st.sampled_from(RULES.winds),
    place=st.integers(1, 4),
    honba=st.integers(0, 3),
)
def test_the_line_is_one_of_the_routes_and_never_shares_the_place(shares, winner, place, honba):
    points = (*(share * 100 for share in shares), 120_000 - sum(shares) * 100)
    table = LastHand(points=points, rules=RULES, hand=4, honba=honba)
    win = cheapest_win(table, winner, place)
    ways = {way.payer: way for way in routes(table, winner, place)}
    for payer, step in [(win.off, win.ron), (None, win.self_draw)]:
        if step is not None:
            assert step.is_spoken and (step.place < place or not step.shared)
            gain = step.payment.changes[winner.index]
            assert ways[payer].alone.payment.changes[winner.index] <= gain
            after = places(table.after(step.payment, winner))[winner.index]
            assert after[0] < place or after == (place, False)
    if win.any_win:
        assert all(way.any_win for way in ways.values())


def test_a_larger_win_that_lifts_a_rival_is_noted():
    table = LastHand(points=(23_700, 26_200, 36_400, 33_700), rules=RULES, hand=4)
    race = Race((55_200, 66_900, 38_300, 58_700))
    assert cheapest_win(table, W, 1, race).has_gap
    assert not any(cheapest_win(FIRST[0], winner, 1, FIRST[1]).has_gap for winner in (E, S, W, N))
