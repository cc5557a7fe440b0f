"""What the value of a hand is worth under a rule set: base points, limits, yakuman.

*Base points* are fu x 2^(2 + han), at most a mangan's 2,000; from five han on the limits count instead (S0 Mod.4.4).
They are multiplied and rounded up to 100 only when somebody pays (`wins`).
"""

from scoring.hand.limits import Limit
from scoring.hand.value import LIMIT_HAN, HandValue
from scoring.points import Points
from scoring.rules import Ruleset
from scoring.ruleset.values import Counted
from scoring.words import Text, gettext_noop

KIRIAGE = 1_920  # 4 han 30 fu and 3 han 60 fu
SEVERAL = {2: gettext_noop("double yakuman"), 3: gettext_noop("triple yakuman")}
MANY = gettext_noop("{count}-fold yakuman")
_BY_HAN = ((11, Limit.SANBAIMAN), (8, Limit.BAIMAN), (6, Limit.HANEMAN), (LIMIT_HAN, Limit.MANGAN))


def yakuman_units(value: HandValue, rules: Ruleset) -> int:
    """How many times a yakuman the hand is worth: several add up, some count double, only where that is played.

    0 for a hand without a yakuman. Source: S2 Multiple yakuman; S0 Mod.4.5; S3 Double yakuman.

    >>> from scoring.rules import preset
    >>> from scoring.hand.yakuman import Yakuman
    >>> value = HandValue.of(Yakuman.BIG_WINDS, Yakuman.ALL_HONOURS)
    >>> yakuman_units(value, preset("wrc-2022"))
    2
    >>> yakuman_units(value, preset("wrc-2022").replace(hand={"double_yakuman": True}))
    3
    """
    doubled = value.double if rules.hand.double_yakuman else 0
    if rules.hand.several_yakuman:
        return value.yakuman + doubled
    return min(value.yakuman, 1) + min(doubled, 1)


def limit(value: HandValue, rules: Ruleset) -> Limit | None:
    """The limit that the hand reaches, None below a mangan.

    13 han without a yakuman are a sanbaiman in WRC 2022 (S2 Multiple yakuman), as much as a yakuman in WRC 2025.

    >>> from scoring.rules import preset
    >>> limit(HandValue(13), preset("wrc-2022")).label, limit(HandValue(13), preset("wrc-2025")).label
    ('sanbaiman', 'yakuman')
    """
    reached = Limit.YAKUMAN if value.yakuman else _by_han(value, rules)
    if value.at_least and (reached is None or reached.base < value.at_least.base):
        return value.at_least
    return reached


def _by_han(value: HandValue, rules: Ruleset) -> Limit | None:
    if value.han >= 13 and rules.hand.counted is Counted.YAKUMAN:
        return Limit.YAKUMAN
    for han, reached in _BY_HAN:
        if value.han >= han:
            return reached
    return Limit.MANGAN if _counted(value) >= (KIRIAGE if rules.hand.kiriage else Limit.MANGAN.base) else None


def _counted(value: HandValue) -> Points:
    return value.fu << (2 + value.han)


def base_points(value: HandValue, rules: Ruleset) -> Points:
    """The base points of the hand, not rounded.

    >>> from scoring.rules import preset
    >>> base_points(HandValue(3, 40), preset("wrc-2022")), base_points(HandValue(yakuman=2), preset("wrc-2022"))
    (1280, 16000)
    """
    if value.yakuman:
        return Limit.YAKUMAN.base * yakuman_units(value, rules)
    reached = limit(value, rules)
    return reached.base if reached else _counted(value)


def said(value: HandValue, rules: Ruleset) -> Text:
    """The value in a referee's words.

    >>> from scoring.rules import preset
    >>> str(said(HandValue(3, 40), preset("wrc-2022"))), str(said(HandValue(9), preset("wrc-2022")))
    ('3 han 40 fu', 'baiman')
    """
    units = yakuman_units(value, rules)
    if units > 1:
        return Text(SEVERAL.get(units, MANY), {"count": units})
    reached = limit(value, rules)
    return Text(reached.label) if reached else Text(gettext_noop("{han} han {fu} fu"), _han_and_fu(value))


def _han_and_fu(value: HandValue) -> dict[str, object]:
    return {"han": value.han, "fu": value.fu}
