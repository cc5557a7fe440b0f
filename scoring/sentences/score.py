"""Seats, the score of a hanchan, ties and the end of the game, in sentences."""

from scoring.messages import gettext_noop, join, phrase
from scoring.points import write, write_p, write_price
from scoring.rules import Ruleset
from scoring.rules.value_kinds import FloatingUma, write_places
from scoring.rules.values import Bust, Count, EqualPoints, GameLength, Leftover, SeatDraw
from scoring.sentences.sentence import Clauses, clause
from scoring.winds import Wind

PLAYERS = {
    3: gettext_noop("Three players sit at a table; there is no North."),
    4: gettext_noop("Four players sit at a table."),
}
SEAT_DRAW = {
    SeatDraw.TRADITIONAL: gettext_noop(
        "They draw their winds from one tile of each wind, one odd and one even number tile. "
        "Dice decide who draws first."
    ),
    SeatDraw.DIRECT: gettext_noop("They draw their winds from one tile of each wind, face down."),
    SeatDraw.OWN: gettext_noop(
        "Winds are assigned at the table by a fair, random method that the organiser announces."
    ),
}
DRAW_OF_THREE = gettext_noop("They draw their winds from one tile each of East, South and West, face down.")
SHARED = gettext_noop("Players with equal points share a place and divide the value of the places they cover evenly.")
CUT = gettext_noop("A share is truncated to one decimal, and nobody gets the remainder.")
REMAINDER = gettext_noop("Any remainder goes to the earlier starting winds in steps of 100 points.")
BY_SEAT = gettext_noop(
    "If players have equal points, the one with the earlier starting wind takes the better place and its full value."
)
ON_TOP = gettext_noop("The prizes by place, on top of that, are {values}.")
TIES_OKA = gettext_noop("Winners with equal points share uma and oka.")
LEFTOVER = {
    Leftover.LOST: gettext_noop("Riichi deposits left on the table at the end go to nobody."),
    Leftover.WINNER: gettext_noop(
        "Riichi deposits left on the table at the end go to the winner; several winners share them, "
        "rounded down to full hundreds."
    ),
    Leftover.WINNER_REMAINDER: gettext_noop(
        "Riichi deposits left on the table at the end go to the winner; several winners share them, "
        "and any remainder goes to the earlier starting winds."
    ),
    Leftover.FIRST_SEAT: gettext_noop(
        "Riichi deposits left on the table at the end go to the winner; if there are several, "
        "the one with the earliest starting wind gets them all."
    ),
}
LENGTH = {
    GameLength.HANCHAN: gettext_noop("A game is a hanchan: an East round and a South round."),
    GameLength.EAST_ONLY: gettext_noop("A game is East-only (tonpuusen): one East round."),
}
BUST = {
    Bust.NEVER: gettext_noop("There is no bust: play continues below zero points."),
    Bust.BELOW_ZERO: gettext_noop(
        "The game ends as soon as a player is below zero; a player with exactly 0 points plays on."
    ),
    Bust.AT_ZERO: gettext_noop("The game ends as soon as a player has 0 points or less."),
}


def seats(rules: Ruleset) -> Clauses:
    yield clause("players", PLAYERS[rules.players])
    among_three = rules.players == 3 and rules.seat_draw is not SeatDraw.OWN
    yield clause("seat_draw", DRAW_OF_THREE if among_three else SEAT_DRAW[rules.seat_draw])


def score(rules: Ruleset) -> Clauses:
    """Return the starting points, and the worth of the points at the end."""
    yield clause("start", gettext_noop("Everyone starts with {points} points."), points=write(rules.start))
    yield from _goal(rules)
    yield from _uma(rules)
    if rules.prizes:
        on_top = isinstance(rules.uma, FloatingUma) or any(rules.uma)
        template = ON_TOP if on_top else gettext_noop("The prizes by place are {values}.")
        yield clause("prizes", template, values=write_places(rules.prizes))
    else:
        yield clause("prizes", gettext_noop("There are no other prizes by place."))
    yield from _sum(rules)


