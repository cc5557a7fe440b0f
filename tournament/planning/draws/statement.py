"""What is frozen when the list is closed: a text of some lines, whose SHA-256 is the one fingerprint of the draw."""

import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from seating import Plan, plan
from seating.check import digest
from seating.lots import Interchangeable
from seating.rounds import Rounds
from seating.wishes import Wish
from tournament.core.models import Tournament
from tournament.planning.draws.commitment import digest_of, fingerprint, records_of, sha256_hex
from tournament.planning.draws.public_number import NumberForm
from tournament.planning.jobs.spec import LAYOUT_SEED
from tournament.planning.models import Draw
from tournament.planning.wishes import queries
from tournament.planning.wishes.queries import planner_wishes
from tournament.players.queries import Field, field_of

TITLE = "sekigime draw 2"


class DrawInput(NamedTuple):
    """Everything that the layout depends on, read together: players, hanchan and wishes."""

    field: Field
    hanchan: int
    records: list[dict[str, Any]]
    wishes: tuple[Wish, ...]

    @property
    def people(self) -> list[list[Any]]:
        """Number, name and id of each player, by start number."""
        return [[player.number, player.name, player.pk] for player in self.field.seated]

    @property
    def asked(self) -> list[dict[str, Any]]:
        """The wishes as values of the planner, without the names that the organiser gave them."""
        return [{**queries.to_json(wish), "name": ""} for wish in self.wishes]

    @property
    def lines(self) -> list[str]:
        """The lines of the statement about players and wishes."""
        return [
            f"players {len(self.field.seated)} at tables of {self.field.size}",
            f"hanchan {self.hanchan}",
            f"list {fingerprint((number, name) for number, name, _ in self.people)}",
            f"wishes {digest_of(self.records)}",
            f"groups wished {asked_digest(self.asked)}",
        ]

    @property
    def layout_seed(self) -> str:
        """The seed of the search for a layout with wishes: nobody chooses it."""
        return layout_seed(self.lines)

    def planned(self) -> Plan:
        """The plan whose layout the players are drawn into; with wishes the search may take long."""
        return plan(len(self.field.seated), self.hanchan, self.layout_seed, wishes=self.wishes, size=self.field.size)


def layout_seed(lines: Iterable[str]) -> str:
    """`draw:` and the SHA-256 of the lines about players and wishes."""
    return LAYOUT_SEED + sha256_hex("".join(f"{line}\n" for line in lines))


def draw_input(tournament: Tournament) -> DrawInput:
    """The players, hanchan and wishes of now; a constant number of queries."""
    field = field_of(tournament)
    wishes = planner_wishes(tournament, field.seated)
    return DrawInput(field, tournament.hanchan.count(), records_of(tournament), wishes)


def asked_digest(asked: Iterable[Any]) -> str:
    """SHA-256 of one line of JSON for each wish of the planner, with sorted keys."""
    return sha256_hex("".join(json.dumps(wish, sort_keys=True, separators=(",", ":")) + "\n" for wish in asked))


def groups_digest(groups: Iterable[Iterable[int]]) -> str:
    """SHA-256 of one line of positions for each group of interchangeable players."""
    return sha256_hex("".join(" ".join(map(str, group)) + "\n" for group in groups))


def statement(
    known: DrawInput,
    *,
    number: int,
    layout: Rounds,
    groups: Interchangeable | Sequence[Sequence[int]],
    form: NumberForm,
    announced: str,
    earliest: datetime,
) -> str:
    """The text that is frozen, one line for each thing, each ended by a line feed."""
    lines = [
        TITLE,
        f"draw {number}",
        *known.lines,
        f"layout {digest(layout)}",
        f"groups drawn {groups_digest(groups)}",
        f"number {form.line}",
        f"announced {announced}",
        f"earliest {earliest.astimezone(UTC).isoformat(timespec='seconds')}",
    ]
    return "".join(f"{line}\n" for line in lines)


def layout_of(draw: Draw) -> Rounds:
    """The stored layout of a draw."""
    return tuple(tuple(tuple(map(int, table.split())) for table in line.split(" | ")) for line in draw.places)


def number_form(draw: Draw) -> NumberForm:
    """The announced form of the public number."""
    return NumberForm.parse(draw.number_form)


def statement_now(draw: Draw, known: DrawInput) -> str:
    """The statement that the players, wishes and stored values of now would give: that of the draw, or it is broken."""
    assert draw.earliest is not None  # noqa: S101 -- every closed draw has it: a constraint
    return statement(
        known,
        number=draw.number,
        layout=layout_of(draw),
        groups=draw.groups,
        form=number_form(draw),
        announced=draw.announced,
        earliest=draw.earliest,
    )


BREAKS = {
    "players": "count",
    "hanchan": "hanchan",
    "list": "list",
    "wishes": "wishes",
    "groups wished": "wishes",
}
"""What differs, by the beginning of a line; any other line is a stored value."""


def broken_parts(draw: Draw, known: DrawInput) -> list[str]:
    """What is no longer as it was frozen: `count`, `hanchan`, `list`, `wishes`, `stored`; empty when the draw holds."""
    if sha256_hex(draw.statement) != draw.fingerprint:
        return ["stored"]
    before, now = draw.statement.splitlines(), statement_now(draw, known).splitlines()
    found = [old for old, new in zip(before, now, strict=False) if old != new]
    if len(before) != len(now):
        return ["stored"]
    parts = [next((part for start, part in BREAKS.items() if line.startswith(f"{start} ")), "stored") for line in found]
    return list(dict.fromkeys(parts))


def seed_of(draw: Draw) -> str:
    """The seed of the lots: SHA-256 of the fingerprint, a colon and the public number."""
    return sha256_hex(f"{draw.fingerprint}:{draw.public_text}")
