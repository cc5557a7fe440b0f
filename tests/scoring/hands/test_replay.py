"""A log: typed, and replayed hand by hand; a naive model tells the same hanchan a second time."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scoring
from scoring.hands.log import (
    Abort,
    Adjust,
    At,
    Chonbo,
    Event,
    ExhaustiveDraw,
    LogProblem,
    NagashiMangan,
    Ron,
    Stop,
    TimeUp,
    Tsumo,
)
from scoring.hands.log_text import read_log, write_log
from scoring.hands.replay import Replay, advance, replay
from scoring.payments.liability import Liable
from scoring.payments.notation import read_value, write_value
from scoring.payments.values import HandValue, Limit, Yakuman
from scoring.payments.wins import Win
from scoring.rules import Ruleset, preset
from scoring.rules.values import Abortive, FedYakuman
from scoring.time_limit import When
from scoring.winds import WINDS, Wind
from tests.scoring.languages import Words
from tests.scoring.naive_hanchan import Naive

E, S, W, N = WINDS
WRC = preset("wrc-2022")
CASUAL = preset("tori-casual")
EVERYTHING = WRC.replace(
    hand={
        "abortive": ["nine-terminals", "four-winds", "four-riichi", "four-quads"],
        "nagashi": "draw",
        "winners": "two",
    }
)


def played(text: str, rules: Ruleset = WRC) -> Replay:
    return replay(read_log(text), rules)


def points_of(text: str, rules: Ruleset = WRC) -> tuple[int, ...]:
    return played(text, rules).points


def hand_of(text: str, rules: Ruleset = WRC) -> str:
    return str(played(text, rules).now.name)


def refused(text: str, rules: Ruleset = WRC) -> str:
    with pytest.raises(LogProblem) as problem:
        played(text, rules)
    return str(problem.value)


HANCHAN = """
    # by starting wind: Ann E, Bo S, Cem W, Dee N
    E1    tsumo E mangan riichi E N     # Ann 43,000: 12,000 and Dee's stick
    E1.1  draw E W                      # +1,500 -1,500 +1,500 -1,500
    E1.2  ron S from W 2/30 riichi W    # Bo 2,000 + 600 + Cem's stick
    E2    chonbo N riichi S             # dealt again, the stick goes back
    E2    tsumo N 1/40 riichi S         # Bo deals: 700, the others 400; Bo's stick
    E3    draw
    E4.1  draw N riichi N               # Dee deals and stays
    E4.2  ron E from W 3/40
