"""A hanchan told a second time, with plain lists and from the rules alone: the replay must come to the same.

Seats are numbers, 0 starts as East. Hands are tuples as the generator in test_hand_log.py makes them.
"""

from dataclasses import dataclass, field
from typing import Any

from scoring.rules import Ruleset

LIMITS = {"mangan": 2_000, "haneman": 3_000, "baiman": 4_000, "sanbaiman": 6_000, "yakuman": 8_000}


def hundreds(points: int) -> int:
    return points if points % 100 == 0 else points + 100 - points % 100


@dataclass
class Naive:
    """The table: everything that changes, changed in place."""

    rules: Ruleset
    points: list[int] = field(default_factory=list)
    dealer: int = 0
    round: int = 0
    honba: int = 0
    sticks: int = 0
    over: bool = False
    left: int | None = None  # hands that may still begin, once the time has ended
    in_play: bool = False  # the time ended during the hand that is played now

    def __post_init__(self) -> None:
        self.n = self.rules.players
        self.points = [self.rules.start] * self.n

    def value(self, han: int, fu: int, yakuman: int) -> int:
        hand = self.rules.hand
        if yakuman:
            return 8_000 * (yakuman if hand.several_yakuman else 1)
        if han >= 13:
            return 8_000 if hand.counted == "yakuman" else 6_000
        for least, name in ((11, "sanbaiman"), (8, "baiman"), (6, "haneman"), (5, "mangan")):
            if han >= least:
                return LIMITS[name]
        worth = fu * 4
        for _ in range(han):
            worth = worth * 2
        if hand.kiriage and (han, fu) in ((3, 60), (4, 30)):
            return 2_000
        return 2_000 if worth > 2_000 else worth

    def give(self, giver: int, taker: int, points: int) -> None:
        self.points[giver] -= points
        self.points[taker] += points

    def drawn(self, winner: int, worth: int, honba: int) -> None:
        for other in range(self.n):
            if other == winner:
                continue
            share = worth * 2 if self.dealer in (winner, other) else worth
            if self.n == 3 and not self.rules.hand.tsumo_loss:
                share += (worth * 2 if winner == self.dealer else worth) // 2
            self.give(other, winner, hundreds(share) + honba * self.rules.hand.honba)

    def ron(self, payer: int, wins: list[tuple[int, Any]]) -> list[int]:
        order = sorted(wins, key=lambda win: (win[0] - payer) % self.n)
        if self.rules.hand.winners == "head-bump":
            order = order[:1]
        if self.rules.hand.winners == "two" and len(order) == 3:
            return []
        for number, (winner, value) in enumerate(order):
            worth = self.value(*value) * (6 if winner == self.dealer else 4)
            counters = self.honba if number == 0 or self.rules.hand.honba_to == "each" else 0
            self.give(payer, winner, hundreds(worth) + counters * self.rules.hand.honba * (self.n - 1))
        return [winner for winner, _ in order]

    def noten(self, tenpai: list[int]) -> None:
        pool, some = self.rules.hand.noten, len(tenpai)
        if 0 < some < self.n:
            for player in range(self.n):
                self.points[player] += pool // some if player in tenpai else -pool // (self.n - some)

    def nagashi(self, winners: list[int]) -> None:
        is_win = self.rules.hand.nagashi == "win"
        turn = [(self.dealer + step) % self.n for step in range(self.n)]
        ordered = [player for player in turn if player in winners]
        for number, winner in enumerate(ordered):
            takes = is_win and (number == 0 or self.rules.hand.honba_to == "each")
            self.drawn(winner, 2_000, self.honba if takes else 0)
        if is_win:
            self.collect(ordered[0])

    def collect(self, winner: int) -> None:
        self.points[winner] += 1_000 * self.sticks
        self.sticks = 0

    def lay(self, riichi: list[int]) -> None:
        for player in riichi:
            self.points[player] -= 1_000
            self.sticks += 1

    def hand(self, kind: str, riichi: list[int], *told: Any) -> None:
        """One hand: what it moves, then what follows."""
        if kind in ("abort", "chonbo"):
            if kind == "chonbo" and self.rules.paid == "reverse-mangan":
                self.reverse_mangan(told[0])
            if kind == "chonbo" and self.rules.paid == "table":
                self.fined(told[0])
            if kind == "abort" and self.rules.hand.abortive_deposits == "stay":
                self.lay(riichi)
            return self.next_hand(stays=True, honba=self.honba + (kind == "abort"), counts=kind == "abort")
        self.lay(riichi)
        winners: list[int] = []
        tenpai: list[int] = []
        if kind == "ron":
            winners = self.ron(*told)
        elif kind == "tsumo":
            winner, value = told
            self.drawn(winner, self.value(*value), self.honba)
            winners = [winner]
        elif kind == "nagashi":
            self.nagashi(told[0])
            winners, tenpai = (told[0], []) if self.rules.hand.nagashi == "win" else ([], told[1])
        else:
            tenpai = told[0]
            self.noten(tenpai)
        if kind in ("ron", "tsumo") and winners:
            self.collect(winners[0])
        if winners:
            stays = self.dealer in winners
            return self.next_hand(stays, self.honba + 1 if stays else 0)
        redealt = kind == "ron"
        stays = redealt or (self.dealer in tenpai and self.rules.hand.dealer_repeats == "win-or-tenpai")
        return self.next_hand(stays, self.honba + 1)

    def reverse_mangan(self, offenders: list[int]) -> None:
        for offender in offenders:
            before = list(self.points)
            self.drawn(offender, 2_000, 0)
            for player in range(self.n):
                self.points[player] = before[player] - (self.points[player] - before[player])

    def fined(self, offenders: list[int]) -> None:
        """S0 Mod.6.1: 30P is 6,000 to each other player, 2P are two sticks for the next winner."""
        for offender in offenders:
            if self.rules.chonbo == 2_000:
                self.points[offender] -= 2_000
                self.sticks += 2
            else:
                assert self.rules.chonbo in (20_000, 30_000)
                for other in range(self.n):
                    if other != offender:
                        self.give(offender, other, self.rules.chonbo // 5)

    def next_hand(self, stays: bool, honba: int, counts: bool = True) -> None:
        least = min(self.points)
        bust = self.rules.bust
        if (bust == "below-zero" and least < 0) or (bust == "at-zero" and least <= 0):
            self.over = True
            return
        timed = self.left is not None
        if timed:
            self.one_hand_less(counts)
        last = self.dealer == self.n - 1
        enough = bool(self.rules.extension) and max(self.points) >= self.rules.extension
        beyond = self.round - (0 if self.rules.length == "east-only" else 1)
        if not stays and beyond == 0 and last and (enough or timed or not self.rules.extension):
            self.over = True
        if not stays and beyond == 1 and (enough or last):
            self.over = True
        if self.over:
            return
        self.honba = honba
        if not stays:
            self.dealer = (self.dealer + 1) % self.n
            self.round += self.dealer == 0

    def time_up(self, during: bool) -> None:
        limit = self.rules.time
        self.left, self.in_play = (limit.during if during else limit.between), during
        self.over = self.left == 0 and not during

    def one_hand_less(self, counts: bool) -> None:
        """A chonbo's hand is not counted; in the last one the rules say whether it is dealt again."""
        assert self.left is not None
        left = self.left if self.in_play else self.left - 1
        self.in_play = False
        if counts or left:
            self.left = left if counts else self.left
            self.over = left == 0
        else:
            self.left = 1
            self.over = self.rules.time.chonbo == "game-over"
