"""The frame of every address of the API: its methods, refusals as problem details, and who may read it from where.

Nothing here knows of sessions: a page in a browser cannot write with the cookie of its reader, so no form needs a
token against that. The language is always English and the content does not depend on who asks, but for a token.
"""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.translation import gettext_noop as _
from django.views.decorators.csrf import csrf_exempt

from tournament.api.problems import WrongMethod, problem
from tournament.api.tokens import WINDOW
from tournament.core.messages import Refused
from tournament.core.models import Tournament
from tournament.core.requests import TournamentRequest
from tournament.core.response_mark import ANY, KEPT, depends_on_clock

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]
A_DAY = "86400"
HEADERS = {401: {"WWW-Authenticate": 'Bearer realm="api"'}, 429: {"Retry-After": str(WINDOW)}}
"""Of refusals, by status."""


def endpoint(*methods: str, shared: bool = True, with_tournament: bool = False) -> Callable[[View[P]], View[P]]:
    """Decorate a view of the API. `shared`: pages of any origin may read what it answers without a token.

    `with_tournament`: such an answer is made of `request.tournament`, which the view sets, and of no row of another one
    (`kept_with_tournament` in `core/response_mark.py`).
    """
    reads = "GET" in methods
    allowed = (*methods, *(("HEAD",) if reads else ()), "OPTIONS")

    def decorate(view: View[P]) -> View[P]:
        @csrf_exempt
        @wraps(view)
        def answered(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            is_anybody = "Authorization" not in request.headers
            with translation.override("en"):
                response = _answer(request, view, allowed, *args, **kwargs)
            response.headers["Content-Language"] = "en"
            if shared and is_anybody:
                _share(request, response)
            is_timeless = not depends_on_clock(response)
            if shared and is_anybody and is_timeless and request.method == "GET" and response.status_code in (200, 304):
                shown = cast(TournamentRequest, request).tournament.pk if with_tournament else ANY
                response.headers[KEPT] = str(shown)
            if request.method == "HEAD":
                response.headers["Content-Length"] = str(len(response.content))
                response.content = b""
            return response

        return answered

    return decorate


def _answer(
    request: HttpRequest, view: View[P], allowed: tuple[str, ...], *args: P.args, **kwargs: P.kwargs
) -> HttpResponse:
    try:
        if request.method == "OPTIONS":
            response = HttpResponse(status=204)
        elif request.method not in allowed:
            text = _("{method} is not possible here. This address takes {allowed}.")
            raise WrongMethod.of("wrong-method", text, method=request.method, allowed=", ".join(allowed))
        else:
            return view(request, *args, **kwargs)
    except Refused as refused:
        response = problem(refused)
        response.headers["Cache-Control"] = "no-store"
        for name, value in HEADERS.get(refused.status, {}).items():
            response.headers[name] = value
    if response.status_code in (204, 405):
        response.headers["Allow"] = ", ".join(allowed)
    return response


def _share(request: HttpRequest, response: HttpResponse) -> None:
    """Let pages of any origin read the answer: without cookies, and without a token, which no browser may send."""
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Access-Control-Expose-Headers"] = "ETag"
    if request.method == "OPTIONS":
        response.headers["Access-Control-Allow-Methods"] = "GET, HEAD"
        response.headers["Access-Control-Allow-Headers"] = "If-None-Match"
        response.headers["Access-Control-Max-Age"] = A_DAY


def in_the_hall(tournament: Tournament) -> timezone.override:
    """Return a context with the time zone of the event, for texts that name a time of day."""
    return timezone.override(tournament.time_zone or None)
