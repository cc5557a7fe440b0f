"""What each club of an installation has, in figures: for its owner, who need not know who plays."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Aggregate, Count, F, Max, QuerySet, Sum, Value
from django.db.models.functions import Coalesce

from tournament.core.models import AuditEntry, HanchanState, Tournament
from tournament.events.clubs import LIMITS, first_club, hosting, running_or_to_come
from tournament.events.models import Club, EventPhotograph
from tournament.planning.models import JobState, PlanningJob
from tournament.players.models import Player
from tournament.results.models import Sheet
from tournament.results.paper.photograph_limit import OF_REPORTS
from tournament.results.paper_models import SheetPhotograph


@dataclass(frozen=True, slots=True)
class ClubFigures:
    """The figures of one club. `size` is that of its photographs in bytes, `last_at` the moment of its last entry in
    any history; `at_once` events are running or to come, `plans` are being calculated. `most` are its LIMITS by name,
    None for no limit.
    """

    events: int
    at_once: int
    players: int
    sheets: int
    size: int
    plans: int
    last_at: datetime | None
    most: Mapping[str, int | None]


def club_figures(clubs: Sequence[Club], today: date) -> list[ClubFigures]:
    """Return the figures of each club, in their order; ten queries, however many clubs there are."""
    first, allowed = first_club().pk, hosting()

    def by_club(rows: "QuerySet[Any]", path: str, figure: Aggregate) -> dict[int, Any]:
        """Return a figure by the id of the club; an event of no other club is the first one's."""
        found = rows.order_by().values(of=Coalesce(F(f"{path}in_club__club"), Value(first)))
        return dict(
            found.filter(of__in=[club.pk for club in clubs]).annotate(figure=figure).values_list("of", "figure")
        )

    photographs = SheetPhotograph.objects.filter(deleted_at=None)
    reports = by_club(EventPhotograph.objects.all(), "tournament__", OF_REPORTS)
    counted = {
        "events": by_club(Tournament.objects.all(), "", Count("pk")),
        "at_once": by_club(running_or_to_come(today), "", Count("pk")),
        "players": by_club(Player.every.all(), "tournament__", Count("pk")),
        "sheets": by_club(Sheet.objects.all(), "hanchan__tournament__", Count("pk")),
        "size": by_club(photographs, "sheet__hanchan__tournament__", Sum("size")),
        "plans": by_club(PlanningJob.objects.filter(state=JobState.ACTIVE), "tournament__", Count("pk")),
    }
    for pk, size in reports.items():
        counted["size"][pk] = (counted["size"].get(pk) or 0) + size
    last = by_club(AuditEntry.objects.all(), "tournament__", Max("at"))
    return [
        ClubFigures(
            most={
                name: getattr(allowed, name) if getattr(club, name) is None else getattr(club, name) for name in LIMITS
            },
            last_at=last.get(club.pk),
            **{name: found.get(club.pk) or 0 for name, found in counted.items()},
        )
        for club in clubs
    ]


@dataclass(frozen=True, slots=True)
class ClubEventFigures:
    """The figures of one event: `closed` of its hanchan are, `size` is that of its photographs in bytes."""

    players: int
    staff: int
    closed: int
    sheets: int
    size: int
    last_at: datetime | None


def event_figures(tournament: Tournament) -> ClubEventFigures:
    """Return the figures of an event; seven queries."""
    sheets = SheetPhotograph.objects.filter(sheet__hanchan__tournament=tournament, deleted_at=None)
    sizes = (sheets.aggregate(bytes=Sum("size")), tournament.report_photographs.aggregate(bytes=OF_REPORTS))
    return ClubEventFigures(
        players=Player.every.filter(tournament=tournament).count(),
        staff=tournament.memberships.count(),
        closed=tournament.hanchan.filter(state=HanchanState.CLOSED).count(),
        sheets=Sheet.objects.filter(hanchan__tournament=tournament).count(),
        size=sum(one["bytes"] or 0 for one in sizes),
        last_at=tournament.audit_entries.aggregate(last=Max("at"))["last"],
    )
