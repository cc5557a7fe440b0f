"""The public standings: released results only, on a phone and on a desk. Nobody signs in.

A reader may say who they are (`?me=17`, kept in a cookie of this tournament's pages): their row then comes first.
"""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournament.core.chain import head
from tournament.core.models import Tournament
from tournament.core.requests import TournamentRequest, parse_int
from tournament.core.response_mark import kept
from tournament.core.roles import may, public_page
from tournament.players.models import PlayerStatus
from tournament.players.names import found
from tournament.players.queries import counts_of, registered
from tournament.seats.next_seat import next_seat_of
from tournament.standings.cache import SingleFlightCache, compressed
from tournament.standings.queries import inputs_of, kinds_of, standings_of
from tournament.standings.ranking import Ranking, StandingsRow
from tournament.standings.tables import PublicStandingsTable
from tournament.standings.visibility import public_statuses

ME = "me"
HITS_SHOWN = 24
ME_DAYS = 60 * 60 * 24 * 30
OWN_COOKIES = {ME, settings.SESSION_COOKIE_NAME, CookieStorage.cookie_name}
_lists: SingleFlightCache[SafeString] = SingleFlightCache(32)


@public_page
@kept
def public_standings(request: TournamentRequest, after: int | None = None) -> HttpResponse:
    """The list. What polls asks with the digest of what it shows and hears 204 until that moved."""
    tournament = request.tournament
    ranking = standings_of(tournament, after, public=True)
    if request.GET.get("since") == ranking.digest:
        return HttpResponse(status=204)
    if after is not None and after != ranking.after:
        raise Http404(_("The standings after that hanchan are not public."))
    meant = _meant_rows(request, ranking)
    own = meant[0] if len(meant) == 1 else None
    if "since" in request.GET:
        return _live(request, ranking, after, own)
    response = _anybodys(request, ranking, after) if _is_anybody(request) else _page(request, ranking, after, meant)
    return _remember(request, response, own)


@public_page
@kept
def public_players(request: TournamentRequest) -> HttpResponse:
    """The public list of players, once the organiser shows it; staff see it before.

    Disqualified players are left out as soon as their disqualification is public.
    """
    tournament = request.tournament
    if not tournament.players_public and not may(request, "work_at"):
        raise Http404
    people = list(registered(tournament))
    known = public_statuses(inputs_of(tournament))
    for player in people:
        player.status = known.get(player.pk, player.status)
    listed = [player for player in people if player.status != PlayerStatus.DISQUALIFIED]
    context = {
        "tab": "players",
        "players": sorted(listed, key=lambda player: (player.is_substitute, player.sort_name)),
        "counts": counts_of(tournament, listed),
    }
    return render(request, "players/public.html", context)


def _context(
    request: TournamentRequest, ranking: Ranking, after: int | None, own: StandingsRow | None
) -> dict[str, Any]:
    tournament = request.tournament
    return {
        "ranking": ranking,
        "after": after,
        "tab": "standings",
        "own": own,
        "list": _list(tournament, ranking, _order(request, ranking)),
        "order": _order(request, ranking),
        "numbers": range(1, inputs_of(tournament, public=True).played + 1),
        "asked": request.GET.get(ME, ""),
        "kinds": kinds_of(tournament, public=True),
        "head": head(tournament.public_head),
    }


def _page(
    request: TournamentRequest, ranking: Ranking, after: int | None, meant: Sequence[StandingsRow]
) -> HttpResponse:
    own = meant[0] if len(meant) == 1 else None
    context = {**_context(request, ranking, after, own), "hits": meant[:HITS_SHOWN]}
    if own:
        context["next_seat"] = next_seat_of(request.tournament, own.player.id)
    return render(request, "standings/public.html", context)


def _is_anybody(request: HttpRequest) -> bool:
    """Return whether nothing on the page depends on the reader: not signed in, no player chosen, and no message waiting
    (a message in a cookie would appear on everybody's page).
    """
    return ME not in request.GET and not OWN_COOKIES & request.COOKIES.keys()


def _anybodys(request: TournamentRequest, ranking: Ranking, after: int | None) -> HttpResponse:
    """The whole page, made once per edition for everybody who is anybody."""
    tournament = request.tournament
    key = (
        "page",
        tournament.pk,
        tournament.made_at,
        tournament.edition,
        after,
        _order(request, ranking),
        get_language(),
    )
    context = _context(request, ranking, after, None)
    return compressed(request, key, lambda: render_to_string("standings/public.html", context, request))


def _live(request: TournamentRequest, ranking: Ranking, after: int | None, own: StandingsRow | None) -> HttpResponse:
    """The part that polls, made once for all who show the same."""
    slug = request.tournament.slug
    who = (own and own.player.number, bool(request.htmx), get_language())
    key = ("live", slug, ranking.digest, after, _order(request, ranking), *who)
    context = _context(request, ranking, after, own)
    return compressed(request, key, lambda: render_to_string("standings/public.html#live", context, request))


def _order(request: HttpRequest, ranking: Ranking) -> str:
    """The one heading by which the reader sorts (`?sort=-total`), "" for the places: few, since each makes a page."""
    wanted = request.GET.get("sort", "")
    key, _line, number = wanted.removeprefix("-").partition("_")
    is_hanchan = key == "hanchan" and parse_int(number) in ranking.numbers
    return wanted if is_hanchan or (key in {"place", "name", "penalties", "total"} and not number) else ""


def _list(tournament: Tournament, ranking: Ranking, order: str) -> SafeString:
    """The rows as HTML, made once for everybody who reads the same results in the same order and language."""
    key = (tournament.slug, ranking.digest, order, get_language())
    return _lists.get(key, lambda: mark_safe(render_list(tournament, ranking, order)))  # noqa: S308


def render_list(tournament: Tournament, ranking: Ranking, order: str = "") -> SafeString:
    """Return the rows as HTML, sorted by `order`, a key or "" for the places."""
    table = PublicStandingsTable(ranking, order_by=order or None)
    return render_to_string("standings/list.html", {"ranking": ranking, "tournament": tournament, "table": table})


def _meant_rows(request: HttpRequest, ranking: Ranking) -> list[StandingsRow]:
    """The rows that the reader may mean: by the number or name just said, or by the number remembered."""
    typed = request.GET.get(ME, request.COOKIES.get(ME, "")).strip()
    number = parse_int(typed)
    if number is not None:
        row = ranking.by_number.get(number)
        return [row] if row else []
    return [row for row in ranking.rows if typed and found(typed, row.player.label)]


def _remember(request: TournamentRequest, response: HttpResponse, own: StandingsRow | None) -> HttpResponse:
    """Keep or forget who the reader is; the cookie belongs to this tournament's public pages only."""
    path = f"/t/{request.tournament.slug}/"
    if own and ME in request.GET:
        response.set_cookie(ME, str(own.player.number), max_age=ME_DAYS, path=path, httponly=True, samesite="Lax")
    elif request.GET.get(ME) == "":
        response.delete_cookie(ME, path=path, samesite="Lax")
    return response