"""


def test_a_hanchan_hand_by_hand() -> None:
    """Each change worked by hand; the stick of E4.1 is taken in E4.2."""
    steps = played(HANCHAN).steps
    assert [step.changes for step in steps] == [
        (13_000, -4_000, -4_000, -5_000),
        (1_500, -1_500, 1_500, -1_500),
        (0, 3_600, -3_600, 0),
        (0, 0, 0, 0),
        (-400, -1_700, -400, 2_500),
        (0, 0, 0, 0),
        (-1_000, -1_000, -1_000, 2_000),
        (6_800, 0, -5_800, 0),
    ]
    assert [str(step.before.name) for step in steps] == [
        "East 1",
        "East 1, 1 honba",
        "East 1, 2 honba",
        "East 2",
        "East 2",
        "East 3",
        "East 4, 1 honba",
        "East 4, 2 honba",
    ]
    assert played(HANCHAN).points == (49_900, 25_400, 16_700, 28_000)
    assert (str(played(HANCHAN).now.name), played(HANCHAN).over) == ("South 1", None)
    assert played(HANCHAN).yakitori == (False, False, True, False)
    assert [row.place for row in played(HANCHAN).scores()] == [1, 3, 4, 2]


def test_a_step_says_itself_by_starting_wind_or_by_name() -> None:
    step = played("E1 tsumo E 1/30 \n ron W from E 3/40, riichi W").steps[1]
    assert [str(line) for line in step.lines()] == [
        "West lays down 1,000: riichi.",
        "East pays West 5,500: 5,200 for 3 han 40 fu, 300 for honba.",
        "West gets 1,000: riichi deposits.",
    ]
    assert str(step.lines({E: "Ann", S: "Bo", W: "Cem", N: "Dee"})[0]) == "Cem lays down 1,000: riichi."
    assert str(played("ron S from E mangan\nron S from W 5").steps[1].lines()[0]) == "West pays South 12,000: mangan."


class TestTheDealAndTheHonba:
    def test_a_win_of_the_dealer_adds_a_honba(self) -> None:
        assert hand_of("tsumo E 1/30") == "East 1, 1 honba"

    def test_another_win_passes_the_deal_without_honba(self) -> None:
        assert hand_of("tsumo E 1/30\nron W from E 1/30") == "East 2"

    def test_a_draw_adds_one_whoever_deals_next(self) -> None:
        assert hand_of("draw E S") == "East 1, 1 honba"
        assert hand_of("draw S") == "East 2, 1 honba"
        assert hand_of("draw") == "East 2, 1 honba"

    def test_tenpai_does_not_keep_the_deal_where_only_a_win_does(self) -> None:
        assert hand_of("draw E S", WRC.replace(hand={"dealer_repeats": "win"})) == "East 2, 1 honba"

    def test_one_of_several_winners_is_the_dealer(self) -> None:
        assert hand_of("ron S from W 1/30 and E 1/30", CASUAL) == "East 1, 1 honba"
        assert hand_of("ron N from W 1/30 and E 1/30", WRC) == "East 2"

    def test_an_abortive_draw_keeps_the_deal_adds_a_honba_and_gives_the_sticks_back(self) -> None:
        """S0 Mod.5.2."""
        after = played("draw E riichi E\nE1.1 abort nine-terminals riichi S", EVERYTHING)
        assert str(after.now.name) == "East 1, 2 honba"
        assert after.points == (32_000, 29_000, 29_000, 29_000)
        assert after.deposits == 1

    def test_the_sticks_of_an_abortive_draw_stay_where_the_rules_say_so(self) -> None:
        """riichi.wiki, Tochuu ryuukyoku: they stay for the next winner, those of four riichi as well."""
        tenhou = preset("tenhou")
        after = played("abort four-riichi riichi E S W N\nE1.1 ron S from W 1/30", tenhou)
        assert after.steps[0].after.points == (24_000,) * 4
        assert (after.points, after.deposits) == ((24_000, 29_300, 22_700, 24_000), 0)
        back = played("abort four-riichi riichi E S W N", tenhou.replace(hand={"abortive_deposits": "returned"}))
        assert (back.points, back.deposits) == ((25_000,) * 4, 0)

    def test_three_winners_are_an_abortive_draw_where_two_win_and_the_sticks_stay(self) -> None:
        after = played("ron E from N 1/30 and S 1/30 and W 1/30 riichi E", EVERYTHING)
        assert str(after.now.name) == "East 1, 1 honba"
        assert (after.points, after.deposits) == ((29_000, 30_000, 30_000, 30_000), 1)

    def test_a_chonbo_changes_nothing(self) -> None:
        """S0 Mod.5.2, N.B.; WRC 2025 §12.2: counters neither added nor removed, deposits returned."""
        after = played("tsumo E 1/30\nE1.1 chonbo S W riichi E")
        assert str(after.now.name) == "East 1, 1 honba"
        assert after.steps[1].changes == (0, 0, 0, 0)

    def test_a_chonbo_paid_as_a_mangan(self) -> None:
        """S1 Chonbo."""
        assert points_of("chonbo S", WRC.replace(paid="reverse-mangan")) == (34_000, 22_000, 32_000, 32_000)

    def test_a_chonbo_paid_at_the_table(self) -> None:
        """S0 Mod.6.1: 6,000 to each of the three others, whoever is dealer."""
        assert points_of("chonbo S", WRC.replace(paid="table")) == (36_000, 12_000, 36_000, 36_000)
        assert points_of("chonbo S", WRC.replace(paid="table", chonbo=0)) == (30_000,) * 4
        low = played("draw E riichi E\nchonbo S riichi N", WRC.replace(paid="table", chonbo=1_000))
        assert (low.points, low.deposits) == ((32_000, 28_000, 29_000, 29_000), 2)

    def test_nagashi_as_a_win(self) -> None:
        """S0 Mod.3.2: the winds' rotation resolves as the player is winning."""
        after = played("nagashi S riichi E", CASUAL)
        assert str(after.now.name) == "East 2"
        assert (after.points, after.deposits) == ((20_000, 34_000, 23_000, 23_000), 0)
        assert hand_of("nagashi E S", CASUAL) == "East 1, 1 honba"

    def test_nagashi_as_a_draw(self) -> None:
        after = played("nagashi S tenpai E riichi E", EVERYTHING)
        assert str(after.now.name) == "East 1, 1 honba"
        assert (after.points, after.deposits) == ((25_000, 38_000, 28_000, 28_000), 1)
        assert hand_of("nagashi S", EVERYTHING) == "East 2, 1 honba"

    def test_liability_in_a_log_is_by_starting_wind(self) -> None:
        """S2 Liability, example 1: D is the dealer of the second hand, A sits next."""
        after = played("draw\nE2.1 tsumo S big-dragons+all-honours liable W big-dragons")
        assert after.steps[1].changes == (-16_100, 96_300, -64_100, -16_100)


