"""The ranking rules of an event: tie-breaks, cuts, best n of m hanchan, teams and countries.

The rule books of WRC and EMA have none of it; the organiser chooses and announces it (RULES.md §1.x, §5, A1). The
default is what those books give: the sum of all hanchan less penalties, equal totals sharing a place.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise

from scoring.messages import gettext_noop
from scoring.rules.fields import RulesetProblem, check_fields, plain_fields, read_fields, rule
from scoring.rules.value_kinds import OneOf, Whole
from scoring.standings.cut import Cut
from scoring.standings.settings import ChoiceList, OwnPart, PartList, TextLine
from scoring.standings.ties import Breaker, Chain, Decision

VERSION = 1
_SOME = Whole(1, optional=True)


class Per(StrEnum):
    """The results of members that a team counts: the best scores in each hanchan, or the best totals at the end."""

    HANCHAN = "hanchan"
    TOTAL = "total"

    @property
    def label(self) -> str:
        """The English words, marked for translation."""
        return _LABELS[self]


_LABELS = {
    Per.HANCHAN: gettext_noop("the scores of each hanchan"),
    Per.TOTAL: gettext_noop("the totals"),
}


def check_cuts(cuts: Sequence[Cut], name: str) -> None:
    """Cuts follow each other, each among fewer. Raises RulesetProblem naming the cut's field."""
    for number, (before, cut) in enumerate(pairwise(cuts), start=2):
        if cut.after <= before.after:
            raise RulesetProblem(f"{name}.{number}.after", gettext_noop("Each cut is after a later hanchan."))
        if cut.sizes[-1] >= before.sizes[0]:
            template = gettext_noop("A cut is made among those above the line before it, who are {size}.")
            raise RulesetProblem(f"{name}.{number}.sizes", template, size=before.sizes[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRules:
    """The rules for a team's total: all members, or the `best` so many, per hanchan or by total. `cuts` count teams.

    Raises RulesetProblem naming the field.
    """

    per: Per = rule(OneOf(Per), default=Per.TOTAL)
    best: int | None = rule(_SOME, default=None)
    cuts: tuple[Cut, ...] = rule(PartList(Cut), default=())

    def __post_init__(self) -> None:
        check_fields(self)
        check_cuts(self.cuts, "cuts")
        if self.cuts and self.per is not Per.HANCHAN:
            raise RulesetProblem("per", gettext_noop("Teams that are cut add up the scores of each hanchan."))

    def until(self, cut: Cut) -> "TeamRules":
        """The rules without this cut and those after it: what can be shown while its line is not clear."""
        return replace(self, cuts=tuple(one for one in self.cuts if one.after < cut.after))


ALL_MEMBERS = TeamRules()


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingRules:
    """The rules of standings. `best` of the first `of` hanchan count, all where both are None.

    A later cut is made among those above the line of the one before. Raises RulesetProblem naming the field.
    """

    breakers: tuple[Breaker, ...] = rule(ChoiceList(Breaker), default=())
    cuts: tuple[Cut, ...] = rule(PartList(Cut), default=())
    best: int | None = rule(_SOME, default=None)
    of: int | None = rule(_SOME, default=None)
    lot_seed: str = rule(TextLine(), default="")
    teams: TeamRules = rule(OwnPart(TeamRules), default=ALL_MEMBERS)
    countries: TeamRules = rule(OwnPart(TeamRules), default=ALL_MEMBERS)

    def __post_init__(self) -> None:
        check_fields(self)
        check_cuts(self.cuts, "cuts")
        self._check_best()
        if Breaker.LOT in self.breakers and not self.lot_seed:
            raise RulesetProblem("lot_seed", gettext_noop("A lot is drawn from a text that everybody knows: give one."))

    def _check_best(self) -> None:
        if self.best is None and self.of is None:
            return
        if self.best is None or self.of is None:
            missing = "best" if self.best is None else "of"
            raise RulesetProblem(missing, gettext_noop("Say how many hanchan count, and of how many."))
        if self.best >= self.of:
            raise RulesetProblem("best", gettext_noop("As many hanchan count as there are: none would be dropped."))
        if self.cuts and self.of > self.cuts[0].after:
            template = gettext_noop(
                "Hanchan are dropped among the first {of}, but the first cut is after hanchan {after}: what is carried "
                "over could still change."
            )
            raise RulesetProblem("of", template, of=self.of, after=self.cuts[0].after)

    @property
    def is_plain(self) -> bool:
        """Return whether everything counts, nothing is cut and ties are shared."""
        return not (self.breakers or self.cuts or self.best)

    def cuts_before(self, after: int) -> tuple[Cut, ...]:
        """The cuts that standings after hanchan `after` show: those made earlier. The cut itself is made on totals."""
        return tuple(cut for cut in self.cuts if cut.after < after)

    def chain(self, after: int, decisions: Sequence[Decision] = ()) -> Chain | None:
        """Return what tells equal totals apart after hanchan `after`, None when nothing does."""
        held = tuple(one for one in decisions if one.after == after)
        return Chain(self.breakers, self.lot_seed, held) if self.breakers or held else None

    def until(self, cut: Cut) -> "StandingRules":
        """The rules without this cut and those after it: what can be shown while its line is not clear."""
        return replace(self, cuts=self.cuts_before(cut.after))

    def to_json(self) -> dict[str, object]:
        """In JSON types, for a snapshot; `from_json` reads it back."""
        return {"version": VERSION, **plain_fields(self)}

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> "StandingRules":
        """The rules of a snapshot; what it does not name is the default. Raises RulesetProblem naming the field."""
        given = {name: value for name, value in data.items() if name != "version"}
        return cls(**read_fields(cls, {**plain_fields(PLAIN), **given}))


PLAIN = StandingRules()
