"""Base points, limits and yakuman units: the worth of a value under a rule set.

*Base points* are fu x 2^(2 + han), at most a mangan's 2,000; from five han on the limits count instead (S0 Mod.4.4).
They are multiplied and rounded up to 100 only when they are paid (`wins`).
"""

from scoring.messages import Message, gettext_noop, phrase
from scoring.payments.values import LIMIT_HAN, HandValue, Limit, PaymentProblem, Yakuman
from scoring.points import Points
from scoring.rules import Ruleset
from scoring.rules.values import KazoeYakuman, OpenRiichi, OtherYakuman, Renhou
from scoring.winds import Wind

KIRIAGE = 1_920  # 4 han 30 fu and 3 han 60 fu
SEVERAL = {2: gettext_noop("double yakuman"), 3: gettext_noop("triple yakuman")}
MANY = gettext_noop("{count}-fold yakuman")
_BY_HAN = ((11, Limit.SANBAIMAN), (8, Limit.BAIMAN), (6, Limit.HANEMAN), (LIMIT_HAN, Limit.MANGAN))


def yakuman_units(value: HandValue, rules: Ruleset) -> int:
    """Return how many times a yakuman the hand is worth: several add up and some count double only where the rules say
    so.

    0 for a hand without a yakuman. Source: S2 Multiple yakuman; S0 Mod.4.5; S3 Double yakuman.

    >>> from scoring.rules import preset
    >>> from scoring.payments.values import Yakuman
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
    """Return the limit that the hand reaches, None below a mangan.

    13 han without a yakuman are a sanbaiman in WRC 2022 (S2 Multiple yakuman), and worth a yakuman in WRC 2025.

    >>> from scoring.rules import preset
    >>> limit(HandValue(13), preset("wrc-2022")).label, limit(HandValue(13), preset("wrc-2025")).label
    ('sanbaiman', 'yakuman')
    """
    reached = Limit.YAKUMAN if value.yakuman else _by_han(value, rules)
    if value.at_least and (reached is None or reached.base < value.at_least.base):
        return value.at_least
    return reached


def _by_han(value: HandValue, rules: Ruleset) -> Limit | None:
    if value.han >= 13 and rules.hand.counted is KazoeYakuman.YAKUMAN:
        return Limit.YAKUMAN
    for han, reached in _BY_HAN:
        if value.han >= han:
            return reached
    return Limit.MANGAN if _uncapped(value) >= (KIRIAGE if rules.hand.kiriage else Limit.MANGAN.base) else None


def _uncapped(value: HandValue) -> Points:
    return value.fu << (2 + value.han)


def base_points(value: HandValue, rules: Ruleset) -> Points:
    """Return the base points of the hand, not rounded.

    >>> from scoring.rules import preset
    >>> base_points(HandValue(3, 40), preset("wrc-2022")), base_points(HandValue(yakuman=2), preset("wrc-2022"))
    (1280, 16000)
    """
    if value.yakuman:
        return Limit.YAKUMAN.base * yakuman_units(value, rules)
    reached = limit(value, rules)
    return reached.base if reached else _uncapped(value)


def announcement(value: HandValue, rules: Ruleset) -> Message:
    """Return the value in a referee's words.

    >>> from scoring.rules import preset
    >>> str(announcement(HandValue(3, 40), preset("wrc-2022"))), str(announcement(HandValue(9), preset("wrc-2022")))
    ('3 han 40 fu', 'baiman')
    """
    units = yakuman_units(value, rules)
    if units > 1:
        return phrase(SEVERAL.get(units, MANY), {"count": units})
    reached = limit(value, rules)
    return phrase(reached.label) if reached else phrase(gettext_noop("{han} han {fu} fu"), _han_and_fu(value))


def _han_and_fu(value: HandValue) -> dict[str, object]:
    return {"han": value.han, "fu": value.fu}


_BY_SELF_DRAW = (Yakuman.HEAVEN, Yakuman.EARTH)
_BY_DISCARD = (Yakuman.RENHOU, Yakuman.OPEN_RIICHI)


def check_played(value: HandValue, winner: Wind, self_draw: bool, rules: Ruleset) -> None:
    """Raise PaymentProblem for a named yakuman that is none under `rules`, or that cannot be won this way.

    Heaven is the dealer's first draw, Earth another player's; a renhou is won on a discard before one's first draw and
    so not by the dealer (S3 Renhou), an open riichi is a yakuman only for the player who deals into it (S1 Yaku
    Clarifications).
    """
    for yakuman in value.named:
        params = {"yakuman": phrase(yakuman.label), "rules": rules.title, "winner": phrase(winner.label)}
        if not is_played(yakuman, rules):
            raise PaymentProblem(gettext_noop("{yakuman} is no yakuman under the rules “{rules}”."), **params)
        if yakuman in _BY_SELF_DRAW and not self_draw:
            raise PaymentProblem(gettext_noop("{yakuman} is won by self-draw."), **params)
        if yakuman in _BY_DISCARD and self_draw:
            raise PaymentProblem(gettext_noop("{yakuman} is won on a discard."), **params)
        if yakuman is Yakuman.HEAVEN and winner is not Wind.EAST:
            raise PaymentProblem(gettext_noop("{yakuman} is won by East, not by {winner}."), **params)
        if yakuman in (Yakuman.EARTH, Yakuman.RENHOU) and winner is Wind.EAST:
            raise PaymentProblem(gettext_noop("{yakuman} is not won by East, the dealer."), **params)


def is_played(yakuman: Yakuman, rules: Ruleset) -> bool:
    """Return whether the rule set has this yakuman."""
    if yakuman is Yakuman.RENHOU:
        return rules.hand.renhou is Renhou.YAKUMAN
    if yakuman in _OTHERS:
        return _OTHERS[yakuman] in rules.hand.other_yakuman
    return yakuman is not Yakuman.OPEN_RIICHI or rules.hand.open_riichi is OpenRiichi.YAKUMAN_FED


_OTHERS = {Yakuman.BIG_WHEELS: OtherYakuman.BIG_WHEELS, Yakuman.EIGHT_WINS: OtherYakuman.EIGHT_WINS}
