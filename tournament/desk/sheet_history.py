"""Every version of a sheet, and what was noted about its hand-in."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET

from tournament.core.requests import TournamentRequest
from tournament.core.roles import may, staff_page
from tournament.desk.pages import open_table, table_page
from tournament.desk.scored_sheets import revisions
from tournament.results.paper.queries import hand_in_of, in_words, names_in, photographs_of
from tournament.results.paper_models import HandIn
from tournament.results.sheets.queries import OpenTable, versions_of
from tournament.translation.formats import written


@staff_page("work_at")
@require_GET
def sheet_history(request: TournamentRequest, number: int, table: int) -> HttpResponse:
    """Every version of a sheet: who, when, why, and what it changed."""
    opened = open_table(request, number, table)
    found = revisions(versions_of(opened.hanchan, table))
    about: dict[str, Any] = {
        "may_change": may(request, "change_sheet"),
        "hand_in": summary_of(opened),
        "photographs": sum(one.deleted_at is None for one in photographs_of(opened.hanchan, table)),
    }
    return table_page(request, opened, "history", steps=found[::-1], **about)


@dataclass(frozen=True, slots=True)
class HandInSummary:
    """The notes about a hand-in, in lines of a label and a value, for the history of the sheet."""

    hand_in: HandIn
    lines: tuple[tuple[str, object], ...]


def summary_of(opened: OpenTable) -> HandInSummary | None:
    """Return what was noted about the table's sheet; None while nothing was."""
    hand_in = hand_in_of(opened.hanchan, opened.table)
    if hand_in is None:
        return None
    names = names_in(opened.hanchan.tournament)
    values = {
        "handed_in_at": hand_in.handed_in_at and written(timezone.localtime(hand_in.handed_in_at), "time"),
        "sticks_reset": hand_in.sticks_reset and hand_in.get_sticks_reset_display(),
        "checked_by": hand_in.checked_by,
        "corrected": in_words(hand_in.corrected, names),
        "wrong_all_last": in_words(hand_in.wrong_all_last, names),
        "influence": hand_in.influence and hand_in.get_influence_display(),
    }
    labels = {field.name: field.verbose_name for field in hand_in._meta.get_fields() if hasattr(field, "verbose_name")}
    return HandInSummary(hand_in, tuple((str(labels[name]), value) for name, value in values.items() if value))
