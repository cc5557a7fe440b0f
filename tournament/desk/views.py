"""One report sheet: typing it, looking at it, changing it, and every version it ever had."""

import uuid
from collections.abc import Callable

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from scoring.points import Unit
from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.requests import TournamentRequest
from tournament.core.roles import may, staff_page
from tournament.desk.forms import SheetForm
from tournament.desk.pads import new_pad, opens_sealed
from tournament.desk.pages import open_table, table_page
from tournament.desk.readings import official_page, onward, outcome, reading_panel
from tournament.desk.scored_sheets import side_by_side
from tournament.desk.sheet_preview import SheetPreview
from tournament.results.models import SheetVersion
from tournament.results.sheets import actions
from tournament.results.sheets.checks import AlreadyIn, check_playing, reading_after, typed_sheet
from tournament.results.sheets.queries import OpenTable

UNIT_WORDS = {
    Unit.HUNDREDS: gettext_lazy("in hundreds"),
    Unit.THOUSANDS: gettext_lazy("in thousands"),
    Unit.FULL: gettext_lazy("in full"),
}
RETYPED = frozenset({"csrfmiddlewaretoken", "submission", "base_version", "reason", "password"})


@staff_page("enter_sheet")
@never_cache
@opens_sealed
def sheet(request: TournamentRequest, number: int, table: int) -> HttpResponse:
    """Type a sheet for the first time, or again where two people have to; one that is in is shown."""
    opened = open_table(request, number, table)
    if request.method == "POST":
        return send_sheet(request, opened, actions.enter)
    if opened.accepted:
        return official_page(request, opened, opened.accepted)
    try:
        check_playing(opened.hanchan)
    except Refused as refused:
        return table_page(request, opened, "waiting", refused=refused)
    if opened.readings and "type" not in request.GET and (panel := reading_panel(request, opened)):
        return panel
    return entry_page(request, opened, SheetPreview(SheetForm.of(opened), finished=False))


@staff_page("enter_sheet")
@require_POST
@never_cache
def sheet_check(request: TournamentRequest, number: int, table: int) -> HttpResponse:
    """Check the fields so far: the answer appears beside the fields for htmx, else the page again."""
    opened = open_table(request, number, table, checking=bool(request.htmx))
    look = SheetPreview(SheetForm.of(opened, request.POST), finished=not request.htmx)
    if request.htmx:
        return render(request, "desk/feedback.html", entry(request, look))
    return entry_page(request, opened, look)


# --- sending ------------------------------------------------------------------------------------------------------


Writer = Callable[..., SheetVersion]
More = Callable[[SheetPreview], dict[str, object]]


def _nothing_more(_look: SheetPreview) -> dict[str, object]:
    return {}


def send_sheet(
    request: TournamentRequest, opened: OpenTable, write: Writer, *, changing: bool = False, more: More = _nothing_more
) -> HttpResponse:
    """Let `write` make the sheet count and go on, or show the page again with everything that was typed.

    `more` is what the page shows besides.
    """
    look = SheetPreview(SheetForm.of(opened, request.POST), finished=True)
    if not look.is_right:
        return entry_page(request, opened, look, changing=changing, status=422, **more(look))
    try:
        version = written(request, opened, look, write)
    except AlreadyIn as conflict:
        return _already_in_page(request, opened, look, conflict)
    except Refused as refused:
        unseen = [one for one in refused.messages if not one.field and one not in look.problems]
        about = {"refused": refused, "unseen": unseen, **more(look)}
        return entry_page(request, opened, look, changing=changing, status=refused.status, **about)
    return onward(request, opened, outcome(version, request.user), stay=changing)


def written(request: TournamentRequest, opened: OpenTable, look: SheetPreview, write: Writer) -> SheetVersion:
    values = look.form.cleaned_data
    return write(
        hanchan=opened.hanchan,
        table=opened.table,
        typed=look.form.typed_sheet(),
        confirmed_warnings=look.is_confirmed,
        override=values["override"] and may(request, "change_sheet"),
        act=Act(
            by=request.user,
            at=timezone.now(),
            reason=values["reason"],
            submission=values["submission"],
            base=values["base_version"],
        ),
    )


# --- pages --------------------------------------------------------------------------------------------------------


def entry(request: TournamentRequest, look: SheetPreview, *, changing: bool = False) -> dict[str, object]:
    return {
        "look": look,
        "form": look.form,
        "changing": changing,
        "may_override": may(request, "change_sheet"),
        "unit_words": UNIT_WORDS[request.tournament.unit],
        "needs_two": request.tournament.needs_two_readers,
        "pad": new_pad(request.user) if request.tournament.needs_two_readers else "",
    }


def entry_page(
    request: TournamentRequest,
    opened: OpenTable,
    look: SheetPreview,
    *,
    changing: bool = False,
    status: int = 200,
    **extra: object,
) -> HttpResponse:
    return table_page(request, opened, "entry", status, **entry(request, look, changing=changing) | extra)


def _already_in_page(
    request: TournamentRequest, opened: OpenTable, look: SheetPreview, conflict: AlreadyIn
) -> HttpResponse:
    """Both versions side by side; when they say the same there is nothing to decide."""
    version = conflict.version
    if look.form.typed_sheet().has_figures_of(typed_sheet(version)):
        return onward(request, opened, "same")
    fresh = {"submission": str(uuid.uuid4()), "base_version": str(version.number)}
    kept = {name: value for name, value in request.POST.items() if name not in RETYPED}
    return table_page(
        request,
        opened,
        "conflict",
        409,
        conflict=conflict,
        version=version,
        kept=reading_after(version, look.form.typed_sheet()),
        look=look,
        pairs=side_by_side(version, look),
        deposits_differ=version.deposits != look.deposits,
        carried=[*kept.items(), *fresh.items()],
    )
