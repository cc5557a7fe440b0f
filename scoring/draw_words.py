"""A draw of the seat winds in words: how it is done, and what happened in one that was done."""

from collections.abc import Sequence

from scoring.draw import DirectDraw, Draw, OwnDraw, TraditionalDraw
from scoring.ruleset.values import SeatDraw
from scoring.winds import WINDS
from scoring.words import Text, gettext_noop

SEAT = gettext_noop("Seat {seat}")
_INSTRUCTIONS = {
    SeatDraw.TRADITIONAL: (
        gettext_noop("Sit down anywhere."),
        gettext_noop(
            "One of you mixes East, South, West, North, one odd and one even number tile face down "
            "and lays the six in a row."
        ),
        gettext_noop(
            "The player opposite rolls two dice and counts to the right, beginning with the own seat as 1: "
            "5 and 9 are the roller, 2, 6 and 10 the player to the right, 3, 7 and 11 the player opposite, "
            "4, 8 and 12 the player to the left. Whoever is reached is the provisional East."
        ),
        gettext_noop(
            "Turn the row face up. Move the left one of the two number tiles to the left end and the other to the "
            "right end; the winds keep their order."
        ),
        gettext_noop(
            "After an odd roll the winds are taken from the end with the odd tile, after an even roll from the end "
            "with the even tile: the provisional East takes the first, then everybody in turn to the right."
        ),
        gettext_noop(
            "Whoever has East moves to the seat of the provisional East. South sits to the right of East, "
            "West opposite, North to the left."
        ),
    ),
    SeatDraw.DIRECT: (
        gettext_noop("Sit down anywhere."),
        gettext_noop("One of you mixes East, South, West and North face down."),
        gettext_noop("Everybody takes one tile; whoever mixed takes the last one. Turn them up."),
        gettext_noop("East stays. South sits to the right of East, West opposite, North to the left."),
    ),
    SeatDraw.OWN: (
        gettext_noop("The organiser says how the winds are drawn."),
        gettext_noop("It is the same way at every table, it is fair, and you do it yourselves at the table."),
        gettext_noop("South sits to the right of East, West opposite, North to the left."),
    ),
}


_AMONG_THREE = (
    gettext_noop("Sit down anywhere."),
    gettext_noop("One of you mixes East, South and West face down."),
    gettext_noop("Everybody takes one tile; whoever mixed takes the last one. Turn them up."),
    gettext_noop("East stays. South sits to the right of East, West to the right of South; nobody sits as North."),
)


def instructions(method: SeatDraw, players: int = 4) -> tuple[Text, ...]:
    """How players draw their winds, step by step, for a card on the table or a phone (S2; katch, JPML, mjg).

    Three players take one of three winds, unless the organiser has a way of their own: no rule that was read says more.

    >>> print(instructions(SeatDraw.DIRECT)[1])
    One of you mixes East, South, West and North face down.
    """
    among_three = players == 3 and method is not SeatDraw.OWN
    return tuple(Text(template) for template in (_AMONG_THREE if among_three else _INSTRUCTIONS[method]))


def steps(draw: Draw, names: Sequence[str] = ()) -> tuple[Text, ...]:
    """What happened, step by step; `names` are the players of seats 0 to 3, else they are called by their seats."""
    who: Sequence[object] = names or [Text(SEAT, {"seat": str(seat)}) for seat in range(4)]
    began = _began(draw, who) if isinstance(draw, TraditionalDraw) else _said(draw)
    return (*began, *_taken(draw, who), *_moves(draw, who))


def _said(draw: DirectDraw | OwnDraw) -> tuple[Text, ...]:
    if isinstance(draw, DirectDraw):
        return ()
    return (Text(gettext_noop("The winds were drawn in this way: {how}"), {"how": draw.how}),)


def _began(draw: TraditionalDraw, who: Sequence[object]) -> tuple[Text, ...]:
    east, roll = who[draw.east_seat], draw.rolls[-1]
    template = gettext_noop("{roller} rolls {roll}: the provisional East is {east}.")
    first = Text(template, {"roller": who[draw.roller], "roll": str(draw.rolls[0]), "east": east})
    template = gettext_noop("{east} rolls {roll}: {first} takes first.")
    second = Text(template, {"east": east, "roll": str(roll), "first": who[draw.first]})
    template = gettext_noop("The row {row} becomes {laid_out}.")
    row = Text(template, {"row": _row(draw.row), "laid_out": _row(draw.laid_out)})
    template = ODD if roll % 2 else EVEN
    end = Text(template, {"roll": str(roll), "tile": str(draw.end)})
    return (first, *([second] if len(draw.rolls) == 2 else []), row, end)


ODD = gettext_noop("{roll} is odd: the winds are taken from the end with {tile}.")
EVEN = gettext_noop("{roll} is even: the winds are taken from the end with {tile}.")


def _row(tiles: Sequence[object]) -> str:
    return " ".join(map(str, tiles))


def _taken(draw: Draw, who: Sequence[object]) -> list[Text]:
    """Who takes which wind, in the order of taking."""
    first = draw.first if isinstance(draw, TraditionalDraw) else 0
    template = gettext_noop("{player} takes {wind}.")
    order = [(first + turn) % 4 for turn in range(4)]
    return [Text(template, {"player": who[seat], "wind": Text(draw.winds[seat].label)}) for seat in order]


def _moves(draw: Draw, who: Sequence[object]) -> list[Text]:
    """Where everybody sits then, East first."""
    said = []
    for wind in WINDS:
        seat = draw.winds.index(wind)
        then = draw.seats[seat]
        template = STAYS if then == seat else MOVES
        said.append(Text(template, {"wind": Text(wind.label), "player": who[seat], "before": who[then]}))
    return said


STAYS = gettext_noop("{wind}: {player} stays.")
MOVES = gettext_noop("{wind}: {player} moves to where {before} sat.")
