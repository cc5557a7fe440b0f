"""Meetings that are wished for and forbidden, too many in one hanchan, without one of the two, or wished for again.

A meeting that was played is a wish fulfilled: nothing can be at odds with it.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from ..task import Task
from ..wishes import Apart, Together
from ..words import Sentence, gettext_noop
from .people import coming, met_in, pair, people_text


def meetings(task: Task) -> Iterator[Sentence]:
    """What is proved when all these wishes must hold."""
    wished = [wish for wish in task.wishes if isinstance(wish, Together) and not fulfilled(task, wish)]
    for wish in wished:
        found = [*_missing(task, wish)]
        yield from found or _apart(task, wish)
    yield from _crowds(task, wished)


def repeated(task: Task) -> Iterator[Sentence]:
    """Wishes that can be met, but make two people meet twice."""
    wished = [wish for wish in task.wishes if isinstance(wish, Together)]
    for first, second in combinations(wished, 2):
        same = {first.one, first.other} == {second.one, second.other}
        if same and first.hanchan and second.hanchan and first.hanchan != second.hanchan:
            template = gettext_noop(
                "Players %(one)d and %(other)d are wished to meet in hanchan %(first)d and again in hanchan "
                "%(second)d, though nobody should meet twice. Give up one of the two meetings."
            )
            hanchan = sorted((first.hanchan, second.hanchan))
            yield Sentence(template, {**pair(first), "first": hanchan[0], "second": hanchan[1]})
    template = gettext_noop(
        "Players %(one)d and %(other)d are wished to meet in hanchan %(hanchan)d, but have met in hanchan %(before)d, "
        "and nobody should meet twice. Give up the wish."
    )
    for wish in wished:
        if wish.hanchan is not None and wish.hanchan > len(task.past):
            for before in met_in(task, wish):
                yield Sentence(template, {**pair(wish), "hanchan": wish.hanchan, "before": before})


def fulfilled(task: Task, wish: Together) -> bool:
    """Whether the two have met as wished, in a hanchan that was played."""
    met = met_in(task, wish)
    return wish.hanchan in met if wish.hanchan is not None else bool(met)


def possible(task: Task, wish: Together) -> list[int]:
    """The coming hanchan in which both sit, of those wished for."""
    return [
        number
        for number, sitting, _ in coming(task)
        if wish.hanchan in (number, None) and {wish.one, wish.other} <= sitting
    ]


def _apart(task: Task, wish: Together) -> Iterator[Sentence]:
    """Whenever they could meet they must not."""
    pair_template = gettext_noop(
        "Players %(one)d and %(other)d are wished to meet, and also wished apart. Give up one of the two."
    )
    group_template = gettext_noop(
        "Players %(one)d and %(other)d are wished to meet, and also wished apart (%(name)s). Give up one of the two."
    )
    when = possible(task, wish)
    for other in task.wishes:
        if (
            isinstance(other, Apart)
            and any({wish.one, wish.other} <= group for group in other.groups)
            and all(other.holds_in(number) for number in when)
        ):
            name = other.name or next(people_text(group) for group in other.groups if {wish.one, wish.other} <= group)
            is_pair = not other.name and other.groups == (frozenset({wish.one, wish.other}),)
            yield (
                Sentence(pair_template, pair(wish))
                if is_pair
                else Sentence(group_template, {**pair(wish), "name": name})
            )


def _crowds(task: Task, wished: Sequence[Together]) -> Iterator[Sentence]:
    """More people together at one table than sit there: those linked by wishes for one hanchan."""
    template = gettext_noop(
        "In hanchan %(hanchan)d the wished meetings put %(count)d people at one table (%(who)s), where %(size)d sit. "
        "Move some of these meetings to other hanchan."
    )
    for hanchan, _, _ in coming(task):
        parts: list[set[int]] = []
        for wish in wished:
            if wish.hanchan == hanchan:
                touching = [part for part in parts if part & {wish.one, wish.other}]
                parts = [part for part in parts if part not in touching]
                parts.append({wish.one, wish.other}.union(*touching))
        for part in parts:
            if len(part) > task.size:
                who = people_text(part)
                yield Sentence(template, {"hanchan": hanchan, "count": len(part), "who": who, "size": task.size})


def _missing(task: Task, wish: Together) -> Iterator[Sentence]:
    """Wished meetings in hanchan that are over, do not come, or are without one of the two."""
    played = gettext_noop(
        "Players %(one)d and %(other)d are wished to meet in hanchan %(hanchan)d, which has been played. "
        "Wish for another hanchan."
    )
    none = gettext_noop(
        "Players %(one)d and %(other)d are wished to meet in hanchan %(hanchan)d; the last one is %(last)d."
    )
    absent = gettext_noop(
        "Players %(one)d and %(other)d are wished to meet in hanchan %(hanchan)d, where %(absent)d does not sit. "
        "Wish for another hanchan."
    )
    never = gettext_noop(
        "Players %(one)d and %(other)d are wished to meet, but there is no hanchan in which both sit. Give up the wish."
    )
    last = len(task.past) + len(task.sitting)
    numbers: dict[str, int | str] = dict(pair(wish))
    if wish.hanchan is None:
        if not possible(task, wish):
            yield Sentence(never, numbers)
        return
    numbers["hanchan"] = wish.hanchan
    if wish.hanchan > last:
        yield Sentence(none, {**numbers, "last": last})
    elif wish.hanchan <= len(task.past):
        yield Sentence(played, numbers)
    elif away := {wish.one, wish.other} - task.sitting[wish.hanchan - len(task.past) - 1]:
        yield Sentence(absent, {**numbers, "absent": min(away)})
