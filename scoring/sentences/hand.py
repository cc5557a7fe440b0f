"""The play of a hand, its worth and payments, yaku and dora, in sentences."""

from scoring.messages import COMMA, OR, gettext_noop, join, list_text, phrase
from scoring.points import write
from scoring.rules import Ruleset
from scoring.rules.values import (
    Abortive,
    AbortiveDeposits,
    DealerRepeats,
    HonbaTo,
    KazoeYakuman,
    Liability,
    Nagashi,
    OpenRiichi,
    Renhou,
    SevenPairs,
    Winners,
)
from scoring.sentences.sentence import Clauses, clause

WINNERS = {
    Winners.HEAD_BUMP: gettext_noop(
        "If several players call a win on the same discard, only the next in turn after the discarder wins."
    ),
    Winners.TWO: gettext_noop(
        "If two players call a win on the same discard, both win. If three do, nobody wins: the hand is dealt again "
        "with one more honba, and the deposits stay on the table."
    ),
    Winners.ALL: gettext_noop("If two or three players call a win on the same discard, all of them win."),
}
BOTH = gettext_noop("If two players call a win on the same discard, both win.")
DEALER = {
    DealerRepeats.WIN: gettext_noop("The dealer stays dealer only after winning."),
    DealerRepeats.WIN_OR_TENPAI: gettext_noop("The dealer stays dealer after winning, or after a draw if tenpai."),
}
NAGASHI = {
    Nagashi.NOTHING: gettext_noop("Nagashi mangan is not played."),
    Nagashi.WIN: gettext_noop(
        "Nagashi mangan (a closed hand, only terminals and honours discarded, none of them called) counts as a mangan "
        "won by self-draw, without any other yaku or dora; nobody is paid for tenpai, and the deal goes on as after a "
        "win."
    ),
    Nagashi.DRAW: gettext_noop(
        "Nagashi mangan (only terminals and honours discarded, none of them called) is paid like a mangan won by "
        "self-draw, instead of the payment for tenpai; the hand stays a draw, and honba and deposits stay on the table."
    ),
}
RENHOU = {
    Renhou.NOTHING: gettext_noop("A win on a discard before one's first draw (renhou) is not a yaku."),
    Renhou.FOUR_HAN: gettext_noop(
        "A win on a discard before one's first draw (renhou) is worth four han, added to other yaku."
    ),
    Renhou.FIVE_HAN: gettext_noop(
        "A win on a discard before one's first draw (renhou) is worth five han, added to other yaku."
    ),
    Renhou.MANGAN: gettext_noop("A win on a discard before one's first draw (renhou) is at least a mangan."),
    Renhou.MANGAN_ALONE: gettext_noop(
        "A win on a discard before one's first draw (renhou) is a mangan, whatever else the hand has, unless it is a "
        "yakuman."
    ),
    Renhou.YAKUMAN: gettext_noop("A win on a discard before one's first draw (renhou) is a yakuman."),
}
OPEN_RIICHI = {
    OpenRiichi.NOTHING: gettext_noop("Open riichi is not played."),
    OpenRiichi.TWO_HAN: gettext_noop(
        "Open riichi is worth two han instead of one; it does not combine with double riichi. The declaration says so, "
        "and the whole hand is shown with it, before the deposit is paid. Dealing into it costs no more than usual."
    ),
    OpenRiichi.YAKUMAN_FED: gettext_noop(
        "Open riichi is played. A player who deals into it without being in riichi pays a yakuman."
    ),
}


def hand(rules: Ruleset) -> Clauses:
    """Riichi, winners, and hands without a winner."""
    yield from _riichi(rules)
    winners = rules.hand.winners
    both = rules.players == 3 and winners is not Winners.HEAD_BUMP
    yield clause("hand.winners", BOTH if both else WINNERS[winners])
    if rules.hand.noten:
        template = gettext_noop(
            "At an exhaustive draw the noten players together pay {points} points to those in tenpai."
        )
        yield clause("hand.noten", template, points=write(rules.hand.noten))
    else:
        yield clause("hand.noten", gettext_noop("At an exhaustive draw nobody pays for being noten."))
    yield clause("hand.nagashi", NAGASHI[rules.hand.nagashi])
    yield from _abortive(rules)
    yield clause("hand.dealer_repeats", DEALER[rules.hand.dealer_repeats])


