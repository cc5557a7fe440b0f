"""Names for the hall: how they are shortened where the room ends. Their order is that of every list (name_order.py).

A browser measures whether a name fits (`js/hall_names.js`); here are the forms it may choose from. Of a family name of
several parts the first is never shortened, of one part nothing is.
"""

import re
import unicodedata
from dataclasses import dataclass
from typing import Protocol

from tournament.players import name_order
from tournament.players.name_order import is_eastern, romanised


class Named(name_order.NamedPerson, Protocol):
    """A player as rows of the database and of the standings have one."""

    @property
    def distinction(self) -> str: ...


@dataclass(frozen=True, slots=True)
class HallName:
    """`full` as the person writes it. Where it is known which part is the family name there are `family` and `given`,
    and `initials`; else `family` is the full name. `reading` is how a name in kanji is read, in Latin letters."""

    full: str
    family: str
    given: str = ""
    initials: str = ""
    distinction: str = ""
    reading: str = ""

    @property
    def short(self) -> str:
        """The full name with initials for the given names; "" where there is nothing to shorten."""
        return f"{self.initials} {self.family}" if self.initials else ""

    @property
    def shortest_family(self) -> str:
        """The first part of the family name with the initials of the others; "" where there is nothing to shorten."""
        short = first_part(self.family)
        return short if self.initials and short != self.family else ""

    @property
    def shortest(self) -> str:
        """The initials with the shortest family name; "" where there is nothing to shorten."""
        return f"{self.initials} {self.shortest_family}" if self.shortest_family else ""


def hall_name(player: Named, reading: str = "") -> HallName:
    """Return the forms of a player's name.

    >>> from types import SimpleNamespace as Person
    >>> who = hall_name(Person(name="Marie-Luise von Hohenfels", first_name="Marie-Luise", last_name="von Hohenfels",
    ...                        distinction="", number=3))
    >>> who.short, who.family, who.given
    ('M.-L. von Hohenfels', 'von Hohenfels', 'Marie-Luise')
    """
    given, family = name_order.given_and_family(player)
    eastern = is_eastern(player.name)
    return HallName(
        full=player.name,
        family=family,
        given=given,
        initials="" if eastern else initials(given),
        distinction=player.distinction,
        reading=romanised(reading) if eastern else "",
    )


def initials(given: str) -> str:
    """Return given names as initials.

    >>> initials("Marie-Luise"), initials("João Pedro"), initials("Đorđe")
    ('M.-L.', 'J. P.', 'Đ.')
    """
    return " ".join("-".join(f"{part[0]}." for part in word.split("-") if part) for word in given.split())


def first_part(family: str) -> str:
    """Return a family name with its particles, its first part, and initials for the parts after that.

    >>> first_part("von Hohenfels-Schwarzenberg"), first_part("de Albuquerque e Vasconcelos"), first_part("de la Cruz")
    ('von Hohenfels-S.', 'de Albuquerque e V.', 'de la Cruz')
    """
    short, has_first = "", False
    for part in re.split(r"([\s-])", family):
        is_part = part[:1].isupper()
        short += f"{part[0]}." if is_part and has_first else part
        has_first |= is_part
    return short


def folded(letter: str) -> str:
    """Return a letter without its accent: Č is looked for under C."""
    return unicodedata.normalize("NFKD", letter)[:1]
