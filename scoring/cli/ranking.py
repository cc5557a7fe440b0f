"""The options that say how a file of results is ranked, and its standings."""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NoReturn

from scoring.cli.arguments import (
    DONE,
    HAS_PROBLEMS,
    add_json,
    add_rules,
    answer,
    integer,
    no_such,
    print_error,
)
from scoring.cli.event_results import EventResults, read_results
from scoring.cli.input_file import add_file, text_of
from scoring.cli.results_file import ResultsProblem
from scoring.messages import Message
from scoring.rules.fields import RulesetProblem
from scoring.sentences.reasons import reason
from scoring.standings.cut import ALL, HALF, NOTHING, QUARTER, Cut, Rounding, TiedLine
from scoring.standings.players import standings
from scoring.standings.rules import StandingRules
from scoring.standings.ties import Breaker
from scoring.standings.values import Entrant, Standing, Status

PARTS = {"all": ALL, "half": HALF, "quarter": QUARTER, "nothing": NOTHING}
COLUMNS = "hanchan, table, wind, player, points [, deposits, penalty_p, carried]"


@dataclass(frozen=True, slots=True)
class RankedEvent:
    """The results of a file and their standings, best first."""

    results: EventResults
    rows: tuple[Standing, ...]

    def name(self, row: Standing) -> str:
        return self.results.names[row.player - 1]

    def reason(self, above: Standing, below: Standing) -> Message:
        """Return why one stands above the other."""
        return reason(above, below, self.name(above), self.name(below))


def add_ranking(parser: argparse.ArgumentParser) -> None:
    """Add FILE, `--rules`, `--json`, who is not ranked, and how equal totals are told apart."""
    add_file(parser, f"the results as CSV or JSON: {COLUMNS}")
    add_rules(parser)
    about = f"what tells equal totals apart, in this order, of {','.join(_BREAKERS)}"
    parser.add_argument("--tie-breaks", type=_breakers, default=(), metavar="NAMES", help=about)
    parser.add_argument("--lot-seed", default="", metavar="TEXT", help="the text from which a lot is drawn")
    parser.add_argument("--best", type=integer, metavar="N", help="so many hanchan count; with --of")
    parser.add_argument("--of", type=integer, metavar="N", help="of the first so many")
    about = f"who is not ranked: {', '.join(list(Status)[1:])}; repeatable"
    parser.add_argument("--status", type=_status, action="append", default=[], metavar="PLAYER=STATUS", help=about)
    add_json(parser)


_BREAKERS = tuple(one for one in Breaker if one not in (Breaker.SEED, Breaker.REFEREE))  # the file has neither


def _breakers(text: str) -> tuple[Breaker, ...]:
    for name in text.split(","):
        if name not in _BREAKERS:
            raise argparse.ArgumentTypeError(no_such(f"“{name}” is not a tie-break", name, _BREAKERS))
    return tuple(Breaker(name) for name in text.split(","))


def _status(text: str) -> tuple[str, Status]:
    name, _, status = text.rpartition("=")
    if not name or status not in list(Status):
        raise argparse.ArgumentTypeError(f"“{text}” does not say who is what, as Anna=substitute")
    return name, Status(status)


def add_cut(parser: argparse.ArgumentParser, after: str, *, required: bool = False) -> None:
    """Add a cut in the terms of `scoring.standings.cut`; `after` is the option that says after which hanchan."""
    parser.add_argument(after, type=integer, required=required, metavar="N", help="the cut is after this hanchan")
    about = "players above the line, as 16; 16,32 draws a second line"
    parser.add_argument("--keep", type=_sizes, required=required, metavar="N", help=about)
    about = f"carried over above the line, by default all: {', '.join(PARTS)}"
    parser.add_argument("--carry", choices=PARTS, metavar="PART", help=about)
    parser.add_argument("--carry-below", choices=PARTS, metavar="PART", help="the same below the line")
    about = f"how a carried total is rounded: {', '.join(Rounding)} (default: {Rounding.UP})"
    parser.add_argument("--rounding", choices=[one.value for one in Rounding], metavar="HOW", help=about)


def _sizes(text: str) -> tuple[int, ...]:
    return tuple(integer(one) for one in text.split(","))


