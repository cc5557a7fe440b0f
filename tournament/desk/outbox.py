"""Sheets that a browser kept while the server was away: sent again by a script, answered without a page.

A kept sheet goes out under the name of whoever typed it and of nobody else; its submission is the one of the form, so
that a sheet whose answer was lost is not stored twice.
"""

from functools import partial

from django.http import HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tournament.core.messages import Refused, sentence
from tournament.core.requests import TournamentRequest
from tournament.core.roles import staff_page
from tournament.desk.forms import SheetForm
from tournament.desk.pads import opens_sealed
from tournament.desk.pages import open_table
from tournament.desk.readings import onward, outcome
from tournament.desk.sheet_change import change
from tournament.desk.sheet_preview import SheetPreview
from tournament.desk.views import Writer, written
from tournament.results.sheets import actions
from tournament.results.sheets.checks import AlreadyIn, typed_sheet
from tournament.results.sheets.queries import OpenTable


@staff_page("work_at")
@require_GET
def outbox(request: TournamentRequest) -> HttpResponse:
    """Tell who is signed in on this browser, with the token for what is sent in that name."""
    return JsonResponse({"account": str(request.user.pk), "token": get_token(request)})


@staff_page("enter_sheet")
@require_POST
@opens_sealed
def sheet_kept(request: TournamentRequest, number: int, table: int) -> HttpResponse:
    """Enter a sheet that was kept."""
    return _send(request, open_table(request, number, table), actions.enter)


@staff_page("change_sheet")
@require_POST
@opens_sealed
def sheet_change_kept(request: TournamentRequest, number: int, table: int) -> HttpResponse:
    """Make a change that was kept."""
    return _send(request, open_table(request, number, table), partial(change, request), changing=True)


def _send(request: TournamentRequest, opened: OpenTable, write: Writer, *, changing: bool = False) -> HttpResponse:
    """Do what Save does, and answer with what became of the sheet or with the sentences against it."""
    if request.POST.get("account") != str(request.user.pk):
        return JsonResponse({"account": str(request.user.pk)}, status=403)
    look = SheetPreview(SheetForm.of(opened, request.POST), finished=True)
    if not look.is_right:
        return _refused(_sentences(look))
    try:
        word = outcome(written(request, opened, look, write), request.user)
    except Refused as refused:
        if not _is_in(request, opened, look, refused):
            untold = map(sentence, look.warnings) if refused.field == "confirmed" else ()
            return _refused([*untold, *refused.sentences], refused.status)
        word = "same"
    return JsonResponse({"outcome": word, "next": onward(request, opened, word, stay=changing)["Location"]})


def _refused(sentences: list[str], status: int = 422) -> HttpResponse:
    return JsonResponse({"sentences": sentences}, status=status)


def _sentences(look: SheetPreview) -> list[str]:
    """Return sentences about what is wrong with the figures."""
    fields = [str(error) for errors in look.form.errors.values() for error in errors]
    found = [*look.unread, *map(sentence, look.errors)] or fields
    return found or [_("The sheet does not add up.")]


def _is_in(request: TournamentRequest, opened: OpenTable, look: SheetPreview, refused: Refused) -> bool:
    """Return whether the same figures are in already: they count, or this person typed them at another desk."""
    own = [one for one in opened.readings if one.entered_by == request.user]
    there = [refused.version] if isinstance(refused, AlreadyIn) else own
    return any(typed_sheet(one).has_figures_of(look.form.typed_sheet()) for one in there)
