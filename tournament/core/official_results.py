"""The lock of official results, which every audited write asks: no act changes their figures until they are reopened.

What a writer knows to belong to a hanchan it refuses first (`refuse_official`), with nothing typed yet. For everything
else the figures themselves are compared, before and after the write (`official_results_kept`).
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Protocol

from django.conf import settings
from django.db.models import Max
from django.utils.module_loading import import_string
from django.utils.timezone import localtime
from django.utils.translation import gettext_noop as _

from tournament.core.messages import Refused
from tournament.core.models import Tournament
from tournament.translation.formats import written


class OfficialFigures(Protocol):
    """The figures of official results at one moment."""

    def changed(self, after: Any) -> Sequence[int]:
        """Return the hanchan that are official in both and differ, the first one first."""


SEASON_OVER = _("The season is over and its table is final. An organiser reopens it under Event → Season.")


def refuse_official(tournament: Tournament, number: int | None) -> None:
    """Refuse to change results that are official: those of a hanchan, or for None, outside of any, those of the event.

    Only behind the tournament's row lock, where nobody can make them official meanwhile. What counts outside of any
    hanchan is refused here once every hanchan is official. Raises Refused with the way to reopen them.
    """
    times = dict(tournament.hanchan.order_by("number").values_list("number", "official_at"))
    if number is not None:
        if at := times.get(number):
            raise _official(tournament, number, at)
    elif times and all(times.values()):
        text = _(
            "The results of every hanchan are official. Reopen the last one on its page first, with your password and "
            "a reason."
        )
        raise Refused.of("event-official", text)


def first_open(tournament: Tournament) -> int:
    """Return the first hanchan from which on a change leaves official standings as they are: 1 while none is official.

    One query.
    """
    official = tournament.hanchan.exclude(official_at=None)
    return (official.aggregate(last=Max("number"))["last"] or 0) + 1


def first_unreleased(tournament: Tournament) -> int:
    """Return the first hanchan after the last one of which results are released, as official ones are: 1 while there is
    none.

    One query.
    """
    out = tournament.hanchan.exclude(released_at=None)
    return (out.aggregate(last=Max("number"))["last"] or 0) + 1


def are_released(tournament: Tournament) -> bool:
    """Return whether results of a hanchan are released, not reopened, and none official: those have their own lock.

    One query.
    """
    times = list(tournament.hanchan.values_list("released_at", "reopened_at", "official_at"))
    out = any(released and not reopened for released, reopened, _at in times)
    return out and not any(official for _released, _reopened, official in times)


@contextmanager
def official_results_kept(tournament: Tournament) -> Iterator[None]:
    """Refuse what the block does to figures of official results: scores, places, teams, at any hanchan that is official
    before and after it. They are computed in a layer above, which the settings name."""
    read = import_string(settings.OFFICIAL_FIGURES)
    before: OfficialFigures = read(tournament)
    yield
    for number in before.changed(read(tournament))[:1]:
        at = tournament.hanchan.values_list("official_at", flat=True).get(number=number)
        assert at is not None  # noqa: S101  # it is official after the block
        raise _official(tournament, number, at)


def season_is_over(tournament: Tournament) -> bool:
    """Return whether the season of a league has ended: its games are official. One query."""
    return tournament.is_league and tournament.hanchan.exclude(official_at=None).exists()


def refuse_over(tournament: Tournament) -> None:
    """Refuse what changes a league whose season is over. Raises Refused."""
    if season_is_over(tournament):
        raise Refused.of("season-over", SEASON_OVER)


def _official(tournament: Tournament, number: int, at: datetime) -> Refused:
    if tournament.is_league:
        return Refused.of("season-over", SEASON_OVER)
    text = _(
        "The results of hanchan {number} have been official since {time}. Reopen them on the page of the "
        "hanchan first, with your password and a reason."
    )
    return Refused.of("results-official", text, number=number, time=written(localtime(at), "time"))
