"""Whom a text means."""

import pytest

from tournament.core.messages import Refused
from tournament.players.lookup import find, find_or_new, option
from tournament.players.models import Player

PEOPLE = [
    Player(number=1, name="Aiko Brandt"),
    Player(number=2, name="Luc Moreau", ema_number="05100170"),
    Player(number=3, name="Luc Moreau"),
    Player(number=4, name="Pavel Dvořák"),
    Player(number=5, name="大野 忍", reading="おおの しのぶ"),
    Player(number=6, name="Chimène Roy"),
    Player(number=7, name="Tim Weiß"),
]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1", 1),
        ("#4", 4),
        ("4 Pavel Dvořák", 4),
        ("05100170", 2),
        ("brandt, aiko", 1),
        ("DVORAK", 4),
        (option(PEOPLE[2]), 3),
        ("ohno", 5),
        ("sinobu", 5),
        ("tim", 7),
        ("weiss", 7),
        ("＃４", 4),
        ("０５１００１７０", 2),
    ],
)
def test_numbers_ema_numbers_and_names_find_one_person(text, number):
    assert find(text, PEOPLE).number == number


def test_two_people_of_one_name_are_told_apart_by_their_numbers():
    with pytest.raises(Refused, match=r"Luc Moreau \(2\), Luc Moreau \(3\); enter the number"):
        find("Luc Moreau", PEOPLE)


@pytest.mark.parametrize("text", ["", "9", "99999999", "Nobody", "1st"])
def test_nobody_is_never_guessed(text):
    with pytest.raises(Refused):
        find(text, PEOPLE)


def test_a_file_does_not_find_people_by_a_piece_of_their_name():
    assert find("pavel", PEOPLE).number == 4
    with pytest.raises(Refused):
        find("pavel", PEOPLE, parts=False)


@pytest.mark.parametrize("text", ["\x00", "\u200e", "…", "?!"])
def test_signs_alone_are_a_part_of_no_name(text):
    with pytest.raises(Refused, match=r"is missing|No player matches"):
        find(text, PEOPLE)


def test_a_name_that_nobody_has_is_somebody_new_and_a_number_never_is():
    assert find_or_new("dvorak", PEOPLE) == PEOPLE[3]
    assert find_or_new("Ida Berg", PEOPLE) is None
    for text in ("99", "#99", "Luc"):
        with pytest.raises(Refused):
            find_or_new(text, PEOPLE)
