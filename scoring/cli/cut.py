"""`python -m scoring cut FILE --after 4 --keep 16 --carry half`: who is above the line, and what is carried over."""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

from scoring.cli.command import Command, Reply
from scoring.cli.event_ranking import (
    STANDING,
    RankedEvent,
    cut_arguments,
    cut_of,
    place_of,
    ranked,
    ranked_answer,
    ranking_arguments,
    refuse_tied,
)
from scoring.cli.shape import Shape
from scoring.points import FromZero, Points, write_p
from scoring.standings.cut import Cut, TiedLine
from scoring.standings.players import tiers
from scoring.standings.values import Standing


def _cut(options: argparse.Namespace) -> Reply:
    cut = cut_of(options, options.after)
    event = ranked(options, cut.after)
    try:
        division = tiers(event.rows, *cut.sizes)
    except TiedLine as tied:
        refuse_tied(tied, event.results.names)
    lines = [CutLine(row, division[row.player], cut) for row in event.rows if row.ranked]
    return ranked_answer(
        event, lambda: RESULT(cut, rows=[_result(event, one) for one in lines]), _texts(event, cut, lines)
    )


@dataclass(frozen=True, slots=True)
class CutLine:
    """A ranked player at the cut; division 0 is above the first line."""

    row: Standing
    division: int
    cut: Cut

    @property
    def carried(self) -> Points:
        """The part of the total that is carried over, in points."""
        return self.cut.carry(self.row.total, self.division)


def _result(event: RankedEvent, one: CutLine) -> dict[str, object]:
    return ROW(one.row, player=event.name(one.row), division=one.division, carried=one.carried)


def _texts(event: RankedEvent, cut: Cut, lines: Sequence[CutLine]) -> Iterator[str]:
    """Yield each player with what is carried over, and the lines between divisions."""
    width = max(len(name) for name in event.results.names) + 2
    yield from (f"The cut after hanchan {cut.after}", "")
    yield f"{'Place':<8}{'Player':<{width}}{'Total':>9}{'Carried':>9}"
    division = 0
    for one in lines:
        if one.division != division:
            yield "─" * (width + 26)
        division = one.division
        amounts = f"{write_p(one.row.total):>9}{write_p(one.carried):>9}"
        yield f"{place_of(one.row):<8}{event.name(one.row):<{width}}{amounts}"


DIVISION = Annotated[FromZero, "0 is above the first line"]
ROW = Shape(Standing, STANDING, player=str, division=DIVISION, carried=Points)
RESULT = Shape(Cut, "after", keep="sizes", rows=[ROW, "ranked players, best first"])
COMMAND = Command(
    "cut",
    "say who is above the line of a cut, and what is carried over",
    _cut,
    RESULT,
    ranking_arguments(*cut_arguments("--after", required=True)),
)
