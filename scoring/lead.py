"""The lead at the table with which a player who is behind in the totals passes a rival in one hanchan."""

from scoring.game import worth
from scoring.points import STEP, Points
from scoring.rules import Ruleset
from scoring.rules.value_kinds import FloatingUma
from scoring.rules.values import Count


def is_lead_enough(rules: Ruleset) -> bool:
    """Return whether two places and the points between them say by how much two hanchan scores differ: not where uma
    floats, where the winner takes what the others are short of the goal, nor where something is paid between players
    after the last hand."""
    is_plain = rules.count is not Count.END_POINTS and not isinstance(rules.uma, FloatingUma)
    return is_plain and not (rules.yakitori or rules.bust_prize)


def lead(gap: Points, above: int, below: int, rules: Ruleset) -> Points:
    """Return how many points more than the rival the player must end with, in the places `above` and `below` that the
    two have at their table, to pass a rival who is `gap` ahead in the totals; STEP where the places alone are enough.
    Only with rules of which `is_lead_enough` is true.

    >>> from scoring.rules import preset
    >>> [lead(57_000, 1, below, preset("wrc-2022")) for below in (2, 3, 4)]
    [47100, 37100, 27100]
    """
    worths = worth((), rules.uma, rules.goal, rules.oka, rules.prizes)
    return max(gap - (worths[above - 1] - worths[below - 1]) + STEP, STEP)


def is_place_enough(gap: Points, rules: Ruleset) -> bool:
    """Return whether a player who is `gap` behind passes the rival by any finish above them."""
    return all(lead(gap, above, above + 1, rules) == STEP for above in range(1, rules.players))
