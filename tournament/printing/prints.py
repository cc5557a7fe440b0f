"""Everything that can be printed, as the page shows it: a miniature, what it is for, and what is to be chosen."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.core.messages import Text

SEATING, RESULTS, PRIZES, PLAYERS, BADGES = "seating", "results", "prizes", "players", "badges"
MISSING = {
    SEATING: _("No seating yet"),
    RESULTS: _("No results yet"),
    PRIZES: _("No prizes yet"),
    PLAYERS: _("No players yet"),
    BADGES: _("For organisers, once there are players"),
}


@dataclass(frozen=True, slots=True)
class Button:
    """A way to print it: the button's words, and the name and value that it sends."""

    label: object
    name: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class Print:
    """A print. `key` names its miniature, `url` its page; `fields` are what is to be chosen: hanchan, spares, after or
    places. `needs` is what must be there first. `has_codes`: its QR codes lead to public pages.
    """

    key: str
    url: str
    title: object
    text: object
    needs: str = ""
    fields: tuple[str, ...] = ()
    hidden: tuple[tuple[str, str], ...] = ()
    buttons: tuple[Button, ...] = (Button(_("Open")),)
    has_codes: bool = False


class EventPhase(StrEnum):
    """A part of the event that has its own papers."""

    BEFORE = "before"
    DURING = "during"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class PrintGroup:
    """Prints for one purpose. `items` are the prints with what is missing for each, "" for nothing."""

    title: object
    items: Sequence[tuple[Print, object]]
    is_of_the_phase: bool = False


ALL: tuple[tuple[Text, tuple[Print, ...]], ...] = (
    (
        _("For the tables"),
        (
            Print(
                "report-sheets",
                "print_report_sheets",
                _("Report sheets"),
                _("Names and winds, boxes for the points, signatures. Two to a page."),
                SEATING,
                ("hanchan", "spares"),
            ),
            Print(
                "all-last-sheets",
                "print_all_last_sheets",
                _("All-last sheets"),
                _("Each player's delta before the last hands. Two to a page."),
                SEATING,
                ("hanchan", "spares"),
            ),
            Print(
                "spare-sheets",
                "print_report_sheets",
                _("Blank report sheets"),
                _("Hanchan, table and names are written by hand."),
                fields=("blanks",),
                hidden=(("only_spares", "1"),),
            ),
            Print(
                "all-last-sheets",
                "print_all_last_sheets",
                _("Blank all-last sheets"),
                _("Table and names are written by hand."),
                fields=("blanks",),
                hidden=(("only_spares", "1"),),
            ),
            Print(
                "table-signs",
                "print_table_signs",
                _("Table signs"),
                _("The table's number, to be folded and read from both sides. A5: flat."),
                PLAYERS,
                has_codes=True,
            ),
        ),
    ),
    (
        _("For the wall"),
        (
            Print(
                "seating-by-player",
                "print_seating_by_player",
                _("Seating by player"),
                _("Find your name, read table and wind. As large as the number of players allows, A3 too."),
                SEATING,
                ("hanchan",),
            ),
            Print(
                "seating-all",
                "print_seating_by_player",
                _("Seating of all hanchan"),
                _("Find your name, read across."),
                SEATING,
            ),
            Print(
                "seating-by-table",
                "print_seating_by_table",
                _("Seating by table"),
                _("Table by table, for the staff."),
                SEATING,
                ("hanchan",),
            ),
            Print(
                "standings",
                "print_standings",
                _("Standings"),
                _("Places, scores and totals, A3 too."),
                RESULTS,
                ("after",),
                buttons=(Button(_("Public results"), "public", "1"), Button(_("All results, for staff"))),
            ),
            Print(
                "poster",
                "print_poster",
                _("Poster with QR code"),
                _("Takes every phone to seating, clock and standings. A3 too."),
                has_codes=True,
            ),
        ),
    ),
    (
        _("For players"),
        (
            Print(
                "slips",
                "print_slips",
                _("Seat slips"),
                _("All tables and winds of each player, to cut. Twelve to a page."),
                SEATING,
            ),
            Print(
                "badges",
                "print_badges",
                _("Badges"),
                _("Name, club and the QR code of the player's own page. Ten to a page."),
                BADGES,
                ("blank_badges",),
                has_codes=True,
            ),
            Print(
                "certificates",
                "print_certificates",
                _("Certificates"),
                _("Place, total and prize of each player, to sign."),
                RESULTS,
                ("places",),
            ),
        ),
    ),
    (
        _("For desk and referees"),
        (
            Print(
                "check-in",
                "print_check_in",
                _("Check-in list"),
                _("Everybody by name, with boxes to tick: here, and paid."),
                PLAYERS,
            ),
            Print(
                "rules",
                "print_rules",
                _("Rules"),
                _("What players ask about, on one page, or every rule with its source."),
                buttons=(Button(_("For players"), "short", "1"), Button(_("With sources"))),
            ),
            Print("penalties", "print_penalties", _("Penalties"), _("Every foul with its outcomes, by severity.")),
            Print(
                "payments",
                "print_payments",
                pgettext_lazy("paper", "Payments"),
                _("What hands are worth, on one page."),
            ),
            Print("prizes", "print_prizes", _("Prizes"), _("Every prize with its winner."), PRIZES),
            Print(
                "quality-report",
                "seating_report_paper",
                _("Seating report"),
                _("Quality of the seating, who meets whom, each player's tables."),
                SEATING,
            ),
        ),
    ),
)


OF_THE_PHASE = {
    EventPhase.BEFORE: ("print_check_in", "print_badges", "print_table_signs", "print_report_sheets", "print_poster"),
    EventPhase.DURING: (
        *("print_report_sheets", "print_all_last_sheets", "print_seating_by_player", "print_standings"),
        "print_seating_by_table",
    ),
    EventPhase.AFTER: ("print_standings", "print_certificates", "print_prizes"),
}
"""The papers that an event needs then, the first print of each address."""


OF_A_LEAGUE = ("spare-sheets", "badges", "rules", "penalties", "payments")
"""The prints of an event whose games are not planned, by key."""
LEAGUE = Print(
    "standings", "public_league", _("League table"), _("The public page, as it prints: one page for 45 players.")
)


def league_prints(there: Collection[str]) -> list[PrintGroup]:
    """Return what a league prints: nothing of hanchan that all play at once."""
    found = [LEAGUE, *(one for _title, prints in ALL for one in prints if one.key in OF_A_LEAGUE)]
    return [PrintGroup(_("Now"), [(one, _missing(one, there)) for one in found], is_of_the_phase=True)]


def print_groups(there: Collection[str], phase: EventPhase) -> list[PrintGroup]:
    """Return all prints in groups, those of the phase first; `there` is what the event has, of what prints need."""
    everything = [one for _title, prints in ALL for one in prints]
    now = [next(one for one in everything if one.url == url) for url in OF_THE_PHASE[phase]]
    groups = [PrintGroup(_("Now"), [(one, _missing(one, there)) for one in now], is_of_the_phase=True)]
    for title, prints in ALL:
        groups.append(PrintGroup(title, [(one, _missing(one, there)) for one in prints if one not in now]))
    return groups


def _missing(one: Print, there: Collection[str]) -> object:
    return "" if not one.needs or one.needs in there else MISSING[one.needs]
