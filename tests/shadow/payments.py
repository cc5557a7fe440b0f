"""What one hand pays, told as a list of single payments from one player to another; the rest is adding them up.

A hand is a dict: `han`, `fu`, `yakuman` (names), `at_least` (a limit or None) and `liable`: a list of (current wind,
name of the yakuman that was fed). Winds are letters, E is the dealer. A payment is (who pays, who gets, points).
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import ceil, floor
from typing import Any

from tests.shadow.every_fu import least_han
from tournament.standings.second_score import SEATS, STICK, Rules

Hand = dict[str, Any]
Move = tuple[str, str, int]
Told = dict[str, Any]
LIMITS = {"mangan": 2_000, "haneman": 3_000, "baiman": 4_000, "sanbaiman": 6_000, "yakuman": 8_000}  # S0 Mod.4.4
LADDER = ((13, "counted"), (11, "sanbaiman"), (8, "baiman"), (6, "haneman"), (5, "mangan"))
DOUBLE = ("big-winds", "four-triplets-pair", "thirteen-orphans-13", "nine-gates-9")


def units(rules: Rules, yakuman: Iterable[str]) -> int:
    """How many yakuman these are worth: each once, some twice where that is played; the best one where none add up."""
    counts = [2 if name in DOUBLE and rules["hand"]["double_yakuman"] else 1 for name in yakuman]
    return sum(counts) if rules["hand"]["several_yakuman"] else max(counts, default=0)


def base(rules: Rules, hand: Hand) -> int:
    """The base value; a floor, as for a renhou, lifts what is below it."""
    if hand["yakuman"]:
        return LIMITS["yakuman"] * units(rules, hand["yakuman"])
    return max(by_han(rules, hand["han"], hand["fu"]), LIMITS.get(hand["at_least"], 0))


def by_han(rules: Rules, han: int, fu: int) -> int:
    """Fu doubled twice and once more for each han, until a limit is reached."""
    for least, limit in LADDER:
        if han >= least:
            return LIMITS[rules["hand"]["counted"] if limit == "counted" else limit]
    if rules["hand"]["kiriage"] and (han, fu) in [(4, 30), (3, 60)]:
        return LIMITS["mangan"]
    value = fu if han else 0
    for _ in range(han + 2):
        value += value
    return min(value, LIMITS["mangan"])


def exists(hand: Hand, self_draw: bool) -> bool:
    """Whether some hand has this value."""
    if hand["yakuman"]:
        return True
    if hand["fu"] == 0:
        return hand["han"] >= 5 or (hand["han"] > 0 and hand["at_least"] is not None)
    least = least_han()
    if hand["han"] >= 5:
        # They do not matter any more, so nobody asks how they came together.
        return (hand["fu"], True) in least or (hand["fu"], False) in least
    return bool(0 < least.get((hand["fu"], self_draw), 99) <= hand["han"])


def up(points: Fraction | int) -> int:
    """Payments are whole hundreds, rounded up."""
    return ceil(Fraction(points) / 100) * 100


def table_of(rules: Rules) -> str:
    return SEATS[: rules["players"]]


def self_draw(rules: Rules, winner: str, value: int) -> Iterator[Move]:
    """Everybody pays: the dealer, and everybody to the dealer, twice the base, others once.

    With three nobody pays the fourth's part (`tsumo_loss`), or each of the two who pay has half of it on top.
    """
    missing = 0 if rules["players"] == 4 or rules["hand"]["tsumo_loss"] else value * (2 if winner == "E" else 1)
    for payer in table_of(rules):
        if payer != winner:
            own = value * (2 if "E" in (payer, winner) else 1)
            yield payer, winner, up(own + Fraction(missing, 2))


def discard(winner: str, payer: str, value: int) -> Iterator[Move]:
    """The discarder pays for all: four times the base, to the dealer six times."""
    yield payer, winner, up(value * (6 if winner == "E" else 4))


def honba_from(rules: Rules, winner: str, payer: str | None, honba: int) -> Iterator[Move]:
    """Honba: from each on a self-draw (payer None), from the one who pays for all otherwise."""
    for other in table_of(rules):
        if other != winner:
            yield payer or other, winner, honba * rules["hand"]["honba"]


def win(rules: Rules, winner: str, payer: str | None, hand: Hand, honba: int) -> Iterator[Move]:
    """One win, on a discard of `payer` or by self-draw (None). Liability as in S2, or for the whole hand as in S3."""
    rest, every_liable = counted(rules, hand), ""
    for part, liable in liabilities(rules, hand, rest):
        yield from together(winner, payer, liable, base(rules, {**hand, "yakuman": part}))
        rest = [name for name in rest if name not in part]
        every_liable += "".join(liable)
    # Where everything was fed nobody else pays anything, the honba neither: the first liable in turn has them.
    alone = next((seat for seat in in_turn_after(rules, winner) if seat in every_liable and not rest), None)
    counters_from = payer or alone
    yield from honba_from(rules, winner, counters_from, honba)
    if rest or not hand["yakuman"]:
        value = base(rules, {**hand, "yakuman": rest})
        yield from self_draw(rules, winner, value) if payer is None else discard(winner, payer, value)


def liabilities(rules: Rules, hand: Hand, count: list[str]) -> list[tuple[list[str], list[str]]]:
    """For which yakuman who is liable: each for what was fed, or all of them together for the whole hand."""
    if rules["hand"]["liable_for"] == "whole-hand" and hand["liable"]:
        return [(count, list(dict.fromkeys(seat for seat, _ in hand["liable"])))]
    return [([name], [seat]) for seat, name in hand["liable"] if name in count]


def together(winner: str, payer: str | None, liable: list[str], value: int) -> Iterator[Move]:
    """The price of a discard: half from the discarder, if there is one, the rest from the liable in equal parts."""
    for _, _, price in discard(winner, "", value):
        own = price // 2 if payer else 0
        if payer:
            yield payer, winner, own
        for seat in liable:
            yield seat, winner, (price - own) // len(liable)


def counted(rules: Rules, hand: Hand) -> list[str]:
    """The yakuman that count: all, or the dearest alone; of equally dear ones the first that was fed."""
    if rules["hand"]["several_yakuman"]:
        return list(hand["yakuman"])
    fed = [name for _, name in hand["liable"]]
    falling = sorted(hand["yakuman"], key=lambda name: (-units(rules, [name]), name not in fed))
    return falling[:1]


def in_turn_after(rules: Rules, payer: str) -> str:
    seats = table_of(rules)
    at = seats.index(payer)
    return seats[at + 1 :] + seats[:at]


def told(rules: Rules, moves: Iterable[Move], winner: str | None, deposits: int) -> Told:
    """What each has more or less afterwards, East first, and the deposits that stay; a winner takes them."""
    moves = list(moves)

    def change(seat: str) -> int:
        gets = sum(points for _, getter, points in moves if getter == seat)
        gives = sum(points for giver, _, points in moves if giver == seat)
        return gets - gives + (deposits * STICK if seat == winner else 0)

    return {"changes": [change(seat) for seat in table_of(rules)], "deposits": 0 if winner else deposits}


def self_drawn(rules: Rules, winner: str, hand: Hand, honba: int, deposits: int) -> Told:
    return told(rules, win(rules, winner, None, hand, honba), winner, deposits)


def called(rules: Rules, payer: str, hands: dict[str, Hand], honba: int, deposits: int) -> Told:
    """Those of `hands` (by winner) that win on this discard; of three none where they are an abortive draw."""
    order = [seat for seat in in_turn_after(rules, payer) if seat in hands]
    kind = rules["hand"]["winners"]
    if kind == "two" and len(order) > 2:
        return told(rules, [], None, deposits)
    moves: list[Move] = []
    for seat in order[:1] if kind == "head-bump" else order:
        counts = seat == order[0] or rules["hand"]["honba_to"] == "each"
        moves += win(rules, seat, payer, hands[seat], honba if counts else 0)
    return told(rules, moves, order[0], deposits)


def exhaustive_draw(rules: Rules, tenpai: str, deposits: int) -> Told:
    """Who is not tenpai pays the same, who is gets the same, in whole hundreds; nothing when all or none are."""
    noten = [seat for seat in table_of(rules) if seat not in tenpai]
    pot = rules["hand"]["noten"] if noten and tenpai else 0
    while pot % (100 * max(len(noten), 1)) or pot % (100 * max(len(tenpai), 1)):
        pot -= 100
    moves = [(giver, getter, pot // len(noten) // len(tenpai)) for giver in noten for getter in tenpai if pot]
    return told(rules, moves, None, deposits)


def nagashi(rules: Rules, winners: str, honba: int, deposits: int) -> Told:
    """A mangan from everybody to each who has it; with honba and deposits where it counts as a win (S0 Mod.3.2)."""
    first = next(seat for seat in table_of(rules) if seat in winners)
    is_win = rules["hand"]["nagashi"] == "win"
    moves: list[Move] = []
    for seat in winners:
        moves += self_draw(rules, seat, LIMITS["mangan"])
        if is_win and (seat == first or rules["hand"]["honba_to"] == "each"):
            moves += honba_from(rules, seat, None, honba)
    return told(rules, moves, first if is_win else None, deposits)


def chonbo(rules: Rules, offenders: str, deposits: int) -> Told:
    """S1: a mangan to everybody, as they would have paid one; under other rules nothing moves at once."""
    turned = [
        (getter, giver, points)
        for offender in offenders
        for giver, getter, points in self_draw(rules, offender, LIMITS["mangan"])
    ]
    return told(rules, turned if rules["paid"] == "reverse-mangan" else [], None, deposits)


def at_the_table(rules: Rules, offender: str, points: int) -> Told:
    """S0 Mod.6.1: 30P is 6,000 to each other player, 20P and 10P in proportion; 1P and 2P lie on the table.

    What it does not name keeps to its measure, in whole hundreds.
    """
    others = [seat for seat in table_of(rules) if seat != offender]
    if points <= 2_000:
        paid = told(rules, [(offender, "table", points)], None, 0)
        return {**paid, "deposits": points}
    each = floor(Fraction(points, 1_000) * Fraction(6_000, 30) / 100) * 100
    return told(rules, [(offender, other, each) for other in others], None, 0)
