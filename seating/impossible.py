"""Infeasible wishes: contradictions proved by counting before any search, each with a remedy.

`contradictions` are proofs, and only among wishes that must hold: no search will ever find such a seating, so a page
may refuse to begin one. `conflicts` stop nothing: wishes that compete, of which the planner meets as many as it can,
and wishes that can be met but make people meet again. An empty result guarantees nothing.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import TypeVar

from seating.components import cliques, linked_groups, separate_fields
from seating.notes import Note, gettext_noop, people_text
from seating.task import Task
from seating.wishes import Apart, AtTables, Together, Weight, meaningless_wishes


def contradictions(task: Task) -> tuple[Note, ...]:
    """Return every contradiction among required wishes that can be proved by counting, each once."""
    return _each_once(_proved(replace(task, wishes=tuple(wish for wish in task.wishes if wish.weight is Weight.MUST))))


def conflicts(task: Task) -> tuple[Note, ...]:
    """Return conflicts between wishes of any weight, except clubs larger than the hall, which are spread evenly."""
    raised = replace(task, wishes=tuple(replace(wish, weight=Weight.MUST) for wish in task.wishes))
    refused = set(map(str, contradictions(task)))
    found = [
        *meaningless_wishes(task.wishes),
        *_meeting_contradictions(raised),
        *_table_contradictions(raised),
        *_too_large_together(task),
        *_repeated_meetings(task),
        *_always_together(task),
    ]
    return tuple(sentence for sentence in _each_once(found) if str(sentence) not in refused)


def _proved(task: Task) -> list[Note]:
    return list(meaningless_wishes(task.wishes)) or [
        *_too_large(task),
        *_no_partners(task),
        *_meeting_contradictions(task),
        *_table_contradictions(task),
    ]


def _each_once(found: Iterable[Note]) -> tuple[Note, ...]:
    return tuple({str(sentence): sentence for sentence in found}.values())


def _too_large(task: Task) -> Iterator[Note]:
    """Find more people who must not meet than there are tables: of a wish, or of several, as of forbidden pairs."""
    template = gettext_noop(
        "{count} people who must not meet ({who}) play hanchan {hanchan}, which has only {tables} "
        "tables: some must share a table. Make the wish “as far as possible”, or let them meet from "
        "hanchan {hanchan} on."
    )
    alone = gettext_noop(
        "{count} people who must not meet ({who}) play hanchan {hanchan}, which has only 1 table. Make the wish “as "
        "far as possible”, or let them meet from hanchan {hanchan} on."
    )
    reported: set[frozenset[int]] = set()
    for hanchan, sitting, hall in _hanchan_to_come(task):
        named = [(group, one.name) for one in _must(task, Apart) if one.holds_in(hanchan) for group in one.groups]
        joined = cliques(tuple(dict.fromkeys(group for group, _name in named)))
        for group, name in (*named, *((clique, "") for clique in joined)):
            count = len(group & sitting)
            if count > hall and group not in reported:
                reported.add(group)
                who = name or people_text(group & sitting)
                params: dict[str, int | str] = {"count": count, "who": who, "hanchan": hanchan, "tables": hall}
                yield Note("group_too_large", template if hall > 1 else alone, params)


def _too_large_together(task: Task) -> Iterator[Note]:
    """Find more people whom several wishes keep apart than there are tables, unless required wishes alone do that."""
    template = gettext_noop(
        "{count} people whom several wishes keep apart ({who}) play hanchan {hanchan}, which has only {tables} tables: "
        "some will share a table. Withdraw some of these wishes if others matter more."
    )
    alone = gettext_noop(
        "{count} people whom several wishes keep apart ({who}) play hanchan {hanchan}, which has only 1 table. "
        "Withdraw some of these wishes if others matter more."
    )
    reported: set[frozenset[int]] = set()
    for hanchan, sitting, hall in _hanchan_to_come(task):
        held = [wish for wish in task.wishes if isinstance(wish, Apart) and wish.holds_in(hanchan)]
        groups = dict.fromkeys(group for wish in held for group in wish.groups)
        required = dict.fromkeys(group for wish in held if wish.weight is Weight.MUST for group in wish.groups)
        known = (*groups, *cliques(tuple(required)))
        for clique in cliques(tuple(groups)):
            count = len(clique & sitting)
            if count > hall and clique not in reported and not any(clique <= one for one in known):
                reported.add(clique)
                params: dict[str, int | str] = {
                    "count": count,
                    "who": people_text(clique & sitting),
                    "hanchan": hanchan,
                    "tables": hall,
                }
                yield Note("too_many_apart", template if hall > 1 else alone, params)


def _no_partners(task: Task) -> Iterator[Note]:
    """Find players who may sit with too few people to fill a table."""
    template = gettext_noop(
        "Player {player} needs {needed} opponents in hanchan {hanchan}, but may meet only {count}. "
        "Allow player {player} to meet more people."
    )
    reported: set[int] = set()
    for hanchan, sitting, _ in _hanchan_to_come(task):
        barred = _barred(task, hanchan, sitting)
        for player, others in sorted(barred.items()):
            left = len(sitting - others)
            if left < task.size - 1 and player not in reported:
                reported.add(player)
                numbers = {"player": player, "count": left, "hanchan": hanchan, "needed": task.size - 1}
                yield Note("too_few_partners", template, numbers)
        if barred and not reported and (odd := _part_field(task, hanchan, sitting, barred)):
            yield odd
            return


def _barred(task: Task, hanchan: int, sitting: frozenset[int]) -> dict[int, set[int]]:
    """Return whom each player must not sit with in this hanchan, themselves included."""
    barred: dict[int, set[int]] = {}
    for wish in _must(task, Apart):
        for group in wish.groups if wish.holds_in(hanchan) else ():
            for player in group & sitting:
                barred.setdefault(player, {player}).update(group & sitting)
    return barred


def _part_field(task: Task, hanchan: int, sitting: frozenset[int], barred: dict[int, set[int]]) -> Note | None:
    """Find people who can only sit with one another and do not fill tables."""
    template = gettext_noop(
        "{count} people ({who}) may sit only with one another in hanchan {hanchan}, and {count} people do not fill "
        "tables of {size}. Allow some of them to meet others."
    )
    for part in separate_fields(sitting, barred):
        if len(part) % task.size and len(part) < len(sitting):
            who = people_text(part)
            numbers: dict[str, int | str] = {"count": len(part), "who": who, "hanchan": hanchan, "size": task.size}
            return Note("people_fill_no_tables", template, numbers)
    return None


WishKind = TypeVar("WishKind", Apart, AtTables)

Allowed = dict[int, frozenset[int]]
"""The players who must sit at certain tables of a hanchan, and these tables."""


def _hanchan_to_come(task: Task) -> list[tuple[int, frozenset[int], int]]:
    """Yield number, players and table count of each hanchan to be planned."""
    return [
        (number, sitting, len(sitting) // task.size)
        for number, sitting in enumerate(task.sitting, start=len(task.past) + 1)
    ]


def _must(task: Task, kind: type[WishKind]) -> Iterator[WishKind]:
    """Return the wishes of a kind that must hold."""
    for wish in task.wishes:
        if isinstance(wish, kind) and wish.weight is Weight.MUST:
            yield wish


def _pair(wish: Together) -> dict[str, int]:
    """Return the pair as parameters of a sentence, the lower number first."""
    one, other = sorted((wish.one, wish.other))
    return {"one": one, "other": other}


def _met_in(task: Task, wish: Together) -> list[int]:
    """Return the past hanchan in which the two met."""
    both = {wish.one, wish.other}
    return [number for number, tables in enumerate(task.past, start=1) if any(both <= set(table) for table in tables)]


def _meeting_contradictions(task: Task) -> Iterator[Note]:
    """Return what is proved when all these wishes are required."""
    wished = [wish for wish in task.wishes if isinstance(wish, Together) and not _fulfilled(task, wish)]
    for wish in wished:
        found = [*_missing_hanchan(task, wish)]
        yield from found or _wished_apart(task, wish)
    yield from _crowds(task, wished)
    yield from _too_many_meetings(task, wished)


def _repeated_meetings(task: Task) -> Iterator[Note]:
    """Find wishes that can be met but make two people meet twice."""
    wished = [wish for wish in task.wishes if isinstance(wish, Together)]
    for first, second in combinations(wished, 2):
        same = {first.one, first.other} == {second.one, second.other}
        if same and first.hanchan and second.hanchan and first.hanchan != second.hanchan:
            template = gettext_noop(
                "Players {one} and {other} should meet in hanchan {first} and again in hanchan "
                "{second}, but nobody should meet twice. Withdraw one of the two wishes."
            )
            hanchan = sorted((first.hanchan, second.hanchan))
            yield Note("meeting_repeated", template, {**_pair(first), "first": hanchan[0], "second": hanchan[1]})
    template = gettext_noop(
        "Players {one} and {other} should meet in hanchan {hanchan}, but met in hanchan {before}, "
        "and nobody should meet twice. Withdraw the wish."
    )
    for wish in wished:
        if wish.hanchan is not None and wish.hanchan > len(task.past):
            for before in _met_in(task, wish):
                yield Note("meeting_repeated", template, {**_pair(wish), "hanchan": wish.hanchan, "before": before})


def _fulfilled(task: Task, wish: Together) -> bool:
    """Return whether the two have met as wished, in a hanchan that was played."""
    met = _met_in(task, wish)
    return wish.hanchan in met if wish.hanchan is not None else bool(met)


def _possible_hanchan(task: Task, wish: Together) -> list[int]:
    """Return the wished hanchan still to come in which both play."""
    return [
        number
        for number, sitting, _ in _hanchan_to_come(task)
        if wish.hanchan in (number, None) and {wish.one, wish.other} <= sitting
    ]


def _wished_apart(task: Task, wish: Together) -> Iterator[Note]:
    """Find people wished to meet who must not meet in any hanchan."""
    pair_template = gettext_noop(
        "Players {one} and {other} should meet and should also be kept apart. Withdraw one of the two wishes."
    )
    group_template = gettext_noop(
        "Players {one} and {other} should meet and should also be kept apart ({name}). Withdraw one of the two wishes."
    )
    when = _possible_hanchan(task, wish)
    for other in task.wishes:
        if (
            isinstance(other, Apart)
            and any({wish.one, wish.other} <= group for group in other.groups)
            and all(other.holds_in(number) for number in when)
        ):
            name = other.name or next(people_text(group) for group in other.groups if {wish.one, wish.other} <= group)
            is_pair = not other.name and other.groups == (frozenset({wish.one, wish.other}),)
            yield (
                Note("together_and_apart", pair_template, _pair(wish))
                if is_pair
                else Note("together_and_apart", group_template, {**_pair(wish), "name": name})
            )


def _crowds(task: Task, wished: Sequence[Together]) -> Iterator[Note]:
    """Find people who must share a table in a hanchan, by meetings and fixed tables, and are too many or kept apart."""
    template = gettext_noop(
        "The wishes for hanchan {hanchan} put {count} people at one table ({who}), which has {size} "
        "seats. Move some of these meetings to other hanchan."
    )
    places = list(_must(task, AtTables))
    meetings = [(wish, _possible_hanchan(task, wish)) for wish in wished]
    for hanchan, sitting, tables in _hanchan_to_come(task):
        met = [(wish.one, wish.other) for wish, when in meetings if when == [hanchan]]
        if not met:
            continue
        fixed: dict[frozenset[int], set[int]] = {}
        allowed = _allowed(places, sitting, tables)
        for player, choice in allowed.items():
            if len(choice) == 1:
                fixed.setdefault(choice, set()).add(player)
        for part in linked_groups([*fixed.values(), *met]):
            if not any(one in part for one, _ in met):
                continue
            if len(part) > task.size:
                who = people_text(part)
                numbers: dict[str, int | str] = {
                    "hanchan": hanchan,
                    "count": len(part),
                    "who": who,
                    "size": task.size,
                }
                yield Note("too_many_together", template, numbers)
            yield from _linked_apart(task, hanchan, part, met)
            yield from _linked_without_table(allowed, hanchan, part, met)


def _linked_apart(task: Task, hanchan: int, part: set[int], met: Sequence[tuple[int, int]]) -> Iterator[Note]:
    """Find two of a table who must not meet, although no wish says of these two that they should."""
    template = gettext_noop(
        "The wishes for hanchan {hanchan} put {who} at one table, but players {one} and {other} should be kept apart. "
        "Withdraw one of these wishes."
    )
    asked = {frozenset(pair) for pair in met}
    for wish in _must(task, Apart):
        for group in wish.groups if wish.holds_in(hanchan) else ():
            for one, other in combinations(sorted(group & part), 2):
                if {one, other} not in asked:
                    who = people_text(part)
                    yield Note(
                        "linked_and_apart", template, {"hanchan": hanchan, "who": who, "one": one, "other": other}
                    )
                    return


def _linked_without_table(
    allowed: Allowed, hanchan: int, part: set[int], met: Sequence[tuple[int, int]]
) -> Iterator[Note]:
    """Find people linked by meetings who have no table in common, although any two who should meet have one."""
    template = gettext_noop(
        "The wishes for hanchan {hanchan} put {who} at one table, but no table is allowed for all of them. "
        "Allow other tables, or withdraw one of these wishes."
    )
    choices = [allowed[player] for player in sorted(part) if allowed.get(player)]
    apart = any(one in allowed and other in allowed and not allowed[one] & allowed[other] for one, other in met)
    if choices and not apart and not frozenset.intersection(*choices):
        yield Note("linked_without_table", template, {"hanchan": hanchan, "who": people_text(part)})


def _too_many_meetings(task: Task, wished: Sequence[Together]) -> Iterator[Note]:
    """Find somebody wished to meet more people than sit with one player in all hanchan."""
    template = gettext_noop(
        "Player {player} should meet {count} people, but has at most {most} opponents in the hanchan to come. "
        "Withdraw some of these wishes."
    )
    partners: dict[int, set[int]] = {}
    for wish in (wish for wish in wished if _possible_hanchan(task, wish)):
        partners.setdefault(wish.one, set()).add(wish.other)
        partners.setdefault(wish.other, set()).add(wish.one)
    for player, others in sorted(partners.items()):
        most = (task.size - 1) * sum(player in sitting for sitting in task.sitting)
        if len(others) > most:
            yield Note("too_many_meetings", template, {"player": player, "count": len(others), "most": most})


def _missing_hanchan(task: Task, wish: Together) -> Iterator[Note]:
    """Find wished meetings in hanchan that are over, do not exist, or lack one of the two."""
    played = gettext_noop(
        "Players {one} and {other} should meet in hanchan {hanchan}, which has been played. Choose another hanchan."
    )
    none = gettext_noop(
        "Players {one} and {other} should meet in hanchan {hanchan}, but the last hanchan is {last}. "
        "Choose another hanchan."
    )
    absent = gettext_noop(
        "Players {one} and {other} should meet in hanchan {hanchan}, in which {absent} does not play. "
        "Choose another hanchan."
    )
    never = gettext_noop(
        "Players {one} and {other} should meet, but there is no hanchan in which both play. Withdraw the wish."
    )
    last = len(task.past) + len(task.sitting)
    numbers: dict[str, int | str] = dict(_pair(wish))
    if wish.hanchan is None:
        if not _possible_hanchan(task, wish):
            yield Note("meeting_impossible", never, numbers)
        return
    numbers["hanchan"] = wish.hanchan
    if wish.hanchan > last:
        yield Note("meeting_impossible", none, {**numbers, "last": last})
    elif wish.hanchan <= len(task.past):
        yield Note("meeting_impossible", played, numbers)
    elif away := {wish.one, wish.other} - task.sitting[wish.hanchan - len(task.past) - 1]:
        yield Note("meeting_impossible", absent, {**numbers, "absent": min(away)})


def _table_contradictions(task: Task) -> Iterator[Note]:
    """Return what is proved when all these wishes are required, for the first hanchan with a contradiction."""
    wishes = list(_must(task, AtTables))
    for hanchan, sitting, number in _hanchan_to_come(task):
        lacking = [wish for wish in wishes if wish.players & sitting and not wish.tables & _hall(number)]
        if lacking:
            yield from (_no_table(wish, hanchan, number) for wish in lacking)
            return
        allowed = _allowed(wishes, sitting, number)
        full = [*_nowhere(allowed), *_overbooked(allowed, hanchan, task.size), *_over_full(task, allowed, hanchan)]
        if full:
            yield from full
            return
    yield from _disjoint(task, wishes)


def _hall(tables: int) -> frozenset[int]:
    return frozenset(range(1, tables + 1))


def _allowed(wishes: Sequence[AtTables], sitting: frozenset[int], tables: int) -> Allowed:
    return {
        player: _hall(tables).intersection(*(wish.tables for wish in wishes if player in wish.players))
        for player in sorted(frozenset[int]().union(*(wish.players for wish in wishes)) & sitting)
    }


def _no_table(wish: AtTables, hanchan: int, tables: int) -> Note:
    template = (
        gettext_noop(
            "{who} must sit at table {wished}; hanchan {hanchan} has tables 1 to {tables}. Choose one of these."
        )
        if len(wish.tables) == 1
        else gettext_noop(
            "{who} must sit at tables {wished}; hanchan {hanchan} has tables 1 to {tables}. Choose some of these."
        )
    )
    who = wish.name or people_text(wish.players)
    return Note(
        "no_such_table",
        template,
        {"who": who, "wished": people_text(wish.tables), "hanchan": hanchan, "tables": tables},
    )


def _nowhere(allowed: Allowed) -> Iterator[Note]:
    template = gettext_noop(
        "Player {player} has several wishes for a table, and no table satisfies them all. Withdraw one of them."
    )
    return (Note("no_table_left", template, {"player": player}) for player, tables in allowed.items() if not tables)


def _overbooked(allowed: Allowed, hanchan: int, size: int) -> Iterator[Note]:
    """Find tables to which more people are limited than have seats there (Hall's condition)."""
    at_one = gettext_noop(
        "{count} people ({who}) must sit at table {tables} in hanchan {hanchan}, which has {seats} seats. "
        "Add a table or let some of them sit elsewhere."
    )
    at_several = gettext_noop(
        "{count} people ({who}) must sit at tables {tables} in hanchan {hanchan}, which have {seats} seats. "
        "Add a table or let some of them sit elsewhere."
    )
    for tables in _table_sets(allowed):
        bound = [player for player, choice in allowed.items() if choice and choice <= tables]
        if len(bound) > size * len(tables):
            who, where = people_text(bound), people_text(tables)
            numbers = {"count": len(bound), "hanchan": hanchan, "seats": size * len(tables)}
            template = at_one if len(tables) == 1 else at_several
            yield Note("tables_overbooked", template, {**numbers, "who": who, "tables": where})
            return


def _table_sets(allowed: Allowed) -> list[frozenset[int]]:
    """Return the sets of tables that players are limited to, and the unions of two of them."""
    kinds = sorted(set(allowed.values()), key=sorted)
    return list(dict.fromkeys([*kinds, *(one | other for one, other in combinations(kinds, 2))]))


def _over_full(task: Task, allowed: Allowed, hanchan: int) -> Iterator[Note]:
    """Find more people who must not meet than tables they are limited to."""
    at_one = gettext_noop(
        "{count} people who must not meet ({who}) must all sit at table {tables} in hanchan "
        "{hanchan}. Allow other tables, or let them meet."
    )
    at_several = gettext_noop(
        "{count} people who must not meet ({who}) must all sit at tables {tables} in hanchan "
        "{hanchan}: some must share a table. Allow other tables, or let them meet."
    )
    for group in [group for wish in _must(task, Apart) if wish.holds_in(hanchan) for group in wish.groups]:
        for tables in _table_sets(allowed):
            bound = [player for player in group if allowed.get(player) and allowed[player] <= tables]
            if len(bound) > len(tables):
                who, where = people_text(bound), people_text(tables)
                template = at_one if len(tables) == 1 else at_several
                yield Note(
                    "apart_at_too_few_tables",
                    template,
                    {"count": len(bound), "who": who, "tables": where, "hanchan": hanchan},
                )
                break


def _disjoint(task: Task, wishes: Sequence[AtTables]) -> Iterator[Note]:
    """Find people wished to meet who must sit at different tables in every hanchan."""
    template = gettext_noop(
        "Players {one} and {other} should meet and must sit at different tables. Withdraw one of the two wishes."
    )
    halls = {hanchan: _allowed(wishes, sitting, number) for hanchan, sitting, number in _hanchan_to_come(task)}
    for wish in task.wishes:
        if isinstance(wish, Together) and not _fulfilled(task, wish):
            when = [halls[hanchan] for hanchan in _possible_hanchan(task, wish)]
            if when and all(
                wish.one in allowed and wish.other in allowed and not allowed[wish.one] & allowed[wish.other]
                for allowed in when
            ):
                yield Note("together_at_different_tables", template, _pair(wish))


def _always_together(task: Task) -> Iterator[Note]:
    """Find people fixed at the same table: they meet in every hanchan, which is possible but hardly intended."""
    template = gettext_noop(
        "Players {who} are all fixed at table {table}: they would meet in every hanchan. Give each their own table."
    )
    wishes = [wish for wish in task.wishes if isinstance(wish, AtTables)]
    fixed: dict[int, set[int]] = {}
    for wish in wishes:
        if len(wish.tables) == 1:
            fixed.setdefault(min(wish.tables), set()).update(wish.players)
    for table, players in sorted(fixed.items()):
        often = {
            player
            for one, other in combinations(sorted(players), 2)
            if sum({one, other} <= sitting for sitting in task.sitting) > 1
            for player in (one, other)
        }
        if often:
            yield Note("same_fixed_table", template, {"who": people_text(often), "table": table})
