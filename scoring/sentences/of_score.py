"""Seats, the score of a hanchan, ties and the end of the game, in sentences."""

from typing import TYPE_CHECKING

from scoring.points import write, write_p, write_price
from scoring.ruleset.places import signed
from scoring.ruleset.values import Bust, Count, Leftover, SeatDraw, Ties
from scoring.sentences.saying import Sayings, say
from scoring.uma import FloatingUma
from scoring.words import Text, gettext_noop, joined

if TYPE_CHECKING:
    from scoring.rules import Ruleset

PLAYERS = {
    3: gettext_noop("Three players sit at a table; there is no North."),
    4: gettext_noop("Four players sit at a table."),
}
SEAT_DRAW = {
    SeatDraw.TRADITIONAL: gettext_noop(
        "They draw their winds from one tile of each wind, an odd and an even tile; dice say who draws first."
    ),
    SeatDraw.DIRECT: gettext_noop("They draw their winds from one tile of each wind, face down."),
    SeatDraw.OWN: gettext_noop(
        "They get their winds at the table in a fair and random way of their own, which the organiser announces."
    ),
}
DRAW_OF_THREE = gettext_noop("They draw their winds from one tile each of East, South and West, face down.")
SHARED = gettext_noop("Players with equal points share a place, and share evenly what the places they cover are worth.")
CUT = gettext_noop("A share keeps one decimal, the rest is cut off and nobody gets it.")
REMAINDER = gettext_noop("What does not divide goes in steps of 100 points to the earlier starting winds.")
BY_SEAT = gettext_noop(
    "Of players with equal points the one with the earlier starting wind has the better place and all it is worth."
)
ON_TOP = gettext_noop("The prizes by place, on top of that, are {values}.")
TIES_OKA = gettext_noop("Winners with equal points share uma and oka.")
LEFTOVER = {
    Leftover.LOST: gettext_noop("Riichi deposits left on the table at the end go to nobody."),
    Leftover.WINNER: gettext_noop(
        "Riichi deposits left on the table at the end go to the winner; several winners share them, "
        "cut off to full hundreds."
    ),
    Leftover.WINNER_REMAINDER: gettext_noop(
        "Riichi deposits left on the table at the end go to the winner; several winners share them, "
        "and what does not divide goes to the earlier starting winds."
    ),
    Leftover.FIRST_SEAT: gettext_noop(
        "Riichi deposits left on the table at the end go to the winner; of several winners "
        "the one with the earliest starting wind gets them all."
    ),
}
BUST = {
    Bust.NEVER: gettext_noop("Nobody is ever bust: play goes on below zero points."),
    Bust.BELOW_ZERO: gettext_noop("The game ends as soon as a player is below zero; with exactly 0 points it goes on."),
    Bust.AT_ZERO: gettext_noop("The game ends as soon as a player has 0 points or less."),
}


def seats(rules: "Ruleset") -> Sayings:
    yield say("players", PLAYERS[rules.players])
    among_three = rules.players == 3 and rules.seat_draw is not SeatDraw.OWN
    yield say("seat_draw", DRAW_OF_THREE if among_three else SEAT_DRAW[rules.seat_draw])


def score(rules: "Ruleset") -> Sayings:
    """What a player starts with, and what the points at the end are worth."""
    yield say("start", gettext_noop("Everyone starts with {points} points."), points=write(rules.start))
    yield from _goal(rules)
    yield from _uma(rules)
    if rules.prizes:
        on_top = isinstance(rules.uma, FloatingUma) or any(rules.uma)
        template = ON_TOP if on_top else gettext_noop("The prizes by place are {values}.")
        yield say("prizes", template, values=signed(rules.prizes))
    else:
        yield say("prizes", gettext_noop("There are no other prizes by place."))
    yield from _sum(rules)


