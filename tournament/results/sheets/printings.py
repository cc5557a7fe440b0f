"""Printed sheets: which table a typed code means, who sat there when it was printed, and which printings are old.

A code has a digest of the people in the rows of its sheet, and every version of the seating and every substitute is
kept: an old code is looked for among the line-ups that its table has had. The last code that was printed is kept by
table; where it is not the code of now, the sheet is to be printed again.
"""

import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import chain, product

from django.utils.translation import gettext_noop as _

from scoring.messages import Level, Message, list_text, phrase
from scoring.winds import WINDS
from tournament.core.messages import Refused, notify
from tournament.core.models import Hanchan, HanchanState, Tournament, User
from tournament.core.requests import parse_int
from tournament.players.models import Player
from tournament.results.models import Sheet, SheetPrinting
from tournament.results.sheets.codes import SheetCode, find_by_code, people_digest, sheet_code
from tournament.seats.models import Seat
from tournament.seats.queries import Lineup, Place, lineups
from tournament.seats.seat_map import spans

LONGEST = 12  # of a number that is said again


def printed_code(tournament: Tournament, hanchan: int, table: int, places: Sequence[Place]) -> str:
    """The code of a table's sheet with these people; "" in a league, whose games have no paper."""
    if tournament.is_league:
        return ""
    people = _people(tournament, [place.player for place in places])
    return sheet_code(hanchan, table, people)


def _people(tournament: Tournament, players: Sequence[Player]) -> list[int]:
    """The players as numbers that stay the same wherever the event is loaded from its file."""
    return [player.pk - tournament.id_offset for player in players]


# --- a sheet that was printed for other people ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OldPrinting:
    """A sheet that was printed when other people sat at its table."""

    code: str
    hanchan: int
    table: int
    rows: tuple[tuple[Player, Place], ...]
    """The people on the paper, each with the place in which somebody sits now."""

    @property
    def moved(self) -> list[tuple[Player, Player]]:
        """The people on the paper whose seat somebody else has now, with that person."""
        return [(printed, place.player) for printed, place in self.rows if printed != place.player]

    @property
    def message(self) -> Message:
        """The question that is asked before a figure counts."""
        text = _(
            "The paper with the code {code} was printed before the seats of this table changed. "
            "It names {people}. Who sat there?"
        )
        params = {"code": self.code, "people": _who_is_where(self.moved)}
        return Message("old-printing", text, params, Level.WARNING, "written_code")


def _who_is_where(moved: Iterable[tuple[Player, Player]]) -> Message:
    one = _("{printed} where {now} sits now")
    return list_text([phrase(one, {"printed": printed, "now": now}) for printed, now in moved])


class PrintedBefore(Refused):
    """The paper was printed for other people than those who sit at its table now; `printing` says who."""

    def __init__(self, printing: OldPrinting) -> None:
        super().__init__([printing.message])
        self.printing = printing


def old_printing(text: str, hanchan: Hanchan, table: int, places: Sequence[Place]) -> OldPrinting | None:
    """Return the people for whom the sheet with this code was printed; None when they still sit there, or when no
    line-up that the table ever had gives this code.

    No query for a code of now, four for another one.
    """
    code, tournament = find_by_code(text), hanchan.tournament
    now = [place.player for place in places]
    if code is None or code.people == people_digest(_people(tournament, now)):
        return None
    for people in _former_people(hanchan, table):
        if len(people) == len(now) and code.people == people_digest(_people(tournament, people)):
            rows = tuple(zip(people, places, strict=True))
            return OldPrinting(text.strip().upper(), hanchan.number, table, rows)
    return None


def older_names(hanchan: Hanchan, table: int, places: Sequence[Place]) -> Message | None:
    """Return the names on older sheets of this table, printed since its seating was published; None when they are the
    names of now.

    For pages on which no code is typed. Three queries, none before the seating is published.
    """
    if hanchan.seating_published_at is None:
        return None
    now = [place.player for place in places]
    former = _former_people(hanchan, table, hanchan.seating_published_at)
    rows = [pair for people in former if len(people) == len(now) for pair in zip(people, now, strict=True)]
    moved = dict.fromkeys((printed, player) for printed, player in rows if printed != player)
    if not moved:
        return None
    text = _("On older sheets: {people}. Compare the names.")
    return Message("older-names", text, {"people": _who_is_where(moved)}, Level.NOTE)


