"""What must hold of a player before anything is written, in words that say what would do."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournament.events.models import Tournament
from tournament.players.models import Player
from tournament.players.names import composed, tidy
from tournament.players.queries import same_names
from tournament.players.readings import MAX_NUMBER, Unreadable, read_country, read_ema_number
from tournament.problems import Refused

TEXTS = ("name", "first_name", "last_name", "club", "team", "note")
FIELDS = (*TEXTS, "number", "country", "ema_number", "is_substitute")


def tidied(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields as they are kept; country and EMA number in any known way of writing."""
    unknown = set(fields) - set(FIELDS)
    if unknown:
        raise TypeError(f"a player has no {', '.join(sorted(unknown))} to set")
    kept = {name: tidy(value) if name in TEXTS else value for name, value in fields.items()}
    for name, read in (("country", read_country), ("ema_number", lambda text: read_ema_number(text)[0])):
        try:
            kept |= {name: read(kept[name])} if kept.get(name) else {}
        except Unreadable as unreadable:
            raise Refused(unreadable.message, field=name) from unreadable
    if not kept.get("name") and (kept.get("first_name") or kept.get("last_name")):
        kept["name"] = composed(kept.get("first_name", ""), kept.get("last_name", ""))
    return kept


def check(player: Player) -> None:
    """Every field by itself."""
    if not player.name:
        raise Refused(_("A player needs a name."), field="name")
    if not 1 <= player.number <= MAX_NUMBER:
        raise Refused(_("A number is from 1 to %(most)s.") % {"most": MAX_NUMBER}, field="number")
    try:
        player.clean_fields(exclude=["tournament"])
    except ValidationError as error:
        field, messages = next(iter(error.message_dict.items()))
        raise Refused(f"{player.name}: {messages[0]}", field=field) from error


def check_alone(player: Player, others: Iterable[Player]) -> None:
    """Number and EMA number belong to nobody else."""
    for other in others:
        params = {"number": other.number, "name": other.name, "ema": other.ema_number}
        if other.number == player.number:
            message = _("Number %(number)s is %(name)s's. Choose a free one, or give %(name)s another number first.")
            raise Refused(message % params, field="number")
        if player.ema_number and other.ema_number == player.ema_number:
            raise Refused(
                _("EMA number %(ema)s is already here: number %(number)s, %(name)s.") % params, field="ema_number"
            )


def refuse_namesake(player: Player, others: Sequence[Player]) -> None:
    for other in same_names(player, others):
        message = _(
            "There is already a %(name)s: number %(number)s. "
            "Another person? Then tick below, or add what tells them apart."
        )
        raise Refused(message % {"name": other.name, "number": other.number}, field="namesake")


def check_all_alone(players: Sequence[Player], others: Iterable[Player]) -> None:
    numbers = {other.number: other for other in others}
    ema_numbers = {other.ema_number: other for other in numbers.values() if other.ema_number}
    for player in players:
        known = (numbers.get(player.number), ema_numbers.get(player.ema_number))
        check_alone(player, [other for other in known if other is not None])
        numbers[player.number] = player
        if player.ema_number:
            ema_numbers[player.ema_number] = player


def new_player(tournament: Tournament, fields: Mapping[str, Any], number: int) -> Player:
    """A checked player, not saved yet; `number` is taken where the fields give none."""
    kept = tidied(fields)
    kept["number"] = kept.get("number") or number
    player = Player(tournament=tournament, **kept)
    check(player)
    return player
