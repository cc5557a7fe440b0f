"""What is wrong with the marks beside the points: who won no hand, and who took a bust player's last points.

Yakitori and the prize for a bust are settled after the points are written, so the marks have no part in the sum.
"""

from collections.abc import Iterator, Sequence

from scoring.points import Points, write
from scoring.rules import Ruleset
from scoring.ruleset.values import Bust
from scoring.settling import is_bust
from scoring.sheet_problem import Level, Problem, name_of
from scoring.winds import Wind
from scoring.words import gettext_noop

NO_YAKITORI = gettext_noop("{name} is marked as having won no hand, but yakitori is not played. Take the mark off.")
NO_BUST = gettext_noop("No game ends by a bust here. Leave out who took the last points of {name}.")
NOT_BUST = gettext_noop("{name} has {points} and is not bust. Leave out who took the last points.")
SELF = gettext_noop("{name} and whoever took the last points of {name} cannot be the same. Name another player.")
NOT_HERE = gettext_noop("Nobody sits as {other} at this table. Name another who took the last points of {name}.")
NOBODY = gettext_noop("{name} is bust and nobody is named who took the last points. Is that so?")
ALL_WITHOUT = gettext_noop("Everybody is marked as having won no hand, so nobody pays. Was no hand won at all?")
TAKER_WITHOUT = gettext_noop("{other} took the last points of {name} and is marked as having won no hand. Is that so?")


def mark_errors(
    points: Sequence[Points | None], rules: Ruleset, yakitori: Sequence[bool], busted_by: Sequence[Wind | None]
) -> list[Problem]:
    """Marks that cannot be (S0 Mod.4.3, Mod.5.3)."""
    found = []
    for row, marked in enumerate(yakitori):
        if marked and not rules.yakitori:
            found.append(Problem(Level.ERROR, "yakitori-not-played", NO_YAKITORI, {"name": name_of(row)}, row))
    for row, (own, taker) in enumerate(zip(points, busted_by, strict=False)):
        if taker is not None:
            found += _taker_errors(row, own, taker, len(points), rules)
    return found


def _taker_errors(row: int, own: Points | None, taker: Wind, players: int, rules: Ruleset) -> Iterator[Problem]:
    """At most one thing that is wrong with who took a row's last points."""
    params: dict[str, object] = {"name": name_of(row)}
    if rules.bust is Bust.NEVER:
        yield Problem(Level.ERROR, "bust-not-played", NO_BUST, params, row)
    elif taker.index == row:
        yield Problem(Level.ERROR, "busted-by-self", SELF, params, row)
    elif taker.index >= players:
        yield Problem(Level.ERROR, "busted-by-nobody", NOT_HERE, {**params, "other": name_of(taker.index)}, row)
    elif own is not None and not is_bust(own, rules):
        yield Problem(Level.ERROR, "not-bust", NOT_BUST, {**params, "points": write(own)}, row)


def mark_warnings(
    points: Sequence[Points | None], rules: Ruleset, yakitori: Sequence[bool], busted_by: Sequence[Wind | None]
) -> list[Problem]:
    """Marks that are possible and rare."""
    found = []
    if rules.yakitori and yakitori and all(yakitori):
        found.append(Problem(Level.WARNING, "all-yakitori", ALL_WITHOUT))
    for row, own in enumerate(points):
        taker = busted_by[row] if busted_by else None
        if rules.bust_prize and taker is None and own is not None and is_bust(own, rules):
            found.append(Problem(Level.WARNING, "bust-unnamed", NOBODY, {"name": name_of(row)}, row))
        if rules.yakitori and taker is not None and taker.index < len(yakitori) and yakitori[taker.index]:
            params = {"name": name_of(row), "other": name_of(taker.index)}
            found.append(Problem(Level.WARNING, "taker-yakitori", TAKER_WITHOUT, params, row))
    return found
