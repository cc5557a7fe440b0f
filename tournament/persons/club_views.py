"""The page of the clubs of an installation, for the owner of the machine: there is one until a second is made here."""

from collections.abc import Mapping

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament.core.requests import MOST_ID, SignedInRequest, parse_int
from tournament.core.roles import signed_in
from tournament.persons.club_actions import add_club, leave_club, name_club, set_event_club, set_member
from tournament.persons.clubs import first_club
from tournament.persons.forms import ClubEventForm, ClubForm, MemberForm
from tournament.persons.models import Club


@signed_in
def clubs(request: SignedInRequest) -> HttpResponse:
    """The clubs with their members; forms to make one, to name one, and to say who keeps it."""
    if not request.user.is_superuser:
        raise PermissionDenied
    first_club()
    what, number = request.POST.get("do", ""), parse_int(request.POST.get("club_id", ""), MOST_ID)
    club = Club.objects.filter(pk=number or 0).first()
    new = ClubForm(request.POST if what == "add" else None)
    event = ClubEventForm(request.POST if what == "event" else None)
    known = list(Club.objects.prefetch_related("members__user", "events__tournament"))
    sent = {what: request.POST}
    rows = [_row(one, sent if one == club else {}) for one in known]
    chosen = next((row for row in rows if row[0] == club), None)
    if request.method == "POST" and _saved(what, new, event, chosen, request):
        messages.success(request, _("Saved."))
        return redirect("person_clubs")
    context = {"rows": rows, "new": new, "event": event}
    return render(request, "persons/clubs.html", context, status=422 if request.method == "POST" else 200)


def _row(club: Club, sent: Mapping[str, QueryDict]) -> tuple[Club, ClubForm, MemberForm]:
    name = ClubForm(sent.get("name"), initial={"name": club.name}, prefix=f"name{club.pk}")
    return club, name, MemberForm(sent.get("member"), prefix=f"member{club.pk}")


def _saved(
    what: str,
    new: ClubForm,
    event: ClubEventForm,
    chosen: tuple[Club, ClubForm, MemberForm] | None,
    request: SignedInRequest,
) -> bool:
    """Do what the form asks for; False where something is wrong with it."""
    if what == "add" and new.is_valid():
        add_club(name=new.cleaned_data["name"])
    elif what == "event" and event.is_valid():
        set_event_club(tournament=event.cleaned_data["event"], club=event.cleaned_data["club"])
    elif what == "name" and chosen and chosen[1].is_valid():
        name_club(club=chosen[0], name=chosen[1].cleaned_data["name"])
    elif what == "member" and chosen and chosen[2].is_valid():
        set_member(club=chosen[0], **chosen[2].cleaned_data)
    elif what == "leave" and chosen:
        leave_club(club=chosen[0], member=parse_int(request.POST.get("member", ""), MOST_ID) or 0)
    else:
        return False
    return True
