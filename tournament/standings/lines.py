"""The lines that cuts draw through the standings, and what is said where totals alone do not tell. Pure."""

from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise

from scoring.cut import Cut, TiedLine, divided
from scoring.standing.rules import StandingRules
from scoring.standing.why import why
from scoring.standings import Standing
from scoring.ties import difference
from scoring.words import Text, gettext_noop

CUT_WAS = gettext_noop("Cut after hanchan {after}")
CUT_IS = gettext_noop("Cut: the first {size} go on above this line")


def cut_at(by: StandingRules, after: int) -> Cut | None:
    """The cut that is made on the standings after this hanchan."""
    return next((cut for cut in by.cuts if cut.after == after), None)


def lines_after(rows: Sequence[Standing], cut: Cut | None) -> dict[int, Text]:
    """Player to the line above the row: between two tiers, and where `cut`, which is made on these rows, falls."""
    lines = {}
    ranked = [row for row in rows if row.ranked]
    for above, below in pairwise(ranked):
        if above.tier != below.tier:
            lines[below.player] = Text(CUT_WAS, {"after": _parted(above, below)})
    first = [row for row in ranked if row.tier == 0]
    for size in cut.sizes if cut else ():
        if size < len(first):
            lines[first[size].player] = Text(CUT_IS, {"size": size})
    return lines


def _parted(above: Standing, below: Standing) -> int:
    """The hanchan of the cut that came between two."""
    pairs = zip(above.carried, below.carried, strict=False)
    return next(here.after for here, there in pairs if here.division != there.division)


def tied_at(rows: Sequence[Standing], cut: Cut) -> TiedLine | None:
    """What is in the way of a cut that is made on these rows, if anything."""
    first = [row for row in rows if row.ranked and row.tier == 0]
    try:
        divided([[row.player for row in group] for _, group in groupby(first, key=lambda row: row.place)], cut)
    except TiedLine as tied:
        return tied
    return None


def told_apart(above: Standing, below: Standing, above_name: str, below_name: str) -> Text | None:
    """Why one stands below another with the same total; None where the total, a cut or nothing tells."""
    if not below.ranked or (above.tier, above.total) != (below.tier, below.total):
        return None
    if not difference(above.breaks, below.breaks):
        return None
    return why(above, below, above_name, below_name)


def shared_places(rows: Sequence[Standing]) -> Mapping[int, tuple[int, ...]]:
    """Place to the players who share it."""
    shared = [row for row in rows if row.ranked and row.shared]
    return {
        place or 0: tuple(row.player for row in group) for place, group in groupby(shared, key=lambda row: row.place)
    }
