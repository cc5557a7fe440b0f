"""Seasons that are compared: presets and variants of them, ties, borders of age, penalties, carried rankings."""

from collections.abc import Iterator
from datetime import date, timedelta
from fractions import Fraction
from random import Random
from typing import Any

ON = (date(2026, 11, 1), date(2024, 2, 29), date(2025, 2, 28), date(2025, 3, 1))
AGES = (0, 1, 90, 300, 364, 365, 366, 367, 500, 729, 730, 731, 732, 900, 1_094, 1_095, 1_096, 1_097, 1_200)
PEOPLE = [f"P{number:02}" for number in range(1, 15)]


def seasons(rules: list[dict[str, Any]], count: int, chance: Random) -> Iterator[dict[str, Any]]:
    """So many seasons, the rules in turn, half of them changed."""
    for number in range(count):
        rule = dict(rules[number % len(rules)])
        if chance.random() < 0.5:
            rule |= changed(rule, chance)
        yield season(rule, chance, events=chance.randint(0, 16), people=PEOPLE[: chance.randint(1, 14)])


def changed(rule: dict[str, Any], chance: Random) -> dict[str, Any]:
    """Other values, also such as nobody uses."""
    share = Fraction(chance.randint(1, 5), 6)
    parts = [part(share, chance), part(1 - share, chance)] if chance.random() < 0.5 else [part(Fraction(1), chance)]
    steps = [{"months": months, "factor": f"{chance.randint(0, 3)}/3"} for months in (7, 12, 25)]
    return {
        "parts": parts,
        "age": steps if chance.random() < 0.5 else rule["age"],
        "together": chance.choice(("sum", "mean")),
        "fill": chance.choice((0, 3)),
        "least": chance.randint(1, 4),
        "carry": chance.choice(("0", "1/4", "1")),
        "weight": chance.choice(("equal", "given")) if rule["result"] == "game" else chance.choice(("given", "mers")),
        "breakers": chance.sample(("firsts", "places", "best"), chance.randint(0, 3)),
        "moved": [{"event": "E3", "ended": "2025-03-01"}],
    }


def part(share: Fraction, chance: Random) -> dict[str, Any]:
    best = chance.choice((None, 1, 2, 4))
    return {"share": str(share), "best": best, "rest": chance.choice(("0", "1/3", "4/5", "1"))}


def season(rule: dict[str, Any], chance: Random, events: int, people: list[str], size: int = 0) -> dict[str, Any]:
    """A season of so many events among these people, each of `size`, or of any."""
    on = chance.choice(ON)
    return {
        "rule": rule,
        "on": on,
        "events": [event(f"E{number}", on, people, size, chance) for number in range(events)],
        "fines": [(chance.choice(people), on - timedelta(days=chance.randint(-2, 9)), chance.randint(1, 90))] * 2,
        "last": {one: Fraction(chance.randint(-99, 999), 7) for one in people if chance.random() < 0.3},
    }


def event(name: str, on: date, people: list[str], size: int, chance: Random) -> dict[str, Any]:
    came = chance.sample(people, size or chance.randint(1, len(people)))
    scores = {one: chance.randint(-9, 9) * chance.choice((500, 1_000)) for one in came}
    players = len(came) if chance.random() < 0.3 else chance.choice((14, 38, 40, 41, 79, 80, 81, 120))
    return {
        "name": name,
        "ended": on - timedelta(days=-1 if chance.random() < 0.05 else chance.choice(AGES)),
        "players": max(players, len(came)),
        "substitutes": chance.choice((0, 0, 1, 3, 5)),
        "days": chance.randint(1, 4),
        "countries": chance.randint(1, 13),
        "qualification": chance.random() < 0.2,
        "weight": Fraction(chance.randint(0, 6), 2),
        "results": [(one, 1 + sum(other > score for other in scores.values()), score) for one, score in scores.items()],
    }
