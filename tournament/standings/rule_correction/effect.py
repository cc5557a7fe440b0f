"""The effect of other rules on results that are in: everybody's row before and after, with every cut. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from scoring.rules import Ruleset
from scoring.standings.cut import Cut
from tournament.standings.correction import Correction, Shift
from tournament.standings.inputs import Inputs
from tournament.standings.ranking import Ranking

NOBODY = frozenset[int]()


@dataclass(frozen=True, slots=True)
class RuleShift:
    """One player's row before and after, `cuts` by the hanchan after which the cut is made."""

    shift: Shift
    cuts: Mapping[int, Shift]

    @property
    def moves(self) -> bool:
        """Return whether place, total or a side of a cut is another."""
        return self.shift.moves or any(one.crosses for one in self.cuts.values())


@dataclass(frozen=True)
class RuleEffect:
    """The standings of the tournament with this id by the rules of `inputs`, and by `rules`."""

    tournament: int
    inputs: Inputs
    rules: Ruleset

    @cached_property
    def changed(self) -> Inputs:
        return replace(self.inputs, rules=self.rules)

    @cached_property
    def whole(self) -> Correction:
        """The effect from the first hanchan on."""
        return Correction(self.tournament, self.inputs, self.changed, 1, NOBODY)

    @cached_property
    def cuts(self) -> Mapping[int, Correction]:
        """The effect at each cut, by its hanchan."""
        return {
            cut.after: Correction(self.tournament, self.inputs, self.changed, cut.after, NOBODY)
            for cut in self.inputs.by.cuts
        }

    @property
    def before(self) -> Ranking:
        return self.whole.before

    @cached_property
    def rows(self) -> tuple[RuleShift, ...]:
        """Everybody who is listed, in the order of the new standings."""
        at_cuts = {after: {one.player.id: one for one in effect.shifts} for after, effect in self.cuts.items()}
        return tuple(
            RuleShift(shift, {after: rows[shift.player.id] for after, rows in at_cuts.items()})
            for shift in self.whole.shifts
        )

    @cached_property
    def moving(self) -> int:
        """The number of players whose place, total or side of a cut is another."""
        return sum(row.moves for row in self.rows)

    @cached_property
    def changing_place(self) -> int:
        return sum(row.shift.gain != 0 for row in self.rows)


def is_in(shift: Shift, cut: Cut) -> tuple[str, str]:
    """Return the player's side of a cut, before and after: `in`, `out`, the number of a lower division, or "" for
    somebody who is not ranked or is tied across a line."""
    return _side(shift.old_division, cut), _side(shift.division, cut)


def _side(division: int | None, cut: Cut) -> str:
    if division is None:
        return ""
    if len(cut.sizes) == 1:
        return "out" if division else "in"
    return str(division + 1)
