"""`python -m scoring draw N 1p E W 2p S --roll 5`: replays a draw of the seat winds, traditional or direct."""

import argparse

from scoring.cli.arguments import DONE, Subparsers, add_json, add_parser, answer, integer, refuse
from scoring.draw import DirectDraw, DrawProblem, TraditionalDraw, read_row, read_winds
from scoring.sentences.draw import draw_steps


def add(commands: Subparsers) -> None:
    parser = add_parser(commands, "draw", "play a draw of the seat winds again")
    parser.add_argument(
        "tiles",
        nargs="+",
        metavar="TILE",
        help="the row from left to right: E, S, W, N, an odd and an even number tile; with --direct the winds",
    )
    parser.add_argument("--roll", type=integer, action="append", metavar="N", help="both dice; twice for a second roll")
    parser.add_argument("--roller", type=integer, metavar="SEAT", help="the seat that rolls, 1 to 4 (default: 1)")
    parser.add_argument(
        "--direct",
        action="store_true",
        help="everybody takes one of four winds (WRC 2015); the tiles are those of seats 1 to 4, counter-clockwise",
    )
    parser.add_argument(
        "--east-seat", type=integer, metavar="SEAT", help="with --direct: where East sits (default: East stays)"
    )
    add_json(parser, "one JSON value, lists by seat, counter-clockwise; it counts the seats from 0")
    parser.set_defaults(run=_draw)


def _draw(options: argparse.Namespace) -> int:
    _check(options)
    try:
        draw = _direct(options) if options.direct else _traditional(options)
    except DrawProblem as problem:
        return refuse(options, problem)
    if options.json:
        return answer(options.command, _json(draw))
    print("\n".join(f"  {number:>2}. {step}" for number, step in enumerate(draw_steps(draw), 1)))
    return DONE


def _check(options: argparse.Namespace) -> None:
    """Refuse options of the other draw."""
    if options.direct and (options.roll or options.roller is not None):
        options.parser.error("a direct draw has no dice: --roll and --roller go with the row of six tiles")
    if not options.direct and options.east_seat is not None:
        options.parser.error("--east-seat goes with --direct; in a traditional draw the dice say where East sits")
    if not options.direct and not options.roll:
        options.parser.error("the following arguments are required: --roll (or --direct)")


def _traditional(options: argparse.Namespace) -> TraditionalDraw:
    return TraditionalDraw(read_row(options.tiles), tuple(options.roll), _seat(options.roller) or 0)


def _direct(options: argparse.Namespace) -> DirectDraw:
    return DirectDraw(read_winds(options.tiles), _seat(options.east_seat))


def _seat(counted: int | None) -> int | None:
    """Return the seat, which people count from 1."""
    return None if counted is None else counted - 1


def _json(draw: TraditionalDraw | DirectDraw) -> dict[str, object]:
    taken = {"winds": list(draw.winds), "seats": list(draw.seats), "steps": [str(step) for step in draw_steps(draw)]}
    if isinstance(draw, DirectDraw):
        return {"kind": "direct", **taken}
    laid_out = [str(tile) for tile in draw.laid_out]
    rolled = {"east_seat": draw.east_seat, "first": draw.first, "end": str(draw.end), "laid_out": laid_out}
    return {"kind": "traditional", **rolled, **taken}
