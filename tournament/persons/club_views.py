"""The page of the clubs of an installation, for the owner of the machine: there is one until a second is made here."""

from collections.abc import Mapping
from typing import NamedTuple

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Prefetch
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.core.messages import Refused, put_on
from tournament.core.requests import MOST_ID, SignedInRequest, parse_int
from tournament.core.roles import signed_in
from tournament.events.clubs import first_club, hosting
from tournament.events.models import Club, ClubEvent
from tournament.persons.club_actions import (
    add_club,
    leave_club,
    limit_club,
    name_club,
    set_event_club,
    set_hosting,
    set_member,
)
from tournament.persons.club_figures import club_figures
from tournament.persons.forms import ClubEventForm, ClubForm, ClubLimitForm, HostingForm, MemberForm

NEWEST = 10
"""Of the events of a club, those that are named."""


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
    allowed = hosting()
    policy = HostingForm(
        request.POST if what == "hosting" else None,
        initial={"set_up_by": allowed.set_up_by, "most_events": allowed.most_events},
    )
    newest = ClubEvent.objects.select_related("tournament").order_by("-tournament__first_day", "-pk")[:NEWEST]
    known = list(Club.objects.prefetch_related("members__user", Prefetch("events", newest, to_attr="newest")))
    sent = {what: request.POST}
    rows = [_row(one, sent if one == club else {}) for one in known]
    chosen = next((row for row in rows if row.club == club), None)
    if request.method == "POST" and _saved(what, new, event, policy, chosen, request):
        messages.success(request, _("Saved."))
        return redirect("person_clubs")
    figures = club_figures(known, timezone.localdate())
    context = {"rows": list(zip(rows, figures, strict=True)), "new": new, "event": event, "policy": policy}
    return render(request, "persons/clubs.html", context, status=422 if request.method == "POST" else 200)


class _Row(NamedTuple):
    """A club with its forms."""

    club: Club
    name: ClubForm
    member: MemberForm
    limit: ClubLimitForm


def _row(club: Club, sent: Mapping[str, QueryDict]) -> _Row:
    name = ClubForm(sent.get("name"), initial={"name": club.name}, prefix=f"name{club.pk}")
    member = MemberForm(sent.get("member"), prefix=f"member{club.pk}")
    limit = ClubLimitForm(sent.get("limit"), initial={"most_events": club.most_events}, prefix=f"limit{club.pk}")
    return _Row(club, name, member, limit)


def _saved(
    what: str,
    new: ClubForm,
    event: ClubEventForm,
    policy: HostingForm,
    chosen: _Row | None,
    request: SignedInRequest,
) -> bool:
    """Do what the form asks for; False where something is wrong with it."""
    if what == "add" and new.is_valid():
        add_club(name=new.cleaned_data["name"])
    elif what == "event" and event.is_valid():
        try:
            set_event_club(
                tournament=event.cleaned_data["event"], club=event.cleaned_data["club"], today=timezone.localdate()
            )
        except Refused as refused:
            put_on(event, refused)
            return False
    elif what == "hosting" and policy.is_valid():
        set_hosting(**policy.cleaned_data)
    elif what == "limit" and chosen and chosen.limit.is_valid():
        limit_club(club=chosen.club, **chosen.limit.cleaned_data)
    elif what == "name" and chosen and chosen.name.is_valid():
        name_club(club=chosen.club, name=chosen.name.cleaned_data["name"])
    elif what == "member" and chosen and chosen.member.is_valid():
        set_member(club=chosen.club, **chosen.member.cleaned_data)
    elif what == "leave" and chosen:
        leave_club(club=chosen.club, member=parse_int(request.POST.get("member", ""), MOST_ID) or 0)
    else:
        return False
    return True
