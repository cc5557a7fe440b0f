"""What each club of an installation has, in figures: for its owner, who need not know who plays."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Aggregate, Count, F, Max, QuerySet, Sum, Value
from django.db.models.functions import Coalesce

from tournament.core.models import AuditEntry, Tournament
from tournament.events.clubs import first_club, hosting, running_or_to_come
from tournament.events.models import Club
from tournament.players.models import Player
from tournament.results.models import Sheet
from tournament.results.paper_models import SheetPhotograph


@dataclass(frozen=True, slots=True)
class ClubFigures:
    """The figures of one club. `size` is that of its photographs in bytes, `last_at` the moment of its last entry in
    any history; of `most` events, None for no limit, `at_once` are running or to come.
    """

    events: int
    at_once: int
    most: int | None
    players: int
    sheets: int
    size: int
    last_at: datetime | None


def club_figures(clubs: Iterable[Club], today: date) -> list[ClubFigures]:
    """Return the figures of each club, in their order; eight queries, however many clubs there are."""
    first, most = first_club().pk, hosting().most_events
    photographs = SheetPhotograph.objects.filter(deleted_at=None)
    counted = {
        "events": _by_club(Tournament.objects.all(), "", Count("pk"), first),
        "at_once": _by_club(running_or_to_come(today), "", Count("pk"), first),
        "players": _by_club(Player.every.all(), "tournament__", Count("pk"), first),
        "sheets": _by_club(Sheet.objects.all(), "hanchan__tournament__", Count("pk"), first),
        "size": _by_club(photographs, "sheet__hanchan__tournament__", Sum("size"), first),
    }
    last = _by_club(AuditEntry.objects.all(), "tournament__", Max("at"), first)
    return [
        ClubFigures(
            most=most if club.most_events is None else club.most_events,
            last_at=last.get(club.pk),
            **{name: found.get(club.pk) or 0 for name, found in counted.items()},
        )
        for club in clubs
    ]


def _by_club(rows: "QuerySet[Any]", path: str, figure: Aggregate, first: int) -> dict[int, Any]:
    """Return a figure by the id of the club; an event of no other club is the first one's."""
    club = Coalesce(F(f"{path}in_club__club"), Value(first))
    return dict(rows.order_by().values(of=club).annotate(figure=figure).values_list("of", "figure"))
