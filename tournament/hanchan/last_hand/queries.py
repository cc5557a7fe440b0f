"""The totals around a last hand, and the boards of the tables that play one. A constant number of queries."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext_noop as _

from scoring.game import Table
from scoring.least_win import LastHand, Race
from scoring.messages import Message
from scoring.winds import Wind
from tournament.core.models import Hanchan, HanchanState, LastHandAudience, Tournament
from tournament.events.queries import hanchan_of
from tournament.hanchan.last_hand.answer import CurrentSeat
from tournament.hanchan.last_hand.board import (
    MOST_TABLES,
    BoardState,
    LastHandBoard,
    LastHandRow,
    board_rows,
    by_place,
    goal_of,
)
from tournament.results.all_last.models import AllLastSheet
from tournament.results.all_last.queries import all_last_sheets, has_last_hand, last_hand_of
from tournament.results.models import Sheet
from tournament.seats.integrity import altered_of
from tournament.seats.queries import Lineup, Place, lineup
from tournament.standings.queries import before_of, inputs_of, running_after
from tournament.standings.race import race as race_in
from tournament.standings.visibility import public_through, shows_play


def race_at(tournament: Tournament, hanchan: int, players: Sequence[int], *, public: bool) -> Race | Message:
    """Return the event around a table of that hanchan with these players (ids) by current wind, for the public as far
    as its standings are; or why there is none."""
    if hanchan == 1:
        return Message("first-hanchan", _("Before the first hanchan there are no totals."))
    inputs = inputs_of(tournament, public)
    if public and public_through(inputs) < hanchan - 1:
        return Message("not-public", _("The results before hanchan {number} are not public."), {"number": hanchan})
    if inputs.shown is not None:
        return Message("places-not-public", _("Only the first places are public until the ceremony."))
    rows, tied = before_of(tournament, hanchan, public)
    if tied:
        return tied.text({player.id: player.label for player in inputs.players})
    known = [inputs.names[player] for player in players if player in inputs.names]
    unranked = [player.id for player in known if not player.entrant_after(hanchan).is_ranked_in(hanchan)]
    return race_in(rows, hanchan, players, inputs.by, unranked)


@dataclass(frozen=True, slots=True)
class LastHands:
    """The last hand in the hall: the hanchan, None where no last hand is played, and its boards by table; `is_shown` is
    False where the organiser or a hidden result keeps them from these people."""

    hanchan: Hanchan | None = None
    is_shown: bool = False
    boards: tuple[LastHandBoard, ...] = ()

    @property
    def hangs(self) -> bool:
        """Return whether other tables can still move the places that are shown."""
        return any(board.hangs for board in self.boards)

    @property
    def is_over(self) -> bool:
        """Return whether nobody needs anything any more."""
        return all(board.is_finished for board in self.boards)

    @property
    def changed_at(self) -> datetime | None:
        """When something was entered last."""
        return max((board.changed_at for board in self.boards if board.changed_at), default=None)


def public_last_hand(tournament: Tournament, table: int | None = None) -> Hanchan | None:
    """Return the hanchan whose last hand people look for, of a `table` on the stream any hanchan; None where there is
    none, and while its seats are not public."""
    hanchan = last_hand_of(hanchan_of(tournament), table)
    if hanchan is None or hanchan.seating_published_at is None or hanchan.number in altered_of(tournament):
        return None
    return hanchan


def is_shown(hanchan: Hanchan, audience: LastHandAudience) -> bool:
    """Return whether these people may see the last hand of a hanchan: the organiser chose it, and nobody learns what is
    hidden. The table sees its own hand while it plays; its code stays the same in every hanchan."""
    tournament = hanchan.tournament
    if not tournament.shows_last_hand(audience):
        return False
    is_at_table = audience == LastHandAudience.TABLE and hanchan.state == HanchanState.PLAYING
    return is_at_table or shows_play(inputs_of(tournament), hanchan.number)


def last_hands(tournament: Tournament) -> LastHands:
    """Return the last hand as the hall sees it: the tables of a final, else those that entered something, four at most;
    where there are more, what is new comes first."""
    hanchan = public_last_hand(tournament)
    if hanchan is None:
        return LastHands()
    if not is_shown(hanchan, LastHandAudience.HALL):
        return LastHands(hanchan) if hanchan.state == HanchanState.PLAYING else LastHands()
    seated = lineup(tournament, hanchan.number)
    sheets = {sheet.table: sheet for sheet in all_last_sheets(hanchan).filter(is_last=True)}
    wanted = _tables(tournament, hanchan.number, seated, sheets)
    return LastHands(hanchan, True, tuple(_boards(hanchan, seated, wanted, sheets, public=True)))


def board_at(hanchan: Hanchan, table: int, places: Sequence[Place], *, public: bool) -> LastHandBoard:
    """Return the board of one table."""
    sheets = {sheet.table: sheet for sheet in all_last_sheets(hanchan).filter(table=table)}
    return next(iter(_boards(hanchan, {table: tuple(places)}, [table], sheets, public=public)))


def stream_board(hanchan: Hanchan, table: int, places: Sequence[Place]) -> LastHandBoard:
    """Return the board of a table as a stream may show it: seats alone where the organiser or a hidden result keeps the
    points from everybody; a report sheet that is released is shown in any case."""
    inputs = inputs_of(hanchan.tournament, public=True)
    is_released = public_through(inputs) >= hanchan.number and all(inputs.shows(place.player.pk) for place in places)
    is_for_everybody = is_shown(hanchan, LastHandAudience.PUBLIC)
    if is_released or is_for_everybody:
        board = board_at(hanchan, table, places, public=True)
        if board.is_finished or (is_for_everybody and hanchan.state == HanchanState.PLAYING):
            return board
    return _waiting(hanchan, table, places)


def _tables(tournament: Tournament, hanchan: int, seated: Lineup, sheets: Mapping[int, AllLastSheet]) -> list[int]:
    """Return the tables on the wall."""
    cuts = tournament.ranked_by.cuts_before(hanchan)
    rows, _tied = before_of(tournament, hanchan, public=True) if cuts else ((), None)
    tiers = {row.player: row.tier for row in rows}
    last = len(cuts[-1].sizes) if cuts else 0
    found = {table: min(tiers.get(place.player.pk, last) for place in places) for table, places in seated.items()}
    finals = sorted((tier, table) for table, tier in found.items() if tier < last)
    wanted = [table for _tier, table in finals] or sorted(table for table in sheets if table in seated)
    if len(wanted) > MOST_TABLES or not finals:
        newest = sorted(wanted, key=lambda table: _entered(sheets.get(table)), reverse=True)[:MOST_TABLES]
        wanted = [table for table in wanted if table in newest]
    return wanted


def _entered(sheet: AllLastSheet | None) -> float:
    return sheet.entered_at.timestamp() if sheet else 0.0


def _boards(
    hanchan: Hanchan,
    seated: Lineup,
    wanted: Collection[int],
    sheets: Mapping[int, AllLastSheet],
    *,
    public: bool,
) -> list[LastHandBoard]:
    tournament = hanchan.tournament
    played = {one.table: one for one in inputs_of(tournament).tables if one.hanchan == hanchan.number}
    accepted = Sheet.objects.filter(hanchan=hanchan, table__in=wanted, accepted__isnull=False)
    entered_at = dict(accepted.values_list("table", "accepted__entered_at"))
    boards = []
    for table in wanted:
        places, sheet = seated[table], sheets.get(table)
        if table in played and table in entered_at:
            board = _finished(hanchan, places, played[table], public=public)
            boards.append(replace(board, changed_at=entered_at[table]))
        elif sheet and sheet.is_of([place.player.pk for place in places], hanchan.tournament):
            boards.append(_entered_board(hanchan, places, sheet, public=public))
        else:
            boards.append(_waiting(hanchan, table, places))
    return boards


def _waiting(hanchan: Hanchan, table: int, places: Sequence[Place]) -> LastHandBoard:
    drawn = hanchan.tournament.winds_are_drawn
    seats = (CurrentSeat(place.wind, None if drawn else place.wind, place) for place in places)
    return LastHandBoard(table, BoardState.WAITING, tuple(LastHandRow(seat) for seat in seats))


def _entered_board(hanchan: Hanchan, places: Sequence[Place], sheet: AllLastSheet, *, public: bool) -> LastHandBoard:
    rules = hanchan.tournament.ruleset
    marks = tuple(bool(yakitori) for _points, yakitori, _player in sheet.seats)
    table = LastHand(
        points=sheet.points,
        rules=rules,
        hand=sheet.hand,
        honba=sheet.honba - (sheet.is_old and sheet.is_last),  # the needs are those of the hand that was entered
        deposits=sheet.deposits,
        yakitori=marks if rules.yakitori else (),
    )
    by_player = {place.player.pk: place for place in places}
    seats = [
        CurrentSeat(wind, None, by_player[player]) for wind, player in zip(rules.winds, sheet.players, strict=True)
    ]
    state = BoardState.OLD if sheet.is_old else BoardState.ENTERED
    board = _board(hanchan, sheet.table, table, seats, state, public, is_last=sheet.is_last)
    return replace(
        board,
        round=Wind(sheet.round),
        honba=sheet.honba,
        author=sheet.author,
        changed_at=sheet.entered_at,
        version=sheet.number,
    )


def _finished(hanchan: Hanchan, places: Sequence[Place], played: Table, *, public: bool) -> LastHandBoard:
    """Return the board of a table by its report sheet. Its winds are those of the start, as in the first hand."""
    rules = hanchan.tournament.ruleset
    by_player = {place.player.pk: place for place in places}
    seats = [CurrentSeat(line.wind, line.wind, by_player.get(line.player)) for line in played.lines]
    table = LastHand(
        points=tuple(line.points for line in played.lines),
        rules=rules,
        hand=1,
        deposits=played.deposits,
        yakitori=tuple(line.yakitori for line in played.lines) if rules.yakitori else (),
        busted_by=tuple(line.busted_by for line in played.lines),
    )
    board = _board(hanchan, played.table, table, seats, BoardState.FINISHED, public)
    is_out = hanchan.state == HanchanState.CLOSED and public_through(inputs_of(hanchan.tournament)) >= hanchan.number
    return _with_final_places(hanchan, board, public=public) if board.in_event and is_out else board


def _with_final_places(hanchan: Hanchan, board: LastHandBoard, *, public: bool) -> LastHandBoard:
    """Return the board of a hanchan that is over for everybody with the places of the standings, no longer with those
    that only this table would have made."""
    now = running_after(hanchan.tournament, hanchan.number, public)
    found = ((row, now.get(row.seat.player or 0)) for row in board.rows)
    rows = [row.at_place(one.place, one.shared, board.goal or 1) if one else row for row, one in found]
    return replace(board, rows=by_place(rows), hangs=False)


def _board(
    hanchan: Hanchan,
    number: int,
    table: LastHand,
    seats: Sequence[CurrentSeat],
    state: BoardState,
    public: bool,
    *,
    is_last: bool = True,
) -> LastHandBoard:
    around = _race_around(hanchan, seats, public=public)
    cut = next((one for one in hanchan.tournament.ranked_by.cuts if one.after == hanchan.number), None)
    goal, is_cut = goal_of(table, around, cut.sizes if cut else ()) if is_last else (None, False)
    finished = state is BoardState.FINISHED
    return LastHandBoard(
        table=number,
        state=state,
        rows=board_rows(table, seats, around, goal, finished=finished),
        is_last=is_last,
        goal=None if finished and not is_cut else goal,
        is_cut=is_cut,
        in_event=around is not None,
        hangs=around is not None and _hangs(hanchan, seats, public=public),
        hand=table.hand,
        honba=table.honba,
        deposits=table.deposits,
    )


def _race_around(hanchan: Hanchan, seats: Sequence[CurrentSeat], *, public: bool) -> Race | None:
    """Return the event around a table whose hanchan decides something in it; of another, places are at the table."""
    tournament = hanchan.tournament
    if not has_last_hand(hanchan.number, len(hanchan_of(tournament)), tournament.ranked_by):
        return None
    race = race_at(tournament, hanchan.number, [seat.player or 0 for seat in seats], public=public)
    return None if isinstance(race, Message) else race


def _hangs(hanchan: Hanchan, seats: Sequence[CurrentSeat], *, public: bool) -> bool:
    """Return whether somebody at another table can pass a player of this one: who is on the same side of every cut."""
    rows, _tied = before_of(hanchan.tournament, hanchan.number, public)
    here = {seat.player for seat in seats}
    tiers = {row.tier for row in rows if row.player in here}
    return any(row.ranked and row.player not in here and row.tier in tiers for row in rows)
