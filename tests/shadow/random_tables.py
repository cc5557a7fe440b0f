"""Random rule sets and random tables as plain data: sums exactly right, ties and trouble more often than in life."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

from tournament.standings.second_score import SEATS, STICK, Line, Rules, is_bust

Case = dict[str, Any]


def variant(rules: Rules, chance: Random) -> Rules:
    """A rule set that no preset has: any of its values for scoring changed, to something that may be played."""
    new = dict(rules)
    new["players"] = chance.choice([rules["players"], 3, 4])
    new["start"] = chance.choice([rules["start"], 25_000, 30_000, 35_000, 27_300])
    new["goal"] = new["start"] + chance.choice([0, 0, 5_000, 2_700])
    new["oka"] = chance.choice([0, (new["goal"] - new["start"]) * new["players"], 20_000, 1_000, 700])
    new["count"] = chance.choice(["goal", "goal", "end-points"])
    if new["count"] == "end-points":
        new["oka"] = 0  # it is in the end points
    new["ties"] = chance.choice(["split", "split-remainder", "seat"])
    new["leftover"] = chance.choice(["lost", "winner", "winner-remainder", "first-seat"])
    new["yakitori"] = chance.choice([0, 0, 9_000, 10_000, 100, 7_700])
    new["bust"] = chance.choice(["never", "below-zero", "at-zero"])
    new["bust_prize"] = 0 if new["bust"] == "never" else chance.choice([0, 10_000, 300])
    new["uma"] = random_uma(new["players"], chance)
    new["prizes"] = chance.choice([[], [], falling(new["players"], chance), [15_000, 10_000, 5_000, 2_000]])
    new["prizes"] = new["prizes"][: new["players"]]
    return {**new, "key": f"{rules['key']}-variant"}


def random_uma(players: int, chance: Random) -> Any:
    if chance.random() < 0.3:
        return {"floating": [sums_to_zero(players, chance) for _ in range(players + 1)]}
    known = {
        3: [[20_000, 0, -20_000], [15_000, 0, -15_000], [10_000, 10_000, -20_000]],
        4: [[20_000, 10_000, -10_000, -20_000], [15_000, 5_000, -5_000, -15_000], [30_000, 10_000, -10_000, -30_000]],
    }
    return chance.choice([*known[players], sums_to_zero(players, chance)])


def falling(players: int, chance: Random) -> list[int]:
    return sorted((chance.randrange(-300, 301) * 100 for _ in range(players)), reverse=True)


def sums_to_zero(players: int, chance: Random) -> list[int]:
    """Values that fall and sum to zero: the steps between them are random, the first is what makes the sum zero."""
    while True:
        falls = sorted([0, *(chance.randrange(0, 400) * 100 for _ in range(players - 1))])
        if sum(falls) % (players * 100) == 0:
            return [sum(falls) // players - fall for fall in falls]


def points_that_sum(total: int, players: int, chance: Random) -> list[int]:
    """Points in hundreds with this sum, in one of the ways below; half of them with somebody equal to somebody."""
    way = chance.choice([scattered, scattered, grouped, grouped, grouped, on_a_grid, around_the_middle, deep_in_debt])
    return way(total, players, chance)


def scattered(total: int, players: int, chance: Random) -> list[int]:
    cuts = sorted([0, total, *(chance.randrange(0, total + 1, 100) for _ in range(players - 1))])
    return [high - low for low, high in pairwise(cuts)]


def grouped(total: int, players: int, chance: Random) -> list[int]:
    """Each player has one of a few values; then the group that can takes up what is missing."""
    values = [chance.randrange(-100, 700) * 100 for _ in range(chance.randint(1, players))]
    who = [chance.randrange(len(values)) for _ in range(players)]
    group = chance.choice(who)
    missing = total - sum(values[own] for own in who if own != group)
    if missing % (100 * who.count(group)):
        return grouped(total, players, chance)
    values[group] = missing // who.count(group)
    return [values[own] for own in who]


def on_a_grid(total: int, players: int, chance: Random) -> list[int]:
    grid = chance.choice([1_000, 5_000, 10_000])
    some = [chance.randrange(-1, total // grid // 2 + 1) * grid for _ in range(players - 1)]
    return [*some, total - sum(some)]


def around_the_middle(total: int, players: int, chance: Random) -> list[int]:
    """Near to start and goal, where it is decided who floats."""
    some = [total // players // 100 * 100 + chance.choice([-100, 0, 0, 100, 5_000]) for _ in range(players - 1)]
    return [*some, total - sum(some)]


def deep_in_debt(total: int, players: int, chance: Random) -> list[int]:
    some = [chance.choice([-100, 0, 0, -12_300, -100_000, 100, 900]) for _ in range(players - 2)]
    return [*some, *scattered(total - sum(some), 2, chance)]


def table(rules: Rules, chance: Random) -> Case:
    """A table of these rules: `rules`, `lines` in any order, `deposits`."""
    deposits = chance.choice([0, 0, 0, 1, 2, 3, 4, 5, 17])
    points = points_that_sum(rules["start"] * rules["players"] - deposits * STICK, rules["players"], chance)
    chance.shuffle(points)
    seats = SEATS[: rules["players"]]
    feathers = chance.choice([0, 0.3, 0.7, 1]) if rules["yakitori"] else 0
    lines: list[Line] = [
        {
            "seat": seat,
            "points": own,
            "yakitori": chance.random() < feathers,
            "busted_by": busted_by(rules, seat, own, chance),
        }
        for seat, own in zip(seats, points, strict=True)
    ]
    chance.shuffle(lines)
    return {"rules": rules, "lines": lines, "deposits": deposits}


def busted_by(rules: Rules, seat: str, points: int, chance: Random) -> str | None:
    """Somebody else, for most who are bust under these rules."""
    if not is_bust(rules, points) or chance.random() < 0.2:
        return None
    return chance.choice([other for other in SEATS[: rules["players"]] if other != seat])


def tables(presets: list[Rules], count: int, chance: Random) -> Iterator[Case]:
    """Tables of every preset in turn, and between them tables of variants of each."""
    for number in range(count):
        rules = presets[number // 2 % len(presets)]
        yield table(variant(rules, chance) if number % 2 else rules, chance)
