"""Corrections of who played, on the sheets that are in: names move, and points, winds and marks stay with the seat."""

from collections.abc import Mapping
from dataclasses import replace

from django.utils.translation import gettext_noop as _

from scoring.game import ScoreLine
from tournament.core.audit import Act
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Hanchan
from tournament.results.models import Sheet
from tournament.results.sheets.actions import store_version
from tournament.results.sheets.agreement import forget_readings, sheet_detail
from tournament.results.sheets.checks import AlreadyIn, typed_sheet
from tournament.results.sheets.queries import accepted_version


def rename_people(
    *, hanchan: Hanchan, who: Mapping[int, int], seen: Mapping[int, int], act: Act
) -> dict[str, dict[str, object]]:
    """Let the people of `who` (id on the sheet to id of who really played) stand on the sheets of the tables `seen`.

    Only within an audited write. `seen` maps each table to the number of the version that the person was looking at, 0
    for none. A sheet that is in gets another version, with the figures, all-last rows and override of the old one, and
    nobody's agreement; a reading that waits is forgotten, because it names other people. Returns the details for the
    history by table. Raises AlreadyIn or Conflict when a sheet is another by now, Refused while two readings differ.
    """
    details = {}
    for table, number in sorted(seen.items()):
        sheet = Sheet.objects.filter(hanchan=hanchan, table=table).first()
        before = accepted_version(hanchan, table)
        if (before.number if before else 0) != number:
            raise other_version(hanchan, table)
        if sheet and sheet.other_reading_id:
            text = _("Two readings of table {table} differ. Open its sheet and settle that first.")
            raise Refused.of("readings-differ", text, table=table)
        if sheet is None or before is None:
            forget_readings(hanchan, table)
            continue
        typed = typed_sheet(before)
        renamed = replace(typed, lines=tuple(_renamed(line, who) for line in typed.lines))
        version = store_version(sheet, renamed, act.step(act.reason), overridden=before.overridden, is_reading=False)
        sheet.accepted = version
        sheet.save()
        details[str(table)] = sheet_detail(version, renamed, before)
    return details


def other_version(hanchan: Hanchan, table: int) -> Conflict:
    """The conflict with whoever entered, changed or took back the sheet meanwhile."""
    version = accepted_version(hanchan, table)
    if version:
        return AlreadyIn(version)
    text = _("The sheet of table {table} has changed since you opened it. Check it again.")
    return Conflict.of("sheet-changed", text, table=table)


def _renamed(line: ScoreLine, who: Mapping[int, int]) -> ScoreLine:
    return replace(line, player=who.get(line.player, line.player))
