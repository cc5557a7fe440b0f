"""The public number has one form, fixed beforehand, and can be written in one way only."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.planning.draws.halls import SIX_OF_49
from tournament.core.messages import Refused
from tournament.planning.draws.check_draw import is_of_form
from tournament.planning.draws.public_number import BEACON, NUMBERS, NumberForm

ROUND = NumberForm(BEACON, round=4810)


@pytest.mark.parametrize(
    "typed", ["7 13 21 28 34 49", "49,34,28,21,13,7", " 07;13 21\t28 34 49 ", "7, 13, 21, 28, 34, 49"]
)
def test_every_spelling_of_a_lottery_is_one_number(typed):
    assert SIX_OF_49.normalise(typed) == "7 13 21 28 34 49"


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "not-numbers"),
        ("7 13 21 28 34", "not-numbers"),
        ("7 13 21 28 34 49 50", "not-numbers"),
        ("Numbers 7 13 21 28 34", "not-numbers"),
        ("7 13 21 28 34 4.9", "not-numbers"),
        ("٧ 13 21 28 34 49", "not-numbers"),
        ("7 13 21 28 34 50", "number-outside"),
        ("0 13 21 28 34 49", "number-outside"),
    ],
)
def test_anything_else_is_refused_beside_the_field(typed, code):
    with pytest.raises(Refused) as refusal:
        SIX_OF_49.normalise(typed)
    (message,) = refusal.value.messages
    assert (message.code, message.field) == (code, "public_number")


@given(st.lists(st.integers(1, 49), min_size=6, max_size=6), st.sampled_from([" ", ", ", ";"]))
def test_what_is_normalised_is_of_the_form_that_the_script_checks(numbers, between):
    found = SIX_OF_49.normalise(between.join(map(str, numbers)))
    assert is_of_form(found, SIX_OF_49.line)
    assert SIX_OF_49.normalise(found) == found


def test_a_beacon_gives_hexadecimal_characters():
    assert ROUND.normalise(f" {'AB' * 32} ") == "ab" * 32
    assert ROUND.normalise("ab" * 64) == "ab" * 64
    for typed in ("", "ab" * 31, "g" * 64, "12 34"):
        with pytest.raises(Refused, match="round 4810"):
            ROUND.normalise(typed)


@pytest.mark.parametrize("form", [SIX_OF_49, ROUND, NumberForm(NUMBERS, 1, 0, 999_999)])
def test_a_form_is_read_back_from_its_line_and_has_a_sentence(form):
    assert NumberForm.parse(form.line) == form
    form.check()
    assert form.sentence


@pytest.mark.parametrize(
    ("form", "code"),
    [
        (NumberForm(BEACON), "no-round"),
        (NumberForm(NUMBERS, 0, 1, 49), "number-count"),
        (NumberForm(NUMBERS, 21, 1, 49), "number-count"),
        (NumberForm(NUMBERS, 6, 49, 1), "number-range"),
        (NumberForm(NUMBERS, 6, -1, 49), "number-range"),
        (NumberForm(NUMBERS, 6, 0, 10**13), "number-range"),
        (NumberForm(NUMBERS, 3, 1, 6), "too-few-outcomes"),
    ],
)
def test_a_form_that_somebody_could_steer_or_that_means_nothing_is_refused(form, code):
    with pytest.raises(Refused) as refusal:
        form.check()
    assert refusal.value.messages[0].code == code
