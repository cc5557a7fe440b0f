"""The conditions of a start: what has to be right before a hanchan is played, in the order in which it can be done.

An ERROR stops a start, whoever asks for it: an open tie at a cut, or a final at the wrong tables, gives results that
nothing puts right afterwards.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.timezone import localtime
from django.utils.translation import gettext_noop as _

from scoring.standings.cut import TiedLine
from tournament.core.conditions import Condition, PageLink
from tournament.core.messages import Level, Message
from tournament.core.models import Hanchan, HanchanState, Tournament, Verb
from tournament.hanchan.checks import listed
from tournament.players.models import Player, PlayerStatus
from tournament.results.paper.queries import undecided
from tournament.results.sheets.printings import old_sheets, old_sheets_message
from tournament.results.sheets.queries import differing_sheets
from tournament.seats.queries import Lineup, byes_of, lineup
from tournament.seats.seat_map import spans
from tournament.standings.queries import ranking_before, standings_of
from tournament.standings.ranking import Ranking, finalists
from tournament.translation.formats import enumeration, written

MOST_NAMES = 6
MOST_TABLES = 8
EARLY = timedelta(hours=2)
"""A start that much before its time may be meant for another day."""
PRINT_AGAIN = PageLink(_("Print them again"), "print_report_sheets", query="old=1")


@dataclass(frozen=True)
class StartCheck:
    """The conditions of the start of a hanchan. `ranking` are the standings on which a cut before it is made, None
    without a cut."""

    hanchan: int
    conditions: tuple[Condition, ...] = ()
    ranking: Ranking | None = None


def check_start(hanchan: Hanchan, seated: Lineup | None = None, *, locked: bool = False) -> StartCheck:
    """Return the conditions of starting this hanchan; `seated` is its line-up if the caller has it.

    A constant number of queries. `locked`: inside a write, whose edition may be rolled back; nothing is cached under
    it.
    """
    tournament, number = hanchan.tournament, hanchan.number
    seated = lineup(tournament, number) if seated is None else seated
    earlier = dict(
        tournament.hanchan.filter(number__lt=number)
        .exclude(state=HanchanState.CLOSED)
        .order_by("number")
        .values_list("number", "state")
    )
    cuts = [cut.after for cut in tournament.ranked_by.cuts if cut.after < number]
    ranking = None
    if cuts and not earlier:
        ranking = ranking_before(tournament, number) if locked else standings_of(tournament, after=number - 1)
    found = [
        *_earlier_open(earlier, cuts),
        *_sheets(tournament, number),
        *_penalties(tournament, number),
        *_cut(hanchan, seated, ranking),
        *_people(hanchan, seated),
        *_public(hanchan),
    ]
    return StartCheck(number, tuple(found), ranking)


def start_notices(hanchan: Hanchan, seated: Lineup, at: datetime) -> Iterator[Condition]:
    """Yield what is worth knowing before a start at that time, and asks for nothing."""
    if hanchan.planned_at and hanchan.planned_at - at > EARLY:
        text = _("Planned for {time}. A start now counts from now, and the plan of the day stays as it is.")
        time = written(localtime(hanchan.planned_at), "weekday, time")
        yield Condition("early", Message("start-early", text, {"time": time}))
    people = [place.player for places in seated.values() for place in places]
    absent = [
        player.label for player in people if player.checked_in_at is None and player.status == PlayerStatus.PLAYING
    ]
    tables = hanchan.tournament.table_count
    if absent:
        params = {"number": len(absent), "names": listed(absent, MOST_NAMES)}
        yield Condition("absent", Message("not-checked-in", _("Not checked in ({number}): {names}."), params))
    if tables and len(seated) > tables:
        text = _("The seating needs {needed} tables, but the hall has {tables}.")
        params = {"needed": len(seated), "tables": tables}
        yield Condition("tables", Message("too-few-tables", text, params))
    if old := [one for one in old_sheets(hanchan.tournament) if one.hanchan == hanchan.number]:
        yield Condition("old-sheets", old_sheets_message(old), PRINT_AGAIN, _("Print report sheets again"))


EARLIER_OPEN = {
    HanchanState.PLAYING: _(
        "Hanchan {number} is not closed yet; its sheets may still be entered while this one is played."
    ),
    HanchanState.PLANNED: _("Hanchan {number} has not been played."),
}


def _earlier_open(earlier: Mapping[int, str], cuts: list[int]) -> Iterator[Condition]:
    for number, state in earlier.items():
        if before := [after for after in cuts if after >= number]:
            text = _("Hanchan {number} is not closed yet: the cut after hanchan {after} cannot be made.")
            message = Message("cut-unknown", text, {"number": number, "after": before[0]}, Level.ERROR)
        else:
            text = EARLIER_OPEN[HanchanState(state)]
            message = Message("earlier-open", text, {"number": number}, Level.WARNING, "reason")
        page = PageLink(_("Go to hanchan {number}"), "hanchan", "run_hanchan", (number,))
        yield Condition(f"earlier-{number}", message, page, _("Close hanchan {number}"))


def _sheets(tournament: Tournament, number: int) -> Iterator[Condition]:
    """Readings that differ although their hanchan is closed; one that is played cannot be closed over them."""
    for hanchan, tables in differing_sheets(tournament, before=number).items():
        text = _("Two readings differ: hanchan {hanchan}, table {tables}. A referee decides.")
        params = {"hanchan": hanchan, "tables": spans(tables)}
        message = Message("sheets-differ", text, params, Level.WARNING, "reason")
        page = PageLink(_("Look at the sheets"), "sheets", "change_sheet", (hanchan,))
        yield Condition(f"sheets-{hanchan}", message, page, _("Decide between two readings"))


def _penalties(tournament: Tournament, number: int) -> Iterator[Condition]:
    found = sorted({(one.hanchan, one.table) for one in undecided(tournament) if one.hanchan < number})
    if found:
        place = _("hanchan {hanchan}, table {table}")
        places = [str(Message("", place, {"hanchan": hanchan, "table": table})) for hanchan, table in found]
        text = _("A referee has not decided about proposed penalties: {places}.")
        params = {"places": listed(places, MOST_NAMES)}
        message = Message("penalties-open", text, params, Level.WARNING, "reason")
        page = PageLink(_("Decide"), "penalties", "give_penalty")
        yield Condition("penalties", message, page, _("Decide about proposed penalties"))


NO_SEATING = _("Hanchan {number} has no seating. Plan or import one first.")


def _cut(hanchan: Hanchan, seated: Lineup, ranking: Ranking | None) -> Iterator[Condition]:
    """The tie at a cut, then the tables of those above it; without a cut, any seating."""
    if ranking is None:
        if not seated:
            message = Message("no-seating", NO_SEATING, {"number": hanchan.number}, Level.ERROR)
            page = PageLink(_("Plan the seating"), "seating", "run_event")
            yield Condition("seating", message, page, _("Seat the hanchan"))
        return
    tied, title = ranking.tied, _("Resolve the tie at the cut")
    if tied is None:
        yield Condition("tie", Message("no-tie", _("No tie at the cut")), title=title, is_met=True)
        yield _final(hanchan, _final_tables(hanchan, seated, ranking))
        return
    page = PageLink(_("Resolve the tie"), "standing_tie", "give_penalty", (tied.cut.after, tied.place))
    yield Condition("tie", _tie(ranking, tied), page, title)
    text = _("The tables of those above the cut follow from the tie.") if seated else NO_SEATING
    message = Message("final-unknown", text, {"number": hanchan.number}, Level.ERROR)
    yield _final(hanchan, message, after=("tie",))


def _final(hanchan: Hanchan, message: Message, after: tuple[str, ...] = ()) -> Condition:
    page = PageLink(
        _("Seat the final"), "seating_change", "run_event", query=f"what=standings&hanchan={hanchan.number}"
    )
    is_met = message.level is Level.NOTE
    return Condition("final", message, page, _("Seat the final by the cut"), is_met=is_met, after=after)


def _tie(ranking: Ranking, tied: TiedLine) -> Message:
    text = _(
        "The first {size} after hanchan {after} are above the cut. {names} share place {place}, and every tie-break is "
        "equal."
    )
    people = listed(ranking.tied_names, MOST_NAMES)
    params = {"size": tied.size, "after": tied.cut.after, "names": people, "place": tied.place}
    return Message("tied-line", text, params, Level.ERROR)


def _final_tables(hanchan: Hanchan, seated: Lineup, ranking: Ranking) -> Message:
    """Those above the cut have tables of their own; who has left them may leave seats there to others."""
    playing = set(hanchan.tournament.players.filter(status=PlayerStatus.PLAYING).values_list("pk", flat=True))
    people = [row.player.id for row in finalists(ranking) if row.player.id in playing]
    table_of = {place.holder.pk: table for table, places in seated.items() for place in places}
    tables = [table_of[one] for one in people if one in table_of]
    needed = -(-len(people) // hanchan.tournament.at_a_table)
    params: dict[str, object] = {
        "number": hanchan.number,
        "count": len(people),
        "tables": spans(sorted(set(tables))),
        "needed": needed,
    }
    if len(tables) == len(people) and len(set(tables)) <= needed:
        return Message("final-seated", _("The first {count} sit together: table {tables}"), params)
    if not seated:
        return Message("no-seating", NO_SEATING, params, Level.ERROR)
    text = _("The first {count} sit at {spread} tables instead of {needed}.")
    params["spread"] = len(set(tables))
    if len(tables) <= MOST_TABLES:
        text = _("The planned seating puts the first {count} at tables {tables}.")
        params["tables"] = enumeration(sorted(tables))
    if len(tables) < len(people):
        text = _("Not all of the first {count} have a seat in hanchan {number}.")
    return Message("final-tables", text, params, Level.ERROR)


def _people(hanchan: Hanchan, seated: Lineup) -> Iterator[Condition]:
    """Players without a seat or a bye, and seats of players who are out."""
    if not seated:
        return
    tournament = hanchan.tournament
    places = [place for table in seated.values() for place in table]
    known = {place.holder.pk for place in places}
    known |= set(byes_of(tournament.seating).get(hanchan.number, ()))
    regular = tournament.players.filter(status=PlayerStatus.PLAYING, is_substitute=False).order_by("number")
    if unseated := [player for player in regular if player.pk not in known]:
        text = _("Without a seat or a bye in hanchan {number}: {names}.")
        message = _about("people-unseated", text, hanchan, unseated)
        yield Condition("unseated", message, SEATING, _("Give every player a seat"), after=("final",))
    if out := [place.player for place in places if place.player.status != PlayerStatus.PLAYING]:
        text = _("Out of the tournament but still seated: {names}.")
        message = _about("out-but-seated", text, hanchan, out)
        yield Condition("out", message, SEATING, _("Fill the empty seats"), after=("final",))


SEATING = PageLink(_("Correct the seating"), "seating", "run_event")


def _about(code: str, text: str, hanchan: Hanchan, people: list[Player]) -> Message:
    params = {"number": hanchan.number, "names": listed((player.label for player in people), MOST_NAMES)}
    return Message(code, text, params, Level.WARNING, "reason")


def _public(hanchan: Hanchan) -> Iterator[Condition]:
    """Players see where they sit. A public page that was closed at an earlier start, and always was, is not wanted."""
    tournament = hanchan.tournament
    is_published = hanchan.seating_published_at is not None
    text = _("The seating is not published: players cannot see where they sit.")
    if is_published:
        text = _("Seating published")
    page = PageLink(_("Go to the seating"), "seating", "run_event")
    yield Condition(
        "publish",
        Message("unpublished", text),
        page,
        _("Publish the seating"),
        is_met=is_published,
        after=("final", "unseated", "out"),
    )
    started = tournament.hanchan.filter(number__lt=hanchan.number).exclude(state=HanchanState.PLANNED)
    if tournament.is_public or hanchan.number == 1 or not started.exists() or _was_public(tournament):
        text = _("The seating is published, but players cannot see it yet: the public page is closed.")
        if not is_published:
            text = _("Players cannot see the seating: the public page is closed.")
        if tournament.is_public:
            text = _("Public page open")
        page = PageLink(_("Open the page"), "event_public", "run_event")
        message = Message("public-closed", text)
        yield Condition("public", message, page, _("Open the public page"), is_met=tournament.is_public)


def _was_public(tournament: Tournament) -> bool:
    """Return whether the public page was ever opened or closed."""
    return tournament.audit_entries.filter(verb=Verb.CHANGED_PUBLIC, detail__changes__has_key="is_public").exists()
