"""Names for the hall: which part is the family name, how it is shortened where the room ends, and how it is sorted.

A browser measures whether a name fits (`js/hall_names.js`); here are the forms it may choose from. The family name is
never shortened.
"""

import unicodedata
from dataclasses import dataclass
from typing import Protocol

from tournament.players.names import composed, in_order, parted
from tournament.players.romanisation import is_eastern, romanised


class Named(Protocol):
    """A player as rows of the database and of the standings have one."""

    @property
    def name(self) -> str: ...
    @property
    def first_name(self) -> str: ...
    @property
    def last_name(self) -> str: ...
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
    def key(self) -> tuple[str, ...]:
        """The sort key of the hall's lists: the family name first, accents folded, kanji by their reading."""
        return in_order(self.reading or f"{self.family} {self.given}")

    @property
    def letter(self) -> str:
        """The letter under which the name is looked for; the sign itself where no reading is known."""
        first = (self.key or ("",))[0][:1]
        return first.upper()


def hall_name(player: Named, reading: str = "") -> HallName:
    """Return the forms of a player's name.

    >>> from types import SimpleNamespace as Person
    >>> who = hall_name(Person(name="Marie-Luise von Hohenfels", first_name="Marie-Luise", last_name="von Hohenfels",
    ...                        distinction="", number=3))
    >>> who.short, who.family, who.letter
    ('M.-L. von Hohenfels', 'von Hohenfels', 'V')
    """
    first, last = player.first_name, player.last_name
    if not (first and last and sorted(composed(first, last).split()) == sorted(player.name.split())):
        first, last = parted(player.name)
    eastern = is_eastern(player.name)
    return HallName(
        full=player.name,
        family=last or player.name,
        given=first if last else "",
        initials="" if eastern or not last else initials(first),
        distinction=player.distinction,
        reading=romanised(reading) if eastern else "",
    )


def initials(given: str) -> str:
    """Return given names as initials.

    >>> initials("Marie-Luise"), initials("João Pedro"), initials("Đorđe")
    ('M.-L.', 'J. P.', 'Đ.')
    """
    return " ".join("-".join(f"{part[0]}." for part in word.split("-") if part) for word in given.split())


def folded(letter: str) -> str:
    """Return a letter without its accent: Č is looked for under C."""
    return unicodedata.normalize("NFKD", letter)[:1]
