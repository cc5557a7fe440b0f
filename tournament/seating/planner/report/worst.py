"""The worst of a seating by name: sentences for people, worst first, and how many more there are of each kind."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..words import Sentence, gettext_noop
from .matrix import Matrix, Pair
from .paths import Path
from .strangers import strangers


@dataclass(frozen=True, slots=True)
class Worst:
    """One kind of fault: ``title`` and ``fine`` (what to say when there is none) are templates to translate."""

    kind: str
    title: str
    fine: str
    sentences: tuple[Sentence, ...]
    more: int


def worst_cases(
    matrix: Matrix, everybody: Sequence[Path], *, most: int = 5, kept: Collection[int] = ()
) -> tuple[Worst, ...]:
    """Who meets again, whose winds are uneven, who stays at a table, who has the fewest common opponents.

    The players ``kept`` at their table by a wish are no fault there.
    """
    free, wished = [path for path in everybody if path.player not in kept], bool(kept)
    return (
        _again(matrix, most),
        _winds(everybody, most),
        _stays(free, most, wished),
        _returns(free, most, wished),
        _strangers(matrix, most),
    )


def _cut(kind: str, title: str, fine: str, found: Sequence[Sentence], most: int) -> Worst:
    return Worst(kind, title, fine, tuple(found[:most]), max(len(found) - most, 0))


def _again(matrix: Matrix, most: int) -> Worst:
    found = [_meet(pair, hanchan) for pair, hanchan in sorted(matrix.repeated(), key=_bad)]
    title, fine = gettext_noop("Who meets again"), gettext_noop("Nobody meets anybody twice.")
    return _cut("again", title, fine, found, most)


def _bad(item: tuple[Pair, tuple[int, ...]]) -> tuple[int, bool, int, Pair]:
    """Who meet most often first, then those without a hanchan between, then those who meet again early."""
    pair, hanchan = item
    return -len(hanchan), not _running(hanchan), hanchan[1], pair


def _running(hanchan: tuple[int, ...]) -> bool:
    return any(after == before + 1 for before, after in pairwise(hanchan))


def _meet(pair: Pair, hanchan: tuple[int, ...]) -> Sentence:
    params: dict[str, int | str] = {"one": pair[0], "other": pair[1], "hanchan": ", ".join(map(str, hanchan))}
    if _running(hanchan):
        return Sentence(gettext_noop("%(one)d and %(other)d meet in hanchan %(hanchan)s, two of them running."), params)
    return Sentence(gettext_noop("%(one)d and %(other)d meet in hanchan %(hanchan)s."), params)


def _winds(everybody: Sequence[Path], most: int) -> Worst:
    uneven = sorted(
        (path for path in everybody if max(path.wind_gap, path.wind_gap_any) > 1),
        key=lambda path: (-path.wind_gap, -path.wind_gap_any, path.player),
    )
    title, fine = gettext_noop("Uneven winds"), gettext_noop("Nobody is more than one ahead in a wind, at any time.")
    return _cut("winds", title, fine, [_uneven(path) for path in uneven], most)


def _uneven(path: Path) -> Sentence:
    if path.wind_gap > 1:
        template = gettext_noop("%(player)d sits East %(east)d, South %(south)d, West %(west)d, North %(north)d times.")
        if len(path.winds) == 3:
            template = gettext_noop("%(player)d sits East %(east)d, South %(south)d, West %(west)d times.")
        had = zip(("east", "south", "west", "north"), path.winds, strict=False)
        return Sentence(template, {"player": path.player, **dict(had)})
    template = gettext_noop("%(player)d is even in the end, but %(gap)d ahead in one wind on the way.")
    return Sentence(template, {"player": path.player, "gap": path.wind_gap_any})


def _stays(everybody: Sequence[Path], most: int, wished: bool) -> Worst:
    """``wished``: others stay as wished."""
    found = []
    for path in sorted(everybody, key=lambda path: (-len(path.stays), path.player)):
        table = {sat.hanchan: sat.table for sat in path.seats}
        template = gettext_noop("%(player)d stays at table %(table)d from hanchan %(hanchan)d to %(then)d.")
        found += [
            Sentence(template, {"player": path.player, "table": table[number], "hanchan": number, "then": number + 1})
            for number in path.stays
        ]
    fine = gettext_noop("Nobody sits at the same table in two hanchan running.")
    if wished:
        fine = gettext_noop("Nobody sits at the same table in two hanchan running, except as wished.")
    return _cut("stays", gettext_noop("Who stays at a table"), fine, found, most)


def _returns(everybody: Sequence[Path], most: int, wished: bool) -> Worst:
    """Of those who come back to a table, the ones who are there most often; ``wished``: others do as wished."""
    found = []
    for path in everybody:
        for table in sorted(set(path.tables)):
            hanchan = [sat.hanchan for sat in path.seats if sat.table == table]
            if len(hanchan) > 1:
                found.append((-len(hanchan), path.player, table, hanchan))
    template = gettext_noop("%(player)d sits at table %(table)d in hanchan %(hanchan)s.")
    said = [
        Sentence(template, {"player": player, "table": table, "hanchan": ", ".join(map(str, hanchan))})
        for _, player, table, hanchan in sorted(found)
    ]
    fine = gettext_noop("Nobody sits at the same table twice.")
    if wished:
        fine = gettext_noop("Nobody sits at the same table twice, except as wished.")
    return _cut("returns", gettext_noop("Who comes back to a table"), fine, said, most)


def _strangers(matrix: Matrix, most: int) -> Worst:
    pairs, found = strangers(matrix, most)
    template = gettext_noop("%(one)d and %(other)d never meet; opponents in common: %(count)d.")
    said = tuple(Sentence(template, {"one": one, "other": other, "count": common}) for one, other, common in found)
    title = gettext_noop("Hardest to compare")
    return Worst("strangers", title, gettext_noop("Everybody meets everybody."), said, pairs - len(said))
