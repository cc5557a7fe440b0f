"""Whether the last hand is the last, and whether its points can be."""

import pytest

from scoring.least_win import LastHand, routes
from scoring.rules import preset
from scoring.sentences.last_hand import extension_texts, route_text, sum_problem
from scoring.winds import Wind

CASUAL = preset("tori-casual")
WRC = preset("wrc-2022")


def table(*points: int, hand: int = 4, key: str = "tori-casual", deposits: int = 0) -> LastHand:
    return LastHand(points=points, rules=preset(key), hand=hand, deposits=deposits)


@pytest.mark.parametrize(
    ("points", "dealer_stays", "goes_on"),
    [
        ((27_000, 26_000, 24_000, 23_000), False, True),
        ((20_000, 30_000, 27_000, 23_000), False, False),
        ((20_000, 30_000, 27_000, 23_000), True, True),  # S3 Agariyame: only a dealer in the lead may end it
        ((31_000, 30_000, 20_000, 19_000), True, False),
        ((29_000, 28_000, 22_000, 21_000), True, True),  # nor one without the goal
    ],
)
def test_the_goal_and_the_dealer_lengthen_the_hanchan(
    points: tuple[int, ...], dealer_stays: bool, goes_on: bool
) -> None:
    """S3 Enchousen, Agariyame (casual)."""
    assert table(*points).goes_on(dealer_stays) is goes_on


def test_only_the_last_hand_of_a_round_is_lengthened() -> None:
    """Another is the last because the time is up, and then nothing follows."""
    assert not table(27_000, 26_000, 24_000, 23_000, hand=3).goes_on(dealer_stays=True)
    assert extension_texts(table(27_000, 26_000, 24_000, 23_000, hand=3)) == []


def test_a_bust_ends_it() -> None:
    """S3 Tobi (casual)."""
    assert not table(29_900, 29_900, 29_900, -1_700, key="tenhou").goes_on(dealer_stays=False)
    assert table(29_900, 29_900, 29_900, 10_300, key="tenhou").goes_on(dealer_stays=False)


def test_where_seats_decide_ties_a_dealer_who_has_as_much_does_not_lead() -> None:
    """The dealer of the last hand has the latest seat."""
    by_seat = table(35_000, 35_000, 20_000, 10_000, key="tenhou")
    assert by_seat.goes_on(dealer_stays=True)
    shared = LastHand(points=by_seat.points, rules=by_seat.rules.replace(ties="split"), hand=4)
    assert not shared.goes_on(dealer_stays=True)


def test_a_place_that_no_hand_ends_the_hanchan_with_is_said_to_be_open() -> None:
    rules = CASUAL.replace(extension=190_000, bust="never")
    four = LastHand(points=(27_000, 26_000, 24_000, 23_000), rules=rules, hand=4)
    (off_east, *_) = routes(four, Wind.SOUTH, 1)
    assert off_east.ending is None
    assert str(route_text(off_east, rules)).endswith("Nobody has 190,000 then, so the hanchan goes on.")


def test_a_dealer_may_end_it_without_a_goal_where_there_is_none() -> None:
    rules = WRC.replace(agari_yame=True)
    (sentence,) = extension_texts(LastHand(points=(30_000,) * 4, rules=rules, hand=4))
    assert str(sentence).endswith("after a win of East, who may end it when leading.")


@pytest.mark.parametrize(
    ("points", "deposits", "message"),
    [
        ((30_050, 29_950, 30_000, 30_000), 0, "Points are full hundreds."),
        ((30_000, 30_000, 30_000, 30_000), 1, "The points and 1 deposit make 121,000, not 120,000: 1,000 too much."),
        ((100, 200, 300, 400), 0, "The points and 0 deposits make 1,000, not 120,000: 119,000 is missing. Is a"),
        ((30_000, 30_000, 30_000, 29_500), 0, "The points and 0 deposits make 119,500, not 120,000: 500 is missing."),
    ],
)
def test_points_that_cannot_be_are_said(points: tuple[int, ...], deposits: int, message: str) -> None:
    """RULES 8.7."""
    assert str(sum_problem(table(*points, key="wrc-2022", deposits=deposits))).startswith(message)


def test_points_that_make_the_sum_are_fine() -> None:
    assert sum_problem(table(30_000, 30_000, 30_000, 29_000, key="wrc-2022", deposits=1)) is None
