"""How far results stand, in one value and one sentence."""

from datetime import timedelta

import pytest

from scoring.rules import preset
from tests.factories import MORNING
from tournament.standings.inputs import HanchanInput, Inputs
from tournament.standings.result_mode import ResultMode, mode_after, mode_of
from tournament.standings.visibility import released

UNTIL = MORNING + timedelta(minutes=15)


def event(*hanchan, has_protests=True):
    return Inputs(preset("wrc-2022"), True, (), (), (), hanchan, has_protests=has_protests)


def closed(number, *, until=None, official=None, reopened=None):
    return HanchanInput(number, "closed", MORNING, MORNING, until, official, reopened)


def test_released_results_are_provisional_until_the_end_of_their_window_is_told():
    mode = mode_after(event(closed(1, until=UNTIL)), 1)
    assert mode == ResultMode(until=UNTIL)
    assert mode.sentence == "provisional: report errors until 09:45"
    assert mode.stamp == "provisional: report errors until 2026-05-16 09:45"


def test_standings_are_official_since_the_last_of_their_hanchan_is():
    first, second = MORNING + timedelta(hours=1), MORNING + timedelta(hours=2)
    inputs = event(closed(1, official=first), closed(2, official=second), closed(3, until=UNTIL))
    assert mode_after(inputs, 2).sentence == "official since 11:30"
    assert mode_after(inputs, 3).sentence == "provisional: report errors until 09:45"


def test_a_hanchan_without_a_window_is_provisional_without_a_time():
    assert mode_after(event(closed(1)), 1).sentence == "provisional"


def test_reopened_results_say_so_until_they_are_official_again():
    inputs = event(closed(1, until=UNTIL, reopened=MORNING), closed(2, official=MORNING))
    assert mode_after(inputs, 2).sentence == "reopened, provisional"
    assert mode_of(inputs.hanchan[1]).is_official


def test_before_the_first_result_nothing_is_official():
    assert not mode_after(event(HanchanInput(1, "planned", None, None)), 0).is_official


@pytest.mark.parametrize(("last", "sentence"), [(1, "provisional"), (2, "official")])
def test_without_a_protest_window_the_last_closed_hanchan_makes_results_official(last, sentence):
    assert mode_after(event(closed(1), closed(2), has_protests=False), last).sentence == sentence


def test_the_public_hears_nothing_of_hidden_hanchan():
    hidden = HanchanInput(1, "closed", None, MORNING, None, None, MORNING)
    shown = released(event(hidden, closed(2, official=MORNING)))
    assert shown.hanchan == (HanchanInput(1, "", None, None), HanchanInput(2, "", None, None))
