"""Unmet wishes, counted from the seating alone, beside the proved bound."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from seating.bounds import club_bound
from seating.components import cliques
from seating.notes import Note, gettext_noop, people_text
from seating.rounds import Rounds
from seating.wishes import Apart, AtTables, Together, Weight, Wish

FEW = 3
"""Up to this many meetings are listed one by one."""


class GroupMeeting(NamedTuple):
    """Two people at a table; hanchan and table count from 1."""

    hanchan: int
    table: int
    one: int
    other: int


def unmet(rounds: Rounds, past: Rounds, wishes: Sequence[Wish]) -> tuple[Note, ...]:
    """Return notes on unmet wishes in the planned hanchan, which follow the past ones; none when all are met."""
    found: list[Note] = []
    forced = _forced_cliques(rounds, len(past), wishes)
    for wish in wishes:
        if isinstance(wish, Apart):
            found += _apart(wish, rounds, len(past), forced)
        elif isinstance(wish, Together):
            found += _together(wish, rounds, past)
        else:
            found += _at_tables(wish, rounds, len(past))
    return (*found, *_together_apart(forced, rounds, len(past)))


def unmet_times(rounds: Rounds, past: Rounds, wishes: Sequence[Wish], weight: Weight) -> int:
    """Count how often the wishes of this weight are not met in the planned hanchan."""
    count = 0
    for wish in wishes:
        if wish.weight is weight:
            if isinstance(wish, Apart):
                count += len(_meetings(wish, rounds, len(past)))
            elif isinstance(wish, Together):
                count += len(list(_together(wish, rounds, past)))
            else:
                count += len(_away(wish, rounds, len(past)))
    return count


def unmet_bound(sitting: Sequence[frozenset[int]], wishes: Sequence[Wish], weight: Weight, size: int, past: int) -> int:
    """Return the proved least of `unmet_times`: groups with more people than tables meet."""
    total = 0
    for hanchan, people in enumerate(sitting, start=past + 1):
        held = [wish for wish in wishes if isinstance(wish, Apart) and wish.weight is weight and wish.holds_in(hanchan)]
        each = sum(group_bound(wish.groups, people, len(people) // size) for wish in held)
        joined = group_bound([group for wish in held for group in wish.groups], people, len(people) // size)
        total += max(each, joined)
    return total


def group_meetings(groups: Sequence[frozenset[int]], rounds: Rounds, first: int = 1) -> list[GroupMeeting]:
    """Return the meetings of two people of one group; `first` is the number of the first of these hanchan."""
    member: dict[int, set[int]] = {}
    for number, group in enumerate(groups):
        for player in group:
            member.setdefault(player, set()).add(number)
    return [
        GroupMeeting(hanchan, number, one, other)
        for hanchan, tables in enumerate(rounds, start=first)
        for number, table in enumerate(tables, start=1)
        for one, other in combinations(sorted(table), 2)
        if member.get(one, set()) & member.get(other, set())
    ]


def group_bound(groups: Sequence[frozenset[int]], sitting: frozenset[int], tables: int) -> int:
    """Fewest such meetings that one hanchan with these people can have: the bounds of cliques, of which no two have the
    same meeting, added; or that of the group that forces most.
    """
    joined = sum(club_bound(len(clique & sitting), tables) for clique in cliques(groups))
    return max(joined, *(club_bound(len(group & sitting), tables) for group in groups), 0)


Forced = dict[frozenset[int], list[int]]
"""Cliques that only several wishes make, with the hanchan that have fewer tables than the clique has people."""


def _forced_cliques(rounds: Rounds, past: int, wishes: Sequence[Wish]) -> Forced:
    """Return whom several wishes together keep apart although some of them must meet, as with forbidden pairs."""
    found: Forced = {}
    for number, tables in enumerate(rounds, start=past + 1):
        held = (group for wish in wishes if isinstance(wish, Apart) and wish.holds_in(number) for group in wish.groups)
        groups, sitting = tuple(dict.fromkeys(held)), frozenset().union(*tables)
        for clique in cliques(groups):
            if len(clique & sitting) > len(tables) and not any(clique <= group for group in groups):
                found.setdefault(clique, []).append(number)
    return found


def _together_apart(forced: Forced, rounds: Rounds, past: int) -> Iterator[Note]:
    """Say of each such clique what a single wish for it would say."""
    for clique, numbers in forced.items():
        shown = tuple(tables if past + at in numbers else () for at, tables in enumerate(rounds, start=1))
        bound = sum(group_bound((clique,), frozenset().union(*tables), len(tables)) for tables in shown if tables)
        yield _met(group_meetings((clique,), shown, past + 1), bound, people_text(clique))


def _apart(wish: Apart, rounds: Rounds, past: int, forced: Forced) -> Iterator[Note]:
    meetings = _meetings(wish, rounds, past)
    if not meetings:
        return
    bound = sum(
        group_bound(wish.groups, frozenset().union(*tables), len(tables))
        for number, tables in enumerate(rounds, start=past + 1)
        if wish.holds_in(number)
    )
    is_forced = any(
        {meeting.one, meeting.other} <= clique and meeting.hanchan in numbers
        for meeting in meetings
        for clique, numbers in forced.items()
    )
    name = wish.name or people_text(frozenset().union(*wish.groups))
    yield _met(meetings, None if is_forced and not bound else bound, name)
    if len(meetings) <= FEW:
        one = gettext_noop("{one} and {other} meet in hanchan {hanchan} at table {table}, but should be kept apart.")
        yield from (Note("met_though_apart", one, meeting._asdict()) for meeting in meetings)


def _met(meetings: Sequence[GroupMeeting], bound: int | None, name: str) -> Note:
    """Return the note on these meetings; `bound` None: what can be avoided is said of other wishes along with this."""
    when = ", ".join(map(str, sorted({meeting.hanchan for meeting in meetings})))
    numbers: dict[str, int | str] = {"name": name, "count": len(meetings), "hanchan": when}
    if bound is None:
        return Note("met_though_apart", _counted(len(meetings)), numbers)
    return Note("met_though_apart", _though_apart(len(meetings), bound), {**numbers, "bound": bound})


def _counted(meetings: int) -> str:
    if meetings == 1:
        return gettext_noop("{name}: 1 unwanted pairing, in hanchan {hanchan}.")
    return gettext_noop("{name}: {count} unwanted pairings, in hanchan {hanchan}.")


def _meetings(wish: Apart, rounds: Rounds, past: int) -> list[GroupMeeting]:
    """Return the meetings against the wish in the hanchan in which it holds."""
    counted = [tables if wish.holds_in(number) else () for number, tables in enumerate(rounds, start=past + 1)]
    return group_meetings(wish.groups, tuple(counted), past + 1)


def _though_apart(meetings: int, bound: int) -> str:
    """Return the text for so many meetings beside the fewest possible."""
    if meetings == 1:
        return (
            gettext_noop("{name}: 1 unwanted pairing, in hanchan {hanchan}. It is unavoidable.")
            if bound
            else gettext_noop("{name}: 1 unwanted pairing, in hanchan {hanchan}. It may be avoidable.")
        )
    if meetings <= bound:
        return gettext_noop("{name}: {count} unwanted pairings, in hanchan {hanchan}. They are unavoidable.")
    if bound:
        return gettext_noop(
            "{name}: {count} unwanted pairings, in hanchan {hanchan}. At least {bound} are unavoidable."
        )
    return gettext_noop("{name}: {count} unwanted pairings, in hanchan {hanchan}. They may be avoidable.")


def _together(wish: Together, rounds: Rounds, past: Rounds) -> Iterator[Note]:
    pair = {wish.one, wish.other}
    for hanchan, tables in enumerate((*past, *rounds), start=1):
        if wish.hanchan in (hanchan, None) and any(pair <= set(table) for table in tables):
            return
    numbers: dict[str, int | str] = {"one": min(pair), "other": max(pair)}
    if wish.hanchan is None:
        yield Note("not_together", gettext_noop("{one} and {other} never meet, but should."), numbers)
    else:
        template = gettext_noop("{one} and {other} do not meet in hanchan {hanchan}, but should.")
        yield Note("not_together", template, {**numbers, "hanchan": wish.hanchan})


def _away(wish: AtTables, rounds: Rounds, past: int) -> list[tuple[int, int, int]]:
    """Return player, hanchan and table of each seat at another table than wished."""
    return [
        (player, hanchan, number)
        for hanchan, tables in enumerate(rounds, start=past + 1)
        for number, table in enumerate(tables, start=1)
        if number not in wish.tables
        for player in sorted(wish.players.intersection(table))
    ]


def _at_tables(wish: AtTables, rounds: Rounds, past: int) -> Iterator[Note]:
    away = _away(wish, rounds, past)
    where = people_text(wish.tables)
    if len(away) <= FEW:
        template = (
            gettext_noop("{player} sits at table {table} in hanchan {hanchan} instead of table {wished}.")
            if len(wish.tables) == 1
            else gettext_noop("{player} sits at table {table} in hanchan {hanchan} instead of one of tables {wished}.")
        )
        for player, hanchan, table in away:
            yield Note(
                "not_at_tables", template, {"player": player, "table": table, "hanchan": hanchan, "wished": where}
            )
        return
    template = gettext_noop("{who}: {count} times not at the wished table ({wished}), in hanchan {hanchan}.")
    numbers: dict[str, int | str] = {
        "count": len(away),
        "who": wish.name or people_text({player for player, _, _ in away}),
        "wished": where,
        "hanchan": ", ".join(map(str, sorted({hanchan for _, hanchan, _ in away}))),
    }
    yield Note("not_at_tables", template, numbers)
