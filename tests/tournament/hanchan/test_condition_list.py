"""The conditions of an act as a page shows them: numbered, in the order in which they can be met."""

from scoring.messages import Level, Message
from tournament.core.conditions import Condition, PageLink
from tournament.hanchan.condition_list import condition_list

SEATING = PageLink("Go to the seating", "seating", "run_event")


def condition(key, level=Level.ERROR, page=SEATING, **fields):
    return Condition(key, Message(key, f"This is {key}.", level=level), page, **fields)


def rows(*conditions, may=lambda right: True):
    return [(row.state, row.step, row.waits) for row in condition_list(conditions, may).rows]


def test_what_comes_after_others_waits_for_those_that_are_open():
    later = condition("publish", after=("tie", "final", "people"))
    assert rows(condition("tie"), condition("final", after=("tie",)), later) == [
        ("now", 1, ""),
        ("waits", 2, "After step 1."),
        ("waits", 3, "After steps 1–2."),
    ]
    assert rows(condition("tie", is_met=True, title="Resolve the tie"), later) == [("met", None, ""), ("now", 1, "")]


def test_two_that_can_be_done_at_once_have_one_primary_button():
    assert rows(condition("tie"), condition("people")) == [("now", 1, ""), ("open", 2, "")]


def test_what_nobody_does_on_a_page_is_said_and_has_no_number():
    found = condition_list([condition("window", page=None), condition("tie")], lambda right: True)
    assert [(row.state, row.step) for row in found.rows] == [("said", None), ("now", 1)]
    assert (found.things_first, found.is_said) == ("1 thing first", False)
    assert condition_list([condition("window", page=None)], lambda right: True).is_said


def test_an_act_is_ready_after_the_steps_that_stop_it():
    advice = condition("publish", Level.NOTE)
    late, out = condition("late", Level.WARNING), condition("out", Level.WARNING)
    found = condition_list([advice, late, out], lambda right: True)
    assert (found.ready_after, found.is_refused, found.needs_reason) == ("Ready after steps 2–3.", False, True)
    assert condition_list([condition("tie")], lambda right: True).is_refused
    free = condition_list([advice], lambda right: True)
    assert (free.ready_after, free.is_refused, free.needs_reason) == ("", False, False)


def test_who_may_not_open_a_page_reads_the_condition_without_the_button():
    (row,) = condition_list([condition("tie")], lambda right: right != "run_event").rows
    assert (row.state, row.page) == ("now", None)