def cut_of(options: argparse.Namespace, after: int) -> Cut:
    """Return the cut that the options describe. Raises RulesetProblem."""
    above, below = (PARTS[part or "all"] for part in (options.carry, options.carry_below))
    rounding = Rounding(options.rounding or Rounding.UP)
    return Cut(after=after, sizes=options.keep, above=above, below=below, rounding=rounding)


def cuts_of(options: argparse.Namespace) -> tuple[Cut, ...]:
    """Return the cut of `--cut-after`, or none. Raises RulesetProblem."""
    if options.cut_after is not None and options.keep is not None:
        return (cut_of(options, options.cut_after),)
    if any((options.cut_after, options.keep, options.carry, options.carry_below, options.rounding)):
        options.parser.error("a cut needs --cut-after, the hanchan, and --keep, how many are above the line")
    return ()


def ranked(options: argparse.Namespace, after: int | None = None, cuts: Sequence[Cut] = ()) -> RankedEvent:
    """Read the file and rank it. Raises ResultsProblem, and RulesetProblem for options that do not fit together."""
    by = StandingRules(
        breakers=options.tie_breaks, lot_seed=options.lot_seed, best=options.best, of=options.of, cuts=tuple(cuts)
    )
    results = read_results(text_of(options), options.rules)
    last = max(table.hanchan for table in results.tables)
    if after is not None and not 1 <= after <= last:
        options.parser.error(f"there is no hanchan {after}; the file has the hanchan 1 to {last}")
    for cut in cuts:
        if cut.after >= (after or last):
            options.parser.error(
                f"the standings after hanchan {after or last} do not have a cut after hanchan {cut.after} yet; "
                "python -m scoring cut tells of it"
            )
    entrants = _entrants(options, results)
    try:
        rows = standings(results.tables, results.deductions, entrants, options.rules, after, by=by)
    except TiedLine as tied:
        refuse_tied(tied, results.names)
    return RankedEvent(results, rows)


def _entrants(options: argparse.Namespace, results: EventResults) -> list[Entrant]:
    statuses = dict(options.status)
    for name in statuses:
        check_name(options, name, results)
    return [
        Entrant(number, statuses.get(name, Status.PLAYING), ticket=name, carried=results.carried.get(name, 0))
        for number, name in enumerate(results.names, 1)
    ]


def check_name(options: argparse.Namespace, name: str, results: EventResults) -> None:
    """Refuse a player who is not in the file."""
    if name not in results.names:
        options.parser.error(no_such(f"“{name}” is not in the file", name, results.names))


def refuse_tied(tied: TiedLine, names: Sequence[str]) -> NoReturn:
    """Raise that a line falls between equals, by their names."""
    raise ResultsProblem([tied.text({key: names[int(key) - 1] for key in tied.players})]) from tied


def run_ranking(options: argparse.Namespace, ask: Callable[[argparse.Namespace], int]) -> int:
    """Run `ask`; results that cannot be, and a cut between equals, are reported with exit status 1."""
    try:
        return ask(options)
    except RulesetProblem as problem:
        parser: argparse.ArgumentParser = options.parser
        parser.error(str(problem))
    except ResultsProblem as problem:
        if options.json:
            return answer(options.command, None, problem.messages)
        print_error(problem)
        return HAS_PROBLEMS


def tell(options: argparse.Namespace, event: RankedEvent, result: object, lines: Sequence[str]) -> int:
    """Print the answer, for a program or a person, and the warnings about tables."""
    if options.json:
        return answer(options.command, result, event.results.warnings)
    for warning in event.results.warnings:
        print_error(f"{warning.level} [{warning.code}]: {warning}")
    print("\n".join(f"  {line}".rstrip() for line in lines))
    return DONE


def place_of(row: Standing) -> str:
    """Return the place for a person, or why there is none."""
    if row.place is None:
        return str(row.status)
    return f"{row.place}{'=' if row.shared else ' '}"


def standing_json(event: RankedEvent, row: Standing) -> dict[str, object]:
    """Return who stands where, in JSON types."""
    placed = {"player": event.name(row), "place": row.place, "shared": row.shared, "status": row.status}
    return {**placed, "total": row.total}
