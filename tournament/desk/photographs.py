"""Photographs of a sheet's paper: attached from a phone at the table, shown to the staff of the tournament alone."""

from textwrap import wrap
from unicodedata import east_asian_width

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from tournament.core.audit import Act
from tournament.core.messages import Refused, put_on
from tournament.core.requests import TournamentRequest
from tournament.core.roles import staff_page
from tournament.desk.hand_in import PhotographForm, hand_in_page
from tournament.desk.pages import hanchan_or_404, open_table
from tournament.results.paper.actions import attach_photograph, delete_photograph
from tournament.results.paper.photograph_store import content_of
from tournament.results.paper_models import SheetPhotograph

LINE = 34
"""Letters in a line of the picture that takes the place of a photograph."""


@staff_page("enter_sheet")
@require_POST
@never_cache
def sheet_photograph_attach(request: TournamentRequest, number: int, table: int) -> HttpResponse:
    """Attach a photograph; what is no photograph is refused beside the field."""
    opened = open_table(request, number, table)
    form = PhotographForm(request.POST, request.FILES)
    if form.is_valid():
        act = Act(by=request.user, at=timezone.now())
        try:
            attach_photograph(hanchan=opened.hanchan, table=table, upload=form.cleaned_data["image"].file, act=act)
        except Refused as refused:
            put_on(form, refused)
            return hand_in_page(request, opened, refused.status, photograph_form=form)
        return redirect(f"{_page_of(request, number, table)}?attached=1#photographs")
    return hand_in_page(request, opened, 422, photograph_form=form)


@staff_page("work_at")
@require_GET
def sheet_photograph(request: TournamentRequest, number: int, table: int, photograph: int) -> HttpResponse:
    """Send a photograph to the staff; no browser or proxy keeps it (`staff_page`). Where it cannot be had, a picture
    with a sentence takes its place."""
    found = _photograph(request, number, table, photograph)
    if found.deleted_at:
        raise Http404
    try:
        content = content_of(found)
    except Refused as refused:
        is_wide = any(east_asian_width(letter) in "WF" for letter in refused.message)
        lines = wrap(refused.message, LINE // 2 if is_wide else LINE)
        kind = "image/svg+xml"
        return render(request, "desk/no_photograph.svg", {"lines": lines}, content_type=kind, status=refused.status)
    name = f"{request.tournament.slug}-hanchan-{number}-table-{table}-{photograph}.jpg"
    headers = {"Content-Disposition": f'inline; filename="{name}"', "X-Content-Type-Options": "nosniff"}
    return HttpResponse(content, content_type="image/jpeg", headers=headers)


@staff_page("change_sheet")
@require_POST
@never_cache
def sheet_photograph_delete(request: TournamentRequest, number: int, table: int, photograph: int) -> HttpResponse:
    """Delete a photograph, with a reason."""
    found = _photograph(request, number, table, photograph)
    found.sheet.hanchan.tournament = request.tournament
    act = Act(by=request.user, at=timezone.now(), reason=request.POST.get("reason", "")[:500])
    try:
        delete_photograph(photograph=found, act=act)
    except Refused as refused:
        opened = open_table(request, number, table)
        return hand_in_page(request, opened, refused.status, refused=refused, refused_photograph=photograph)
    return redirect(f"{_page_of(request, number, table)}#photographs")


def _photograph(request: TournamentRequest, number: int, table: int, photograph: int) -> SheetPhotograph:
    hanchan = hanchan_or_404(request, number)
    found = SheetPhotograph.objects.select_related("sheet__hanchan")
    return get_object_or_404(found, sheet__hanchan=hanchan, sheet__table=table, number=photograph)


def _page_of(request: TournamentRequest, number: int, table: int) -> str:
    return reverse("sheet_hand_in", args=[request.tournament.slug, number, table])
