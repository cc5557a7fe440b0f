"""The scores of one table, told the way the rules tell it: in P, with fractions, cut off only where a rule says so.

The second rule book, for the recount (recount.py) and for the comparison in `tests/shadow`. Nothing here comes from
`scoring`. A rule set is the plain dict that `Ruleset.to_json()` gives, a line is a dict
with `seat` (E S W N), `points`, `yakitori` and `busted_by` (a seat or None). Slow and literal on purpose.
"""

from fractions import Fraction
from itertools import zip_longest
from math import floor
from typing import Any

Rules = dict[str, Any]
Line = dict[str, Any]
Row = dict[str, Any]
SEATS = "ESWN"
STICK = 1_000


def scores(rules: Rules, lines: list[Line], deposits: int = 0) -> list[Row]:
    """A row for each seat, East first: points, place, shared, and in P: worth (of the place), base, bust and score."""
    seated = sorted(lines, key=lambda line: SEATS.index(line["seat"]))
    feathered = after_yakitori(rules, seated)
    order = places(rules, feathered)
    final = with_deposits(rules, feathered, order, deposits)
    worth = handed_out(rules, order, worth_of_places(rules, final))
    base = bases(rules, final, order)
    bust = bust_prizes(rules, seated)
    return [
        {
            "points": final[i],
            "place": order[i],
            "shared": order.count(order[i]) > 1,
            "worth": worth[i],
            "base": base[i],
            "bust": bust[i],
            "score": base[i] + worth[i] + bust[i],
        }
        for i in range(len(seated))
    ]


def in_p(points: int) -> Fraction:
    return Fraction(points, 1_000)


def after_yakitori(rules: Rules, lines: list[Line]) -> list[int]:
    """S0 Mod.4.3: who won no hand pays the others; before everything else; void when nobody won one."""
    birds = [line for line in lines if line["yakitori"]]
    others = len(lines) - len(birds)
    if not rules["yakitori"] or not birds or not others:
        return [line["points"] for line in lines]
    each = Fraction(len(birds) * rules["yakitori"], others)
    received = floor(each / 100) * 100
    return [line["points"] + (-rules["yakitori"] if line["yakitori"] else received) for line in lines]


def places(rules: Rules, points: list[int]) -> list[int]:
    """Your place is one more than the number of players before you."""

    def before(one: int, other: int) -> bool:
        earlier = rules["ties"] == "seat" and one < other
        return points[one] > points[other] or (points[one] == points[other] and earlier)

    seats = range(len(points))
    return [1 + sum(before(other, mine) for other in seats) for mine in seats]


def with_deposits(rules: Rules, points: list[int], order: list[int], deposits: int) -> list[int]:
    """Riichi deposits that are left at the end. They change no place: who shared the win still shares it."""
    winners = [seat for seat, place in enumerate(order) if place == 1]
    pot, kind = deposits * STICK, rules["leftover"]
    gets = dict.fromkeys(range(len(points)), 0)
    if kind == "first-seat":
        gets[min(winners)] = pot
    elif kind == "winner":
        gets.update(dict.fromkeys(winners, floor(Fraction(pot, len(winners) * 100)) * 100))
    elif kind == "winner-remainder":
        gets.update(zip(winners, dealt_like_cards(pot // 100, len(winners)), strict=True))
        gets.update({seat: gets[seat] * 100 for seat in winners})
    return [own + gets[seat] for seat, own in enumerate(points)]


def dealt_like_cards(steps: int, people: int) -> list[int]:
    """Steps dealt one at a time, the first to the first; so the earlier never has less than the later."""
    if steps < 0:
        # A debt is dealt from the other end, and the earlier still never has less.
        return [-share for share in reversed(dealt_like_cards(-steps, people))]
    return [len(range(person, steps, people)) for person in range(people)]


def worth_of_places(rules: Rules, points: list[int]) -> list[Fraction]:
    """The uma by place, the oka beside the first, prizes beside all: added before they are split (S0 Mod.4.2)."""
    uma = rules["uma"]
    if isinstance(uma, dict):
        uma = uma["floating"][len([own for own in points if own >= rules["goal"]])]
    by_place = zip_longest(uma, [rules["oka"]], rules["prizes"], fillvalue=0)
    return [in_p(own + oka + prize) for own, oka, prize in by_place]


def handed_out(rules: Rules, order: list[int], worth: list[Fraction], place: int = 1) -> list[Fraction]:
    """Return the worth of places, by seat: those on a place share the sum of their places' worth, then the rest."""
    if place > len(order):
        return [Fraction(0)] * len(order)
    here = [seat for seat, own in enumerate(order) if own == place]
    below = handed_out(rules, order, worth, place + len(here))
    shares = split(rules, sum(worth[place - 1 : place - 1 + len(here)], Fraction(0)), len(here))
    for seat, share in zip(here, shares, strict=True):
        below[seat] = share
    return below


def split(rules: Rules, pool: Fraction, people: int) -> list[Fraction]:
    """The pool in equal parts of whole tenths of a P: cut off toward zero, or with the rest to the earlier seats."""
    if people == 1:
        return [pool]
    if rules["ties"] == "split-remainder":
        return [Fraction(tenths, 10) for tenths in dealt_like_cards(int(pool * 10), people)]
    exact = pool / people
    size = Fraction(floor(abs(exact) * 10), 10)
    return [size if exact > 0 else -size] * people


def bases(rules: Rules, points: list[int], order: list[int]) -> list[Fraction]:
    """Above or below the goal; with end points the winners share what the losers are short of it (S4 4.10)."""
    deltas = [in_p(own - rules["goal"]) for own in points]
    if rules["count"] == "goal":
        return deltas
    winners = [seat for seat, place in enumerate(order) if place == 1]
    lost = abs(sum((delta for seat, delta in enumerate(deltas) if seat not in winners), Fraction(0)))
    won = dict(zip(winners, split(rules, lost, len(winners)), strict=True))
    return [won.get(seat, delta) for seat, delta in enumerate(deltas)]


def bust_prizes(rules: Rules, lines: list[Line]) -> list[Fraction]:
    """A prize for taking somebody's last points; part of the score, not of the points, so it moves no place."""
    gone = {line["seat"]: line["busted_by"] for line in lines if line["busted_by"] and is_bust(rules, line["points"])}
    prize = in_p(rules["bust_prize"])
    return [prize * (list(gone.values()).count(line["seat"]) - (line["seat"] in gone)) for line in lines]


def is_bust(rules: Rules, points: int) -> bool:
    return {"never": False, "below-zero": points < 0, "at-zero": points <= 0}[rules["bust"]]
