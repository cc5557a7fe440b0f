"""Connected components and cliques: people who must share a table, people who can only sit with one another, and people
of whom no two may share a table.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache


def linked_groups(links: Iterable[Iterable[int]]) -> list[set[int]]:
    """Join links that have somebody in common.

    >>> [sorted(group) for group in linked_groups([(1, 2), (3, 4), (2, 5)])]
    [[3, 4], [1, 2, 5]]
    """
    groups: list[set[int]] = []
    for link in links:
        touching = [group for group in groups if not group.isdisjoint(link)]
        groups = [group for group in groups if group not in touching]
        groups.append(set(link).union(*touching))
    return groups


def separate_fields(people: Iterable[int], barred: Mapping[int, set[int]]) -> list[set[int]]:
    """Divide people into the parts between which nobody may share a table; `barred` holds everybody, themselves
    included, whom somebody must not sit with.

    >>> separate_fields([1, 2, 3, 4], {1: {1, 3, 4}, 2: {2, 3, 4}, 3: {1, 2, 3}, 4: {1, 2, 4}})
    [{1, 2}, {3, 4}]
    """
    left, found = set(people), []
    while left:
        part, reached = set[int](), {min(left)}
        while reached:
            one = reached.pop()
            left.discard(one)
            part.add(one)
            reached |= left - barred.get(one, set())
        found.append(part)
    return found


def cliques(groups: Sequence[frozenset[int]]) -> tuple[frozenset[int], ...]:
    """Join groups into cliques, in which any two people are together in some group, largest first; no two people are in
    two cliques. Groups without a person in common stay as they are.

    What holds for a group of people who must not meet holds for a clique of forbidden pairs. Each group is extended by
    whoever is joined to all of it, those with the most links first, so a larger clique may be missed.

    >>> [sorted(found) for found in cliques([frozenset(pair) for pair in [(1, 2), (2, 3), (1, 3), (3, 4)]])]
    [[1, 2, 3], [3, 4]]
    """
    return _cliques(tuple(groups))


@lru_cache(maxsize=256)
def _cliques(groups: tuple[frozenset[int], ...]) -> tuple[frozenset[int], ...]:
    if sum(map(len, groups)) == len(frozenset().union(*groups)):
        return groups
    joined: dict[int, set[int]] = {}
    for group in groups:
        for one in group:
            joined.setdefault(one, set()).update(group - {one})
    found: list[frozenset[int]] = []
    for clique in sorted((_extended(group, joined) for group in groups), key=lambda one: (-len(one), sorted(one))):
        if all(len(clique & other) < 2 for other in found):
            found.append(clique)
    return tuple(found)


def _extended(group: frozenset[int], joined: Mapping[int, set[int]]) -> frozenset[int]:
    """Return the group with people who are joined to everybody in it."""
    clique = set(group)
    others = set.intersection(*(joined[one] for one in group)) if group else set()
    while others:
        chosen = max(others, key=lambda one: (len(joined[one] & others), -one))
        clique.add(chosen)
        others &= joined[chosen]
    return frozenset(clique)
