"""The pages that remove the data of a person, and delete an event."""

from datetime import datetime

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournament.archive.backups import backups_in, places
from tournament.archive.removal.actions import delete_event, remove_everywhere, remove_person
from tournament.archive.removal.forms import DeletionForm, RemovalForm
from tournament.core.audit import Act
from tournament.core.messages import Refused, put_on
from tournament.core.requests import TournamentRequest
from tournament.core.roles import staff_page
from tournament.persons.rights import StaffRequest, club_page, persons_for
from tournament.players.views import find
from tournament.staff.forms import FinalForm
from tournament.staff.password_again import check_password_again

PASSWORD = gettext_noop("This cannot be undone: enter your password.")


@staff_page("run_event")
def player_remove(request: TournamentRequest, number: int) -> HttpResponse:
    """Say what goes and what stays, then remove the data of a player."""
    player, at = find(request, number), timezone.now()
    form = RemovalForm(request.POST or None)
    if form.is_valid():
        try:
            check_password_again(request, at, PASSWORD)
            act = Act(by=request.user, at=at, reason=form.cleaned_data["reason"])
            removed = remove_person(player=player, act=act)
        except Refused as refused:
            put_on(form, refused)
        else:
            messages.success(request, _("Removed. The player is “{name}” now.").format(name=removed.label))
            return redirect("player_edit", request.tournament.slug, number)
    return _page(request, "archive/remove_person.html", form, at, player=player, nav="players")


@club_page("keep_persons")
def person_remove(request: StaffRequest, pk: int) -> HttpResponse:
    """Say what goes and what stays, then remove the data of a person in every event."""
    at = timezone.now()
    person = get_object_or_404(persons_for(request.user, to_keep=True), pk=pk, erased_at=None)
    form = RemovalForm(request.POST or None)
    if form.is_valid():
        try:
            check_password_again(request, at, PASSWORD)
            remove_everywhere(person=person, act=Act(by=request.user, at=at, reason=form.cleaned_data["reason"]))
        except Refused as refused:
            put_on(form, refused)
        else:
            messages.success(request, _("Removed. The events keep their results."))
            return redirect("persons")
    return _page(request, "archive/remove_person_everywhere.html", form, at, person=person)


@staff_page("run_event")
def event_delete(request: TournamentRequest) -> HttpResponse:
    """Say what goes and what stays, then delete the event."""
    at = timezone.now()
    form = DeletionForm(request.POST or None)
    if form.is_valid():
        try:
            check_password_again(request, at, PASSWORD)
            act = Act(by=request.user, at=at)
            delete_event(tournament=request.tournament, typed=form.cleaned_data["name"], act=act)
        except Refused as refused:
            put_on(form, refused)
        else:
            messages.success(request, _("{name} is deleted.").format(name=request.tournament.name))
            return redirect("home")
    return _page(request, "archive/delete_event.html", form, at, nav="event")


def _page(request: HttpRequest, template: str, form: FinalForm, at: datetime, **context: object) -> HttpResponse:
    copies = [backup for place in places() for backup in backups_in(place)]
    oldest = min((backup.made_at for backup in copies), default=at)
    known = {"form": form, "copies": len(copies), "oldest": oldest}
    return render(request, template, known | context, status=422 if request.method == "POST" else 200)
