"""Which sheet somebody means: by the table's number, or by the three characters on the paper."""

from django.utils.translation import gettext as _

from tournament.asked import whole
from tournament.events.models import Hanchan, HanchanState, Tournament
from tournament.events.queries import hanchan_of
from tournament.problems import Refused
from tournament.seating.queries import Lineup
from tournament.sheets.codes import read_code

LONGEST = 12  # of a number that is said again


def current_hanchan(tournament: Tournament, meant: int | None = None) -> Hanchan | None:
    """The hanchan that plays (`meant`, when that one plays), else the last one that has started, else the first."""
    found = hanchan_of(tournament)
    started = [hanchan for hanchan in found if hanchan.state != HanchanState.PLANNED]
    playing = [hanchan for hanchan in started if hanchan.state == HanchanState.PLAYING]
    wanted = [hanchan for hanchan in playing if hanchan.number == meant]
    return next(iter([*wanted, *playing, *reversed(started), *found]), None)


def find_by_code(text: str) -> tuple[int, int] | None:
    """Hanchan and table of a code, None when it is none."""
    try:
        return read_code(text)
    except ValueError:
        return None


def find_table(text: str, hanchan: Hanchan, seated: Lineup) -> int:
    """The table that `text` means in this hanchan. Raises Refused in words: no such table, no code, another hanchan."""
    typed = text.strip()
    if not typed:
        raise Refused(_("Type a table's number or the three characters on its sheet."), field="q")
    table = whole(typed)
    if table in seated:
        return table
    if typed.isdecimal() and not find_by_code(typed):
        message = _("There is no table {table} in hanchan {hanchan}; its tables are 1 to {last}.")
        params = {"table": typed[:LONGEST], "hanchan": hanchan.number, "last": max(seated, default=0)}
        raise Refused(message.format(**params), field="q")
    return find_coded(typed, hanchan, seated)


def find_coded(typed: str, hanchan: Hanchan, seated: Lineup) -> int:
    """The table whose sheet bears the code, in this hanchan. Raises Refused as `find_table` does."""
    if found := find_by_code(typed):
        return _in_this_hanchan(typed.upper(), *found, hanchan, seated)
    message = _("“{typed}” is no sheet code. The three characters stand at the top of the sheet.")
    raise Refused(message.format(typed=typed), field="q")


def _in_this_hanchan(code: str, number: int, table: int, hanchan: Hanchan, seated: Lineup) -> int:
    if number > hanchan.tournament.hanchan_count:
        message = _("“{typed}” is no sheet of this tournament. One character may be wrong.")
        raise Refused(message.format(typed=code), field="q")
    if number != hanchan.number:
        message = _("Sheet {code} is of hanchan {other}, table {table}; this is hanchan {hanchan}. Look at the paper.")
        params = {"code": code, "other": number, "table": table, "hanchan": hanchan.number}
        raise Refused(message.format(**params), field="q")
    if table not in seated:
        message = _("“{typed}” is no sheet of this tournament. One character may be wrong.")
        raise Refused(message.format(typed=code), field="q")
    return table
