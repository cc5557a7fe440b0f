"""`python -m scoring draw N 1p E W 2p S --roll 5`: replays a draw of the seat winds, traditional or direct."""

import argparse
from typing import Literal

from scoring.cli.arguments import Argument, Flag, Number, WrongCall, integer
from scoring.cli.command import Command, Reply
from scoring.cli.shape import Said, Shape
from scoring.draw import DirectDraw, TraditionalDraw, read_row, read_winds
from scoring.sentences.draw import draw_steps


def _draw(options: argparse.Namespace) -> Reply:
    _check(options)
    draw = _direct(options) if options.direct else _traditional(options)
    lines = (f"  {number:>2}. {step}" for number, step in enumerate(draw_steps(draw), 1))
    return Reply(lambda: _result(draw), lines)


def _check(options: argparse.Namespace) -> None:
    """Refuse options of the other draw."""
    if options.direct and (options.roll or options.roller is not None):
        raise WrongCall("a direct draw has no dice: --roll and --roller go with the row of six tiles")
    if not options.direct and options.east_seat is not None:
        raise WrongCall("--east-seat goes with --direct; in a traditional draw the dice say where East sits")
    if not options.direct and not options.roll:
        raise WrongCall("the following arguments are required: --roll (or --direct)")


def _traditional(options: argparse.Namespace) -> TraditionalDraw:
    return TraditionalDraw(read_row(options.tiles), tuple(options.roll), _seat(options.roller) or 0)


def _direct(options: argparse.Namespace) -> DirectDraw:
    return DirectDraw(read_winds(options.tiles), _seat(options.east_seat))


def _seat(counted: int | None) -> int | None:
    """Return the seat, which people count from 1."""
    return None if counted is None else counted - 1


def _result(draw: TraditionalDraw | DirectDraw) -> dict[str, object]:
    if isinstance(draw, DirectDraw):
        return DIRECT(draw, kind="direct", steps=draw_steps(draw))
    return TRADITIONAL(draw, kind="traditional", steps=draw_steps(draw))


DIRECT = Shape(DirectDraw, "winds seats", kind=Literal["direct"], steps=Said)
TRADITIONAL = Shape(
    TraditionalDraw, "east_seat first end laid_out winds seats", kind=Literal["traditional"], steps=Said
)
COMMAND = Command(
    "draw",
    "play a draw of the seat winds again",
    _draw,
    (TRADITIONAL, DIRECT),
    (
        Argument(
            "tiles",
            "TILE",
            "the row from left to right: E, S, W, N, an odd and an even number tile; with --direct the winds",
            nargs="+",
        ),
        Number("--roll", "both dice; twice for a second roll", action="append"),
        Argument("--roller", "SEAT", "the seat that rolls, 1 to 4 (default: 1)", integer),
        Flag(
            "--direct",
            "everybody takes one of four winds (WRC 2015); the tiles are those of seats 1 to 4, counter-clockwise",
        ),
        Argument("--east-seat", "SEAT", "with --direct: where East sits (default: East stays)", integer),
    ),
    json="one JSON value, lists by seat, counter-clockwise; it counts the seats from 0",
)
