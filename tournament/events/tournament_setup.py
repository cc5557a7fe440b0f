"""A tournament before it exists, as a value: what is asked at set-up, with its defaults."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from itertools import groupby, takewhile
from typing import TYPE_CHECKING

from django.utils.timezone import localtime

from scoring.rules import Ruleset
from scoring.standings.cut import Cut
from tournament.core.models import EntryMode, Hanchan, Play, PointUnit, Tournament, WindMethod
from tournament.core.stored_words import coded
from tournament.events.checks import check_cut, check_minutes, check_starts
from tournament.events.models import Club, PrizeKind
from tournament.events.planned_starts import zone_of
from tournament.events.rule_changes import chosen, with_changes

if TYPE_CHECKING:
    from scoring.rankings import RankingRule


@dataclass(frozen=True, slots=True)
class PlannedHanchan:
    """The time limit, the name and the planned start of a hanchan."""

    minutes: int | None
    name: str = ""
    planned_at: datetime | None = None


def final_name(number: int, count: int) -> str:
    """Return the name of one of so many hanchan after a cut, as it is stored."""
    return coded("final") if count == 1 else coded("final-of-several", number=number)


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentSetup:
    """A tournament before it exists.

    `minutes` is the limit of every hanchan: None for the rule set's, 0 for no limit. `schedule` names a penalty
    schedule, "" the rule set's. Without a `slug` the address is made from the name. `own_rules` hold instead of the
    preset.

    `starts` are the planned starts of the first hanchan, in order. With `cut_after` and `cut_size` there is a cut:
    `carry` is the part of the total that is carried over, and the hanchan after it are the final, with the limit of
    `final_minutes` (as `minutes`; None for the same as all). `prizes` are those for the first places, in order.

    It is set up in the name of a `club`, None for the first one of whoever sets it up.

    With a `ranking` it is a league: its table is made by that rule, and it begins without a hanchan.
    """

    name: str
    preset: str
    hanchan_count: int
    own_rules: Ruleset | None = None
    slug: str = ""
    place: str = ""
    first_day: date | None = None
    last_day: date | None = None
    time_zone: str = ""
    language: str = ""
    second_language: str = ""
    starts: Sequence[datetime] = ()
    cut_after: int | None = None
    cut_size: int | None = None
    carry: str = "1"
    final_minutes: int | None = None
    prizes: Sequence[str] = ()
    schedule: str = ""
    minutes: int | None = None
    table_count: int | None = None
    capacity: int | None = None
    wind_method: str = WindMethod.FIXED
    point_unit: str = PointUnit.HUNDREDS
    entry_mode: str = EntryMode.SINGLE
    protest_minutes: int | None = None
    is_demo: bool = False
    club: Club | None = None
    ranking: "RankingRule | None" = None

    @property
    def play(self) -> Play:
        """The way the event is played."""
        return Play.ROUNDS if self.ranking is None else Play.LEAGUE

    def rules(self) -> Ruleset:
        """The rule set with the schedule and the time limit of the set-up. Raises Refused."""
        changes: dict[str, object] = {"schedule": self.schedule} if self.schedule else {}
        if self.minutes is not None:
            check_minutes(self.minutes or None, field="minutes")
            changes["time"] = {"minutes": self.minutes or None}
        return with_changes(self.own_rules or chosen(self.preset), changes)

    def cut(self) -> Cut | None:
        """The cut of the set-up. Raises Refused."""
        check_cut(self.cut_after, self.cut_size, self.carry, self.hanchan_count)
        if self.cut_after is None or self.cut_size is None:
            return None
        return Cut(after=self.cut_after, sizes=(self.cut_size,), above=Fraction(self.carry))

    def hanchan(self, usual: int | None, cut: Cut | None) -> list[PlannedHanchan]:
        """The hanchan in order: those after the cut are called the final. `usual` is the rule set's limit."""
        check_minutes(self.final_minutes or None, field="final_minutes")
        check_starts(self.starts, self.hanchan_count)
        before = self.hanchan_count if cut is None else cut.after
        finals = self.hanchan_count - before
        last = usual if self.final_minutes is None else self.final_minutes or None
        starts = [*self.starts, *[None] * self.hanchan_count]
        return [
            PlannedHanchan(
                usual if number <= before else last,
                "" if number <= before else final_name(number - before, finals),
                starts[number - 1],
            )
            for number in range(1, self.hanchan_count + 1)
        ]


def answers_like(tournament: Tournament) -> dict[str, object]:
    """Return the answers at set-up that make a tournament like this one, by the names of `TournamentSetup`: all but its
    days and its rules. Two queries.

    Times of day are text, a line for each day. Set-up knows one cut with one line, and prizes without a gap: of more
    cuts and lines it is the first, and no prize after a place without one.
    """
    hanchan = list(tournament.hanchan.order_by("number"))
    prizes = tournament.prizes.filter(kind=PrizeKind.PLACE).order_by("place")
    unbroken = takewhile(lambda numbered: numbered[0] == numbered[1].place, enumerate(prizes, start=1))
    cut = next(iter(tournament.ranked_by.cuts), None)
    usual = hanchan[0].minutes
    final = usual if cut is None else hanchan[cut.after].minutes
    return {
        "name": tournament.name,
        "place": tournament.place,
        "time_zone": tournament.time_zone,
        "language": tournament.language,
        "second_language": tournament.second_language,
        "hanchan_count": len(hanchan),
        "minutes": _limit(usual, tournament.ruleset.minutes),
        "starts": _times_of_day(hanchan, tournament.time_zone),
        "cut_after": cut and cut.after,
        "cut_size": cut and cut.sizes[0],
        "carry": str(cut.above) if cut else "1",
        "final_minutes": _limit(final, usual),
        "prizes": "\n".join(prize.what for _place, prize in unbroken),
        "protest_minutes": tournament.protest_minutes,
        "wind_method": tournament.wind_method,
        "point_unit": tournament.point_unit,
        "entry_mode": tournament.entry_mode,
        "table_count": tournament.table_count,
        "capacity": tournament.capacity,
    }


def _limit(minutes: int | None, usual: int | None) -> int | None:
    """Return a limit as it is typed at set-up: None for the usual one, 0 for no limit."""
    return None if minutes == usual else minutes or 0


def _times_of_day(hanchan: Sequence[Hanchan], time_zone: str) -> str:
    """Return the planned starts, a line for each day; "" where one of them is not planned."""
    starts = [localtime(one.planned_at, zone_of(time_zone)) for one in hanchan if one.planned_at]
    if len(starts) < len(hanchan):
        return ""
    return "\n".join(" ".join(f"{at:%H:%M}" for at in day) for _day, day in groupby(starts, lambda at: at.date()))
