"""The four winds."""

import pytest

from scoring.winds import WINDS, Wind, current_wind


def test_winds_know_their_place_letter_glyph_and_word() -> None:
    assert [(wind.index, wind.value, wind.glyph, wind.label) for wind in WINDS] == [
        (0, "E", "東", "East"),
        (1, "S", "南", "South"),
        (2, "W", "西", "West"),
        (3, "N", "北", "North"),
    ]


def test_a_wind_is_found_by_its_place() -> None:
    assert tuple(Wind.at(index) for index in range(4)) == WINDS


@pytest.mark.parametrize("index", [-1, 4])
def test_there_is_no_fifth_wind(index: int) -> None:
    with pytest.raises(IndexError, match=f"no wind has the index {index}"):
        Wind.at(index)


def test_everybody_starts_with_the_starting_wind() -> None:
    assert [current_wind(wind, 1) for wind in WINDS] == list(WINDS)


def test_in_the_fourth_hand_the_starting_north_is_east() -> None:
    assert [current_wind(wind, 4).value for wind in WINDS] == ["S", "W", "N", "E"]


@pytest.mark.parametrize("hand", [0, 5])
def test_a_round_has_four_hands(hand: int) -> None:
    with pytest.raises(ValueError, match="hands 1 to 4"):
        current_wind(Wind.EAST, hand)
