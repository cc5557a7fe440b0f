"""`python -m scoring tie FILE Anna Ben`: why one player stands above the other."""

import argparse

from scoring.cli.arguments import Argument, Number, WrongCall
from scoring.cli.command import Command, Reply
from scoring.cli.event_ranking import (
    STANDING,
    check_name,
    cut_arguments,
    cuts_of,
    place_of,
    ranked,
    ranked_answer,
    ranking_arguments,
)
from scoring.cli.shape import Said, Shape
from scoring.points import write_p
from scoring.standings.values import Standing


def _tie(options: argparse.Namespace) -> Reply:
    event = ranked(options, options.after, cuts_of(options))
    for name in options.players:
        check_name(name, event.results)
    if len(set(options.players)) < 2:
        raise WrongCall("a player stands neither above nor below themselves: name two")
    above, below = (row for row in event.rows if event.name(row) in options.players)
    said, both = event.reason(above, below), (above, below)
    lines = [f"{place_of(row).strip()}  {event.name(row)}  {write_p(row.total)}" for row in both]
    return ranked_answer(
        event,
        lambda: RESULT(players=[ROW(row, player=event.name(row)) for row in both], said=[said]),
        [*lines, "", str(said)],
    )


ROW = Shape(Standing, STANDING, player=str)
RESULT = Shape(players=[ROW, "the one above first"], said=Said)
COMMAND = Command(
    "tie",
    "say why one player stands above another",
    _tie,
    RESULT,
    ranking_arguments(
        Argument("players", "PLAYER", "two players, as the file names them", nargs=2),
        Number("--after", "in the standings after hanchan N"),
        *cut_arguments("--cut-after"),
    ),
)