TO_SOUTH_4 = "draw\n" * 7
TO_THE_END = TO_SOUTH_4 + "draw\n"


class TestTheEnd:
    def test_after_south_4_it_is_over(self) -> None:
        assert hand_of(TO_SOUTH_4) == "South 4, 7 honba"
        after = played(TO_THE_END)
        assert str(after.over) == "The South round has been played."
        assert str(after.now.name) == "South 4, 7 honba"

    def test_a_dealer_who_stays_in_south_4_plays_on(self) -> None:
        assert hand_of(TO_SOUTH_4 + "draw N") == "South 4, 8 honba"

    def test_nothing_follows_the_end(self) -> None:
        assert refused(TO_THE_END + "draw") == (
            "South 4, 7 honba: The game has ended. The South round has been played."
        )
        assert refused(TO_THE_END + "time").startswith("South 4, 7 honba: The game has ended.")

    def test_but_a_penalty_may_still_be_paid(self) -> None:
        assert points_of(TO_THE_END + "adjust E-3000 S+1000 W+1000 N+1000") == (27_000, 31_000, 31_000, 31_000)

    def test_bust_below_zero(self) -> None:
        """S0 Mod.5.3: a player at exactly zero plays on."""
        rules = WRC.replace(bust="below-zero", start=24_000, goal=30_000)
        at_zero = played("ron S from W sanbaiman", rules)
        assert (at_zero.points, at_zero.over) == ((24_000, 48_000, 0, 24_000), None)
        below = played("ron S from W sanbaiman\nron E from W 1/30", rules)
        assert str(below.over) == "West is below zero."
        assert below.busted_by == (None, None, E, None)

    def test_bust_at_zero(self) -> None:
        rules = WRC.replace(bust="at-zero", start=24_000, goal=30_000)
        over = played("ron S from W sanbaiman", rules)
        assert str(over.over) == "West has no points left."
        assert over.busted_by == (None, None, S, None)

    def test_several_bust_and_the_first_of_several_winners_takes_the_last_points(self) -> None:
        rules = CASUAL
        after = played("ron S from W yakuman and N mangan and E 1/30", rules)
        assert after.busted_by == (None, None, N, None)
        assert played("tsumo E yakuman*2", rules).busted_by == (None, E, E, E)

    def test_nobody_takes_the_last_points_of_one_who_goes_bust_by_a_draw_or_a_riichi(self) -> None:
        rules = WRC.replace(bust="at-zero", start=1_000, goal=30_000)
        assert played("draw E", rules).busted_by == (None,) * 4
        assert played("ron E from S 1/30 riichi W", rules).busted_by == (None, E, None, None)

    def test_no_bust_is_played_in_wrc(self) -> None:
        """WRC 2015 §8.3: the game goes on below zero."""
        assert played("ron S from W yakuman*2").over is None

    def test_an_adjustment_can_end_the_game(self) -> None:
        """S0 Mod.6.1 with Mod.5.3: a penalty paid at the table."""
        rules = WRC.replace(bust="below-zero")
        assert str(played("adjust E-36000 S+12000 W+12000 N+12000", rules).over) == "East is below zero."


def test_an_east_only_game_ends_with_the_east_round() -> None:
    rules = WRC.replace(length="east-only")
    assert hand_of("draw\n" * 3, rules) == "East 4, 3 honba"
    assert str(played("draw\n" * 4, rules).over) == "The East round has been played."


