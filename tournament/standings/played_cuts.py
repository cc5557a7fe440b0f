"""The cut before a hanchan that has started: who was seated above it, and who would be by the results as they are.

Who is in the final is a fact of the final. When a correction moves the cut later, those who played the final as
finalists stay the finalists until somebody decides. Pure.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2s

from scoring.messages import Message, gettext_noop, phrase
from scoring.standings.cut import Cut
from scoring.standings.players import standings_so_far
from tournament.core.models import CutChoice
from tournament.standings.cuts import cut_at
from tournament.standings.inputs import HanchanInput, Inputs
from tournament.translation.formats import enumeration

Divisions = Mapping[int, int]
"""Division by player, 0 above the first line."""

TIED = gettext_noop(
    "The cut after hanchan {after} now runs between equal players. Those who were seated above it when hanchan "
    "{number} started are the finalists until this is decided."
)
OPEN = gettext_noop(
    "The cut after hanchan {after} has changed since hanchan {number} started: {entering} instead of {leaving}. Those "
    "who were seated as finalists stay the finalists until this is decided."
)
PLAYED = gettext_noop(
    "The finalists are those who played hanchan {number} as finalists. By the corrected results of hanchan {after}, "
    "{entering} would have been above the cut instead of {leaving}. {reason}"
)
PLAYED_TIED = gettext_noop(
    "The finalists are those who played hanchan {number} as finalists. By the corrected results of hanchan {after}, "
    "the cut runs between equal players. {reason}"
)
CORRECTED = gettext_noop(
    "The cut after hanchan {after} counts as corrected after hanchan {number} had started: {entering} instead of "
    "{leaving}. {reason}"
)


@dataclass(frozen=True, slots=True)
class PlayedCut:
    """The cut and the hanchan after it: divisions as that was `played`, and by the results as they are; None where the
    line runs between equals."""

    cut: Cut
    hanchan: HanchanInput
    played: Divisions
    corrected: Divisions | None
    names: Mapping[int, str]

    @property
    def number(self) -> int:
        """The hanchan that was played."""
        return self.hanchan.number

    @property
    def stamp(self) -> str:
        """Another whenever the corrected cut is another: a form carries it."""
        above = self._above_lines(self.corrected or {})
        return blake2s(repr(sorted(above.items())).encode(), digest_size=8).hexdigest()

    def _above_lines(self, divisions: Divisions) -> Divisions:
        """Those above any line: whoever else comes or goes below the last one changes no cut."""
        return {player: division for player, division in divisions.items() if division < len(self.cut.sizes)}

    @property
    def differs(self) -> bool:
        """Return whether somebody who is still ranked would be in another division."""
        return self.corrected is None or any(
            division != self.played.get(player, len(self.cut.sizes)) for player, division in self.corrected.items()
        )

    @property
    def is_open(self) -> bool:
        """Return whether somebody has to decide which finalists count: nobody has, or the cut is another again."""
        seen = self._above_lines({player: division for division, player in self.hanchan.cut_seen})
        is_seen = seen == self._above_lines(self.corrected or {})
        return self.differs and not (self.hanchan.cut_choice and is_seen)

    @property
    def entering(self) -> list[int]:
        """The players above the first line by the corrected results alone; nobody while it runs between equals."""
        above = [one for one, division in (self.corrected or {}).items() if not division]
        return [one for one in above if self.played.get(one) != 0]

    @property
    def leaving(self) -> list[int]:
        """Those who played above the first line and are not above it by the corrected results."""
        played = [one for one, division in self.played.items() if not division]
        return [] if self.corrected is None else [one for one in played if self.corrected.get(one) != 0]

    @property
    def sentence(self) -> Message:
        """For everybody: who the finalists are, and why."""
        if self.is_open:
            text = TIED if self.corrected is None else OPEN
        elif self.hanchan.cut_choice == CutChoice.CORRECTED:
            text = CORRECTED
        else:
            text = PLAYED_TIED if self.corrected is None else PLAYED
        params = {
            "after": self.cut.after,
            "number": self.hanchan.number,
            "entering": self._named(self.entering),
            "leaving": self._named(self.leaving),
            "reason": self.hanchan.cut_reason,
        }
        return phrase(text, params)

    def _named(self, players: list[int]) -> str:
        return enumeration(self.names[player] for player in players) or "–"


def played_cuts(inputs: Inputs) -> Iterator[PlayedCut]:
    """Yield the cuts before hanchan that have started, in order."""
    for hanchan in inputs.hanchan:
        cut = cut_at(inputs.by, hanchan.number - 1) if hanchan.divisions else None
        if cut:
            played = {player: division for division, player in hanchan.divisions if player in inputs.names}
            names = {player: one.label for player, one in inputs.names.items()}
            yield PlayedCut(cut, hanchan, played, divisions_at(inputs, cut), names)


def moved_cuts(inputs: Inputs) -> tuple[PlayedCut, ...]:
    """Return those whose finalists are not the ones above the cut by the results as they are."""
    return tuple(one for one in played_cuts(inputs) if one.differs)


def newly_moved(before: Inputs, after: Inputs) -> tuple[Message, ...]:
    """Return the sentences about the cuts that are moved by what changes between the two."""
    known = [str(one.sentence) for one in moved_cuts(before)]
    return tuple(one.sentence for one in moved_cuts(after) if str(one.sentence) not in known)


def divisions_at(inputs: Inputs, cut: Cut) -> Divisions | None:
    """Return the divisions that the results as they are make at a cut; None where a line runs between equals. Other
    cuts are as they were played."""
    after = cut.after + 1
    rows, tied = standings_so_far(
        inputs.tables,
        inputs.deductions,
        inputs.entrants_after(after),
        inputs.rules,
        after,
        by=inputs.by,
        decisions=inputs.decisions,
        played={other: found for other, found in inputs.played_divisions.items() if other != cut.after},
    )
    if tied:
        return None
    return {row.player: one.division for row in rows for one in row.carried if one.after == cut.after}
