"""So many at work, so many waiting, and the next hears at once that the server is busy."""

from queue import Queue
from threading import Event, Thread
from time import sleep

import pytest

from tournament.core.turns import Busy, Turns


def test_the_third_of_two_waits_and_the_fourth_is_sent_away():
    turns, begun, may_end = Turns(at_once=2, waiting=1), Queue(), Event()

    def work(number):
        with turns.turn():
            begun.put(number)
            may_end.wait()

    people = [Thread(target=work, args=(number,)) for number in range(3)]
    for person in people:
        person.start()
    first = {begun.get(), begun.get()}
    while turns._places._value:  # until the third is there
        sleep(0)
    assert begun.empty()
    with pytest.raises(Busy, match="Try again in a moment") as busy, turns.turn():
        pass
    assert busy.value.status == 503
    may_end.set()
    for person in people:
        person.join()
    assert first | {begun.get()} == {0, 1, 2}


def test_a_turn_ends_also_when_the_work_fails():
    turns = Turns(at_once=1, waiting=0)
    for _ in range(3):
        with pytest.raises(ValueError, match="broken"), turns.turn():
            raise ValueError("broken")
    with turns.turn(), pytest.raises(Busy), turns.turn():
        pass
