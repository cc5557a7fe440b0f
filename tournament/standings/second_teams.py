"""Teams and countries counted a second time, out of the second count of the players (second_standings.py).

Nothing here comes from `scoring`. `rules` is a dict of `per` ("total" or "hanchan"), `best` (None: all members) and
`cuts`, as an event has them; `members` are the players of each team who played and are ranked or have withdrawn.
"""

from fractions import Fraction
from functools import cache
from hashlib import sha256
from typing import Any

from tournament.standings.second_standings import SecondStandings, carried, parted

Team = str
Result = dict[str, Any]


class SecondTeams:
    """The teams of an event; amounts in P."""

    def __init__(self, players: SecondStandings, members: dict[Team, list[int]], rules: dict[str, Any]) -> None:
        self.players = players
        self.members = members
        self.rules = rules
        self.of_each_hanchan = rules["per"] == "hanchan"
        self.made: list[tuple[int, dict[Team, tuple[int, Fraction]]]] = []
        self.in_standings = cache(self._in_standings)

    def rows(self) -> tuple[dict[Team, tuple[Fraction, int]], int | None]:
        """Return total and place by team, and after which hanchan a cut waits because its line runs between equals."""
        after, waiting = self.players.after, None
        for cut in self.rules["cuts"]:
            if cut["after"] < after and waiting is None and not self.make_cut(cut):
                waiting = cut["after"]
        found: dict[Team, tuple[Fraction, int]] = {}
        for tier in parted(list(self.members), self.tier):
            place = len(found) + 1
            for group in self.in_order(tier, after):
                found.update({team: (self.total(team, after), place) for team in group})
                place += len(group)
        return found, waiting

    def make_cut(self, cut: dict[str, Any]) -> bool:
        """Make one more cut among the teams above the lines so far; False where a line runs between equals."""
        result: dict[Team, tuple[int, Fraction]] = {}
        above = [team for team in self.members if not any(made.get(team, (1,))[0] for _after, made in self.made)]
        for group in self.in_order(above, cut["after"]):
            divisions = {sum(size <= len(result) + i for size in cut["sizes"]) for i in range(len(group))}
            if len(divisions) > 1:
                return False
            division = min(divisions)
            factor = Fraction(cut["below"] if division else cut["above"])
            for team in group:
                total = self.total(team, cut["after"]) + sum(map(self.players.outside, self.members[team]))
                result[team] = (division, carried(total, factor, cut["rounding"]) - total)
        self.made.append((cut["after"], result))
        return True

    def tier(self, team: Team) -> tuple[int, ...]:
        return tuple(made[team][0] for _after, made in self.made if team in made)

    # What a team has

    def _in_standings(self, after: int) -> dict[Team, list[int]]:
        """The members of each team as the standings of players list them after a hanchan."""
        everybody = [player for members in self.members.values() for player in members]
        rank = {player: i for i, group in enumerate(self.players.groups(everybody, after)) for player in group}

        def order(player: int) -> tuple[bool, int]:
            return self.players.status[player] != "playing", rank[player]

        return {team: sorted(members, key=order) for team, members in self.members.items()}

    def best(self, team: Team, after: int) -> list[int]:
        """The members whose totals count."""
        members = sorted(self.in_standings(after)[team], key=lambda player: -self.players.total(player, after))
        return members[: self.rules["best"]]

    def counted(self, team: Team, after: int) -> list[tuple[int, Result]]:
        """Number and result of each hanchan that counts for the team, once for each member who brings it."""
        if not self.of_each_hanchan:
            return [
                (number, self.players.own(player, number))
                for player in self.best(team, after)
                for number in self.players.counted(player, after)
                if self.players.own(player, number)["table"] is not None
            ]
        found = []
        for number in range(1, after + 1):
            results = [self.players.own(player, number) for player in self.in_standings(after)[team]]
            there = sorted((one for one in results if one["table"] is not None), key=lambda one: -one["score"])
            found += [(number, one) for one in there[: self.rules["best"]]]
        return found

    def plain(self, team: Team, after: int) -> Fraction:
        if not self.of_each_hanchan:
            return sum((self.players.total(player, after) for player in self.best(team, after)), Fraction(0))
        fines = sum((self.players.penalties(player, after) for player in self.members[team]), Fraction(0))
        return sum((one["score"] for _number, one in self.counted(team, after)), Fraction(0)) - fines

    def total(self, team: Team, after: int) -> Fraction:
        changes = (made[team][1] for cut, made in self.made if cut < after and team in made)
        return sum(changes, self.plain(team, after))

    # Order

    def in_order(self, teams: list[Team], after: int) -> list[list[Team]]:
        """Groups of equal teams, best first."""
        tied = parted(teams, lambda team: -self.total(team, after))
        return [equal for group in tied for equal in self.broken(group, self.players.event["chain"], after)]

    def broken(self, tied: list[Team], chain: list[str], after: int) -> list[list[Team]]:
        """Ask the first breaker of all who are equal, the rest of the chain of those who still are."""
        if len(tied) == 1 or not chain:
            return [tied]
        ask = getattr(self, "ask_" + chain[0].replace("-", "_"), None)  # a team has no seed, and no referee decides
        parts = parted(tied, ask(tied, after).get) if ask else [tied]
        return [equal for part in parts for equal in self.broken(part, chain[1:], after)]

    def ask_firsts(self, tied: list[Team], after: int) -> dict[Team, Any]:
        return {team: -sum(one["place"] == 1 for _number, one in self.counted(team, after)) for team in tied}

    def ask_places(self, tied: list[Team], after: int) -> dict[Team, Any]:
        places = {team: [one["place"] for _number, one in self.counted(team, after)] for team in tied}
        return {team: Fraction(sum(own), len(own)) if own else Fraction(99) for team, own in places.items()}

    def ask_best(self, tied: list[Team], after: int) -> dict[Team, Any]:
        scores = {team: [one["score"] for _number, one in self.counted(team, after)] for team in tied}
        return {team: -max(own, default=Fraction(0)) for team, own in scores.items()}

    def ask_before_last(self, tied: list[Team], after: int) -> dict[Team, Any]:
        return {team: -self.total(team, after - 1) if after else Fraction(0) for team in tied}

    def ask_head_to_head(self, tied: list[Team], after: int) -> dict[Team, Any]:
        """The tables at which every one of them had somebody."""
        scores: dict[Team, dict[tuple[int, int], Fraction]] = {team: {} for team in tied}
        for team in tied:
            for number, one in self.counted(team, after):
                at = (number, one["table"])
                scores[team][at] = scores[team].get(at, Fraction(0)) + one["score"]
        together = set.intersection(*(set(own) for own in scores.values()))
        return {team: -sum((own[at] for at in together), Fraction(0)) for team, own in scores.items()}

    def ask_lot(self, tied: list[Team], after: int) -> dict[Team, Any]:
        seed = self.players.event["lot_seed"]
        return {team: sha256(f"{seed}/{team}".encode()).hexdigest() for team in tied}
