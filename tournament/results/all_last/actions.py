"""Entering the all-last sheet of a table, and the hand after it: the only writers of these sheets."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.timezone import localtime
from django.utils.translation import gettext_noop as _

from scoring.game import DEPOSIT
from scoring.points import Points, write
from scoring.winds import WINDS, Wind
from tournament.core.audit import Act, audited_write
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Hanchan, HanchanState, LastHandAudience, Tournament, Verb
from tournament.players.models import Player
from tournament.results.all_last.models import MOST_HONBA, AllLastSheet
from tournament.results.all_last.queries import all_last_sheets, has_last_hand
from tournament.results.sheets.queries import entered_tables
from tournament.seats.queries import places_at
from tournament.translation.formats import written

MOST = 32_767  # of a small number in the database


class _Repeated(Exception):
    """The sheet has these values already."""


@dataclass(frozen=True, slots=True)
class AllLastValues:
    """The values of an all-last sheet. `seats` are by current wind: points, whether yakitori, and the player's id."""

    hand: int
    honba: int
    deposits: int
    seats: tuple[tuple[Points, bool, int], ...]
    round: Wind = Wind.SOUTH
    is_last: bool = True

    def are_those_of(self, sheet: AllLastSheet) -> bool:
        """Return whether the sheet has them, and its hand is still played."""
        own = (self.round, self.is_last, self.hand, self.honba, self.deposits, [list(seat) for seat in self.seats])
        kept = (sheet.round, sheet.is_last, sheet.hand, sheet.honba, sheet.deposits, sheet.seats)
        return own == kept and not sheet.is_old


def enter_all_last(
    *, hanchan: Hanchan, table: int, values: AllLastValues, player: Player | None, act: Act
) -> AllLastSheet:
    """Keep the values before the last hand of a table, or any hand on the stream; the same once more write nothing.

    `player` is who uses their own link, None for the table's code and for staff. `act.base` is the number of the sheet
    that the person saw, 0 for none. Raises Conflict where somebody else entered it since, and Refused where there is no
    last hand, for other people than those at the table, for a sum that does not fit, and once the report sheet is in.
    """
    try:
        with audited_write(
            hanchan.tournament, act, Verb.ENTERED_ALL_LAST, subject=hanchan.table_name(table), **_detail(values)
        ):
            sheet = _sheet(hanchan, table, player)
            if sheet and values.are_those_of(sheet):
                raise _Repeated
            _check_seen(sheet, act)
            _check_values(hanchan, values, table)
            sheet = sheet or AllLastSheet(hanchan=hanchan, table=table, number=0)
            sheet.round, sheet.hand, sheet.is_last = values.round, values.hand, values.is_last
            sheet.honba, sheet.deposits = values.honba, values.deposits
            sheet.seats, sheet.is_old = [list(seat) for seat in values.seats], False
            return _keep(sheet, player, act)
    except _Repeated:
        assert sheet is not None  # noqa: S101  # its values are the same
        return sheet


def repeat_hand(*, hanchan: Hanchan, table: int, player: Player | None, act: Act) -> AllLastSheet:
    """Note that the dealer plays another hand: one more honba, and the values are old until they are entered again.

    `player` and `act.base` are as in `enter_all_last`. A second press changes nothing more. Raises as it does.
    """
    return _begin_hand(hanchan, table, player, act, dealer_stays=True)


def next_hand(*, hanchan: Hanchan, table: int, player: Player | None, act: Act) -> AllLastSheet:
    """Note that the table on the stream plays its next hand: the winds pass on, and the values are old until they are
    entered again; whether it is the last one is said with them. Otherwise like `repeat_hand`; Refused after the last
    hand."""
    return _begin_hand(hanchan, table, player, act, dealer_stays=False)


def _begin_hand(hanchan: Hanchan, table: int, player: Player | None, act: Act, *, dealer_stays: bool) -> AllLastSheet:
    subject = hanchan.table_name(table)
    try:
        with audited_write(hanchan.tournament, act, Verb.ENTERED_ALL_LAST, subject=subject) as entry:
            sheet = _sheet(hanchan, table, player)
            if sheet is None or not sheet.is_of(_players(hanchan, table), hanchan.tournament):
                text = _("Table {table} has entered no all-last sheet yet.")
                raise Refused.of("no-all-last", text, table=table)
            if sheet.is_old and dealer_stays == bool(sheet.honba):
                raise _Repeated
            _check_seen(sheet, act)
            if dealer_stays:
                sheet.honba = min(sheet.honba + 1, MOST_HONBA)
            else:
                _pass_on(sheet, hanchan.tournament)
            sheet.is_old = True
            entry.detail = {"hand": f"{sheet.round} {sheet.hand}", "honba": sheet.honba}
            return _keep(sheet, player, act)
    except _Repeated:
        assert sheet is not None  # noqa: S101  # it is old
        return sheet


