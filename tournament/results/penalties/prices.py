"""Prices of a foul under the schedule, by the answers so far: the kinds of penalty to give, and their points.

`answers` are the keys of a foul's answers by question (scoring/fouls/cases.py). Points are those off the tournament
score: none where the rule set has penalties paid at the table.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.fouls.cases import Answers, Consequence, Foul, Outcome
from scoring.penalties import applies, chonbo_price, off_score
from scoring.points import Points
from scoring.rules import Ruleset
from tournament.results.models import PenaltyKind

GIVEN_AS = {
    Consequence.NONE: PenaltyKind.NONE,
    Consequence.WARNING: PenaltyKind.WARNING,
    Consequence.DEAD_HAND: PenaltyKind.DEAD_HAND,
    Consequence.CHONBO: PenaltyKind.CHONBO,
    Consequence.POINTS: PenaltyKind.POINTS,
    Consequence.DISQUALIFICATION: PenaltyKind.DISQUALIFICATION,
}


@dataclass(frozen=True, slots=True)
class Price:
    """A penalty that the schedule foresees: its kind, its points off the score, what it is in the schedule's words."""

    kind: PenaltyKind
    amount: Points
    consequence: Consequence


def prices(foul: Foul | None, answers: Answers, rules: Ruleset) -> Iterator[Price]:
    """Yield the prices that are still possible, mildest first; a referee's discretion has none."""
    outcomes = foul.outcomes(answers) if foul else ()
    for outcome in outcomes:
        if foul and not applies(foul.code, outcome, rules):
            yield Price(PenaltyKind.NONE, 0, Consequence.NONE)
        elif outcome.consequence in GIVEN_AS:
            yield Price(GIVEN_AS[outcome.consequence], off_score(outcome, rules), outcome.consequence)


def kinds_for(foul: Foul | None, answers: Answers, rules: Ruleset) -> tuple[PenaltyKind, ...]:
    """The kinds that the schedule foresees, each once."""
    return tuple(dict.fromkeys(price.kind for price in prices(foul, answers, rules)))


def foreseen(foul: Foul | None, answers: Answers, kind: str, rules: Ruleset) -> Price | None:
    """Return the schedule's price of this foul given as this kind: the only such price, or the only one there is.

    None where it does not say, or says several. A chonbo outside the schedule costs what the rule set says.
    """
    found = list(prices(foul, answers, rules))
    of_kind = [price for price in found if price.kind == kind]
    if not foul and kind == PenaltyKind.CHONBO:
        return Price(PenaltyKind.CHONBO, chonbo(rules), Consequence.CHONBO)
    chosen = of_kind or found
    return chosen[0] if len(chosen) == 1 and is_ruled(foul, answers) else None


def is_ruled(foul: Foul | None, answers: Answers) -> bool:
    """Return whether the schedule says anything, and does not leave it to the referee."""
    return foul is not None and all(one.consequence is not Consequence.DISCRETION for one in foul.outcomes(answers))


def chonbo(rules: Ruleset) -> Points:
    """The points off the tournament score of a chonbo that no schedule prices."""
    return off_score(Outcome(Consequence.CHONBO, chonbo_price(rules)), rules)


def suggestion(foul: Foul | None, answers: Answers, rules: Ruleset) -> PenaltyKind | None:
    """The kind to put into the form: what is decided, points without a foul, None while the referee has to choose."""
    if foul is None:
        return PenaltyKind.POINTS
    found = list(prices(foul, answers, rules))
    return found[0].kind if len(found) == 1 and is_ruled(foul, answers) else None


def scheduled_points(foul: Foul | None, answers: Answers, kind: str, rules: Ruleset) -> Points | None:
    """The points to put into the form for this kind, None where the schedule does not have it or says several."""
    price = foreseen(foul, answers, kind, rules)
    return price.amount if price and price.kind == kind else None


def follows_the_schedule(foul: Foul | None, answers: Answers, kind: str, amount: Points, rules: Ruleset) -> bool:
    """Return whether nothing needs explaining: a kind and its points that the schedule foresees by the answers."""
    if foul is None:
        return kind == PenaltyKind.CHONBO and amount == chonbo(rules)
    return any((price.kind, price.amount) == (kind, amount) for price in prices(foul, answers, rules))
