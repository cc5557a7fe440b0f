"""What the owner of an installation sees of a club's event: its figures, and the way in for an incident."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournament.core.audit import Act
from tournament.core.messages import Refused, put_on
from tournament.core.models import Role, Tournament
from tournament.core.requests import SignedInRequest, TournamentRequest
from tournament.core.roles import role_of, signed_in, staff_page
from tournament.events.clubs import club_of
from tournament.persons.club_figures import event_figures
from tournament.staff.forms import AccessForm
from tournament.staff.owner_access import LASTS, accesses_to_show, end_access, open_event
from tournament.staff.password_again import check_password_again

PASSWORD = gettext_noop("You are about to open an event that is not yours: enter your password.")


@signed_in
@never_cache
def event_access(request: SignedInRequest, slug: str) -> HttpResponse:
    """The figures of a club's event for the owner, and a form to open it; for events that the owner organises anyway,
    the way to them.
    """
    if not request.user.is_superuser:
        raise PermissionDenied
    tournament, now = get_object_or_404(Tournament, slug=slug), timezone.now()
    own = (one for one in accesses_to_show(tournament, now) if one.user == request.user and one.until > now)
    lasting = next(own, None)
    if lasting is None and role_of(request.user, tournament) == Role.ORGANISER:
        return redirect("event_overview", slug)
    form = AccessForm(request.POST or None)
    if form.is_valid():
        try:
            check_password_again(request, now, PASSWORD)
            open_event(tournament=tournament, act=Act(by=request.user, at=now, reason=form.cleaned_data["reason"]))
        except Refused as refused:
            put_on(form, refused)
        else:
            messages.success(request, _("The event is open to you. Its organisers see that, and why."))
            return redirect("event_overview", slug)
    context = {
        "tournament": tournament,
        "club": club_of(tournament),
        "figures": event_figures(tournament),
        "access": lasting,
        "form": form,
        "hours": LASTS.seconds // 3600 + LASTS.days * 24,
    }
    return render(request, "persons/event_access.html", context, status=422 if request.method == "POST" else 200)


@staff_page("run_event")
@require_POST
def event_access_end(request: TournamentRequest) -> HttpResponseBase:
    """End the owner’s access, by an organiser or by the owner."""
    end_access(tournament=request.tournament, act=Act(by=request.user, at=timezone.now()))
    messages.success(request, _("The owner’s access has ended."))
    is_owner = request.user.is_superuser
    return redirect("event_access" if is_owner else "event_overview", request.tournament.slug)