def _riichi(rules: Ruleset) -> Clauses:
    if rules.hand.riichi_points:
        template = gettext_noop("Riichi requires at least {points} points.")
        yield clause("hand.riichi_points", template, points=write(rules.hand.riichi_points))
    else:
        yield clause(
            "hand.riichi_points", gettext_noop("Riichi may be declared with any number of points, even below 1,000.")
        )
    if rules.hand.riichi_tiles:
        template = gettext_noop("Riichi requires at least {tiles} left in the wall.")
        tiles = phrase(TILES[rules.hand.riichi_tiles])
        yield clause("hand.riichi_tiles", template, tiles=tiles)
    else:
        yield clause(
            "hand.riichi_tiles", gettext_noop("Riichi may be declared up to the last tile, with no draw left.")
        )


TILES = {
    1: gettext_noop("one tile"),
    2: gettext_noop("two tiles"),
    3: gettext_noop("three tiles"),
    4: gettext_noop("four tiles"),
}


def _abortive(rules: Ruleset) -> Clauses:
    causes = [phrase(choice.label) for choice in rules.hand.abortive]
    conditions = [phrase(CONDITIONS[choice]) for choice in rules.hand.abortive]
    if Abortive.FOUR_QUADS not in rules.hand.abortive:
        conditions.append(phrase(gettext_noop("Four quads do not end the hand; nobody may make a fifth.")))
    if causes:
        template = ABORTIVE if len(causes) > 1 else gettext_noop("There is one abortive draw: {causes}.")
        said = [phrase(template, {"causes": list_text(causes, COMMA)}), phrase(ABORTED)]
    else:
        three_calls = rules.hand.winners is Winners.TWO and rules.players == 4
        said = [phrase(NO_OTHER_ABORTIVE if three_calls else gettext_noop("There are no abortive draws."))]
    text = join([*said, *conditions])
    yield clause("hand.abortive", text.text, **text.params)
    if causes:
        yield from _abortive_deposits(rules)


def _abortive_deposits(rules: Ruleset) -> Clauses:
    """The riichi deposits; where they go back, what S0 Mod.5.2.3 says of four riichi belongs to it."""
    said = [phrase(ABORTIVE_DEPOSITS[rules.hand.abortive_deposits])]
    if rules.hand.abortive_deposits is AbortiveDeposits.RETURNED and Abortive.FOUR_RIICHI in rules.hand.abortive:
        said.append(phrase(FOUR_SHOWN))
    text = join(said)
    yield clause("hand.abortive_deposits", text.text, **text.params)


CONDITIONS = {
    Abortive.NINE_TERMINALS: gettext_noop(
        "Nine terminals and honours: a player with at least nine different ones in the starting hand and first draw "
        "may end the hand by showing it, unless somebody has called a tile or declared a concealed quad. A riichi does "
        "not prevent it."
    ),
    Abortive.FOUR_WINDS: gettext_noop(
        "Four equal winds: the hand ends if all players discard the same wind in the first turn, unless somebody has "
        "called a tile or declared a concealed quad. A riichi does not prevent it."
    ),
    Abortive.FOUR_RIICHI: gettext_noop(
        "Four riichi: the hand ends if all players have declared riichi and nobody wins on the discard after the "
        "fourth."
    ),
    Abortive.FOUR_QUADS: gettext_noop(
        "Four quads: the hand ends if several players have made four quads and nobody wins on the discard after the "
        "fourth. It goes on if all four are one player's; nobody may make a fifth."
    ),
}

