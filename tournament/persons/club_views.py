"""The page of the clubs of an installation, for the owner of the machine: there is one until a second is made here."""

from collections.abc import Mapping
from typing import NamedTuple

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.forms.models import model_to_dict
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from tournament.core.audit import Act
from tournament.core.messages import Refused, put_on
from tournament.core.requests import MOST_ID, SignedInRequest, parse_int
from tournament.core.roles import signed_in
from tournament.events.clubs import first_club, hosting
from tournament.events.models import Club, Hosting
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
from tournament.persons.club_list import club_page, search
from tournament.persons.forms import ClubEventForm, ClubForm, ClubLimitForm, HostingForm, MemberForm

PER_PAGE = 20
UNFOLDED = 3
"""As many clubs are shown with all that is folded among more."""
MOST_LETTERS = 100  # of a search


@signed_in
def clubs(request: SignedInRequest) -> HttpResponse:
    """The clubs by name, with their members, limits and figures; forms to make one, to name one, and to say who keeps
    it. As many queries for any number of clubs.
    """
    if not request.user.is_superuser:
        raise PermissionDenied
    first_club()
    what, number = request.POST.get("do", ""), parse_int(request.POST.get("club_id", ""), MOST_ID)
    new = ClubForm(request.POST if what == "add" else None)
    event = ClubEventForm(request.POST if what == "event" else None)
    allowed = hosting()
    policy = HostingForm(request.POST if what == "hosting" else None, initial=model_to_dict(allowed))
    words = request.GET.get("q", "").replace("\0", "")[:MOST_LETTERS]  # PostgreSQL keeps no NUL
    after, before = (parse_int(request.GET.get(name, ""), MOST_ID) for name in ("after", "before"))
    page = club_page(search(words).prefetch_related("members__user"), after, before, PER_PAGE)
    is_short = len(page.rows) <= UNFOLDED
    rows = [
        _row(one, allowed, {what: request.POST} if one.pk == number else {}, is_open=is_short or one.pk == number)
        for one in page.rows
    ]
    chosen = next((row for row in rows if row.club.pk == number), None)
    if request.method == "POST" and _saved(what, new, event, policy, chosen, request):
        messages.success(request, _("Saved."))
        made = new.cleaned_data["name"] if what == "add" else None
        return redirect(f"{request.path}?{urlencode({'q': made})}" if made else request.get_full_path())
    context = {
        "rows": list(zip(rows, club_figures(page.rows, timezone.localdate()), strict=True)),
        "page": page,
        "words": words,
        "count": Club.objects.count(),
        "new": new,
        "event": event,
        "policy": policy,
    }
    return render(request, "persons/clubs.html", context, status=422 if request.method == "POST" else 200)


class _Row(NamedTuple):
    """A club with its forms, unfolded or not."""

    club: Club
    name: ClubForm
    member: MemberForm
    limit: ClubLimitForm
    is_open: bool


def _row(club: Club, usual: Hosting, sent: Mapping[str, QueryDict], *, is_open: bool) -> _Row:
    name = ClubForm(sent.get("name"), initial={"name": club.name}, prefix=f"name{club.pk}")
    member = MemberForm(sent.get("member"), prefix=f"member{club.pk}")
    initial = model_to_dict(club)
    limit = ClubLimitForm(sent.get("limit"), initial=initial, prefix=f"limit{club.pk}", usual=usual)
    return _Row(club, name, member, limit, is_open)


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
            act = Act(by=request.user, at=timezone.now())
            chosen_event, club = event.cleaned_data["event"], event.cleaned_data["club"]
            set_event_club(tournament=chosen_event, club=club, act=act, today=timezone.localdate())
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
