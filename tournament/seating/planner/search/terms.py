"""What it costs that two people meet, by the hanchan in which they do and what is wished of them: whole numbers.

A set of hanchan is the bits of a number, hanchan k being bit k-1, past hanchan included; so meeting again, meeting
again at once, meeting too early, meeting although a wish forbids it and not meeting although one asks for it are all
read from one number.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from ..bounds import club_bound
from ..wishes import Apart, Together, Weight, Wish

REPEAT = 10_000
"""A pair's second meeting; a third costs two more, a fourth three more, and so on."""

SOON = 1_000
"""On top when the two meet in two hanchan running."""

EARLY = 20
"""On top for every hanchan that follows a repeat: so repeats come late. At most 40 hanchan can be planned."""

PARTS = 64
"""A meeting against a wish costs so small a part more for every hanchan that follows it: with at most 40 hanchan one
that is early costs less than one that is more."""

WEIGHTS = {Weight.MUST: 1_000_000, Weight.STRONG: 400, Weight.SOFT: 16}
"""A wish that is not met once. Strong wishes rank below opponents, soft ones below everything else."""

Pair = tuple[int, int]
"""Two people as indices, the lower first."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What is wished of one pair: what a meeting costs in which hanchan, and what not meeting costs in which."""

    apart: tuple[tuple[Weight, int], ...] = ()
    together: tuple[tuple[Weight, int], ...] = ()

    def cost(self, met: int, hanchan: int) -> int:
        """Of meeting in just these hanchan, ``hanchan`` being how many there are in all."""
        return meetings_cost(met, hanchan) + self.wishes_cost(met, hanchan)

    def wishes_cost(self, met: int, hanchan: int) -> int:
        """Of the wishes alone."""
        total = 0
        for weight, when in self.apart:
            total += apart_cost(met & when, weight, hanchan)
        for weight, when in self.together:
            total += 0 if met & when else WEIGHTS[weight]
        return total


def meetings_cost(met: int, hanchan: int) -> int:
    """Of meeting again: convex in the number of meetings, more when soon, a little more when early."""
    first_removed = met & (met - 1)
    if not first_removed:
        return 0
    times = met.bit_count()
    early = sum(hanchan - 1 - which for which in bits(first_removed))
    return REPEAT * (times * (times - 1) // 2) + SOON * (met & met >> 1).bit_count() + EARLY * early


def apart_cost(met: int, weight: Weight, hanchan: int) -> int:
    """Of meeting against a wish: what must hold counts each time, else more each time and less when late."""
    times = met.bit_count()
    if weight is Weight.MUST:
        return WEIGHTS[weight] * times
    unit = WEIGHTS[weight]
    early = sum(hanchan - 1 - which for which in bits(met))
    return unit * (times * (times + 1) // 2) + unit * early // PARTS


def forced(wishes: Sequence[Wish], sitting: Sequence[frozenset[int]], size: int, past: int = 0) -> int:
    """What meetings within groups cost at least in these hanchan, since there are not tables enough to keep all apart.

    It is reached when no pair of a group meets twice.
    """
    total, last = 0, past + len(sitting)
    for which, people in enumerate(sitting, start=past):
        for wish in wishes:
            if isinstance(wish, Apart) and wish.holds_in(which + 1):
                count = sum(club_bound(len(group & people), len(people) // size) for group in wish.groups)
                total += count * apart_cost(1 << which, wish.weight, last)
    return total


@cache
def bits(number: int) -> list[int]:
    """The places of the ones, lowest first; not to be changed."""
    found = []
    while number:
        low = number & -number
        found.append(low.bit_length() - 1)
        number ^= low
    return found


def terms_of(wishes: Sequence[Wish], index: Mapping[int, int], hanchan: int) -> dict[Pair, Terms]:
    """What is wished of pairs, lower index first; the others are left out."""
    everything = (1 << hanchan) - 1
    apart: dict[Pair, list[tuple[Weight, int]]] = {}
    together: dict[Pair, list[tuple[Weight, int]]] = {}
    for wish in wishes:
        if isinstance(wish, Apart):
            when = everything if wish.before is None else everything & (1 << max(0, wish.before - 1)) - 1
            for group in wish.groups:
                members = sorted(index[player] for player in group if player in index)
                for place, one in enumerate(members):
                    for other in members[place + 1 :]:
                        apart.setdefault((one, other), []).append((wish.weight, when))
        elif isinstance(wish, Together) and wish.one in index and wish.other in index:
            one, other = sorted((index[wish.one], index[wish.other]))
            when = everything if wish.hanchan is None else everything & 1 << wish.hanchan - 1
            if when:
                together.setdefault((one, other), []).append((wish.weight, when))
    return {
        pair: Terms(tuple(apart.get(pair, ())), tuple(together.get(pair, ()))) for pair in sorted({*apart, *together})
    }