ABORTIVE = gettext_noop("These are abortive draws: {causes}.")
ABORTED = gettext_noop("The hand is dealt again with the same winds and one more honba. Nobody pays for being noten.")
ABORTIVE_DEPOSITS = {
    AbortiveDeposits.RETURNED: gettext_noop(
        "After an abortive draw the riichi deposits from that hand go back to those who paid them."
    ),
    AbortiveDeposits.STAY: gettext_noop(
        "After an abortive draw the riichi deposits from that hand stay on the table for the next winner."
    ),
}
FOUR_SHOWN = gettext_noop(
    "After four riichi all hands are shown; an invalid riichi is a chonbo, and no honba is added then."
)
NO_OTHER_ABORTIVE = gettext_noop("There are no other abortive draws.")


def yaku(rules: Ruleset) -> Clauses:
    """Yaku and dora that differ between rule sets."""
    own = rules.hand
    yield clause(
        "hand.open_tanyao",
        gettext_noop("Open tanyao is allowed.") if own.open_tanyao else gettext_noop("Tanyao requires a closed hand."),
    )
    yield clause(
        "hand.ippatsu", gettext_noop("Ippatsu counts.") if own.ippatsu else gettext_noop("There is no ippatsu.")
    )
    yield clause(
        "hand.more_dora",
        gettext_noop("Ura dora and kan dora count.")
        if own.more_dora
        else gettext_noop("Only the first dora indicator counts: no ura dora, no kan dora."),
    )
    yield clause("hand.red_fives", RED_FIVES[min(own.red_fives, 2)], number=str(own.red_fives))
    yield clause("hand.renhou", RENHOU[own.renhou])
    yield clause(
        "hand.orphans_rob_quad",
        gettext_noop("Thirteen Orphans may be won by robbing a concealed quad.")
        if own.orphans_rob_quad
        else gettext_noop("A concealed quad cannot be robbed, not even for Thirteen Orphans."),
    )
    yield clause(
        "hand.green_dragon",
        gettext_noop("All Green must contain the green dragon.")
        if own.green_dragon
        else gettext_noop("All Green does not need the green dragon."),
    )
    yield from _other_yakuman(rules)
    yield clause("hand.open_riichi", OPEN_RIICHI[own.open_riichi])
    yield clause(
        "hand.two_han_minimum",
        gettext_noop(
            "From five honba, a hand needs two han from yaku; dora do not count. Riichi may be declared before they "
            "are certain."
        )
        if own.two_han_minimum
        else gettext_noop("One han is enough with any number of honba."),
    )


def _other_yakuman(rules: Ruleset) -> Clauses:
    if played := rules.hand.other_yakuman:
        named = list_text([phrase(choice.label) for choice in played], COMMA)
        yield clause("hand.other_yakuman", gettext_noop("Also a yakuman: {named}."), named=named)
    else:
        yield clause(
            "hand.other_yakuman",
            gettext_noop("Big Wheels (daisharin) and the eighth win in a row (paarenchan) are not yakuman."),
        )


RED_FIVES = (
    gettext_noop("There are no red fives."),
    gettext_noop("There is one red five; it is a dora, and two if an indicator points to it as well."),
    gettext_noop("There are {number} red fives; each is a dora, and two if an indicator points to it as well."),
)
COUNTED = {
    KazoeYakuman.SANBAIMAN: gettext_noop("13 or more han without a yakuman are paid as a sanbaiman."),
    KazoeYakuman.YAKUMAN: gettext_noop("13 or more han without a yakuman are paid as a yakuman."),
}
HONBA_TO = {
    HonbaTo.EACH: gettext_noop("If several players win, each gets the honba, and the first in turn gets the deposits."),
    HonbaTo.FIRST: gettext_noop("If several players win, the first in turn gets the honba and the deposits."),
}
LIABLE = {
    Liability.FED_YAKUMAN: gettext_noop(
        "A player who feeds the last set of {sets} while the others are open is liable for that yakuman: pays all "
        "of it when it is self-drawn, with the honba if the hand has no other yakuman, and half of it when another "
        "discards the winning tile. The rest is paid as if nobody were liable."
    ),
    Liability.WHOLE_HAND: gettext_noop(
        "A player who feeds the last set of {sets} while the others are open is liable for the hand: pays all of it "
        "when it is self-drawn, honba too, and half of it when another discards the winning tile, who then pays the "
        "honba."
    ),
    Liability.SELF_DRAW: gettext_noop(
        "A player who feeds the last set of {sets} while the others are open is liable for the hand: pays all of it "
        "when it is self-drawn, honba too. When another discards the winning tile, that player alone pays."
    ),
}


