"""One line of a typed log, taken apart word by word."""

import re
from enum import StrEnum
from typing import TypeVar

from scoring.hand.liability import Liable
from scoring.hand.value import PaymentProblem
from scoring.log.events import At
from scoring.ruleset.values import Fed
from scoring.winds import Wind
from scoring.words import gettext_noop

_AT = re.compile(r"(?P<round>[ESWN])(?P<hand>[1-4])(?:\.(?P<honba>[0-9]{1,2}))?")
_STICKS = re.compile(r"(?P<who>[ESWN]|TABLE)(?P<change>[+-][0-9]{1,6})")

Choice = TypeVar("Choice", bound=StrEnum)


class Line:
    """The words of a line, taken one after the other, and their line's number; capitals do not matter."""

    def __init__(self, number: int, text: str) -> None:
        self.number = number
        self.words = text.partition("#")[0].replace(",", " ").lower().split()

    def next(self) -> str:
        """The next word, empty at the end; it is not taken."""
        return self.words[0] if self.words else ""

    def take(self) -> str:
        """The next word, which is then gone. Raises PaymentProblem at the end of the line."""
        if not self.words:
            raise PaymentProblem(gettext_noop("Something is missing at the end of the line."))
        return self.words.pop(0)

    def takes(self, word: str) -> bool:
        """Whether the next word is this one, which is then gone."""
        return self.next() == word and bool(self.take())

    def must(self, word: str) -> None:
        """The next word is this one."""
        if not self.takes(word):
            raise PaymentProblem(gettext_noop("“{word}” is missing before “{next}”."), word=word, next=self.next())

    def at(self) -> At | None:
        """The hand that the line begins with, if it begins with one."""
        found = _AT.fullmatch(self.next().upper())
        if not found:
            return None
        self.take()
        return At(Wind(found["round"]), int(found["hand"]), int(found["honba"]) if found["honba"] else None)

    def player(self) -> Wind:
        """A player by starting wind."""
        word = self.take()
        if word.upper() not in list(Wind):
            template = gettext_noop("“{word}” is no player; type a starting wind: E, S, W or N.")
            raise PaymentProblem(template, word=word)
        return Wind(word.upper())

    def players(self) -> tuple[Wind, ...]:
        """All the players that follow, if any."""
        found = []
        while self.next().upper() in list(Wind):
            found.append(self.player())
        return tuple(found)

    def some_players(self) -> tuple[Wind, ...]:
        """One player or more."""
        return (self.player(), *self.players())

    def one_of(self, choices: type[Choice]) -> Choice:
        """One of the choices of an enum."""
        word = self.take()
        if word not in list(choices):
            template = gettext_noop("“{word}” is none of: {choices}.")
            raise PaymentProblem(template, word=word, choices=", ".join(choices))
        return choices(word)

    def liable(self) -> tuple[Liable, ...]:
        """`liable PLAYER YAKUMAN`, as often as it follows."""
        found = []
        while self.takes("liable"):
            found.append(Liable(self.player(), self.one_of(Fed)))
        return tuple(found)

    def sticks(self) -> dict[str, int]:
        """`E+1000 S-2000 table+1`: what each player, or the table, gets or gives."""
        found: dict[str, int] = {}
        while one := _STICKS.fullmatch(self.next().upper()):
            self.take()
            found[one["who"]] = found.get(one["who"], 0) + int(one["change"])
        return found

    def end(self) -> None:
        """Nothing follows."""
        if self.words:
            raise PaymentProblem(gettext_noop("“{word}” is not understood here."), word=" ".join(self.words))
