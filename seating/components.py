"""Connected components: people who must share a table, and people who can only sit with one another."""

from collections.abc import Iterable, Mapping


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
