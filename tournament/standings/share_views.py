"""The pictures for sharing: of an event, and of a player in it."""

from collections.abc import Callable, Hashable

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _

from tournament.core.requests import TournamentRequest
from tournament.core.response_mark import kept_with_tournament
from tournament.core.roles import public_page
from tournament.core.typeface import legible
from tournament.standings.cache import page_parts
from tournament.standings.queries import inputs_of, running_of, standings_of
from tournament.standings.ranking import Ranking
from tournament.standings.share_card import event_card, road_card
from tournament.standings.share_drawing import DARK, LIGHT, Tones, draw_event, draw_road
from tournament.translation.formats import days


@public_page
@kept_with_tournament
def public_card(request: TournamentRequest) -> HttpResponse:
    """The first places as a picture, those of the public standings."""
    card = event_card(_name(request), _days(request), _ranking(request))
    address, tones = _address(request), _tones(request)
    return _png(request, (card, address, tones), lambda: draw_event(card, address, tones))


@public_page
@kept_with_tournament
def public_player_card(request: TournamentRequest, number: int) -> HttpResponse:
    """The road of a ranked player as a picture."""
    tournament, ranking = request.tournament, _ranking(request)
    row = ranking.by_number.get(number)
    if row is None or not row.standing.ranked:
        raise Http404(_("The standings do not list a player with this number."))
    inputs, running = inputs_of(tournament, public=True), running_of(tournament, public=True)
    card = road_card(_name(request), _days(request), ranking, row, inputs, running)
    legend, tones = _("Place after each hanchan"), _tones(request)
    return _png(request, (card, legend, tones), lambda: draw_road(card, legend, tones))


def _ranking(request: TournamentRequest) -> Ranking:
    """The public standings. Raises Http404 where there are none."""
    ranking = standings_of(request.tournament, public=True)
    if not ranking.ranked or not ranking.after:
        raise Http404(_("No results are public yet."))
    return ranking


def _name(request: TournamentRequest) -> str:
    """What the event is called, in letters that a picture has: else what its address says."""
    return legible(request.tournament.name) or request.tournament.slug


def _address(request: TournamentRequest) -> str:
    """Where the event is found, for whoever sees its picture elsewhere; a laptop in the hall has no name there."""
    host = request.get_host()
    return host if "." in host and host.rpartition(".")[2].isalpha() else "Sekigime"


def _days(request: TournamentRequest) -> str:
    return days(request.tournament.first_day, request.tournament.last_day)


def _tones(request: TournamentRequest) -> Tones:
    return DARK if request.GET.get("theme") == "dark" else LIGHT


def _png(request: TournamentRequest, shown: Hashable, draw: Callable[[], bytes]) -> HttpResponse:
    """The picture of what it shows, drawn once, whatever else the address says."""
    file: bytes = page_parts.get(("card", request.tournament.pk, shown), draw)
    return HttpResponse(file, content_type="image/png")