class TestTheExtension:
    """S3 Enchousen, Agariyame: start 25,000, somebody needs 30,000."""

    def test_it_goes_on_into_west_while_nobody_has_enough(self) -> None:
        assert hand_of(TO_THE_END, CASUAL) == "West 1, 8 honba"

    def test_not_when_somebody_has(self) -> None:
        assert str(played("ron S from W mangan\n" + "draw\n" * 7, CASUAL).over) == "The South round has been played."

    def test_in_west_it_ends_with_the_hand_in_which_somebody_gets_there(self) -> None:
        after = played(TO_THE_END + "W1.8 ron S from W 3/60", CASUAL)
        assert str(after.over) == "Somebody has 30,000 points after South."
        assert str(after.now.name) == "West 1, 8 honba"

    def test_but_not_while_the_dealer_stays(self) -> None:
        after = played(TO_THE_END + "ron E from W 3/60", CASUAL)
        assert (after.over, after.may_stop) == (None, True)

    def test_it_lasts_one_round(self) -> None:
        assert str(played("draw\n" * 12, CASUAL).over) == "The West round has been played."

    def test_in_an_east_only_game_it_goes_on_into_south(self) -> None:
        """S3 Enchousen: West for a hanchan and South for a tonpuusen."""
        rules = CASUAL.replace(length="east-only")
        assert hand_of("draw\n" * 4, rules) == "South 1, 4 honba"
        after = played("draw\n" * 4 + "S1.4 ron S from W 3/60", rules)
        assert str(after.over) == "Somebody has 30,000 points after East."
        assert str(played("draw\n" * 8, rules).over) == "The South round has been played."
        assert played("draw\n" * 3 + "ron N from W 3/60\n", rules).may_stop

    def test_the_dealer_who_leads_with_enough_may_stop(self) -> None:
        log = TO_SOUTH_4 + "ron N from W 3/60\n"
        assert played(log, CASUAL).over is None
        assert str(played(log + "stop", CASUAL).over) == "The leading dealer has ended the game."
        assert hand_of(log, CASUAL) == "South 4, 8 honba"

    @pytest.mark.parametrize(
        "log",
        [
            "tsumo E mangan\nstop",  # not the last hand
            TO_SOUTH_4 + "stop",  # before the last hand
            TO_SOUTH_4 + "tsumo N 1/30\nstop",  # leads with less than 30,000
            "ron S from W baiman\n" + "draw\n" * 6 + "ron N from E 3/40\nstop",  # does not lead
            TO_SOUTH_4 + "ron N from W 3/60\nchonbo N\nstop",  # a hand is to be dealt again
        ],
    )
    def test_nobody_else_may(self, log: str) -> None:
        assert refused(log, CASUAL).endswith("The dealer cannot end the game here.")

    def test_nor_after_an_abortive_draw(self) -> None:
        rules = CASUAL.replace(hand={"abortive": ["nine-terminals"]})
        log = TO_SOUTH_4 + "ron N from W 3/60\nabort nine-terminals\nstop"
        assert refused(log, rules).endswith("The dealer cannot end the game here.")

    def test_nor_where_it_is_not_played(self) -> None:
        assert refused(TO_SOUTH_4 + "ron N from W 3/60\nstop").endswith("The dealer cannot end the game here.")

    def test_a_tie_leads_unless_seats_decide(self) -> None:
        log = "ron S from W 3/60\n" + "draw\n" * 6 + "S4.6 ron N from W 3/60\nadjust N-5700 W+5700\n"
        assert points_of(log, CASUAL) == (25_000, 32_700, 9_600, 32_700)
        assert played(log + "stop", CASUAL).over
        assert refused(log + "stop", CASUAL.replace(ties="seat")).endswith("The dealer cannot end the game here.")
        assert refused(log + "adjust N-100 W+100\nstop", CASUAL).endswith("The dealer cannot end the game here.")


class TestTheClock:
    """S2 Time limit: finish the hand; just ended: one more; a chonbo in the last hand ends the game."""

    def test_it_ends_during_a_hand(self) -> None:
        after = played("draw\ntime during\ndraw")
        assert str(after.over) == "The game is over: that was the last hand."
        assert played("draw\ntime during").over is None

    def test_it_ends_between_two_hands(self) -> None:
        assert played("draw\ntime").over is None
        assert str(played("draw\ntime\ntsumo N 1/30").over) == "The game is over: that was the last hand."

    def test_a_chonbo_in_the_last_hand_ends_the_game(self) -> None:
        over = played("time\nchonbo S").over
        assert str(over) == "The game is over: a last hand with a chonbo is not dealt again."

    def test_or_is_dealt_again(self) -> None:
        rules = WRC.replace(time={"chonbo": "played-again"})
        assert played("time\nchonbo S", rules).over is None
        assert played("time\nchonbo S\ndraw", rules).over

    def test_dice_without_a_discard_are_no_hand(self) -> None:
        """S2: a hand starts with East's first discard, so the one after the dice is the one more."""
        assert played("time after-dice\ndraw").over
        assert played("time after-dice", WRC.replace(time={"between": 0})).over

    def test_more_hands_where_the_rules_say_so(self) -> None:
        rules = WRC.replace(time={"during": 1, "between": 2})
        assert played("time during\ndraw", rules).over is None
        assert played("time during\ndraw\ndraw", rules).over
        assert played("time\ndraw", rules).over is None
        assert played("time\ndraw\ndraw", rules).over

    def test_there_is_no_extension_any_more(self) -> None:
        """The time only takes hands away."""
        rules = CASUAL.replace(time={"during": 2, "between": 2})
        assert str(played(TO_SOUTH_4 + "time\ndraw", rules).over) == "The South round has been played."

    def test_it_ends_once(self) -> None:
        assert refused("time\ntime").endswith("The time has ended before.")


