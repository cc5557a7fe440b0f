"""Small papers and signs: slips, badges, table signs, the poster, certificates."""

from typing import Any

from django.http import HttpResponse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournament.core.paper import LARGE, SMALL, USUAL, Paper, paper_of
from tournament.core.requests import TournamentRequest
from tournament.core.roles import in_event_language, staff_page
from tournament.phones.links import card_address, personal_address
from tournament.printing.addresses import poster_address
from tournament.printing.cards import (
    MOST_NAMED,
    Badge,
    Slip,
    TableSign,
    badges_of,
    slips_of,
    tables_of,
)
from tournament.printing.pages import number_in, paper_page
from tournament.printing.stacks import in_stacks
from tournament.staff.qr_codes import qr_svg
from tournament.standings.prizes.certificates import certificates_of
from tournament.standings.queries import standings_of

BADGES = 10
SLIPS, SLIPS_OF_MANY = 12, 8  # to a page; of more than ten hanchan they are higher
MANY = 10
MOST_BLANK_BADGES = 40


@staff_page("work_at")
@in_event_language
def slips(request: TournamentRequest) -> HttpResponse:
    """A seat slip for each player with all their tables and winds, many to a page."""
    found = slips_of(request.tournament)
    hanchan = max((len(slip.seats) for slip in found), default=0)
    is_high = hanchan > MANY
    context: dict[str, Any] = {
        "title": _("Seat slips"),
        "pages": in_stacks(found, SLIPS_OF_MANY if is_high else SLIPS, Slip()),
        "is_high": is_high,
        "has_times": hanchan <= MOST_NAMED and any(seat.planned_at for slip in found for seat in slip.seats),
    }
    return paper_page(request, "printing/slips.html", **context)


@staff_page("run_event")
@in_event_language
def badges(request: TournamentRequest) -> HttpResponse:
    """A badge for each player, ten to a page; `?spares=` adds badges without a name. A revoked link has no code."""
    found = badges_of(request.tournament, lambda player: _code(personal_address(request, player)))
    blank = min(number_in(request, "spares") or 0, MOST_BLANK_BADGES)
    pages = in_stacks([*found, *[Badge()] * blank], BADGES, Badge())
    return paper_page(request, "printing/badges.html", title=_("Badges"), pages=pages)


def _code(address: str) -> SafeString:
    return qr_svg(address, one_of_many=True) if address else SafeString("")


@staff_page("work_at")
@in_event_language
def table_signs(request: TournamentRequest) -> HttpResponse:
    """A sign for each table: on A4 or Letter to be folded, so that it stands and is read from both sides."""
    tournament = request.tournament
    signs = [TableSign(table, _code(card_address(request, tournament, table))) for table in tables_of(tournament)]
    is_folded = paper_of(request, SMALL) != Paper.A5
    context: dict[str, Any] = {"title": _("Table signs"), "pages": signs, "sides": "12" if is_folded else "2"}
    return paper_page(request, "printing/table_signs.html", sizes=SMALL, **context)


@staff_page("work_at")
@in_event_language
def poster(request: TournamentRequest) -> HttpResponse:
    """The address of the event's pages as a QR code for the wall."""
    address = poster_address(request, request.tournament)
    context: dict[str, object] = {"pages": [address], "address": address, "code": qr_svg(address)}
    return paper_page(request, "printing/poster.html", sizes=LARGE, title=_("Poster"), **context)


@staff_page("work_at")
@in_event_language
def certificates(request: TournamentRequest) -> HttpResponse:
    """A certificate for each player, for the best of them (`?places=3`) and who wins a prize."""
    ranking = standings_of(request.tournament)
    found = certificates_of(request.tournament) if ranking.after else []
    if places := number_in(request, "places"):
        found = [one for one in found if one.prize or (one.row.standing.place or 0) <= places]
    last_day = request.tournament.last_day or request.tournament.first_day
    context: dict[str, Any] = {"title": _("Certificates"), "pages": found, "ranking": ranking, "last_day": last_day}
    return paper_page(request, "printing/certificates.html", sizes=USUAL, **context)
