"""The page on which a referee decides between two readings of a sheet."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache

from scoring.game import Table
from tournament.core.models import Hanchan
from tournament.core.requests import TournamentRequest, parse_int
from tournament.core.roles import staff_page
from tournament.desk.pages import open_table, table_page
from tournament.desk.readings import say
from tournament.desk.scored_sheets import compare_readings
from tournament.results.models import SheetVersion
from tournament.results.paper.queries import photographs_of
from tournament.results.sheets import agreement
from tournament.results.sheets.checks import typed_sheet
from tournament.results.sheets.queries import OpenTable, seated_lines
from tournament.standings.queries import inputs_of
from tournament.standings.ranking import StandingsRow, ranking


@staff_page("change_sheet")
@never_cache
def sheet_decide(request: TournamentRequest, number: int, table: int) -> HttpResponse:
    """Show two readings that differ to somebody who typed neither; accept one of them."""
    if request.method == "POST":
        decide = partial(agreement.decide, number=parse_int(request.POST.get("reading", "")) or 0)
        return say(request, number, table, decide, "saved", again=_page)
    page = _page(request, open_table(request, number, table), 200)
    return page or redirect("sheet", request.tournament.slug, number, table)


def _page(request: TournamentRequest, opened: OpenTable, status: int, **extra: Any) -> HttpResponse | None:
    """The two readings; None where no two wait, or one of them is this person's."""
    if opened.accepted or len(opened.readings) < 2 or agreement.has_typed(request.user, opened.readings):
        return None
    first, second = opened.readings
    photographs = photographs_of(opened.hanchan, opened.table)
    context = {
        "version": first,
        "compared": compare_readings(first, second, request.tournament.ruleset, opened.places),
        "paper": next((one for one in reversed(photographs) if one.deleted_at is None), None),
        "effects": effects(opened.hanchan, opened.table, first, second),
    }
    return table_page(request, opened, "two_readings", status, **context | extra)


@dataclass(frozen=True, slots=True)
class ReadingEffect:
    """A player's row in the standings: without the sheet, with the first reading, with the second."""

    before: StandingsRow
    first: StandingsRow
    second: StandingsRow


def effects(hanchan: Hanchan, table: int, first: SheetVersion, second: SheetVersion) -> list[ReadingEffect]:
    """Return the effect of each reading on the totals of those whose total differs, ordered as in the first reading."""
    inputs = inputs_of(hanchan.tournament)
    others = tuple(one for one in inputs.tables if (one.hanchan, one.table) != (hanchan.number, table))

    def rows(*tables: Table) -> dict[int, StandingsRow]:
        found = ranking(hanchan.tournament.pk, inputs.with_changes(tables=(*others, *tables)), hanchan.number).rows
        return {row.player.id: row for row in found}

    before, one, other = rows(), rows(_table(first, hanchan, table)), rows(_table(second, hanchan, table))
    return list(_effects([line.player_id for line in seated_lines(first)], before, one, other))


def _effects(players: Sequence[int], *standings: dict[int, StandingsRow]) -> Iterator[ReadingEffect]:
    for player in players:
        rows = [one[player] for one in standings if player in one]
        if len(rows) == len(standings) and rows[1].standing.total != rows[2].standing.total:
            yield ReadingEffect(*rows)


def _table(version: SheetVersion, hanchan: Hanchan, table: int) -> Table:
    typed = typed_sheet(version)
    return Table(hanchan.number, table, typed.lines, typed.deposits)