class TestThreePlayers:
    RULES = preset("tenhou-3").replace(
        start=35_000, goal=40_000, extension=0, hand={"noten": 2_000, "tsumo_loss": True, "kiriage": False}
    )

    def test_a_round_has_three_hands(self) -> None:
        assert hand_of("draw\n" * 3, self.RULES) == "South 1, 3 honba"
        assert str(played("draw\n" * 6, self.RULES).over) == "The South round has been played."

    def test_the_winds_go_round_among_three(self) -> None:
        after = played("draw S W\nE2.1 tsumo W mangan\nE3 tsumo W 1/30", self.RULES)
        assert [step.changes for step in after.steps] == [
            (-2_000, 1_000, 1_000),
            (-2_100, -4_100, 6_200),
            (-500, -500, 1_000),
        ]

    def test_nobody_starts_as_north(self) -> None:
        assert refused("draw N", self.RULES) == "East 1: Nobody is North at a table of three."
        assert refused("adjust N-100 S+100", self.RULES) == "East 1: Nobody is North at a table of three."


@pytest.mark.parametrize(
    ("log", "message"),
    [
        ("E2 draw", "East 1: The log says that this is East 2."),
        ("draw\nE2 draw E\nE2.0 draw", "East 3, 2 honba: The log says that this is East 2."),
        ("draw\nE2.2 draw", "East 2, 1 honba: The log says that this is East 2, 2 honba."),
        ("draw E riichi S", "East 1: South declared riichi and is not tenpai, which is a chonbo."),
        ("draw E riichi E E", "East 1: A player is named twice."),
        ("ron S from S mangan", "East 1: South cannot win on their own discard."),
        ("draw\nron S from W 2/20", "East 2, 1 honba: 20 fu is a pinfu by self-draw"),
        (
            "abort four-winds",
            "East 1: Under the rules “WRC 2022” no hand is drawn for four equal winds in the first turn.",
        ),
        ("nagashi S", "East 1: Nagashi mangan is not played under the rules “WRC 2022”."),
        (
            "tsumo S all-green liable W big-dragons",
            "East 1: West is liable for Big Three Dragons, which the hand does not",
        ),
        ("adjust E-50 S+50", "East 1: An adjustment is in full hundreds."),
        ("adjust E-1000", "East 1: An adjustment adds up to zero, with 1,000 for each stick laid down."),
        ("adjust E+1000 table-1", "East 1: There are not so many riichi deposits on the table."),
    ],
)
def test_a_log_that_cannot_have_happened_is_refused_naming_the_hand(log: str, message: str) -> None:
    assert refused(log).startswith(message)


def test_four_riichi_need_everybody() -> None:
    assert refused("abort four-riichi riichi E S W", EVERYTHING) == "East 1: Not everybody has declared riichi."
    assert played("abort four-riichi riichi E S W N", EVERYTHING).steps[0].changes == (0, 0, 0, 0)


def test_points_needed_for_riichi() -> None:
    """S3 Minimum points to riichi (casual): 1,000."""
    log = "ron S from W sanbaiman\ndraw W riichi W"
    assert refused("ron S from W sanbaiman\nadjust W-500 S+500\ndraw W riichi W", CASUAL) == (
        "East 2: West cannot declare riichi with 500 points; 1,000 are needed."
    )
    assert played(log, CASUAL).deposits == 1


