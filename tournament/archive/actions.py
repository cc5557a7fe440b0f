"""Bringing a whole event in: set up, seated, played and closed by the same verbs that the pages use, all or nothing."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.foul.prices import chonbo_price
from scoring.game import Table
from tournament.archive.reading import PastEvent
from tournament.archive.times import AllAt, Times
from tournament.edition import writing
from tournament.events.actions import create_tournament, set_public
from tournament.events.models import Hanchan, Tournament
from tournament.events.queries import hanchan_of
from tournament.penalties.actions import give
from tournament.penalties.models import PenaltyKind
from tournament.players.actions import add_players, check_in_all
from tournament.players.models import Player
from tournament.rounds.actions import close, start
from tournament.seating.draft import to_rows
from tournament.seating.models import Seat, Seating, SeatingSource
from tournament.seating.verifying import certify
from tournament.sheets.actions import enter


def load_event(
    *,
    past: PastEvent,
    name: str,
    preset: str,
    by: Any,
    at: datetime,
    people: Sequence[Mapping[str, Any]] = (),
    closed: int | None = None,
    missing: Collection[int] = (),
    times: Times | None = None,
    is_public: bool = False,
    referee: str = "",
    told: Callable[[int, int], None] | None = None,
    **settings: Any,
) -> Tournament:
    """A tournament with everything the file tells. Raises Refused when it cannot be; then nothing was written.

    `people` are the players' fields in the order of `past.players`; without them a player has the name in the file.
    Hanchan 1 to `closed` are closed (None: all); the one after it plays, and its tables in `missing` are not back yet.
    `times` says when things happened (None: all at `at`), `told(n, of)` hears after each hanchan how far it is;
    `settings` go to create_tournament.
    """
    times = times or AllAt(at)
    rows = people or [_person(player) for player in past.players]
    with transaction.atomic():
        tournament = create_tournament(
            name=name, preset=preset, by=by, at=times.set_up(), **{"hanchan_count": past.hanchan_count, **settings}
        )
        set_public(tournament=tournament, is_public=is_public, by=by, at=times.set_up())
        players = add_players(tournament=tournament, rows=rows, by=by, at=times.set_up())
        _seat(tournament, past.tables, players, by=by, at=times.set_up())
        check_in_all(tournament=tournament, by=by, at=times.started(1))
        event = _Event(tournament, past, players, referee or _("not recorded"), times, by)
        _play(event, closed=past.hanchan_count if closed is None else closed, missing=missing, told=told)
    return tournament


@dataclass(frozen=True, slots=True)
class _Event:
    """What is being brought in, while it is."""

    tournament: Tournament
    past: PastEvent
    players: Sequence[Player]
    referee: str
    times: Times
    by: Any


def _person(text: str) -> dict[str, Any]:
    """A player who is called by a number, written plainly, keeps it as the start number."""
    return {"name": text, "number": int(text)} if re.fullmatch("[1-9][0-9]{0,3}", text) else {"name": text}


def _seat(tournament: Tournament, tables: Iterable[Table], players: Sequence[Player], *, by: Any, at: datetime) -> None:
    """Keep where everybody sat. Unlike a seating for what is to come it may leave somebody out of a hanchan."""
    draft: dict[int, dict[int, tuple[int, ...]]] = {}
    for table in tables:
        seats = tuple(players[line.player].pk for line in table.lines)
        draft.setdefault(table.hanchan, {})[table.table] = seats
    with writing(tournament, by=by, at=at, verb="imported a seating", subject=_("from a finished event")):
        seating = Seating.objects.create(
            tournament=tournament, number=1, source=SeatingSource.IMPORTED, made_at=at, made_by=by
        )
        Seat.objects.bulk_create(
            Seat(seating=seating, hanchan=hanchan, table=table, wind=wind, player_id=player)
            for hanchan, table, wind, player in to_rows(draft)
        )
        certify(seating, at=at)
        tournament.seating = seating
        tournament.save(update_fields=["seating"])
        tournament.hanchan.update(seating_published_at=at)


def _play(
    event: _Event, *, closed: int, missing: Collection[int], told: Callable[[int, int], None] | None
) -> None:  # fmt: skip
    chosen = hanchan_of(event.tournament)[: closed + 1]
    for hanchan in chosen:
        hanchan.tournament = event.tournament
        is_over = hanchan.number <= closed
        start(hanchan=hanchan, by=event.by, at=event.times.started(hanchan.number))
        _punish(event, hanchan)
        _enter_all(event, hanchan, () if is_over else missing)
        if is_over:
            close(hanchan=hanchan, by=event.by, at=event.times.closed(hanchan.number))
        if told:
            told(hanchan.number, len(chosen))


def _enter_all(event: _Event, hanchan: Hanchan, missing: Collection[int]) -> None:
    back = [table for table in event.past.tables if table.hanchan == hanchan.number and table.table not in missing]
    for index, table in enumerate(back):
        lines = [(line.wind, event.players[line.player].pk, line.points) for line in table.lines]
        enter(
            hanchan=hanchan, table=table.table, lines=lines, deposits=table.deposits, submission=uuid4(),
            confirmed_warnings=True, by=event.by, at=event.times.sheet(hanchan.number, index),
        )  # fmt: skip


def _punish(event: _Event, hanchan: Hanchan) -> None:
    """The penalties of a hanchan; an amount that is the rule set's for a chonbo was one."""
    for index, number, amount in event.past.penalties:
        if number == hanchan.number:
            chonbo = amount == chonbo_price(event.tournament.ruleset)
            give(
                tournament=event.tournament, player=event.players[index], hanchan=hanchan, amount=amount,
                kind=PenaltyKind.CHONBO if chonbo else PenaltyKind.POINTS, reason=_("from the results of the event"),
                referee=event.referee, submission=uuid4(), by=event.by, at=event.times.penalty(number),
            )  # fmt: skip
