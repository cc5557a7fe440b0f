"""The one order of names: every list in which people look for a name is sorted by `name_key` and shows `listed_name`,
which begins with the part that it is sorted by.
"""

from typing import Protocol

from tournament.players.names import composed, in_order, parted
from tournament.players.romanisation import romanised

NameKey = tuple[tuple[str, ...], int]


class NamedPerson(Protocol):
    """A player as rows of the database and of the standings have one."""

    @property
    def name(self) -> str: ...
    @property
    def first_name(self) -> str: ...
    @property
    def last_name(self) -> str: ...


class NumberedPerson(NamedPerson, Protocol):
    """A player with what a list needs besides the name."""

    @property
    def number(self) -> int: ...
    @property
    def reading(self) -> str: ...


def given_and_family(player: NamedPerson) -> tuple[str, str]:
    """Return the parts of a player's name, ("", the whole name) where it is not known which is which: the parts that
    are stored may be of another name than the one the person goes by."""
    first, last = player.first_name, player.last_name
    if not (first and last and sorted(composed(first, last).split()) == sorted(player.name.split())):
        first, last = parted(player.name)
    return (first, last) if last else ("", player.name)


def name_key(player: NumberedPerson) -> NameKey:
    """Return what players are sorted by: the family name first, accents folded, a name that has a reading by that in
    Latin letters; namesakes by number."""
    given, family = given_and_family(player)
    return in_order(romanised(player.reading) or f"{family} {given}"), player.number


def listed_name(player: NamedPerson) -> str:
    """Return the name with the family name first.

    >>> from types import SimpleNamespace as Person
    >>> listed_name(Person(name="Jan van der Berg", first_name="Jan", last_name="van der Berg"))
    'van der Berg Jan'
    >>> listed_name(Person(name="山田 太郎", first_name="", last_name=""))
    '山田 太郎'
    """
    given, family = given_and_family(player)
    return f"{family} {given}".rstrip()
