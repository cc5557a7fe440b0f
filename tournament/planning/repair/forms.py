"""Forms of repairs: what happened, and the seats of tables."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from tournament.core.messages import Refused
from tournament.core.requests import parse_int
from tournament.planning.forms import DecisionForm
from tournament.players.lookup import find
from tournament.players.models import Player

FIELDS = 4
"""Fields for players on the page; one of them is always empty."""
MOST = 200


class RepairForm(DecisionForm):
    """The confirmation of an option."""


def people_in(texts: Sequence[str], players: Sequence[Player]) -> tuple[Player, ...]:
    """The typed players, one to a field or several with commas, in the order of their numbers.

    Raises Refused for a text that matches no player or several.
    """
    found: dict[int, Player] = {}
    for text in _parts(texts):
        try:
            player = find(text, players)
        except Refused as unknown:
            raise Refused([replace(unknown.messages[0], field="who")]) from unknown
        found[player.pk] = player
    return tuple(sorted(found.values(), key=lambda player: player.number))


def unclear(texts: Iterable[str], players: Sequence[Player]) -> set[str]:
    """The texts that match no player or several; they are marked in their fields."""
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
    """The values of the fields for players: the typed ones, then empty ones."""
    typed = [text for text in texts if text.strip()][:MOST]
    return [*typed, *[""] * max(1, FIELDS - len(typed))]


def numbers_in(text: str) -> list[int]:
    """Table numbers typed with commas, spaces or "and" between them. Raises Refused for anything else."""
    found = []
    for part in re.split(r"[,;\s]+", text.strip()):
        number = parse_int(part)
        if part and number is None:
            raise Refused.of("not-a-table", _("“{text}” is not a table number."), field="tables", text=part)
        if number is not None and number not in found:
            found.append(number)
    return found


def seat_texts(typed: Any, tables: Sequence[int], size: int) -> dict[int, list[str]]:
    """The texts of the seats of these tables; empty when none was sent yet."""
    if not any(f"seat-{table}" in typed for table in tables):
        return {}
    return {table: (typed.getlist(f"seat-{table}") + [""] * size)[:size] for table in tables}


def seats_in(texts: Mapping[int, Sequence[str]], players: Sequence[Player]) -> dict[int, tuple[int, ...]]:
    """The player id of each typed seat. Raises Refused."""
    found = {}
    for table, typed in texts.items():
        if not all(text.strip() for text in typed):
            raise Refused.of("empty-seat", _("Table {table}: every seat needs a player."), field="tables", table=table)
        try:
            found[table] = tuple(find(text, players).pk for text in typed)
        except Refused as unknown:
            raise Refused.of(
                unknown.messages[0].code,
                _("Table {table}: {what}"),
                field="tables",
                table=table,
                what=unknown.messages[0],
            ) from unknown
    return found
