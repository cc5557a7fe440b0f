"""The value of a winning hand as it is announced: han and fu, or yakuman. What no hand can be is refused in words."""

from dataclasses import dataclass

from scoring.hand.limits import Limit
from scoring.hand.yakuman import Yakuman, apart
from scoring.words import Text, Translate, gettext_noop, render

MOST_YAKUMAN = 6
LIMIT_HAN = 5  # from here on fu do not matter
_FU = (20, 25, *range(30, 111, 10))
_MANY_FU = (120, 130, 140)


class PaymentProblem(ValueError):
    """A hand or a payment that cannot be; `template` and `params` say it, `message` in English."""

    def __init__(self, template: str, **params: object) -> None:
        super().__init__(template, params)
        self.template = template
        self.params = params

    @property
    def message(self) -> str:
        return self.said()

    def said(self, translate: Translate = gettext_noop) -> str:
        return render(self.template, self.params, translate)

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True, slots=True)
class HandValue:
    """What a winning hand is worth, as it is announced.

    `han` count dora; `fu` are rounded up, 0 where they do not matter (five han and more, or a yakuman). `yakuman`
    counts the yakuman of the hand, `double` how many of them count twice where double yakuman are played; `named`
    are those whose names are known (`HandValue.of`). `at_least` is a floor, as for a renhou that is at least a
    mangan (S3 Renhou). Raises PaymentProblem for a value that no hand has.
    """

    han: int = 0
    fu: int = 0
    yakuman: int = 0
    double: int = 0
    at_least: Limit | None = None
    named: tuple[Yakuman, ...] = ()

    def __post_init__(self) -> None:
        if self.yakuman or self.double or self.named:
            _check_yakuman(self)
        else:
            _check_han(self)
            _check_fu(self)

    @classmethod
    def of(cls, *yakuman: Yakuman) -> "HandValue":
        """The value of a hand with these yakuman.

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
    if pair := apart(value.named):
        one, other = (Text(yakuman.label) for yakuman in pair)
        raise PaymentProblem(gettext_noop("No hand has {one} and {other} together."), one=one, other=other)


def _check_han(value: HandValue) -> None:
    if value.han < 0 or (value.han == 0 and not value.at_least):
        raise PaymentProblem(gettext_noop("A winning hand has at least one han."))
    if value.fu == 0 and value.han < LIMIT_HAN and not value.at_least:
        raise PaymentProblem(gettext_noop("{han} han alone is not yet a value: say the fu, too."), han=value.han)


def _check_fu(value: HandValue) -> None:
    """20 fu are a pinfu by self-draw, 25 seven pairs; more than 110 need three quads, which are concealed."""
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
    """Raises PaymentProblem for fu that a hand won by discard, or by self-draw, cannot have."""
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
