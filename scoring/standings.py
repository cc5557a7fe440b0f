"""Totals and places.

The tournament score is the sum of the hanchan scores minus point penalties (WRC 2025 §12.2). Penalties change
neither a table score nor a place at the table. Equal totals share a place (1, 2, 2, 4) unless the organiser has chosen
what tells them apart. Substitutes are scored and not ranked; withdrawn and disqualified players come last, without a
place (WRC 2025 §12.2, §12.3.9); what others played against them stands (A24).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from scoring.cut import TiedLine
from scoring.game import Table
from scoring.rules import Ruleset
from scoring.standing.cards import Cards, read
from scoring.standing.rules import PLAIN, StandingRules
from scoring.standing.stages import Placed, Stages
from scoring.standing.values import Deduction, Entrant, Played, Standing, Status
from scoring.ties import Decision, Key

__all__ = ["Deduction", "Entrant", "Played", "Standing", "Status", "standings", "standings_so_far"]

_GROUPS = {status: group for group, status in enumerate(Status)}


def standings(
    tables: Iterable[Table],
    deductions: Iterable[Deduction],
    entrants: Iterable[Entrant],
    rules: Ruleset,
    after: int | None = None,
    tiers: Mapping[int, int] | None = None,
    *,
    by: StandingRules = PLAIN,
    decisions: Sequence[Decision] = (),
) -> tuple[Standing, ...]:
    """The standings after hanchan `after`, or after everything played, ranked as `by` says.

    Ranked players tier by tier, by total, then by the tie-break chain; then substitutes by total, withdrawn and
    disqualified players, without a place. Who is equal in everything keeps the order of `entrants`, which claims no
    rank. A cut shows in the standings after the next hanchan; those after its own hanchan are what it is made on.
    `tiers` (player to tier, 0 is the best and what a player not named has) go before all cuts. Raises TiedLine when
    the line of a cut runs between equals, ValueError when somebody sits twice in a hanchan or is not entered.
    """
    cards = read(tables, deductions, entrants, rules, after, by)
    stages = Stages(cards, by, decisions, given=tiers)
    for cut in by.cuts_before(cards.columns):
        keys = [key for key in cards.entrants if cards.is_in(key, cut.after)]
        stages = stages.through(cut, keys, cards.outside)
    ranked = [key for key, who in cards.entrants.items() if who.status is Status.PLAYING]
    tiers_of = _tiers(stages)
    rows = [*stages.ranked(ranked, cards.columns), *_unranked(cards, stages)]
    return tuple(_standing(row, cards, stages, tiers_of) for row in rows)


def standings_so_far(
    tables: Iterable[Table],
    deductions: Iterable[Deduction],
    entrants: Iterable[Entrant],
    rules: Ruleset,
    after: int | None = None,
    *,
    by: StandingRules = PLAIN,
    decisions: Sequence[Decision] = (),
) -> tuple[tuple[Standing, ...], TiedLine | None]:
    """The standings, and what is in the way when the line of a cut runs between equals: then neither that cut nor a
    later one is made, so that there is something to show until somebody decides."""
    given = (list(tables), list(deductions), list(entrants), rules, after)
    tied = None
    while True:
        try:
            return standings(*given, by=by, decisions=decisions), tied
        except TiedLine as found:
            tied, by = found, by.until(found.cut)


def _unranked(cards: Cards, stages: Stages) -> Iterator[Placed]:
    """Who has no place, in order: substitutes, withdrawn, disqualified players, each by total."""
    groups = {key: _GROUPS[who.status] for key, who in cards.entrants.items() if who.status is not Status.PLAYING}
    order = {key: (group, stages.tier(key), -stages.total(key, cards.columns)) for key, group in groups.items()}
    return (Placed(key, None, False, ()) for key in sorted(order, key=order.__getitem__))


def _tiers(stages: Stages) -> Callable[[Key], int]:
    """The number of somebody's tier: as given, or counted from the best of those that the cuts made, whoever is still
    ranked in it. Who was in no cut is in the lowest tier."""
    if not stages.carried:
        return lambda key: stages.tier(key)[0]
    levels = {tier: number for number, tier in enumerate(sorted({stages.tier(key) for key in stages.carried}))}
    return lambda key: levels.get(stages.tier(key), len(levels) - 1)


def _standing(row: Placed, cards: Cards, stages: Stages, tier_of: Callable[[Key], int]) -> Standing:
    key, after = row.key, cards.columns
    hanchan = cards.cards[key]
    places = [played.place for played in hanchan if played is not None]
    table_total, penalties = cards.table_total(key, after), cards.penalties(key, after)
    adjustment = stages.adjustment(key, after)
    return Standing(
        player=cards.entrants[key].player,
        place=row.place,
        shared=row.shared,
        ranked=row.place is not None,
        status=cards.entrants[key].status,
        total=table_total - penalties + adjustment,
        table_total=table_total,
        penalties=penalties,
        hanchan=hanchan,
        places=(places.count(1), places.count(2), places.count(3), places.count(4)),
        tier=tier_of(key),
        adjustment=adjustment,
        carried=stages.carried.get(key, ()) if stages.carried else (),
        dropped=cards.dropped(key, after),
        breaks=row.breaks,
    )
