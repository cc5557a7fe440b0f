"""Conditions of an act: which of them refuse it, and how a page names what is to be done."""

import pytest

from tournament.core.conditions import Condition, PageLink, refuse_open
from tournament.core.messages import Level, Message, Refused

PAGE = PageLink("Go to hanchan {number}", "hanchan", "run_hanchan", (3,))


def condition(key, level, **fields):
    return Condition(key, Message(key, f"This is {key}.", level=level), **fields)


TIE = condition("tie", Level.ERROR)
LATE = condition("late", Level.WARNING)
HIDDEN = condition("hidden", Level.NOTE)


def refused(*conditions, reason=""):
    with pytest.raises(Refused) as found:
        refuse_open(conditions, reason)
    return found.value.codes


def test_nobody_acts_against_an_error_whatever_the_reason():
    assert refused(LATE, TIE, HIDDEN) == refused(LATE, TIE, reason="we are late") == "tie"


def test_an_act_against_a_warning_needs_a_reason():
    assert refused(LATE, HIDDEN) == "late"
    refuse_open([LATE, HIDDEN], "we are late")


def test_what_is_met_and_what_advises_refuses_nothing():
    refuse_open([HIDDEN, condition("tie", Level.ERROR, is_met=True), condition("late", Level.WARNING, is_met=True)])


def test_a_sentence_has_the_tone_of_its_level_until_it_is_met():
    assert [one.tone for one in (TIE, LATE, HIDDEN)] == ["bad", "wait", "plain"]
    assert condition("tie", Level.ERROR, is_met=True).tone == "ok"


def test_the_button_and_the_task_have_the_number_of_the_page():
    one = condition("earlier", Level.WARNING, page=PAGE, title="Close hanchan {number}")
    assert (one.page.label, one.heading) == ("Go to hanchan 3", "Close hanchan 3")
    assert (PageLink("Open the page", "event_public").label, TIE.heading) == ("Open the page", "")
