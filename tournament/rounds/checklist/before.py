"""The steps before the day: details, rules, players, seating, staff, public page."""

from collections.abc import Iterator

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.rounds.checklist.facts import Facts
from tournament.rounds.checklist.step import Line, Link, Step
from tournament.rounds.checks import listed
from tournament.seating.draft import spans

NAMED = 5


def details(facts: Facts) -> Step:
    missing = []
    if facts.first_day is None:
        missing.append(Line(_("The date is missing."), "wait"))
    if not facts.place:
        missing.append(Line(_("The place is missing."), "wait"))
    lines = missing or [Line(f"{facts.place}, {_days(facts)}")]
    label = _("Add details") if missing else _("Details")
    return Step(
        key="details", part="before", title=_("Name, place and date"), done=not missing, lines=tuple(lines),
        links=(Link(label, "event_settings", "run_event"),), needed=False,
    )  # fmt: skip


def _days(facts: Facts) -> str:
    """The first day, and the last where there is another."""
    days = [day for day in (facts.first_day, facts.last_day) if day]
    return " – ".join(date_format(day, "j F Y") for day in dict.fromkeys(days))


def rules(facts: Facts) -> Step:
    number = len(facts.hanchan)
    text = ngettext("{rules}, {n} hanchan, {limit}", "{rules}, {n} hanchan, {limit}", number)
    lines = [Line(text.format(rules=facts.rules_title, n=number, limit=_limits(facts)))]
    if facts.adapted:
        text = ngettext(
            "{n} rule differs from the published ones", "{n} rules differ from the published ones", facts.adapted
        )
        lines.append(Line(text.format(n=facts.adapted)))
    links = (Link(_("Rules"), "event_rules", "run_event"), Link(_("Hanchan"), "event_hanchan", "run_event"))
    return Step(
        key="rules", part="before", title=_("Rules and hanchan"), done=True, lines=tuple(lines), links=links
    )  # fmt: skip


def _limits(facts: Facts) -> str:
    """The time limits that occur: "90 min", or "60, 90 min"."""
    minutes = sorted({one.minutes for one in facts.hanchan if one.minutes})
    said = [_("{minutes} min").format(minutes=listed(minutes, NAMED))] if minutes else []
    return _(" or ").join([*said, *([_("no limit")] if any(one.minutes is None for one in facts.hanchan) else [])])


def players(facts: Facts) -> Step:
    enough = facts.players >= facts.at_a_table and not facts.substitutes_missing
    label = _("Players") if facts.players else _("Add or import players")
    return Step(
        key="players", part="before", title=_("Players"), done=enough, lines=tuple(_player_lines(facts)),
        links=(Link(label, "players"),),
    )  # fmt: skip


def _player_lines(facts: Facts) -> Iterator[Line]:
    if not facts.players:
        yield Line(_("Nobody yet. Import a list from a spreadsheet, or add them one by one."), "wait")
        return
    yield _field(facts)
    if number := facts.substitutes_missing:
        text = ngettext(
            "{n} substitute is missing to fill the last table: flag one on the list, or add one.",
            "{n} substitutes are missing to fill the last table: flag them on the list, or add them.", number,
        )  # fmt: skip
        yield Line(text.format(n=number), "wait")
    if number := facts.substitutes_waiting:
        text = ngettext("{n} substitute waits without a seat", "{n} substitutes wait without a seat", number)
        yield Line(text.format(n=number))
    if facts.table_count and facts.tables_needed > facts.table_count:
        text = _("The hall has only {n} tables. Take fewer players, or change the number of tables.")
        yield Line(text.format(n=facts.table_count), "bad")


def _field(facts: Facts) -> Line:
    """36 players, 2 substitutes among them, at 9 tables."""
    parts = [ngettext("{n} player", "{n} players", facts.players).format(n=facts.players)]
    if number := facts.substitutes:
        text = ngettext("{n} substitute among them", "{n} substitutes among them", number)
        parts.append(text.format(n=number))
    parts.append(ngettext("{n} table", "{n} tables", facts.tables_needed).format(n=facts.tables_needed))
    return Line(", ".join(parts))


def seating(facts: Facts) -> Step:
    without = [one.number for one in facts.hanchan if not one.seated]
    fits = facts.seating_number is not None and not (without or facts.unseated or facts.out)
    if facts.seating_number is None:
        label = _("Plan the seating")
    else:
        label = _("Seating") if fits else _("Put the seating right")
    ready = facts.players >= facts.at_a_table or facts.seating_number is not None
    return Step(
        key="seating", part="before", title=_("Seating"), done=fits, lines=tuple(_seating_lines(facts, without)),
        links=(Link(label, "seating"),), ready=ready,
    )  # fmt: skip


def _seating_lines(facts: Facts, without: list[int]) -> Iterator[Line]:
    if facts.seating_number is None:
        yield Line(_("Not planned yet. Plan it when the list of players is complete, or import one."), "wait")
        return
    if without:
        yield Line(_("No seating for hanchan {numbers}.").format(numbers=spans(without)), "wait")
    else:
        yield Line(_("Planned for every hanchan (version {n})").format(n=facts.seating_number), "ok")
    yield from _fit(facts)
    published = sum(one.published for one in facts.hanchan)
    text = _("Published for {n} of {all} hanchan").format(n=published, all=len(facts.hanchan))
    yield Line(text, "ok" if published == len(facts.hanchan) else "plain")


def _fit(facts: Facts) -> Iterator[Line]:
    if facts.unseated:
        text = ngettext("{names} plays but has no seat.", "{names} play but have no seat.", len(facts.unseated))
        yield Line(text.format(names=listed(facts.unseated, NAMED)), "bad")
    if facts.out:
        text = ngettext("{names} is out but has a seat.", "{names} are out but have seats.", len(facts.out))
        yield Line(text.format(names=listed(facts.out, NAMED)), "bad")
    if not facts.unseated and not facts.out:
        yield Line(_("Verified: everybody who plays has a seat, nobody has two"), "ok")
    if facts.repeats is not None:
        yield _meetings(facts.repeats, facts.repeats_bound)


def _meetings(repeats: int, unavoidable: int) -> Line:
    """How often people meet again, beside what cannot be avoided with so many players and hanchan."""
    if not repeats:
        return Line(_("No two players meet twice"), "ok")
    if repeats <= unavoidable:
        return Line(_("Repeated meetings: {n}, fewer is not possible").format(n=repeats), "ok")
    text = _("Repeated meetings: {n}, of which {least} cannot be avoided")
    return Line(text.format(n=repeats, least=unavoidable))


def staff(facts: Facts) -> Step:
    several = facts.staff > 1
    if several:
        text = ngettext("{n} person works here", "{n} people work here", facts.staff).format(n=facts.staff)
    else:
        text = _("Only you. With a sign-in for each of the desk and the referees, the history says who did what.")
    return Step(
        key="staff", part="before", title=_("Staff"), done=several, lines=(Line(text),),
        links=(Link(_("Staff") if several else _("Add staff"), "event_staff", "run_event"),), needed=False,
    )  # fmt: skip


def public(facts: Facts) -> Step:
    text = _("Closed: players cannot open it yet.")
    if facts.is_public:
        text = _("Open, with standings") if facts.standings_public else _("Open; standings are hidden")
    label = _("What is public") if facts.is_public else _("Open the public page")
    return Step(
        key="public", part="before", title=_("Public page"), done=facts.is_public, lines=(Line(text),),
        links=(Link(label, "event_public", "run_event"),), needed=False,
    )  # fmt: skip
