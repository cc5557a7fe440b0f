"""All report sheets of a hanchan at once, for an event that comes in from a file: the same checks, one write."""

from collections.abc import Mapping
from uuid import uuid4

from django.utils.translation import gettext_noop as _

from tournament.core.audit import Act, audited_write
from tournament.core.messages import Refused
from tournament.core.models import Hanchan, Verb
from tournament.core.official_results import refuse_official
from tournament.core.records import keep
from tournament.core.stored_words import coded
from tournament.results.models import Sheet, SheetLine, SheetVersion
from tournament.results.sheets.agreement import refresh
from tournament.results.sheets.checks import TypedSheet, check_figures, check_playing, check_seats
from tournament.seats.queries import lineup


def enter_hanchan(*, hanchan: Hanchan, sheets: Mapping[int, TypedSheet], act: Act) -> None:
    """Accept every sheet of a hanchan of which none is in yet, by table. Warnings are taken as confirmed.

    All or nothing, with the checks of `enter` and as many queries for fifty tables as for one. Raises Refused for the
    first sheet that cannot count. All-last sheets are not taken.
    """
    tournament = hanchan.tournament
    subject = coded("hanchan", number=hanchan.number)
    with audited_write(tournament, act, Verb.ENTERED_SHEET, subject=subject, tables=len(sheets)):
        refresh(hanchan)
        refuse_official(tournament, hanchan.number)
        check_playing(hanchan)
        if tournament.needs_two_readers or hanchan.sheets.exists():
            raise Refused.of("sheets-in", _("Enter the sheets of hanchan {number} one by one."), number=hanchan.number)
        seated, rules = lineup(tournament, hanchan.number), tournament.ruleset
        for table, typed in sheets.items():
            check_seats(typed.lines, seated.get(table), table, tournament.winds_are_drawn)
            check_figures(typed, rules, tournament.unit, confirmed_warnings=True, override=False, reason="")
        _store(hanchan, sheets, act)


def _store(hanchan: Hanchan, sheets: Mapping[int, TypedSheet], act: Act) -> None:
    made = Sheet.objects.bulk_create(Sheet(hanchan=hanchan, table=table) for table in sheets)
    versions = SheetVersion.objects.bulk_create(
        SheetVersion(
            sheet=sheet,
            number=1,
            deposits=typed.deposits,
            entered_at=act.at,
            entered_by=act.by,
            reason=act.reason,
            submission=uuid4(),
            is_reading=True,
        )
        for sheet, typed in zip(made, sheets.values(), strict=True)
    )
    lines = SheetLine.objects.bulk_create(
        SheetLine(
            version=version,
            wind=line.wind.value,
            player_id=line.player,
            points=line.points,
            yakitori=line.yakitori,
            busted_by=line.busted_by or "",
        )
        for version, typed in zip(versions, sheets.values(), strict=True)
        for line in typed.lines
    )
    for sheet, version in zip(made, versions, strict=True):
        sheet.accepted = version
    Sheet.objects.bulk_update(made, ["accepted"])
    keep([*made, *versions, *lines])
