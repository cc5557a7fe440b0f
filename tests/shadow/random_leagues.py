"""Leagues that are compared: games of any evening, equal scores, people with few games, penalties."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from tests.shadow.random_seasons import changed
from tests.shadow.random_tables import table

FIRST = datetime(2026, 9, 3, 19, 0, tzinfo=UTC)
League = dict[str, Any]


def rules_of_games(rules: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rules that count games, and one that gives points for the places at a table."""
    games = [one for one in rules if one["result"] == "game"]
    return [*games, {**games[0], "counted": "place-points", "points": [5, 3, 1], "together": "sum", "least": 3}]


def leagues(presets: list[dict[str, Any]], rules: list[dict[str, Any]], count: int, chance: Random) -> Iterator[League]:
    """So many leagues, rule sets and rules in turn, half of the rules changed; every twentieth is a whole season."""
    for number in range(count):
        people, games = (60, 200) if number % 20 == 0 else (chance.randint(4, 14), chance.randint(0, 40))
        rule = rules[number % len(rules)]
        if chance.random() < 0.5:
            rule = rule | changed(rule, chance)
        yield league(presets[number % len(presets)], rule, chance, people=people, games=games)


def league(rules: dict[str, Any], rule: dict[str, Any], chance: Random, *, people: int, games: int) -> League:
    """A league of so many people and games. In every other one the same few results are played again and again."""
    few = [table(rules, chance) for _ in range(3)] if chance.random() < 0.5 else []
    eager = {player: chance.random() ** 3 for player in range(1, people + 1)}
    played, at = [], FIRST
    for number in range(1, games + 1):
        at += timedelta(days=7) if chance.random() < 0.2 else timedelta(minutes=1)
        late = timedelta(hours=7) if chance.random() < 0.1 else timedelta()
        game = chance.choice(few) if few else table(rules, chance)
        came = sorted(eager, key=lambda player: chance.random() * (0.1 + eager[player]))[-rules["players"] :]
        lines = [line | {"player": player} for line, player in zip(game["lines"], came, strict=True)]
        played.append({"number": number, "at": at + late, "lines": lines, "deposits": game["deposits"]})
    fined = [
        {
            "player": chance.randint(1, people),
            "amount": chance.randint(1, 40) * 500,
            "game": chance.choice((None, chance.randint(1, games))),
        }
        for _ in range(chance.randint(0, 3) if games else 0)
    ]
    return {"rules": rules, "rule": rule, "people": people, "games": played, "fines": fined}
