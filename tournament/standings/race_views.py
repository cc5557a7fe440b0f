"""The race of places: for everybody of released hanchan, for the staff of all that is accepted.

The picture is made once for all who read it; the line of the reader comes in when the page is sent.
"""

from collections.abc import Hashable
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournament.core.requests import TournamentRequest
from tournament.core.response_mark import kept_with_tournament
from tournament.core.roles import public_page, staff_page
from tournament.events.queries import hanchan_of
from tournament.seats.own_seats import ME
from tournament.standings.cache import compressed, page_parts
from tournament.standings.place_race import PlaceRace
from tournament.standings.public_views import HITS_SHOWN, is_anybody, meant_rows, remember
from tournament.standings.queries import inputs_of, kinds_of, public_final, race_of, standings_of, unchanged_since
from tournament.standings.race_picture import own_line, own_rows, race_picture
from tournament.standings.stages import stages_of

OWN = "<!--own-->"
FRAMES: dict[bool, dict[str, str]] = {
    True: {"base": "base_public.html", "tab": "standings", "player_page": "public_player",
           "race_page": "public_race", "hanchan_page": "public_race_after"},
    False: {"base": "base_staff.html", "nav": "standings", "player_page": "standings_player",
            "race_page": "race", "hanchan_page": "race_after"},
}  # fmt: skip
"""The differences between the public page and that of the staff."""


@public_page
@kept_with_tournament
def public_race(request: TournamentRequest, after: int | None = None) -> HttpResponse:
    """The race of released hanchan, with the line of the reader; 204 for the poll until something moved."""
    tournament = request.tournament
    race, shown = _race(request, after, public=True)
    if request.GET.get("since") == race.mark:
        return HttpResponse(status=204)
    ranking = standings_of(tournament, public=True)
    meant = meant_rows(request, ranking)
    own = meant[0] if len(meant) == 1 and meant[0].player.number in race.racers else None
    if own or ME in request.GET:
        request.own_number = own.player.number if own else 0
    number = own.player.number if own else None

    def page() -> dict[str, Any]:
        return {
            "hits": [] if own or "q" not in request.GET else meant[:HITS_SHOWN],
            "asked": "" if own else request.GET.get("q", ""),
            "own": own,
            "ranking": ranking,
            "kinds": kinds_of(tournament, public=True),
            "has_report": public_final(tournament) is not None,
            "stages": stages_of(hanchan_of(tournament), inputs_of(tournament, public=True).played),
            **_context(request, race, shown, number, public=True),
        }

    if is_anybody(request):
        edition = (tournament.pk, tournament.made_at, tournament.edition)
        key = ("race", *edition, after, "since" in request.GET, get_language())
        return compressed(request, key, lambda: render_to_string(_template(request), page(), request))
    return remember(request, render(request, _template(request), page()), own)


@staff_page("work_at")
def race(request: TournamentRequest, after: int | None = None) -> HttpResponse:
    """The race of everything that is accepted."""
    race, shown = _race(request, after, public=False)
    if request.GET.get("since") == race.mark:
        return HttpResponse(status=204)
    page = {"ranking": standings_of(request.tournament), **_context(request, race, shown, None, public=False)}
    return render(request, _template(request), page)


def _race(request: TournamentRequest, after: int | None, public: bool) -> tuple[PlaceRace, int]:
    """The race, and the hanchan that is shown. Raises Http404 for one that does not count."""
    race = race_of(request.tournament, public)
    if after is not None and not 1 <= after <= race.played:
        raise Http404(
            _("The standings after that hanchan are not public.")
            if public
            else _("There are no results after that hanchan yet.")
        )
    return race, race.played if after is None else after


def _template(request: TournamentRequest) -> str:
    return f"standings/race.html{'#live' if 'since' in request.GET else ''}"


def _context(
    request: TournamentRequest, race: PlaceRace, shown: int, number: int | None, public: bool
) -> dict[str, object]:
    page = {**FRAMES[public], "race": race}
    return {**page, "picture": _picture_for(request, race, shown, number, public)} if race.orders else page


def public_picture(request: TournamentRequest, number: int | None) -> SafeString:
    """Return the picture of the public race as far as it goes, with the line of the reader by number."""
    race, shown = _race(request, None, public=True)
    return _picture_for(request, race, shown, number if number in race.racers else None, public=True)


def _picture_for(
    request: TournamentRequest, race: PlaceRace, shown: int, number: int | None, public: bool
) -> SafeString:
    picture = _picture(request, race, shown, public)
    return picture if number is None else _with_own(request, picture, race, shown, number)


def _picture(request: TournamentRequest, race: PlaceRace, shown: int, public: bool) -> SafeString:
    """The picture with a mark wherever something of the reader may come in; made once for all."""
    tournament = request.tournament
    since: Hashable = unchanged_since(tournament, public)
    key = ("race", tournament.pk, tournament.slug, since, public, shown, get_language())

    def made() -> SafeString:
        page = {"drawn": race_picture(race, shown), "mark": SafeString(OWN), **FRAMES[public]}
        return render_to_string("standings/race_picture.html", page, request)

    picture: SafeString = page_parts.get(key, made)
    return picture


def _with_own(request: TournamentRequest, picture: SafeString, race: PlaceRace, shown: int, number: int) -> SafeString:
    """The picture with the line of the public reader."""
    page = {
        "line": own_line(race, number, shown),
        "rows": own_rows(race, number),
        "shown": shown,
        "mark": SafeString(OWN),
        **FRAMES[True],
    }
    own = render_to_string("standings/race_own.html", page, request).split(OWN)
    parts = picture.split(OWN)
    return SafeString("".join(part for pair in zip(parts, [*own, ""], strict=True) for part in pair))
