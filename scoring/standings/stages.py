"""From one cut to the next: tiers, carried totals, and the order inside a tier.

Players and teams pass the same cuts and the same tie-breaks; a *competition* provides their scores.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple, Protocol

from scoring.points import Points
from scoring.standings.cut import CarryOver, Cut, divisions
from scoring.standings.rules import StandingRules
from scoring.standings.ties import Break, Contender, Decision, Key, TiePosition
from scoring.standings.values import HanchanResult

FIRST = (0,)  # the tier of everybody before any cut


class Competition(Protocol):
    """The competitors and their scores. Amounts are points; `after` is a hanchan, 0 before the first."""

    def plain(self, key: Key, after: int) -> Points:
        """Carried scores and scores that count less penalties, as if there were no cut."""

    def contender(self, key: Key, after: int, before: Points) -> Contender:
        """Return what breakers may ask; `before` is the total before hanchan `after`."""


class Placing(NamedTuple):
    """A total in points with its place, whether this is shared, and what separated it from equal totals."""

    key: Key
    place: int | None
    shared: bool
    breaks: tuple[Break, ...]
    total: Points


@dataclass(frozen=True, slots=True)
class Stages:
    """A field, how it is ranked, and `carried`: the effects of the cuts so far. `given` tiers come before them."""

    field: Competition
    by: StandingRules
    decisions: Sequence[Decision] = ()
    carried: Mapping[Key, tuple[CarryOver, ...]] | None = None
    given: Mapping[int, int] | None = None

    def adjustment(self, key: Key, after: int) -> Points:
        """Return the change in a total by the cuts before hanchan `after`, in points."""
        if not self.carried:
            return 0
        return sum(one.carried - one.total for one in self.carried.get(key, ()) if one.after < after)

    def total(self, key: Key, after: int) -> Points:
        """Return the total in points in the standings after hanchan `after`."""
        return self.field.plain(key, after) + self.adjustment(key, after)

    def tier(self, key: Key) -> tuple[int, ...]:
        """Return the given tier and the divisions by cuts; the lower tuple ranks higher."""
        if not self.carried and not self.given:
            return FIRST
        divisions = self.carried.get(key, ()) if self.carried else ()
        given = self.given.get(key, 0) if self.given and isinstance(key, int) else 0
        return (given, *(one.division for one in divisions))

    def is_above(self, key: Key) -> bool:
        """Return whether somebody was above the first line of every cut so far."""
        return not any(one.division for one in (self.carried or {}).get(key, ()))

    def ranked(self, keys: Iterable[Key], after: int) -> Iterator[Placing]:
        """Return the places: tier by tier, in a tier by total, then by the chain. Equal in all means a shared place."""
        first = 1
        for _, tier in groupby(sorted(keys, key=self.tier), key=self.tier):
            for total, group in self._groups(tier, after):
                shared = len(group) > 1
                yield from [Placing(one.key, first, shared, one.breaks, total) for one in group]
                first += len(group)

    def in_order(self, keys: Iterable[Key], after: int) -> Iterator[Sequence[TiePosition]]:
        """Return those of one tier, best first; members of one group are equal in everything that is compared."""
        return (group for _total, group in self._groups(keys, after))

    def _groups(self, keys: Iterable[Key], after: int) -> Iterator[tuple[Points, Sequence[TiePosition]]]:
        """Return the groups of `in_order`, each with its total in points."""
        totals = {key: self.total(key, after) for key in keys}
        chain = self.by.chain(after, self.decisions)
        for total, group in groupby(sorted(totals, key=lambda key: -totals[key]), key=totals.__getitem__):
            tied = list(group)
            if chain is None or len(tied) == 1:
                yield total, [TiePosition(key) for key in tied]
            else:
                contenders = [self._contender(key, after) for key in tied]
                yield from ((total, equal) for equal in chain.split(contenders))

    def _contender(self, key: Key, after: int) -> Contender:
        return self.field.contender(key, after, self.total(key, after - 1) if after else 0)

    def through(
        self,
        cut: Cut,
        keys: Iterable[Key],
        outside: Callable[[Key], Points],
        played: Mapping[int, int] | None = None,
        late: Iterable[Key] = (),
    ) -> "Stages":
        """Return the stages with one more cut, among those of `keys` who have been above the line so far.

        `outside` gives the penalties outside any hanchan, which are not carried but always count in full. `played` are
        the divisions in which the next hanchan was played, in the place of those that the totals make; somebody of none
        is below the last line, and so are those who come `late`. Raises TiedLine when a line falls between equals.
        """
        keys = [key for key in keys if self.is_above(key)]
        carried = dict(self.carried or {})
        if played is None:
            groups = [[one.key for one in group] for group in self.in_order(keys, cut.after)]
            found = divisions(groups, cut)
        else:
            found = {key: played.get(int(key), len(cut.sizes)) for key in keys}
        found |= {key: len(cut.sizes) for key in late if self.is_above(key)}
        for key, division in found.items():
            total = self.total(key, cut.after) + outside(key)
            carried[key] = (*carried.get(key, ()), CarryOver(cut.after, division, total, cut.carry(total, division)))
        return replace(self, carried=carried)


def contender(
    key: Key, played: Sequence[HanchanResult], *, missed: bool, before: Points, seed: int | None, ticket: str
) -> Contender:
    """Return what breakers may ask of whoever played these hanchan; one that was `missed` counts 0.0."""
    tables: Counter[tuple[int, ...]] = Counter()
    for one in played:
        tables[one.hanchan, one.table] += one.score
    return Contender(
        key=key,
        firsts=sum(one.place == 1 for one in played),
        places=sum(one.place for one in played),
        counted=len(played),
        best=max([*(one.score for one in played), *([0] if missed or not played else [])]),
        before=before,
        tables=tables,
        seed=seed,
        ticket=ticket,
    )
