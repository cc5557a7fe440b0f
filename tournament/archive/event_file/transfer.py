"""An event that goes on at another installation: left behind here, read-only, until it comes back or is taken back."""

from urllib.parse import urlsplit

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournament.core.audit import Act, audited_write
from tournament.core.messages import Refused
from tournament.core.models import Tournament, Verb
from tournament.events.clubs import refuse_one_more

LONGEST_ADDRESS = 200
check_url = URLValidator(schemes=["http", "https"])


def check_installation(typed: str) -> str:
    """Return the address of an installation, scheme and host alone; "" for none. Raises Refused."""
    typed = typed.strip()
    if not typed:
        return ""
    address = typed if "://" in typed else f"https://{typed}"
    try:
        check_url(address)
    except ValidationError:
        address = ""
    parts = urlsplit(address)
    found = f"{parts.scheme}://{parts.netloc}"
    if not address or "@" in found or len(found) > LONGEST_ADDRESS:
        text = _("Enter the address as the browser shows it there, for example https://example.org.")
        raise Refused.of("address-form", text, field="address")
    return found


def move_away(*, tournament: Tournament, act: Act, address: str = "") -> None:
    """Leave the event behind: nothing is entered here any more, and its file goes on elsewhere.

    `address` is that of the other installation. For an event that has been moved already it is replaced, without a line
    in the history, which has to stay as the file has it. Raises Refused.
    """
    there = check_installation(address)
    with transaction.atomic():
        tournament.moved_at = Tournament.objects.select_for_update().get(pk=tournament.pk).moved_at
        tournament.moved_to = there
        if tournament.moved_at is None:
            with audited_write(tournament, act, Verb.MOVED_AWAY):
                tournament.moved_at = act.at
                tournament.save(update_fields=["moved_at", "moved_to"])
        else:
            tournament.save(update_fields=["moved_to"])


def take_back(*, tournament: Tournament, act: Act) -> None:
    """Let the event go on here as it was left. What was entered elsewhere since cannot come back any more.

    Nothing happens to an event that was not moved. Raises Refused where its club has as many events as it may.
    """
    with transaction.atomic():
        if Tournament.objects.select_for_update().get(pk=tournament.pk).moved_at is not None:
            with audited_write(tournament, act, Verb.TOOK_BACK):
                refuse_one_more(tournament, act.at.date())
                tournament.moved_at, tournament.moved_to = None, ""
                tournament.save(update_fields=["moved_at", "moved_to"])
