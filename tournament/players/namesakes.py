"""Namesakes: the word that tells people of one name apart, on every page, screen, print and file.

It is saved with the player as `distinction`, so that whoever reads a player has it without another query, and written
again by every action that changes the list (players/actions.py). `Player.label` is the name with it.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from tournament.players.names import in_either_order, key

NUMBER = "№ {number}"
"""The sign is read in every language, and the word is saved before anybody's language is known."""


def distinctions(people: Iterable[Any]) -> list[str]:
    """Return the word of each person, "" for a name that only one has: the club, else the start number.

    A club distinguishes only when none of the others with this name has it too.
    """
    listed = list(people)
    by_name = _by_name(listed)
    return [_distinction(person, by_name[in_either_order(person.name)]) for person in listed]


def groups_of_namesakes(people: Iterable[object]) -> list[tuple[Any, ...]]:
    """The people of these who share a name, in groups of two and more."""
    return [tuple(group) for group in _by_name(people).values() if len(group) > 1]


def _by_name(people: Iterable[Any]) -> dict[tuple[str, ...], list[Any]]:
    found: dict[tuple[str, ...], list[Any]] = defaultdict(list)
    for person in people:
        found[in_either_order(person.name)].append(person)
    return found


def _distinction(person: Any, same: Sequence[Any]) -> str:
    if len(same) == 1:
        return ""
    clubs = Counter(key(other.club) for other in same)
    is_only_one = person.club and clubs[key(person.club)] == 1
    return person.club if is_only_one else NUMBER.format(number=person.number)


def labelled(name: str, distinction: str) -> str:
    """A name as lists show it.

    >>> labelled("Anna Rossi", "Tana Milano"), labelled("Ewa Nowak", "")
    ('Anna Rossi · Tana Milano', 'Ewa Nowak')
    """
    return f"{name} · {distinction}" if distinction else name


def unlabelled(label: str, club: str, number: int | None) -> str:
    """A name without what tells namesakes apart, from a list that shows club and number too.

    >>> unlabelled("Anna Rossi · Tana Milano", "Tana Milano", 3), unlabelled("Ewa Nowak · № 7", "", 7)
    ('Anna Rossi', 'Ewa Nowak')
    >>> unlabelled("Ewa · Nowak", "", None)
    'Ewa · Nowak'
    """
    words = (club, NUMBER.format(number=number))
    return next((label.removesuffix(end) for word in words if word and label.endswith(end := f" · {word}")), label)
