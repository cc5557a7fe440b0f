"""A payment as a list of dues: payer, receiver, points and reason.

Seats are *current* winds: East is the dealer. A *due* goes from one player to another; the middle of the table,
where riichi deposits lie, is neither (None).
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from scoring.messages import Message, gettext_noop, phrase
from scoring.payments.values import PaymentProblem
from scoring.points import FromZero, Points
from scoring.rules import Ruleset
from scoring.winds import WINDS, Wind


def seats(rules: Ruleset) -> tuple[Wind, ...]:
    """The current winds of a table: four, or three without North."""
    return rules.winds


def other_seats(wind: Wind, rules: Ruleset) -> tuple[Wind, ...]:
    """Return everybody but `wind`, from East on."""
    return tuple(one for one in seats(rules) if one is not wind)


def in_turn(winds: Iterable[Wind], after: Wind) -> tuple[Wind, ...]:
    """Return the winds in turn after `after`'s discard.

    >>> [wind.label for wind in in_turn((Wind.EAST, Wind.NORTH), Wind.WEST)]
    ['North', 'East']
    """
    return tuple(sorted(winds, key=lambda wind: (wind.index - after.index - 1) % len(WINDS)))


def check_seats(winds: Collection[Wind], rules: Ruleset) -> None:
    """Raise PaymentProblem for a wind that nobody has at this table, or that is named twice."""
    for wind in winds:
        if wind not in seats(rules):
            raise PaymentProblem(gettext_noop("Nobody is {wind} at a table of three."), wind=phrase(wind.label))
    if len(set(winds)) != len(winds):
        raise PaymentProblem(gettext_noop("A player is named twice."))


def check_counts(honba: int, deposits: int) -> None:
    """Raise PaymentProblem for a negative number of honba or riichi deposits."""
    if honba < 0:
        raise PaymentProblem(gettext_noop("There cannot be {count} honba."), count=honba)
    if deposits < 0:
        raise PaymentProblem(gettext_noop("There cannot be {count} riichi deposits."), count=deposits)


def up(points: Points) -> Points:
    """Round up to a full 100 points, as every payment for a hand is.

    >>> up(1_280), up(2_560), up(8_000)
    (1300, 2600, 8000)
    """
    return -(-points // 100) * 100


Names = Mapping[Wind, Message | str]


@dataclass(frozen=True, slots=True)
class DuePart:
    """Some points of a due, and their reason."""

    points: Points
    what: Message


Party: TypeAlias = Annotated[Wind | None, "by current wind; null is the middle of the table"]


@dataclass(frozen=True, slots=True)
class Due:
    """The points that `payer` gives `receiver`."""

    payer: Party
    receiver: Party
    parts: tuple[DuePart, ...]

    @property
    def points(self) -> Points:
        return sum(part.points for part in self.parts)


@dataclass(frozen=True, slots=True)
class Payment:
    """The points that a hand moves at a table of `players`; `deposits` are the riichi deposits left on it."""

    players: int
    dues: tuple[Due, ...] = ()
    deposits: FromZero = 0

    @property
    def changes(self) -> Annotated[tuple[Points, ...], "by current wind, East first"]:
        """Return each player's change in points, by current wind: East, South, West and, of four, North."""
        changes = [0] * self.players
        for due in self.dues:
            points = due.points
            if due.payer is not None:
                changes[due.payer.index] -= points
            if due.receiver is not None:
                changes[due.receiver.index] += points
        return tuple(changes)


DueEntry = tuple[Wind, Points, Message]


def dues_to(receiver: Wind | None, entries: Iterable[DueEntry]) -> tuple[Due, ...]:
    """Return one due for each payer, from East on: the (payer, points, reason) other than zero, added by reason."""
    by_payer: list[list[DuePart]] = [[] for _ in WINDS]
    for payer, points, what in entries:
        if points:
            _add_part(by_payer[payer.index], points, what)
    return tuple([Due(payer, receiver, tuple(own)) for payer, own in zip(WINDS, by_payer, strict=True) if own])


def _add_part(own: list[DuePart], points: Points, what: Message) -> None:
    for at, part in enumerate(own):
        if part.what == what:
            own[at] = DuePart(part.points + points, what)
            return
    own.append(DuePart(points, what))
