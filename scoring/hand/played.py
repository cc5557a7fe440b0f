"""Which yakuman a rule set plays, and who can win with one in which way."""

from scoring.hand.value import HandValue, PaymentProblem
from scoring.hand.yakuman import Yakuman
from scoring.rules import Ruleset
from scoring.ruleset.values import OpenRiichi, Renhou
from scoring.winds import Wind
from scoring.words import Text, gettext_noop

_DRAWN = (Yakuman.HEAVEN, Yakuman.EARTH)
_FED = (Yakuman.RENHOU, Yakuman.OPEN_RIICHI)


def check_played(value: HandValue, winner: Wind, self_draw: bool, rules: Ruleset) -> None:
    """Raises PaymentProblem for a named yakuman that is none under `rules`, or that is not won so.

    Heaven is the dealer's first draw, Earth another's; a renhou is won on a discard before one's first draw and so not
    by the dealer (S3 Renhou), an open riichi is a yakuman for who deals into it only (S1 Yaku Clarifications).
    """
    for yakuman in value.named:
        params = {"yakuman": Text(yakuman.label), "rules": rules.title, "winner": Text(winner.label)}
        if not _is_played(yakuman, rules):
            raise PaymentProblem(gettext_noop("{yakuman} is no yakuman under the rules {rules}."), **params)
        if yakuman in _DRAWN and not self_draw:
            raise PaymentProblem(gettext_noop("{yakuman} is won by self-draw."), **params)
        if yakuman in _FED and self_draw:
            raise PaymentProblem(gettext_noop("{yakuman} is won on a discard."), **params)
        if yakuman is Yakuman.HEAVEN and winner is not Wind.EAST:
            raise PaymentProblem(gettext_noop("{yakuman} is won by East, not by {winner}."), **params)
        if yakuman in (Yakuman.EARTH, Yakuman.RENHOU) and winner is Wind.EAST:
            raise PaymentProblem(gettext_noop("{yakuman} is not won by East, the dealer."), **params)


def _is_played(yakuman: Yakuman, rules: Ruleset) -> bool:
    if yakuman is Yakuman.RENHOU:
        return rules.hand.renhou is Renhou.YAKUMAN
    return yakuman is not Yakuman.OPEN_RIICHI or rules.hand.open_riichi is OpenRiichi.YAKUMAN_FED
