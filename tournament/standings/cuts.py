"""The lines that cuts draw through the standings, and the notes on ties beside them. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from scoring.messages import Message, gettext_noop, phrase
from scoring.points import Points
from scoring.sentences.reasons import reason
from scoring.standings.cut import Cut, TiedLine, divisions
from scoring.standings.rules import StandingRules
from scoring.standings.ties import difference
from scoring.standings.values import Standing

CUT_WAS = gettext_noop("Cut after hanchan {after}")
CUT_IS = gettext_noop("Cut: the top {size} are above this line")


def cut_at(by: StandingRules, after: int) -> Cut | None:
    """The cut that is made on the standings after this hanchan."""
    return next((cut for cut in by.cuts if cut.after == after), None)


def lines_after(rows: Sequence[Standing], cut: Cut | None) -> dict[int, Message]:
    """Player to the line above the row: between two tiers, and where `cut`, which is made on these rows, falls."""
    lines = {}
    ranked = [row for row in rows if row.ranked]
    for above, below in pairwise(ranked):
        if above.tier != below.tier:
            lines[below.player] = phrase(CUT_WAS, {"after": _parted(above, below)})
    first = [row for row in ranked if row.tier == 0]
    for size in cut.sizes if cut else ():
        if size < len(first):
            lines[first[size].player] = phrase(CUT_IS, {"size": size})
    return lines


def _parted(above: Standing, below: Standing) -> int:
    """The hanchan of the cut that came between two."""
    pairs = zip(above.carried, below.carried, strict=False)
    return next(here.after for here, there in pairs if here.division != there.division)


@dataclass(frozen=True, slots=True)
class ComingLine:
    """The line of a cut that is still to be made, as it falls now: below the first `size` of those still in, with the
    `gap` in points between the two beside it. `division` is 0 for the first line. `is_tied` when both are level."""

    size: int
    division: int
    gap: Points
    is_tied: bool


def coming_lines(rows: Sequence[Standing], by: StandingRules, after: int) -> dict[int, ComingLine]:
    """Player to the line above the row, of the next cut that these standings do not contain yet."""
    cut = next((one for one in by.cuts if one.after >= after), None)
    first = [row for row in rows if row.ranked and row.tier == 0]
    lines = {}
    for division, size in enumerate(cut.sizes if cut else ()):
        if size < len(first):
            above, below = first[size - 1], first[size]
            gap, tied = above.total - below.total, above.place == below.place
            lines[below.player] = ComingLine(size, division, gap, tied)
    return lines


def tied_at(rows: Sequence[Standing], cut: Cut) -> TiedLine | None:
    """Return the tie that prevents a cut on these rows, if any."""
    first = [row for row in rows if row.ranked and row.tier == 0]
    try:
        divisions([[row.player for row in group] for _, group in groupby(first, key=lambda row: row.place)], cut)
    except TiedLine as tied:
        return tied
    return None


def tie_reason(above: Standing, below: Standing, above_name: str, below_name: str) -> Message | None:
    """Return why one stands below another with the same total; None where the total, a cut or nothing tells."""
    if not below.ranked or (above.tier, above.total) != (below.tier, below.total):
        return None
    if not difference(above.breaks, below.breaks):
        return None
    return reason(above, below, above_name, below_name)


def shared_places(rows: Sequence[Standing]) -> Mapping[int, tuple[int, ...]]:
    """Place to the players who share it."""
    shared = [row for row in rows if row.ranked and row.shared]
    return {
        place or 0: tuple(row.player for row in group) for place, group in groupby(shared, key=lambda row: row.place)
    }
