"""What a hand is worth and who pays it, in sentences."""

from typing import TYPE_CHECKING

from scoring.points import write
from scoring.ruleset.values import Counted, HonbaTo, Liability, Winners
from scoring.sentences.saying import Sayings, say
from scoring.words import OR, Text, gettext_noop, listed

if TYPE_CHECKING:
    from scoring.rules import Ruleset

COUNTED = {
    Counted.SANBAIMAN: gettext_noop("13 han or more without a yakuman are a sanbaiman."),
    Counted.YAKUMAN: gettext_noop("13 han or more without a yakuman pay as much as a yakuman."),
}
HONBA_TO = {
    HonbaTo.EACH: gettext_noop("Of several winners each gets the honba; deposits go to the first in turn."),
    HonbaTo.FIRST: gettext_noop("Of several winners the first in turn gets the honba and the deposits."),
}
LIABLE = {
    Liability.FED_YAKUMAN: gettext_noop(
        "Who feeds the last set of {sets}, when the others lie open, is liable for that yakuman: pays all of it when "
        "it is self-drawn, with the honba if the hand has no other yakuman, and half of it when another discards the "
        "winning tile. The rest is paid as if nobody were liable."
    ),
    Liability.WHOLE_HAND: gettext_noop(
        "Who feeds the last set of {sets}, when the others lie open, is liable for the hand: pays all of it when it is "
        "self-drawn, honba too, and half of it when another discards the winning tile, who then pays the honba."
    ),
    Liability.SELF_DRAW: gettext_noop(
        "Who feeds the last set of {sets}, when the others lie open, is liable for the hand: pays all of it when it is "
        "self-drawn, honba too. When another discards the winning tile, that player alone pays."
    ),
}


def payments(rules: "Ruleset") -> Sayings:
    """Limits, yakuman, fu, honba, liability."""
    own = rules.hand
    yield say(
        "hand.kiriage",
        gettext_noop("4 han 30 fu and 3 han 60 fu are rounded up to a mangan.")
        if own.kiriage
        else gettext_noop("4 han 30 fu and 3 han 60 fu are paid as they are, not as a mangan."),
    )
    yield say("hand.counted", COUNTED[own.counted])
    yield say(
        "hand.several_yakuman",
        gettext_noop("Several yakuman in one hand add up.")
        if own.several_yakuman
        else gettext_noop("Several yakuman in one hand are paid as one."),
    )
    yield say(
        "hand.double_yakuman",
        gettext_noop(
            "Big Four Winds count double, and so do Four Concealed Triplets waiting for the pair, Thirteen Orphans on "
            "thirteen waits and Nine Gates on nine."
        )
        if own.double_yakuman
        else gettext_noop("No yakuman counts double for its wait or its size."),
    )
    yield say(
        "hand.double_wind_fu", gettext_noop("A pair of the double wind gives {fu} fu."), fu=str(own.double_wind_fu)
    )
    yield from _honba(rules)
    yield from _liability(rules)
    if rules.players == 3:
        yield say(
            "hand.tsumo_loss",
            gettext_noop("On a self-draw nobody pays the share of the player who is missing.")
            if own.tsumo_loss
            else gettext_noop("On a self-draw the other two pay the share of the player who is missing, half each."),
        )


def _honba(rules: "Ruleset") -> Sayings:
    own = rules.hand
    if not own.honba:
        yield say("hand.honba", gettext_noop("Honba add nothing to a win."))
        return
    template = gettext_noop(
        "Each honba adds {all} points to a win: all from the discarder, or {each} from each player."
    )
    yield say("hand.honba", template, all=write(own.honba * (rules.players - 1)), each=write(own.honba))
    if own.winners is not Winners.HEAD_BUMP:
        yield say("hand.honba_to", HONBA_TO[own.honba_to])


def _liability(rules: "Ruleset") -> Sayings:
    if rules.hand.liability:
        sets = listed([Text(choice.label) for choice in rules.hand.liability], OR)
        yield say("hand.liability hand.liable_for", LIABLE[rules.hand.liable_for], sets=sets)
    else:
        yield say("hand.liability", gettext_noop("Feeding the last set of a yakuman makes nobody liable."))