def _goal(rules: Ruleset) -> Clauses:
    points, oka = write(rules.goal), write_price(rules.oka)
    if rules.count is Count.END_POINTS:
        template = gettext_noop(
            "Scores are end points: everybody except the winner scores points − {points}, and the winner scores what "
            "they are missing in total. Several winners share it. There is no oka."
        )
        yield clause("goal count oka", template, points=points)
    elif rules.oka:
        template = gettext_noop("Scores are counted from {points} points; the winner gets an oka of {oka}.")
        yield clause("goal count oka", template, points=points, oka=oka)
    else:
        yield clause(
            "goal count oka", gettext_noop("Scores are counted from {points} points; there is no oka."), points=points
        )


def _uma(rules: Ruleset) -> Clauses:
    if not isinstance(rules.uma, FloatingUma):
        template = gettext_noop("The uma by place is {values}.") if any(rules.uma) else gettext_noop("There is no uma.")
        yield clause("uma", template, values=write_places(rules.uma))
        return
    follows = gettext_noop("The uma by place follows the number of players with {points} points or more.")
    template = gettext_noop("For {number}: {values}.")
    rows = [
        phrase(template, {"number": str(number), "values": write_places(places)})
        for number, places in enumerate(rules.uma.by_floating)
    ]
    text = join([phrase(follows, {"points": write(rules.goal)}), *rows])
    yield clause("uma", text.text, **text.params)


def _sum(rules: Ruleset) -> Clauses:
    """Return a remark on the sum of a table's scores where it is not zero."""
    below = 0 if rules.count is Count.END_POINTS else (rules.start - rules.goal) * rules.players + rules.oka
    if total := below + sum(rules.prizes):
        template = gettext_noop("So the scores of a table add up to {sum}, not to zero.")
        yield clause("oka start goal prizes", template, sum=write_p(total))


def ties(rules: Ruleset) -> Clauses:
    """Equal points, and deposits left on the table."""
    if rules.ties is EqualPoints.SEAT:
        yield clause("ties", BY_SEAT)
    else:
        cut = phrase(CUT if rules.ties is EqualPoints.SPLIT else REMAINDER)
        text = join([phrase(SHARED), cut, *([phrase(TIES_OKA)] if rules.oka else [])])
        yield clause("ties", text.text, **text.params)
    yield clause("leftover", LEFTOVER[rules.leftover])


def end(rules: Ruleset) -> Clauses:
    """Return the ends of a game other than the clock, and payments before the score."""
    yield clause("length", LENGTH[rules.length])
    last, following = phrase(rules.last_round.label), phrase(Wind.at(rules.last_round.index + 1).label)
    if rules.extension:
        template = gettext_noop(
            "If nobody has {points} points after the {last} round, the {following} round is played until somebody does "
            "or until it ends."
        )
        yield clause("extension length", template, points=write(rules.extension), last=last, following=following)
    else:
        template = gettext_noop("The game ends after the {last} round, whatever the scores.")
        yield clause("extension length", template, last=last)
    yield from _agari_yame(rules)
    yield from _bust(rules)
    yield from _yakitori(rules)


def _agari_yame(rules: Ruleset) -> Clauses:
    if rules.agari_yame and rules.extension:
        template = gettext_noop(
            "In the last hand, a leading dealer who would repeat and has at least {points} points "
            "may end the game instead."
        )
        yield clause("agari_yame extension", template, points=write(rules.extension))
    elif rules.agari_yame:
        template = gettext_noop("In the last hand, a leading dealer who would repeat may end the game instead.")
        yield clause("agari_yame", template)
    else:
        template = gettext_noop("In the last hand, a dealer who repeats plays on and cannot end the game.")
        yield clause("agari_yame", template)


def _bust(rules: Ruleset) -> Clauses:
    yield clause("bust", BUST[rules.bust])
    if rules.bust is Bust.NEVER:
        return
    if rules.bust_prize:
        template = gettext_noop("A bust player pays {points} to the player who took the last points.")
        yield clause("bust_prize", template, points=write_price(rules.bust_prize))
    else:
        yield clause("bust_prize", gettext_noop("There is no prize for a bust."))


def _yakitori(rules: Ruleset) -> Clauses:
    if not rules.yakitori:
        yield clause("yakitori", gettext_noop("Yakitori is not played."))
        return
    template = gettext_noop(
        "Yakitori: a player who has won no hand pays {points} points, before uma and score are counted. "
        "Players who have won one share it evenly, rounded down to full hundreds; when nobody has, nobody pays. "
        "Everybody has a marker and turns it face down with their first win."
    )
    yield clause("yakitori", template, points=write(rules.yakitori))
