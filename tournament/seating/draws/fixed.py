"""The wishes that hold still from the commitment to the draw: as records, as lines for their digest, in sentences.

A line says, apart by one space, the kind, the weight, and then what there is of `shared`, `people` (start numbers),
`hanchan` and `tables`: ``apart must people 3 7 hanchan 2``. Labels change no seat and are left out.
"""

from collections.abc import Collection, Iterable, Mapping
from types import SimpleNamespace
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournament.events.models import Tournament
from tournament.seating.draws.models import Draw
from tournament.seating.draws.seeds import hexed
from tournament.seating.wishes.models import Wish
from tournament.seating.wishes.queries import wishes_of
from tournament.seating.wishes.sentences import said

Record = Mapping[str, Any]


def records_of(tournament: Tournament) -> list[dict[str, Any]]:
    """The wishes in force, as they are kept with a draw; two queries."""
    return [_record(wish) for wish in wishes_of(tournament)]


def _record(wish: Wish) -> dict[str, Any]:
    return {
        "kind": wish.kind, "weight": wish.weight, "shared": wish.shared, "hanchan": wish.hanchan,
        "tables": wish.tables, "people": sorted(player.number for player in wish.players.all()),
        "made_at": wish.made_at.isoformat(),
    }  # fmt: skip


def line_of(record: Record) -> str:
    """One wish as a line.

    >>> line_of({"kind": "apart", "weight": "must", "shared": "", "people": [3, 7], "hanchan": 2, "tables": []})
    'apart must people 3 7 hanchan 2'
    """
    words = [record["kind"], record["weight"]]
    words += ["shared", record["shared"]] if record["shared"] else []
    words += ["people", *map(str, record["people"])] if record["people"] else []
    words += ["hanchan", str(record["hanchan"])] if record["hanchan"] is not None else []
    words += ["tables", *map(str, record["tables"])] if record["tables"] else []
    return " ".join(words)


def lines_of(records: Iterable[Record]) -> list[str]:
    return [line_of(record) for record in records]


def digest_of(records: Iterable[Record]) -> str:
    """SHA-256 of the lines, each ended by a line feed."""
    return hexed("".join(f"{line}\n" for line in lines_of(records)))


def sentences(draw: Draw, named: Collection[int]) -> list[SafeString]:
    """The wishes of a draw for everybody to read; only people with these ids are called by name. One query."""
    numbers = {number for record in draw.wishes for number in record["people"]}
    if not draw.wishes:
        return []
    found = {player.number: player for player in draw.tournament.players.filter(number__in=numbers)}
    known = {number: player.name for number, player in found.items() if player.pk in named}
    return [said(_read(record, known)) for record in draw.wishes]


def _read(record: Record, known: Mapping[int, str]) -> Any:
    """A record as what can be said in a sentence."""
    people = [SimpleNamespace(number=number, name=known.get(number, _("somebody"))) for number in record["people"]]
    return SimpleNamespace(**{**record, "label": "", "players": SimpleNamespace(all=lambda: people)})
