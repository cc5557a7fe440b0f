"""The ways to close check-in. What each makes of the seating comes from the options of a repair."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from seating.repair import RepairKind, RepairOption
from tournament.planning.basis import SeatingBasis
from tournament.planning.sources.attendance import Attendance, ClosingChoices
from tournament.planning.sources.repair_options import (
    LONG,
    RepairCase,
    available_options,
    option_key,
    repair_case,
    strategies,
    too_many,
)
from tournament.players.models import Player
from tournament.players.queries import field_among

KEEP, NAMED, LIST = "keep", "named", "list"
"""Ways without a repair: everybody stays; only named replacements; no seating exists yet."""


@dataclass(frozen=True, slots=True)
class ClosingWay:
    """A way to close check-in.

    withdrawn, placed   who leaves, and who gets a place from the waiting list
    players, tables     the event afterwards; `byes` in each hanchan
    option              the repair behind it, None where nothing is planned again
    is_even             the rest is planned again as evenly as possible; else few players move
    case                the case of that repair, None without a seating
    """

    key: str
    withdrawn: tuple[Player, ...]
    placed: tuple[Player, ...]
    players: int
    tables: int
    byes: int
    option: RepairOption | None = None
    is_even: bool = False
    case: RepairCase | None = None

    @property
    def needs_search(self) -> bool:
        """Return whether its figures come from a search that takes a while."""
        return self.option is not None and self.option.kind != RepairKind.SUBSTITUTES

    @property
    def is_long(self) -> bool:
        """Return whether so many seats are planned that figures are calculated only on request."""
        return self.is_even and self.case is not None and self.tables * self.case.size * len(self.case.hanchan) > LONG


def closing_ways(basis: SeatingBasis, there: Attendance, choices: ClosingChoices) -> list[ClosingWay]:
    """Every way that can be taken now: those without a new plan first, then those with the most players."""
    if not (there.missing or there.unseated or _is_unfit(basis, there)):
        return [_keep(basis, there)]
    found = list(_seated(basis, there, choices) if there.is_seated else _listed(basis, there, choices))
    if there.missing and not choices:
        found.append(_keep(basis, there))
    found.sort(key=lambda way: (way.needs_search, -way.players if way.needs_search else 0))
    return found


def usual(ways: Sequence[ClosingWay]) -> ClosingWay:
    """The way that is proposed: the first in which whoever is missing is withdrawn."""
    return next((way for way in ways if way.key != KEEP), ways[0])


def _is_unfit(basis: SeatingBasis, there: Attendance) -> bool:
    """Return whether somebody holds a seat who does not play any more."""
    return there.is_seated and bool(there.holders - {player.pk for player in there.playing})


def _keep(basis: SeatingBasis, there: Attendance) -> ClosingWay:
    """Nobody is withdrawn and no seat changes."""
    size = basis.size
    players = len(there.playing)
    if not there.is_seated:
        return ClosingWay(KEEP, (), (), players, -(-players // size), 0)
    first = there.first or 0
    tables, byes = len(there.now.draft.get(first, {})), len(there.now.byes.get(first, ()))
    return ClosingWay(KEEP, (), (), players, tables, byes)


def _listed(basis: SeatingBasis, there: Attendance, choices: ClosingChoices) -> Iterator[ClosingWay]:
    """The ways before there is a seating: the list changes, and tables follow from it."""
    withdrawn = choices.withdrawn(there)
    queue = [player for player in there.queue if player.pk in there.here]
    out = {player.pk for player in (*withdrawn, *_absent(there))}
    for count in dict.fromkeys((min(len(withdrawn), len(queue)), 0)):
        placed = tuple(queue[:count])
        playing = [player for player in (*there.playing, *there.idle, *placed) if player.pk not in out]
        players = len(field_among(playing, basis.size).seated)
        yield ClosingWay(f"{count}-{LIST}", withdrawn, placed, players, -(-players // basis.size), 0)


def _absent(there: Attendance) -> list[Player]:
    """The substitutes without a seat who are not here: they cannot take one."""
    return [player for player in there.idle if player.pk not in there.here]


def _seated(basis: SeatingBasis, there: Attendance, choices: ClosingChoices) -> Iterator[ClosingWay]:
    """The ways of a seating: the options of the repair for some numbers of players from the waiting list."""
    withdrawn = choices.withdrawn(there)
    named = tuple(player for player in there.queue if player.pk in choices.instead.values())
    queue = [player for player in there.queue if player.pk in there.here and player not in named]
    nobody = _case(basis, there, choices, named)
    if not (nobody.gone or nobody.newcomers):
        yield replace(_keep(basis, there), key=NAMED, withdrawn=withdrawn, placed=named, case=nobody)
        return
    counts = list(dict.fromkeys(_counts(nobody, len(queue))))
    for count in counts:
        placed = (*named, *queue[:count])
        case = _case(basis, there, choices, placed) if count else nobody
        for option in available_options(case):
            is_outdone = option.kind == RepairKind.SUBSTITUTES and count < counts[0]
            if not (option.missing or too_many(case, option) or is_outdone or _has_too_few_seats(case, option)):
                yield from _options(there, case, option, withdrawn, placed, count)


def _has_too_few_seats(case: RepairCase, option: RepairOption) -> bool:
    """Return whether more players need a seat than seats are empty or held by substitutes."""
    free = len(case.gone) + sum(one.pk in case.holders for one in case.substitutes)
    return option.kind == RepairKind.SUBSTITUTES and len(case.newcomers) > free


def _counts(case: RepairCase, queue: int) -> Sequence[int]:
    """Return how many from the waiting list get a place: as many as seats are empty, as many as fill tables without
    byes, or nobody."""
    most = max(0, min(len(case.gone) - len(case.newcomers), queue))
    full = most - (len(case.regular) + most) % case.size
    return (most, max(full, 0), 0)


def _case(basis: SeatingBasis, there: Attendance, choices: ClosingChoices, placed: Sequence[Player]) -> RepairCase:
    leaving = (*choices.withdrawn(there), *_absent(there))
    return repair_case(basis, there.first or 1, leaving, placed, choices.instead)


def _options(
    there: Attendance,
    case: RepairCase,
    option: RepairOption,
    withdrawn: tuple[Player, ...],
    placed: tuple[Player, ...],
    count: int,
) -> Iterator[ClosingWay]:
    for is_even in strategies(case, option):
        players, byes = len(case.regular) + option.substitutes, option.byes
        if option.kind == RepairKind.SUBSTITUTES:
            players, byes = len(case.holders), len(case.now.byes.get(case.first, ()))
        key = f"{count}-{option_key(option, is_even=is_even)}"
        yield ClosingWay(key, withdrawn, placed, players, option.tables, byes, option, is_even, case)
