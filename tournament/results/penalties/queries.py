"""Queries about penalties. A cancelled penalty stays in the list and counts nowhere."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Count, Q, QuerySet

from scoring.fouls.cases import Foul
from scoring.points import Points
from scoring.standings.values import Deduction
from tournament.core.models import Hanchan, HanchanState, Tournament
from tournament.players.models import Player
from tournament.results.models import Penalty, PenaltyKind, how_late

LATENESS_CODES = ("LATE_1_10", "LATE_10", "FORFEIT")
SHEET_FOUL = "REPORT"
RECENT = timedelta(minutes=5)
"""For so long two people may have seen one foul and not have heard of each other."""


class GivenPenalty(NamedTuple):
    """One penalty as a value: ids of player and penalty, hanchan by number, amount in points.

    `limit` is the rule set's: more minutes than that are a forfeit.
    """

    id: int
    player: int
    hanchan: int | None
    kind: str
    foul_title: str
    amount: Points
    minutes: int | None
    status_before: str
    given_at: datetime
    cancelled_at: datetime | None
    limit: int

    @property
    def label(self) -> str:
        """The foul's name, or what the penalty is when no foul of the schedule was named."""
        return self.foul_title or str(PenaltyKind(self.kind).label)

    @property
    def how_late(self) -> str:
        """The minutes in words, "" where they are not what it was given for."""
        return how_late(self.minutes, forfeited=self.kind == PenaltyKind.FORFEIT, limit=self.limit)

    @property
    def changed_at(self) -> datetime:
        return self.cancelled_at or self.given_at


def given_penalties(tournament: Tournament) -> tuple[GivenPenalty, ...]:
    """Every penalty of the event, cancelled ones too, first given first. One query."""
    rows = tournament.penalties.order_by("id").values_list(
        "id",
        "player_id",
        "hanchan__number",
        "kind",
        "foul_title",
        "amount",
        "minutes",
        "status_before",
        "given_at",
        "cancelled_at",
    )
    limit = tournament.ruleset.lateness.minutes
    return tuple(GivenPenalty(*row, limit) for row in rows)


def deductions(given: Sequence[GivenPenalty]) -> tuple[Deduction, ...]:
    """The points that count, of penalties that were not cancelled."""
    return tuple(
        Deduction(player=one.player, amount=one.amount, hanchan=one.hanchan)
        for one in given
        if one.amount and one.cancelled_at is None
    )


def penalties_of(
    tournament: Tournament, *, player: Player | None = None, hanchan: Hanchan | None = None, kind: str = ""
) -> "QuerySet[Penalty]":
    """The list, newest first, with everything a row shows. `hanchan` None means all of them."""
    rows = tournament.penalties.select_related("player", "hanchan", "given_by", "cancelled_by").order_by("-id")
    if player is not None:
        rows = rows.filter(player=player)
    if hanchan is not None:
        rows = rows.filter(hanchan=hanchan)
    return rows.filter(kind=kind) if kind else rows


def earlier_offences(player: Player, foul: str) -> list[Penalty]:
    """The same foul by the same player before, oldest first, without cancelled ones."""
    if not foul:
        return []
    return list(player.penalties.filter(foul=foul, cancelled_at=None).select_related("hanchan").order_by("id"))


def other_warnings(player: Player, foul: str) -> list[Penalty]:
    """The player's warnings for anything else than this foul, oldest first, without cancelled ones."""
    given = player.penalties.filter(kind=PenaltyKind.WARNING, cancelled_at=None).select_related("hanchan")
    return list((given.exclude(foul=foul) if foul else given).order_by("id"))


def earlier_penalties(players: Iterable[Player]) -> dict[int, list[Penalty]]:
    """Return every warning and penalty of some players by their id, oldest first, without cancelled ones. One query."""
    found: dict[int, list[Penalty]] = {}
    rows = Penalty.objects.filter(player__in=[one.pk for one in players], cancelled_at=None)
    for row in rows.select_related("hanchan", "player").order_by("id"):
        found.setdefault(row.player_id, []).append(row)
    return found


def newest_penalty(tournament: Tournament, until: datetime | None = None) -> int:
    """Return the id of the newest penalty, 0 for none; with `until`, of those that were given by then."""
    rows = tournament.penalties.filter(given_at__lte=until) if until else tournament.penalties
    return rows.order_by("-id").values_list("id", flat=True).first() or 0


def given_since(penalty: Penalty, known: int) -> Penalty | None:
    """Return the newest penalty of the same player for the same foul in the same hanchan that was given after penalty
    number `known`.

    Without a foul, of the same kind. A cancelled one is none.
    """
    same = Q(foul=penalty.foul) if penalty.foul else Q(foul="", kind=penalty.kind)
    here = {"player": penalty.player, "hanchan": penalty.hanchan}
    rows = Penalty.objects.filter(same, **here, cancelled_at=None, pk__gt=known)
    return rows.select_related("given_by").order_by("-id").first()


def times_given(tournament: Tournament) -> dict[str, int]:
    """Return how often each foul was penalised in this event, by its code. One query."""
    rows = tournament.penalties.filter(cancelled_at=None).exclude(foul="").order_by().values("foul")
    return dict(rows.annotate(times=Count("id")).values_list("foul", "times"))


def hanchan_now(tournament: Tournament) -> Hanchan | None:
    """The hanchan that plays, else None: between hanchan a penalty belongs to none unless the referee chooses one."""
    return tournament.hanchan.filter(state=HanchanState.PLAYING).order_by("-number").first()


def hanchan_of_sheets(tournament: Tournament) -> Hanchan | None:
    """Return the likeliest hanchan of a wrong sheet: the one in play once it has a sheet, else the last one with
    sheets.
    """
    playing = hanchan_now(tournament)
    having = tournament.hanchan.filter(sheets__accepted__isnull=False).order_by("-number")
    return (playing and having.filter(pk=playing.pk).first()) or having.first() or playing


def foul_of(tournament: Tournament, code: str) -> Foul | None:
    """The foul with this code, None when the schedule has none or no code is given."""
    return next((foul for foul in tournament.schedule.fouls if foul.code == code), None)


def fouls_to_give(tournament: Tournament) -> list[Foul]:
    """The schedule without lateness and forfeits, which have a page of their own."""
    return [foul for foul in tournament.schedule.fouls if foul.code not in LATENESS_CODES]
