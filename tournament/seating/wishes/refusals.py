"""When a wish makes no sense by itself; whether several fit together is asked of the planner."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournament.events.models import Tournament
from tournament.players.models import Player
from tournament.problems import Refused
from tournament.seating.queries import started_hanchan
from tournament.seating.wishes.models import SharedBy, WishKind

MOST_TABLES = 250


def refuse_wish(
    tournament: Tournament, *, kind: str, shared: str, players: Sequence[Player], hanchan: int | None,
    tables: Sequence[int],
) -> None:  # fmt: skip
    """Raise Refused, with the field it belongs to."""
    if kind == WishKind.SAME and shared not in SharedBy.values:
        raise Refused(_("Choose what people share: club, country or team."), field="shared")
    if kind == WishKind.APART and len(players) < 2:
        raise Refused(_("Name at least two different people who are to sit apart."), field="people")
    if kind == WishKind.TOGETHER and len(players) != 2:
        raise Refused(_("Name two different people."), field="other")
    if kind == WishKind.TABLES:
        _refuse_tables(tournament, players, tables)
    if hanchan is not None:
        _refuse_hanchan(tournament, kind, hanchan)


def _refuse_tables(tournament: Tournament, players: Sequence[Player], tables: Sequence[int]) -> None:
    if not players:
        raise Refused(_("Name who is to sit at these tables."), field="people")
    if not tables:
        raise Refused(_("Write at least one table."), field="tables")
    most = tournament.table_count or MOST_TABLES
    if tables[0] < 1 or tables[-1] > most:
        wrong = tables[0] if tables[0] < 1 else tables[-1]
        message = _("There is no table %(number)d; the hall has %(most)d. Their number is in the settings.")
        raise Refused(message % {"number": wrong, "most": most}, field="tables")


def _refuse_hanchan(tournament: Tournament, kind: str, hanchan: int) -> None:
    count = tournament.hanchan.count()
    if not 1 <= hanchan <= count:
        message = _("The tournament has %(count)d hanchan; there is no %(number)d.")
        raise Refused(message % {"count": count, "number": hanchan}, field="hanchan")
    if kind == WishKind.TOGETHER and hanchan in started_hanchan(tournament):
        message = _("Hanchan %(number)d has started; choose one that has not.")
        raise Refused(message % {"number": hanchan}, field="hanchan")
    if kind in (WishKind.SAME, WishKind.APART) and hanchan == 1:
        message = _("“Not before hanchan 1” keeps nobody apart. Leave it empty for never, or write 2 or more.")
        raise Refused(message, field="hanchan")
