"""What is still played when the time ends. Facts: RULES.md §3.3, whose rows name their sources."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules import Ruleset, preset
from scoring.rules.files import PRESETS
from scoring.time_limit import NUMBERS, Continuation, Moment, Verdict, When, after_hand, cases, verdict

DURING, DICE, BETWEEN = Moment(When.DURING), Moment(When.AFTER_DICE), Moment(When.BETWEEN)
SOUTH_OVER = Moment(When.BETWEEN, south_over=True)
CHONBO = Moment(When.DURING, chonbo=True)
OVER = (Continuation.OVER, 0)
FINISH = (Continuation.FINISH, 0)


def more(hands: int) -> tuple[Continuation, int]:
    return Continuation.MORE, hands


def finish_and(hands: int) -> tuple[Continuation, int]:
    return Continuation.FINISH_AND_MORE, hands


def own(**time: object) -> Ruleset:
    return preset("own").replace(time=time)


def judged(rules: Ruleset, moment: Moment) -> tuple[Continuation, int]:
    said = verdict(rules, moment)
    return said.kind, said.hands


def said(rules: Ruleset, moment: Moment) -> str:
    return str(verdict(rules, moment).text)


# Each preset: during a hand; dice thrown, no discard; between two hands; a chonbo in the last hand.
BY_PRESET = {
    # S2 Time limit: a hand begins with East's discard; finish it, or one more between hands; chonbo ends the game.
    "wrc-2022": (FINISH, more(1), more(1), OVER),
    "wrc-2025": (FINISH, more(1), more(1), OVER),
    "wrc-2022-red-fives": (FINISH, more(1), more(1), OVER),
    "wrc-2022-first-dora": (FINISH, more(1), more(1), OVER),
    "wrc-2022-oka": (FINISH, more(1), more(1), OVER),
    # WRC 2015 §8: dice not thrown at the gong, the hanchan ends at once.
    "wrc-2015": (FINISH, FINISH, OVER, OVER),
    # TORI Open 2025 and 2026: finish the hand and one more; two more between hands.
    "tori-open-2026": (finish_and(1), more(2), more(2), OVER),
    # Pantheon, ruleset ema2025: one more hand; a chonbo when the time is up ends the game.
    "ema-2025": (finish_and(1), more(1), more(1), OVER),
    # The EMA 2016 wiki page: a hand begins with the dice, one more valid hand, a chonbo is not one.
    "ema-2016": (finish_and(1), finish_and(1), more(1), (Continuation.AGAIN, 1)),
    # Pantheon: END_AFTER_HAND for JPML, ONE_MORE_HAND for RRC.
    "jpml-a-2012": (FINISH, OVER, OVER, OVER),
    "jpml-a-2026": (FINISH, OVER, OVER, OVER),
    "jpml-b-2012": (FINISH, OVER, OVER, OVER),
    "8141-seniors": (FINISH, OVER, OVER, OVER),
    # 60+1 with automatic tables; the wiki of EMA 2016 stands in for 2012; the West One Cup for Saikouisen Classic.
    "arizona-2025": (finish_and(1), more(1), more(1), OVER),
    "ema-2012": (finish_and(1), finish_and(1), more(1), (Continuation.AGAIN, 1)),
    "saikouisen-classic": (finish_and(1), more(1), more(1), OVER),
    "rrc": (finish_and(1), more(1), more(1), OVER),
    # West One Cup: 50 minutes and one hand.
    "saikouisen-2014": (finish_and(1), more(1), more(1), OVER),
}
AS_WRC = BY_PRESET["wrc-2022"]  # where no source names a time rule, S2 stands in, marked as common practice


@pytest.mark.parametrize("key", PRESETS)
def test_every_preset_has_a_verdict_for_every_moment(key: str) -> None:
    rules = preset(key)
    found = tuple(judged(rules, moment) for moment in (DURING, DICE, BETWEEN, CHONBO))
    assert found == BY_PRESET.get(key, AS_WRC)
    assert judged(rules, SOUTH_OVER) == OVER


@pytest.mark.parametrize("key", [key for key in PRESETS if key not in BY_PRESET])
def test_a_preset_without_a_time_rule_of_its_own_has_that_of_s2(key: str) -> None:
    limit, wrc = preset(key).time, preset("wrc-2022").time
    assert (limit.during, limit.between, limit.hand_start, limit.chonbo) == (
        wrc.during,
        wrc.between,
        wrc.hand_start,
        wrc.chonbo,
    )


@pytest.mark.parametrize(
    ("key", "minutes", "warning"),
    [
        ("wrc-2022", 90, 0),  # S2
        ("wrc-2015", 90, 0),  # WRC 2015 §8
        ("ema-2016", 90, 15),  # the wiki page: a gong 15 minutes before the end
        ("tori-open-2026", 80, 0),  # TORI Open 2025, 2026
        ("saikouisen-2014", 50, 0),  # West One Cup
        ("ema-2025", None, 0),  # not found
        ("jpml-a-2012", None, 0),  # not found
    ],
)
def test_the_minutes_of_the_presets(key: str, minutes: int | None, warning: int) -> None:
    assert (preset(key).minutes, preset(key).time.warning) == (minutes, warning)


@pytest.mark.parametrize(
    ("name", "time", "during", "between"),
    [
        ("WRC 2025 event", {"minutes": 70}, FINISH, more(1)),
        ("Toronto 2023, first half", {"minutes": 90, "between": 0}, FINISH, OVER),
        ("Toronto 2023, second half", {"minutes": 105, "between": 0}, FINISH, OVER),
        ("Toronto 2025", {"minutes": 80, "during": 1, "between": 2}, finish_and(1), more(2)),
        ("West One Cup", {"minutes": 50, "during": 1}, finish_and(1), more(1)),
        ("West One Cup, final", {"minutes": 70, "during": 1}, finish_and(1), more(1)),
        ("West Japan TEAM league", {"minutes": 60, "during": 1}, finish_and(1), more(1)),
        ("Arizona, automatic table", {"minutes": 60, "during": 1}, finish_and(1), more(1)),
        ("Arizona, by hand", {"minutes": 75, "between": 0}, FINISH, OVER),
        ("8141", {"minutes": 50, "between": 0}, FINISH, OVER),
        ("Pantheon, EMA and RRC", {"during": 1}, finish_and(1), more(1)),
        ("Pantheon, WRC and JPML", {"between": 0}, FINISH, OVER),
    ],
)
def test_every_other_row_of_the_table_can_be_played(
    name: str, time: dict[str, object], during: tuple[Continuation, int], between: tuple[Continuation, int]
) -> None:
    rules = own(**time)
    assert (judged(rules, DURING), judged(rules, BETWEEN)) == (during, between)


def test_wrc_2022_in_words() -> None:
    """S2 Time limit."""
    rules = preset("wrc-2022")
    assert [(str(case.asked), str(case.verdict.text)) for case in cases(rules)] == [
        ("A hand is being played, East has discarded", "Finish this hand; do not start another."),
        (
            "The dice are thrown, East has not discarded",
            "East has not discarded, so the hand has not begun: play it; it is the last.",
        ),
        ("A hand has ended, the South round has not", "Play one more hand; it is the last."),
        ("The South round has ended", "The game is over: the South round has been played."),
        ("Chonbo in the last hand", "The game is over: a last hand with a chonbo is not dealt again."),
    ]


def test_wrc_2015_in_words() -> None:
    """WRC 2015 §8: the throw of the dice begins the hand, and no dice are thrown after the gong."""
    rules = preset("wrc-2015")
    assert said(rules, DICE) == "The dice are thrown, so the hand has begun: finish it; do not start another."
    assert said(rules, BETWEEN) == "The game is over: no further hand is started."


def test_ema_2016_in_words() -> None:
    """The EMA 2016 wiki page: one more valid hand, a chonbo is none."""
    rules = preset("ema-2016")
    assert said(rules, DURING) == "Finish this hand, then play one more hand, unless the South round ends first."
    assert said(rules, DICE) == (
        "The dice are thrown, so the hand has begun: finish it, then play one more hand, "
        "unless the South round ends first."
    )
    assert said(rules, CHONBO) == "A hand with a chonbo does not count: deal it again as the last hand."


def test_toronto_2025_in_words() -> None:
    """TORI Open 2025: one more after the hand, two more when a hand had just finished."""
    rules = preset("tori-open-2026")
    assert said(rules, BETWEEN) == "Play two more hands, unless the South round ends first."
    assert said(rules, DICE) == (
        "East has not discarded, so the hand has not begun: play it and then one more hand, "
        "unless the South round ends first."
    )


def test_a_dealt_hand_that_has_not_begun_is_not_played_where_no_hand_follows() -> None:
    assert said(own(between=0), DICE) == (
        "East has not discarded, so the hand has not begun: it is not played. The game is over."
    )


def test_a_hand_that_ends_the_south_round_is_the_last_whatever_the_rules_allow() -> None:
    for key in ("wrc-2022", "ema-2016", "tori-open-2026"):
        assert judged(preset(key), Moment(When.DURING, south_over=True)) == FINISH
    assert said(preset("ema-2016"), Moment(When.DURING, south_over=True)) == (
        "Finish this hand; the South round is then over, and so is the game."
    )
    assert judged(preset("tori-open-2026"), Moment(When.AFTER_DICE, south_over=True)) == more(1)
    assert judged(preset("jpml-a-2012"), Moment(When.AFTER_DICE, south_over=True)) == OVER


def test_with_the_south_round_over_there_is_no_last_hand_in_which_a_chonbo_could_be() -> None:
    assert judged(preset("ema-2016"), Moment(When.BETWEEN, south_over=True, chonbo=True)) == OVER


def test_no_extension_into_west_when_the_time_is_up() -> None:
    """The time only takes hands away: South over is the end though nobody has the 30,000 of an extension."""
    rules = preset("own").replace(extension=30_000)
    assert judged(rules, SOUTH_OVER) == OVER


def test_a_dealer_who_stays_uses_up_a_hand() -> None:
    """A hand limit counts hands, not rounds: two more hands are over though the dealer of South 4 has stayed twice."""
    rules = preset("tori-open-2026")
    two = verdict(rules, BETWEEN)
    one = after_hand(rules, two)
    assert (one.kind, one.hands, str(one.text)) == (Continuation.MORE, 1, "Play one more hand; it is the last.")
    over = after_hand(rules, one)
    assert (over.kind, str(over.text)) == (Continuation.OVER, "The game is over: that was the last hand.")


def test_the_end_of_the_south_round_ends_the_game_before_the_hands_are_used_up() -> None:
    rules = preset("tori-open-2026")
    over = after_hand(rules, verdict(rules, BETWEEN), south_over=True)
    assert (over.kind, str(over.text)) == (Continuation.OVER, "The game is over: the South round has been played.")


def test_a_finished_last_hand_is_the_end() -> None:
    rules = preset("wrc-2022")
    assert after_hand(rules, verdict(rules, DURING)).kind is Continuation.OVER
    assert after_hand(rules, verdict(rules, DURING), chonbo=True).text == verdict(rules, CHONBO).text


def test_a_chonbo_in_a_hand_before_the_last_is_not_counted() -> None:
    rules = preset("tori-open-2026")
    again = after_hand(rules, verdict(rules, BETWEEN), chonbo=True, south_over=True)
    assert (again.kind, again.hands) == more(2)


def test_only_one_valid_hand_follows_the_gong_of_ema_2016_though_the_hand_in_play_ends_with_a_chonbo() -> None:
    rules = preset("ema-2016")
    last = after_hand(rules, verdict(rules, DURING), chonbo=True)
    assert (last.kind, last.hands) == more(1)
    again = after_hand(rules, last, chonbo=True)
    assert (again.kind, again.hands) == (Continuation.AGAIN, 1)
    assert after_hand(rules, after_hand(rules, again, chonbo=True)).kind is Continuation.OVER


def test_nothing_follows_the_end() -> None:
    rules = preset("wrc-2022")
    with pytest.raises(ValueError, match="the game is over"):
        after_hand(rules, verdict(rules, SOUTH_OVER))


@given(
    during=st.integers(0, 4),
    between=st.integers(0, 4),
    start=st.sampled_from(["dice", "first-discard"]),
    when=st.sampled_from(list(When)),
)
def test_without_chonbo_and_south_as_many_hands_are_begun_as_the_rules_say(
    during: int, between: int, start: str, when: When
) -> None:
    rules = own(during=during, between=between, hand_start=start)
    now = verdict(rules, Moment(when))
    in_play = now.kind in (Continuation.FINISH, Continuation.FINISH_AND_MORE)
    assert now.hands == (during if in_play else between)
    begun = 0
    while now.kind is not Continuation.OVER:
        begun += now.kind is Continuation.MORE
        now = after_hand(rules, now)
    assert begun == (during if in_play else between)


@given(
    during=st.integers(0, 4),
    between=st.integers(0, 4),
    chonbo=st.sampled_from(["game-over", "played-again"]),
    when=st.sampled_from(list(When)),
    ends=st.lists(st.booleans(), max_size=12),
)
def test_a_chonbo_never_makes_more_hands_count(
    during: int, between: int, chonbo: str, when: When, ends: list[bool]
) -> None:
    rules = own(during=during, between=between, chonbo=chonbo)
    now = verdict(rules, Moment(when))
    most, counted = max(now.hands, 1), 0
    for is_chonbo in ends:
        if now.kind is Continuation.OVER:
            break
        counted += not is_chonbo and now.kind in (Continuation.MORE, Continuation.AGAIN)
        now = after_hand(rules, now, chonbo=is_chonbo)
    assert counted <= most


@pytest.mark.parametrize("hands", NUMBERS)
def test_every_number_of_hands_has_its_words(hands: int) -> None:
    assert isinstance(verdict(own(during=hands, between=hands), DURING), Verdict)
    assert str(NUMBERS[hands]) in said(own(during=hands), DURING)


def test_what_the_table_was_doing_has_words() -> None:
    assert When.BETWEEN.label == "between two hands: no dice were thrown"


def test_of_an_east_only_game_the_east_round_is_the_last() -> None:
    rules = preset("tori-open-2026").replace(length="east-only")
    assert said(rules, BETWEEN) == "Play two more hands, unless the East round ends first."
    assert said(rules, SOUTH_OVER) == "The game is over: the East round has been played."
    assert [str(one.asked) for one in cases(rules)][2:4] == [
        "A hand has ended, the East round has not",
        "The East round has ended",
    ]
