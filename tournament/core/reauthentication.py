"""A form survives the end of a sign-in: it is shown again, to be sent once more.

Two things can happen while somebody types: the sign-in ends, or somebody signs in in another tab of the same browser
and the form's token is no longer valid. Only a form sent from our own pages is shown again; another site's page gets
nothing back.
"""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.csrf import csrf_failure
from django_htmx.middleware import HtmxDetails

from tournament.core.devices import note_device

P = ParamSpec("P")
R = TypeVar("R", bound=HttpRequest)

NOT_KEPT = frozenset({"csrfmiddlewaretoken"})
WORK = "/manage/"  # no page below it asks for a password


def signed_in(view: Callable[Concatenate[R, P], HttpResponseBase]) -> Callable[Concatenate[R, P], HttpResponseBase]:
    """Let only signed-in people pass. Others sign in and come back; a form is kept, and a request for part of a page
    gets 401.
    """

    @wraps(view)
    def guarded(request: R, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if request.user.is_authenticated:
            note_device(request)
            return view(request, *args, **kwargs)
        if HtmxDetails(request):
            return HttpResponse(status=401)
        return _form_to_repeat(request, 401) or redirect_to_login(request.get_full_path(), settings.LOGIN_URL)

    return guarded


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Handle a form with a wrong token (settings.CSRF_FAILURE_VIEW)."""
    return _form_to_repeat(request, 403) or csrf_failure(request, reason)


def _form_to_repeat(request: HttpRequest, status: int) -> HttpResponse | None:
    """Return the form with everything that was typed; None for a form that is not ours. Files cannot be kept."""
    own = request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}"
    if request.method != "POST" or not own or not request.path.startswith(WORK) or request.FILES:
        return None
    fields = [(name, value) for name in request.POST for value in request.POST.getlist(name) if name not in NOT_KEPT]
    return render(request, "staff/send_again.html", {"fields": fields}, status=status)
