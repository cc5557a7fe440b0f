"""Finding the person a referee means from what was typed: a number, a name, or a part of one."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournament.players.models import Player
from tournament.problems import Refused
from tournament.seating.queries import folded


def option(player: Player) -> str:
    """What the list under the field offers, and what finds the same player again."""
    return f"{player.number} {player.name}"


def find_person(text: str, people: Sequence[Player]) -> Player:
    """The one player that `text` means. Raises Refused, naming who else it could be."""
    typed = " ".join(text.split())
    number, _space, _name = typed.partition(" ")
    if number.isdecimal():
        return _by_number(int(number), people)
    return _by_name(typed, people)


def _by_number(number: int, people: Sequence[Player]) -> Player:
    for player in people:
        if player.number == number:
            return player
    raise Refused(_("There is no player number %(number)d.") % {"number": number})


def _by_name(typed: str, people: Sequence[Player]) -> Player:
    wanted = folded(typed)
    same = [player for player in people if folded(player.name) == wanted]
    found = same or [player for player in people if wanted and wanted in folded(player.name)]
    if len(found) == 1:
        return found[0]
    if not found:
        raise Refused(_("Nobody here is called “%(typed)s”. Type the number or the name.") % {"typed": typed})
    names = ", ".join(option(player) for player in found[:5])
    raise Refused(_("“%(typed)s” could be %(names)s. Type the number.") % {"typed": typed, "names": names})
