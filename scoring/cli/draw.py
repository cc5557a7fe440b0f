"""`python -m scoring draw N 1p E W 2p S --roll 5`: replays a traditional draw of the seat winds."""

import argparse

from scoring.cli.arguments import DONE, Subparsers, add_json, add_parser, answer, integer, refuse
from scoring.draw import DrawProblem, TraditionalDraw, read_row
from scoring.sentences.draw import draw_steps


def add(commands: Subparsers) -> None:
    parser = add_parser(commands, "draw", "play a draw of the seat winds again")
    parser.add_argument(
        "tiles",
        nargs="+",
        metavar="TILE",
        help="the row from left to right: E, S, W, N, an odd and an even number tile",
    )
    parser.add_argument(
        "--roll", type=integer, action="append", required=True, metavar="N", help="both dice; twice for a second roll"
    )
    parser.add_argument(
        "--roller", type=integer, default=0, metavar="SEAT", help="the seat that rolls, 0 to 3 (default: 0)"
    )
    add_json(parser, "one JSON value, lists by seat, 0 to 3 counter-clockwise")
    parser.set_defaults(run=_draw)


def _draw(options: argparse.Namespace) -> int:
    try:
        draw = TraditionalDraw(read_row(options.tiles), tuple(options.roll), options.roller)
    except DrawProblem as problem:
        return refuse(options, problem)
    if options.json:
        return answer(options.command, _json(draw))
    print("\n".join(f"  {number:>2}. {step}" for number, step in enumerate(draw_steps(draw), 1)))
    return DONE


def _json(draw: TraditionalDraw) -> dict[str, object]:
    return {
        "east_seat": draw.east_seat,
        "first": draw.first,
        "end": str(draw.end),
        "laid_out": [str(tile) for tile in draw.laid_out],
        "winds": list(draw.winds),
        "seats": list(draw.seats),
        "steps": [str(step) for step in draw_steps(draw)],
    }
