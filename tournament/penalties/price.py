"""What the catalogue foresees for a foul: the kind of penalty to suggest, and its points."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.fouls import Consequence, Foul
from scoring.points import Points
from scoring.rules import Ruleset
from tournament.penalties.models import PenaltyKind

GIVEN_AS = {
    Consequence.WARNING: PenaltyKind.WARNING,
    Consequence.DEAD_HAND: PenaltyKind.DEAD_HAND,
    Consequence.CHONBO: PenaltyKind.CHONBO,
    Consequence.POINTS: PenaltyKind.POINTS,
    Consequence.DISQUALIFICATION: PenaltyKind.DISQUALIFICATION,
}
NAMED_BY = {kind: consequence for consequence, kind in GIVEN_AS.items()}


@dataclass(frozen=True, slots=True)
class Price:
    """A suggestion, never an automatism: a kind, and the catalogue's points for it (None: it foresees nothing)."""

    kind: PenaltyKind
    amount: Points | None


def kinds_for(foul: Foul | None) -> tuple[PenaltyKind, ...]:
    """The kinds that the catalogue foresees for the foul, mildest first; a discretion foresees none."""
    consequences = foul.consequences if foul else ()
    return tuple(GIVEN_AS[one] for one in consequences if one in GIVEN_AS)


def scheduled(foul: Foul | None, kind: str, rules: Ruleset) -> Points | None:
    """The catalogue's points for this foul given as this kind, None where it foresees nothing of the sort.

    A chonbo outside the catalogue costs what the rule set says.
    """
    if foul and kind in kinds_for(foul):
        wanted = NAMED_BY[PenaltyKind(kind)]
        return next(one.points for one in foul.outcomes() if one.consequence is wanted)
    return rules.chonbo if kind == PenaltyKind.CHONBO and not foul else None


def suggestion(foul: Foul | None, rules: Ruleset) -> Price:
    """What to put into the form when the foul is chosen: the mildest consequence, or points left to the referee."""
    kinds = kinds_for(foul)
    kind = kinds[0] if kinds else PenaltyKind.POINTS
    return Price(kind, scheduled(foul, kind, rules))


def follows_the_catalogue(foul: Foul | None, kind: str, amount: Points, rules: Ruleset, earlier: int) -> bool:
    """Whether nothing needs explaining: the catalogue's points, or its price of a repetition that is one."""
    return scheduled(foul, kind, rules) == amount


def yields(foul: Foul) -> Iterator[tuple[str, Points]]:
    """What the foul leads to, in words with points, mildest first; the price of a repetition comes last."""
    for outcome in foul.outcomes():
        yield _(outcome.consequence.label), outcome.points
