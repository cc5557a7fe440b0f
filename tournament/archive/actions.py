"""Bringing a whole event in: set up, seated, played and closed by the same verbs that the pages use, all or nothing."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.game import Table
from tournament.archive.reading import PastEvent
from tournament.edition import writing
from tournament.events.actions import create_tournament
from tournament.events.models import Hanchan, Tournament
from tournament.events.queries import hanchan_of
from tournament.penalties.actions import give
from tournament.penalties.models import PenaltyKind
from tournament.players.actions import add_players
from tournament.players.models import Player
from tournament.rounds.actions import close, start
from tournament.seating.draft import to_rows
from tournament.seating.models import Seat, Seating, SeatingSource
from tournament.sheets.actions import enter


def load_event(
    *,
    past: PastEvent,
    name: str,
    preset: str,
    by: Any,
    at: datetime,
    slug: str = "",
    people: Sequence[Mapping[str, Any]] = (),
    closed: int | None = None,
    missing: Collection[int] = (),
    **settings: Any,
) -> Tournament:
    """A tournament with everything the file tells. Raises Refused when it cannot be; then nothing was written.

    `people` are the players' fields in the order of `past.players`; without them a player has the name in the file.
    Hanchan 1 to `closed` are closed (None: all); the one after it plays, and its tables in `missing` are not back yet.
    """
    rows = people or [_person(player) for player in past.players]
    with transaction.atomic():
        tournament = create_tournament(
            name=name, preset=preset, hanchan_count=settings.pop("hanchan_count", past.hanchan_count),
            slug=slug, by=by, at=at, **settings,
        )  # fmt: skip
        players = add_players(tournament=tournament, rows=rows, by=by, at=at)
        _seat(tournament, past.tables, players, by=by, at=at)
        _play(tournament, past, players, closed=closed, missing=missing, by=by, at=at)
    return tournament


def _person(text: str) -> dict[str, Any]:
    """A player who is called by a number keeps it as the start number."""
    return {"name": text, "number": int(text)} if text.isdecimal() and 0 < int(text) < 10_000 else {"name": text}


def _seat(tournament: Tournament, tables: Iterable[Table], players: Sequence[Player], *, by: Any, at: datetime) -> None:
    """Keep where everybody sat. Unlike a seating for what is to come it may leave somebody out of a hanchan."""
    draft: dict[int, dict[int, tuple[int, ...]]] = {}
    for table in tables:
        seats = tuple(players[line.player].pk for line in table.lines)
        draft.setdefault(table.hanchan, {})[table.table] = seats
    with writing(tournament, by=by, at=at, verb="seating.import", subject=_("from a finished event")):
        seating = Seating.objects.create(
            tournament=tournament, number=1, source=SeatingSource.IMPORTED, made_at=at, made_by=by
        )
        Seat.objects.bulk_create(
            Seat(seating=seating, hanchan=hanchan, table=table, wind=wind, player_id=player)
            for hanchan, table, wind, player in to_rows(draft)
        )
        tournament.seating = seating
        tournament.save(update_fields=["seating"])
        tournament.hanchan.update(seating_published_at=at)


def _play(
    tournament: Tournament, past: PastEvent, players: Sequence[Player], *,
    closed: int | None, missing: Collection[int], by: Any, at: datetime,
) -> None:  # fmt: skip
    last = past.hanchan_count if closed is None else closed
    for hanchan in hanchan_of(tournament)[: last + 1]:
        start(hanchan=hanchan, by=by, at=at)
        for table in past.tables:
            if table.hanchan == hanchan.number and (hanchan.number <= last or table.table not in missing):
                _enter(hanchan, table, players, by=by, at=at)
        _punish(tournament, hanchan, past, players, by=by, at=at)
        if hanchan.number <= last:
            close(hanchan=hanchan, by=by, at=at)


def _enter(hanchan: Hanchan, table: Table, players: Sequence[Player], *, by: Any, at: datetime) -> None:
    lines = [(line.wind, players[line.player].pk, line.points) for line in table.lines]
    enter(
        hanchan=hanchan, table=table.table, lines=lines, deposits=table.deposits,
        submission=uuid4(), confirmed_warnings=True, by=by, at=at,
    )  # fmt: skip


def _punish(
    tournament: Tournament, hanchan: Hanchan, past: PastEvent, players: Sequence[Player], *, by: Any, at: datetime
) -> None:
    """The penalties of a hanchan; an amount that is the rule set's for a chonbo was one."""
    for index, number, amount in past.penalties:
        if number == hanchan.number:
            chonbo = amount == tournament.ruleset.chonbo
            give(
                tournament=tournament, player=players[index], hanchan=hanchan, amount=amount,
                kind=PenaltyKind.CHONBO if chonbo else PenaltyKind.POINTS,
                reason=_("as in the file of the finished event"), referee=_("file"), submission=uuid4(), by=by, at=at,
            )  # fmt: skip
