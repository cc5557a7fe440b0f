"""The mode of results: provisional, official, or reopened. Pure: inputs in, a value and its sentence out."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournament.standings.inputs import HanchanInput, Inputs
from tournament.translation.formats import written

CLOCK, STAMP = "time", "stamp"


@dataclass(frozen=True, slots=True)
class ResultMode:
    """`since` is when official results became so, `until` when the last protest window of provisional ones ends;
    `corrections` are when and why results that had been official were corrected, the first one first.

    No clock is asked: a page that says until when errors can be reported is right before that time and after it.
    """

    is_official: bool = False
    since: datetime | None = None
    until: datetime | None = None
    is_reopened: bool = False
    corrections: tuple[tuple[datetime, str], ...] = ()

    @property
    def says_more(self) -> bool:
        """Return whether the sentence says more than “official” or “provisional”."""
        return bool(self.since or self.until or self.is_reopened)

    @property
    def corrected(self) -> list[str]:
        """For pages: `corrected at 20:23: table 1 was typed wrongly`."""
        return self._corrected(CLOCK)

    @property
    def corrected_stamp(self) -> list[str]:
        """For paper, with the date."""
        return self._corrected(STAMP)

    def _corrected(self, form: str) -> list[str]:
        text = _("corrected at {time}: {reason}")
        return [text.format(time=_written(at, form), reason=reason) for at, reason in self.corrections]

    @property
    def sentence(self) -> str:
        """For pages, with the time of day: `provisional: report errors until 15:40`."""
        return self._sentence(CLOCK)

    @property
    def stamp(self) -> str:
        """For paper and files, which are read on another day: the time with its date."""
        return self._sentence(STAMP)

    def _sentence(self, form: str) -> str:
        if self.is_official:
            return _("official since {time}").format(time=_written(self.since, form)) if self.since else _("official")
        if self.is_reopened:
            return _("reopened, provisional")
        if self.until:
            return _("provisional: report errors until {time}").format(time=_written(self.until, form))
        return _("provisional")


def _written(at: datetime, form: str) -> str:
    return written(localtime(at), form)


def mode_of(hanchan: HanchanInput) -> ResultMode:
    """The mode of one hanchan's results."""
    return _mode([hanchan], is_official=hanchan.official_at is not None)


def mode_after(inputs: Inputs, last: int) -> ResultMode:
    """The mode of the standings after hanchan `last`.

    They are official with every hanchan up to it; without a protest window, once the last hanchan is closed.
    """
    counted = inputs.hanchan[:last]
    if inputs.has_protests:
        return _mode(counted, is_official=last > 0 and all(one.official_at for one in counted))
    closed = last == len(inputs.hanchan) > 0 and all(one.is_closed for one in inputs.hanchan)
    return ResultMode(is_official=closed)


def _mode(hanchan: Iterable[HanchanInput], *, is_official: bool) -> ResultMode:
    found = list(hanchan)
    corrections = tuple(sorted({correction for one in found for correction in one.corrections}))
    if is_official:
        since = max(one.official_at for one in found if one.official_at)
        return ResultMode(is_official=True, since=since, corrections=corrections)
    waiting = [one for one in found if one.official_at is None]
    return ResultMode(
        until=max((one.protest_until for one in waiting if one.protest_until), default=None),
        is_reopened=any(one.reopened_at for one in waiting),
        corrections=corrections,
    )
