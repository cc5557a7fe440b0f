"""Pages for the printer. Each takes `?paper=a4` or `letter` and, where it matters, `?hanchan=n` (none: all of them)."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_POST

from tournament.core.models import Hanchan, HanchanState, Tournament
from tournament.core.paper import LARGE, SMALL, USUAL, Paper, choices, paper_of, remember
from tournament.core.requests import TournamentRequest
from tournament.core.roles import in_event_language, may, staff_page
from tournament.desk.signatures.links import table_address
from tournament.events import ruleset_display
from tournament.events.queries import hanchan_of, names_of_hanchan
from tournament.printing.addresses import sheet_address
from tournament.printing.pages import hanchan_in, number_in, paper_page
from tournament.printing.papers import (
    SheetCode,
    TablePage,
    in_even_pages,
    in_pages,
    lines_of_names,
    no_code,
    spare,
    table_sheets,
    wall_rows,
)
from tournament.printing.prints import (
    BADGES,
    PLAYERS,
    PRIZES,
    RESULTS,
    SEATING,
    EventPhase,
    league_prints,
    print_groups,
)
from tournament.printing.rule_pages import rule_pages
from tournament.printing.stacks import in_stacks
from tournament.printing.tables import (
    HanchanWallTable,
    PrintedPrizeTable,
    PrintedStandingsTable,
    WallPage,
    WallTable,
)
from tournament.results.sheets.printings import note_printing, old_sheets, old_sheets_message
from tournament.seats.queries import numbers_seated, sitting_out
from tournament.seats.word_draws import WordDraw, changed_since, draw_of
from tournament.staff.qr_codes import qr_svg
from tournament.standings.prizes.queries import awards_of
from tournament.standings.queries import standings_of

MOST_SPARES = 40
MOST_SHEETS = 1000
"""As many are on one page; of a larger event those of one hanchan are printed at a time."""
PRIZES_PER_PAGE = 18
ROWS_OF_DRAW = 2
TABLES_PER_PAGE = 15
ROWS_PER_PAGE = {Paper.A4: 40, Paper.LETTER: 37, Paper.TABLOID: 45}  # 5.5 mm each, and room for a few long names
HANCHAN_ACROSS = 12
MOST_LETTERS = 1_400  # of the rules that players ask about, in letters of the usual size
MOST_SCORES = 10  # columns of hanchan scores that leave room for names


@staff_page("work_at")
def prints(request: TournamentRequest) -> HttpResponse:
    """List what can be printed."""
    tournament = request.tournament
    seated = numbers_seated(tournament)
    all_hanchan = hanchan_of(tournament)
    hanchan = [one for one in all_hanchan if one.number in seated]
    played = standings_of(tournament).numbers
    may_open = may(request, "run_event")
    there = {
        SEATING: seated,
        RESULTS: played,
        PRIZES: tournament.prizes.exists(),
        PLAYERS: tournament.players.exists(),
        BADGES: tournament.players.exists() and may_open,
    }
    present = [what for what, has_it in there.items() if has_it]
    groups = league_prints(present) if tournament.is_league else print_groups(present, _phase(all_hanchan))
    old = old_sheets(tournament)
    context = {
        "nav": "print",
        "old_sheets": old_sheets_message(old) if old else None,
        "groups": groups,
        "paper": paper_of(request),
        "sizes": choices(USUAL),
        "hanchan_list": hanchan,
        "chosen": _next_of(hanchan) if hanchan else None,
        "too_many": _are_too_many(tournament, len(hanchan)),
        "most_spares": MOST_SPARES,
        "played": played,
        "may_open": may_open,
        "public_through": standings_of(tournament, public=True).after,
    }
    return remember(request, render(request, "printing/prints.html", context))


def _next_of(hanchan: Sequence[Hanchan]) -> Hanchan:
    """Return the first hanchan that is not closed, else the last."""
    return next((one for one in hanchan if one.state != HanchanState.CLOSED), hanchan[-1])


def _are_too_many(tournament: Tournament, hanchan: int) -> bool:
    """Return whether the sheets of so many hanchan are too many for one page."""
    return hanchan > 1 and hanchan * tournament.players.count() > MOST_SHEETS * tournament.ruleset.players


def _phase(hanchan: Sequence[Hanchan]) -> EventPhase:
    """Return which part of the event it is, by what has started and what is closed."""
    states = {one.state for one in hanchan}
    if states <= {HanchanState.PLANNED}:
        return EventPhase.BEFORE
    return EventPhase.AFTER if states == {HanchanState.CLOSED} else EventPhase.DURING


@staff_page("work_at")
@in_event_language
def report_sheets(request: TournamentRequest) -> HttpResponse:
    """Report sheets, two to a page, in order after one cut. `?old=1`: those to be printed again."""
    rules = request.tournament.ruleset
    return _table_sheets(
        request,
        "printing/report_sheets.html",
        title=_("Report sheets"),
        paper_title=gettext_lazy("Report sheet"),
        place_label=pgettext_lazy("place at the table", "Place"),
        phone_page=_phone_page(request),
        staff_page=lambda _hanchan, _table, code: qr_svg(
            sheet_address(request, request.tournament, code), one_of_many=True
        ),
        sum_boxes=len(str(rules.total // 100)),
        columns_of_referee=2 + bool(rules.yakitori) + bool(rules.bust_prize),
    )


@staff_page("work_at")
@require_POST
def sheets_printed(request: TournamentRequest) -> HttpResponse:
    """Note which sheets the page has printed, by their codes."""
    note_printing(request.tournament, request.POST.get("codes", "").split(), by=request.user, at=timezone.now())
    return redirect("prints", request.tournament.slug)


def _phone_page(request: TournamentRequest) -> SheetCode:
    """The QR code for a table's sheet where the players type and sign it."""
    if not request.tournament.players_sign:
        return no_code
    return lambda hanchan, table, _code: qr_svg(
        table_address(request, request.tournament, hanchan, table), one_of_many=True
    )


