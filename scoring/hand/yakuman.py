"""The yakuman, by the names that a log and a command line use.

Which of them count double is agreed where double yakuman are played at all: Big Four Winds and the widest waits
(S3 Double yakuman names the same ones to deny them). Three make the feeder of their last set liable (S2 Liability).
"""

from collections.abc import Collection
from enum import StrEnum
from itertools import combinations

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


_Y = Yakuman
_DRAGONS, _WINDS = {_Y.BIG_DRAGONS}, {_Y.BIG_WINDS, _Y.SMALL_WINDS}
_TRIPLETS = {_Y.FOUR_TRIPLETS, _Y.FOUR_TRIPLETS_PAIR}
_SETS = {*_DRAGONS, *_WINDS, *_TRIPLETS, _Y.FOUR_QUADS, _Y.ALL_HONOURS, _Y.ALL_GREEN, _Y.ALL_TERMINALS}
_ORPHANS = {_Y.ORPHANS, _Y.ORPHANS_THIRTEEN}
_GATES = {_Y.NINE_GATES, _Y.NINE_GATES_NINE}
_FIRST_TURN = {_Y.HEAVEN, _Y.EARTH, _Y.RENHOU}
_APART = (  # two of a row, or one of each side, are in no hand
    *(({one}, group - {one}) for group in (_TRIPLETS, _ORPHANS, _GATES, _WINDS) for one in sorted(group)),
    *(({one}, {*_FIRST_TURN, _Y.OPEN_RIICHI} - {one}) for one in sorted(_FIRST_TURN)),
    (_FIRST_TURN, {_Y.FOUR_QUADS}),  # a quad interrupts the first turn
    (_ORPHANS, {*_SETS, *_GATES}),
    (_GATES, _SETS),
    (_DRAGONS, {*_WINDS, _Y.ALL_GREEN, _Y.ALL_TERMINALS}),
    (_WINDS, {_Y.ALL_GREEN, _Y.ALL_TERMINALS}),
    ({_Y.ALL_HONOURS}, {_Y.ALL_GREEN, _Y.ALL_TERMINALS}),
    ({_Y.ALL_GREEN}, {_Y.ALL_TERMINALS}),
)


def apart(named: Collection[Yakuman]) -> tuple[Yakuman, Yakuman] | None:
    """Two of these that no hand has together, None when some hand has them all.

    >>> apart([Yakuman.BIG_DRAGONS, Yakuman.ALL_HONOURS]), apart([Yakuman.BIG_DRAGONS, Yakuman.BIG_WINDS])
    (None, (<Yakuman.BIG_DRAGONS: 'big-dragons'>, <Yakuman.BIG_WINDS: 'big-winds'>))
    """
    for one, other in combinations(named, 2):
        if any((one in left and other in right) or (other in left and one in right) for left, right in _APART):
            return one, other
    return None


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
