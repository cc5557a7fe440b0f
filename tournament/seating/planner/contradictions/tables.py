"""Tables that are not there, that are full, or at which people sit together who must not, or always would."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from ..task import Task
from ..wishes import Apart, AtTables, Together
from ..words import Sentence, gettext_noop
from .meetings import fulfilled, possible
from .people import coming, must, pair, people_text

Allowed = dict[int, frozenset[int]]
"""Who must sit at certain tables of a hanchan, and at which."""


def tables(task: Task) -> Iterator[Sentence]:
    """What is proved when all these wishes must hold; of the first hanchan in which anything is."""
    wishes = list(must(task, AtTables))
    for hanchan, sitting, number in coming(task):
        lacking = [wish for wish in wishes if wish.players & sitting and not wish.tables & _hall(number)]
        if lacking:
            yield from (_no_table(wish, hanchan, number) for wish in lacking)
            return
        allowed = _allowed(wishes, sitting, number)
        full = [*_nowhere(allowed), *_full(allowed, hanchan, task.size), *_crowded(task, allowed, hanchan)]
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


def _no_table(wish: AtTables, hanchan: int, tables: int) -> Sentence:
    template = (
        gettext_noop(
            "%(who)s must sit at table %(wished)s; hanchan %(hanchan)d has tables 1 to %(tables)d. Choose one of these."
        )
        if len(wish.tables) == 1
        else gettext_noop(
            "%(who)s must sit at tables %(wished)s; hanchan %(hanchan)d has tables 1 to %(tables)d. "
            "Choose some of these."
        )
    )
    who = wish.name or people_text(wish.players)
    return Sentence(template, {"who": who, "wished": people_text(wish.tables), "hanchan": hanchan, "tables": tables})


def _nowhere(allowed: Allowed) -> Iterator[Sentence]:
    template = gettext_noop(
        "Player %(player)d must sit at certain tables for several reasons, and no table fits them all. Give up one."
    )
    return (Sentence(template, {"player": player}) for player, tables in allowed.items() if not tables)


def _full(allowed: Allowed, hanchan: int, size: int) -> Iterator[Sentence]:
    """Tables to which more people are bound than have a seat there (Hall's condition)."""
    at_one = gettext_noop(
        "%(count)d people (%(who)s) must sit at table %(tables)s in hanchan %(hanchan)d, which has %(seats)d seats. "
        "Add a table or let some of them sit elsewhere."
    )
    at_several = gettext_noop(
        "%(count)d people (%(who)s) must sit at tables %(tables)s in hanchan %(hanchan)d, which have %(seats)d seats. "
        "Add a table or let some of them sit elsewhere."
    )
    for tables in _kinds(allowed):
        bound = [player for player, choice in allowed.items() if choice and choice <= tables]
        if len(bound) > size * len(tables):
            who, where = people_text(bound), people_text(tables)
            numbers = {"count": len(bound), "hanchan": hanchan, "seats": size * len(tables)}
            template = at_one if len(tables) == 1 else at_several
            yield Sentence(template, {**numbers, "who": who, "tables": where})
            return


def _kinds(allowed: Allowed) -> list[frozenset[int]]:
    """The sets of tables that somebody is bound to, and what two of them are together."""
    kinds = sorted(set(allowed.values()), key=sorted)
    return list(dict.fromkeys([*kinds, *(one | other for one, other in combinations(kinds, 2))]))


def _crowded(task: Task, allowed: Allowed, hanchan: int) -> Iterator[Sentence]:
    """More people who must not meet than tables to which they are bound."""
    at_one = gettext_noop(
        "%(count)d people who must not meet (%(who)s) must all sit at table %(tables)s in hanchan %(hanchan)d. "
        "Let them sit elsewhere too, or let them meet."
    )
    at_several = gettext_noop(
        "%(count)d people who must not meet (%(who)s) must all sit at tables %(tables)s in hanchan %(hanchan)d: some "
        "of them share a table. Let them sit elsewhere too, or let them meet."
    )
    for group in [group for wish in must(task, Apart) if wish.holds_in(hanchan) for group in wish.groups]:
        for tables in _kinds(allowed):
            bound = [player for player in group if allowed.get(player) and allowed[player] <= tables]
            if len(bound) > len(tables):
                who, where = people_text(bound), people_text(tables)
                template = at_one if len(tables) == 1 else at_several
                yield Sentence(template, {"count": len(bound), "who": who, "tables": where, "hanchan": hanchan})
                break


def _disjoint(task: Task, wishes: Sequence[AtTables]) -> Iterator[Sentence]:
    """People who are wished to meet and must sit at different tables whenever they could."""
    template = gettext_noop(
        "Players %(one)d and %(other)d are wished to meet and must sit at different tables. Give up one of the two."
    )
    halls = {hanchan: _allowed(wishes, sitting, number) for hanchan, sitting, number in coming(task)}
    for wish in task.wishes:
        if isinstance(wish, Together) and not fulfilled(task, wish):
            when = [halls[hanchan] for hanchan in possible(task, wish)]
            if when and all(
                wish.one in allowed and wish.other in allowed and not allowed[wish.one] & allowed[wish.other]
                for allowed in when
            ):
                yield Sentence(template, pair(wish))


def always(task: Task) -> Iterator[Sentence]:
    """People with the same one table meet in every hanchan: that can be had, but hardly is what is meant."""
    template = gettext_noop(
        "Players %(who)s have the same fixed place, table %(table)d: they would meet in every hanchan. "
        "Give each a table of their own."
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
            yield Sentence(template, {"who": people_text(often), "table": table})
