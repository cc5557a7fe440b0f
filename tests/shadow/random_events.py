"""Random tournaments as plain data: few different tables, so that totals are equal far more often than in life."""

from collections.abc import Iterator
from random import Random
from typing import Any

from tests.shadow import random_tables
from tournament.standings.second_score import Rules

Event = dict[str, Any]
BREAKERS = ("firsts", "places", "best", "before-last", "head-to-head", "seed", "lot", "referee")


def events(presets: list[Rules], count: int, chance: Random) -> Iterator[Event]:
    """Tournaments under every preset in turn, and between them under variants of each."""
    for number in range(count):
        rules = presets[number // 2 % len(presets)]
        yield event(random_tables.variant(rules, chance) if number % 2 else rules, chance)


def event(rules: Rules, chance: Random) -> Event:
    """A tournament of these rules at any moment: some tables missing, some players absent, gone or fined."""
    tables_at_once = chance.randint(1, 4)
    seated = tables_at_once * rules["players"]
    players = chance.sample(range(1, 100), seated + chance.choice([0, 0, 1, 3]))
    last = chance.randint(1, 7)
    patterns = [random_tables.table(rules, chance) for _ in range(chance.randint(1, 4))]
    tables = []
    for number in range(1, last + 1):
        order = chance.sample(players, seated) if chance.random() < 0.5 else players[:seated]
        for table in range(tables_at_once):
            if chance.random() < 0.97:
                here = order[table * rules["players"] : (table + 1) * rules["players"]]
                tables.append(seat(chance.choice(patterns), number, table + 1, here, chance))
    chance.shuffle(tables)
    return {
        "rules": rules,
        "tables": tables,
        "entrants": [entrant(player, chance) for player in players],
        "deductions": deductions(players, last, chance),
        "after": chance.choice([None, last, last, chance.randint(0, last + 1)]),
        **ranking(seated, last, chance),
        "decisions": decisions(players, last, chance),
    }


def seat(pattern: random_tables.Case, number: int, table: int, players: list[int], chance: Random) -> dict[str, Any]:
    """The points of a pattern in the hands of these players; half the time each player in another seat."""
    lines = [{**line, "player": player} for line, player in zip(pattern["lines"], players, strict=True)]
    if chance.random() < 0.5:
        chance.shuffle(lines)
    return {"hanchan": number, "table": table, "lines": lines, "deposits": pattern["deposits"]}


def entrant(player: int, chance: Random) -> dict[str, Any]:
    status = chance.choices(["playing", "substitute", "withdrawn", "disqualified"], [20, 2, 2, 1])[0]
    seed = chance.choice([None, chance.randint(1, 4), player])
    carried = chance.choice([0, 0, 500, 12_300, -4_500, 30_000])
    who = {"player": player, "status": status, "seed": seed, "ticket": str(player), "carried": carried}
    unranked = sorted(number for number in range(1, 9) if chance.random() < 0.3) if chance.random() < 0.2 else []
    return {**who, "since": chance.choices([1, 2, 3], [8, 1, 1])[0], "unranked": unranked}


def deductions(players: list[int], last: int, chance: Random) -> list[dict[str, Any]]:
    amounts = (1_000, 2_000, 5_000, 8_000, 30_000, 500)
    return [
        {
            "player": chance.choice(players),
            "amount": chance.choice(amounts),
            "hanchan": chance.choice([None, *range(1, last + 1)]),
        }
        for _ in range(chance.choice([0, 0, 1, 3, 6]))
    ]


def ranking(seated: int, last: int, chance: Random) -> Event:
    """What the organiser chose: a chain, cuts, best n of m."""
    cuts: list[dict[str, Any]] = []
    for after in sorted(chance.sample(range(1, last + 2), min(chance.choice([0, 0, 1, 2]), last))):
        most = cuts[-1]["sizes"][0] - 1 if cuts else seated
        if most >= 1:
            cuts.append(cut(after, most, chance))
    of = chance.randint(2, cuts[0]["after"] if cuts else last + 1) if not cuts or cuts[0]["after"] > 1 else None
    best = chance.randint(1, of - 1) if of and chance.random() < 0.3 else None
    chain = chance.sample(BREAKERS, chance.choice([0, 1, 2, 4, 8]))
    return {
        "cuts": cuts,
        "best": best,
        "of": of if best else None,
        "chain": chain,
        "lot_seed": chance.choice(["dice 3 5 1", "抽選"]),
    }


def cut(after: int, most: int, chance: Random) -> dict[str, Any]:
    sizes = sorted(chance.sample(range(1, most + 1), min(most, chance.choice([1, 1, 2, 3]))))
    parts = ["1", "1/2", "1/4", "0"]
    return {
        "after": after,
        "sizes": sizes,
        "above": chance.choice(parts),
        "below": chance.choice(parts),
        "rounding": chance.choice(["up", "half-away", "exact"]),
    }


def decisions(players: list[int], last: int, chance: Random) -> list[dict[str, Any]]:
    """What the referee decided, after any hanchan, of many or few; each of a player once."""
    return [
        {"after": chance.randint(1, last), "order": chance.sample(players, chance.randint(2, len(players)))}
        for _ in range(chance.choice([0, 0, 1, 2]))
    ]