SEVEN_PAIRS = {
    SevenPairs.TWO_HAN: gettext_noop("Seven pairs are worth two han and always 25 fu."),
    SevenPairs.ONE_HAN: gettext_noop("Seven pairs are worth one han and always 50 fu."),
}


def payments(rules: Ruleset) -> Clauses:
    """Limits, yakuman, fu, honba, liability."""
    own = rules.hand
    yield clause(
        "hand.kiriage",
        gettext_noop("4 han 30 fu and 3 han 60 fu are rounded up to a mangan.")
        if own.kiriage
        else gettext_noop("4 han 30 fu and 3 han 60 fu are paid as they are, not as a mangan."),
    )
    yield clause("hand.counted", COUNTED[own.counted])
    yield clause(
        "hand.several_yakuman",
        gettext_noop("Several yakuman in one hand add up.")
        if own.several_yakuman
        else gettext_noop("Several yakuman in one hand are paid as one."),
    )
    yield clause(
        "hand.double_yakuman",
        gettext_noop(
            "Big Four Winds count double, and so do Four Concealed Triplets waiting for the pair, Thirteen Orphans on "
            "thirteen waits and Nine Gates on nine."
        )
        if own.double_yakuman
        else gettext_noop("No yakuman counts double for its wait or its size."),
    )
    yield clause(
        "hand.double_wind_fu", gettext_noop("A pair of double winds gives {fu} fu."), fu=str(own.double_wind_fu)
    )
    yield clause(
        "hand.pinfu_tsumo",
        gettext_noop("Pinfu counts with a self-draw; the hand then has 20 fu.")
        if own.pinfu_tsumo
        else gettext_noop("Pinfu does not count with a self-draw."),
    )
    yield clause("hand.seven_pairs", SEVEN_PAIRS[own.seven_pairs])
    yield clause(
        "hand.after_quad_fu",
        gettext_noop("A win on the replacement tile of a quad has the 2 fu of a self-draw.")
        if own.after_quad_fu
        else gettext_noop("A win on the replacement tile of a quad has no fu for the self-draw."),
    )
    yield from _honba(rules)
    yield from _liability(rules)
    if rules.players == 3:
        yield clause(
            "hand.tsumo_loss",
            gettext_noop("On a self-draw nobody pays the share of the missing player.")
            if own.tsumo_loss
            else gettext_noop("On a self-draw the other two pay the share of the missing player, half each."),
        )


def _honba(rules: Ruleset) -> Clauses:
    own = rules.hand
    if not own.honba:
        yield clause("hand.honba", gettext_noop("Honba add nothing to a win."))
        return
    template = gettext_noop(
        "Each honba adds {all} points to a win: all from the discarder, or {each} from each player."
    )
    yield clause("hand.honba", template, all=write(own.honba * (rules.players - 1)), each=write(own.honba))
    if own.winners is not Winners.HEAD_BUMP:
        yield clause("hand.honba_to", HONBA_TO[own.honba_to])


def _liability(rules: Ruleset) -> Clauses:
    if rules.hand.liability:
        sets = list_text([phrase(choice.label) for choice in rules.hand.liability], OR)
        yield clause("hand.liability hand.liable_for", LIABLE[rules.hand.liable_for], sets=sets)
    else:
        yield clause("hand.liability", gettext_noop("There is no liability for feeding the last set of a yakuman."))
