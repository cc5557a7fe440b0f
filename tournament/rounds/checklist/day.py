"""The steps of the day: check-in, then hanchan by hanchan."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.rounds.checklist.facts import Facts, HanchanFacts
from tournament.rounds.checklist.step import Line, Link, Step
from tournament.seating.draft import spans


def check_in(facts: Facts) -> Step:
    """Needed until the first start; from then on who is not there has a forfeit, not a tick."""
    away = facts.players - facts.present
    lines = []
    if facts.players:
        text = _("{n} of {all} players are here").format(n=facts.present, all=facts.players)
        lines.append(Line(text, "plain" if away else "ok"))
    if away and facts.has_started:
        text = ngettext("{n} was never checked in.", "{n} were never checked in.", away)
        lines.append(Line(text.format(n=away), "wait"))
    return Step(
        key="check-in", part="day", title=_("Check-in"), done=bool(facts.players) and (not away or facts.has_started),
        lines=tuple(lines), links=(Link(_("Check in"), "check_in", "check_in"),),
        ready=facts.seating_number is not None,
    )  # fmt: skip


def hanchan(facts: Facts) -> Iterator[Step]:
    """One step per hanchan: it starts when the one before is closed."""
    earlier_closed = True
    for one in facts.hanchan:
        is_next = earlier_closed and one.seated
        lines, links = _planned(one, is_next) if one.state == "planned" else _TOLD[one.state](one, facts)
        yield Step(
            key=f"hanchan-{one.number}", part="day", title=_("Hanchan {number}").format(number=one.number),
            done=one.state == "closed", lines=lines, links=links, number=one.number,
            ready=one.state == "playing" or is_next,
        )  # fmt: skip
        earlier_closed = one.state == "closed"


Told = tuple[tuple[Line, ...], tuple[Link, ...]]


def _planned(one: HanchanFacts, is_next: bool) -> Told:
    start = Link(_("Start hanchan {n}").format(n=one.number), "hanchan", "run_hanchan", one.number)
    if not one.seated:
        return (Line(_("No seating yet")),), ()
    if one.published:
        return (Line(_("Seating published")),), (start,)
    if not is_next:
        return (Line(_("Seating not published")),), ()
    text = _("Its seating is not published: players cannot see where they sit.")
    return (Line(text, "wait"),), (start, Link(_("Publish the seating"), "seating", "run_event"))


def _playing(one: HanchanFacts, facts: Facts) -> Told:
    if not one.missing:
        text = _("All {n} sheets are in.").format(n=one.tables)
        close = Link(_("Close hanchan {n}").format(n=one.number), "hanchan", "run_hanchan", one.number)
        return (Line(text, "ok"),), (close,)
    text = ngettext(
        "{n} of {all} sheets is missing: table {tables}", "{n} of {all} sheets are missing: tables {tables}",
        len(one.missing),
    )  # fmt: skip
    text = text.format(n=len(one.missing), all=one.tables, tables=spans(one.missing))
    enter = Link(_("Enter sheets"), "sheets", "enter_sheet", one.number)
    return (Line(text, "wait"),), (enter, Link(_("Clock and close"), "hanchan", "work_at", one.number))


def _closed(one: HanchanFacts, facts: Facts) -> Told:
    if not one.released:
        release = Link(_("Release results"), "hanchan", "run_hanchan", one.number)
        return (Line(_("Closed; its results are hidden."), "wait"),), (release,)
    shown = facts.is_public and facts.standings_public
    return (Line(_("Closed, results public") if shown else _("Closed")),), ()


_TOLD = {"playing": _playing, "closed": _closed}
