"""Teams and countries: for the staff and for everybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournament.roles import public_page, staff_page
from tournament.standings.groups import Kind
from tournament.standings.queries import kinds_of, teams_of


@staff_page("work_at")
def teams(request: HttpRequest) -> HttpResponse:
    """The teams, everything that is accepted."""
    return _staff(request, Kind.TEAMS)


@staff_page("work_at")
def countries(request: HttpRequest) -> HttpResponse:
    """The countries, everything that is accepted."""
    return _staff(request, Kind.COUNTRIES)


@public_page
def public_teams(request: HttpRequest) -> HttpResponse:
    """The teams, of released results."""
    return _public(request, Kind.TEAMS)


@public_page
def public_countries(request: HttpRequest) -> HttpResponse:
    """The countries, of released results."""
    return _public(request, Kind.COUNTRIES)


def _staff(request: HttpRequest, kind: Kind) -> HttpResponse:
    tournament = request.tournament  # type: ignore[attr-defined]
    found = teams_of(tournament, kind)
    context = {"groups": found, "ranking": found.ranking, "nav": "standings", "kinds": kinds_of(tournament)}
    return render(request, "standings/teams_staff.html", context)


def _public(request: HttpRequest, kind: Kind) -> HttpResponse:
    tournament = request.tournament  # type: ignore[attr-defined]
    found = teams_of(tournament, kind, public=True)
    context = {
        "groups": found,
        "ranking": found.ranking,
        "tab": "standings",
        "kinds": kinds_of(tournament, public=True),
    }
    return render(request, "standings/teams_public.html", context)
