"""The options that say how a file of results is ranked, and its standings."""

import argparse
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NoReturn

from scoring.cli.arguments import RULES, Argument, Number, WrongCall, integer, no_such
from scoring.cli.command import Reply
from scoring.cli.event_results import EventResults, read_results
from scoring.cli.input_file import file_argument, text_of
from scoring.cli.results_file import ResultsProblem
from scoring.messages import Message
from scoring.sentences.reasons import reason
from scoring.standings.cut import ALL, HALF, NOTHING, QUARTER, Cut, Rounding, TiedLine
from scoring.standings.players import standings
from scoring.standings.rules import StandingRules
from scoring.standings.ties import Breaker
from scoring.standings.values import Entrant, Standing, Status

PARTS = {"all": ALL, "half": HALF, "quarter": QUARTER, "nothing": NOTHING}
STANDING = "place shared status total"  # of a Standing, in JSON; there the player has a name
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


def _sizes(text: str) -> tuple[int, ...]:
    return tuple(integer(one) for one in text.split(","))


def ranking_arguments(*own: Argument) -> tuple[Argument, ...]:
    """Return FILE, `--rules`, who is not ranked, how equal totals are told apart, and a command's `own`."""
    return (
        file_argument(f"the results as CSV or JSON: {COLUMNS}"),
        *RULES,
        Argument(
            "--tie-breaks",
            "NAMES",
            f"what tells equal totals apart, in this order, of {','.join(_BREAKERS)}",
            _breakers,
            default=(),
        ),
        Argument("--lot-seed", "TEXT", "the text from which a lot is drawn", default=""),
        Number("--best", "so many hanchan count; with --of"),
        Number("--of", "of the first so many"),
        Argument(
            "--status",
            "PLAYER=STATUS",
            f"who is not ranked: {', '.join(list(Status)[1:])}; repeatable",
            _status,
            action="append",
            default=[],
        ),
        *own,
    )


def cut_arguments(after: str, *, required: bool = False) -> tuple[Argument, ...]:
    """Return a cut in the terms of `scoring.standings.cut`; `after` is the option that says after which hanchan."""
    return (
        Number(after, "the cut is after this hanchan", required=required),
        Argument("--keep", "N", "players above the line, as 16; 16,32 draws a second line", _sizes, required=required),
        Argument("--carry", "PART", f"carried over above the line, by default all: {', '.join(PARTS)}", choices=PARTS),
        Argument("--carry-below", "PART", "the same below the line", choices=PARTS),
        Argument(
            "--rounding",
            "HOW",
            f"how a carried total is rounded: {', '.join(Rounding)} (default: {Rounding.UP})",
            choices=[one.value for one in Rounding],
        ),
    )


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
        raise WrongCall("a cut needs --cut-after, the hanchan, and --keep, how many are above the line")
    return ()


def ranked(options: argparse.Namespace, after: int | None = None, cuts: Sequence[Cut] = ()) -> RankedEvent:
    """Read the file and rank it. Raises ResultsProblem, and RulesetProblem for options that do not fit together."""
    by = StandingRules(
        breakers=options.tie_breaks, lot_seed=options.lot_seed, best=options.best, of=options.of, cuts=tuple(cuts)
    )
    results = read_results(text_of(options), options.rules)
    last = max(table.hanchan for table in results.tables)
    if after is not None and not 1 <= after <= last:
        raise WrongCall(f"there is no hanchan {after}; the file has the hanchan 1 to {last}")
    for cut in cuts:
        if cut.after >= (after or last):
            raise WrongCall(
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
        check_name(name, results)
    return [
        Entrant(number, statuses.get(name, Status.PLAYING), ticket=name, carried=results.carried.get(name, 0))
        for number, name in enumerate(results.names, 1)
    ]


def check_name(name: str, results: EventResults) -> None:
    """Refuse a player who is not in the file. Raises WrongCall."""
    if name not in results.names:
        raise WrongCall(no_such(f"“{name}” is not in the file", name, results.names))


def refuse_tied(tied: TiedLine, names: Sequence[str]) -> NoReturn:
    """Raise that a line falls between equals, by their names."""
    raise ResultsProblem([tied.text({key: names[int(key) - 1] for key in tied.players})]) from tied


def ranked_answer(event: RankedEvent, result: Callable[[], object], lines: Iterable[str]) -> Reply:
    """Return an answer about the event, with the warnings about its tables."""
    return Reply(result, (f"  {line}".rstrip() for line in lines), event.results.warnings)


def place_of(row: Standing) -> str:
    """Return the place for a person, or why there is none."""
    if row.place is None:
        return str(row.status)
    return f"{row.place}{'=' if row.shared else ' '}"
