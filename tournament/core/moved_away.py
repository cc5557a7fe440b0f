"""The way to an event that is played on another installation, from pages and codes that lead here."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from tournament.core.models import Tournament


def way_there(request: HttpRequest, tournament: Tournament) -> HttpResponse | None:
    """Return the same address at the other installation, for a page that somebody opens; None where the event is played
    here, where nobody said which installation it is, and for a copy that needs no server.
    """
    if request.method != "GET" or not tournament.moved_to or "STATIC_SITE" in request.META:
        return None
    return redirect(tournament.moved_to + request.get_full_path())
