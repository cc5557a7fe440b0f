"""Running totals: what everybody had after each hanchan, with cuts and penalties where they fell."""

from itertools import pairwise

from tournament.exports.live.deductions import Deductions
from tournament.exports.live.event import LiveEvent
from tournament.standings.ranking import StandingsRow


class RunningTotals:
    """Running totals in P and their formulas."""

    def __init__(self, event: LiveEvent, deductions: Deductions):
        self.event, self.deductions = event, deductions
        self.cuts = {stage.last + 1: (k, stage) for k, stage in enumerate(event.stages, 1) if stage.cut is not None}

    def values(self, row: StandingsRow) -> list[float]:
        """Return a player's running totals in P, which end at the total."""
        deducted, number = self.event.deducted, row.player.number
        outside = deducted.get((number, 0), 0)
        kept = [0, *(self.event.kept(row, n) for n in range(1, self.event.window + 1))]
        gains = [after - before for before, after in pairwise(kept)]
        running, found = row.standing.carried_in - outside, []
        for hanchan, score in zip(self.event.hanchan, [*gains, *row.scores[len(gains) :]], strict=True):
            if hanchan in self.cuts:
                effect = self.cuts[hanchan][1].rows[row.player.id].effect
                running = effect.carried - outside if effect else running
            running += (score or 0) - deducted.get((number, hanchan), 0)
            found.append(running / 1000)
        return found

    def carried_key(self, hanchan: int) -> str:
        """Return the column of Scores with what a player brings to a hanchan: from an earlier event to the first, over
        a cut to the one after it; "" for none."""
        if hanchan in self.cuts:
            return f"carried_{self.cuts[hanchan][0]}"
        return "carried_in" if hanchan == 1 and self.event.ranking.has_carried else ""

    def formula(self, hanchan: int, *, number: str, gained: str, before: str, carried: str) -> str:
        """Return the formula of the running total after a hanchan.

        `number` is a cell, `gained` the formula of what the hanchan adds (`gain`), `before` the cell of the hanchan
        before, "" for the first; `carried` is the formula of what the player brings (`carried_key`), "" for nothing.
        """
        deducted = self.deductions.sum_of
        start = before or f"-{deducted(number, '0')}"
        if carried:
            start = f"{carried}-{deducted(number, '0')}"
        return f"ROUND({start}+{gained}-{deducted(number, str(hanchan))},3)"
