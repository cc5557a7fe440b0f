"""Whom a text means: a start number, an EMA number, or a name that only one has."""

import re
from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournament.asked import whole
from tournament.players.models import Player
from tournament.players.names import found, key, words

EMA_DIGITS = 8


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
    typed = " ".join(text.split())
    if not typed:
        raise Unknown(_("a player is missing."))
    digits = re.match(r"#?(\d+)(?!\S)", typed)
    if digits:
        return _only(typed, _by_digits(digits[1], players))
    return _only(typed, _by_name(typed, players) or (_by_parts(typed, players) if parts else []))


def _by_digits(digits: str, players: Sequence[Player]) -> list[Player]:
    if len(digits) == EMA_DIGITS:
        return [player for player in players if player.ema_number == digits]
    return [player for player in players if player.number == whole(digits)]


def _by_name(typed: str, players: Sequence[Player]) -> list[Player]:
    """The name in either order: Aiko Brandt is Brandt, Aiko."""
    wanted = sorted(words(typed)) or [key(typed)]
    return [player for player in players if (sorted(words(player.name)) or [key(player.name)]) == wanted]


def _by_parts(typed: str, players: Sequence[Player]) -> list[Player]:
    return [player for player in players if found(typed, player.name, player.first_name, player.last_name)]


def _only(typed: str, players: Sequence[Player]) -> Player:
    if not players:
        raise Unknown(_("“%(text)s” is nobody here; write the number or the full name.") % {"text": typed})
    if len(players) > 1:
        names = ", ".join(f"{player.name} ({player.number})" for player in players[:4])
        raise Unknown(_("“%(text)s” could be %(names)s; write the number.") % {"text": typed, "names": names})
    return players[0]
