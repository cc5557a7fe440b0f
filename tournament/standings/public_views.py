"""The public standings: released results only, on a phone and on a desk. Nobody signs in.

A reader may say who they are (`?me=17`, kept in a cookie of this tournament's pages): their row is then
marked and stays in view.
"""

from collections.abc import Sequence

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.core.chain import head
from tournament.core.models import Tournament
from tournament.core.requests import STATIC_SITE, TournamentRequest, parse_int
from tournament.core.response_mark import kept_with_tournament, reads_clock
from tournament.core.roles import may, public_page
from tournament.events.queries import hanchan_of, rankings_with
from tournament.players.name_search import FOLDS, found
from tournament.players.queries import counts_of
from tournament.players.registration.queries import Offer
from tournament.seats.own_seats import ME, remember_reader
from tournament.standings.cache import compressed
from tournament.standings.public_list import ListChoice, known_order, known_page, list_of
from tournament.standings.queries import (
    inputs_of,
    kinds_of,
    listed_players,
    offer_of,
    projection_of,
    public_final,
    running_after,
    standings_of,
    unchanged_since,
)
from tournament.standings.ranking import Ranking, StandingsRow
from tournament.standings.share_card import said
from tournament.standings.stages import stages_of

HITS_SHOWN = 24
OWN_COOKIES = {ME, settings.SESSION_COOKIE_NAME, CookieStorage.cookie_name}


@public_page
@kept_with_tournament
def public_standings(request: TournamentRequest, after: int | None = None) -> HttpResponse:
    """The list. What polls asks with the mark of what it shows and hears 204 until that moved."""
    tournament = request.tournament
    shown = _shown(request, after)
    ranking = shown.ranking
    if request.GET.get("since") == shown.mark:
        return HttpResponse(status=204)
    if after is not None and after != ranking.after:
        raise Http404(_("The standings after that hanchan are not public."))
    meant = meant_rows(request, ranking)
    own = meant[0] if len(meant) == 1 else None
    if "since" in request.GET:
        return _live(request, shown, own)
    if own or ME in request.GET:
        request.own_number = own.player.number if own else 0
    offer = None if ranking.after else offer_of(tournament, timezone.now())
    response = _anybodys(request, shown, offer) if is_anybody(request) else _page(request, shown, meant, offer)
    response = remember(request, response, own)
    return reads_clock(response) if offer and offer.closes_at else response


def _shown(request: TournamentRequest, after: int | None) -> ListChoice:
    tournament = request.tournament
    ranking = standings_of(tournament, after, public=True)
    before = running_after(tournament, ranking.after - 1, public=True) if ranking.after > 1 else {}
    is_latest = after is None and STATIC_SITE not in request.META
    live = projection_of(tournament) if is_latest and ranking.after else None
    is_on = live is not None and request.GET.get("live") != "0"
    order = known_order(request.GET.get("sort", ""), ranking, is_on)
    page = 0 if STATIC_SITE in request.META else known_page(request.GET.get("page", ""), ranking)
    since = unchanged_since(tournament, public=True)
    return ListChoice(ranking, before, live, is_on, after, order, page, since)


@public_page
@kept_with_tournament
def public_players(request: TournamentRequest) -> HttpResponse:
    """The public list of players, once the organiser shows it; staff see it before."""
    tournament = request.tournament
    if not tournament.players_public and not may(request, "work_at"):
        raise Http404
    listed = listed_players(tournament)
    offer = offer_of(tournament, timezone.now())
    context = {
        "tab": "players",
        "offer": offer,
        "players": sorted(listed, key=lambda player: (player.is_substitute, player.name_key)),
        "counts": counts_of(tournament, listed),
    }
    response = render(request, "players/public.html", context)
    return reads_clock(response) if offer and offer.closes_at else response


def _context(request: TournamentRequest, shown: ListChoice, own: StandingsRow | None) -> dict[str, object]:
    tournament, ranking = request.tournament, shown.ranking
    return {
        "ranking": ranking,
        "shown": shown,
        "after": shown.after,
        "tab": "standings",
        "own": own,
        "list": list_of(tournament, shown, own),
        "strip": _strip(tournament, shown),
        "stages": stages_of(hanchan_of(tournament), inputs_of(tournament, public=True).played),
        "player_count": len(ranking.ranked),
        "asked": _asked(request, own),
        "folds": FOLDS,
        "kinds": kinds_of(tournament, public=True),
        "has_report": public_final(tournament) is not None,
        "head": head(tournament.public_head),
        "rankings": _rankings(request, shown),
        "said": said(ranking.ranked) if ranking.after else "",
    }


