"""Every hand there is and every way to pay it, as plain data; and the rule sets that pay differently."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, combinations, product
from random import Random
from typing import Any, TypeVar

from tests.shadow.payments import Hand, in_turn_after, table_of

Case = dict[str, Any]
Rules = dict[str, Any]
T = TypeVar("T")
Some = Callable[[Iterable[Any]], Iterable[Any]]
FU = (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140)
NOT_FU = (0, 10, 35, 150)
HAN = range(1, 41)
FED = ("big-dragons", "big-winds", "four-quads")
OTHERS = ("all-honours", "four-triplets-pair", "four-triplets")


def rule_sets(rules: Rules) -> Iterator[Rules]:
    """These rules with three and four players, in every combination of what makes an ordinary hand pay differently."""
    for players, kiriage, counted, lost, honba in product(
        (3, 4), (False, True), ("sanbaiman", "yakuman"), (False, True), (100, 500)
    ):
        if players == 3 or not lost:
            hand = {"kiriage": kiriage, "counted": counted, "tsumo_loss": lost, "honba": honba}
            yield with_players({**rules, "hand": {**rules["hand"], **hand}}, players)


def with_players(rules: Rules, players: int) -> Rules:
    """The rules for a table of so many; the uma is cut to what may stand in a rule set."""
    return {**rules, "players": players, "uma": [0] * players, "prizes": []}


def yakuman_rules(rules: Rules) -> Iterator[Rules]:
    for players, several, double, whole in product((3, 4), (False, True), (False, True), ("fed-yakuman", "whole-hand")):
        hand = {"several_yakuman": several, "double_yakuman": double, "liable_for": whole, "liability": list(FED)}
        yield with_players({**rules, "hand": {**rules["hand"], **hand}}, players)


def a_hand(han: int = 0, fu: int = 0, yakuman: tuple[str, ...] = (), at_least: str | None = None) -> Hand:
    return {"han": han, "fu": fu, "yakuman": list(yakuman), "at_least": at_least, "liable": []}


def ordinary_hands() -> list[Hand]:
    """All han and fu, sensible or not, and those that a renhou lifts."""
    every = [a_hand(han, fu) for han in (0, *HAN) for fu in (*FU, *NOT_FU)]
    lifted = [
        a_hand(han, fu, at_least=limit) for han in (1, 4, 6, 13) for fu in (0, 30) for limit in ("mangan", "yakuman")
    ]
    return every + lifted


def yakuman_hands(winner: str, rules: Rules) -> Iterator[Hand]:
    """One to three yakuman, of those that can be fed each by nobody or by any of the others."""
    seats = [seat for seat in table_of(rules) if seat != winner]
    names = FED + OTHERS
    for some in chain.from_iterable(combinations(names, size) for size in (1, 2, 3)):
        if {"big-dragons", "big-winds"} <= set(some):
            continue  # seven triplets are in no hand
        if {"four-triplets", "four-triplets-pair"} <= set(some):
            continue  # the one is the other on another wait
        fed = [name for name in some if name in FED]
        for who in product([None, *seats], repeat=len(fed)):
            liable = [(seat, name) for seat, name in zip(who, fed, strict=True) if seat]
            yield {**a_hand(yakuman=some), "liable": liable}


def all_of(things: Iterable[T]) -> Iterable[T]:
    """Nothing left out; the sample puts something else in its place."""
    return things


def ways(rules: Rules, counts: tuple[int, ...]) -> Iterator[Case]:
    """Who wins from whom, with how many honba and deposits."""
    for winner, payer, honba, deposits in product(table_of(rules), [None, *table_of(rules)], counts, (0, 2)):
        if winner != payer:
            yield {"rules": rules, "winner": winner, "payer": payer, "honba": honba, "deposits": deposits}


def wins(rules: Rules, some: Some = all_of) -> Iterator[Case]:
    """Ordinary hands: 1 to 40 han, all fu, each winner and payer, 0 to 3 honba."""
    hands = ordinary_hands()
    for narrow in rule_sets(rules):
        for way in some(ways(narrow, (0, 1, 2, 3))):
            yield from ({**way, "kind": "win", "hand": hand} for hand in some(hands))


def yakuman_wins(rules: Rules, some: Some = all_of) -> Iterator[Case]:
    for narrow in yakuman_rules(rules):
        for way in some(ways(narrow, (0, 1))):
            yield from ({**way, "kind": "win", "hand": hand} for hand in some(yakuman_hands(way["winner"], narrow)))


def several(rules: Rules, some: Some = all_of) -> Iterator[Case]:
    """Two or three on one discard, with hands of different size, one of them with somebody liable."""
    hands = [a_hand(1, 30), a_hand(4, 30), a_hand(6), a_hand(yakuman=("big-dragons",))]
    for players, winners, honba_to in product((3, 4), ("head-bump", "two", "all"), ("each", "first")):
        hand = {"winners": winners, "honba_to": honba_to, "liability": list(FED)}
        narrow = with_players({**rules, "hand": {**rules["hand"], **hand}}, players)
        for payer, honba, deposits in some(product(table_of(narrow), (0, 2), (0, 3))):
            way = {"rules": narrow, "kind": "several", "payer": payer, "honba": honba, "deposits": deposits}
            after = in_turn_after(narrow, payer)
            who = chain.from_iterable(combinations(after, size) for size in range(1, players))
            yield from ({**way, "hands": dealt} for each in who for dealt in some(all_dealt(each, hands, after)))


def all_dealt(winners: tuple[str, ...], hands: list[Hand], seats: str) -> Iterator[dict[str, Hand]]:
    """These winners with every combination of hands."""
    for theirs in product(hands, repeat=len(winners)):
        yield {seat: liable_to(seat, one, seats) for seat, one in zip(winners, theirs, strict=True)}


def liable_to(winner: str, hand: Hand, seats: str) -> Hand:
    """A yakuman in this list was fed by the first of the others who did not discard."""
    fed = [(next(seat for seat in seats if seat != winner), name) for name in hand["yakuman"] if len(seats) > 1]
    return {**hand, "liable": fed}


def draws(rules: Rules, some: Some = all_of) -> Iterator[Case]:
    """Exhaustive draws, nagashi and chonbo: every set of players, every way to play them."""
    for players, noten, kind, honba_to, paid, lost in product(
        (3, 4),
        (3_000, 2_000, 1_000, 0),
        ("nothing", "win", "draw"),
        ("each", "first"),
        ("tournament", "table", "reverse-mangan"),
        (False, True),
    ):
        if players == 4 and lost:
            continue
        hand = {"noten": noten, "nagashi": kind, "honba_to": honba_to, "tsumo_loss": lost}
        narrow = with_players({**rules, "paid": paid, "hand": {**rules["hand"], **hand}}, players)
        sets = chain.from_iterable(combinations(table_of(narrow), size) for size in range(players + 1))
        for who, one in product(some(map("".join, sets)), ("draw", "nagashi", "chonbo")):
            yield {"rules": narrow, "kind": one, "who": who, "honba": 2, "deposits": 3}


def penalties(rules: Rules, some: Some = all_of) -> Iterator[Case]:
    """Every penalty up to 50P, by each player."""
    for players in (3, 4):
        narrow = with_players(rules, players)
        for offender, points in product(table_of(narrow), some(range(100, 50_100, 100))):
            yield {"rules": narrow, "kind": "penalty", "who": offender, "points": points, "honba": 0, "deposits": 0}


def every(rules: Rules, some: Some = all_of) -> Iterator[Case]:
    for part in (several, draws, penalties, yakuman_wins, wins):
        yield from part(rules, some)


def sample(rules: Rules, one_in: int, chance: Random) -> Iterator[Case]:
    """One in so many ways to win, and one in so many of the hands to win with; 1 is all of them and 0 none."""
    if one_in:
        yield from every(rules, lambda things: (thing for thing in things if chance.random() * one_in < 1))
