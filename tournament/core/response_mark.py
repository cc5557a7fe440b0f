"""The mark of a public answer that depends on nothing but the database, the day, the address and what the request says.

Such an answer is kept as bytes until something is written or the day ends (`tournament/standings/public_answers.py`).
One that shows a single tournament outlasts what is written of others; the mark is then the id of the tournament.
"""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpResponse

from tournament.core.requests import TournamentRequest

P = ParamSpec("P")

KEPT = "Sekigime-Kept"
"""The header of the mark: the id of the one tournament that the answer shows, 0 for anything else."""
ANY = 0
_READS_CLOCK = "Sekigime-Reads-Clock"


def kept(view: Callable[P, HttpResponse]) -> Callable[P, HttpResponse]:
    """Decorate a public view that shows strangers nothing else: no time of day, unless marked with `reads_clock`."""

    @wraps(view)
    def marked(*args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        return _marked(view(*args, **kwargs), ANY)

    return marked


def kept_with_tournament(
    view: Callable[Concatenate[TournamentRequest, P], HttpResponse],
) -> Callable[Concatenate[TournamentRequest, P], HttpResponse]:
    """Decorate such a view that reads no row of another tournament: nothing of rankings, of an earlier season or of
    the other events of a person. Rows that belong to no tournament, such as clubs, it may read.
    """

    @wraps(view)
    def marked(request: TournamentRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        response = view(request, *args, **kwargs)
        return _marked(response, request.tournament.pk)

    return marked


def _marked(response: HttpResponse, tournament: int) -> HttpResponse:
    if not depends_on_clock(response) and response.status_code in (200, 204):
        response.headers[KEPT] = str(tournament)
    return response


def reads_clock(response: HttpResponse) -> HttpResponse:
    """Mark one answer of a `kept` view as one that will be another at a certain time: it is made for each request."""
    response.headers[_READS_CLOCK] = "1"
    return response


def depends_on_clock(response: HttpResponse) -> bool:
    """Return whether an answer was marked with `reads_clock`, and take the mark off."""
    return response.headers.pop(_READS_CLOCK, None) is not None
