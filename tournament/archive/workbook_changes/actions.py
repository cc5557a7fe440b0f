"""Applies the changes of an edited workbook: every sheet or none."""

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID, uuid5

from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournament.archive.workbook_changes.changes import SheetChange
from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.models import Tournament
from tournament.results.sheets import actions


def apply_changes(*, tournament: Tournament, changes: Sequence[SheetChange], act: Act) -> None:
    """Make each change another version of its sheet, with the reason of the act.

    Raises Refused, naming hanchan and table, for a sheet that was changed meanwhile, for official results, and without
    a reason: then no sheet is changed.
    """
    edition = tournament.edition
    hanchan = {one.number: one for one in tournament.hanchan.all()}
    try:
        with transaction.atomic():
            for one in changes:
                at = hanchan[one.hanchan]
                at.tournament = tournament
                actions.change(
                    hanchan=at,
                    table=one.table,
                    typed=one.after,
                    confirmed_warnings=True,
                    act=replace(act, submission=_part(act, one), base=one.base),
                )
    except Refused as refused:
        tournament.edition = edition
        raise _at(one, refused) from refused


def _part(act: Act, change: SheetChange) -> UUID:
    """The sending of one sheet: the same when the form is sent again, so that a double click changes nothing twice."""
    return uuid5(act.sending(), f"{change.hanchan}-{change.table}")


def _at(change: SheetChange, refused: Refused) -> Refused:
    text = _("Hanchan {hanchan}, table {table}: {problem} No sheet was changed.")
    place = {"hanchan": change.hanchan, "table": change.table}
    return Refused(replace(one, text=text, params={**place, "problem": one}) for one in refused.messages)
