"""The checklist of an event: its steps, from the state of the event. Pure: no database, no clock."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import takewhile

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.core.messages import sentence
from tournament.hanchan.checks import listed
from tournament.hanchan.start_conditions import StartCheck
from tournament.seats.seat_map import spans
from tournament.templatetags.sekigime import lapse

MOST_NAMES = 5
FOLDED_FROM = 2


@dataclass(frozen=True, slots=True)
class ChecklistLine:
    """One sentence under a step. `tone`: ok, wait (missing), bad (must be corrected), or plain."""

    text: str
    tone: str = "plain"


@dataclass(frozen=True, slots=True)
class ChecklistLink:
    """The page on which a step is done, and the right that it needs; `number` for a page of one hanchan."""

    label: str
    url_name: str
    right: str = "work_at"
    number: int | None = None


@dataclass(frozen=True, slots=True)
class ChecklistStep:
    """One step. `part` is before, during or after.

    `needed`: the event waits for it. `ready`: it can be done by now. `state` follows from these and `done`:
    done, now (the first one the event waits for), open (can be done at any time), later.
    """

    key: str
    part: str
    title: str
    lines: tuple[ChecklistLine, ...]
    links: tuple[ChecklistLink, ...]
    done: bool
    needed: bool = True
    ready: bool = True
    state: str = "later"
    number: int | None = None
    waits: bool = False  # something is to be done first, elsewhere


@dataclass(frozen=True, slots=True, kw_only=True)
class HanchanOutline:
    """One hanchan as the checklist sees it. While it is being played the tables are known whose sheets do not count
    (`missing`), and which of them, or of those that count, two people read `differing` or one person read `once`.

    `protest_until` is the end of the window in which players report errors.
    """

    number: int
    name: str = ""
    state: str = "planned"
    minutes: int | None = 90
    seated: bool = False
    published: bool = False
    released: bool = False
    protest_until: datetime | None = None
    official: bool = False
    reopened: bool = False
    tables: int = 0
    missing: tuple[int, ...] = ()
    differing: tuple[int, ...] = ()
    once: tuple[int, ...] = ()

    @property
    def awaited(self) -> tuple[int, ...]:
        """The tables of which nobody has typed anything."""
        return tuple(table for table in self.missing if table not in (*self.differing, *self.once))


@dataclass(frozen=True, slots=True, kw_only=True)
class EventState:
    """Everything that the steps depend on. `players` are those to be seated, including substitutes; `tables` and `byes`
    those of the hanchan that is played or comes next (`Counts`).

    `has_protests`: results are provisional until somebody makes them official. `at` is now, for the ends of windows.
    `start` has the conditions of the next hanchan, None while none can be next.
    """

    place: str = ""
    first_day: date | None = None
    last_day: date | None = None
    rules_title: str = "WRC 2022"
    adapted: int = 0
    players: int = 0
    tables: int = 0
    byes: int = 0
    at_a_table: int = 4
    substitutes: int = 0
    substitutes_missing: int = 0
    substitutes_waiting: int = 0
    unconfirmed: int = 0  # names from the registration page that no public page has yet
    duplicates: int = 0  # pairs of players who may be one person; not looked for once a hanchan has started
    table_count: int | None = None
    present: int = 0
    absent: tuple[str, ...] = ()
    check_in_closed: bool = False
    unseated: tuple[str, ...] = ()
    out: tuple[str, ...] = ()
    repeats: int | None = None
    repeats_bound: int = 0
    seating_number: int | None = None
    staff: int = 0
    is_public: bool = False
    standings_public: bool = True
    has_protests: bool = False
    open_protests: int = 0
    at: datetime | None = None
    hanchan: tuple[HanchanOutline, ...] = ()
    start: StartCheck | None = None
    proposed: tuple[tuple[int, int], ...] = ()  # hanchan and table of each proposed penalty that nobody has decided
    changed: bool = False  # something was changed outside of Sekigime
    moved_cuts: tuple[tuple[int, str], ...] = ()  # hanchan before which a cut has moved since its start, and a sentence
    calls: tuple[tuple[int, int], ...] = ()  # table and minutes of each open call of a referee, the longest first

    @property
    def issued(self) -> tuple[HanchanOutline, ...]:
        """The hanchan from the first on that are closed and released."""
        return tuple(takewhile(lambda one: one.state == "closed" and one.released, self.hanchan))

    def window_is_open(self, one: HanchanOutline) -> bool:
        """Return whether players may still report errors in the results of a hanchan."""
        return one.protest_until is not None and (self.at is None or self.at < one.protest_until)

    @property
    def window_ends(self) -> datetime | None:
        """The end of the first protest window that is open."""
        return min(
            (one.protest_until for one in self.hanchan if one.protest_until and self.window_is_open(one)), default=None
        )

    @property
    def has_started(self) -> bool:
        return any(one.state != "planned" for one in self.hanchan)

    @property
    def is_over(self) -> bool:
        return bool(self.hanchan) and all(one.state == "closed" for one in self.hanchan)


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
        players_step(event),
        seating_step(event),
        staff_step(event),
        public_step(event),
        check_in_step(event),
        *hanchan_steps(event),
        *cut_steps(event),
        *official_steps(event),
        *proposals_step(event),
        standings_step(event),
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
        replace(step, links=tuple(link for link in step.links if may(link.right) and step.state != "later"))
        for step in checklist(event)
    ]
    titles = {"before": _("Before the event"), "during": _("During the event"), "after": _("After the event")}
    return [
        _part(title, [step for step in steps if step.part == part], fold=event.has_started)
        for part, title in titles.items()
    ]


def _part(title: str, steps: Sequence[ChecklistStep], *, fold: bool) -> ChecklistPart:
    done = tuple(takewhile(lambda step: step.state == "done", steps)) if fold else ()
    folded = done if len(done) >= FOLDED_FROM else ()
    return ChecklistPart(title, folded, tuple(steps[len(folded) :]))


def _counted(text: str, number: int, tone: str = "plain", **params: object) -> ChecklistLine:
    """Return a line from a text in which {n} is `number`."""
    return ChecklistLine(text.format(n=number, **params), tone)


# --- before the event ------------------------------------------------------------------------------------------------


def details_step(event: EventState) -> ChecklistStep:
    lines = []
    if event.first_day is None:
        lines.append(ChecklistLine(_("The date is missing."), "wait"))
    if not event.place:
        lines.append(ChecklistLine(_("The place is missing."), "wait"))
    link = ChecklistLink(_("Add details") if lines else _("Details"), "event_settings", "run_event")
    done = not lines
    if event.first_day and event.place:
        text = _("{place}, {days}").format(place=event.place, days=_days(event.first_day, event.last_day))
        lines = [ChecklistLine(text)]
    title = _("Name, place and date")
    return ChecklistStep("details", "before", title, tuple(lines), (link,), done=done, needed=False)


def _days(first_day: date, last_day: date | None) -> str:
    """Return the first day, and the last if it is another."""
    first, last = date_format(first_day, "j F Y"), date_format(last_day or first_day, "j F Y")
    return first if first == last else _("{first} – {last}").format(first=first, last=last)


def rules_step(event: EventState) -> ChecklistStep:
    number = len(event.hanchan)
    text = ngettext("{rules}, {n} hanchan, {limit}", "{rules}, {n} hanchan, {limit}", number)
    lines = [_counted(text, number, rules=event.rules_title, limit=_limits(event))]
    if event.adapted:
        text = ngettext(
            "{n} rule differs from the published rule set",
            "{n} rules differ from the published rule set",
            event.adapted,
        )
        lines.append(_counted(text, event.adapted))
    links = (
        ChecklistLink(_("Rules"), "event_rules", "run_event"),
        ChecklistLink(_("Hanchan"), "event_hanchan", "run_event"),
    )
    return ChecklistStep("rules", "before", _("Rules and hanchan"), tuple(lines), links, done=True)


def _limits(event: EventState) -> str:
    """Return the time limits that occur: "90 min", or "60, 90 min"."""
    minutes = listed(sorted({one.minutes for one in event.hanchan if one.minutes}), MOST_NAMES)
    if all(one.minutes is not None for one in event.hanchan):
        return _("{minutes} min").format(minutes=minutes)
    return _("{minutes} min or no limit").format(minutes=minutes) if minutes else _("no limit")


def players_step(event: EventState) -> ChecklistStep:
    enough = event.players >= event.at_a_table and not event.substitutes_missing
    links = [ChecklistLink(_("Players") if event.players else _("Add or import players"), "players")]
    if event.unconfirmed:
        links.append(ChecklistLink(_("Registrations"), "registrations", "run_event"))
    if event.duplicates:
        links.append(ChecklistLink(_("Possible duplicates"), "players_duplicates", "run_event"))
    return ChecklistStep("players", "before", _("Players"), tuple(_player_lines(event)), tuple(links), done=enough)


def _player_lines(event: EventState) -> Iterator[ChecklistLine]:
    if not event.players:
        yield ChecklistLine(_("No players yet. Import a list from a spreadsheet, or add them one by one."), "wait")
        return
    yield _field_line(event)
    if event.substitutes_missing:
        text = ngettext(
            "{n} more substitute is needed to fill the last table: flag one on the list, or add one.",
            "{n} more substitutes are needed to fill the last table: flag them on the list, or add them.",
            event.substitutes_missing,
        )
        yield _counted(text, event.substitutes_missing, "wait")
    if event.substitutes_waiting:
        text = ngettext("{n} substitute without a seat", "{n} substitutes without a seat", event.substitutes_waiting)
        yield _counted(text, event.substitutes_waiting)
    if event.unconfirmed:
        text = ngettext(
            "{n} name from the registration page waits for you to confirm it.",
            "{n} names from the registration page wait for you to confirm them.",
            event.unconfirmed,
        )
        yield _counted(text, event.unconfirmed, "wait")
    if event.duplicates:
        text = ngettext(
            "{n} pair of players may be one person, entered twice.",
            "{n} pairs of players may be one person each, entered twice.",
            event.duplicates,
        )
        yield _counted(text, event.duplicates, "wait")
    if event.table_count and event.tables > event.table_count:
        text = _("The hall has only {n} tables. Accept fewer players, or change the number of tables.")
        yield _counted(text, event.table_count, "bad")


def _field_line(event: EventState) -> ChecklistLine:
    """36 players, 2 of them substitutes, 9 tables; or 30 players, 7 tables, 2 players sit out."""
    players = ngettext("{n} player", "{n} players", event.players).format(n=event.players)
    tables = ngettext("{n} table", "{n} tables", event.tables).format(n=event.tables)
    if event.byes:
        text = ngettext("{tables}, {n} player sits out", "{tables}, {n} players sit out", event.byes)
        tables = text.format(tables=tables, n=event.byes)
    if not event.substitutes:
        return ChecklistLine(_("{players}, {tables}").format(players=players, tables=tables))
    text = ngettext(
        "{players}, {n} of them a substitute, {tables}",
        "{players}, {n} of them substitutes, {tables}",
        event.substitutes,
    )
    return _counted(text, event.substitutes, players=players, tables=tables)


def seating_step(event: EventState) -> ChecklistStep:
    without = [one.number for one in event.hanchan if not one.seated]
    planned = event.seating_number is not None
    fits = planned and not (without or event.unseated or event.out)
    label = (_("Seating") if fits else _("Correct the seating")) if planned else _("Plan the seating")
    lines = tuple(_seating_lines(event, without))
    ready = planned or event.players >= event.at_a_table
    return ChecklistStep(
        "seating",
        "before",
        _("Seating"),
        lines,
        (ChecklistLink(label, "seating"),),
        done=fits,
        needed=not event.has_started,  # from then on it is a condition of the next hanchan
        ready=ready,
    )


def _seating_lines(event: EventState, without: list[int]) -> Iterator[ChecklistLine]:
    if event.seating_number is None:
        yield ChecklistLine(_("Not planned yet. Plan it when the list of players is complete, or import one."), "wait")
        return
    if without:
        yield ChecklistLine(_("No seating for hanchan {numbers}.").format(numbers=spans(without)), "wait")
    else:
        yield _counted(_("Planned for every hanchan (version {n})"), event.seating_number, "ok")
    if event.unseated:
        text = ngettext("{names} plays but has no seat.", "{names} play but have no seat.", len(event.unseated))
        yield ChecklistLine(text.format(names=listed(event.unseated, MOST_NAMES)), "bad")
    if event.out:
        text = ngettext("{names} is out but has a seat.", "{names} are out but have seats.", len(event.out))
        yield ChecklistLine(text.format(names=listed(event.out, MOST_NAMES)), "bad")
    if not event.unseated and not event.out and not event.changed:
        yield ChecklistLine(_("Verified: every player has a seat, and nobody has two"), "ok")
    if event.repeats is not None:
        yield _repeats_line(event.repeats, event.repeats_bound)
    published = sum(one.published for one in event.hanchan)
    text = _("Published for {n} of {all} hanchan")
    yield _counted(text, published, "ok" if published == len(event.hanchan) else "plain", all=len(event.hanchan))


def _repeats_line(repeats: int, bound: int) -> ChecklistLine:
    if not repeats:
        return ChecklistLine(_("Nobody meets twice (best possible)"), "ok")
    if repeats <= bound:
        return _counted(_("Times a pair meets again: {n} (best possible)"), repeats, "ok")
    return _counted(_("Times a pair meets again: {n} (best possible: {bound})"), repeats, bound=bound)


def staff_step(event: EventState) -> ChecklistStep:
    several = event.staff > 1
    if several:
        text = ngettext("{n} staff member", "{n} staff members", event.staff)
    else:
        text = _("Only you so far. If every referee and desk has a sign-in, the history shows who did what.")
    link = ChecklistLink(_("Staff") if several else _("Add staff"), "event_staff", "run_event")
    lines = (_counted(text, event.staff),)
    return ChecklistStep("staff", "before", _("Staff"), lines, (link,), done=several, needed=False)


def public_step(event: EventState) -> ChecklistStep:
    text = _("Closed: players cannot open it yet.")
    if event.is_public:
        text = _("Open, with standings") if event.standings_public else _("Open; standings are hidden")
    label = _("What is public") if event.is_public else _("Open the public page")
    link = ChecklistLink(label, "event_public", "run_event")
    lines = (ChecklistLine(text),)
    return ChecklistStep("public", "before", _("Public page"), lines, (link,), done=event.is_public, needed=False)


# --- during the event ------------------------------------------------------------------------------------------------


def check_in_step(event: EventState) -> ChecklistStep:
    """Needed until the first start; from then on an absent player gets a forfeit. Closing it says what follows from who
    is missing."""
    away = event.players - event.present
    lines = []
    if event.players:
        text = _("{n} of {all} players checked in")
        lines.append(_counted(text, event.present, "plain" if away else "ok", all=event.players))
    if away and event.has_started:
        text = ngettext("{n} player was never checked in.", "{n} players were never checked in.", away)
        lines.append(_counted(text, away, "wait"))
    elif event.check_in_closed:
        lines.append(ChecklistLine(_("Check-in is closed."), "ok"))
    elif event.absent and event.present:
        lines.append(ChecklistLine(_("Missing: {names}").format(names=listed(event.absent, MOST_NAMES)), "wait"))
    links = [ChecklistLink(_("Check in"), "check_in", "check_in")]
    if event.present and not event.has_started:
        label = _("Reopen check-in") if event.check_in_closed else _("Close check-in")
        links.append(ChecklistLink(label, "check_in_close", "run_event"))
    done = bool(event.players) and (not away or event.has_started or event.check_in_closed)
    ready = bool(event.players)
    return ChecklistStep("check-in", "during", _("Check-in"), tuple(lines), tuple(links), done=done, ready=ready)


def hanchan_steps(event: EventState) -> Iterator[ChecklistStep]:
    """Yield one step per hanchan: it starts when the one before is closed. Tables that call come before its sheets."""
    earlier_closed = True
    calls = calls_step(event)  # before the first that is being played
    for one in event.hanchan:
        if one.state == "playing":
            yield from calls
        is_next = earlier_closed and (one.seated or event.has_started)
        lines, links = _hanchan_lines(one, event, is_next)
        yield ChecklistStep(
            f"hanchan-{one.number}",
            "during",
            _title(one),
            tuple(lines),
            tuple(links),
            done=one.state == "closed",
            ready=one.state == "playing" or is_next,
            number=one.number,
            waits=is_next and event.start is not None and event.start.hanchan == one.number and event.start.is_open,
        )
        earlier_closed = one.state == "closed"


def _title(one: HanchanOutline) -> str:
    if one.name:
        return _("Hanchan {number} · {name}").format(number=one.number, name=one.name)
    return _("Hanchan {number}").format(number=one.number)


HanchanLines = tuple[Iterable[ChecklistLine], Iterable[ChecklistLink]]


def _hanchan_lines(one: HanchanOutline, event: EventState, is_next: bool) -> HanchanLines:
    if one.state == "planned":
        return _planned(one, event.start if is_next else None)
    line, links = _playing(one) if one.state == "playing" else _closed(one, event)
    return (line,), links


def _planned(one: HanchanOutline, start: StartCheck | None) -> HanchanLines:
    """Return what the next hanchan waits for, and its start once nothing stops it; of a later one only its progress."""
    if start is None or start.hanchan != one.number:
        text = _("No seating yet")
        if one.seated:
            text = _("Seating published") if one.published else _("Seating not published")
        return (ChecklistLine(text),), ()
    lines = [
        ChecklistLine(sentence(condition.message), "bad" if condition.stops else "wait")
        for condition in start.conditions
        if not condition.is_met
    ]
    stopped = any(condition.stops for condition in start.conditions)
    link = ChecklistLink(_("Start hanchan {n}").format(n=one.number), "hanchan", "run_hanchan", one.number)
    return lines or (ChecklistLine(_("Ready to start"), "ok"),), () if stopped else (link,)


def _playing(one: HanchanOutline) -> tuple[ChecklistLine, Iterable[ChecklistLink]]:
    enter = ChecklistLink(_("Enter sheets"), "sheets", "enter_sheet", one.number)
    clock = ChecklistLink(_("Clock and close"), "hanchan", "work_at", one.number)
    if one.differing:
        text = ngettext(
            "{n} sheet was read differently by two people: table {tables}. A referee decides.",
            "{n} sheets were read differently by two people: tables {tables}. A referee decides.",
            len(one.differing),
        )
        line = _counted(text, len(one.differing), "bad", tables=spans(one.differing))
        return line, (ChecklistLink(_("Look at the sheets"), "sheets", "enter_sheet", one.number), clock)
    if one.awaited:
        text = ngettext(
            "{n} of {all} sheets is missing: table {tables}",
            "{n} of {all} sheets are missing: tables {tables}",
            len(one.awaited),
        )
        line = _counted(text, len(one.awaited), "wait", all=one.tables, tables=spans(one.awaited))
        return line, (enter, clock)
    if one.once:
        text = ngettext(
            "{n} sheet waits for a second person: table {tables}",
            "{n} sheets wait for a second person: tables {tables}",
            len(one.once),
        )
        return _counted(text, len(one.once), "wait", tables=spans(one.once)), (enter, clock)
    close = ChecklistLink(_("Close hanchan {n}").format(n=one.number), "hanchan", "run_hanchan", one.number)
    return _counted(_("All {n} sheets are in."), one.tables, "ok"), (close,)


def _closed(one: HanchanOutline, event: EventState) -> tuple[ChecklistLine, Iterable[ChecklistLink]]:
    if not one.released:
        release = ChecklistLink(_("Release results"), "hanchan", "run_hanchan", one.number)
        return ChecklistLine(_("Closed; results are hidden"), "wait"), (release,)
    is_public = event.is_public and event.standings_public
    return ChecklistLine(_("Closed, results public") if is_public else _("Closed")), ()


def calls_step(event: EventState) -> Iterator[ChecklistStep]:
    """Yield a step while tables wait for a referee."""
    if not event.calls:
        return
    waits = [_("table {table} ({time})").format(table=table, time=lapse(minutes)) for table, minutes in event.calls]
    text = ngettext("{n} table waits: {tables}", "{n} tables wait: {tables}", len(waits))
    line = _counted(text, len(waits), "wait", tables=listed(waits, MOST_NAMES))
    link = ChecklistLink(_("Go to the floor"), "floor")
    yield ChecklistStep("calls", "during", _("Calls of a referee"), (line,), (link,), done=False, needed=False)


def proposals_step(event: EventState) -> Iterator[ChecklistStep]:
    """Yield a step while proposed penalties wait for a referee."""
    if not event.proposed or (event.start and event.start.has("penalties")):
        return
    text = ngettext(
        "{n} proposed penalty waits for a referee: {tables}",
        "{n} proposed penalties wait for a referee: {tables}",
        len(event.proposed),
    )
    place = _("hanchan {hanchan}, table {table}")
    tables = [place.format(hanchan=hanchan, table=table) for hanchan, table in dict.fromkeys(event.proposed)]
    line = _counted(text, len(event.proposed), "wait", tables=listed(tables, MOST_NAMES))
    link = ChecklistLink(_("Decide"), "penalties", "give_penalty")
    yield ChecklistStep("proposals", "during", _("Proposed penalties"), (line,), (link,), done=False, needed=False)


def cut_steps(event: EventState) -> Iterator[ChecklistStep]:
    """Yield a step for each cut that moved after its hanchan had started, until somebody decides who the finalists
    are."""
    for number, text in event.moved_cuts:
        title = _("Hanchan {number}: finalists as played, or the corrected cut").format(number=number)
        link = ChecklistLink(_("Decide"), "cut_decision", "give_penalty", number)
        yield ChecklistStep(f"cut-{number}", "during", title, (ChecklistLine(text, "bad"),), (link,), done=False)


# --- after the event -------------------------------------------------------------------------------------------------


def official_steps(event: EventState) -> Iterator[ChecklistStep]:
    """Yield the step that makes results official, at an event with a protest window. It is open during the event; the
    event waits for it at the end."""
    if not event.has_protests:
        return
    official = [one for one in event.hanchan if one.official]
    waiting = [one for one in event.issued if not one.official]
    ready = list(takewhile(lambda one: one.official or not event.window_is_open(one), event.issued))
    found = [one.number for one in ready if not one.official]
    links = []
    if event.open_protests:
        links = [ChecklistLink(_("Answer protests"), "protests", "change_sheet")]
    elif found:
        links = [ChecklistLink(_("Make results official"), "hanchan", "run_event", found[-1])]
    yield ChecklistStep(
        "official",
        "after" if event.is_over else "during",
        _("Official results"),
        tuple(_official_lines(event, [one.number for one in official], waiting, found)),
        tuple(links),
        done=len(official) == len(event.hanchan) > 0,
        needed=event.is_over,
        ready=bool(links),
    )


def _official_lines(
    event: EventState,
    official: list[int],
    waiting: list[HanchanOutline],
    found: list[int],
) -> Iterator[ChecklistLine]:
    if official:
        yield ChecklistLine(_("Official: hanchan {numbers}").format(numbers=spans(official)), "ok")
    if reopened := [one.number for one in event.hanchan if one.reopened]:
        text = _("Reopened, provisional: hanchan {numbers}")
        yield ChecklistLine(text.format(numbers=spans(reopened)), "wait")
    for one in waiting:
        if one.protest_until and event.window_is_open(one):
            time = date_format(localtime(one.protest_until), "H:i")
            text = _("Hanchan {number}: players can report errors until {time}.")
            yield ChecklistLine(text.format(number=one.number, time=time))
    if event.open_protests:
        text = ngettext("{n} protest waits for an answer.", "{n} protests wait for an answer.", event.open_protests)
        yield _counted(text, event.open_protests, "wait")
    if found:
        text = _("The protest window has ended: hanchan {numbers}")
        yield ChecklistLine(text.format(numbers=spans(found)), "wait")
    elif not official and not waiting:
        yield ChecklistLine(
            _("Provisional until the protest time is over and you make them official.")
        )


def standings_step(event: EventState) -> ChecklistStep:
    text = (
        _("Final: every hanchan is closed") if event.is_over else _("Updated after each hanchan, final after the last")
    )
    link = ChecklistLink(_("Standings"), "standings")
    lines = (ChecklistLine(text),)
    return ChecklistStep(
        "standings", "after", _("Final standings"), lines, (link,), done=event.is_over, ready=event.is_over
    )


def export_step(event: EventState) -> ChecklistStep:
    lines = (ChecklistLine(_("Export a workbook with everything for the archive; print the standings for the wall")),)
    links = (ChecklistLink(_("Export"), "exports"), ChecklistLink(_("Print"), "prints"))
    title = _("Workbook and paper")
    return ChecklistStep("export", "after", title, lines, links, done=False, needed=False, ready=event.is_over)
