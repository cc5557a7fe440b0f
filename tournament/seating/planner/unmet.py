"""How far a seating falls short of what was wished, counted from the seating alone, beside what can be proved best."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from .bounds import club_bound
from .contradictions.people import people_text
from .wishes import Apart, AtTables, Together, Wish
from .words import Rounds, Sentence, gettext_noop

FEW = 3
"""So many meetings are told one by one."""


class Meeting(NamedTuple):
    """Two people at a table; hanchan and table count from 1."""

    hanchan: int
    table: int
    one: int
    other: int


def unmet(rounds: Rounds, past: Rounds, wishes: Sequence[Wish]) -> tuple[Sentence, ...]:
    """What is missing in the planned hanchan, which follow the past ones; empty when every wish is met."""
    found: list[Sentence] = []
    for wish in wishes:
        if isinstance(wish, Apart):
            found += _apart(wish, rounds, len(past))
        elif isinstance(wish, Together):
            found += _together(wish, rounds, past)
        else:
            found += _at_tables(wish, rounds, len(past))
    return tuple(found)


def group_meetings(groups: Sequence[frozenset[int]], rounds: Rounds, first: int = 1) -> list[Meeting]:
    """Where two people of one group sit together; ``first`` is the number of the first of these hanchan."""
    member: dict[int, set[int]] = {}
    for number, group in enumerate(groups):
        for player in group:
            member.setdefault(player, set()).add(number)
    return [
        Meeting(hanchan, number, one, other)
        for hanchan, tables in enumerate(rounds, start=first)
        for number, table in enumerate(tables, start=1)
        for one, other in combinations(sorted(table), 2)
        if member.get(one, set()) & member.get(other, set())
    ]


def group_bound(groups: Sequence[frozenset[int]], tables: Sequence[Sequence[int]]) -> int:
    """Fewest such meetings that one hanchan with these people can have: the largest bound of disjoint groups, added.

    Groups that overlap could count a meeting twice; then only the group that forces most is counted.
    """
    sitting = frozenset(player for table in tables for player in table)
    forced = [club_bound(len(group & sitting), len(tables)) for group in groups]
    apart = sum(map(len, groups)) == len(frozenset().union(*groups))
    return sum(forced) if apart else max(forced, default=0)


def _apart(wish: Apart, rounds: Rounds, past: int) -> Iterator[Sentence]:
    counted = [tables if wish.holds_in(number) else () for number, tables in enumerate(rounds, start=past + 1)]
    meetings = group_meetings(wish.groups, tuple(counted), past + 1)
    if not meetings:
        return
    bound = sum(group_bound(wish.groups, tables) for tables in counted if tables)
    name = wish.name or people_text(frozenset().union(*wish.groups))
    when = ", ".join(map(str, sorted({meeting.hanchan for meeting in meetings})))
    numbers: dict[str, int | str] = {"name": name, "count": len(meetings), "hanchan": when, "bound": bound}
    yield Sentence(_though_apart(len(meetings), bound), numbers)
    if len(meetings) <= FEW:
        one = gettext_noop("%(one)d and %(other)d meet in hanchan %(hanchan)d at table %(table)d, though wished apart.")
        yield from (Sentence(one, meeting._asdict()) for meeting in meetings)


def _though_apart(meetings: int, bound: int) -> str:
    """How so many meetings are told beside the fewest that are possible."""
    if meetings == 1:
        return (
            gettext_noop("%(name)s: one meeting, though wished apart, in hanchan %(hanchan)s. No seating has none.")
            if bound
            else gettext_noop(
                "%(name)s: one meeting, though wished apart, in hanchan %(hanchan)s. A seating may have none."
            )
        )
    if meetings <= bound:
        return gettext_noop(
            "%(name)s: %(count)d meetings, though wished apart, in hanchan %(hanchan)s. No seating has fewer."
        )
    if bound:
        return gettext_noop(
            "%(name)s: %(count)d meetings, though wished apart, in hanchan %(hanchan)s. No seating has fewer than "
            "%(bound)d."
        )
    return gettext_noop(
        "%(name)s: %(count)d meetings, though wished apart, in hanchan %(hanchan)s. A seating may have none."
    )


def _together(wish: Together, rounds: Rounds, past: Rounds) -> Iterator[Sentence]:
    pair = {wish.one, wish.other}
    for hanchan, tables in enumerate((*past, *rounds), start=1):
        if wish.hanchan in (hanchan, None) and any(pair <= set(table) for table in tables):
            return
    numbers: dict[str, int | str] = {"one": min(pair), "other": max(pair)}
    if wish.hanchan is None:
        yield Sentence(gettext_noop("%(one)d and %(other)d never meet, though that was wished."), numbers)
    else:
        template = gettext_noop("%(one)d and %(other)d do not meet in hanchan %(hanchan)d, though that was wished.")
        yield Sentence(template, {**numbers, "hanchan": wish.hanchan})


def _at_tables(wish: AtTables, rounds: Rounds, past: int) -> Iterator[Sentence]:
    away = [
        (player, hanchan, number)
        for hanchan, tables in enumerate(rounds, start=past + 1)
        for number, table in enumerate(tables, start=1)
        if number not in wish.tables
        for player in sorted(wish.players.intersection(table))
    ]
    where = people_text(wish.tables)
    if len(away) <= FEW:
        template = (
            gettext_noop(
                "%(player)d sits at table %(table)d in hanchan %(hanchan)d, though table %(wished)s was wished."
            )
            if len(wish.tables) == 1
            else gettext_noop(
                "%(player)d sits at table %(table)d in hanchan %(hanchan)d, though one of tables %(wished)s was wished."
            )
        )
        for player, hanchan, table in away:
            yield Sentence(template, {"player": player, "table": table, "hanchan": hanchan, "wished": where})
        return
    template = gettext_noop(
        "%(count)d times somebody (%(who)s) sits at another table than wished (%(wished)s), in hanchan %(hanchan)s."
    )
    numbers: dict[str, int | str] = {
        "count": len(away),
        "who": wish.name or people_text({player for player, _, _ in away}),
        "wished": where,
        "hanchan": ", ".join(map(str, sorted({hanchan for _, hanchan, _ in away}))),
    }
    yield Sentence(template, numbers)
