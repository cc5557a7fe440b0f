"""The all-last sheet beside the report sheet.

Before each presumed last hand the players write their deltas by *current* wind: (points - goal) in P,
`+` and `▲`, not rounded (S2 Announcing a score; S0 Mod.4.2 measures from the goal). The comparison only checks
plausibility: a referee decides if a wrong sheet is a foul.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.game import DEPOSIT
from scoring.messages import Level, Message, gettext_noop, phrase, row_field
from scoring.points import Minus, Points, write, write_p
from scoring.rules import Ruleset
from scoring.winds import WINDS, Wind, current_wind

LARGE = 12_000
LONE_TENPAI = 3_000


@dataclass(frozen=True, slots=True)
class AllLastDeltas:
    """One player's row: winds, points before the hand, final points, and the change in the hand; None where nothing was
    written.
    """

    start: Wind
    current: Wind
    before: Points | None
    final: Points
    change: Points | None


@dataclass(frozen=True, slots=True)
class AllLast:
    """The rows by starting wind, and everything that looks wrong (warnings only)."""

    rows: tuple[AllLastDeltas, ...]
    problems: tuple[Message, ...]


def compare(
    deltas: Sequence[Points | None], hand: int, finals: Sequence[Points], rules: Ruleset, deposits: int = 0
) -> AllLast:
    """Compare the all-last sheet with the final points of the report sheet.

    `deltas` are points in the order of the current winds East, South, West, North, `finals` points in the order of the
    starting winds, `deposits` the riichi deposits left at the end. Problems refer to rows by starting wind.

    >>> from scoring.rules import preset
    >>> deltas = (6_200, -2_200, -1_000, -3_000)
    >>> compared = compare(deltas, 4, (27_800, 29_000, 27_000, 36_200), preset("wrc-2022"))
    >>> [(row.current.label, row.change) for row in compared.rows]
    [('South', 0), ('West', 0), ('North', 0), ('East', 0)]
    """
    rows = tuple(_row(start, deltas, hand, final, rules) for start, final in zip(rules.winds, finals, strict=True))
    found = _delta_problems(rows)
    written = [own for own in deltas if own is not None]
    if len(written) == rules.players:
        found += _sum_problems(written, rules) or _hand_problems(rows, written, rules, deposits)
    return AllLast(rows, tuple(found))


def _row(start: Wind, deltas: Sequence[Points | None], hand: int, final: Points, rules: Ruleset) -> AllLastDeltas:
    current = current_wind(start, hand, rules.players)
    delta = deltas[current.index]
    before = None if delta is None else rules.goal + delta
    return AllLastDeltas(start, current, before, final, None if before is None else final - before)


def _delta_problems(rows: Sequence[AllLastDeltas]) -> list[Message]:
    found = []
    for row in rows:
        params = {"name": phrase(row.current.label)}
        if row.before is None:
            template = gettext_noop("The delta of the current {name} is missing.")
            found.append(Message("missing-value", template, params, Level.WARNING, row_field(row.start.index)))
        elif row.before % 100:
            template = gettext_noop("The delta of the current {name} is not a multiple of 0.1.")
            found.append(Message("not-a-multiple-of-100", template, params, Level.WARNING, row_field(row.start.index)))
    return found


def _sum_problems(deltas: Sequence[Points], rules: Ruleset) -> list[Message]:
    """Check that the deltas add up to minus the oka and minus 1,000 for each deposit on the table before the hand."""
    missing = -rules.oka - sum(deltas)
    if missing >= 0 and missing % DEPOSIT == 0:
        return []
    template = gettext_noop("The deltas add up to {sum}. {hint}")
    hint = _sum_hint(deltas, missing, rules)
    params = {"sum": write_p(sum(deltas), Minus.SHEET), "hint": hint}
    return [Message("deltas-do-not-fit", template, params, Level.WARNING)]


def _sum_hint(deltas: Sequence[Points], missing: Points, rules: Ruleset) -> Message:
    """Return the forgotten sign, or what the sum should be."""
    for index, delta in enumerate(deltas):
        if delta and missing == -2 * delta:
            template = gettext_noop("{right} instead of {wrong} for the current {name} would make it fit.")
            signs = {"right": write_p(-delta, Minus.SHEET), "wrong": write_p(delta, Minus.SHEET)}
            return phrase(template, {**signs, "name": phrase(WINDS[index].label)})
    template = gettext_noop("They should add up to {expected}, less 1.0 for each deposit on the table.")
    return phrase(template, {"expected": write_p(-rules.oka, Minus.SHEET)})


def _hand_problems(
    rows: Sequence[AllLastDeltas], deltas: Sequence[Points], rules: Ruleset, deposits: int
) -> list[Message]:
    return [*_wind_problems(rows, deltas, rules), *_deposit_problems(rows, deposits)]


def _wind_problems(rows: Sequence[AllLastDeltas], deltas: Sequence[Points], rules: Ruleset) -> list[Message]:
    """Detect deltas written by starting wind: only that reading gives a small change in the last hand."""
    largest = max(abs(row.change) for row in rows if row.change is not None)
    by_start = max(abs(row.final - rules.goal - delta) for row, delta in zip(rows, deltas, strict=True))
    if largest <= LARGE or by_start * 2 > largest:
        return []
    template = gettext_noop("The last hand would have changed {points} points. Deltas written by starting wind?")
    return [Message("written-by-starting-wind", template, {"points": write(largest)}, Level.WARNING)]


def _deposit_problems(rows: Sequence[AllLastDeltas], deposits: int) -> list[Message]:
    """Check the deposits: the winner of the last hand takes them, and without a win nobody gains more than a lone
    tenpai.
    """
    best = max(rows, key=lambda row: row.change or 0)
    gain = best.change or 0
    if not deposits or gain <= LONE_TENPAI:
        return []
    template = gettext_noop(
        "{name} gained {points} in the last hand: the winner takes the deposits, yet some are left."
    )
    params = {"name": phrase(best.start.label), "points": write(gain)}
    return [Message("won-with-deposits-left", template, params, Level.WARNING, row_field(best.start.index))]
