"""Load a whole event: set up, seated, played and closed by the actions of the pages, all or nothing."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Protocol
from uuid import uuid4

from django.db import transaction

from scoring.game import Table
from scoring.penalties import chonbo_price
from tournament.archive.reading import PastEvent
from tournament.core.audit import Act, audited_write
from tournament.core.models import Hanchan, HanchanState, Tournament, Verb
from tournament.core.stored_words import coded
from tournament.events.actions import create_tournament, set_public
from tournament.events.queries import hanchan_of, set_up_with
from tournament.events.tournament_setup import TournamentSetup
from tournament.hanchan.actions import close, start
from tournament.players.actions import add_players, check_in_all, disqualify, withdraw
from tournament.players.models import Player, PlayerStatus
from tournament.players.names import unlabelled
from tournament.results.models import PenaltyKind
from tournament.results.penalties.actions import give
from tournament.results.sheets.actions import enter
from tournament.results.sheets.checks import TypedSheet
from tournament.results.sheets.whole_hanchan import enter_hanchan
from tournament.seating_report.quality import quality_of_map
from tournament.seats.integrity import certify
from tournament.seats.models import Seat, Seating, SeatingSource
from tournament.seats.queries import hanchan_keys
from tournament.seats.seat_map import to_rows
from tournament.standings.recount import check_recount


class Times(Protocol):
    """The moments of an event. `index` counts the sheets of a hanchan as they come in, from 0."""

    def set_up(self) -> datetime: ...
    def started(self, hanchan: int) -> datetime: ...
    def sheet(self, hanchan: int, index: int) -> datetime: ...
    def penalty(self, hanchan: int) -> datetime: ...
    def closed(self, hanchan: int) -> datetime: ...


@dataclass(frozen=True, slots=True)
class AllAt:
    """One moment for everything, since a file has no times."""

    at: datetime

    def set_up(self) -> datetime:
        return self.at

    def started(self, hanchan: int) -> datetime:
        return self.at

    def sheet(self, hanchan: int, index: int) -> datetime:
        return self.at

    def penalty(self, hanchan: int) -> datetime:
        return self.at

    def closed(self, hanchan: int) -> datetime:
        return self.at


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadOptions:
    """Options for loading an event.

    `people` are the players' fields in the order of the file; without them a player is as the file says. Hanchan 1 to
    `closed` are closed (None: all); the next one is in play, and the sheets of its tables in `missing` are not in yet.
    `times` has the moments; without them nobody knows when a closed hanchan began and ended.
    """

    people: Sequence[Mapping[str, object]] = ()
    closed: int | None = None
    missing: Collection[int] = ()
    times: Times | None = None
    is_public: bool = False
    referee: str = ""


def load_event(
    *,
    past: PastEvent,
    setup: TournamentSetup,
    act: Act,
    options: LoadOptions = LoadOptions(),  # frozen
    progress: Callable[[int, int], None] | None = None,
) -> Tournament:
    """Create a tournament with everything in the file. Raises Refused; then nothing was written.

    `progress(n, of)` is called after each hanchan. A repeated `act.submission` returns what the first one made.
    """
    if made := set_up_with(act.submission):
        return made
    times = options.times or AllAt(act.at)
    begun = Act(by=act.by, at=times.set_up())
    told = past.people or ({},) * len(past.players)
    rows = options.people or [_person(*person) for person in zip(past.players, told, strict=True)]
    with transaction.atomic():
        tournament = create_tournament(setup=setup, act=replace(begun, submission=act.submission))
        set_public(tournament=tournament, is_public=options.is_public, act=begun)
        players = add_players(tournament=tournament, rows=rows, act=begun)
        closed = past.hanchan_count if options.closed is None else options.closed
        cut = setup.cut_after
        known = cut if cut is not None and closed < cut else past.hanchan_count
        _seat(tournament, past.tables, players, published=known, act=begun)
        check_in_all(tournament=tournament, act=Act(by=act.by, at=times.started(1)))
        event = _Event(tournament, past, players, options.referee or coded("not-recorded"), times, act.by)
        _play(event, closed=closed, missing=options.missing, progress=progress)
        _punish(event, None, begun)
        _leave(players, told, begun)
        check_recount(tournament)
        if options.times is None:
            with audited_write(tournament, begun, Verb.CHANGED_HANCHAN, subject=coded("no-times")):
                tournament.hanchan.filter(state=HanchanState.CLOSED).update(started_at=None, closed_at=None)
    return tournament


@dataclass(frozen=True, slots=True)
class _Event:
    """The event that is being loaded."""

    tournament: Tournament
    past: PastEvent
    players: Sequence[Player]
    referee: str
    times: Times
    by: Any


def _person(text: str, told: Mapping[str, Any]) -> dict[str, Any]:
    """A player who is a number at the tables has it as the start number."""
    number = {"number": int(text)} if re.fullmatch("[1-9][0-9]{0,3}", text) else {}
    name = unlabelled(text, told.get("club", ""), told.get("number"))
    return {"name": name, **number, **{column: value for column, value in told.items() if column != "status"}}


def _leave(players: Sequence[Player], told: Iterable[Mapping[str, Any]], act: Act) -> None:
    """Withdraw and disqualify the players whom the file has as withdrawn or disqualified."""
    step = {PlayerStatus.WITHDRAWN: withdraw, PlayerStatus.DISQUALIFIED: disqualify}
    for player, person in zip(players, told, strict=True):
        if taken := step.get(person.get("status", PlayerStatus.PLAYING)):
            taken(player=player, act=act.because(coded("from-results")))


def _seat(
    tournament: Tournament, tables: Iterable[Table], players: Sequence[Player], *, published: int, act: Act
) -> None:
    """Save who sat where. Unlike a planned seating, it may leave players out of a hanchan. Seats after the hanchan
    `published`, which a cut decides that is still to come, are not public."""
    draft: dict[int, dict[int, tuple[int, ...]]] = {}
    for table in tables:
        seats = tuple(players[line.player].pk for line in table.lines)
        draft.setdefault(table.hanchan, {})[table.table] = seats
    with audited_write(tournament, act, Verb.IMPORTED_SEATING, subject=coded("finished")):
        seating = Seating.objects.create(
            tournament=tournament,
            number=1,
            source=SeatingSource.IMPORTED,
            made_at=act.at,
            made_by=act.by,
            quality=quality_of_map(draft).to_json(),
        )
        keys = hanchan_keys(tournament)
        Seat.objects.bulk_create(
            Seat(seating=seating, hanchan_id=keys[hanchan], table=table, wind=wind, player_id=player)
            for hanchan, table, wind, player in to_rows(draft)
        )
        certify(seating, at=act.at)
        tournament.seating = seating
        tournament.save(update_fields=["seating"])
        tournament.hanchan.filter(number__lte=published).update(seating_published_at=act.at)


def _play(event: _Event, *, closed: int, missing: Collection[int], progress: Callable[[int, int], None] | None) -> None:
    chosen = hanchan_of(event.tournament)[: closed + 1]
    for hanchan in chosen:
        hanchan.tournament = event.tournament
        is_over = hanchan.number <= closed
        start(hanchan=hanchan, act=Act(by=event.by, at=event.times.started(hanchan.number)), as_recorded=True)
        _punish(event, hanchan, Act(by=event.by, at=event.times.penalty(hanchan.number)))
        _enter_all(event, hanchan, () if is_over else missing)
        if is_over:
            close(hanchan=hanchan, act=Act(by=event.by, at=event.times.closed(hanchan.number)), as_recorded=True)
        if progress:
            progress(hanchan.number, len(chosen))


def _enter_all(event: _Event, hanchan: Hanchan, missing: Collection[int]) -> None:
    """Enter the sheets one by one where each has its time, else all at once."""
    back = [table for table in event.past.tables if table.hanchan == hanchan.number and table.table not in missing]
    typed = {table.table: _typed(table, event.players) for table in back}
    if isinstance(event.times, AllAt):
        at = event.times.sheet(hanchan.number, 0)
        enter_hanchan(hanchan=hanchan, sheets=typed, act=Act(by=event.by, at=at))
        return
    for index, (table, sheet) in enumerate(typed.items()):
        at = event.times.sheet(hanchan.number, index)
        act = Act(by=event.by, at=at, submission=uuid4())
        enter(hanchan=hanchan, table=table, typed=sheet, confirmed_warnings=True, act=act)


def _typed(table: Table, players: Sequence[Player]) -> TypedSheet:
    lines = [(line.wind, players[line.player].pk, line.points) for line in table.lines]
    return TypedSheet.of(lines, table.deposits)


def _punish(event: _Event, hanchan: Hanchan | None, act: Act) -> None:
    """Give the penalties of a hanchan, or for None those outside any; the price of a chonbo in the rules is taken for a
    chonbo."""
    for index, number, amount in event.past.penalties:
        if number == (hanchan.number if hanchan else None):
            chonbo = amount == chonbo_price(event.tournament.ruleset)
            give(
                tournament=event.tournament,
                player=event.players[index],
                hanchan=hanchan,
                amount=amount,
                kind=PenaltyKind.CHONBO if chonbo else PenaltyKind.POINTS,
                referee=event.referee,
                act=replace(act, reason=coded("from-results"), submission=uuid4()),
            )
