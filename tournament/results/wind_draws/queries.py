"""The draws of the winds: that of one table, and those of a whole hanchan."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_noop as _

from tournament.core.messages import Level, Message
from tournament.core.models import Hanchan, HanchanState
from tournament.players.models import Player
from tournament.results.models import Sheet, WindDraw
from tournament.seats.queries import Place


@dataclass(frozen=True, slots=True)
class TableDraw:
    """The draw of a table. `players` are in the order of their start numbers, as the draw has them.

    `draw` is the one that holds, `before` are those that were cancelled.
    """

    hanchan: Hanchan
    table: int
    players: tuple[Player, ...]
    draw: WindDraw | None
    before: tuple[WindDraw, ...]

    @property
    def attempt(self) -> int:
        """The number of the draw that holds, else of the next one."""
        return self.draw.attempt if self.draw else len(self.before) + 1


def table_draw(hanchan: Hanchan, table: int, places: Sequence[Place]) -> TableDraw:
    """Return the draw of a table. One query."""
    return _table_draw(hanchan, table, places, list(hanchan.wind_draws.select_related("drawn_by").filter(table=table)))


def _table_draw(hanchan: Hanchan, table: int, places: Sequence[Place], found: Sequence[WindDraw]) -> TableDraw:
    draw = next((one for one in found if one.cancelled_at is None), None)
    before = tuple(one for one in found if one is not draw)
    players = sorted((place.player for place in places), key=lambda player: player.number)
    return TableDraw(hanchan, table, tuple(players), draw, before)


def draws_of(hanchan: Hanchan, tables: "dict[int, tuple[Place, ...]]") -> list[TableDraw]:
    """Return the draw of each table of a hanchan. One query."""
    found: dict[int, list[WindDraw]] = {}
    for one in hanchan.wind_draws.select_related("drawn_by", "cancelled_by").order_by("attempt"):
        found.setdefault(one.table, []).append(one)
    return [_table_draw(hanchan, table, places, found.get(table, [])) for table, places in tables.items()]


def obstacle(state: TableDraw) -> Message | None:
    """Return why the page of a table cannot draw its winds now, None where it can. Two queries at most."""
    hanchan = state.hanchan
    tournament = hanchan.tournament
    if not tournament.page_draws_winds:
        return _error("page-draws-no-winds", _("The page of the table does not draw the winds at this tournament."))
    if hanchan.seating_published_at is None or not state.players:
        return _error("no-seats", _("The seats of this table are not published."))
    if hanchan.state == HanchanState.CLOSED:
        return _error("hanchan-closed", _("Hanchan {number} is closed."), number=hanchan.number)
    other = tournament.hanchan.filter(state=HanchanState.PLAYING).exclude(pk=hanchan.pk).first()
    if other is not None:
        text = _("Hanchan {other} is still being played. Draw the winds of hanchan {number} when it is over.")
        return _error("other-hanchan", text, other=other.number, number=hanchan.number)
    sheets = Sheet.objects.filter(hanchan=hanchan, table=state.table)
    if sheets.exclude(accepted=None, first_reading=None).exists():
        return _error("sheet-in", _("The report sheet of this table is in: the winds on it count."))
    return None


def _error(code: str, text: str, **params: object) -> Message:
    return Message(code, text, params, Level.ERROR)
