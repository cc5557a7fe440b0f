"""Lines of the history that are shown as one: what a person did again and again, such as the sheets of a hanchan."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import ngettext

from scoring.winds import WINDS
from tournament.core.models import AuditEntry, Verb

LEAST = 3
"""So many lines are shown as one; fewer are as short by themselves."""
LETTERS = tuple(wind.value for wind in WINDS)


def _sheets(n: int) -> str:
    return ngettext("entered {n} report sheet", "entered {n} report sheets", n)


def _agreed(n: int) -> str:
    return ngettext("agreed with {n} report sheet", "agreed with {n} report sheets", n)


def _signed(n: int) -> str:
    return ngettext("signed {n} report sheet", "signed {n} report sheets", n)


def _hand_ins(n: int) -> str:
    return ngettext("noted the hand-in of {n} report sheet", "noted the hand-in of {n} report sheets", n)


def _checked_in(n: int) -> str:
    return ngettext("checked in {n} player", "checked in {n} players", n)


TITLES = {
    Verb.ENTERED_SHEET.value: _sheets,
    Verb.AGREED_SHEET.value: _agreed,
    Verb.SIGNED_SHEET.value: _signed,
    Verb.NOTED_HAND_IN.value: _hand_ins,
    Verb.CHECKED_IN.value: _checked_in,
}
"""The acts that come in rows, with the words for so many of them."""


@dataclass(frozen=True, slots=True)
class HistoryGroup:
    """Consecutive lines of one person, of one act and about one hanchan; the newest first, as the page has them."""

    entries: tuple[AuditEntry, ...]

    @property
    def is_several(self) -> bool:
        return len(self.entries) > 1

    @property
    def title(self) -> str:
        """The action and how often it was done."""
        return TITLES[self.entries[0].verb](len(self.entries)).format(n=len(self.entries))

    @property
    def about(self) -> str:
        """The common subject: the hanchan, "" where the subjects have no such part."""
        return scope_of(self.entries[0])


def scope_of(entry: AuditEntry) -> str:
    """Return the first part of the subject: `hanchan 7` of `hanchan 7, table 3`."""
    is_of_sheet = entry.verb in TITLES and entry.verb != Verb.CHECKED_IN
    return entry.subject.rpartition(", ")[0] if is_of_sheet else ""


def grouped(entries: Iterable[AuditEntry]) -> list[HistoryGroup]:
    """Return the entries in their order, those that are shown as one together; each of the others alone."""
    found: list[HistoryGroup] = []
    for key, part in groupby(entries, _key):
        run = tuple(part)
        found += [HistoryGroup(run)] if key and len(run) >= LEAST else [HistoryGroup((one,)) for one in run]
    return found


def _key(entry: AuditEntry) -> tuple[str, ...]:
    """Entries of equal keys belong together; () for one that is alone."""
    if entry.verb not in TITLES or entry.reason:
        return ()
    return (entry.verb, entry.actor_name, entry.actor_login, entry.device, scope_of(entry))


def seats_in(detail: Mapping[str, object]) -> Sequence[tuple[str, int, int | None]]:
    """Return wind, points and start number of each line of a sheet in an entry's values; () where it is of no sheet."""
    points, players = detail.get("points"), detail.get("players")
    if not isinstance(points, Mapping) or not points or not set(points) <= set(LETTERS):
        return ()
    numbers = players if isinstance(players, Mapping) else {}
    return [(wind, points[wind], numbers.get(wind)) for wind in LETTERS if isinstance(points.get(wind), int)]
