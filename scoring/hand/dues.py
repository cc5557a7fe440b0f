"""A payment: who pays whom how much, and for what.

Seats are *current* winds: East is the dealer. A *due* goes from one player to another; the middle of the table,
where riichi deposits lie, is neither (None).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.points import Points, write
from scoring.winds import WINDS, Wind
from scoring.words import Text, gettext_noop

Names = Mapping[Wind, Text | str]


@dataclass(frozen=True, slots=True)
class Part:
    """Some points of a due, and what they are for."""

    points: Points
    what: Text


@dataclass(frozen=True, slots=True)
class Due:
    """What `payer` gives `receiver`; None is the middle of the table."""

    payer: Wind | None
    receiver: Wind | None
    parts: tuple[Part, ...]

    @property
    def points(self) -> Points:
        return sum(part.points for part in self.parts)

    def line(self, names: Names) -> Text:
        """The due as a sentence."""
        params: dict[str, object] = {"points": write(self.points), "what": self._what()}
        if self.payer is not None:
            params["payer"] = names[self.payer]
        if self.receiver is not None:
            params["receiver"] = names[self.receiver]
        return Text(_LINES[self.payer is not None, self.receiver is not None], params)

    def _what(self) -> Text:
        """What it is for, with several parts how much each is."""
        if len(self.parts) == 1:
            return self.parts[0].what
        template = gettext_noop("{points} for {what}")
        return listed([Text(template, {"points": write(one.points), "what": one.what}) for one in self.parts])


_LINES = {
    (True, True): gettext_noop("{payer} pays {receiver} {points}: {what}."),
    (True, False): gettext_noop("{payer} pays {points}: {what}."),
    (False, True): gettext_noop("{receiver} gets {points}: {what}."),
}


def listed(texts: Sequence[Text]) -> Text:
    """The texts with commas between them.

    >>> str(listed([Text("one"), Text("two"), Text("three")]))
    'one, two, three'
    """
    first, *rest = texts
    return Text(gettext_noop("{first}, {rest}"), {"first": first, "rest": listed(rest)}) if rest else first


@dataclass(frozen=True, slots=True)
class Payment:
    """What a hand moves at a table of 3 or 4 `players`; `deposits` are the riichi deposits left on it afterwards."""

    players: int
    dues: tuple[Due, ...] = ()
    deposits: int = 0

    @property
    def changes(self) -> tuple[Points, ...]:
        """What each player's points change by, by current wind: East, South, West and, of four, North."""
        changes = [0] * self.players
        for due in self.dues:
            points = due.points
            if due.payer is not None:
                changes[due.payer.index] -= points
            if due.receiver is not None:
                changes[due.receiver.index] += points
        return tuple(changes)

    def lines(self, names: Names | None = None) -> tuple[Text, ...]:
        """Who pays whom how much and why, a sentence for each due; players by `names`, else by current wind."""
        called = names if names is not None else {wind: Text(wind.label) for wind in WINDS}
        return tuple(due.line(called) for due in self.dues) or (Text(gettext_noop("Nobody pays anything.")),)


Entry = tuple[Wind, Points, Text]


def collected(receiver: Wind | None, entries: Iterable[Entry]) -> tuple[Due, ...]:
    """One due for each payer, from East on: the (payer, points, what for) that are not zero, what is alike added."""
    by_payer: list[list[Part]] = [[] for _ in WINDS]
    for payer, points, what in entries:
        if points:
            _add(by_payer[payer.index], points, what)
    return tuple([Due(payer, receiver, tuple(own)) for payer, own in zip(WINDS, by_payer, strict=True) if own])


def _add(own: list[Part], points: Points, what: Text) -> None:
    for at, part in enumerate(own):
        if part.what == what:
            own[at] = Part(part.points + points, what)
            return
    own.append(Part(points, what))
