"""The staff's standings, which hold everything that is accepted, also of a hanchan that is still being played; and the
pages that the public has too, of released hanchan."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament.core.models import Hanchan, Tournament
from tournament.core.requests import TournamentRequest, has_seen
from tournament.core.response_mark import kept_with_tournament
from tournament.core.roles import public_page, staff_page
from tournament.core.tables import configure
from tournament.events.queries import hanchan_of, rankings_with
from tournament.players.models import Player
from tournament.players.queries import find_player
from tournament.results.protests.queries import public_protests
from tournament.results.sheets.queries import missing_tables
from tournament.seats.own_seats import next_seats, own_number, published_places, published_places_of_all
from tournament.seats.publication import publication_of
from tournament.seats.queries import PlayerPlace
from tournament.standings.cache import page_parts
from tournament.standings.player_card import PlayerCard
from tournament.standings.player_results import PlayerResults, player_html
from tournament.standings.public_table import moved_text
from tournament.standings.queries import (
    card_of,
    crosstable_of,
    inputs_of,
    kinds_of,
    standings_of,
    teams_of,
    unchanged_since,
)
from tournament.standings.share_card import said
from tournament.standings.tables import CrosstableTable, MeetingTable, StandingsTable
from tournament.standings.teams import Grouping
from tournament.standings.visibility import public_through

PER_PAGE = 300
MOST_AT_ONCE = 300  # players of whom all places are read for the first who asks


@staff_page("work_at")
def standings(request: TournamentRequest, after: int | None = None) -> HttpResponse:
    """The table, after any hanchan; the part that polls hears 204 until something was written."""
    tournament = request.tournament
    if has_seen(request):
        return HttpResponse(status=204)
    ranking = standings_of(tournament, after)
    if after is not None and after != ranking.after:
        raise Http404(_("There are no results after that hanchan yet."))
    table = StandingsTable(ranking, slug=tournament.slug, player_page="standings_player")
    context = {
        "ranking": ranking,
        "table": configure(table, request, PER_PAGE),
        "after": after,
        "nav": "standings",
        "kinds": kinds_of(tournament),
        "rankings": () if request.GET.get("since") else rankings_with(tournament),
        **_progress(tournament, ranking.after),
    }
    part = "#table" if request.GET.get("since") else ""
    return render(request, f"standings/staff.html{part}", context)


def _progress(tournament: Tournament, after: int) -> dict[str, Any]:
    """Return the state of the event: hanchan with standings, missing sheets, and what is public."""
    inputs = inputs_of(tournament)
    current = next((hanchan for hanchan in hanchan_of(tournament) if hanchan.number == after), None)
    return {
        "numbers": range(1, inputs.played + 1),
        "missing": missing_tables(current) if current and not current.closed_at else [],
        "public_through": public_through(inputs) if tournament.is_public else 0,
        "edition": tournament.edition,
    }


@staff_page("work_at")
def crosstable(request: TournamentRequest) -> HttpResponse:
    """Scores by player and hanchan, and who met whom."""
    return _crosstable(request, public=False)


@public_page
@kept_with_tournament
def public_crosstable(request: TournamentRequest) -> HttpResponse:
    """The same of released hanchan."""
    return _crosstable(request, public=True)


def _crosstable(request: TournamentRequest, public: bool) -> HttpResponse:
    found, page = crosstable_of(request.tournament, public=public), _frame(public)
    options = {"slug": request.tournament.slug, "player_page": page["player_page"], "with_sheets": not public}
    page["table"] = configure(CrosstableTable(found, **options), request, PER_PAGE)
    page |= {"ranking": found.ranking, "meetings": MeetingTable(found)}
    return render(request, "standings/crosstable.html", page)


@staff_page("work_at")
def teams(request: TournamentRequest, kind: Grouping) -> HttpResponse:
    """Teams, countries or clubs; with tabs to the others that the event has."""
    return _teams(request, kind, public=False)


@public_page
@kept_with_tournament
def public_teams(request: TournamentRequest, kind: Grouping) -> HttpResponse:
    """The same of released hanchan; 404 for what nobody has."""
    return _teams(request, kind, public=True)


def _teams(request: TournamentRequest, kind: Grouping, public: bool) -> HttpResponse:
    groups, kinds = teams_of(request.tournament, kind, public=public), kinds_of(request.tournament, public)
    if public and not groups.rows and not groups.ranking.is_partial and kind not in kinds:
        raise Http404(_("There is no such list at this event."))
    context = {**_frame(public), "groups": groups, "ranking": groups.ranking, "kinds": kinds}
    return render(request, "standings/teams.html", context)


@staff_page("work_at")
def player(request: TournamentRequest, number: int) -> HttpResponse:
    """Every table of one player."""
    return _player(request, number, public=False)


@public_page
@kept_with_tournament
def public_player(request: TournamentRequest, number: int) -> HttpResponse:
    """The same of released hanchan, with the seat that the player has now; in a league the page there."""
    if request.tournament.is_league:
        return redirect("public_league_player", request.tournament.slug, number)
    return _player(request, number, public=True)


def _player(request: TournamentRequest, number: int, public: bool) -> HttpResponse:
    tournament = request.tournament
    card = card_of(tournament, number, public=public)
    player = find_player(tournament, number)
    ranking = standings_of(tournament, public=public)
    is_coming = player and (not ranking.after or (player.counts_from > ranking.after and not player.is_substitute))
    is_known = player and is_coming and (not public or player.pk in publication_of(tournament).people)
    if player is None or not (card or is_known):
        raise Http404(_("The standings do not list a player with this number."))
    hanchan = hanchan_of(tournament)
    places = _public_places(tournament, player, hanchan) if public else published_places(player, hanchan)
    since, protests = unchanged_since(tournament, public), public_protests(tournament, player.pk)
    results = PlayerResults(ranking, since, number, card, hanchan, places, protests)
    page = {**_frame(public), "card": card, "player": card.row.player if card else player, "ranking": ranking}
    page["moved"] = _moved(card)
    page["lanes"], page["results"] = player_html(request, results, page)
    if public:
        page["said"] = said([card.row]) if card and card.row.standing.ranked and ranking.after else ""
        page["is_me"] = own_number(request) == number
        is_named = bool(places) or player.pk in publication_of(tournament).people
        page["seats"] = next_seats(player, hanchan, places) if is_named else None
    return render(request, "standings/player.html", page)


def _public_places(tournament: Tournament, player: Player, hanchan: Sequence[Hanchan]) -> list[PlayerPlace]:
    """Return the published places of a player; those of all players of a usual field are read once while nothing else
    is published. In a larger field the first reader would wait for them.

    A mark comes back when a change is undone, so places that were read while something was written are not kept.
    """

    if len(inputs_of(tournament, public=True).players) > MOST_AT_ONCE:
        return published_places(player, hanchan)

    def is_current() -> bool:
        return Tournament.objects.filter(pk=tournament.pk, edition=tournament.edition).exists()

    key = ("places", tournament.pk, tournament.made_at, publication_of(tournament).mark)
    places: dict[int, list[PlayerPlace]] = page_parts.get(key, lambda: published_places_of_all(hanchan), is_current)
    return places.get(player.pk, [])


def _moved(card: PlayerCard | None) -> str:
    """Places won or lost in the last hanchan, with an arrow; "" where there is nothing to compare."""
    thens = [step.then.place if step.then else None for step in card.steps] if card else []
    if len(thens) < 2 or None in thens[-2:]:
        return ""
    return moved_text((thens[-2] or 0) - (thens[-1] or 0), still="")


def _frame(public: bool) -> dict[str, Any]:
    """Return the differences between a page for the staff and the public one."""
    if public:
        names = {"base": "base_public.html", "player_page": "public_player", "standings_page": "public_standings"}
        return {**names, "tab": "standings"}
    names = {"base": "base_staff.html", "player_page": "standings_player", "standings_page": "standings"}
    return {**names, "nav": "standings", "is_staff_page": True}
