"""The mark of a public answer that depends on nothing but the database, the day, the address and what the request says.

Such an answer is kept as bytes until something is written or the day ends (`tournament/standings/public_answers.py`).
"""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from django.http import HttpResponse

P = ParamSpec("P")

KEPT = "Sekigime-Kept"
_READS_CLOCK = "Sekigime-Reads-Clock"


def kept(view: Callable[P, HttpResponse]) -> Callable[P, HttpResponse]:
    """Decorate a public view that shows strangers nothing else: no time of day, unless marked with `reads_clock`."""

    @wraps(view)
    def marked(*args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        response = view(*args, **kwargs)
        if not depends_on_clock(response) and response.status_code in (200, 204):
            response.headers[KEPT] = "1"
        return response

    return marked


def reads_clock(response: HttpResponse) -> HttpResponse:
    """Mark one answer of a `kept` view as one that will be another at a certain time: it is made for each request."""
    response.headers[_READS_CLOCK] = "1"
    return response


def depends_on_clock(response: HttpResponse) -> bool:
    """Return whether an answer was marked with `reads_clock`, and take the mark off."""
    return response.headers.pop(_READS_CLOCK, None) is not None
