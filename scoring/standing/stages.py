"""From one cut to the next: who is in which tier, what everybody brought along, and the order inside a tier.

Players and teams go through the same cuts and are told apart by the same chain; a *field* says what they have scored.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple, Protocol

from scoring.cut import Carried, Cut, divided
from scoring.points import Points
from scoring.standing.rules import StandingRules
from scoring.ties import Break, Contender, Decision, Key, Settled

FIRST = (0,)  # the tier of everybody before any cut


class Field(Protocol):
    """Who is compared. Amounts are points; `after` is a hanchan, 0 before the first."""

    def plain(self, key: Key, after: int) -> Points:
        """Scores that count less penalties, as if there were no cut."""

    def contender(self, key: Key, after: int, before: Points) -> Contender:
        """What breakers may ask; `before` is the total before hanchan `after`."""


class Placed(NamedTuple):
    """Somebody in order: the place, whether it is shared, and what told them apart from equal totals."""

    key: Key
    place: int | None
    shared: bool
    breaks: tuple[Break, ...]


@dataclass(frozen=True, slots=True)
class Stages:
    """A field, how it is ranked, and `carried`: what the cuts made so far did to whom. `given` tiers go before them."""

    field: Field
    by: StandingRules
    decisions: Sequence[Decision] = ()
    carried: Mapping[Key, tuple[Carried, ...]] | None = None
    given: Mapping[int, int] | None = None

    def adjustment(self, key: Key, after: int) -> Points:
        """What the cuts before hanchan `after` have changed in a total, in points."""
        if not self.carried:
            return 0
        return sum(one.carried - one.total for one in self.carried.get(key, ()) if one.after < after)

    def total(self, key: Key, after: int) -> Points:
        """The total in points that standings after hanchan `after` show."""
        return self.field.plain(key, after) + self.adjustment(key, after)

    def tier(self, key: Key) -> tuple[int, ...]:
        """The given tier and the divisions in which the cuts put somebody; the lower tuple stands above."""
        if not self.carried and not self.given:
            return FIRST
        divisions = self.carried.get(key, ()) if self.carried else ()
        given = self.given.get(key, 0) if self.given and isinstance(key, int) else 0
        return (given, *(one.division for one in divisions))

    def is_above(self, key: Key) -> bool:
        """Whether somebody has been above the first line of every cut so far."""
        return not any(one.division for one in (self.carried or {}).get(key, ()))

    def ranked(self, keys: Iterable[Key], after: int) -> Iterator[Placed]:
        """The places: tier by tier, in a tier by total, then by the chain. Who is equal in all shares a place."""
        first = 1
        for _, tier in groupby(sorted(keys, key=self.tier), key=self.tier):
            for group in self.in_order(tier, after):
                yield from (Placed(one.key, first, len(group) > 1, one.breaks) for one in group)
                first += len(group)

    def in_order(self, keys: Iterable[Key], after: int) -> Iterator[Sequence[Settled]]:
        """Those of one tier, best first; who is in one group is equal in everything that is compared."""
        totals = {key: self.total(key, after) for key in keys}
        chain = self.by.chain(after, self.decisions)
        for _, group in groupby(sorted(totals, key=lambda key: -totals[key]), key=totals.__getitem__):
            tied = list(group)
            if chain is None or len(tied) == 1:
                yield [Settled(key) for key in tied]
            else:
                yield from chain.split([self._contender(key, after) for key in tied])

    def _contender(self, key: Key, after: int) -> Contender:
        return self.field.contender(key, after, self.total(key, after - 1) if after else 0)

    def through(self, cut: Cut, keys: Iterable[Key], outside: Callable[[Key], Points]) -> "Stages":
        """The stages with one more cut, made among those of `keys` who have been above the line so far.

        `outside` gives the penalties outside any hanchan, which are not carried but always count in full. Raises
        TiedLine when the line is not clear.
        """
        keys = [key for key in keys if self.is_above(key)]
        groups = [[one.key for one in group] for group in self.in_order(keys, cut.after)]
        carried = dict(self.carried or {})
        for key, division in divided(groups, cut).items():
            total = self.total(key, cut.after) + outside(key)
            carried[key] = (*carried.get(key, ()), Carried(cut.after, division, total, cut.carry(total, division)))
        return replace(self, carried=carried)
