"""Tie-breaks for equal totals, one after the other.

Neither WRC nor EMA defines what happens to equal totals (RULES.md §1.x, A1), so by default they share a place. An
organiser may choose a *chain* of tie-breaks. Each is applied to all players who are still tied; players it separates
remain separated, and the rest of the chain, never its beginning, is applied to each group that is still tied. Players
tied to the end share the place. Names, numbers and the order of a list are never used.

A hanchan in which a player was absent counts as played with 0.0 and has no place (A18). A hanchan that is dropped
("best 5 of 8") is ignored. First places and places are counted as they are shown: 1, 1, 3, 4 (A5).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from hashlib import sha256
from itertools import groupby
from typing import NamedTuple

from scoring.messages import gettext_noop
from scoring.points import Points

Key = int | str
Value = tuple[int, ...]


class Breaker(StrEnum):
    """One question of a chain.

    FIRSTS       more hanchan won, shared wins counting (A1, A5)
    PLACES       the lower sum of places at the tables; where one has played fewer hanchan, the lower average. Who has
                 no place at all stands below (R:PANTH-SORT)
    BEST         the better best hanchan score; the next best is not asked (A1)
    BEFORE_LAST  the higher total before the last hanchan, as the standings showed it then (R:RON)
    HEAD_TO_HEAD the higher sum of hanchan scores in the hanchan in which all who are still equal sat at one table;
                 where they never did, the question says nothing
    SEED         the lower seed number; who has none stands below (R:STARTGG)
    LOT          the lower lot: the SHA-256 of the recorded seed text, a slash and the player's number (R:MINNA)
    REFEREE      the order that a referee decided, with a reason; it says nothing of a group whose members the decision
                 does not all name
    """

    FIRSTS = "firsts"
    PLACES = "places"
    BEST = "best"
    BEFORE_LAST = "before-last"
    HEAD_TO_HEAD = "head-to-head"
    SEED = "seed"
    LOT = "lot"
    REFEREE = "referee"

    @property
    def label(self) -> str:
        """The English words, marked for translation."""
        return _LABELS[self]


_LABELS = {
    Breaker.FIRSTS: gettext_noop("more first places"),
    Breaker.PLACES: gettext_noop("lower sum of places"),
    Breaker.BEST: gettext_noop("best hanchan"),
    Breaker.BEFORE_LAST: gettext_noop("standing before the last hanchan"),
    Breaker.HEAD_TO_HEAD: gettext_noop("head to head"),
    Breaker.SEED: gettext_noop("seed"),
    Breaker.LOT: gettext_noop("lot"),
    Breaker.REFEREE: gettext_noop("referee’s decision"),
}
_MORE_IS_BETTER = frozenset({Breaker.FIRSTS, Breaker.BEST, Breaker.BEFORE_LAST, Breaker.HEAD_TO_HEAD})


@dataclass(frozen=True, slots=True)
class Break:
    """The finding of a tie-break about one of several players who were tied until then.

    `value` is (first places), (sum of places, hanchan with a place) or () without any, (points), (points then),
    (points head to head), (seed) or () without one, (lot), (position). `note` is the lot's seed text or the referee's
    reason.
    """

    breaker: Breaker
    value: Value
    note: str = ""

    @property
    def order(self) -> tuple[bool, Fraction]:
        """Return the sort key that puts the better value first; missing values last."""
        if not self.value:
            return True, Fraction()
        number = Fraction(*self.value)
        return False, -number if self.breaker in _MORE_IS_BETTER else number


def difference(above: Sequence[Break], below: Sequence[Break]) -> tuple[Break, Break] | None:
    """Return the first breaker that separated two, with its findings; None for two who are still equal."""
    return next((pair for pair in zip(above, below, strict=False) if pair[0].order != pair[1].order), None)


@dataclass(frozen=True, slots=True)
class Decision:
    """A referee's order, best first, of players who are equal after hanchan `after`. Raises ValueError without a
    reason, or when it does not order at least two, each once.
    """

    after: int
    order: tuple[Key, ...]
    reason: str

    def __post_init__(self) -> None:
        if len(self.order) < 2 or len(set(self.order)) != len(self.order):
            raise ValueError(f"a decision orders at least two, each once: {self.order}")
        if not self.reason.strip():
            raise ValueError("a decision has a reason")


@dataclass(frozen=True, slots=True)
class Contender:
    """The facts about a competitor that tie-breaks use; amounts in points.

    `places` is the sum of `counted` places at the tables, `tables` the scores by table, `ticket` the text on the lot.
    """

    key: Key
    firsts: int = 0
    places: int = 0
    counted: int = 0
    best: Points = 0
    before: Points = 0
    tables: Mapping[tuple[int, ...], Points] = field(default_factory=dict, hash=False)
    seed: int | None = None
    ticket: str = ""


class TiePosition(NamedTuple):
    """A position, and what separated it from those with the same total."""

    key: Key
    breaks: tuple[Break, ...] = ()


class BreakerAnswer(NamedTuple):
    """One value for each competitor; no values where the breaker does not apply."""

    values: Sequence[Value] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Chain:
    """The breakers in the organiser's order, the lot's seed text and the referee's decisions.

    A decision comes last when the chain does not name the referee.
    """

    breakers: tuple[Breaker, ...] = ()
    lot_seed: str = ""
    decisions: tuple[Decision, ...] = ()

    def split(self, tied: Sequence[Contender]) -> tuple[tuple[TiePosition, ...], ...]:
        """Return those with equal totals in order; members of a group remain equal and keep their order.

        >>> chain = Chain((Breaker.FIRSTS,))
        >>> [[one.key for one in group] for group in chain.split([Contender("Anna"), Contender("Ben", firsts=2)])]
        [['Ben'], ['Anna']]
        """
        questions = self.breakers if Breaker.REFEREE in self.breakers else (*self.breakers, Breaker.REFEREE)
        return tuple(self._split(tied, questions, {one.key: () for one in tied}))

    def _split(
        self, tied: Sequence[Contender], questions: Sequence[Breaker], known: Mapping[Key, tuple[Break, ...]]
    ) -> Iterator[tuple[TiePosition, ...]]:
        if len(tied) < 2 or not questions:
            yield tuple(TiePosition(one.key, known[one.key]) for one in tied)
            return
        breaker, *rest = questions
        answer = _QUESTIONS[breaker](self, tied)
        found = {one.key: Break(breaker, value, answer.note) for one, value in zip(tied, answer.values, strict=False)}
        order = {key: one.order for key, one in found.items()}
        if len(set(order.values())) < 2:
            yield from self._split(tied, rest, known)
            return
        known = {key: (*known[key], one) for key, one in found.items()}
        for _, group in groupby(sorted(tied, key=lambda one: order[one.key]), key=lambda one: order[one.key]):
            yield from self._split(tuple(group), rest, known)


def lot(seed: str, ticket: str) -> int:
    """Return the lot of the holder of `ticket` (a start number), as a number; the lower ranks higher.

    Anybody can check it with `printf '%s' 'SEED/TICKET' | sha256sum`.

    >>> f"{lot('dice 3 5 1', '17'):064x}"[:8]
    '419b6392'
    """
    return int.from_bytes(sha256(f"{seed}/{ticket}".encode()).digest())


def _head_to_head(_chain: Chain, tied: Sequence[Contender]) -> BreakerAnswer:
    shared = set(tied[0].tables).intersection(*(one.tables for one in tied))
    return BreakerAnswer([(sum(one.tables[table] for table in shared),) for one in tied] if shared else ())


def _referee(chain: Chain, tied: Sequence[Contender]) -> BreakerAnswer:
    """Return the latest decision that names them all."""
    keys = {one.key for one in tied}
    for decision in reversed(chain.decisions):
        if keys <= set(decision.order):
            return BreakerAnswer([(decision.order.index(one.key) + 1,) for one in tied], decision.reason)
    return BreakerAnswer()


_QUESTIONS: dict[Breaker, Callable[[Chain, Sequence[Contender]], BreakerAnswer]] = {
    Breaker.FIRSTS: lambda _chain, tied: BreakerAnswer([(one.firsts,) for one in tied]),
    Breaker.PLACES: lambda _chain, tied: BreakerAnswer(
        [(one.places, one.counted) if one.counted else () for one in tied]
    ),
    Breaker.BEST: lambda _chain, tied: BreakerAnswer([(one.best,) for one in tied]),
    Breaker.BEFORE_LAST: lambda _chain, tied: BreakerAnswer([(one.before,) for one in tied]),
    Breaker.HEAD_TO_HEAD: _head_to_head,
    Breaker.SEED: lambda _chain, tied: BreakerAnswer([() if one.seed is None else (one.seed,) for one in tied]),
    Breaker.LOT: lambda chain, tied: BreakerAnswer(
        [(lot(chain.lot_seed, one.ticket),) for one in tied], chain.lot_seed
    ),
    Breaker.REFEREE: _referee,
}
