"""Look up players by what was typed: a start number, an EMA number, or a name that only one has."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.core.messages import Refused
from tournament.core.models import Tournament
from tournament.core.requests import parse_int
from tournament.players.models import Player
from tournament.players.name_order import name_key
from tournament.players.name_search import found
from tournament.players.names import in_either_order, tidy, words
from tournament.translation.formats import series

EMA_DIGITS = 8


@dataclass(frozen=True, slots=True)
class Guest:
    """A person who exists only in a file: the attributes that pages and reports need, without a tournament.

    `label` is how lists name the person: the name, or the number where the file has only numbers.
    """

    pk: int
    number: int
    name: str
    label: str
    country: str = ""
    club: str = ""
    team: str = ""
    first_name: str = ""
    last_name: str = ""
    reading: str = ""


Person = Player | Guest
"""The people a report can be about."""


def option(player: Player) -> str:
    """Return the suggestion for the player; typing it finds the same player again."""
    return f"{player.number} {player.label}"


def find(text: str, players: Sequence[Player], *, parts: bool = True) -> Player:
    """The one player that is meant; with `parts` a piece of the name will do. Raises Refused."""
    return Directory(players).find(text, parts=parts)


def find_or_new(text: str, players: Sequence[Player]) -> Player | None:
    """The player whom a name or number means, also by a piece of the name; None for the name of somebody new.

    Raises Refused for a number that nobody has, and for a name that may mean several.
    """
    try:
        return find(text, players)
    except Refused as unknown:
        if unknown.messages[0].code == "no-match" and not tidy(text).lstrip("#")[:1].isdigit():
            return None
        raise


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
            for name in {in_either_order(player.name), in_either_order(player.label)}:
                self.names.setdefault(name, []).append(player)

    def find(self, text: str, *, parts: bool = True) -> Player:
        """The one player that is meant; with `parts` a piece of the name will do. Raises Refused."""
        typed = tidy(text)
        if not typed:
            raise Refused.of("player-missing", _("a player is missing."))
        digits = re.match(r"#?(\d+)(?!\S)", unicodedata.normalize("NFKC", typed))
        if digits:
            return _only(typed, self._by_digits(digits[1]))
        return _only(typed, self.names.get(in_either_order(typed)) or (self._by_parts(typed) if parts else []))

    def _by_digits(self, digits: str) -> list[Player]:
        if len(digits) == EMA_DIGITS:
            return self.ema.get(digits, [])
        number = parse_int(digits)
        return [] if number is None else self.numbers.get(number, [])

    def _by_parts(self, typed: str) -> list[Player]:
        """A text without a word is a part of no name. Tim is not Chimène, who is only found by the sound."""
        if not words(typed):
            return []
        written = [player for player in self.players if _is_called(player, typed, by_sound=False)]
        return written or [player for player in self.players if _is_called(player, typed)]


def _only(typed: str, players: Sequence[Player]) -> Player:
    if not players:
        raise Refused.of("no-match", _("No player matches “{text}”. Enter the number or the full name."), text=typed)
    if len(players) > 1:
        names = series(f"{player.label} ({player.number})" for player in players[:4])
        raise Refused.of("ambiguous", _("“{text}” could be {names}; enter the number."), text=typed, names=names)
    return players[0]


def search_players(tournament: Tournament, words: str) -> list[Player]:
    """Players whose start number or EMA number is `words`, or whose name has all of them, by name; one query."""
    wanted = unicodedata.normalize("NFKC", words.strip())
    if not wanted:
        return []
    return sorted((player for player in tournament.players.all() if _matches(player, wanted)), key=name_key)


def _matches(player: Player, wanted: str) -> bool:
    if wanted.isdecimal():
        return parse_int(wanted) == player.number or wanted == player.ema_number
    return _is_called(player, wanted)


def _is_called(player: Person, typed: str, *, by_sound: bool = True) -> bool:
    return found(typed, player.name, player.first_name, player.last_name, player.reading, by_sound=by_sound)
