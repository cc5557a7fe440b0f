"""Further figures for the organiser: how sheets came in and what penalties were given. A constant number of queries."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, Min, Q

from scoring.points import Points
from tournament.core.models import Tournament
from tournament.results.models import Sheet, SheetVersion
from tournament.results.penalties.queries import GivenPenalty, given_penalties

MINUTE = 60


@dataclass(frozen=True, slots=True)
class SheetFigures:
    """The report sheets of one hanchan: how many count, how often one was changed, overridden, or read differently.

    `first` and `last` are minutes from the start to the first and the last sheet that was typed, None where the start
    is not known.
    """

    hanchan: int
    counted: int
    changed: int
    overridden: int
    decided: int
    first: int | None
    last: int | None


def sheet_figures(tournament: Tournament) -> list[SheetFigures]:
    """Return the figures of every hanchan with a sheet. One query."""
    rows = (
        Sheet.objects.filter(hanchan__tournament=tournament, hanchan__is_dropped=False)
        .values("hanchan__number", "hanchan__started_at")
        .annotate(
            counted=Count("pk", filter=Q(accepted__is_played=True), distinct=True),
            changed=Count("versions", filter=Q(versions__number__gt=1, versions__is_reading=False), distinct=True),
            overridden=Count("accepted", filter=Q(accepted__overridden=True), distinct=True),
            decided=Count("versions", filter=Q(versions__agreement="decision"), distinct=True),
            first=Min("versions__entered_at", filter=Q(versions__number=1)),
            last=Max("versions__entered_at", filter=Q(versions__number=1)),
        )
        .order_by("hanchan__number")
    )
    return [
        SheetFigures(
            row["hanchan__number"],
            row["counted"],
            row["changed"],
            row["overridden"],
            row["decided"],
            _minutes(row["hanchan__started_at"], row["first"]),
            _minutes(row["hanchan__started_at"], row["last"]),
        )
        for row in rows
        if row["first"]
    ]


def _minutes(start: datetime | None, at: datetime) -> int | None:
    if start is None or at < start:
        return None
    return int((at - start).total_seconds()) // MINUTE


@dataclass(frozen=True, slots=True)
class Typist:
    """A person with the number of versions of sheets that they typed; "" for a command or a player."""

    name: str
    versions: int


def typists(tournament: Tournament) -> list[Typist]:
    """Return who typed sheets, most first. One query."""
    versions = SheetVersion.objects.filter(sheet__hanchan__tournament=tournament)
    names = ("entered_by__first_name", "entered_by__last_name", "entered_by__username")
    rows = versions.values_list(*names).annotate(n=Count("pk")).order_by("-n", "entered_by__username")
    return [Typist(f"{first or ''} {last or ''}".strip() or user or "", count) for first, last, user, count in rows]


@dataclass(frozen=True, slots=True)
class FoulFigures:
    """The number of times that a foul was penalised, and the points that were taken off in all."""

    label: str
    count: int
    amount: Points


def foul_figures(given: tuple[GivenPenalty, ...]) -> list[FoulFigures]:
    """The penalties that count, by foul, the most frequent first."""
    counting = [one for one in given if one.cancelled_at is None]
    count = Counter(one.label for one in counting)
    amounts: Counter[str] = Counter()
    for one in counting:
        amounts[one.label] += one.amount
    ordered = sorted(count, key=lambda label: (-count[label], label))
    return [FoulFigures(label, count[label], amounts[label]) for label in ordered]


@dataclass(frozen=True, slots=True)
class PenaltyFigures:
    """The penalties of the event: by foul, by hanchan (None outside of any), and how many were cancelled."""

    fouls: list[FoulFigures]
    by_hanchan: list[tuple[int | None, int]]
    cancelled: int


def penalty_figures(tournament: Tournament) -> PenaltyFigures:
    """Return what penalties were given. One query."""
    given = given_penalties(tournament)
    hanchan = Counter(one.hanchan for one in given if one.cancelled_at is None)
    by_hanchan = sorted(hanchan.items(), key=lambda item: (item[0] is None, item[0] or 0))
    return PenaltyFigures(foul_figures(given), by_hanchan, sum(one.cancelled_at is not None for one in given))