def _former_people(hanchan: Hanchan, table: int, since: datetime | None = None) -> Iterator[tuple[Player, ...]]:
    """Yield each line-up that a table has had, or has had `since` a time, the latest first."""
    seats = Seat.objects.filter(seating__tournament=hanchan.tournament_id, hanchan=hanchan, table=table)
    order = {wind.value: wind.index for wind in WINDS}
    columns = ("seating__number", "wind", "player_id", "seating__made_at")
    rows = sorted(seats.values_list(*columns), key=lambda row: (-row[0], order[row[1]]))
    first = max((seating for seating, *_, made_at in rows if since and made_at <= since), default=0)
    versions: dict[int, list[int]] = {}
    for seating, _wind, player, _made_at in rows:
        if seating >= first:
            versions.setdefault(seating, []).append(player)
    stood_in: dict[int, list[int]] = {}
    for absent, substitute in hanchan.stand_ins.order_by("-pk").values_list("absent_id", "substitute_id"):
        stood_in.setdefault(absent, []).append(substitute)
    known = {*chain(*versions.values(), *stood_in.values())}
    players = Player.every.filter(tournament=hanchan.tournament_id).in_bulk(known)
    for holders in versions.values():
        for people in product(*([holder, *stood_in.get(holder, ())] for holder in holders)):
            yield tuple(players[one] for one in people)


# --- the code that is typed from a paper ------------------------------------------------------------------------

NO_CODE = _("The code on the sheet is not typed. It finds the sheet of another table.")
NOT_A_CODE = _("“{code}” is not a sheet code. Type the five characters at the top right of the sheet.")
OTHER_CODE = _(
    "{code} is the code of hanchan {number}, table {table}. Check the code on the sheet, or open that table."
)
UNKNOWN_PEOPLE = _(
    "“{code}” is no sheet of table {table}: one of the last two characters may be wrong. "
    "If they are right, open the table by its number and compare the names."
)


def code_problems(text: str, hanchan: Hanchan, table: int, places: Sequence[Place]) -> list[Message]:
    """Compare the code that is typed from a paper with the table that is open and who sits there."""
    if not text.strip():
        return [Message("code-missing", NO_CODE, {}, Level.WARNING, "written_code")]
    code = find_by_code(text)
    if code is None:
        return [Message("code-unreadable", NOT_A_CODE, {"code": text[:LONGEST]}, Level.ERROR, "written_code")]
    if (code.hanchan, code.table) != (hanchan.number, table):
        params = {"code": text.upper(), "number": code.hanchan, "table": code.table}
        return [Message("code-of-another", OTHER_CODE, params, Level.ERROR, "written_code")]
    try:
        _refuse_other_people(text, code, hanchan, places)
    except Refused as refused:
        return list(refused.messages)
    return []


def _refuse_other_people(text: str, code: SheetCode, hanchan: Hanchan, places: Sequence[Place]) -> None:
    """Refuse a sheet that was not printed for who sits at its table now."""
    if code.people == people_digest(_people(hanchan.tournament, [place.player for place in places])):
        return
    if printing := old_printing(text, hanchan, code.table, places):
        raise PrintedBefore(printing)
    code_typed = text.strip().upper()
    raise Refused.of("people-unknown", UNKNOWN_PEOPLE, field="written_code", code=code_typed, table=code.table)


# --- which table somebody means ---------------------------------------------------------------------------------


def sheet_hanchan(tournament: Tournament, meant: int | None = None) -> Hanchan | None:
    """The hanchan that plays (`meant`, when that one plays), else the last one that has started, else the first."""
    found = list(tournament.hanchan.order_by("number"))
    started = [hanchan for hanchan in found if hanchan.state != HanchanState.PLANNED]
    playing = [hanchan for hanchan in started if hanchan.state == HanchanState.PLAYING]
    wanted = [hanchan for hanchan in playing if hanchan.number == meant]
    return next(iter([*wanted, *playing, *reversed(started), *found]), None)


def find_table(text: str, hanchan: Hanchan, seated: Lineup) -> int:
    """The table that `text` means in this hanchan. Raises Refused in words: no such table, no code, another hanchan,
    and PrintedBefore for a paper with other people."""
    typed = unicodedata.normalize("NFKC", text).strip()
    if not typed:
        text = _("Type a table's number or the five characters on its sheet.")
        raise Refused.of("nothing-typed", text, field="q")
    table = parse_int(typed)
    if table in seated:
        return table
    if typed.isdecimal() and not find_by_code(typed):
        text = _("There is no table {table} in hanchan {hanchan}; its tables are 1 to {last}.")
        last = max(seated, default=0)
        raise Refused.of("no-such-table", text, field="q", table=typed[:LONGEST], hanchan=hanchan.number, last=last)
    return find_coded(typed, hanchan, seated)


