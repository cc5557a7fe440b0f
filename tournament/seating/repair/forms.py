"""What is typed to say what happened."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournament.asked import whole
from tournament.players.models import Player
from tournament.problems import Refused
from tournament.seating.forms import DecisionForm
from tournament.seating.people import Unknown, find

FIELDS = 4
"""So many fields for people stand on the page, and always one that is empty."""
MOST = 200


class RepairForm(DecisionForm):
    """One way out, chosen: why, and which version was seen."""


def people_in(texts: Sequence[str], players: Sequence[Player]) -> tuple[Player, ...]:
    """Everybody who is typed, one to a field or several with commas, in the order of their numbers.

    Raises Refused naming the text that means nobody or more than one.
    """
    found: dict[int, Player] = {}
    for text in _parts(texts):
        try:
            player = find(text, players)
        except Unknown as unknown:
            raise Refused(unknown.message[0].upper() + unknown.message[1:], field="who") from unknown
        found[player.pk] = player
    return tuple(sorted(found.values(), key=lambda player: player.number))


def unclear(texts: Iterable[str], players: Sequence[Player]) -> set[str]:
    """Those of the texts that mean nobody, or more than one: they are marked in their fields."""
    return {text for text in texts if not _is_clear(text, players)}


def _is_clear(text: str, players: Sequence[Player]) -> bool:
    try:
        return bool(people_in([text], players))
    except Refused:
        return False


def _parts(texts: Sequence[str]) -> list[str]:
    parts = [part.strip() for text in texts for part in re.split(r"[,;\n]", text)]
    return [part for part in parts if part][:MOST]


def fields_for(texts: Sequence[str]) -> list[str]:
    """What stands in the fields for people: what was typed, and empty ones after it."""
    typed = [text for text in texts if text.strip()][:MOST]
    return [*typed, *[""] * max(1, FIELDS - len(typed))]


def numbers_in(text: str) -> list[int]:
    """Table numbers typed with commas, spaces or "and" between them. Raises Refused for anything else."""
    found = []
    for part in re.split(r"[,;\s]+", text.strip()):
        number = whole(part)
        if part and number is None:
            raise Refused(_("“%(text)s” is no table number.") % {"text": part}, field="tables")
        if number is not None and number not in found:
            found.append(number)
    return found


def seat_texts(typed: Any, tables: Sequence[int], size: int) -> dict[int, list[str]]:
    """What stands in the fields of each seat of these tables; nothing when no seat was sent yet."""
    if not any(f"seat-{table}" in typed for table in tables):
        return {}
    return {table: (typed.getlist(f"seat-{table}") + [""] * size)[:size] for table in tables}


def seats_in(texts: Mapping[int, Sequence[str]], players: Sequence[Player]) -> dict[int, tuple[int, ...]]:
    """Who is typed for each seat, by ids. Raises Refused."""
    found = {}
    for table, typed in texts.items():
        if not all(text.strip() for text in typed):
            message = _("Table %(table)d: every seat needs a person.")
            raise Refused(message % {"table": table}, field="tables")
        try:
            found[table] = tuple(find(text, players).pk for text in typed)
        except Unknown as unknown:
            message = _("Table %(table)d: %(what)s")
            raise Refused(message % {"table": table, "what": unknown.message}, field="tables") from unknown
    return found
