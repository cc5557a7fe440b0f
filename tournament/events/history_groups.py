"""Lines of the history that are shown as one: what a person did again and again, such as the sheets of a hanchan."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from scoring.winds import WINDS
from tournament.core.models import AuditEntry, Verb
from tournament.core.stored_words import coded, shown
from tournament.events.history_lines import line_of, line_of_several

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
    def line(self) -> SafeString:
        """All of it as one sentence, with who did it."""
        newest = self.entries[0]
        if not self.is_several:
            return line_of(newest)
        return line_of_several(newest, len(self.entries), self.about, self.title)

    @property
    def about(self) -> str:
        """The common subject in the reader's language: the hanchan, "" where the subjects have no such part."""
        number = hanchan_of(self.entries[0])
        return shown(coded("hanchan", number=number)) if number else ""

    def rest(self, entry: AuditEntry) -> str:
        """Return what a line is about besides the common subject."""
        words = entry.subject_words
        return gettext("table {table}").format(**words.values) if words and hanchan_of(entry) else entry.about


def hanchan_of(entry: AuditEntry) -> int:
    """Return the hanchan whose table an act is about; 0 for another act, and for another subject."""
    words = entry.subject_words if entry.verb in TITLES else None
    return int(words.values["number"]) if words and words.code == "table" else 0


def grouped(entries: Iterable[AuditEntry]) -> list[HistoryGroup]:
    """Return the entries in their order, those that are shown as one together; each of the others alone."""
    found: list[HistoryGroup] = []
    for key, part in groupby(entries, _key):
        run = tuple(part)
        found += [HistoryGroup(run)] if key and len(run) >= LEAST else [HistoryGroup((one,)) for one in run]
    return found


def _key(entry: AuditEntry) -> tuple[str | int, ...]:
    """Entries of equal keys belong together; () for one that is alone."""
    if entry.verb not in TITLES or entry.reason:
        return ()
    return (entry.verb, entry.actor_name, entry.actor_login, entry.device, hanchan_of(entry))


def seats_in(detail: Mapping[str, object]) -> Sequence[tuple[str, int, int | None]]:
    """Return wind, points and start number of each line of a sheet in an entry's values; () where it is of no sheet."""
    points, players = detail.get("points"), detail.get("players")
    if not isinstance(points, Mapping) or not points or not set(points) <= set(LETTERS):
        return ()
    numbers = players if isinstance(players, Mapping) else {}
    return [(wind, points[wind], numbers.get(wind)) for wind in LETTERS if isinstance(points.get(wind), int)]
