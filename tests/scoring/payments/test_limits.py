"""What a hand is worth: limits, kiriage, counted yakuman, and values that no hand has."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.payments.values import HandValue, Limit, PaymentProblem, Yakuman, check_way
from scoring.payments.worth import announcement, base_points, limit, yakuman_units
from scoring.rules import Ruleset, preset
from tests.scoring.languages import Words

WRC_2022, WRC_2025 = preset("wrc-2022"), preset("wrc-2025")
ORDINARY_FU = (30, 40, 50, 60, 70, 80, 90, 100, 110)


def playing(**hand: object) -> Ruleset:
    return WRC_2022.replace(hand=hand)


@pytest.mark.parametrize(
    ("han", "reached"),
    [
        (5, Limit.MANGAN),
        (6, Limit.HANEMAN),
        (7, Limit.HANEMAN),
        (8, Limit.BAIMAN),
        (10, Limit.BAIMAN),
        (11, Limit.SANBAIMAN),
        (12, Limit.SANBAIMAN),
    ],
)
def test_limits_by_han(han: int, reached: Limit) -> None:
    """S0 Mod.4.4, the table of base values."""
    assert limit(HandValue(han), WRC_2022) is reached
    assert base_points(HandValue(han, 30), WRC_2022) == reached.base


@pytest.mark.parametrize("han", [13, 20, 36])
def test_13_han_without_a_yakuman_are_a_sanbaiman_in_2022_and_as_much_as_a_yakuman_in_2025(han: int) -> None:
    """S2 Multiple yakuman: capped at 11 han; WRC 2025 changes: a fourfold mangan; S0 Mod.4.4."""
    assert base_points(HandValue(han), WRC_2022) == 6_000
    assert base_points(HandValue(han), WRC_2025) == 8_000
    assert str(announcement(HandValue(han), WRC_2025)) == "yakuman"


@pytest.mark.parametrize(("han", "fu"), [(4, 30), (3, 60)])
def test_kiriage_makes_4_han_30_fu_and_3_han_60_fu_a_mangan(han: int, fu: int) -> None:
    """S3 Kiriage mangan; WRC 2025 changes."""
    assert base_points(HandValue(han, fu), playing(kiriage=False)) == 1_920
    assert limit(HandValue(han, fu), playing(kiriage=False)) is None
    assert base_points(HandValue(han, fu), playing(kiriage=True)) == 2_000
    assert limit(HandValue(han, fu), playing(kiriage=True)) is Limit.MANGAN


@pytest.mark.parametrize(("han", "fu"), [(4, 25), (3, 50), (2, 110), (1, 110)])
def test_kiriage_lifts_nothing_else(han: int, fu: int) -> None:
    for kiriage in (True, False):
        assert base_points(HandValue(han, fu), playing(kiriage=kiriage)) == fu * 2 ** (han + 2)


@pytest.mark.parametrize(("han", "fu"), [(4, 40), (3, 70), (4, 110), (3, 110), (4, 140)])
def test_many_fu_reach_a_mangan_below_five_han(han: int, fu: int) -> None:
    assert limit(HandValue(han, fu), WRC_2022) is Limit.MANGAN


def test_several_yakuman_add_up_unless_they_do_not() -> None:
    """S2 Multiple yakuman: Big Three Dragons with Four Concealed Triplets and Four Quads is a triple yakuman."""
    triple = HandValue.of(Yakuman.BIG_DRAGONS, Yakuman.FOUR_TRIPLETS, Yakuman.FOUR_QUADS)
    assert base_points(triple, WRC_2022) == 24_000
    assert str(announcement(triple, WRC_2022)) == "triple yakuman"
    assert base_points(triple, playing(several_yakuman=False)) == 8_000  # S0 Mod.4.5
    assert [str(announcement(HandValue(yakuman=count), WRC_2022)) for count in (1, 2, 4)] == [
        "yakuman",
        "double yakuman",
        "4-fold yakuman",
    ]


def test_some_yakuman_count_double_where_that_is_played() -> None:
    """S2 Multiple yakuman: Big Four Winds are single, as are Nine Gates on nine waits; S3 Double yakuman."""
    for one in (Yakuman.BIG_WINDS, Yakuman.NINE_GATES_NINE, Yakuman.ORPHANS_THIRTEEN, Yakuman.FOUR_TRIPLETS_PAIR):
        assert yakuman_units(HandValue.of(one), WRC_2022) == 1
        assert yakuman_units(HandValue.of(one), playing(double_yakuman=True)) == 2
        assert yakuman_units(HandValue.of(one), playing(double_yakuman=True, several_yakuman=False)) == 2
    assert yakuman_units(HandValue.of(Yakuman.BIG_DRAGONS), playing(double_yakuman=True)) == 1
    both = HandValue.of(Yakuman.BIG_WINDS, Yakuman.ALL_HONOURS)
    assert yakuman_units(both, playing(double_yakuman=True)) == 3
    assert yakuman_units(both, playing(double_yakuman=True, several_yakuman=False)) == 2


def test_a_hand_without_a_yakuman_is_no_yakuman() -> None:
    assert yakuman_units(HandValue(13), WRC_2025) == 0


def test_a_value_can_have_a_floor() -> None:
    """S3 Renhou: a mangan or the value of the hand, whichever is greater."""
    assert base_points(HandValue(1, 30, at_least=Limit.MANGAN), WRC_2022) == 2_000
    assert base_points(HandValue(at_least=Limit.MANGAN), WRC_2022) == 2_000
    assert base_points(HandValue(8, at_least=Limit.MANGAN), WRC_2022) == 4_000
    assert base_points(HandValue(4, 40, at_least=Limit.MANGAN), WRC_2022) == 2_000
    assert str(announcement(HandValue(2, 30, at_least=Limit.MANGAN), WRC_2022)) == "mangan"
    assert limit(HandValue(yakuman=1, at_least=Limit.MANGAN), WRC_2022) is Limit.YAKUMAN


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"han": 0}, "A winning hand has at least one han."),
        ({"han": -1, "fu": 30}, "A winning hand has at least one han."),
        ({"han": -1, "at_least": Limit.MANGAN}, "A winning hand has at least one han."),
        ({"han": 3}, "3 han alone is not yet a value: say the fu, too."),
        ({"han": 3, "fu": 35}, "No hand has 35 fu: there are 20, 25, 30, 40 and so on up to 140."),
        ({"han": 3, "fu": 150}, "No hand has 150 fu: there are 20, 25, 30, 40 and so on up to 140."),
        ({"han": 3, "fu": 10}, "No hand has 10 fu: there are 20, 25, 30, 40 and so on up to 140."),
        ({"han": 1, "fu": 20}, "20 fu is a pinfu by self-draw, which is at least 2 han."),
        ({"han": 1, "fu": 25}, "25 fu is seven pairs, which is at least 2 han."),
        ({"han": 3, "fu": 120}, "120 fu need three quads, which is at least 4 han."),
        ({"yakuman": 7}, "No hand has 7 yakuman."),
        ({"yakuman": -1}, "No hand has -1 yakuman."),
        ({"yakuman": 1, "double": 2}, "Of 1 yakuman 2 cannot count double."),
        ({"yakuman": 1, "double": -1}, "Of 1 yakuman -1 cannot count double."),
        ({"double": 1}, "No hand has 0 yakuman."),
        (
            {"yakuman": 2, "named": (Yakuman.BIG_DRAGONS, Yakuman.BIG_WINDS)},  # seven triplets
            "No hand has Big Three Dragons and Big Four Winds together.",
        ),
        (
            {"yakuman": 2, "named": (Yakuman.ALL_GREEN,)},
            "Each yakuman of a hand is named once, and all of them or none.",
        ),
        (
            {"yakuman": 2, "named": (Yakuman.ALL_GREEN, Yakuman.ALL_GREEN)},
            "Each yakuman of a hand is named once, and all of them or none.",
        ),
    ],
)
def test_what_no_hand_can_be_is_refused_in_words(value: dict[str, object], message: str) -> None:
    with pytest.raises(PaymentProblem) as refused:
        HandValue(**value)  # type: ignore[arg-type]
    assert str(refused.value) == str(refused.value) == message


@pytest.mark.parametrize(
    ("han", "fu", "self_draw", "message"),
    [
        (2, 20, False, "20 fu is a pinfu by self-draw; a hand won on a discard has 25 fu, or 30 and more."),
        (4, 20, False, "20 fu is a pinfu by self-draw; a hand won on a discard has 25 fu, or 30 and more."),
        (2, 25, True, "Seven pairs by self-draw is at least 3 han."),
        # the most of a hand of one han, three open quads of terminals, is 98 by self-draw; three concealed ones are
        # four han and at most 128 fu, and 134 on a discard
        (1, 110, True, "110 fu by self-draw is at least 2 han."),
        (4, 140, True, "140 fu are won on a discard only: a self-draw has at most 130."),
    ],
)
def test_fu_that_do_not_go_with_the_way_of_winning_are_refused(
    han: int, fu: int, self_draw: bool, message: str
) -> None:
    with pytest.raises(PaymentProblem, match=message):
        check_way(HandValue(han, fu), self_draw)


@pytest.mark.parametrize(
    ("value", "self_draw"),
    [
        (HandValue(2, 20), True),
        (HandValue(3, 25), True),
        (HandValue(2, 25), False),
        (HandValue(1, 110), False),
        (HandValue(2, 110), True),
        (HandValue(1, 100), True),
        (HandValue(4, 130), True),
        (HandValue(4, 140), False),
        (HandValue(5, 20), False),  # fu do not matter any more
        (HandValue(yakuman=1, fu=20), False),
    ],
)
def test_fu_that_go_with_the_way_of_winning_are_fine(value: HandValue, self_draw: bool) -> None:
    check_way(value, self_draw)


@pytest.mark.parametrize("one", Yakuman)
def test_every_yakuman_has_a_name_of_its_own(one: Yakuman) -> None:
    assert [other for other in Yakuman if other.label == one.label] == [one]


@given(st.integers(1, 12), st.sampled_from(ORDINARY_FU), st.sampled_from([WRC_2022, WRC_2025]))
def test_more_han_and_more_fu_are_never_worth_less(han: int, fu: int, rules: Ruleset) -> None:
    worth = base_points(HandValue(han, fu), rules)
    assert worth <= base_points(HandValue(han + 1, fu), rules)
    assert worth <= base_points(HandValue(han, min(fu + 10, 110)), rules)


def test_a_hand_has_at_most_six_yakuman() -> None:
    """Six is more than any hand has; more is a slip of the finger."""
    assert yakuman_units(HandValue(yakuman=6), WRC_2022) == 6
    with pytest.raises(PaymentProblem, match="No hand has 7 yakuman"):
        HandValue(yakuman=7)


def test_where_yakuman_do_not_add_up_two_double_ones_are_worth_one_double() -> None:
    """S0 Mod.4.5: not cumulative; S3 Double yakuman: a single one may be worth double."""
    alone = WRC_2022.replace(hand={"several_yakuman": False, "double_yakuman": True})
    assert yakuman_units(HandValue.of(Yakuman.BIG_WINDS, Yakuman.FOUR_TRIPLETS_PAIR), alone) == 2


def test_a_refusal_is_said_in_the_language_of_whoever_asks() -> None:
    problem = PaymentProblem("{count} han", count=0)
    assert (str(problem), problem.message.say(Words({"{count} han": "{count} Han"}))) == ("0 han", "0 Han")
    assert (problem.message.text, problem.message.params) == ("{count} han", {"count": 0})