@staff_page("work_at")
@in_event_language
def all_last_sheets(request: TournamentRequest) -> HttpResponse:
    """All-last sheets, two to a page, in order after one cut."""
    return _table_sheets(
        request, "printing/all_last_sheets.html", title=_("All-last sheets"), paper_title=gettext_lazy("All-last sheet")
    )


@staff_page("work_at")
@in_event_language
def seating_by_table(request: TournamentRequest) -> HttpResponse:
    """The seating for the staff: table by table, each hanchan on pages of its own."""
    numbers = hanchan_in(request)
    sheets, out = table_sheets(request.tournament, numbers), sitting_out(request.tournament, numbers)
    pages = [
        TablePage(number, page[0].name, page, out.get(number, ()))
        for number in sorted({sheet.hanchan for sheet in sheets if sheet.hanchan is not None})
        for page in in_even_pages([sheet for sheet in sheets if sheet.hanchan == number], TABLES_PER_PAGE)
    ]
    title, draw = _("Seating by table"), draw_of(request.tournament)
    changed = changed_since(draw, request.tournament, hidden=True)
    return paper_page(request, "printing/seating_by_table.html", pages=pages, title=title, draw=draw, changed=changed)


@staff_page("work_at")
@in_event_language
def seating_by_player(request: TournamentRequest) -> HttpResponse:
    """The seating for the wall: find your name, read across. One hanchan alone stands in two columns, larger."""
    numbers = sorted(hanchan_in(request))
    named: dict[str, Any] = {"title": _("Seating by player"), "paper_title": _("Who sits where"), "sizes": LARGE}
    named["for_players"] = True
    draw = draw_of(request.tournament)
    named |= {"draw": draw, "changed": changed_since(draw, request.tournament, hidden=True)}
    most = _rows_per_page(request, draw) - bool(named["changed"])
    if len(numbers) == 1:
        pages = _wall_of_hanchan(request, numbers[0], most)
        return paper_page(request, "printing/seating_by_player.html", pages=pages, hanchan=numbers[0], **named)
    pages = [page for block in in_even_pages(numbers, HANCHAN_ACROSS) for page in _wall_of_block(request, block, most)]
    return paper_page(request, "printing/seating_by_player.html", pages=pages, **named)


def _rows_per_page(request: TournamentRequest, draw: WordDraw | None) -> int:
    """The rows of a list of seats; the words and the digest of a draw, above, take the place of some."""
    return ROWS_PER_PAGE[layout_of(request)] - (ROWS_OF_DRAW if draw else 0)


def _wall_of_block(request: TournamentRequest, block: Sequence[int], most: int) -> list[WallPage]:
    """Pages of names with several hanchan beside them; the names of these hanchan, above, take the place of rows."""
    known = names_of_hanchan(request.tournament)
    named = tuple((number, known[number]) for number in block if number in known)
    table = WallTable((), numbers=block)
    pages = in_even_pages(wall_rows(request.tournament, block), most - lines_of_names(named))
    return [WallPage(table, [page], named=named) for page in pages]


