"""`python -m scoring tie FILE Anna Ben`: why one player stands above the other."""

import argparse

from scoring.cli.arguments import Subparsers, add_parser, integer
from scoring.cli.ranking import (
    add_cut,
    add_ranking,
    check_name,
    cuts_of,
    place_of,
    ranked,
    run_ranking,
    standing_json,
    tell,
)
from scoring.points import write_p


def add(commands: Subparsers) -> None:
    parser = add_parser(commands, "tie", "say why one player stands above another")
    add_ranking(parser)
    parser.add_argument("players", nargs=2, metavar="PLAYER", help="two players, as the file names them")
    parser.add_argument("--after", type=integer, metavar="N", help="in the standings after hanchan N")
    add_cut(parser, "--cut-after")
    parser.set_defaults(run=lambda options: run_ranking(options, _tie))


def _tie(options: argparse.Namespace) -> int:
    event = ranked(options, options.after, cuts_of(options))
    for name in options.players:
        check_name(options, name, event.results)
    if len(set(options.players)) < 2:
        options.parser.error("a player stands neither above nor below themselves: name two")
    above, below = (row for row in event.rows if event.name(row) in options.players)
    said = event.reason(above, below)
    found = [standing_json(event, row) for row in (above, below)]
    lines = [f"{place_of(row).strip()}  {event.name(row)}  {write_p(row.total)}" for row in (above, below)]
    return tell(options, event, {"players": found, "said": [str(said)]}, [*lines, "", str(said)])
