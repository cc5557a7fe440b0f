"""The addresses behind the QR codes on paper, each in one place."""

from django.http import HttpRequest
from django.urls import reverse

from tournament.core.models import Tournament
from tournament.staff.qr_codes import address_for_others


def poster_address(request: HttpRequest, tournament: Tournament) -> str:
    """The full address of the event for everybody: the standings, with tabs to the rest."""
    return address_for_others(request, reverse("public_standings", args=[tournament.slug]))


def sheet_address(request: HttpRequest, tournament: Tournament, code: str) -> str:
    """The full address that opens a report sheet by its code, for staff."""
    return address_for_others(request, reverse("sheet_by_code", args=[tournament.slug, code]))