def test_an_adjustment_for_the_next_winner() -> None:
    """S0 Mod.6.1: a penalty of 1P or 2P is paid to the table and collected by the next player to win."""
    after = played("adjust S-2000 table+2\ndraw\nron W from N 1/30")
    assert [str(line) for line in after.steps[0].lines()] == ["South pays 2,000: adjustment."]
    assert after.points == (30_000, 28_000, 33_300, 28_700)
    assert after.deposits == 0
    assert str(played("adjust S-200 E+200").steps[0].lines()[1]) == "East gets 200: adjustment."


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("rum S", "Line 1: “rum” must be one of: ron, tsumo, draw, nagashi, abort, chonbo, time, stop, adjust."),
        ("ron S W 3/40", "Line 1: “from” is missing before “w”."),
        ("ron", "Line 1: Something is missing at the end of the line."),
        ("E1", "Line 1: Something is missing at the end of the line."),
        ("tsumo S", "Line 1: Something is missing at the end of the line."),
        ("tsumo X mangan", "Line 1: “x” is no player; type a starting wind: E, S, W or N."),
        ("tsumo S 3/4o", "Line 1: “3/4o” is no value; type han/fu as 3/40, han alone from 5 on, a limit or a yakuman."),
        ("tsumo S 1/30>=much", "Line 1: “1/30>=much”: after >= comes one of mangan, haneman, baiman"),
        ("tsumo S 3/35", "Line 1: No hand has 35 fu"),
        ("draw E S then W", "Line 1: “then w” is not understood here."),
        ("draw E riichi", "Line 1: Something is missing at the end of the line."),
        (
            "abort five-winds",
            "Line 1: “five-winds” must be one of: nine-terminals, four-winds, four-riichi, four-quads.",
        ),
        (
            "tsumo S big-winds liable W all-green",
            "Line 1: “all-green” must be one of: big-dragons, big-winds, four-quads.",
        ),
        ("E1 time", "Line 1: “time” stands between the hands and names none."),
        ("# hanchan 3\n\nE1 draw\nstop riichi E", "Line 4: “riichi e” is not understood here."),
    ],
)
def test_a_line_that_cannot_be_read_is_named(line: str, message: str) -> None:
    with pytest.raises(LogProblem) as problem:
        read_log(line)
    assert str(problem.value).startswith(message)


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("ron S from W 3/40", Ron(W, (Win(S, HandValue(3, 40)),))),
        ("RON s FROM w Mangan", Ron(W, (Win(S, HandValue(at_least=Limit.MANGAN)),))),
        (
            "ron S from W 2/30 and N 1/30>=mangan",
            Ron(W, (Win(S, HandValue(2, 30)), Win(N, HandValue(1, 30, at_least=Limit.MANGAN)))),
        ),
        (
            "tsumo E big-dragons+four-quads liable W big-dragons liable N four-quads, riichi E",
            Tsumo(
                E,
                HandValue.of(Yakuman.BIG_DRAGONS, Yakuman.FOUR_QUADS),
                (Liable(W, FedYakuman.BIG_DRAGONS), Liable(N, FedYakuman.FOUR_QUADS)),
                riichi=(E,),
            ),
        ),
        ("tsumo E yakuman", Tsumo(E, HandValue(yakuman=1))),
        ("tsumo E yakuman*3d1", Tsumo(E, HandValue(yakuman=3, double=1))),
        ("tsumo E 13", Tsumo(E, HandValue(13))),
        ("tsumo E >=baiman", Tsumo(E, HandValue(at_least=Limit.BAIMAN))),
        ("w3.12 draw e, s", ExhaustiveDraw((E, S), at=At(W, 3, 12))),
        ("nagashi S N tenpai E", NagashiMangan((S, N), (E,))),
        ("abort nine-terminals", Abort(Abortive.NINE_TERMINALS)),
        ("chonbo S riichi E", Chonbo((S,), riichi=(E,))),
        ("time", TimeUp(When.BETWEEN)),
        ("time during", TimeUp(When.DURING)),
        ("stop", Stop()),
        ("adjust S-2000 E+1000 table+1", Adjust(((E, 1_000), (S, -2_000)), 1)),
        ("adjust S-2000 S-1000 table+3", Adjust(((S, -3_000),), 3)),
    ],
)
def test_what_a_line_says(line: str, event: Event) -> None:
    assert read_log(line) == (event,)


# ---- laws, over random legal logs

