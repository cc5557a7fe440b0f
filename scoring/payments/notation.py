"""The value of a hand as people type it: `3/40`, `7`, `mangan`, `yakuman*2`, `big-dragons+all-honours`, `1/30>=mangan`.

`han/fu`, or han alone from five on; a limit is a hand worth that limit; a floor (`>=`) is a value worth at least
that. Of yakuman without names `d` says how many count double where that is played: `yakuman*2d1`.
"""

import re

from scoring.messages import gettext_noop
from scoring.payments.values import HandValue, Limit, PaymentProblem, Yakuman

_COUNTED = re.compile(r"(?P<han>[0-9]{1,2})(?:/(?P<fu>[0-9]{1,3}))?")
_YAKUMAN = re.compile(r"yakuman(?:\*(?P<count>[0-9]))?(?:d(?P<double>[0-9]))?")


def read_value(text: str) -> HandValue:
    """Parse the value in `text`. Raises PaymentProblem for unreadable text and for an impossible value.

    >>> read_value("3/40").fu, read_value("big-dragons+all-honours").yakuman, read_value("haneman").at_least.label
    (40, 2, 'haneman')
    """
    typed = text.strip().lower()
    counted, floor, least = typed.partition(">=")
    at_least = _limit(least, text) if floor else None
    if found := _COUNTED.fullmatch(counted):
        return HandValue(int(found["han"]), int(found["fu"] or 0), at_least=at_least)
    if found := _YAKUMAN.fullmatch(counted):
        return HandValue(yakuman=int(found["count"] or 1), double=int(found["double"] or 0), at_least=at_least)
    if counted in list(Limit) and not floor:
        return HandValue(at_least=Limit(counted))
    if not counted and floor:
        return HandValue(at_least=at_least)
    named = HandValue.of(*(_yakuman(one, text) for one in counted.split("+")))
    return HandValue(0, 0, named.yakuman, named.double, at_least, named.named)


def _limit(name: str, text: str) -> Limit:
    if name not in list(Limit):
        raise PaymentProblem(
            gettext_noop("“{typed}”: after >= comes one of {names}."), typed=text, names=", ".join(Limit)
        )
    return Limit(name)


def _yakuman(name: str, text: str) -> Yakuman:
    if name not in list(Yakuman):
        template = gettext_noop(
            "“{typed}” is no value; type han/fu as 3/40, han alone from 5 on, a limit or a yakuman."
        )
        raise PaymentProblem(template, typed=text)
    return Yakuman(name)


def write_value(value: HandValue) -> str:
    """Return the shortest text that reads back as the value; beside yakuman, han and fu do not matter and are left out.

    >>> write_value(HandValue(3, 40)), write_value(HandValue(yakuman=2, double=1)), write_value(HandValue(5))
    ('3/40', 'yakuman*2d1', '5')
    """
    floor = f">={value.at_least}" if value.at_least else ""
    if value.named:
        return "+".join(value.named) + floor
    if value.yakuman:
        count = f"*{value.yakuman}" if value.yakuman > 1 else ""
        return f"yakuman{count}{f'd{value.double}' if value.double else ''}{floor}"
    if value.han == value.fu == 0:
        return floor if value.at_least is Limit.YAKUMAN else floor.removeprefix(">=")
    return f"{value.han}{f'/{value.fu}' if value.fu else ''}{floor}"
