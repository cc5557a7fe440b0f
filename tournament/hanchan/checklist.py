"""The checklist of an event: its steps, each a list of conditions, from the state of the event. Pure."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.core.conditions import Condition, PageLink
from tournament.core.messages import Level, Message
from tournament.core.models import Hanchan, HanchanState
from tournament.events.ruleset_display import differences
from tournament.hanchan.checks import listed
from tournament.hanchan.condition_list import ConditionList, condition_list
from tournament.hanchan.event_state import EventState
from tournament.hanchan.start_conditions import PRINT_AGAIN
from tournament.players.queries import Counts
from tournament.results.sheets.queries import TableCard
from tournament.seats.seat_map import spans
from tournament.templatetags.sekigime import lapse
from tournament.translation.formats import days, written

MOST_NAMES = 5
FOLDED_FROM = 2
WAIT, BAD = Level.WARNING, Level.ERROR


@dataclass(frozen=True, slots=True)
class ChecklistStep:
    """One step: its conditions, and the pages on which it is done. `part` is before, during or after.

    `needed`: the event waits for it. `ready`: it can be done by now. `state` follows from these and `done`:
    done, now (the first one the event waits for), open (can be done at any time), later. `number` is that of the
    hanchan which it is about; `shown` are its conditions for whoever looks.
    """

    key: str
    part: str
    title: str
    conditions: tuple[Condition, ...]
    links: tuple[PageLink, ...]
    done: bool
    needed: bool = True
    ready: bool = True
    state: str = "later"
    number: int | None = None
    shown: ConditionList | None = None


@dataclass(frozen=True, slots=True)
class ChecklistPart:
    """A part of the list; `folded` are the steps at its beginning that are done."""

    title: str
    folded: tuple[ChecklistStep, ...]
    steps: tuple[ChecklistStep, ...]


def checklist(event: EventState) -> tuple[ChecklistStep, ...]:
    """Return all steps in order, each with its state; at most one is *now*."""
    found = [
        details_step(event),
        rules_step(event),
        *registration_step(event),
        players_step(event),
        seating_step(event),
        hall_step(event),
        staff_step(event),
        public_step(event),
        check_in_step(event),
        *printing_step(event),
        *hanchan_steps(event),
        *cut_steps(event),
        *official_steps(event),
        *proposals_step(event),
        standings_step(event),
        report_step(event),
        export_step(event),
    ]
    now = next((step for step in found if step.needed and step.ready and not step.done), None)
    return tuple(replace(step, state=_state(step, now)) for step in found)


def _state(step: ChecklistStep, now: ChecklistStep | None) -> str:
    if step.done:
        return "done"
    if step is now:
        return "now"
    return "open" if step.ready else "later"


def checklist_parts(event: EventState, may: Callable[[str], bool]) -> list[ChecklistPart]:
    """Return the steps by part, with the links that the person may follow. After the first start the steps that are
    done are folded."""
    steps = [
        replace(
            step,
            links=tuple(link for link in step.links if may(link.right) and step.state != "later"),
            shown=condition_list(step.conditions, may),
        )
        for step in checklist(event)
    ]
    titles = {"before": _("Before the event"), "during": _("During the event"), "after": _("After the event")}
    return [
        _part(title, [step for step in steps if step.part == part], fold=event.has_started)
        for part, title in titles.items()
    ]


def _part(title: str, steps: Sequence[ChecklistStep], *, fold: bool) -> ChecklistPart:
    done = tuple(step for step in steps if step.state == "done") if fold else ()
    folded = done if len(done) >= FOLDED_FROM else ()
    return ChecklistPart(title, folded, tuple(step for step in steps if step not in folded))


def _says(text: str, level: Level = Level.NOTE, *, is_met: bool = False, **params: object) -> Condition:
    return Condition("", Message("", text, params, level), is_met=is_met)


# --- before the event ------------------------------------------------------------------------------------------------


def details_step(event: EventState) -> ChecklistStep:
    place, first_day = event.tournament.place, event.tournament.first_day
    missing = []
    if first_day is None:
        missing.append(_says(_("The date is missing."), WAIT))
    if not place:
        missing.append(_says(_("The place is missing."), WAIT))
    link = PageLink(_("Add details") if missing else _("Details"), "event_settings", "run_event")
    found = missing
    if first_day and place:
        found = [_says(_("{place}, {days}"), place=place, days=days(first_day, event.tournament.last_day))]
    title = _("Name, place and date")
    return ChecklistStep("details", "before", title, tuple(found), (link,), done=not missing, needed=False)


def rules_step(event: EventState) -> ChecklistStep:
    rules, number = event.tournament.ruleset, len(event.hanchan)
    text = ngettext("{rules}, {n} hanchan, {limit}", "{rules}, {n} hanchan, {limit}", number)
    found = [_says(text, rules=_(rules.title), n=number, limit=_limits(event.hanchan))]
    if adapted := len(differences(rules)):
        text = ngettext(
            "{n} rule differs from the published rule set", "{n} rules differ from the published rule set", adapted
        )
        found.append(_says(text, n=adapted))
    links = (PageLink(_("Rules"), "event_rules", "run_event"), PageLink(_("Hanchan"), "event_hanchan", "run_event"))
    return ChecklistStep("rules", "before", _("Rules and hanchan"), tuple(found), links, done=True)


def _limits(hanchan: Sequence[Hanchan]) -> str:
    """Return the time limits that occur: "90 min", or "60, 90 min"."""
    minutes = listed(sorted({one.minutes for one in hanchan if one.minutes}), MOST_NAMES)
    if all(one.minutes is not None for one in hanchan):
        return _("{minutes} min").format(minutes=minutes)
    return _("{minutes} min or no limit").format(minutes=minutes) if minutes else _("no limit")


def registration_step(event: EventState) -> Iterator[ChecklistStep]:
    """Yield it where players can register or could: once there is a seating, nobody sets registration up."""
    page, is_seated = event.registration, event.seating is not None
    if page is None and is_seated:
        return
    if page is None:
        found = _says(_("Not set up: add the players yourself, or let them register."))
    elif is_seated or not page.is_open:
        found = _says(_("Closed"))
    elif page.closes_at:
        time = written(localtime(page.closes_at), "date, time")
        found = _says(_("Open until {time}"), is_met=True, time=time)
    else:
        found = _says(_("Open until there is a seating"), is_met=True)
    link = PageLink(_("Registration page"), "registration_page", "run_event")
    done = page is not None
    yield ChecklistStep("registration", "before", _("Registration"), (found,), (link,), done=done, needed=False)


def players_step(event: EventState) -> ChecklistStep:
    counts = event.counts
    links = [PageLink(_("Players") if counts.playing else _("Add or import players"), "players")]
    if event.unconfirmed:
        links.append(PageLink(_("Registrations"), "registrations", "run_event"))
    if event.duplicates:
        links.append(PageLink(_("Possible duplicates"), "players_duplicates", "run_event"))
    done = counts.playing >= counts.at_a_table and not counts.short
    return ChecklistStep("players", "before", _("Players"), tuple(_players(event)), tuple(links), done=done)


def _players(event: EventState) -> Iterator[Condition]:
    counts, hall = event.counts, event.tournament.table_count
    if not counts.playing:
        yield _says(_("No players yet. Import a list from a spreadsheet, or add them one by one."), WAIT)
        return
    yield _field(counts)
    if counts.short:
        text = ngettext(
            "{n} more substitute is needed to fill the last table: flag one on the list, or add one.",
            "{n} more substitutes are needed to fill the last table: flag them on the list, or add them.",
            counts.short,
        )
        yield _says(text, WAIT, n=counts.short)
    if counts.waiting:
        text = ngettext("{n} substitute without a seat", "{n} substitutes without a seat", counts.waiting)
        yield _says(text, n=counts.waiting)
    if event.unconfirmed:
        text = ngettext(
            "{n} name from the registration page waits for you to confirm it.",
            "{n} names from the registration page wait for you to confirm them.",
            event.unconfirmed,
        )
        yield _says(text, WAIT, n=event.unconfirmed)
    if event.duplicates:
        text = ngettext(
            "{n} pair of players may be one person, entered twice.",
            "{n} pairs of players may be one person each, entered twice.",
            event.duplicates,
        )
        yield _says(text, WAIT, n=event.duplicates)
    if hall and counts.tables > hall:
        text = ngettext(
            "The hall has only {n} table. Accept fewer players, or change the number of tables.",
            "The hall has only {n} tables. Accept fewer players, or change the number of tables.",
            hall,
        )
        yield _says(text, BAD, n=hall)


def _field(counts: Counts) -> Condition:
    """36 players, 2 of them substitutes, 9 tables; or 30 players, 7 tables, 2 players sit out."""
    players = ngettext("{n} player", "{n} players", counts.playing).format(n=counts.playing)
    tables = ngettext("{n} table", "{n} tables", counts.tables).format(n=counts.tables)
    if counts.byes:
        text = ngettext("{tables}, {n} player sits out", "{tables}, {n} players sit out", counts.byes)
        tables = text.format(tables=tables, n=counts.byes)
    if not counts.substitutes:
        return _says(_("{players}, {tables}"), players=players, tables=tables)
    text = ngettext(
        "{players}, {n} of them a substitute, {tables}",
        "{players}, {n} of them substitutes, {tables}",
        counts.substitutes,
    )
    return _says(text, players=players, n=counts.substitutes, tables=tables)


def seating_step(event: EventState) -> ChecklistStep:
    """Needed until the first start; from then on it is a condition of the next hanchan."""
    planned = event.seating is not None
    without = [one.number for one in event.hanchan if one.number not in event.seated]
    fits = planned and not (without or event.mismatch)
    label = (_("Seating") if fits else _("Correct the seating")) if planned else _("Plan the seating")
    return ChecklistStep(
        "seating",
        "before",
        _("Seating"),
        tuple(_seating(event, without)),
        (PageLink(label, "seating"),),
        done=fits,
        needed=not event.has_started,
        ready=planned or event.counts.playing >= event.counts.at_a_table,
    )


def _seating(event: EventState, without: Sequence[int]) -> Iterator[Condition]:
    if event.seating is None:
        yield _says(_("Not planned yet. Plan it when the list of players is complete, or import one."), WAIT)
        return
    if without:
        yield _says(_("No seating for hanchan {numbers}."), WAIT, numbers=spans(without))
    else:
        yield _says(_("Planned for every hanchan (version {n})"), is_met=True, n=event.seating.number)
    unseated, out = event.mismatch.unseated, event.mismatch.out
    if unseated:
        text = ngettext("{names} plays but has no seat.", "{names} play but have no seat.", len(unseated))
        yield _says(text, BAD, names=listed((player.label for player in unseated), MOST_NAMES))
    if out:
        text = ngettext("{names} is out but has a seat.", "{names} are out but have seats.", len(out))
        yield _says(text, BAD, names=listed((player.label for player in out), MOST_NAMES))
    if not event.mismatch and not event.changed:
        yield _says(_("Verified: nobody is left out, and nobody has two seats"), is_met=True)
    if event.seating.repeats is not None:
        yield _repeats(event.seating.repeats, event.seating.repeats_bound)
    published, every = sum(one.seating_published_at is not None for one in event.hanchan), len(event.hanchan)
    yield _says(_("Published for {n} of {all} hanchan"), is_met=published == every, n=published, all=every)


def _repeats(repeats: int, bound: int) -> Condition:
    if not repeats:
        return _says(_("Nobody meets twice (best possible)"), is_met=True)
    if repeats <= bound:
        return _says(_("Times a pair meets again: {n} (best possible)"), is_met=True, n=repeats)
    return _says(_("Times a pair meets again: {n} (best possible: {bound})"), n=repeats, bound=bound)


def hall_step(event: EventState) -> ChecklistStep:
    """Screens to set up and papers to print; done with the first screen, and once a hanchan has started."""
    counts = event.counts
    if event.screens:
        found = [_says(ngettext("{n} screen", "{n} screens", event.screens), is_met=True, n=event.screens)]
    else:
        found = [_says(_("No screens yet. They show the clock, the seating and the standings in the hall."))]
    if counts.tables and not event.has_started:
        text = ngettext(
            "To print: report sheets, a sign for {tables} table, badges for {players} players",
            "To print: report sheets, signs for {tables} tables, badges for {players} players",
            counts.tables,
        )
        found.append(_says(text, tables=counts.tables, players=counts.playing))
    links = (PageLink(_("Screens"), "screens", "run_hanchan"), PageLink(_("Print"), "prints"))
    done = bool(event.screens) or event.has_started
    return ChecklistStep("hall", "before", _("Hall and paper"), tuple(found), links, done=done, needed=False)


def staff_step(event: EventState) -> ChecklistStep:
    several = event.staff > 1
    text = _("Only you so far. If every referee and desk has a sign-in, the history shows who did what.")
    if several:
        text = ngettext("{n} staff member", "{n} staff members", event.staff)
    link = PageLink(_("Staff") if several else _("Add staff"), "event_staff", "run_event")
    found = (_says(text, n=event.staff),)
    return ChecklistStep("staff", "before", _("Staff"), found, (link,), done=several, needed=False)


def public_step(event: EventState) -> ChecklistStep:
    is_public = event.tournament.is_public
    text = _("Closed: players cannot open it yet.")
    if is_public:
        text = _("Open, with standings") if event.tournament.standings_public else _("Open; standings are hidden")
    link = PageLink(_("What is public") if is_public else _("Open the public page"), "event_public", "run_event")
    return ChecklistStep("public", "before", _("Public page"), (_says(text),), (link,), done=is_public, needed=False)


# --- during the event ------------------------------------------------------------------------------------------------


def check_in_step(event: EventState) -> ChecklistStep:
    """Needed until the first start; from then on an absent player gets a forfeit. Closing it says what follows from who
    is missing."""
    counts, is_closed = event.counts, event.tournament.check_in_closed_at is not None
    links = [PageLink(_("Check in"), "check_in", "check_in")]
    if counts.here and not event.has_started:
        label = _("Reopen check-in") if is_closed else _("Close check-in")
        links.append(PageLink(label, "check_in_close", "run_event"))
    return ChecklistStep(
        "check-in",
        "during",
        _("Check-in"),
        tuple(_check_in(event, is_closed=is_closed)),
        tuple(links),
        done=bool(counts.playing) and (not counts.absent or event.has_started or is_closed),
        ready=bool(counts.playing),
    )


def _check_in(event: EventState, *, is_closed: bool) -> Iterator[Condition]:
    here, playing, absent = event.counts.here, event.counts.playing, event.counts.absent
    if playing:
        yield _says(_("{n} of {all} players checked in"), is_met=not absent, n=here, all=playing)
    if absent and event.has_started:
        text = ngettext("{n} player was never checked in.", "{n} players were never checked in.", len(absent))
        yield _says(text, WAIT, n=len(absent))
    elif is_closed:
        yield _says(_("Check-in is closed."), is_met=True)
    elif absent and here:
        yield _says(_("Missing: {names}"), WAIT, names=listed(absent, MOST_NAMES))


def printing_step(event: EventState) -> Iterator[ChecklistStep]:
    """Yield a step while printed report sheets name others than those who sit there now."""
    if event.old_sheets:
        found = (Condition("old-sheets", replace(event.old_sheets, level=WAIT)),)
        yield ChecklistStep("printing", "during", _("Report sheets"), found, (PRINT_AGAIN,), done=False, needed=False)


def hanchan_steps(event: EventState) -> Iterator[ChecklistStep]:
    """Yield one step per hanchan: it starts when the one before is closed. Tables that call come before its sheets."""
    earlier_closed = True
    calls = calls_step(event)  # before the first that is being played
    for one in event.hanchan:
        is_playing = one.state == HanchanState.PLAYING
        if is_playing:
            yield from calls
        is_next = earlier_closed and (one.number in event.seated or event.has_started)
        found, links = _of_hanchan(one, event, is_next=is_next)
        title = _("Hanchan {number} · {name}") if one.name else _("Hanchan {number}")
        earlier_closed = one.state == HanchanState.CLOSED
        yield ChecklistStep(
            f"hanchan-{one.number}",
            "during",
            title.format(number=one.number, name=one.name_in_words),
            found,
            links,
            done=earlier_closed,
            ready=is_playing or is_next,
            number=one.number,
        )


Found = tuple[tuple[Condition, ...], tuple[PageLink, ...]]


def _of_hanchan(one: Hanchan, event: EventState, *, is_next: bool) -> Found:
    """Return what a hanchan waits for, with the pages on which that is done; of a later one only its progress."""
    if one.state == HanchanState.PLAYING:
        return _sheets(one.number, event.boards[one.number])
    if one.state == HanchanState.CLOSED:
        if one.released_at is None:
            release = PageLink(_("Release results"), "hanchan", "run_hanchan", (one.number,))
            return (_says(_("Closed; results are hidden"), WAIT),), (release,)
        is_public = event.tournament.is_public and event.tournament.standings_public
        return (_says(_("Closed, results public") if is_public else _("Closed")),), ()
    if is_next and event.start and event.start.hanchan == one.number:
        start = PageLink(_("Start hanchan {number}"), "hanchan", "run_hanchan", (one.number,))
        conditions = event.start.conditions or (_says(_("Ready to start"), is_met=True),)
        return conditions, () if any(condition.stops for condition in conditions) else (start,)
    text = _("No seating yet")
    if one.number in event.seated:
        text = _("Seating published") if one.seating_published_at else _("Seating not published")
    return (_says(text),), ()


def _sheets(number: int, cards: Sequence[TableCard]) -> Found:
    enter = PageLink(_("Enter sheets"), "sheets", "enter_sheet", (number,))
    clock = PageLink(_("Clock and close"), "hanchan", numbers=(number,))
    if tables := [card.table for card in cards if card.state in ("differs", "disputed")]:
        text = ngettext(
            "{n} sheet was read differently by two people: table {tables}. A referee decides.",
            "{n} sheets were read differently by two people: tables {tables}. A referee decides.",
            len(tables),
        )
        look = PageLink(_("Look at the sheets"), "sheets", "enter_sheet", (number,))
        return (_says(text, BAD, n=len(tables), tables=spans(tables)),), (look, clock)
    if tables := [card.table for card in cards if not card.readings]:
        text = ngettext(
            "{n} of {all} sheets is missing: table {tables}",
            "{n} of {all} sheets are missing: tables {tables}",
            len(tables),
        )
        return (_says(text, WAIT, n=len(tables), all=len(cards), tables=spans(tables)),), (enter, clock)
    if tables := [card.table for card in cards if card.state in ("once", "unread")]:
        text = ngettext(
            "{n} sheet waits for a second person: table {tables}",
            "{n} sheets wait for a second person: tables {tables}",
            len(tables),
        )
        return (_says(text, WAIT, n=len(tables), tables=spans(tables)),), (enter, clock)
    close = PageLink(_("Close hanchan {number}"), "hanchan", "run_hanchan", (number,))
    text = ngettext("The only sheet is in.", "All {n} sheets are in.", len(cards))
    return (_says(text, is_met=True, n=len(cards)),), (close,)


def calls_step(event: EventState) -> Iterator[ChecklistStep]:
    """Yield a step while tables wait for a referee."""
    if event.calls:
        waits = [_("table {table} ({time})").format(table=table, time=lapse(minutes)) for table, minutes in event.calls]
        text = ngettext("{n} table waits: {tables}", "{n} tables wait: {tables}", len(waits))
        found = (_says(text, WAIT, n=len(waits), tables=listed(waits, MOST_NAMES)),)
        links = (PageLink(_("Go to the floor"), "floor"),)
        yield ChecklistStep("calls", "during", _("Calls of a referee"), found, links, done=False, needed=False)


def proposals_step(event: EventState) -> Iterator[ChecklistStep]:
    """Yield a step while proposed penalties wait for a referee, and no start waits for them."""
    asked = event.start.conditions if event.start else ()
    if event.proposed and all(one.key != "penalties" for one in asked):
        text = ngettext(
            "{n} proposed penalty waits for a referee: {tables}",
            "{n} proposed penalties wait for a referee: {tables}",
            len(event.proposed),
        )
        place = _("hanchan {hanchan}, table {table}")
        tables = [place.format(hanchan=hanchan, table=table) for hanchan, table in dict.fromkeys(event.proposed)]
        found = (_says(text, WAIT, n=len(event.proposed), tables=listed(tables, MOST_NAMES)),)
        links = (PageLink(_("Decide"), "penalties", "give_penalty"),)
        yield ChecklistStep("proposals", "during", _("Proposed penalties"), found, links, done=False, needed=False)


def cut_steps(event: EventState) -> Iterator[ChecklistStep]:
    """Yield a step for each cut that moved after its hanchan had started, until somebody decides who the finalists
    are."""
    for one in event.moved_cuts:
        title = _("Hanchan {number}: finalists as played, or the corrected cut").format(number=one.number)
        link = PageLink(_("Decide"), "cut_decision", "give_penalty", (one.number,))
        found = (Condition("cut", replace(one.sentence, level=BAD)),)
        yield ChecklistStep(f"cut-{one.number}", "during", title, found, (link,), done=False)


# --- after the event -------------------------------------------------------------------------------------------------


def official_steps(event: EventState) -> Iterator[ChecklistStep]:
    """Yield the step that makes results official, at an event with a protest window. It is open during the event; the
    event waits for it at the end."""
    if not event.tournament.has_protests:
        return
    ready = list(takewhile(lambda one: one.official_at or not event.window_is_open(one), event.issued))
    ended = [one.number for one in ready if one.official_at is None]
    links = []
    if event.tournament.open_protests:
        links = [PageLink(_("Answer protests"), "protests", "change_sheet")]
    elif ended:
        links = [PageLink(_("Make results official"), "hanchan", "run_event", (ended[-1],))]
    yield ChecklistStep(
        "official",
        "after" if event.is_over else "during",
        _("Official results"),
        tuple(_official(event, ended)),
        tuple(links),
        done=bool(event.hanchan) and all(one.official_at for one in event.hanchan),
        needed=event.is_over,
        ready=bool(links),
    )


def _official(event: EventState, ended: Sequence[int]) -> Iterator[Condition]:
    official = [one.number for one in event.hanchan if one.official_at]
    waiting = [one for one in event.issued if one.official_at is None]
    if official:
        yield _says(_("Official: hanchan {numbers}"), is_met=True, numbers=spans(official))
    if reopened := [one.number for one in event.hanchan if one.reopened_at]:
        yield _says(_("Reopened, provisional: hanchan {numbers}"), WAIT, numbers=spans(reopened))
    for one in waiting:
        if one.protest_until and event.window_is_open(one):
            text = _("Hanchan {number}: players can report errors until {time}.")
            yield _says(text, number=one.number, time=written(localtime(one.protest_until), "time"))
    if number := event.tournament.open_protests:
        text = ngettext("{n} protest waits for an answer.", "{n} protests wait for an answer.", number)
        yield _says(text, WAIT, n=number)
    if ended:
        yield _says(_("The protest window has ended: hanchan {numbers}"), WAIT, numbers=spans(ended))
    elif not official and not waiting:
        yield _says(_("Provisional until the protest time is over and you make them official."))


def standings_step(event: EventState) -> ChecklistStep:
    text = _("Updated after each hanchan, final after the last")
    if event.is_over:
        text = _("Every hanchan is closed")
    link, title = PageLink(_("Standings"), "standings"), _("Final standings")
    return ChecklistStep("standings", "after", title, (_says(text),), (link,), done=event.is_over, ready=event.is_over)


def report_step(event: EventState) -> ChecklistStep:
    found = (_says(_("Add your words and photographs to the page that people keep")),)
    links = (PageLink(_("Write the event report"), "event_report", "run_event"),)
    done, ready = bool(event.tournament.report), event.is_over
    return ChecklistStep("report", "after", _("Event report"), found, links, done=done, needed=False, ready=ready)


def export_step(event: EventState) -> ChecklistStep:
    found = (_says(_("Export a workbook with everything for the archive; print the standings for the wall")),)
    links = (PageLink(_("Export"), "exports"), PageLink(_("Print"), "prints"))
    title = _("Workbook and paper")
    return ChecklistStep("export", "after", title, found, links, done=False, needed=False, ready=event.is_over)
