"""The planner's wishes as plain values for JSON, and back."""

from collections.abc import Mapping
from typing import Any

from tournament.seating.planner.wishes import Apart, AtTables, Together, Weight, Wish


def to_json(wish: Wish) -> dict[str, Any]:
    """Every field of a wish, sets in order, with the name of its kind."""
    if isinstance(wish, Apart):
        groups = [sorted(group) for group in wish.groups]
        kept: dict[str, Any] = {"kind": "apart", "groups": groups, "before": wish.before, "name": wish.name}
    elif isinstance(wish, Together):
        kept = {"kind": "together", "one": wish.one, "other": wish.other, "hanchan": wish.hanchan}
    else:
        kept = {"kind": "tables", "players": sorted(wish.players), "tables": sorted(wish.tables), "name": wish.name}
    return {**kept, "weight": wish.weight.value}


def from_json(kept: Mapping[str, Any]) -> Wish:
    """What `to_json` gave."""
    weight = Weight(kept["weight"])
    if kept["kind"] == "apart":
        return Apart(tuple(map(frozenset, kept["groups"])), kept["before"], weight, kept["name"])
    if kept["kind"] == "together":
        return Together(kept["one"], kept["other"], kept["hanchan"], weight)
    return AtTables(frozenset(kept["players"]), frozenset(kept["tables"]), weight, kept["name"])
