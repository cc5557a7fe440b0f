"""The button that makes a demo tournament."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.archive.demo import make_demo
from tournament.core.audit import Act
from tournament.core.models import User
from tournament.events.queries import may_set_up


@require_POST
@login_required
def demo(request: HttpRequest) -> HttpResponse:
    """Make a demo tournament and go to it."""
    if not (isinstance(request.user, User) and may_set_up(request.user)):
        raise PermissionDenied
    tournament = make_demo(act=Act(by=request.user, at=timezone.now()))
    messages.success(request, _("Try everything on this tournament. The sheets of tables 4, 8 and 9 are not in yet."))
    return redirect("event_overview", tournament.slug)