VALUES = st.one_of(
    st.tuples(st.integers(1, 4), st.sampled_from([30, 40, 50, 60, 70]), st.just(0)),
    st.tuples(st.integers(5, 14), st.just(0), st.just(0)),
    st.tuples(st.just(0), st.just(0), st.integers(1, 2)),
)
RULES = st.builds(
    lambda key, rest, hand, time: preset(key).replace(**rest, hand=hand, time=time),
    st.sampled_from(["wrc-2022", "wrc-2025", "tori-casual", "tenhou-3", "mahjong-soul-3", "ema-2025"]),
    st.fixed_dictionaries(
        {
            "length": st.sampled_from(["hanchan", "east-only"]),
            "extension": st.sampled_from([0, 40_000]),
            "bust": st.sampled_from(["never", "below-zero", "at-zero"]),
            "bust_prize": st.just(0),
            "paid": st.sampled_from(["tournament", "table", "reverse-mangan"]),
            "chonbo": st.sampled_from([2_000, 20_000, 30_000]),
        }
    ),
    st.fixed_dictionaries(
        {
            "kiriage": st.booleans(),
            "several_yakuman": st.booleans(),
            "winners": st.sampled_from(["head-bump", "two", "all"]),
            "honba_to": st.sampled_from(["each", "first"]),
            "noten": st.sampled_from([0, 3_000, 6_000]),
            "nagashi": st.sampled_from(["win", "draw"]),
            "tsumo_loss": st.booleans(),
            "dealer_repeats": st.sampled_from(["win", "win-or-tenpai"]),
            "abortive": st.just(["four-winds"]),
            "abortive_deposits": st.sampled_from(["returned", "stay"]),
            "riichi_points": st.just(0),
        }
    ),
    st.fixed_dictionaries(
        {
            "during": st.integers(0, 2),
            "between": st.integers(0, 2),
            "chonbo": st.sampled_from(["game-over", "played-again"]),
        }
    ),
)


def some(draw: st.DrawFn, players: int, least: int = 0, most: int = 4) -> list[int]:
    return draw(st.lists(st.integers(0, players - 1), min_size=least, max_size=min(most, players), unique=True))


def told(value: tuple[int, int, int]) -> HandValue:
    return HandValue(value[0], value[1], yakuman=value[2])


def winds(seats: Sequence[int]) -> tuple[Wind, ...]:
    return tuple(WINDS[seat] for seat in seats)


@st.composite
def hands(draw: st.DrawFn, players: int) -> tuple[Event, tuple[Any, ...]]:
    """A hand as an event of the log, and as the naive model takes it."""
    kind = draw(st.sampled_from(["ron", "ron", "tsumo", "tsumo", "draw", "nagashi", "abort", "chonbo"]))
    riichi = some(draw, players)
    if kind == "ron":
        payer, *callers = some(draw, players, 2)
        values = [draw(VALUES) for _ in callers]
        wins = tuple(Win(WINDS[one], told(value)) for one, value in zip(callers, values, strict=True))
        return Ron(WINDS[payer], wins, riichi=winds(riichi)), (payer, list(zip(callers, values, strict=True)))
    if kind == "tsumo":
        winner, value = draw(st.integers(0, players - 1)), draw(VALUES)
        return Tsumo(WINDS[winner], told(value), riichi=winds(riichi)), (winner, value)
    tenpai = sorted({*some(draw, players), *riichi})
    if kind == "draw":
        return ExhaustiveDraw(winds(tenpai), riichi=winds(riichi)), (tenpai,)
    who = some(draw, players, 1)
    if kind == "nagashi":
        return NagashiMangan(winds(who), winds(tenpai), riichi=winds(riichi)), (who, tenpai)
    if kind == "abort":
        return Abort(Abortive.FOUR_WINDS, riichi=winds(riichi)), ()
    return Chonbo(winds(who), riichi=winds(riichi)), (who,)


NAMES = {Ron: "ron", Tsumo: "tsumo", ExhaustiveDraw: "draw", NagashiMangan: "nagashi", Abort: "abort", Chonbo: "chonbo"}


@st.composite
def games(draw: st.DrawFn) -> tuple[Ruleset, list[Event], Naive]:
    """A rule set, a legal log of it as far as it goes, and the naive model that has played the same."""
    rules = draw(RULES)
    naive, events = Naive(rules), []
    time_up = draw(st.none() | st.integers(0, 12))
    for number in range(draw(st.integers(0, 40))):
        if naive.over:
            break
        if number == time_up:
            during = draw(st.booleans())
            events.append(TimeUp(When.DURING if during else When.BETWEEN))
            naive.time_up(during)
            continue
        event, plain = draw(hands(rules.players))
        events.append(event)
        naive.hand(NAMES[type(event)], [wind.index for wind in event.riichi], *plain)
    return rules, events, naive


@settings(max_examples=120, deadline=None)
@given(games())
def test_a_naive_model_tells_the_same_hanchan(game: tuple[Ruleset, list[Event], Naive]) -> None:
    rules, events, naive = game
    after = replay(events, rules)
    assert list(after.points) == naive.points
    assert after.deposits == naive.sticks
    assert bool(after.over) == naive.over
    if not naive.over:
        assert (after.now.round_wind.index, after.now.hand - 1, after.now.honba) == (
            naive.round,
            naive.dealer,
            naive.honba,
        )


