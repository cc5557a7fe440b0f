"""The standings of the two rule books side by side."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from scoring.standings import standings
from scoring.standings.cut import Cut, Rounding, TiedLine
from scoring.standings.rules import StandingRules
from scoring.standings.ties import Breaker, Decision
from scoring.standings.values import Deduction, Entrant, Standing, Status
from tests.shadow.compare import ruleset, to_table
from tournament.standings.second_standings import SecondStandings, Undecided

Told = list[dict[str, Any]] | str
UNDECIDED = "the line of a cut runs between equals"


def cut(data: dict[str, Any]) -> Cut:
    return Cut(
        after=data["after"],
        sizes=tuple(data["sizes"]),
        above=Fraction(data["above"]),
        below=Fraction(data["below"]),
        rounding=Rounding(data["rounding"]),
    )


def standing_rules(event: dict[str, Any]) -> StandingRules:
    return StandingRules(
        breakers=tuple(map(Breaker, event["chain"])),
        cuts=tuple(map(cut, event["cuts"])),
        best=event["best"],
        of=event["of"],
        lot_seed=event["lot_seed"],
    )


def row(standing: Standing) -> dict[str, Any]:
    return {
        "player": standing.player,
        "place": standing.place,
        "shared": standing.shared,
        "total": Fraction(standing.total, 1_000),
        "table_total": Fraction(standing.table_total, 1_000),
        "penalties": Fraction(standing.penalties, 1_000),
        "adjustment": Fraction(standing.adjustment, 1_000),
        "carried_in": Fraction(standing.carried_in, 1_000),
        "dropped": list(standing.dropped),
        "tier": standing.tier,
        "carried": [
            (one.after, one.division, Fraction(one.total, 1_000), Fraction(one.carried, 1_000))
            for one in standing.carried
        ],
        "places": list(standing.places),
    }


def ours(event: dict[str, Any]) -> Told:
    known = [dict(one, status=Status(one["status"])) for one in event["entrants"]]
    entrants = [Entrant(uncounted=frozenset(one.pop("unranked")), **one) for one in known]
    try:
        told = standings(
            [to_table(table) for table in event["tables"]],
            [Deduction(one["player"], one["amount"], one["hanchan"]) for one in event["deductions"]],
            entrants,
            ruleset(event["rules"]),
            event["after"],
            by=standing_rules(event),
            decisions=[Decision(one["after"], tuple(one["order"]), "drawn") for one in event["decisions"]],
        )
    except TiedLine:
        return UNDECIDED
    return [row(standing) for standing in told]


def theirs(event: dict[str, Any]) -> Told:
    try:
        return SecondStandings(event).rows()
    except Undecided:
        return UNDECIDED


def differences(events: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Every event that is told differently, with both tellings."""
    for event in events:
        scoring, shadow = ours(event), theirs(event)
        if scoring != shadow:
            yield {"case": event, "scoring": scoring, "shadow": shadow}
