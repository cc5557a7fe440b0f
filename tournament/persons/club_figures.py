"""What each club of an installation has, in figures: for its owner, who need not know who plays."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Count, F, Max, Model, Sum, Value
from django.db.models.functions import Coalesce

from tournament.core.models import AuditEntry, Tournament
from tournament.events.clubs import events_at_once, first_club, most_events
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


def club_figures(club: Club, counted: dict[str, dict[int, Any]], today: date) -> ClubFigures:
    """Return the figures of one club from those of all; three queries."""
    return ClubFigures(
        at_once=events_at_once(club, today).count(),
        most=most_events(club),
        last_at=counted["last_at"].get(club.pk),
        **{name: counted[name].get(club.pk) or 0 for name in ("events", "players", "sheets", "size")},
    )


def count_all() -> dict[str, dict[int, Any]]:
    """Return each figure by the id of the club; six queries."""
    photographs = "sheet__hanchan__tournament__"
    return {
        "events": _by_club(Tournament, "", Count("pk")),
        "players": _by_club(Player, "tournament__", Count("pk")),
        "sheets": _by_club(Sheet, "hanchan__tournament__", Count("pk")),
        "size": _by_club(SheetPhotograph, photographs, Sum("size"), deleted_at=None),
        "last_at": _by_club(AuditEntry, "tournament__", Max("at")),
    }


def _by_club(model: type[Model], path: str, figure: Any, **only: Any) -> dict[int, Any]:
    club = Coalesce(F(f"{path}in_club__club"), Value(first_club().pk))
    rows = model._base_manager.filter(**only).order_by().values(of=club).annotate(figure=figure)
    return dict(rows.values_list("of", "figure"))
