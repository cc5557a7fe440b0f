"""Grids of what was typed: every version of every report sheet, and the all-last sheets."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from scoring.winds import Wind
from tournament.events.models import Tournament
from tournament.exports.grids import Cell, Column, Grid, Kind, count, grid, moment, p
from tournament.sheets.models import AllLastRow, SheetLine, SheetVersion
from tournament.sheets.queries import seated_lines


def versions(tournament: Tournament) -> Grid:
    """One row per version, with who typed it, when and why: what stood there before a change is not lost."""
    columns = [
        count(_("Hanchan")), count(_("Table"), 7), count(_("Version"), 8), Column(_("Counts"), width=8),
        moment(_("Entered")), Column(_("By"), width=20), Column(_("Reason"), width=36),
        Column(_("Overridden"), width=11),
        *(column for wind in tournament.ruleset.winds for column in _of_wind(wind)), count(_("Deposits"), 9),
        *_marks(tournament),
    ]  # fmt: skip
    found = (
        SheetVersion.objects.filter(sheet__hanchan__tournament=tournament)
        .select_related("sheet__hanchan", "entered_by")
        .prefetch_related("lines__player")
        .order_by("sheet__hanchan__number", "sheet__table", "number")
    )
    note = _("Every version of every report sheet; the one that counts is marked.")
    return grid(
        "sheets", _("Report sheets"), note, columns, (_version(one, tournament) for one in found),
        landscape=True, frozen_columns=3,
    )  # fmt: skip


def _of_wind(wind: Wind) -> tuple[Column, Column]:
    word = {"wind": _(wind.label)}
    return count(_("%(wind)s number") % word, 8), Column(_("%(wind)s points") % word, Kind.POINTS, 10)


def _of_line(line: SheetLine | None) -> tuple[Cell, Cell]:
    return (line.player.number, line.points) if line else ("", "")


def _marks(tournament: Tournament) -> list[Column]:
    """What else is marked on a sheet, where the rules play it."""
    found = [Column(_("Won no hand"), width=12)] if tournament.ruleset.yakitori else []
    return [*found, Column(_("Bust, and by whom"), width=16)] if tournament.ruleset.bust_prize else found


def _marked(lines: Sequence[SheetLine], tournament: Tournament) -> list[Cell]:
    """The marks of a version by wind: `W N`, and `N: E` for a North whose last points East took."""
    without = " ".join(line.wind for line in lines if line.yakitori)
    busts = ", ".join(f"{line.wind}: {line.busted_by}" for line in lines if line.busted_by)
    found: list[Cell] = [without] if tournament.ruleset.yakitori else []
    return [*found, busts] if tournament.ruleset.bust_prize else found


def _version(one: SheetVersion, tournament: Tournament) -> Sequence[Cell]:
    lines = {line.wind: line for line in one.lines.all()}
    return (
        one.sheet.hanchan.number, one.sheet.table, one.number,
        _("yes") if one.sheet.accepted_id == one.pk else "", one.entered_at,
        str(one.entered_by) if one.entered_by else _("a command"), one.reason,
        _("yes") if one.overridden else "",
        *(cell for wind in tournament.ruleset.winds for cell in _of_line(lines.get(wind))), one.deposits,
        *_marked(seated_lines(one), tournament),
    )  # fmt: skip


def all_last(tournament: Tournament) -> Grid:
    """The deltas before presumed last hands, by current wind, of the versions that count (S2)."""
    winds = tournament.ruleset.winds
    columns = [
        count(_("Hanchan")), count(_("Table"), 7), count(_("Row"), 6), count(_("Hand of the round"), 9),
        *(p(_("%(wind)s now P") % {"wind": _(wind.label)}, 12) for wind in winds),
    ]  # fmt: skip
    rows = AllLastRow.objects.filter(version__accepted_by__hanchan__tournament=tournament).select_related(
        "version__sheet__hanchan"
    )
    ordered = rows.order_by("version__sheet__hanchan__number", "version__sheet__table", "number")
    note = _("The all-last sheets that were typed: deltas by the wind that each player had then.")
    return grid("all-last", _("All-last"), note, columns, (_all_last_row(row, len(winds)) for row in ordered))


def _all_last_row(row: AllLastRow, players: int) -> Sequence[Cell]:
    sheet = row.version.sheet
    return (sheet.hanchan.number, sheet.table, row.number, row.hand, *row.deltas[:players])
