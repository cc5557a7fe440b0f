"""`python -m scoring standings FILE`: places, totals and penalties, and why equal totals are in their order."""

import argparse
from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated

from scoring.cli.arguments import Number
from scoring.cli.command import Command, Reply
from scoring.cli.event_ranking import (
    STANDING,
    RankedEvent,
    cut_arguments,
    cuts_of,
    place_of,
    ranked,
    ranked_answer,
    ranking_arguments,
)
from scoring.cli.shape import Shape
from scoring.messages import Message
from scoring.points import Points, write_p
from scoring.standings.values import HanchanResult, Standing

EXAMPLE = """\
A file has a row for each player, table and hanchan; more columns are ignored:

  hanchan,table,wind,player,points,deposits,penalty_p
  1,1,E,Anna,41000,0,
  1,1,S,Ben,33000,0,30
"""


def _standings(options: argparse.Namespace) -> Reply:
    event = ranked(options, options.after, cuts_of(options))
    reasons = list(_reasons(event))
    lines = [options.rules.title, "", *_lines(event), *([""] if reasons else []), *map(str, reasons)]
    return ranked_answer(
        event, lambda: RESULT(rows=[ROW(row, player=event.name(row)) for row in event.rows], said=reasons), lines
    )


def _reasons(event: RankedEvent) -> Iterator[Message]:
    """Yield, for neighbours with equal totals, why one stands above the other."""
    for above, below in pairwise(event.rows):
        if below.ranked and (above.total, above.tier) == (below.total, below.tier):
            yield event.reason(above, below)


def _lines(event: RankedEvent) -> Iterator[str]:
    """Yield a line for each player, with a line between tiers; carried scores, penalties and cuts only where there are
    any."""
    width = max(len(name) for name in event.results.names) + 2
    columns = [("Total", "total"), ("Carried", "carried_in"), ("Penalty", "penalties"), ("Cut", "adjustment")]
    shown = [
        (title, name) for title, name in columns if name == "total" or any(getattr(row, name) for row in event.rows)
    ]
    yield f"{'Place':<14}{'Player':<{width}}{''.join(f'{title:>9}' for title, _ in shown)}  By hanchan"
    for number, row in enumerate(event.rows):
        if number and row.tier != event.rows[number - 1].tier:
            yield "─" * (14 + width + 9 * len(shown))
        amounts = "".join(f"{_amount(row, name):>9}" for _, name in shown)
        played = " ".join(f"{write_p(one.score) if one else '–':>6}" for one in row.hanchan)
        yield f"{place_of(row):<14}{event.name(row):<{width}}{amounts}  {played}"


def _amount(row: Standing, name: str) -> str:
    amount: Points = getattr(row, name)
    return write_p(-amount if name == "penalties" else amount)


ROW = Shape(
    Standing,
    f"{STANDING} carried_in table_total penalties adjustment tier places hanchan dropped",
    Shape(HanchanResult, "hanchan table wind points place shared uma score"),
    player=str,
)
REASONS = Annotated[list[Message], "why equal totals are in their order"]
RESULT = Shape(rows=[ROW, "best first"], said=REASONS)
COMMAND = Command(
    "standings",
    "rank the results in a file",
    _standings,
    RESULT,
    ranking_arguments(
        Number("--after", "the standings after hanchan N (default: the last)"),
        *cut_arguments("--cut-after"),
    ),
    EXAMPLE,
)