def _goal(rules: "Ruleset") -> Sayings:
    points, oka = write(rules.goal), write_price(rules.oka)
    if rules.count is Count.END_POINTS:
        template = gettext_noop(
            "Scores are end points: everybody but the winner counts what is above or below {points} points, "
            "and the winner gets the sum of it, without its sign; several winners share it. There is no oka."
        )
        yield say("goal count oka", template, points=points)
    elif rules.oka:
        template = gettext_noop("Scores count from {points} points; the winner gets an oka of {oka}.")
        yield say("goal count oka", template, points=points, oka=oka)
    else:
        yield say("goal count oka", gettext_noop("Scores count from {points} points; there is no oka."), points=points)


def _uma(rules: "Ruleset") -> Sayings:
    if not isinstance(rules.uma, FloatingUma):
        template = gettext_noop("The uma by place is {values}.") if any(rules.uma) else gettext_noop("There is no uma.")
        yield say("uma", template, values=signed(rules.uma))
        return
    follows = gettext_noop("The uma by place follows the number of players with {points} points or more.")
    template = gettext_noop("For {number}: {values}.")
    rows = [
        Text(template, {"number": str(number), "values": signed(places)})
        for number, places in enumerate(rules.uma.by_floating)
    ]
    text = joined([Text(follows, {"points": write(rules.goal)}), *rows])
    yield say("uma", text.template, **text.params)


def _sum(rules: "Ruleset") -> Sayings:
    """Said only where a table's scores do not cancel out."""
    below = 0 if rules.count is Count.END_POINTS else (rules.start - rules.goal) * rules.players + rules.oka
    if total := below + sum(rules.prizes):
        template = gettext_noop("So the scores of a table add up to {sum}, not to zero.")
        yield say("oka start goal prizes", template, sum=write_p(total))


def ties(rules: "Ruleset") -> Sayings:
    """Equal points, and what is left on the table."""
    if rules.ties is Ties.SEAT:
        yield say("ties", BY_SEAT)
    else:
        cut = Text(CUT if rules.ties is Ties.SPLIT else REMAINDER)
        text = joined([Text(SHARED), cut, *([Text(TIES_OKA)] if rules.oka else [])])
        yield say("ties", text.template, **text.params)
    yield say("leftover", LEFTOVER[rules.leftover])


def end(rules: "Ruleset") -> Sayings:
    """What ends a game but the clock, and what is settled before the score."""
    if rules.extension:
        template = gettext_noop(
            "When nobody has {points} points after the South round, the West round is played until somebody has them, "
            "or to its end."
        )
        yield say("extension", template, points=write(rules.extension))
    else:
        yield say("extension", gettext_noop("The game ends after the South round, however many points anybody has."))
    yield from _agari_yame(rules)
    yield from _bust(rules)
    yield from _yakitori(rules)


def _agari_yame(rules: "Ruleset") -> Sayings:
    if rules.agari_yame and rules.extension:
        template = gettext_noop(
            "A dealer who stays dealer in the last hand, leads and has {points} points or more may end the game "
            "instead of playing on."
        )
        yield say("agari_yame extension", template, points=write(rules.extension))
    elif rules.agari_yame:
        template = gettext_noop(
            "A dealer who stays dealer in the last hand and leads may end the game instead of playing on."
        )
        yield say("agari_yame", template)
    else:
        template = gettext_noop("A dealer who stays dealer in the last hand plays on and cannot end the game.")
        yield say("agari_yame", template)


def _bust(rules: "Ruleset") -> Sayings:
    yield say("bust", BUST[rules.bust])
    if rules.bust is Bust.NEVER:
        return
    if rules.bust_prize:
        template = gettext_noop("A bust player gives {points} to the one who took the last points.")
        yield say("bust_prize", template, points=write_price(rules.bust_prize))
    else:
        yield say("bust_prize", gettext_noop("There is no prize for a bust."))


def _yakitori(rules: "Ruleset") -> Sayings:
    if not rules.yakitori:
        yield say("yakitori", gettext_noop("Yakitori is not played."))
        return
    template = gettext_noop(
        "Yakitori: whoever has won no hand pays {points} points, before uma and score are counted. "
        "Those who have won one share it evenly, cut off to full hundreds; when nobody has, nobody pays."
    )
    yield say("yakitori", template, points=write(rules.yakitori))
