"""The sections in which the rules are told and printed."""

from enum import Enum

from scoring.messages import gettext_noop


class RuleSection(Enum):
    """A section of the rules; the value is its title, marked for translation."""

    SEATS = gettext_noop("Seats")
    SCORE = gettext_noop("The score")
    TIES = gettext_noop("Ties and deposits")
    END = gettext_noop("The end of the game")
    TIME = gettext_noop("Time")
    PENALTIES = gettext_noop("Lateness and penalties")
    HAND = gettext_noop("The hand")
    CALLS = gettext_noop("Calls and furiten")
    PAYMENTS = gettext_noop("Payments")
    YAKU = gettext_noop("Yaku and dora")
    ETIQUETTE = gettext_noop("Etiquette")
    NOT_COVERED = gettext_noop("Left to the referee: the program does not count it")

    @property
    def label(self) -> str:
        """The English words, marked for translation."""
        return self.value

    @property
    def key(self) -> str:
        """The name in files: `calls`, `not-covered`."""
        return self.name.lower().replace("_", "-")
