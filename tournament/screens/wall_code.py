"""The code in the corner of every screen of the hall: what a phone opens there says what its reader needs now."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString

from tournament.core.models import Tournament
from tournament.staff.qr_codes import address_for_others, qr_svg


@dataclass(frozen=True, slots=True)
class WallCode:
    """The code, and its address in two parts for those who sit too far away: the second is left out where there is no
    room."""

    qr: SafeString
    host: str
    path: str


def wall_code(request: HttpRequest, tournament: Tournament) -> WallCode:
    """Return the code of an event for its screens."""
    address = address_for_others(request, reverse("public_now", args=[tournament.slug]))
    host, _slash, path = address.partition("://")[2].partition("/")
    return WallCode(qr_svg(address), host, f"/{path.rstrip('/')}")