def _rankings(request: TournamentRequest, shown: ListChoice) -> tuple[tuple[str, str], ...]:
    """The rankings in which the event counts, once it is over: while it is played, nothing is asked for them."""
    is_over = 0 < shown.ranking.after == shown.ranking.hanchan_count
    return rankings_with(request.tournament) if is_over and STATIC_SITE not in request.META else ()


def _asked(request: HttpRequest, own: StandingsRow | None) -> str:
    """Return the text of the search field, "" once it was found to be the reader."""
    if "q" in request.GET and request.GET.get("as") != ME:
        return request.GET["q"]
    return "" if own else request.GET.get("q", request.GET.get(ME, ""))


def _strip(tournament: Tournament, shown: ListChoice) -> list[tuple[int, str]]:
    """Every hanchan with its state: closed when it counts here or may, playing when it is live, else planned."""
    played = inputs_of(tournament, public=True).played
    live = shown.live.hanchan if shown.live else 0
    return [
        (n, "closed" if n <= played else "playing" if n == live else "planned")
        for n in range(1, shown.ranking.hanchan_count + 1)
    ]


def _page(
    request: TournamentRequest, shown: ListChoice, meant: Sequence[StandingsRow], offer: Offer | None
) -> HttpResponse:
    own = meant[0] if len(meant) == 1 else None
    is_search = "q" in request.GET and request.GET.get("as") != ME
    hits = _found_rows(request, shown.ranking) if is_search else meant
    context = {
        **_context(request, shown, own),
        "hits": hits if shown.page else hits[:HITS_SHOWN],
        "is_search": is_search,
        "offer": offer,
    }
    return render(request, "standings/public.html", context)


def is_anybody(request: TournamentRequest) -> bool:
    """Return whether nothing on the page depends on the reader: not signed in, no player chosen or asked for, no
    message waiting (a message in a cookie would appear on everybody's page), and asked for neither by HTMX nor for a
    static site.
    """
    return (
        not {ME, "q"} & request.GET.keys()
        and not OWN_COOKIES & request.COOKIES.keys()
        and not request.htmx
        and STATIC_SITE not in request.META
    )


def _anybodys(request: TournamentRequest, shown: ListChoice, offer: Offer | None) -> HttpResponse:
    """The whole page, made once per edition for everybody who is anybody."""
    tournament = request.tournament
    key = ("page", tournament.pk, tournament.made_at, tournament.edition, shown.after, shown.key, offer)
    # No edition of the event tells of its rankings. The picture to share has its whole address.
    whole_key = (*key, _rankings(request, shown), request.scheme, request.get_host())

    def page() -> str:
        return render_to_string("standings/public.html", {**_context(request, shown, None), "offer": offer}, request)

    return compressed(request, whole_key, page)


def _live(request: TournamentRequest, shown: ListChoice, own: StandingsRow | None) -> HttpResponse:
    """The part that polls, made once for all who show the same."""
    slug = request.tournament.slug
    key = ("live", slug, shown.key, shown.after, own and own.player.number, bool(request.htmx))

    def part() -> str:
        return render_to_string("standings/public.html#live", _context(request, shown, own), request)

    return compressed(request, key, part)


def _found_rows(request: HttpRequest, ranking: Ranking) -> list[StandingsRow]:
    """The rows that a search finds, by number, name or country."""
    typed = request.GET.get("q", "").strip()
    number = parse_int(typed)
    if number is not None:
        return [row for row in ranking.rows if row.player.number == number]
    return [row for row in ranking.rows if typed and found(typed, *row.player.searched)]


def meant_rows(request: HttpRequest, ranking: Ranking) -> list[StandingsRow]:
    """The rows that the reader may mean: by the number or name just said, or by the number remembered."""
    asked = request.GET.get("q", "") if request.GET.get("as") == ME else request.GET.get(ME)
    typed = (request.COOKIES.get(ME, "") if asked is None else asked).strip()
    number = parse_int(typed)
    if number is not None:
        row = ranking.by_number.get(number)
        return [row] if row else []
    return [row for row in ranking.rows if typed and found(typed, row.player.label, row.player.reading)]


def remember(request: TournamentRequest, response: HttpResponse, own: StandingsRow | None) -> HttpResponse:
    """Keep or forget who the reader is."""
    if own and (ME in request.GET or request.GET.get("as") == ME):
        remember_reader(response, request.tournament, own.player.number)
    elif request.GET.get(ME) == "":
        remember_reader(response, request.tournament, None)
    return response
