"""The live sheets of the workbook: from points, penalties, deposits and rule values the workbook computes the standings
itself. Beside every formula is the value that the product found, and the sheet Check compares the two.

Left to right each module knows those before it: event and cut_stages (values), rule_values, table_points, deductions
(what is typed), scores (what is computed), check, standings, race, player_sheet, overview (what is read).
"""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.core.models import Tournament
from tournament.exports.live.check import Check
from tournament.exports.live.deductions import Deductions
from tournament.exports.live.event import LiveEvent
from tournament.exports.live.overview import Overview
from tournament.exports.live.player_sheet import PlayerSheet
from tournament.exports.live.race import RunningTotals
from tournament.exports.live.rule_values import RuleValues
from tournament.exports.live.scores import Scores
from tournament.exports.live.standings import LiveStandings
from tournament.exports.live.table_points import TablePoints
from tournament.exports.spreadsheet import Book
from tournament.standings.queries import inputs_of, standings_of

__all__ = ["LiveEvent", "add_live_sheets", "live_event"]


def live_event(tournament: Tournament) -> LiveEvent:
    """Return an event for the live sheets, hidden results included: exports are the staff's."""
    return LiveEvent(tournament.name, inputs_of(tournament), standings_of(tournament))


def add_live_sheets(book: Book, event: LiveEvent) -> None:
    """Add the live sheets in front of all others."""
    titles = (
        _("Overview"),
        _("Live standings"),
        _("Player"),
        pgettext("sheet of a workbook", "Check"),
        _("Table points"),
        _("Deductions"),
        _("Scores"),
        _("Rule values"),
    )
    overview, standings, player, compared, seats, deducted, computed, values = (
        book.sheet(title, position) for position, title in enumerate(titles)
    )
    points, deductions = TablePoints(book, seats, event), Deductions(book, deducted, event)
    scores, race = Scores(book, computed, event, points, deductions), RunningTotals(event, deductions)
    check, live_standings = Check(book, compared, event, scores, points), LiveStandings(book, standings, event, scores)
    names, numbers = scores.cells("name"), scores.cells("number")
    RuleValues(book, values, event).write(lambda cut: scores.cells(f"position_{cut}"))
    points.write(names, numbers)
    deductions.write(names, numbers)
    scores.write()
    check.write(deductions)
    live_standings.write(check)
    PlayerSheet(book, player, event, scores, points, race).write()
    about = {
        standings.title: _("everybody in the order of places"),
        player.title: _("one player’s hanchan and chart: type a start number"),
        compared.title: _("published results beside those of the formulas"),
        seats.title: _("points of every seat: change one, and everything follows"),
        deducted.title: _("penalties that are taken off totals"),
        computed.title: _("how each total and place is computed"),
        values.title: _("uma, oka, goal and cuts as numbers to change"),
    }
    Overview(book, overview, event, scores, race).write(live_standings, check, about)
