"""Whom a text means: a start number, an EMA number, or a name that only one has."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.asked import whole
from tournament.players.models import Player
from tournament.players.names import found, key, tidy, words

EMA_DIGITS = 8


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody whom only a file knows: what pages and reports ask of a player, without a tournament.

    `label` is how lists name the person: the name, or the number where the file has numbers alone.
    """

    pk: int
    number: int
    name: str
    label: str
    country: str = ""
    club: str = ""
    team: str = ""


Person = Player | Guest
"""Whom a report may be about."""


class Unknown(ValueError):
    """The text means nobody, or more than one; `message` says so."""

    def __init__(self, message: str):
        super().__init__(message)
        self.message = message


def option(player: Player) -> str:
    """What is offered for typing; it finds the same player again."""
    return f"{player.number} {player.name}"


def find(text: str, players: Sequence[Player], *, parts: bool = True) -> Player:
    """The one player that is meant; with `parts` a piece of the name will do. Raises Unknown."""
    return Directory(players).find(text, parts=parts)


class Directory:
    """People by number, EMA number and name: made once, it finds thousands of texts without walking through all."""

    def __init__(self, players: Sequence[Player]):
        self.players = players
        self.numbers: dict[int, list[Player]] = {}
        self.ema: dict[str, list[Player]] = {}
        self.names: dict[tuple[str, ...], list[Player]] = {}
        for player in players:
            self.numbers.setdefault(player.number, []).append(player)
            self.ema.setdefault(player.ema_number, []).append(player)
            self.names.setdefault(_either_order(player.name), []).append(player)

    def find(self, text: str, *, parts: bool = True) -> Player:
        """The one player that is meant; with `parts` a piece of the name will do. Raises Unknown."""
        typed = tidy(text)
        if not typed:
            raise Unknown(_("a player is missing."))
        digits = re.match(r"#?(\d+)(?!\S)", typed)
        if digits:
            return _only(typed, self._by_digits(digits[1]))
        return _only(typed, self.names.get(_either_order(typed)) or (self._by_parts(typed) if parts else []))

    def _by_digits(self, digits: str) -> list[Player]:
        if len(digits) == EMA_DIGITS:
            return self.ema.get(digits, [])
        number = whole(digits)
        return [] if number is None else self.numbers.get(number, [])

    def _by_parts(self, typed: str) -> list[Player]:
        """A text without a word is a part of no name."""
        if not words(typed):
            return []
        return [player for player in self.players if found(typed, player.name, player.first_name, player.last_name)]


def _either_order(name: str) -> tuple[str, ...]:
    """The same for a name in either order: Aiko Brandt is Brandt, Aiko."""
    return tuple(sorted(words(name))) or (key(name),)


def _only(typed: str, players: Sequence[Player]) -> Player:
    if not players:
        raise Unknown(_("“%(text)s” is nobody here; write the number or the full name.") % {"text": typed})
    if len(players) > 1:
        names = ", ".join(f"{player.name} ({player.number})" for player in players[:4])
        raise Unknown(_("“%(text)s” could be %(names)s; write the number.") % {"text": typed, "names": names})
    return players[0]
