"""Checks of players before anything is written."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_noop as _

from tournament.core.conditions import Condition, PageLink, refuse_open
from tournament.core.messages import Level, Message, Refused
from tournament.core.models import Tournament
from tournament.players.models import Player
from tournament.players.names import composed, tidy
from tournament.players.parsers import MAX_NUMBER, read_country, read_ema_number
from tournament.players.queries import same_names
from tournament.translation.formats import enumeration

TEXTS = (
    *("name", "first_name", "last_name", "legal_name", "reading", "pronouns", "club", "team", "ara_id", "note"),
    "contact",
)
FIELDS = (*TEXTS, "number", "country", "ema_number", "carried", "is_substitute", "is_newcomer")


def tidied(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields as they are saved; country and EMA number are read in any known spelling."""
    unknown = set(fields) - set(FIELDS)
    if unknown:
        raise TypeError(f"a player has no {', '.join(sorted(unknown))} to set")
    kept = {name: tidy(value) if name in TEXTS else value for name, value in fields.items()}
    for name, read in (("country", read_country), ("ema_number", lambda text: read_ema_number(text)[0])):
        try:
            kept |= {name: read(kept[name])} if kept.get(name) else {}
        except Refused as unreadable:
            raise Refused(replace(message, field=name) for message in unreadable.messages) from unreadable
    if not kept.get("name") and (kept.get("first_name") or kept.get("last_name")):
        kept["name"] = composed(kept.get("first_name", ""), kept.get("last_name", ""))
    return kept


def check(player: Player) -> None:
    """Check each field."""
    if not player.name:
        raise Refused.of("player-name-missing", _("A player needs a name."), field="name")
    if not 1 <= player.number <= MAX_NUMBER:
        raise Refused.of("number-range", _("Enter a number from 1 to {most}."), field="number", most=MAX_NUMBER)
    try:
        player.clean_fields(exclude=["tournament", "merged_into"])
    except ValidationError as error:
        field, problems = next(iter(error.message_dict.items()))
        text = _("{name}: {problem}")
        raise Refused.of("player-field", text, field=field, name=player.name, problem=problems[0]) from error


def check_unique(player: Player, others: Iterable[Player]) -> None:
    """Check that nobody else has the number or the EMA number."""
    for other in others:
        params = {"number": other.number, "name": other.name, "ema": other.ema_number}
        if other.number == player.number:
            raise Refused.of(
                "number-taken",
                _("Number {number} belongs to {name}. Choose a free one, or give {name} another number first."),
                field="number",
                **params,
            )
        if player.ema_number and other.ema_number == player.ema_number:
            raise Refused.of(
                "ema-taken",
                _("EMA number {ema} already belongs to {name} (number {number})."),
                field="ema_number",
                **params,
            )


def refuse_namesake(player: Player, others: Sequence[Player]) -> None:
    for other in same_names(player, others):
        raise Refused.of(
            "namesake",
            _(
                "{name} is already on the list as number {number}. If this is a different person, tick the box below "
                "or add a club, country or EMA number."
            ),
            field="namesake",
            name=other.name,
            number=other.number,
        )


def refuse_unconfirmed(tournament: Tournament, players: Iterable[int]) -> None:
    """Refuse players, by id, whose names nobody has confirmed: what is to be published would show them."""
    refuse_open(name_conditions(tournament.players.filter(is_unlisted=True, pk__in=players)))


def name_conditions(players: Iterable[Player]) -> Iterator[Condition]:
    """Yield that names of these players wait for somebody to confirm them."""
    if waiting := sorted({player.number for player in players if player.is_unlisted}):
        text = _(
            "Names from the registration page wait for you, and this would show them to everybody: numbers {numbers}. "
            "Confirm them first: Players, Registrations."
        )
        message = Message("names-unconfirmed", text, {"numbers": enumeration(waiting)}, Level.ERROR)
        yield Condition("names", message, PageLink(_("Registrations"), "registrations", "run_event"))


def check_all_unique(players: Sequence[Player], others: Iterable[Player]) -> None:
    numbers = {other.number: other for other in others}
    ema_numbers = {other.ema_number: other for other in numbers.values() if other.ema_number}
    for player in players:
        known = (numbers.get(player.number), ema_numbers.get(player.ema_number))
        check_unique(player, [other for other in known if other is not None])
        numbers[player.number] = player
        if player.ema_number:
            ema_numbers[player.ema_number] = player


def new_player(tournament: Tournament, fields: Mapping[str, Any], number: int) -> Player:
    """A checked player, not saved yet; `number` is used when the fields have none."""
    kept = tidied(fields)
    kept["number"] = kept.get("number") or number
    player = Player(tournament=tournament, **kept)
    check(player)
    return player
