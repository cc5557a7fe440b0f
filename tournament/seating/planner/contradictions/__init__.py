"""Wishes that cannot all come true, found by counting before anything is searched for: which, why, and what to relax.

``contradictions`` are proved, and only among wishes that must hold: no search will ever find such a seating, so a page
may refuse to begin one. ``conflicts`` stop nothing: wishes that stand in each other's way, of which the planner meets
as many as it can, and wishes that can be met but make people meet again. Nothing said is no promise either way.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ..task import Task
from ..wishes import Apart, Weight
from ..words import Sentence, gettext_noop
from .meetings import meetings, repeated
from .people import coming, must, people_text
from .tables import always, tables
from .wrong import wrong


def contradictions(task: Task) -> tuple[Sentence, ...]:
    """Every contradiction among wishes that must hold that can be proved by counting, each once."""
    return _each_once(_proved(replace(task, wishes=tuple(wish for wish in task.wishes if wish.weight is Weight.MUST))))


def conflicts(task: Task) -> tuple[Sentence, ...]:
    """What else is at odds, whatever it weighs; a club larger than the hall is none, as its wish is met as far as can
    be.
    """
    raised = replace(task, wishes=tuple(replace(wish, weight=Weight.MUST) for wish in task.wishes))
    refused = set(map(str, contradictions(task)))
    found = [*wrong(task.wishes), *meetings(raised), *tables(raised), *repeated(task), *always(task)]
    return tuple(sentence for sentence in _each_once(found) if str(sentence) not in refused)


def _proved(task: Task) -> list[Sentence]:
    return list(wrong(task.wishes)) or [*_too_large(task), *_no_partners(task), *meetings(task), *tables(task)]


def _each_once(found: Iterable[Sentence]) -> tuple[Sentence, ...]:
    return tuple({str(sentence): sentence for sentence in found}.values())


def _too_large(task: Task) -> Iterator[Sentence]:
    """More people who must not meet than tables."""
    template = gettext_noop(
        "%(count)d people who must not meet (%(who)s) sit in hanchan %(hanchan)d, which has %(tables)d tables: some "
        "of them share a table. Ask for as few meetings as possible, or let them meet from hanchan %(hanchan)d on."
    )
    for wish in must(task, Apart):
        for group in wish.groups:
            for hanchan, sitting, hall in coming(task):
                count = len(group & sitting)
                if wish.holds_in(hanchan) and count > hall:
                    who = wish.name or people_text(group & sitting)
                    yield Sentence(template, {"count": count, "who": who, "hanchan": hanchan, "tables": hall})
                    break


def _no_partners(task: Task) -> Iterator[Sentence]:
    """Somebody who may sit with too few people to fill a table."""
    template = gettext_noop(
        "Player %(player)d may sit with only %(count)d others in hanchan %(hanchan)d and needs %(needed)d. "
        "Let some of the people who must not meet %(player)d meet."
    )
    told: set[int] = set()
    for hanchan, sitting, _ in coming(task):
        barred: dict[int, set[int]] = {}
        for wish in must(task, Apart):
            for group in wish.groups if wish.holds_in(hanchan) else ():
                for player in group & sitting - told:
                    barred.setdefault(player, {player}).update(group & sitting)
        for player, others in sorted(barred.items()):
            left = len(sitting - others)
            if left < task.size - 1:
                told.add(player)
                numbers = {"player": player, "count": left, "hanchan": hanchan, "needed": task.size - 1}
                yield Sentence(template, numbers)