@settings(max_examples=60, deadline=None)
@given(games())
def test_points_and_deposits_always_add_up(game: tuple[Ruleset, list[Event], Naive]) -> None:
    rules, events, _ = game
    for step in replay(events, rules).steps:
        assert step.after.total == step.before.total == rules.total
        assert all(points % 100 == 0 for points in step.after.points)
        assert step.after.deposits >= 0


@settings(max_examples=60, deadline=None)
@given(games())
def test_the_deal_goes_round_and_winds_with_it(game: tuple[Ruleset, list[Event], Naive]) -> None:
    """Each hand is the same, or the next; everybody has one wind, and the dealer is East."""
    rules, events, _ = game
    for step in replay(events, rules).steps:
        for now in (step.before, step.after):
            current = [now.current(start) for start in WINDS[: rules.players]]
            assert sorted(current) == sorted(WINDS[: rules.players])
            assert now.current(now.dealer) is E
            assert all(now.start(now.current(start)) is start for start in WINDS[: rules.players])
        passed = (
            (step.after.round_wind.index - step.before.round_wind.index) * rules.players
            + step.after.hand
            - step.before.hand
        )
        assert passed in (0, 1)
        assert step.after.honba in (0, step.before.honba, step.before.honba + 1)


@settings(max_examples=60, deadline=None)
@given(games())
def test_a_log_comes_back_from_text(game: tuple[Ruleset, list[Event], Naive]) -> None:
    rules, events, _ = game
    logged = tuple(events)
    assert read_log(write_log(logged)) == logged
    assert replay(read_log(write_log(logged)), rules) == replay(logged, rules)


@settings(max_examples=60, deadline=None)
@given(games())
def test_a_hanchan_can_be_played_event_by_event(game: tuple[Ruleset, list[Event], Naive]) -> None:
    rules, events, _ = game
    after = replay([], rules)
    for event in events:
        after = advance(after, event)
    assert after == replay(events, rules)


ALL_KINDS = read_log(
    """
    E1.0 tsumo S big-winds+four-quads liable W big-winds riichi E
    E2 ron S from W yakuman*2d1 and N 1/30>=mangan
    nagashi S tenpai E
    W1 abort nine-terminals
    chonbo N
    draw
    time after-dice
    stop
    adjust E-1000 table+1
    tsumo N haneman
    """
)


def test_every_kind_of_event_comes_back() -> None:
    assert read_log(write_log(ALL_KINDS)) == ALL_KINDS


def test_han_and_fu_beside_a_yakuman_are_not_written() -> None:
    assert write_log([Tsumo(E, HandValue(13, 30, yakuman=1))]) == "tsumo E yakuman\n"


def test_a_problem_can_be_told_in_another_language() -> None:
    words = {"{where}: {problem}": "{where} – {problem}", "East": "Ost", "The time has ended before.": "Schon zu Ende."}
    with pytest.raises(LogProblem) as problem:
        played("time\ntime")
    assert problem.value.message.say(Words(words)) == "Ost 1 – Schon zu Ende."


# ---- docs/hand-log.md

DOCUMENT = (Path(scoring.__file__).parent.parent / "docs" / "hand-log.md").read_text(encoding="utf-8")


def test_the_hanchan_of_the_document_is_the_one_above() -> None:
    (log,) = re.findall(r"```\n(.*?)```", DOCUMENT, re.DOTALL)
    assert points_of(log) == points_of(HANCHAN)


def test_every_line_of_the_document_is_read_and_every_kind_is_told() -> None:
    rows = re.findall(r"^\| (`.*?) \|", DOCUMENT.partition("## A value")[0], re.MULTILINE)
    lines = [line for row in rows for line in re.findall(r"`(.*?)`", row)]
    kinds = {type(read_log(line)[0]) for line in lines}
    assert kinds == {Ron, Tsumo, ExhaustiveDraw, NagashiMangan, Abort, Chonbo, TimeUp, Stop, Adjust}


def test_every_value_of_the_document_is_read() -> None:
    rows = re.findall(r"^\| (`.*?) \|", DOCUMENT.partition("## A value")[2], re.MULTILINE)
    values = [value for row in rows for value in re.findall(r"`(.*?)`", row)]
    assert len(values) == 10
    for value in values:
        assert write_value(read_value(value)) == value
