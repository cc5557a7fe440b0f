"""How many megabytes of photographs a club may keep on an installation."""

from django.db.models import Sum
from django.db.models.functions import Length
from django.utils.translation import gettext_noop as _

from tournament.core.messages import Refused
from tournament.core.models import Tournament
from tournament.events.clubs import club_of, hold_club, limit_of, of_clubs
from tournament.events.models import Club, EventPhotograph
from tournament.results.paper_models import SheetPhotograph

MEGABYTE = 1024 * 1024
OF_REPORTS = Sum(Length("content"))
"""The bytes of photographs of event reports."""


def stored_bytes(club: Club) -> int:
    """Return the bytes of the photographs of a club's events; two queries, and two for the first club."""
    sheets = SheetPhotograph.objects.filter(of_clubs(club, path="sheet__hanchan__tournament__"), deleted_at=None)
    reports = EventPhotograph.objects.filter(of_clubs(club, path="tournament__"))
    found = (sheets.aggregate(bytes=Sum("size")), reports.aggregate(bytes=OF_REPORTS))
    return sum(int(one["bytes"] or 0) for one in found)


def refuse_beyond_limit(tournament: Tournament, size: int) -> None:
    """Refuse a photograph of so many bytes, within a transaction, where the event's club has no room for it."""
    club = club_of(tournament)
    if (most := limit_of(club, "most_megabytes")) is None:
        return
    hold_club(club)
    used = stored_bytes(club)
    if used + size > most * MEGABYTE:
        text = _(
            "Photographs of {club}: {used} of {most} MB are used, too much for one more. A referee can delete some, or "
            "the owner of this installation can raise the limit."
        )
        full = min(most, -(-used // MEGABYTE))
        raise Refused.of("photographs-over-limit", text, field="image", club=str(club), used=full, most=most)
