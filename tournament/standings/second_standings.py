"""A tournament's standings from the rules alone: add up, compare, count who is before you.

The second rule book, for the recount (recount.py) and for the comparison in `tests/shadow`. Nothing here comes from
`scoring`.

An event is a dict:

- `rules`, `tables` (each with `hanchan`, `table`, `lines` with a `player` each, `deposits`)
- `deductions`: `player`, `amount` in points, `hanchan` or None
- `entrants`: dicts of `player`, `status`, `seed`, `ticket`, `carried` (points of an earlier event) and perhaps `since`
  (the first hanchan that counts) and `unranked` (the numbers of others that do not), in order
- `after`: the last hanchan that counts, None for all that was played and fined
- `cuts`: `after`, `sizes`, `above` and `below` (fractions as text), `rounding`; earliest first
- `played`: perhaps, by the hanchan of a cut, the division of each player in the hanchan after it, as it was played
- `best` and `of`: so many best hanchan of the first so many count, or None
- `chain`: names of breakers, `lot_seed`, `decisions`: `after` and `order`
"""

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from hashlib import sha256
from math import ceil, floor
from typing import Any, TypeVar

from tournament.standings import second_score as hanchan

Event = dict[str, Any]
Player = int
Key = TypeVar("Key", int, str)
Groups = list[list[Player]]
TENTH = Fraction(1, 10)
NOTHING: dict[str, Any] = {"score": Fraction(0), "place": None, "table": None}


class Undecided(Exception):
    """The line of a cut, the first with this index, runs between players who are equal."""

    def __init__(self, index: int) -> None:
        super().__init__(index)
        self.index = index


