"""Rankings told a second time, from docs/rankings.md alone: plain data, fractions, one person and one result at a time.

A season has a `rule`, the day `on`, `events`, `fines` (person, day, amount) and the rankings of the `last` season by
person. An event has `results`: person, place, score. The rule is that of a file, in plain data.
"""

from calendar import monthrange
from datetime import date
from fractions import Fraction
from math import ceil, floor
from typing import Any

HALF = Fraction(1, 2)
NOTHING = Fraction(-(10**9))
"""Less than whatever somebody has who has anything."""


def ranking(season: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Place, whether it is shared, value and missing results of everybody who has something.

    Equal values are told apart by the `breakers` of the rule, but for lots.
    """
    rule = season["rule"]
    names = {row[0] for event in season["events"] for row in event["results"]}
    names |= set(season["last"]) if rule["carry"] else set()
    told = {name: person(name, season) for name in names}
    told = {name: one for name, one in told.items() if one is not None}
    keys = {name: key(one, rule["breakers"]) for name, one in told.items() if not one["lacks"]}
    for name, one in told.items():
        del one["counted"]
        if one["lacks"]:
            one |= {"place": None, "shared": False}
        else:
            better = sum(other > keys[name] for other in keys.values())
            one |= {"place": 1 + better, "shared": [*keys.values()].count(keys[name]) > 1}
    return told


def key(one: dict[str, Any], breakers: list[str]) -> tuple[Fraction, ...]:
    """The order of two people: the value, then what the tie-breaks find in the results that count."""
    places = [result["place"] for result in one["counted"]]
    found = {
        "firsts": Fraction(places.count(1)),
        "places": -Fraction(sum(places), len(places)) if places else NOTHING,
        "best": max((result["worth"] for result in one["counted"]), default=NOTHING),
    }
    return one["value"], *(found[breaker] for breaker in breakers)


def person(name: str, season: dict[str, Any]) -> dict[str, Any] | None:
    """The value of one person; None for somebody without anything that counts."""
    rule, found = season["rule"], []
    for number, event in enumerate(sorted(season["events"], key=lambda one: (one["ended"], one["name"]))):
        for who, place, score in event["results"]:
            if who == name and (weight := weight_on(event, rule, season["on"])):
                found.append(
                    {"worth": worth(place, score, event, rule), "weight": weight, "number": number, "place": place}
                )
    carried = season["last"].get(name, 0) * rule["carry"]
    if not found and not (rule["carry"] and name in season["last"]):
        return None
    played = len(found)
    while len(found) < rule["fill"]:
        found.append({"worth": Fraction(0), "weight": Fraction(1), "number": -1, "place": None})
    fines = sum(amount for who, day, amount in season["fines"] if who == name and day <= season["on"])
    best_first = sorted(found, key=lambda one: before(one, rule["together"]))
    value, most = carried, 0
    for part in rule["parts"]:
        count = taken(len(found), part)
        value += Fraction(part["share"]) * of_part(best_first[:count], rule, fines)
        most = max(most, count)
    counted = [one for one in best_first[:most] if one["place"]]
    return {"value": value, "lacks": max(0, rule["least"] - played), "counted": counted}


Result = dict[str, Any]


def before(one: Result, together: str) -> tuple[Fraction, ...]:
    """The key that puts the best first: in a sum by what they bring, then by worth, by weight, the earlier first."""
    brings = one["worth"] * one["weight"] if together == "sum" else Fraction(0)
    return -brings, -one["worth"], -one["weight"], one["number"]


def taken(count: int, part: dict[str, Any]) -> int:
    """How many of so many results a part counts."""
    if part["best"] is None:
        return count
    return min(count, ceil(part["best"] + Fraction(part["rest"]) * max(count - part["best"], 0)))


def of_part(results: list[Result], rule: dict[str, Any], fines: int) -> Fraction:
    """The value of the results that count in a part."""
    total = sum((one["worth"] * one["weight"] for one in results), Fraction(0)) - fines
    if rule["together"] == "sum":
        return total
    return total / (sum((one["weight"] for one in results), Fraction(0)) or 1)


def worth(place: int, score: int, event: dict[str, Any], rule: dict[str, Any]) -> Fraction:
    """What a result is worth."""
    if rule["counted"] == "score":
        return Fraction(score)
    if rule["counted"] == "base-rank":
        all_of_them = event["players"] + min(event["substitutes"], 3)
        if all_of_them == 1:
            return Fraction(1000)
        return Fraction(floor(1000 * Fraction(all_of_them - place, all_of_them - 1) + HALF))
    sharing = [row for row in event["results"] if row[1] == place]
    brought = [rule["points"][at - 1] for at in range(place, place + len(sharing)) if at <= len(rule["points"])]
    return Fraction(sum(brought), len(sharing))


def weight_on(event: dict[str, Any], rule: dict[str, Any], on: date) -> Fraction:
    """The weight on a day, 0 for an event that does not count."""
    if event["ended"] > on:
        return Fraction(0)
    own = {"equal": Fraction(1), "given": event["weight"], "mers": of_ema(event, rule)}[rule["weight"]]
    ended = event["ended"]
    for moved in rule["moved"]:
        if moved["event"] == event["name"]:
            ended = date.fromisoformat(moved["ended"])
    return own * age(ended, rule["age"], on)


def age(ended: date, steps: list[dict[str, Any]], on: date) -> Fraction:
    """The factor of the first step whose last day has not passed; where there is no such day, the month's last is."""
    if not steps:
        return Fraction(1)
    for step in steps:
        years, month = divmod(ended.month - 1 + step["months"], 12)
        year, month = ended.year + years, month + 1
        last = date(year, month, min(ended.day, monthrange(year, month)[1]))
        if on <= last:
            return Fraction(step["factor"])
    return Fraction(0)


def of_ema(event: dict[str, Any], rule: dict[str, Any]) -> Fraction:
    """Duration, players, countries, qualification."""
    players = event["players"] + min(event["substitutes"], 3)
    of_players = 0 if players <= 40 else HALF if players <= 80 else 1
    some, many = rule["countries"]
    of_countries = 0 if event["countries"] < some else HALF if event["countries"] < many else 1
    return Fraction(min(event["days"], 3) + of_players + of_countries + (1 if event["qualification"] else 0))
