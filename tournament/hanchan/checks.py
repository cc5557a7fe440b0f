"""Reasons against starting a hanchan, and against making its results official."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournament.core.messages import Level, Message, Refused
from tournament.core.models import Hanchan, HanchanState
from tournament.players.models import PlayerStatus
from tournament.results.models import SheetState
from tournament.results.protests.actions import subject_of
from tournament.results.protests.models import Protest
from tournament.results.sheets.queries import unagreed_sheets
from tournament.seats.queries import Lineup
from tournament.seats.seat_map import spans
from tournament.standings.played_cuts import PlayedCut

MOST_MINUTES = 600
MOST_NAMES = 6


def check_clock(hanchan: Hanchan) -> None:
    """Refuse a time limit, alone or with the minutes of a table, that no hanchan has."""
    for extra in (0, *hanchan.table_minutes.values()):
        if type(extra) is not int or extra < 0:
            raise Refused.of("table-minutes", _("The minutes of a table are a whole number."), field="minutes")
        if hanchan.minutes is not None or extra:
            check_limit((hanchan.minutes or 0) + extra)


def check_limit(limit: int) -> None:
    """Refuse a time limit that no hanchan has."""
    if not 1 <= limit <= MOST_MINUTES:
        text = _("A time limit is between 1 and {most} minutes.")
        raise Refused.of("limit-range", text, field="minutes", most=MOST_MINUTES)


def listed(names: Iterable[object], most: int) -> str:
    """Return things separated by commas, and how many more there are beyond `most`.

    >>> listed([2, 5, 7], 3)
    '2, 5, 7'
    """
    words = [str(thing) for thing in names]
    if len(words) <= most:
        return ", ".join(words)
    return gettext("{some} and {number} more").format(some=", ".join(words[:most]), number=len(words) - most)


def notices(hanchan: Hanchan, seated: Lineup) -> Iterator[Message]:
    """Yield what is worth knowing before a start and speaks against nothing."""
    people = [place.player for places in seated.values() for place in places]
    absent = [
        player.label for player in people if player.checked_in_at is None and player.status == PlayerStatus.PLAYING
    ]
    tables = hanchan.tournament.table_count
    if absent:
        params = {"number": len(absent), "names": listed(absent, MOST_NAMES)}
        yield Message("not-checked-in", _("Not checked in ({number}): {names}."), params)
    if tables and len(seated) > tables:
        text = _("The seating needs {needed} tables, but the hall has {tables}.")
        yield Message("too-few-tables", text, {"needed": len(seated), "tables": tables})


UNAGREED = {
    SheetState.ONCE: _(
        "Read by one person: table {tables}. Another person checks each sheet, or a referee accepts it with a reason."
    ),
    SheetState.DIFFERS: _("Two readings differ: table {tables}. A referee decides, with the paper in hand."),
    SheetState.DISPUTED: _("Disputed: table {tables}. A referee keeps or changes the saved sheet."),
}
UNAGREED_IN = {
    SheetState.ONCE: _(
        "Hanchan {hanchan}, read by one person: table {tables}. Somebody else reads them, or a referee accepts them "
        "with a reason."
    ),
    SheetState.DIFFERS: _(
        "Hanchan {hanchan}, two readings differ: table {tables}. A referee decides, with the paper in hand."
    ),
    SheetState.DISPUTED: _("Hanchan {hanchan}, disputed: table {tables}. A referee keeps or changes the saved sheet."),
}


def against_sheets(unagreed: Mapping[SheetState, Sequence[int]], hanchan: int | None = None) -> list[Message]:
    """Return what is still to be done about sheets that are in; with a `hanchan`, each sentence says which one."""
    texts = UNAGREED if hanchan is None else UNAGREED_IN
    where = {} if hanchan is None else {"hanchan": hanchan}
    return [
        Message(f"sheets-{state}", texts[state], {"tables": spans(tables), **where}, Level.ERROR)
        for state, tables in unagreed.items()
    ]


def against_official(waiting: Sequence[Hanchan], protests: Sequence[Protest], at: datetime) -> list[Message]:
    """Return everything that speaks against making these hanchan official now, with the `protests` about them that are
    open; [] when nothing does.
    """
    found = list(_against_official(waiting, at))
    if protests:
        text = _("Protests without an answer: {protests}. Answer them first.")
        named = listed((subject_of(one) for one in protests), MOST_NAMES)
        found.append(Message("protests-open", text, {"protests": named}, Level.ERROR))
    return found


def against_cuts(waiting: Sequence[Hanchan], moved: Sequence[PlayedCut]) -> list[Message]:
    """Return the cuts before these hanchan of which nobody has said which finalists count."""
    text = _("Hanchan {number}: the cut has moved since it started. Decide under What next who the finalists are.")
    numbers = {one.number for one in waiting}
    undecided = [one.number for one in moved if one.is_open and one.number in numbers]
    return [Message("cut-open", text, {"number": number}, Level.ERROR) for number in undecided]


def _against_official(waiting: Sequence[Hanchan], at: datetime) -> Iterator[Message]:
    """Yield what is to be done first: close, release, or wait until players can no longer report errors."""
    if playing := [one.number for one in waiting if one.state != HanchanState.CLOSED]:
        text = _("Not closed: hanchan {numbers}. Close it first.")
        yield Message("not-closed", text, {"numbers": spans(playing)}, Level.ERROR)
    if hidden := [one.number for one in waiting if one.state == HanchanState.CLOSED and one.released_at is None]:
        text = _("Not public: the results of hanchan {numbers}. Release them first.")
        yield Message("not-released", text, {"numbers": spans(hidden)}, Level.ERROR)
    for number, unagreed in unagreed_sheets([one for one in waiting if one.state == HanchanState.CLOSED]).items():
        yield from against_sheets(unagreed, number)
    until = max((one.protest_until for one in waiting if one.protest_until), default=None)
    if until and at < until:
        text = _("Players can report errors until {time}. Make the results official after that.")
        yield Message("window-open", text, {"time": date_format(localtime(until), "H:i")}, Level.ERROR)