class SecondStandings:
    """An event with its tables scored once; every other number is worked out again whenever it is asked."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.cuts: list[dict[str, Any]] = event["cuts"]
        self.after: int = event["after"]
        if self.after is None:
            self.after = max((table["hanchan"] for table in event["tables"]), default=0)
        self.status = {one["player"]: one["status"] for one in event["entrants"]}
        self.entrants = {one["player"]: one for one in event["entrants"]}
        self.scored: dict[tuple[Player, int], dict[str, Any]] = {}
        for table in event["tables"]:
            lines = sorted(table["lines"], key=lambda line: hanchan.SEATS.index(line["seat"]))
            rows = hanchan.scores(event["rules"], lines, table["deposits"])
            for line, row in zip(lines, rows, strict=True):
                self.scored[line["player"], table["hanchan"]] = {**row, "table": table["table"]}
        self.fines: defaultdict[Player, list[dict[str, Any]]] = defaultdict(list)
        for one in event["deductions"]:
            self.fines[one["player"]].append(one)
        self.made: dict[int, dict[Player, tuple[int, Fraction, Fraction]]] = {}

    # What somebody has

    def played(self, player: Player, number: int) -> dict[str, Any]:
        """A hanchan in which somebody was absent counts 0.0 and has no place."""
        return self.scored.get((player, number), NOTHING)

    def own(self, player: Player, number: int) -> dict[str, Any]:
        """Return the row by which somebody is ranked: nothing of a hanchan that does not count for them."""
        entrant = self.entrants[player]
        is_left_out = number < self.since(player) or number in entrant.get("unranked", ())
        return NOTHING if is_left_out else self.played(player, number)

    def dropped(self, player: Player, after: int) -> list[int]:
        """Return the numbers of the hanchan that were played without being ranked, and of the worst."""
        numbers = range(1, after + 1)
        unranked = {one for one in numbers if self.own(player, one) is not self.played(player, one)}
        return sorted(unranked.union(self.worst(player, after)))

    def worst(self, player: Player, after: int) -> list[int]:
        """The worst of the first `of` hanchan, so that the best are left."""
        if self.event["best"] is None:
            return []
        numbers = list(range(1, min(after, self.event["of"]) + 1))

        def is_worse(one: int, other: int) -> bool:
            """The lower score; of equal ones the worse place, no place being the worst; then the later."""
            mine, its = self.own(player, one), self.own(player, other)
            if mine["score"] != its["score"]:
                return bool(mine["score"] < its["score"])
            if mine["place"] != its["place"]:
                return bool((mine["place"] or 99) > (its["place"] or 99))
            return one > other

        too_many = len(numbers) - self.event["best"]
        return [one for one in numbers if sum(is_worse(other, one) for other in numbers) < too_many]

    def since(self, player: Player) -> int:
        """The first hanchan that counts for somebody who was a substitute before."""
        return int(self.entrants[player].get("since", 1))

    def counted(self, player: Player, after: int) -> list[int]:
        worst = self.worst(player, after)
        return [number for number in range(1, after + 1) if number not in worst]

    def table_total(self, player: Player, after: int) -> Fraction:
        return sum((self.own(player, number)["score"] for number in self.counted(player, after)), Fraction(0))

    def penalties(self, player: Player, after: int) -> Fraction:
        """Return the sum of penalties by then, in P; one that belongs to no hanchan always counts."""
        to_the_end = after == self.after and self.event["after"] is None
        counts = [one for one in self.fines[player] if one["hanchan"] is None or one["hanchan"] <= after or to_the_end]
        return sum((hanchan.in_p(one["amount"]) for one in counts), Fraction(0))

    def outside(self, player: Player) -> Fraction:
        return self.penalties(player, -1)

    def brought(self, player: Player) -> Fraction:
        """Return the points that somebody has before the first hanchan."""
        return hanchan.in_p(self.entrants[player]["carried"])

    def total(self, player: Player, after: int) -> Fraction:
        counted = self.table_total(player, after) - self.penalties(player, after) + self.adjustment(player, after)
        return self.brought(player) + counted

    # Cuts

    def adjustment(self, player: Player, after: int) -> Fraction:
        """Return the change of the total, in P, by the cuts made before this hanchan."""
        changes = [self.cut(i).get(player) for i, cut in enumerate(self.cuts) if cut["after"] < after]
        return sum((change[2] - change[1] for change in changes if change), Fraction(0))

    def cut(self, index: int) -> dict[Player, tuple[int, Fraction, Fraction]]:
        """By player: the division, the total without what is outside all hanchan, and what of it goes on."""
        if index not in self.made:
            self.made[index] = self.make_cut(index)
        return self.made[index]

    def make_cut(self, index: int) -> dict[Player, tuple[int, Fraction, Fraction]]:
        cut = self.cuts[index]
        above = [player for player in self.status if self.was_above(player, index)]
        among = [player for player in above if self.is_in(player, cut["after"])]
        late = [one for one in above if self.status[one] != "substitute" and self.since(one) > cut["after"]]
        result, position = {player: self.gone_on(player, cut, len(cut["sizes"])) for player in late}, 0
        played = self.event.get("played", {}).get(cut["after"])
        if played is not None:
            for player in among:
                result[player] = self.gone_on(player, cut, played.get(player, len(cut["sizes"])))
            return result
        for group in self.groups(among, cut["after"]):
            divisions = {sum(size <= position + i for size in cut["sizes"]) for i in range(len(group))}
            if len(divisions) > 1:
                raise Undecided(index)
            position += len(group)
            for player in group:
                result[player] = self.gone_on(player, cut, min(divisions))
        return result

    def was_above(self, player: Player, index: int) -> bool:
        """Return whether no earlier cut has put somebody below its first line."""
        return all(self.cut(earlier).get(player, (1,))[0] == 0 for earlier in range(index))

    def gone_on(self, player: Player, cut: dict[str, Any], division: int) -> tuple[int, Fraction, Fraction]:
        total = self.total(player, cut["after"]) + self.outside(player)
        factor = Fraction(cut["below"] if division else cut["above"])
        return division, total, carried(total, factor, cut["rounding"])

    def is_in(self, player: Player, after: int) -> bool:
        """Return whether a cut counts somebody: who is ranked, and who left only after it, as what came later shows."""
        if self.since(player) > after or self.status[player] == "substitute":
            return False
        if self.status[player] == "playing":
            return True
        later = [number for own, number in self.scored if own == player and after < number <= self.after]
        fined = [one["hanchan"] for one in self.fines[player] if one["hanchan"]]
        return bool(later) or any(after < number <= self.after for number in fined)

    def tier(self, player: Player, after: int) -> tuple[int, ...]:
        """The divisions in which the cuts so far have put somebody, who goes through them until below a line."""
        cuts = [self.cut(i) for i, cut in enumerate(self.cuts) if cut["after"] < after]
        return tuple(cut[player][0] for cut in cuts if player in cut)

    # Order

    def groups(self, players: list[Player], after: int) -> Groups:
        """Best first; who stays equal stays in one group."""
        return [
            equal
            for tier in parted(players, lambda player: self.tier(player, after))
            for tied in parted(tier, lambda player: -self.total(player, after))
            for equal in self.broken(tied, self.chain(), after)
        ]

    def chain(self) -> list[str]:
        """Return the chosen tie-breaks; a referee's decision counts, at the end, also where nobody foresaw one."""
        return list(dict.fromkeys([*self.event["chain"], "referee"]))

    def broken(self, tied: list[Player], chain: list[str], after: int) -> Groups:
        """Ask the first breaker of all who are equal, the rest of the chain of those who still are."""
        if len(tied) == 1 or not chain:
            return [tied]
        ask = getattr(self, "ask_" + chain[0].replace("-", "_"))
        values: dict[Player, Any] = ask(tied, after)
        return [equal for part in parted(tied, values.get) for equal in self.broken(part, chain[1:], after)]

    def with_place(self, player: Player, after: int) -> list[int]:
        places = [self.own(player, number)["place"] for number in self.counted(player, after)]
        return [place for place in places if place]

    def ask_firsts(self, tied: list[Player], after: int) -> dict[Player, Any]:
        return {player: -self.with_place(player, after).count(1) for player in tied}

    def ask_places(self, tied: list[Player], after: int) -> dict[Player, Any]:
        places = {player: self.with_place(player, after) for player in tied}
        return {player: Fraction(sum(own), len(own)) if own else Fraction(99) for player, own in places.items()}

    def ask_best(self, tied: list[Player], after: int) -> dict[Player, Any]:
        def best(player: Player) -> Fraction:
            numbers = self.counted(player, after)
            return max((self.own(player, number)["score"] for number in numbers), default=Fraction(0))

        return {player: -best(player) for player in tied}

    def ask_before_last(self, tied: list[Player], after: int) -> dict[Player, Any]:
        return {player: -self.total(player, after - 1) for player in tied}

    def ask_head_to_head(self, tied: list[Player], after: int) -> dict[Player, Any]:
        """The hanchan that count for all of them and in which all of them sat at one table."""
        together = []
        for number in range(1, after + 1):
            where = {self.own(player, number)["table"] for player in tied}
            if len(where) == 1 and None not in where and all(number in self.counted(own, after) for own in tied):
                together.append(number)
        return {player: -sum(self.played(player, number)["score"] for number in together) for player in tied}

    def ask_seed(self, tied: list[Player], after: int) -> dict[Player, Any]:
        seeds = {player: self.entrants[player]["seed"] for player in tied}
        return {player: (seed is None, seed or 0) for player, seed in seeds.items()}

    def ask_lot(self, tied: list[Player], after: int) -> dict[Player, Any]:
        texts = {player: f"{self.event['lot_seed']}/{self.entrants[player]['ticket']}" for player in tied}
        return {player: sha256(text.encode()).hexdigest() for player, text in texts.items()}

    def ask_referee(self, tied: list[Player], after: int) -> dict[Player, Any]:
        """The latest decision for these standings that names them all."""
        for decision in reversed(self.event["decisions"]):
            if decision["after"] == after and set(tied) <= set(decision["order"]):
                return {player: decision["order"].index(player) for player in tied}
        return dict.fromkeys(tied, 0)

    # All together

    def rows_so_far(self) -> tuple[list[dict[str, Any]], int | None]:
        """The rows, and after which hanchan a cut waits because its line runs between equals: then neither it nor a
        later one is made."""
        waiting = None
        while True:
            try:
                return self.rows(), waiting
            except Undecided as found:
                waiting = self.cuts[found.index]["after"]
                self.cuts = self.cuts[: found.index]

    def rows(self) -> list[dict[str, Any]]:
        """Ranked players in order; then substitutes, withdrawn and disqualified players, without a place."""
        ranked = [player for player, status in self.status.items() if status == "playing"]
        groups = self.groups(ranked, self.after)
        tiers = {self.tier(own, self.after) for own in self.status} - {()}
        rows: list[dict[str, Any]] = []
        for group in groups:
            place = len(rows) + 1
            rows += [self.row(player, place, len(group) > 1, tiers) for player in group]
        for status in ("substitute", "withdrawn", "disqualified"):
            others = [player for player, own in self.status.items() if own == status]
            for group in parted(
                others, lambda player: (self.tier(player, self.after), -self.total(player, self.after))
            ):
                rows += [self.row(player, None, False, tiers) for player in group]
        return rows

    def tier_number(self, player: Player, tiers: set[tuple[int, ...]]) -> int:
        """0 above every line; who went through no cut is below the last line."""
        own = self.tier(player, self.after) or (99,)
        return min(len([tier for tier in tiers if tier < own]), max(len(tiers) - 1, 0))

    def went_through(self, player: Player) -> list[tuple[Any, ...]]:
        """After which hanchan somebody was cut to which division, with how much, and how much went on."""
        cuts = [(cut["after"], self.cut(i)) for i, cut in enumerate(self.cuts) if cut["after"] < self.after]
        return [(after, *cut[player]) for after, cut in cuts if player in cut]

    def row(self, player: Player, place: int | None, shared: bool, tiers: set[tuple[int, ...]]) -> dict[str, Any]:
        places = [self.played(player, number)["place"] for number in range(1, self.after + 1)]
        return {
            "player": player,
            "place": place,
            "shared": shared,
            "total": self.total(player, self.after),
            "table_total": self.table_total(player, self.after),
            "penalties": self.penalties(player, self.after),
            "adjustment": self.adjustment(player, self.after),
            "carried_in": self.brought(player),
            "dropped": self.dropped(player, self.after),
            "tier": self.tier_number(player, tiers),
            "carried": self.went_through(player),
            "places": [places.count(place) for place in (1, 2, 3, 4)],
        }


def parted(keys: list[Key], value: Callable[[Key], Any]) -> list[list[Key]]:
    """Those with the least value, then those with the next; nobody's order changes within a group."""
    groups: dict[Any, list[Key]] = {}
    for key in keys:
        groups.setdefault(value(key), []).append(key)
    return [groups[one] for one in sorted(groups)]


def carried(total: Fraction, factor: Fraction, how: str) -> Fraction:
    """Part of a total, in tenths of a P: `up` is the ceiling, `half-away` the nearest, a half away from zero.

    `exact` keeps whole points, cut off toward zero. A total that goes on whole is left as it is.
    """
    part = total * factor
    if factor == 1:
        return part
    if how == "up":
        return ceil(part / TENTH) * TENTH
    size = (
        floor(abs(part) / TENTH + Fraction(1, 2)) * TENTH
        if how == "half-away"
        else Fraction(floor(abs(part) * 1_000), 1_000)
    )
    return size if part > 0 else -size
