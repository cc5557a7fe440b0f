"""The value of a winning hand as announced: han and fu, a limit, or yakuman.

Double yakuman, where they are used, are Big Four Winds and the widest waits (S3 Double yakuman lists the same ones to
exclude them). Three yakuman make the feeder of their last set liable (S2 Liability).
"""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Annotated

from scoring.messages import InvalidValue, Level, Message, gettext_noop, phrase
from scoring.points import FromZero, Points


class Limit(StrEnum):
    """A limit, worth its name; `label` is the English word."""

    MANGAN = "mangan"
    HANEMAN = "haneman"
    BAIMAN = "baiman"
    SANBAIMAN = "sanbaiman"
    YAKUMAN = "yakuman"

    @property
    def label(self) -> str:
        """The English word, marked for translation."""
        return _LIMIT_LABELS[self]

    @property
    def base(self) -> Points:
        """Its base points (S0 Mod.4.4).

        >>> [limit.base for limit in Limit]
        [2000, 3000, 4000, 6000, 8000]
        """
        return _BASES[self]


_BASES = dict(zip(Limit, (2_000, 3_000, 4_000, 6_000, 8_000), strict=True))
_LIMIT_LABELS = {
    Limit.MANGAN: gettext_noop("mangan"),
    Limit.HANEMAN: gettext_noop("haneman"),
    Limit.BAIMAN: gettext_noop("baiman"),
    Limit.SANBAIMAN: gettext_noop("sanbaiman"),
    Limit.YAKUMAN: gettext_noop("yakuman"),
}


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
    BIG_WHEELS = "big-wheels"
    EIGHT_WINS = "eight-wins"

    @property
    def label(self) -> str:
        """The English words, marked for translation."""
        return _LABELS[self]

    @property
    def doubles(self) -> bool:
        """Return whether it counts twice where a rule set uses double yakuman (S3 Double yakuman).

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
_INCOMPATIBLE = (  # two of a row, or one of each side, are in no hand
    *(({one}, group - {one}) for group in (_TRIPLETS, _ORPHANS, _GATES, _WINDS) for one in sorted(group)),
    *(({one}, {*_FIRST_TURN, _Y.OPEN_RIICHI} - {one}) for one in sorted(_FIRST_TURN)),
    (_FIRST_TURN, {_Y.FOUR_QUADS}),  # a quad interrupts the first turn
    (_ORPHANS, {*_SETS, *_GATES}),
    (_GATES, _SETS),
    (_DRAGONS, {*_WINDS, _Y.ALL_GREEN, _Y.ALL_TERMINALS}),
    (_WINDS, {_Y.ALL_GREEN, _Y.ALL_TERMINALS}),
    ({_Y.ALL_HONOURS}, {_Y.ALL_GREEN, _Y.ALL_TERMINALS}),
    ({_Y.ALL_GREEN}, {_Y.ALL_TERMINALS}),
    ({_Y.BIG_WHEELS}, {*_SETS, *_ORPHANS, *_GATES}),
)


def incompatible(named: Collection[Yakuman]) -> tuple[Yakuman, Yakuman] | None:
    """Return two of these that no hand has together, None when some hand has them all.

    >>> incompatible([Yakuman.BIG_DRAGONS, Yakuman.ALL_HONOURS]), incompatible([Yakuman.BIG_DRAGONS, Yakuman.BIG_WINDS])
    (None, (<Yakuman.BIG_DRAGONS: 'big-dragons'>, <Yakuman.BIG_WINDS: 'big-winds'>))
    """
    for one, other in combinations(named, 2):
        if any((one in left and other in right) or (other in left and one in right) for left, right in _INCOMPATIBLE):
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
    Yakuman.BIG_WHEELS: gettext_noop("Big Wheels"),
    Yakuman.EIGHT_WINS: gettext_noop("The eighth win in a row"),
}
MOST_YAKUMAN = 6
LIMIT_HAN = 5  # from here on fu do not matter
_FU = (20, 25, *range(30, 111, 10))
_MANY_FU = (120, 130, 140)


class PaymentProblem(InvalidValue):
    """An impossible hand or payment. `field` names the value of the hand that is wrong, where one alone is."""

    def __init__(self, text: str, field: str = "", /, **params: object) -> None:
        super().__init__(Message("payment", text, params, Level.ERROR, field))


@dataclass(frozen=True, slots=True)
class HandValue:
    """The value of a winning hand, as announced.

    `han` include dora; `fu` are rounded up, 0 where they do not matter (five han and more, or a yakuman). `yakuman`
    counts the yakuman of the hand, `double` those that count twice where double yakuman are used; `named` are those
    whose names are known (`HandValue.of`). `at_least` is a floor, as for a renhou worth at least a mangan (S3 Renhou).
    Raises PaymentProblem for an impossible value.
    """

    han: FromZero = 0
    fu: FromZero = 0
    yakuman: FromZero = 0
    double: FromZero = 0
    at_least: Annotated[Limit | None, "a floor under the value"] = None
    named: Annotated[tuple[Yakuman, ...], "the yakuman by name, where they are known"] = ()

    def __post_init__(self) -> None:
        if self.yakuman or self.double or self.named:
            _check_yakuman(self)
        else:
            _check_han(self)
            _check_fu(self)

    @classmethod
    def of(cls, *yakuman: Yakuman) -> "HandValue":
        """Return the value of a hand with these yakuman.

        >>> HandValue.of(Yakuman.BIG_DRAGONS, Yakuman.ALL_HONOURS).yakuman
        2
        """
        return cls(yakuman=len(yakuman), double=sum(one.doubles for one in yakuman), named=yakuman)


def _check_yakuman(value: HandValue) -> None:
    if not 0 < value.yakuman <= MOST_YAKUMAN:
        raise PaymentProblem(gettext_noop("No hand has {count} yakuman."), count=value.yakuman)
    if not 0 <= value.double <= value.yakuman:
        template = gettext_noop("Of {count} yakuman {double} cannot count double.")
        raise PaymentProblem(template, count=value.yakuman, double=value.double)
    if value.named and not len(value.named) == len(set(value.named)) == value.yakuman:
        raise PaymentProblem(gettext_noop("Each yakuman of a hand is named once, and all of them or none."))
    if pair := incompatible(value.named):
        one, other = (phrase(yakuman.label) for yakuman in pair)
        raise PaymentProblem(gettext_noop("No hand has {one} and {other} together."), one=one, other=other)


def _check_han(value: HandValue) -> None:
    if value.han < 0 or (value.han == 0 and not value.at_least):
        raise PaymentProblem(gettext_noop("A winning hand has at least one han."))
    if value.fu == 0 and value.han < LIMIT_HAN and not value.at_least:
        raise PaymentProblem(gettext_noop("{han} han alone is not yet a value: say the fu, too."), han=value.han)


def _check_fu(value: HandValue) -> None:
    """Check the fu: 20 fu are a pinfu by self-draw, 25 seven pairs; more than 110 need three quads, which are
    concealed.
    """
    if value.fu not in (0, *_FU, *_MANY_FU):
        template = gettext_noop("No hand has {fu} fu: there are 20, 25, 30, 40 and so on up to 140.")
        raise PaymentProblem(template, fu=value.fu)
    if value.fu == 20 and value.han < 2:
        raise PaymentProblem(gettext_noop("20 fu is a pinfu by self-draw, which is at least 2 han."))
    if value.fu == 25 and value.han < 2:
        raise PaymentProblem(gettext_noop("25 fu is seven pairs, which is at least 2 han."))
    if value.fu in _MANY_FU and value.han < 4:
        template = gettext_noop("{fu} fu need three quads, which is at least 4 han.")
        raise PaymentProblem(template, fu=value.fu)


def check_way(value: HandValue, self_draw: bool) -> None:
    """Raise PaymentProblem for fu that a hand won by discard, or by self-draw, cannot have."""
    if value.yakuman or value.han >= LIMIT_HAN:
        return
    if value.fu == 20 and not self_draw:
        template = gettext_noop("20 fu is a pinfu by self-draw; a hand won on a discard has 25 fu, or 30 and more.")
        raise PaymentProblem(template)
    if value.fu == 25 and value.han < 3 and self_draw:
        raise PaymentProblem(gettext_noop("Seven pairs by self-draw is at least 3 han."))
    if value.fu == 110 and value.han < 2 and self_draw:
        raise PaymentProblem(gettext_noop("110 fu by self-draw is at least 2 han."))
    if value.fu == 140 and self_draw:
        raise PaymentProblem(gettext_noop("140 fu are won on a discard only: a self-draw has at most 130."))
