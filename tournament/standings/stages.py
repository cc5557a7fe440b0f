"""The parts of an event whose standings have a link of their own: days, and hanchan with a name. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournament.core.models import Hanchan


@dataclass(frozen=True, slots=True)
class EventStage:
    """A label, and the last hanchan of the stage that counts so far."""

    label: str
    after: int


def stages_of(hanchan: Sequence[Hanchan], played: int) -> list[EventStage]:
    """Return the days of an event of several days, then the hanchan that have a name, as far as they were played."""
    known = [one for one in hanchan if one.number <= played]
    days = [list(group) for day, group in groupby(known, key=_day) if day]
    by_day = [EventStage(_("Day {n}").format(n=n), group[-1].number) for n, group in enumerate(days, start=1)]
    named = [EventStage(one.name_in_words, one.number) for one in known if one.name]
    return [*(by_day if len({_day(one) for one in hanchan} - {None}) > 1 else []), *named]


def _day(hanchan: Hanchan) -> date | None:
    at = hanchan.started_at or hanchan.planned_at
    return localtime(at).date() if at else None