def _pass_on(sheet: AllLastSheet, tournament: Tournament) -> None:
    """Move to the next hand: each player has the wind before theirs, after the last hand of a round in the next one."""
    rules, (dealer, *others) = tournament.ruleset, sheet.seats
    now = Wind(sheet.round)
    if sheet.is_last or (now, sheet.hand) == (rules.rounds[-1], rules.players):
        raise Refused.of("no-next-hand", _("This is the last hand: no other follows."))
    ends = sheet.hand == rules.players
    sheet.round, sheet.hand = Wind.at(now.index + 1) if ends else now, 1 if ends else sheet.hand + 1
    sheet.seats, sheet.honba = [*others, dealer], 0


def _sheet(hanchan: Hanchan, table: int, player: Player | None) -> AllLastSheet | None:
    """Return the table's sheet, None before the first. Raises Refused where it cannot be written now."""
    tournament = hanchan.tournament
    tournament.refresh_from_db(fields=["last_hand_shown", "standing_rules", "stream_table"])
    hanchan.refresh_from_db(fields=["state", "number"])
    if tournament.last_hand_shown == LastHandAudience.NOBODY:
        raise Refused.of("not-kept", _("The organiser does not show the last hand. Nothing was saved."))
    if hanchan.state != HanchanState.PLAYING:
        text = _("Hanchan {number} is not being played. Go to the desk.")
        raise Refused.of("not-playing", text, number=hanchan.number)
    decides = table == tournament.stream_table or has_last_hand(
        hanchan.number, tournament.hanchan.count(), tournament.ranked_by
    )
    if tournament.is_league or not decides:
        text = _("Hanchan {number} is neither the last one nor the last before a cut.")
        raise Refused.of("no-last-hand", text, number=hanchan.number)
    places = places_at(tournament, hanchan.number, table)
    if not places:
        text = _("There is no table {table} in hanchan {number}.")
        raise Refused.of("no-such-table", text, field="table", table=table, number=hanchan.number)
    if player is not None and player.pk not in {place.player.pk for place in places}:
        raise Refused.of("not-at-the-table", _("{name} does not sit at this table."), name=player.label)
    if table in entered_tables(hanchan):
        text = _("The report sheet of table {table} is in: its points count.")
        raise Refused.of("sheet-in", text, table=table)
    return all_last_sheets(hanchan).filter(table=table).first()


def _check_seen(sheet: AllLastSheet | None, act: Act) -> None:
    """Raise Conflict where the person did not see what is there now."""
    if sheet is None or act.base is None or act.base == sheet.number:
        return
    time = written(localtime(sheet.entered_at), "time")
    if sheet.author:
        text = _("{person} entered other values at {time}. Compare them with yours, then save again.")
        raise Conflict.of("all-last-changed", text, person=sheet.author, time=time)
    text = _("Somebody at the table entered other values at {time}. Compare them with yours, then save again.")
    raise Conflict.of("all-last-changed", text, time=time)


def _players(hanchan: Hanchan, table: int) -> list[int]:
    """Return the ids of who sits at the table."""
    return [place.player.pk for place in places_at(hanchan.tournament, hanchan.number, table)]


def _check_values(hanchan: Hanchan, values: AllLastValues, table: int) -> None:
    rules = hanchan.tournament.ruleset
    if sorted(pk for _points, _yakitori, pk in values.seats) != sorted(_players(hanchan, table)):
        raise Refused.of("other-players", _("These are not the players of the table. Load the page again."))
    known = values.round in rules.rounds and 1 <= values.hand <= rules.players
    if not known or not (0 <= values.honba <= MOST_HONBA and 0 <= values.deposits < MOST):
        raise Refused.of("no-such-hand", _("There is no such hand. Load the page again."))
    if any(points % 100 for points, _yakitori, _pk in values.seats):
        raise Refused.of("hundreds", _("Points end in 00. Compare each value with the table."))
    due = rules.total - values.deposits * DEPOSIT
    if sum(points for points, _yakitori, _pk in values.seats) != due:
        text = _("The points of the players and the riichi deposits do not add up. Compare each value with the table.")
        raise Refused.of("sum", text)


def _keep(sheet: AllLastSheet, player: Player | None, act: Act) -> AllLastSheet:
    sheet.number += 1
    sheet.entered_at, sheet.entered_by, sheet.player = act.at, act.by, player
    sheet.save()
    return sheet


def _detail(values: AllLastValues) -> dict[str, object]:
    where = {"hand": f"{values.round.value} {values.hand}", "honba": values.honba, "deposits": values.deposits}
    return {**where, "points": _in_words(values.seats)}


def _in_words(seats: Sequence[tuple[Points, bool, int]]) -> str:
    return ", ".join(f"{wind.value} {write(points)}" for wind, (points, *_more) in zip(WINDS, seats, strict=False))
