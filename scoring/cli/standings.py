"""`python -m scoring standings FILE`: places, totals and penalties, and why equal totals are in their order."""

import argparse
from collections.abc import Iterator
from itertools import pairwise

from scoring.cli.arguments import Subparsers, add_parser, integer
from scoring.cli.ranking import (
    RankedEvent,
    add_cut,
    add_ranking,
    cuts_of,
    place_of,
    ranked,
    run_ranking,
    standing_json,
    tell,
)
from scoring.messages import Message
from scoring.points import Points, write_p
from scoring.standings.values import HanchanResult, Standing

EXAMPLE = """\
A file has a row for each player, table and hanchan; more columns are ignored:

  hanchan,table,wind,player,points,deposits,penalty_p
  1,1,E,Anna,41000,0,
  1,1,S,Ben,33000,0,30
"""


def add(commands: Subparsers) -> None:
    parser = add_parser(commands, "standings", "rank the results in a file")
    parser.epilog, parser.formatter_class = EXAMPLE, argparse.RawDescriptionHelpFormatter
    add_ranking(parser)
    parser.add_argument("--after", type=integer, metavar="N", help="the standings after hanchan N (default: the last)")
    add_cut(parser, "--cut-after")
    parser.set_defaults(run=lambda options: run_ranking(options, _standings))


def _standings(options: argparse.Namespace) -> int:
    event = ranked(options, options.after, cuts_of(options))
    reasons = list(_reasons(event))
    result = {
        "rows": [_row_json(event, row) for row in event.rows],
        "said": [str(one) for one in reasons],
    }
    lines = [options.rules.title, "", *_lines(event)]
    return tell(options, event, result, [*lines, *([""] if reasons else []), *map(str, reasons)])


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


def _row_json(event: RankedEvent, row: Standing) -> dict[str, object]:
    return {
        **standing_json(event, row),
        "carried_in": row.carried_in,
        "table_total": row.table_total,
        "penalties": row.penalties,
        "adjustment": row.adjustment,
        "tier": row.tier,
        "places": list(row.places),
        "hanchan": [one and _hanchan_json(one) for one in row.hanchan],
        "dropped": list(row.dropped),
    }


def _hanchan_json(one: HanchanResult) -> dict[str, object]:
    seat = {"hanchan": one.hanchan, "table": one.table, "wind": one.wind, "points": one.points}
    return {**seat, "place": one.place, "shared": one.shared, "uma": one.uma, "score": one.score}
