"""The conditions of a close, of the release of results, of official results, and of the ceremony. The second count of
all results is no condition: it is dear, and left to the actions."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from django.utils.timezone import localtime
from django.utils.translation import gettext_noop as _

from tournament.core.conditions import Condition, PageLink
from tournament.core.messages import Level, Message
from tournament.core.models import Hanchan, HanchanState, Tournament
from tournament.core.stored_words import shown
from tournament.hanchan.checks import listed
from tournament.results.models import SheetState
from tournament.results.protests.actions import subject_of
from tournament.results.protests.models import Protest
from tournament.results.sheets.queries import TableCard, unagreed_sheets
from tournament.seats.seat_map import spans
from tournament.standings.inputs import Inputs
from tournament.standings.played_cuts import PlayedCut
from tournament.standings.ranking import Ranking
from tournament.standings.visibility import public_through
from tournament.translation.formats import written

MOST_NAMES = 6

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


def _open(code: str, text: str, page: PageLink | None, **params: object) -> Condition:
    return Condition(code, Message(code, text, params, Level.ERROR), page)


def _unagreed(played: Sequence[Hanchan], texts: Mapping[SheetState, str]) -> Iterator[Condition]:
    """Yield what is still to be done about sheets of these hanchan that are in. One query."""
    for number, unagreed in unagreed_sheets(played).items():
        page = PageLink(_("Look at the sheets"), "sheets", numbers=(number,))
        for state, tables in unagreed.items():
            found = _open(f"sheets-{state}", texts[state], page, hanchan=number, tables=spans(tables))
            yield replace(found, key=f"sheets-{number}-{state}")


def close_conditions(hanchan: Hanchan, cards: Iterable[TableCard]) -> Iterator[Condition]:
    """Yield everything that is still to be done at the desk before this hanchan with its tables is closed."""
    if missing := [card.table for card in cards if not card.readings]:
        text = _("Missing sheets: table {tables}. Enter them, or record a table as not played, then close the hanchan.")
        page = PageLink(_("Go to the sheets"), "sheets", numbers=(hanchan.number,))
        yield _open("sheets-missing", text, page, tables=spans(missing))
    yield from _unagreed([hanchan], UNAGREED)


def release_conditions(hanchan: Hanchan) -> Iterator[Condition]:
    """Yield what speaks against making the results of this hanchan public; while it is being played, sheet by sheet."""
    if hanchan.tournament.keeps_hidden(hanchan.number):
        text = _(
            "The results from hanchan {first} on stay hidden until the ceremony. Hold it, or change that under "
            "Event → Public."
        )
        page = PageLink(_("Ceremony"), "ceremony", "run_event")
        yield _open("frozen", text, page, first=hanchan.tournament.hidden_from)
    if hanchan.state == HanchanState.CLOSED:
        yield from _unagreed([hanchan], UNAGREED)


def official_conditions(
    waiting: Sequence[Hanchan], protests: Sequence[Protest], moved: Sequence[PlayedCut], at: datetime
) -> Iterator[Condition]:
    """Yield everything that speaks against making these hanchan official now: they are not closed or not public, their
    sheets or `protests` wait, players can still report errors, or nobody has said who the finalists after a `moved` cut
    are."""
    closed = [one for one in waiting if one.state == HanchanState.CLOSED]
    if playing := [one.number for one in waiting if one not in closed]:
        text = _("Not closed: hanchan {numbers}. Close it first.")
        yield _open("not-closed", text, _hanchan_page(playing[0]), numbers=spans(playing))
    if hidden := [one.number for one in closed if one.released_at is None]:
        text = _("Not public: the results of hanchan {numbers}. Release them first.")
        yield _open("not-released", text, _hanchan_page(hidden[0]), numbers=spans(hidden))
    yield from _unagreed(closed, UNAGREED_IN)
    until = max((one.protest_until for one in waiting if one.protest_until), default=None)
    if until and at < until:
        text = _("Players can report errors until {time}. Make the results official after that.")
        yield _open("window-open", text, None, time=written(localtime(until), "time"))
    if protests:
        text = _("Protests without an answer: {protests}. Answer them first.")
        page = PageLink(_("Answer protests"), "protests", "change_sheet")
        yield _open("protests-open", text, page, protests=listed(map(shown, map(subject_of, protests)), MOST_NAMES))
    text = _("Hanchan {number}: the cut has moved since it started. Decide under What next who the finalists are.")
    numbers = {one.number for one in waiting}
    for number in (one.number for one in moved if one.is_open and one.number in numbers):
        page = PageLink(_("Decide"), "cut_decision", "give_penalty", (number,))
        yield replace(_open("cut-open", text, page, number=number), key=f"cut-{number}")


def final_conditions(tournament: Tournament) -> Iterator[Condition]:
    """Yield hanchan that are not closed, and sheets that wait for somebody. Two queries."""
    hanchan = list(tournament.hanchan.order_by("number"))
    for one in hanchan:
        one.tournament = tournament
    closed = [one for one in hanchan if one.state == HanchanState.CLOSED]
    if still := [one.number for one in hanchan if one not in closed]:
        text = _("Close hanchan {numbers} first: the ceremony reveals the final places.")
        yield _open("not-closed", text, _hanchan_page(still[0]), numbers=spans(still))
    yield from _unagreed(closed, UNAGREED_IN)


def places_conditions(tournament: Tournament, final: Ranking) -> Iterator[Condition]:
    """Yield why there are no final places that can be announced."""
    found = list(final_conditions(tournament))
    yield from found
    if final.tied is not None:
        page = PageLink(_("Resolve the tie"), "standing_ties")
        yield _open("tie-open", _("Players are tied at the cut. Resolve the tie first."), page)
    if not found and not final.ranked:
        yield _open("nobody-ranked", _("There are no final places yet."), PageLink(_("Go to the players"), "players"))


def ceremony_conditions(tournament: Tournament, inputs: Inputs, final: Ranking) -> Iterator[Condition]:
    """Yield everything that speaks against starting the ceremony."""
    found = list(places_conditions(tournament, final))
    yield from found
    page = PageLink(_("Choose what is public"), "event_public", "run_event")
    if not tournament.standings_public:
        yield _open("standings-closed", _("Make standings and results public first."), page)
    elif not found and tournament.shown_places is None and public_through(inputs) >= final.after:
        yield _open("nothing-hidden", _("All results are public already, so there is nothing to reveal."), page)


def _hanchan_page(number: int) -> PageLink:
    return PageLink(_("Go to hanchan {number}"), "hanchan", "run_hanchan", (number,))
