"""People with something in common - a club, a country, a team - and how often they meet each other."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from ..bounds import club_bound
from ..words import Seating


@dataclass(frozen=True, slots=True)
class GroupMeetings:
    """One group: its size, its meetings, and how many of them no seating could avoid.

    ``hanchan`` says how many meetings there are in each hanchan (from 1).
    """

    name: str
    players: int
    meetings: int
    forced: int
    hanchan: Mapping[int, int]

    @property
    def first(self) -> int | None:
        """The first hanchan in which two of them meet."""
        return min(self.hanchan, default=None)


def meetings_by_group(rounds: Seating, groups: Mapping[int, str]) -> tuple[GroupMeetings, ...]:
    """The groups of two or more that ``groups`` names by player, most meetings above what is forced first."""
    sizes = Counter(groups.values())
    when: dict[str, Counter[int]] = {name: Counter() for name in sizes}
    forced: Counter[str] = Counter()
    for hanchan, tables in enumerate(rounds, start=1):
        present = Counter(groups[player] for table in tables for player in table if player in groups)
        forced.update({name: club_bound(members, len(tables)) for name, members in present.items()})
        for table in tables:
            names = [groups[player] for player in table if player in groups]
            for one, other in combinations(names, 2):
                if one == other:
                    when[one][hanchan] += 1
    found = [
        GroupMeetings(name, size, when[name].total(), forced[name], dict(when[name]))
        for name, size in sizes.items()
        if size > 1
    ]
    return tuple(sorted(found, key=lambda group: (group.forced - group.meetings, -group.players, group.name)))
