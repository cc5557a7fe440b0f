"""The yakuman, by the names that a log and a command line use.

Which of them count double is agreed where double yakuman are played at all: Big Four Winds and the widest waits
(S3 Double yakuman names the same ones to deny them). Three make the feeder of their last set liable (S2 Liability).
"""

from enum import StrEnum

from scoring.words import gettext_noop


class Yakuman(StrEnum):
    """A hand at the limit. A value is worth its name in a file, `label` the English words."""

    BIG_DRAGONS = "big-dragons"
    BIG_WINDS = "big-winds"
    FOUR_QUADS = "four-quads"
    SMALL_WINDS = "small-winds"
    FOUR_TRIPLETS = "four-triplets"
    FOUR_TRIPLETS_PAIR = "four-triplets-pair"
    ALL_HONOURS = "all-honours"
    ALL_GREEN = "all-green"
    ALL_TERMINALS = "all-terminals"
    ORPHANS = "thirteen-orphans"
    ORPHANS_THIRTEEN = "thirteen-orphans-13"
    NINE_GATES = "nine-gates"
    NINE_GATES_NINE = "nine-gates-9"
    HEAVEN = "heaven"
    EARTH = "earth"
    RENHOU = "renhou"
    OPEN_RIICHI = "open-riichi"

    @property
    def label(self) -> str:
        """The English words, marked for translation."""
        return _LABELS[self]

    @property
    def doubles(self) -> bool:
        """Whether it counts twice where a rule set plays double yakuman (S3 Double yakuman).

        >>> Yakuman.BIG_WINDS.doubles, Yakuman.BIG_DRAGONS.doubles
        (True, False)
        """
        return self in _DOUBLES


_DOUBLES = (Yakuman.BIG_WINDS, Yakuman.FOUR_TRIPLETS_PAIR, Yakuman.ORPHANS_THIRTEEN, Yakuman.NINE_GATES_NINE)
_LABELS = {
    Yakuman.BIG_DRAGONS: gettext_noop("Big Three Dragons"),
    Yakuman.BIG_WINDS: gettext_noop("Big Four Winds"),
    Yakuman.FOUR_QUADS: gettext_noop("Four Quads"),
    Yakuman.SMALL_WINDS: gettext_noop("Little Four Winds"),
    Yakuman.FOUR_TRIPLETS: gettext_noop("Four Concealed Triplets"),
    Yakuman.FOUR_TRIPLETS_PAIR: gettext_noop("Four Concealed Triplets, waiting for the pair"),
    Yakuman.ALL_HONOURS: gettext_noop("All Honours"),
    Yakuman.ALL_GREEN: gettext_noop("All Green"),
    Yakuman.ALL_TERMINALS: gettext_noop("All Terminals"),
    Yakuman.ORPHANS: gettext_noop("Thirteen Orphans"),
    Yakuman.ORPHANS_THIRTEEN: gettext_noop("Thirteen Orphans on thirteen waits"),
    Yakuman.NINE_GATES: gettext_noop("Nine Gates"),
    Yakuman.NINE_GATES_NINE: gettext_noop("Nine Gates on nine waits"),
    Yakuman.HEAVEN: gettext_noop("Blessing of Heaven"),
    Yakuman.EARTH: gettext_noop("Blessing of Earth"),
    Yakuman.RENHOU: gettext_noop("Blessing of Man"),
    Yakuman.OPEN_RIICHI: gettext_noop("Open riichi, dealt into"),
}
