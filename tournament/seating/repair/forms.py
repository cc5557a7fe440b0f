"""What is typed to say what happened."""

import re
from collections.abc import Sequence
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


def seats_in(
    typed: Any, tables: Sequence[int], size: int, players: Sequence[Player]
) -> dict[int, tuple[int, ...]] | None:
    """Who is typed for each seat of these tables, by ids; None when nothing is typed yet. Raises Refused."""
    if not any(f"seat-{table}" in typed for table in tables):
        return None
    found = {}
    for table in tables:
        texts = [text for text in typed.getlist(f"seat-{table}")[:size] if text.strip()]
        if len(texts) < size:
            message = _("Table %(table)d: every seat needs a person.")
            raise Refused(message % {"table": table}, field="tables")
        try:
            found[table] = tuple(find(text, players).pk for text in texts)
        except Unknown as unknown:
            message = _("Table %(table)d: %(what)s")
            raise Refused(message % {"table": table, "what": unknown.message}, field="tables") from unknown
    return found