def find_coded(typed: str, hanchan: Hanchan, seated: Lineup) -> int:
    """The table whose sheet bears the code, in this hanchan. Raises Refused as `find_table` does."""
    found = find_by_code(typed)
    if found is None:
        text = _("“{typed}” is not a sheet code. The five characters are at the top of the sheet.")
        raise Refused.of("no-sheet-code", text, field="q", typed=typed)
    code, number, table = typed.upper(), found.hanchan, found.table
    is_of_event = number <= hanchan.tournament.hanchan_count
    if is_of_event and number != hanchan.number:
        text = _("Sheet {code} belongs to hanchan {other}, table {table}; this is hanchan {hanchan}. Check the paper.")
        raise Refused.of(
            "another-hanchan", text, field="q", code=code, other=number, table=table, hanchan=hanchan.number
        )
    if not is_of_event or table not in seated:
        text = _("“{typed}” is not a sheet of this tournament. One character may be wrong.")
        raise Refused.of("no-such-sheet", text, field="q", typed=code)
    _refuse_other_people(typed, found, hanchan, seated[table])
    return table


# --- printed sheets that are old by now -------------------------------------------------------------------------


def note_printing(tournament: Tournament, codes: Iterable[str], *, by: User | None, at: datetime) -> None:
    """Remember that the sheets with these codes were printed; each takes the place of an earlier one of its table. What
    is no code of this event is left out."""
    hanchan = dict(tournament.hanchan.values_list("number", "pk"))
    found = {(code.hanchan, code.table): text for text in codes if (code := find_by_code(text))}
    SheetPrinting.objects.bulk_create(
        [
            SheetPrinting(hanchan_id=hanchan[number], table=table, code=text, printed_at=at, printed_by=by)
            for (number, table), text in found.items()
            if number in hanchan
        ],
        update_conflicts=True,
        unique_fields=["hanchan", "table"],
        update_fields=["code", "printed_at", "printed_by"],
    )


@dataclass(frozen=True, slots=True)
class OldSheets:
    """The tables of one hanchan whose sheets are to be printed again; `is_all` when these are all its tables."""

    hanchan: int
    tables: tuple[int, ...]
    is_all: bool

    @property
    def message(self) -> Message:
        """The tables in words."""
        text = (
            _("hanchan {hanchan}, table {tables}") if len(self.tables) == 1 else _("hanchan {hanchan}, tables {tables}")
        )
        if self.is_all:
            text = _("hanchan {hanchan}, all tables")
        return phrase(text, {"hanchan": self.hanchan, "tables": spans(self.tables)})


def old_sheets(tournament: Tournament) -> list[OldSheets]:
    """Return the tables whose printed sheets name others than those who sit there now, by hanchan; with them those that
    were not printed where most of their hanchan was. What is in, or closed, needs no paper.

    One query while nothing is printed, six otherwise.
    """
    printings = SheetPrinting.objects.filter(hanchan__in=tournament.hanchan.exclude(state=HanchanState.CLOSED))
    printed: dict[int, dict[int, str]] = {}
    for number, table, code in printings.values_list("hanchan__number", "table", "code"):
        printed.setdefault(number, {})[table] = code
    if not printed:
        return []
    sheets = Sheet.objects.filter(hanchan__tournament=tournament, accepted__isnull=False)
    in_already = set(sheets.values_list("hanchan__number", "table"))
    found = []
    for number, lineup in sorted(lineups(tournament, printed).items()):
        codes = printed[number]
        is_printed = 2 * len(codes.keys() & lineup.keys()) > len(lineup)
        of_now = {table: printed_code(tournament, number, table, places) for table, places in lineup.items()}
        old = tuple(
            table
            for table, code in of_now.items()
            if (number, table) not in in_already and (codes[table] != code if table in codes else is_printed)
        )
        if old:
            found.append(OldSheets(number, old, len(old) == len(lineup)))
    return found


def old_sheets_message(found: Iterable[OldSheets]) -> Message:
    """Return the sentence that names the sheets to be printed again."""
    text = _("The seats have changed since these report sheets were printed: {sheets}.")
    return Message("old-sheets", text, {"sheets": list_text([one.message for one in found])})


def tell_old_sheets(tournament: Tournament, before: Collection[OldSheets]) -> None:
    """Have the next page name the sheets to be printed again, where others are than `before`."""
    found = old_sheets(tournament)
    if found and found != before:
        notify("printing/old_sheets.html", slug=tournament.slug, message=old_sheets_message(found))


@contextmanager
def old_sheets_told(tournament: Tournament) -> Iterator[None]:
    """Have the next page name the printed sheets that become old within the block."""
    before = old_sheets(tournament)
    yield
    tell_old_sheets(tournament, before)
