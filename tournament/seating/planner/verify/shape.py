"""Whether what is said to be a seating is made like one at all, whatever was given."""

from collections.abc import Iterator, Sequence
from typing import Any

from ..words import gettext_noop
from .discrepancy import Discrepancy
from .lines import are_rows, is_list


def shape(seats: Any) -> Iterator[Discrepancy]:
    """Rows of three numbers and a wind, or hanchan of tables of players; nothing empty."""
    if not is_list(seats):
        yield Discrepancy("shape", gettext_noop("A seating is a list of seats or of hanchan."), {})
    elif are_rows(seats):
        row = gettext_noop("Row %(row)d is not a hanchan, a table, a wind and a player.")
        for number, one in enumerate(seats, start=1):
            if not (is_list(one) and len(one) == 4 and all(map(_is_number, (*one[:2], one[3]))) and _is_letter(one[2])):
                yield Discrepancy("shape", row, {"row": number})
    else:
        for hanchan, tables in enumerate(seats, start=1):
            yield from _shape_of_hanchan(hanchan, tables)


def _shape_of_hanchan(hanchan: int, tables: Any) -> Iterator[Discrepancy]:
    if not is_list(tables) or not tables:
        yield Discrepancy("shape", gettext_noop("Hanchan %(hanchan)d has no tables."), {"hanchan": hanchan}, hanchan)
        return
    for number, table in enumerate(tables, start=1):
        if not is_list(table) or not table or not all(map(_is_number, table)):
            template = gettext_noop("Hanchan %(hanchan)d, table %(table)d is no list of players.")
            yield Discrepancy("shape", template, {"hanchan": hanchan, "table": number}, hanchan, number)


def shape_of_byes(byes: Sequence[Any]) -> Iterator[Discrepancy]:
    """Pairs of a hanchan and a player."""
    for number, bye in enumerate(byes, start=1):
        if not (is_list(bye) and len(bye) == 2 and all(map(_is_number, bye))):
            yield Discrepancy("shape", gettext_noop("Bye %(row)d is not a hanchan and a player."), {"row": number})


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_letter(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 1
