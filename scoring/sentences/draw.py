"""The draw of the seat winds in words: instructions, and the steps of a finished draw."""

from collections.abc import Sequence

from scoring.draw import DirectDraw, OwnDraw, TraditionalDraw, WindDraw
from scoring.messages import Message, gettext_noop, phrase
from scoring.rules.values import SeatDraw
from scoring.winds import WINDS

SEAT = gettext_noop("Seat {seat}")
_INSTRUCTIONS = {
    SeatDraw.TRADITIONAL: (
        gettext_noop("Sit down anywhere."),
        gettext_noop(
            "One of you mixes East, South, West, North, one odd and one even number tile face down "
            "and lays the six in a row."
        ),
        gettext_noop(
            "The player opposite rolls two dice and counts to the right, starting with their own seat as 1: "
            "5 and 9 are the roller, 2, 6 and 10 the player to the right, 3, 7 and 11 the player opposite, "
            "4, 8 and 12 the player to the left. The player reached is the provisional East."
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
            "The player with East moves to the seat of the provisional East. South sits to the right of East, "
            "West opposite, North to the left."
        ),
    ),
    SeatDraw.DIRECT: (
        gettext_noop("Sit down anywhere."),
        gettext_noop("One of you mixes East, South, West and North face down."),
        gettext_noop("Everybody takes one tile; the player who mixed them takes the last. Turn them up."),
        gettext_noop("East stays. South sits to the right of East, West opposite, North to the left."),
    ),
    SeatDraw.OWN: (
        gettext_noop("The organiser announces how the winds are drawn."),
        gettext_noop("The method is the same at every table, it is fair, and you do it yourselves at the table."),
        gettext_noop("South sits to the right of East, West opposite, North to the left."),
    ),
}
_AMONG_THREE = (
    gettext_noop("Sit down anywhere."),
    gettext_noop("One of you mixes East, South and West face down."),
    gettext_noop("Everybody takes one tile; the player who mixed them takes the last. Turn them up."),
    gettext_noop("East stays. South sits to the right of East, West to the right of South; nobody sits as North."),
)


def draw_instructions(method: SeatDraw, players: int = 4) -> tuple[Message, ...]:
    """Return the instructions for drawing winds, step by step, for a card on the table or a phone (S2; katch, JPML,
    mjg).

    Three players take one of three winds, unless the organiser has a way of their own: no known rule says more.

    >>> print(draw_instructions(SeatDraw.DIRECT)[1])
    One of you mixes East, South, West and North face down.
    """
    among_three = players == 3 and method is not SeatDraw.OWN
    return tuple(phrase(template) for template in (_AMONG_THREE if among_three else _INSTRUCTIONS[method]))


def draw_steps(draw: WindDraw, names: Sequence[str] = ()) -> tuple[Message, ...]:
    """Return the steps of a finished draw; `names` are the players by seat, by default the seats, counted from 1."""
    people: Sequence[object] = names or [phrase(SEAT, {"seat": str(seat)}) for seat in range(1, 5)]
    began = _opening(draw, people) if isinstance(draw, TraditionalDraw) else _own_way(draw)
    return (*began, *_winds_taken(draw, people), *_moves(draw, people))


def _own_way(draw: DirectDraw | OwnDraw) -> tuple[Message, ...]:
    if isinstance(draw, DirectDraw):
        return ()
    return (phrase(gettext_noop("How the winds were drawn: {how}"), {"how": draw.how}),)


def _opening(draw: TraditionalDraw, people: Sequence[object]) -> tuple[Message, ...]:
    east, roll = people[draw.east_seat], draw.rolls[-1]
    template = gettext_noop("{roller} rolls {roll}: the provisional East is {east}.")
    first = phrase(template, {"roller": people[draw.roller], "roll": str(draw.rolls[0]), "east": east})
    template = gettext_noop("{east} rolls {roll}: {first} takes first.")
    second = phrase(template, {"east": east, "roll": str(roll), "first": people[draw.first]})
    template = gettext_noop("The row {row} becomes {laid_out}.")
    row = phrase(template, {"row": _row(draw.row), "laid_out": _row(draw.laid_out)})
    template = ODD if roll % 2 else EVEN
    end = phrase(template, {"roll": str(roll), "tile": str(draw.end)})
    return (first, *([second] if len(draw.rolls) == 2 else []), row, end)


ODD = gettext_noop("{roll} is odd: the winds are taken from the end with {tile}.")
EVEN = gettext_noop("{roll} is even: the winds are taken from the end with {tile}.")


def _row(tiles: Sequence[object]) -> str:
    return " ".join(map(str, tiles))


def _winds_taken(draw: WindDraw, people: Sequence[object]) -> list[Message]:
    """Return who takes which wind, in the order of taking."""
    first = draw.first if isinstance(draw, TraditionalDraw) else 0
    template = gettext_noop("{player} takes {wind}.")
    order = [(first + turn) % 4 for turn in range(4)]
    return [phrase(template, {"player": people[seat], "wind": phrase(draw.winds[seat].label)}) for seat in order]


def _moves(draw: WindDraw, people: Sequence[object]) -> list[Message]:
    """Return where everybody sits afterwards, East first."""
    moves = []
    for wind in WINDS:
        seat = draw.winds.index(wind)
        then = draw.seats[seat]
        template = STAYS if then == seat else MOVES
        moves.append(phrase(template, {"wind": phrase(wind.label), "player": people[seat], "before": people[then]}))
    return moves


STAYS = gettext_noop("{wind}: {player} stays.")
MOVES = gettext_noop("{wind}: {player} moves to where {before} sat.")
