"""How a hand is played and ends, and which yaku and dora count, in sentences."""

from typing import TYPE_CHECKING

from scoring.points import write
from scoring.ruleset.values import DealerRepeats, Nagashi, OpenRiichi, Renhou, Winners
from scoring.sentences.saying import Sayings, say
from scoring.words import COMMA, Text, gettext_noop, joined, listed

if TYPE_CHECKING:
    from scoring.rules import Ruleset

WINNERS = {
    Winners.HEAD_BUMP: gettext_noop(
        "When several call a win on one discard, only the next in turn after the discarder wins."
    ),
    Winners.TWO: gettext_noop(
        "When two call a win on one discard, both win; when three do, nobody wins: the hand is dealt again with one "
        "honba more, and the deposits stay on the table."
    ),
    Winners.ALL: gettext_noop("When two or three call a win on one discard, all of them win."),
}
BOTH = gettext_noop("When two call a win on one discard, both win.")
DEALER = {
    DealerRepeats.WIN: gettext_noop("The dealer stays dealer after a win, and only then."),
    DealerRepeats.WIN_OR_TENPAI: gettext_noop("The dealer stays dealer after a win, and after a draw when tenpai."),
}
NAGASHI = {
    Nagashi.NOTHING: gettext_noop("Nagashi mangan is not played."),
    Nagashi.WIN: gettext_noop(
        "Nagashi mangan counts as a mangan won by self-draw; nobody is paid for tenpai, and the deal goes on "
        "as after a win."
    ),
    Nagashi.DRAW: gettext_noop(
        "Nagashi mangan is paid like a mangan won by self-draw, instead of the payment for tenpai; "
        "the hand stays a draw, and honba and deposits stay on the table."
    ),
}
RENHOU = {
    Renhou.NOTHING: gettext_noop("A win on a discard before one's first draw (renhou) is no yaku."),
    Renhou.MANGAN: gettext_noop("A win on a discard before one's first draw (renhou) is at least a mangan."),
    Renhou.YAKUMAN: gettext_noop("A win on a discard before one's first draw (renhou) is a yakuman."),
}
OPEN_RIICHI = {
    OpenRiichi.NOTHING: gettext_noop("Open riichi is not played."),
    OpenRiichi.TWO_HAN: gettext_noop("Open riichi is worth two han instead of one."),
    OpenRiichi.YAKUMAN_FED: gettext_noop(
        "Open riichi is played; a player not in riichi who deals into it pays a yakuman."
    ),
}


def hand(rules: "Ruleset") -> Sayings:
    """Riichi, who wins, and how a hand ends without a winner."""
    yield from _riichi(rules)
    winners = rules.hand.winners
    both = rules.players == 3 and winners is not Winners.HEAD_BUMP
    yield say("hand.winners", BOTH if both else WINNERS[winners])
    if rules.hand.noten:
        template = gettext_noop(
            "At an exhaustive draw the noten players together pay {points} points to those in tenpai."
        )
        yield say("hand.noten", template, points=write(rules.hand.noten))
    else:
        yield say("hand.noten", gettext_noop("At an exhaustive draw nobody pays for being noten."))
    yield say("hand.nagashi", NAGASHI[rules.hand.nagashi])
    yield from _abortive(rules)
    yield say("hand.dealer_repeats", DEALER[rules.hand.dealer_repeats])


def _riichi(rules: "Ruleset") -> Sayings:
    if rules.hand.riichi_points:
        template = gettext_noop("Riichi needs {points} points or more.")
        yield say("hand.riichi_points", template, points=write(rules.hand.riichi_points))
    else:
        yield say("hand.riichi_points", gettext_noop("Riichi needs no points: it may be declared below 1,000, too."))
    if rules.hand.riichi_tiles:
        template = gettext_noop("For a riichi at least {tiles} must be left in the wall.")
        tiles = Text(TILES[rules.hand.riichi_tiles])
        yield say("hand.riichi_tiles", template, tiles=tiles)
    else:
        yield say("hand.riichi_tiles", gettext_noop("Riichi may be declared up to the last tile, with no draw left."))


TILES = {
    1: gettext_noop("one tile"),
    2: gettext_noop("two tiles"),
    3: gettext_noop("three tiles"),
    4: gettext_noop("four tiles"),
}


def _abortive(rules: "Ruleset") -> Sayings:
    causes = [Text(choice.label) for choice in rules.hand.abortive]
    if not causes:
        three_calls = rules.hand.winners is Winners.TWO and rules.players == 4
        yield say("hand.abortive", NO_OTHER_ABORTIVE if three_calls else gettext_noop("There are no abortive draws."))
        return
    template = ABORTIVE if len(causes) > 1 else gettext_noop("There is one abortive draw: {causes}.")
    text = joined([Text(template, {"causes": listed(causes, COMMA)}), Text(ABORTED)])
    yield say("hand.abortive", text.template, **text.params)


ABORTIVE = gettext_noop("These are abortive draws: {causes}.")
ABORTED = gettext_noop(
    "The hand is dealt again with the same winds and one honba more; nobody pays for being noten, and riichi deposits "
    "of that hand go back."
)
NO_OTHER_ABORTIVE = gettext_noop("There are no other abortive draws.")


def yaku(rules: "Ruleset") -> Sayings:
    """Yaku and dora that are not the same everywhere."""
    own = rules.hand
    yield say(
        "hand.open_tanyao",
        gettext_noop("Tanyao counts in an open hand, too.")
        if own.open_tanyao
        else gettext_noop("Tanyao counts in a closed hand only."),
    )
    yield say("hand.ippatsu", gettext_noop("Ippatsu counts.") if own.ippatsu else gettext_noop("There is no ippatsu."))
    yield say(
        "hand.more_dora",
        gettext_noop("Ura dora and the dora of quads count.")
        if own.more_dora
        else gettext_noop("Only the first dora indicator counts: no ura dora, no dora of quads."),
    )
    yield say("hand.red_fives", RED_FIVES[min(own.red_fives, 2)], number=str(own.red_fives))
    yield say("hand.renhou", RENHOU[own.renhou])
    yield say("hand.open_riichi", OPEN_RIICHI[own.open_riichi])
    yield say(
        "hand.two_han_minimum",
        gettext_noop("From five honba on a hand needs two han from yaku.")
        if own.two_han_minimum
        else gettext_noop("One han is enough with any number of honba."),
    )


RED_FIVES = (
    gettext_noop("There are no red fives."),
    gettext_noop("There is one red five; it is a dora."),
    gettext_noop("There are {number} red fives; each is a dora."),
)