def _wall_of_hanchan(request: TournamentRequest, number: int, most: int) -> list[WallPage]:
    """Pages of two columns of names."""
    rows = wall_rows(request.tournament, [number])
    name = names_of_hanchan(request.tournament).get(number, "")
    pages = [in_pages(page, -(-len(page) // 2)) for page in in_even_pages(rows, 2 * (most - bool(name)))]
    absent = ["wind"] if request.tournament.winds_are_drawn else []
    table = HanchanWallTable((), absent=absent, attrs={"class": "wall-one"})
    return [WallPage(table, columns, name=name) for columns in pages]


@staff_page("work_at")
@in_event_language
def standings(request: TournamentRequest) -> HttpResponse:
    """The standings after a hanchan, for the wall; `?public=1` prints what the public may see."""
    public = standings_of(request.tournament, after=_after(request), public=True)
    ranking = public if "public" in request.GET else standings_of(request.tournament, after=_after(request))
    has_marks = bool(  # a line says what they mean
        ranking.mode.says_more
        or ranking.breakers_used
        or ranking.has_cuts
        or ranking.has_carried
        or ranking.by.best
        or request.tournament.needs_two_readers
        or ranking.not_played
    )
    with_scores = ranking.after <= MOST_SCORES
    per_page = ROWS_PER_PAGE[layout_of(request)] - has_marks - any(row.line for row in ranking.rows)
    context: dict[str, Any] = {
        "title": _("Standings"),
        "pages": in_even_pages(ranking.rows, per_page) if ranking.after else [],
        "ranking": ranking,
        "table": PrintedStandingsTable(ranking, with_scores=with_scores),
        "with_scores": with_scores,
        "is_hidden": ranking.after > public.after,
        "for_players": ranking is public,
        "has_marks": has_marks,
    }
    return paper_page(request, "printing/standings.html", sizes=LARGE, **context)


@staff_page("work_at")
@in_event_language
def prizes(request: TournamentRequest) -> HttpResponse:
    """The prizes and who wins them, for the prize-giving."""
    ranking = standings_of(request.tournament)
    awards = awards_of(request.tournament)
    context: dict[str, Any] = {
        "title": _("Prizes"),
        "pages": in_even_pages(awards, PRIZES_PER_PAGE),
        "ranking": ranking,
        "table": PrintedPrizeTable(awards),
        "is_hidden": ranking.after > standings_of(request.tournament, public=True).after,
    }
    return paper_page(request, "printing/prizes.html", **context)


@staff_page("work_at")
@in_event_language
def rules(request: TournamentRequest) -> HttpResponse:
    """The rules in sentences, for the referees: the text of the public page. `?short=1`: one page, for players."""
    tournament = request.tournament
    context: dict[str, Any] = {
        "title": _("Rules"),
        "paper_title": _("Rules of this tournament"),
        "ruleset": tournament.ruleset,
        "head": "",
    }
    if "short" in request.GET:
        context |= ruleset_display.first_read(tournament, hanchan_of(tournament)) | {"pages": [None]}
        said = sum(len(rule.text) for part in context["parts"] for rule in part.asked)
        context["is_long"] = said > MOST_LETTERS
        return paper_page(request, "printing/rules_short.html", **context)
    parts = ruleset_display.event_parts(tournament, hanchan_of(tournament))
    return paper_page(request, "printing/rules.html", pages=rule_pages(parts, paper_of(request)), **context)


def _table_sheets(
    request: TournamentRequest,
    template: str,
    *,
    title: str,
    phone_page: SheetCode = no_code,
    staff_page: SheetCode = no_code,
    **context: object,
) -> HttpResponse:
    tournament = request.tournament
    spares = min(number_in(request, "spares") or 0, MOST_SPARES)
    is_blank = "only_spares" in request.GET or tournament.is_league  # who plays the next game nobody knows
    numbers = set() if is_blank else hanchan_in(request)
    if "old" not in request.GET and _are_too_many(tournament, len(numbers)):
        numbers = {_next_of([one for one in hanchan_of(tournament) if one.number in numbers]).number}
    sheets = table_sheets(tournament, numbers, phone_page, staff_page)
    if "old" in request.GET:
        old = {(one.hanchan, table) for one in old_sheets(tournament) for table in one.tables}
        sheets = [sheet for sheet in sheets if (sheet.hanchan, sheet.table) in old]
    blank = spare(tournament)
    to_a_page = 1 if paper_of(request, SMALL) is Paper.A5 else 2
    pages = in_stacks([*sheets, *[blank] * spares], to_a_page, blank)
    return paper_page(request, template, sizes=SMALL, pages=pages, title=title, **context)


def layout_of(request: TournamentRequest) -> Paper:
    """Return the size whose layout a list for the wall has: A3 is A4 in larger letters."""
    size = paper_of(request, LARGE)
    return Paper.A4 if size is Paper.A3 else size


def _after(request: TournamentRequest) -> int | None:
    number = number_in(request, "after")
    return min(number, request.tournament.hanchan_count) if number else None
