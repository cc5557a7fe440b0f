"""Standings for everybody: released results only, on a phone, on a desk and on the wall. Nobody signs in.

A reader may say who they are (`?me=17`, kept in a cookie of this tournament's pages): their row then comes first.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournament.asked import whole
from tournament.players.names import found
from tournament.roles import public_page
from tournament.standings.chart import line_of
from tournament.standings.next_seat import next_seat_of
from tournament.standings.once import Once
from tournament.standings.packed import packed
from tournament.standings.queries import card_of, crosstable_of, kinds_of, known_facts, standings_of
from tournament.standings.ranking import Ranking, Row

ME = "me"
ME_DAYS = 60 * 60 * 24 * 30
OWN_COOKIES = {ME, settings.SESSION_COOKIE_NAME, CookieStorage.cookie_name}
SCREEN_ROWS = 11
_lists: Once[SafeString] = Once(32)


@public_page
def public_standings(request: HttpRequest, after: int | None = None) -> HttpResponse:
    """The list. What polls asks with the digest of what it shows and hears 204 until that moved."""
    tournament = request.tournament  # type: ignore[attr-defined]
    ranking = standings_of(tournament, after, public=True)
    if request.GET.get("since") == ranking.digest:
        return HttpResponse(status=204)
    if after is not None and after != ranking.after:
        raise Http404(_("The standings after that hanchan are not public."))
    mine = _mine(request, ranking)
    if "since" in request.GET:
        return _live(request, ranking, after, mine)
    response = _anybodys(request, ranking, after) if _is_anybody(request) else _page(request, ranking, after, mine)
    return _remember(request, response, mine)


def _context(request: HttpRequest, ranking: Ranking, after: int | None, mine: Row | None) -> dict[str, Any]:
    tournament = request.tournament  # type: ignore[attr-defined]
    return {
        "ranking": ranking, "after": after, "tab": "standings", "mine": mine, "list": _list(tournament, ranking),
        "numbers": range(1, known_facts(tournament, public=True).played + 1), "asked": request.GET.get(ME, ""),
        "kinds": kinds_of(tournament, public=True),
    }  # fmt: skip


def _page(request: HttpRequest, ranking: Ranking, after: int | None, mine: Row | None) -> HttpResponse:
    context = _context(request, ranking, after, mine)
    if mine:
        context["next_seat"] = next_seat_of(request.tournament, mine.player.id)  # type: ignore[attr-defined]
    return render(request, "standings/public.html", context)


def _is_anybody(request: HttpRequest) -> bool:
    """Whether nothing on the page depends on who reads it: not signed in, has not said who they are, and has nothing
    to be told (a message that waits in a cookie would stand on everybody's page)."""
    return ME not in request.GET and not OWN_COOKIES & request.COOKIES.keys()


def _anybodys(request: HttpRequest, ranking: Ranking, after: int | None) -> HttpResponse:
    """The whole page, made once per edition for everybody who is anybody."""
    tournament = request.tournament  # type: ignore[attr-defined]
    key = ("page", tournament.pk, tournament.made_at, tournament.edition, after, get_language())
    context = _context(request, ranking, after, None)
    return packed(request, key, lambda: render_to_string("standings/public.html", context, request))


def _live(request: HttpRequest, ranking: Ranking, after: int | None, mine: Row | None) -> HttpResponse:
    """The part that polls, made once for all who show the same."""
    slug = request.tournament.slug  # type: ignore[attr-defined]
    key = ("live", slug, ranking.digest, after, mine and mine.player.number, bool(request.htmx), get_language())  # type: ignore[attr-defined]
    context = _context(request, ranking, after, mine)
    return packed(request, key, lambda: render_to_string("standings/public.html#live", context, request))


def _list(tournament: Any, ranking: Ranking) -> SafeString:
    """The rows as HTML, made once for everybody who reads the same results in the same language."""

    def rendered() -> SafeString:
        return render_to_string("standings/list.html", {"ranking": ranking, "tournament": tournament})

    return _lists.get((tournament.slug, ranking.digest, get_language()), lambda: mark_safe(rendered()))  # noqa: S308


def _mine(request: HttpRequest, ranking: Ranking) -> Row | None:
    """The reader's own row: by the number or name just said, or by the number remembered."""
    said = request.GET.get(ME, request.COOKIES.get(ME, "")).strip()
    number = whole(said)
    if number is not None:
        return ranking.by_number.get(number)
    meant = [row for row in ranking.rows if said and found(said, row.player.name)]
    return meant[0] if len(meant) == 1 else None


def _remember(request: HttpRequest, response: HttpResponse, mine: Row | None) -> HttpResponse:
    """Keep or forget who the reader is; the cookie belongs to this tournament's public pages only."""
    path = f"/t/{request.tournament.slug}/"  # type: ignore[attr-defined]
    if mine and ME in request.GET:
        response.set_cookie(ME, str(mine.player.number), max_age=ME_DAYS, path=path, httponly=True, samesite="Lax")
    elif request.GET.get(ME) == "":
        response.delete_cookie(ME, path=path, samesite="Lax")
    return response


@public_page
def public_player(request: HttpRequest, number: int) -> HttpResponse:
    """Every released table of one player."""
    tournament = request.tournament  # type: ignore[attr-defined]
    card = card_of(tournament, number, public=True)
    if card is None:
        raise Http404(_("The standings do not list a player with this number."))
    ranking = standings_of(tournament, public=True)
    context = {"card": card, "line": line_of(card), "ranking": ranking, "tab": "standings"}
    context["reasons"] = ranking.reasons(number)
    context |= {
        "is_me": request.COOKIES.get(ME) == str(number),
        "seat": next_seat_of(tournament, card.row.player.id),
    }
    return render(request, "standings/public_player.html", context)


@public_page
def public_crosstable(request: HttpRequest) -> HttpResponse:
    """Scores by player and hanchan, and who met whom, of released hanchan."""
    table = crosstable_of(request.tournament, public=True)  # type: ignore[attr-defined]
    context = {"table": table, "ranking": table.ranking, "tab": "standings"}
    return render(request, "standings/public_crosstable.html", context)


@public_page
def screen_standings(request: HttpRequest) -> HttpResponse:
    """The standings on the wall, a page at a time; 204 for the poll until what is public moved."""
    ranking = standings_of(request.tournament, public=True)  # type: ignore[attr-defined]
    if request.GET.get("since") == ranking.digest:
        return HttpResponse(status=204)
    pages = list(_pages([*ranking.ranked, *ranking.substitutes]))
    template = "standings/screen.html#pages" if "since" in request.GET else "standings/screen.html"
    return render(request, template, {"ranking": ranking, "pages": pages})


def _pages(rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
    for start in range(0, len(rows), SCREEN_ROWS):
        yield rows[start : start + SCREEN_ROWS]
