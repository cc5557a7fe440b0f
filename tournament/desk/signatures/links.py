"""The address of a table's sheet in one hanchan: whoever has it may type that sheet and do nothing else.

It is printed as a QR code on the report sheet. Its *token* is a signature over event, hanchan and table with the key
of the event (players/badges/links.py), so that nobody can guess the address of another table.
"""

from django.http import HttpRequest
from django.urls import reverse
from django.utils.crypto import constant_time_compare

from tournament.core.models import Tournament
from tournament.players.badges.links import event_signature
from tournament.staff.qr_codes import address_for_others

LENGTH = 20  # characters of six bits each
SALT = "tournament.signatures"


def table_token(tournament: Tournament, hanchan: int, table: int) -> str:
    """Return the token of a table in a hanchan."""
    return event_signature(tournament, SALT, hanchan, table)[:LENGTH]


def is_table_token(token: str, tournament: Tournament, hanchan: int, table: int) -> bool:
    """Return whether a token is that of the table; takes as long for a wrong one as for the right one."""
    return constant_time_compare(token, table_token(tournament, hanchan, table))


def table_address(request: HttpRequest, tournament: Tournament, hanchan: int, table: int) -> str:
    """The full address of a table's sheet, for the phones in the hall."""
    token = table_token(tournament, hanchan, table)
    return address_for_others(request, reverse("table_sheet", args=[tournament.slug, hanchan, table, token]))
