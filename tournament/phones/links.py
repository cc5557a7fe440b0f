"""The code on a table's sign: whoever has it may act for that table in every hanchan. Without it the page only reads.

The token is derived as that of a badge (`players/badges/links.py`); the counter of the event renews all of them.
"""

from django.core.signing import Signer
from django.http import HttpRequest
from django.urls import reverse
from django.utils.crypto import constant_time_compare

from tournament.core.chain import moment
from tournament.core.models import Tournament
from tournament.staff.qr_codes import address_for_others

LENGTH = 24  # characters of six bits each: 144 bits
SALT = "tournament.phones.table"


def card_token(tournament: Tournament, table: int) -> str:
    """Return the token on the sign of a table."""
    value = f"{tournament.pk} {moment(tournament.made_at)} {tournament.card_number} {table}"
    return Signer(salt=SALT).signature(value)[:LENGTH]


def is_card_token(token: str, tournament: Tournament, table: int) -> bool:
    """Return whether a token is that of the table; takes as long for a wrong one as for the right one."""
    return constant_time_compare(token, card_token(tournament, table))


def card_address(request: HttpRequest, tournament: Tournament, table: int) -> str:
    """The full address of a table's page, for its sign."""
    path = reverse("table_card", args=[tournament.slug, table, card_token(tournament, table)])
    return address_for_others(request, path)
