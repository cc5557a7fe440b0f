"""What a foul leads to (WRC 2025 §12.2), mildest first."""

from enum import StrEnum

from scoring.words import gettext_noop


class Consequence(StrEnum):
    """The kinds of penalty, in the order of their weight; what is left to the referee stands between."""

    NONE = "none"
    WARNING = "warning"
    POINTS = "points"
    DEAD_HAND = "dead-hand"
    CHONBO = "chonbo"
    DISCRETION = "discretion"
    DISQUALIFICATION = "disqualification"

    @property
    def label(self) -> str:
        """The English words, marked for translation."""
        return _LABELS[self]

    @property
    def takes_points(self) -> bool:
        """Whether points may go with it: nothing is taken off for nothing, nor off somebody who is not ranked."""
        return self not in _WITHOUT_POINTS


_LABELS = {
    Consequence.NONE: gettext_noop("no penalty"),
    Consequence.WARNING: gettext_noop("warning"),
    Consequence.POINTS: gettext_noop("points"),
    Consequence.DEAD_HAND: gettext_noop("dead hand"),
    Consequence.CHONBO: gettext_noop("chonbo"),
    Consequence.DISCRETION: gettext_noop("referee's discretion"),
    Consequence.DISQUALIFICATION: gettext_noop("disqualification"),
}
_WITHOUT_POINTS = (Consequence.NONE, Consequence.DISCRETION, Consequence.DISQUALIFICATION)
