"""Points by place: the uma, fixed or floating, and prizes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.points import Points, write_p
from scoring.ruleset.problem import RulesetProblem, check_hundreds
from scoring.uma import FloatingUma
from scoring.words import Text, gettext_noop, listed

NONE = gettext_noop("none")
BY_FLOATING = gettext_noop("{values} for {number} with the goal")


@dataclass(frozen=True, slots=True)
class ByPlace:
    """Points by place, first to last; with `optional` an empty tuple stands for none."""

    optional: bool = False

    def read(self, name: str, value: object) -> object:
        if not isinstance(value, list | tuple):
            raise RulesetProblem(name, gettext_noop("“{field}” is not a list of points by place."))
        return tuple(value)

    def check(self, name: str, value: object) -> None:
        if value != () or not self.optional:
            check_places(name, value)

    def plain(self, value: tuple[Points, ...]) -> object:
        return list(value)

    def said(self, value: tuple[Points, ...]) -> Text:
        return Text(signed(value) or NONE)


class UmaByPlace:
    """An uma by place, or a floating one; each sums to zero (S0 Mod.4.1)."""

    def read(self, name: str, value: object) -> object:
        match value:
            case list() | tuple():
                return tuple(value)
            case FloatingUma():
                return value
            case {"floating": [*rows], **other} if not other and all(isinstance(row, list | tuple) for row in rows):
                return FloatingUma(tuple(map(tuple, rows)))
            case Mapping():
                template = gettext_noop("A floating uma has a row for each number of players at the goal.")
                raise RulesetProblem(name, template)
        raise RulesetProblem(name, gettext_noop("The uma has one value for each place, from first to last."))

    def check(self, name: str, value: object) -> None:
        for places in value.by_floating if isinstance(value, FloatingUma) else (value,):
            total = sum(check_places(name, places))
            if total:
                template = gettext_noop("The values of the uma add up to {sum}, not to zero.")
                raise RulesetProblem(name, template, sum=write_p(total))

    def plain(self, value: Any) -> object:
        if isinstance(value, FloatingUma):
            return {"floating": [list(places) for places in value.by_floating]}
        return list(value)

    def said(self, value: Any) -> Text:
        if not isinstance(value, FloatingUma):
            return Text(signed(value) if any(value) else NONE)
        rows = [
            Text(BY_FLOATING, {"values": signed(row), "number": str(at)}) for at, row in enumerate(value.by_floating)
        ]
        return listed(rows)


def signed(values: Sequence[Points]) -> str:
    """Points by place in P.

    >>> signed((15_000, 5_000, -5_000, -15_000))
    '+15.0, +5.0, −5.0, −15.0'
    """
    return ", ".join(write_p(points) for points in values)


def check_places(name: str, value: object) -> tuple[Points, ...]:
    """The points by place. Raises RulesetProblem for what is no list of full hundreds, the better place first."""
    if not isinstance(value, tuple) or len(value) not in (3, 4):
        raise RulesetProblem(name, gettext_noop("“{field}” has one value for each place, from first to last."))
    for points in value:
        if type(points) is not int:
            raise RulesetProblem(name, gettext_noop("“{field}” is not in whole numbers of points."))
        check_hundreds(name, points)
    if list(value) != sorted(value, reverse=True):
        raise RulesetProblem(name, gettext_noop("“{field}” gives a lower place more than a higher one."))
    return value
