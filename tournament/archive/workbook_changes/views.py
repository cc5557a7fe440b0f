"""The page that reads an edited workbook back: choose it, look at every difference, apply all of them or none."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from tournament.archive.workbook_changes.actions import apply_changes
from tournament.archive.workbook_changes.changes import SheetChange, changes_in, effect_of, sealed_changes
from tournament.archive.workbook_changes.forms import WorkbookChangesForm, WorkbookForm
from tournament.archive.workbook_changes.reader import read_workbook
from tournament.core.audit import Act
from tournament.core.messages import Refused, put_on
from tournament.core.requests import TournamentRequest
from tournament.core.roles import staff_page
from tournament.staff.password_again import check_password_again, has_password
from tournament.standings.consequences import consequences
from tournament.standings.queries import are_issued


@staff_page("change_sheet")
@never_cache
def workbook_changes(request: TournamentRequest) -> HttpResponse:
    """Choose the workbook, look at what differs, apply it."""
    if request.method == "POST" and request.POST.get("act") == "apply":
        return _apply(request)
    is_sent = request.method == "POST"
    form = WorkbookForm(request.POST if is_sent else None, request.FILES if is_sent else None)
    if not form.is_valid():
        return _page(request, form, status=422 if is_sent else 200)
    upload = form.cleaned_data["file"]
    try:
        changes = changes_in(read_workbook(upload.name, upload.read()), request.tournament)
    except Refused as refused:
        put_on(form, Refused(refused.messages))
        return _page(request, form, refused=refused, status=refused.status)
    apply = WorkbookChangesForm(salt=_salt(request), asks_password=_asks_password(request, changes), changes=changes)
    return _page(request, form, changes=changes, apply=apply)


def _apply(request: TournamentRequest) -> HttpResponse:
    tournament, at = request.tournament, timezone.now()
    form = WorkbookChangesForm(request.POST, salt=_salt(request), asks_password=has_password(request))
    is_valid = form.is_valid()
    changes = sealed_changes(form.cleaned_data.get("sealed") or [], tournament)
    if not changes:
        messages.error(request, _("Nothing was changed. Choose the workbook again."))
        return redirect("workbook_changes", tournament.slug)
    if not is_valid:
        return _page(request, WorkbookForm(), changes=changes, apply=form, status=422)
    act = Act(by=request.user, at=at, reason=form.cleaned_data["reason"], submission=form.cleaned_data["submission"])
    try:
        if _asks_password(request, changes):
            check_password_again(request, at)
        apply_changes(tournament=tournament, changes=changes, act=act)
    except Refused as refused:
        put_on(form, refused)
        return _page(request, WorkbookForm(), changes=changes, apply=form, status=refused.status)
    text = ngettext("{count} report sheet changed.", "{count} report sheets changed.", len(changes))
    messages.success(request, text.format(count=len(changes)))
    return redirect("exports", tournament.slug)


def _asks_password(request: TournamentRequest, changes: Sequence[SheetChange]) -> bool:
    """Results that are out are changed with the password only."""
    numbers = {one.hanchan for one in changes}
    issued = (are_issued(one) for one in request.tournament.hanchan.filter(number__in=numbers))
    return has_password(request) and any(issued)


def _salt(request: TournamentRequest) -> str:
    return f"{request.tournament.pk}:{request.user.pk}"


def _page(
    request: TournamentRequest,
    form: WorkbookForm,
    *,
    changes: Sequence[SheetChange] | None = None,
    apply: WorkbookChangesForm | None = None,
    refused: Refused | None = None,
    status: int = 200,
) -> HttpResponse:
    tournament = request.tournament
    effect = effect_of(changes, tournament) if changes else None
    first = tournament.hanchan.get(number=effect.hanchan) if effect else None
    context: dict[str, Any] = {
        "nav": "export",
        "form": form,
        "refused": refused,
        "changes": changes,
        "apply": apply,
        "effect": effect,
        "affected": consequences(first, effect) if first and effect else (),
    }
    return render(request, "archive/workbook_changes.html", context, status=status)
