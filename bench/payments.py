"""Payments a second, against a bare formula without honba, words or checks; and hanchan replayed from their logs."""

import random

from bench import sized
from bench.clock import in_turn
from scoring.hands.log import Event, ExhaustiveDraw, Ron, Tsumo
from scoring.hands.log_text import read_log, write_log
from scoring.hands.replay import advance, replay
from scoring.payments.values import HandValue
from scoring.payments.wins import Win, ron, tsumo
from scoring.rules import Ruleset, preset
from scoring.winds import WINDS, Wind

HANDS = sized(5_000, 10)
HANCHAN = sized(40, 1)
FU = (30, 40, 50, 60, 70)
Hand = tuple[Wind, Wind | None, HandValue]


def random_hand(chance: random.Random) -> Hand:
    """A winner, a discarder or nobody, and a value as they come at tables: mostly one to four han."""
    winner, payer = chance.sample(WINDS, 2)
    value = HandValue(chance.choice((1, 1, 2, 2, 3, 3, 4, 5, 6, 8)), chance.choice(FU))
    return winner, payer if chance.random() < 0.6 else None, value


def bare(winner: Wind, payer: Wind | None, value: HandValue) -> list[int]:
    """The changes of a hand by formula; no kiriage, no 13 han, no honba, nothing said and nothing checked."""
    base = min(value.fu * 2 ** (2 + value.han), 2_000) if value.han < 5 else (2_000, 3_000, 3_000, 4_000)[value.han - 5]
    changes, dealer = [0, 0, 0, 0], winner is Wind.EAST
    pays = {payer: 6 if dealer else 4} if payer else {own: 2 if Wind.EAST in (own, winner) else 1 for own in WINDS}
    for own, times in pays.items():
        if own is not winner:
            points = -(-base * times // 100) * 100
            changes[own.index] -= points
            changes[winner.index] += points
    return changes


def ours(winner: Wind, payer: Wind | None, value: HandValue, rules: Ruleset) -> tuple[int, ...]:
    payment = ron(winner, payer, value, rules, 1) if payer else tsumo(winner, value, rules, 1)
    return payment.changes


def random_log(chance: random.Random, rules: Ruleset) -> list[Event]:
    """A whole hanchan of wins and draws."""
    events: list[Event] = []
    played = replay([], rules)
    while not played.over:
        winner, payer, value = random_hand(chance)
        event: Event = ExhaustiveDraw((winner,)) if chance.random() < 0.2 else Tsumo(winner, value)
        if payer and isinstance(event, Tsumo):
            event = Ron(payer, (Win(winner, value),))
        events.append(event)
        played = advance(played, event)
    return events


def main() -> None:
    chance, rules = random.Random(1), preset("wrc-2022")
    hands = [random_hand(chance) for _ in range(HANDS)]
    own, formula, ratio = in_turn(
        lambda: [ours(*hand, rules) for hand in hands], lambda: [bare(*hand) for hand in hands], runs=9
    )
    print(f"{HANDS / own:,.0f} payments a second; bare formula {HANDS / formula:,.0f}; ratio {ratio:.1f}")
    logs = [random_log(chance, rules) for _ in range(HANCHAN)]
    texts, every = [write_log(log) for log in logs], sum(map(len, logs))
    typed, built, ratio = in_turn(
        lambda: [replay(read_log(text), rules) for text in texts], lambda: [replay(log, rules) for log in logs], runs=9
    )
    print(
        f"{HANCHAN / built:,.0f} hanchan replayed a second, {every / built:,.0f} hands; "
        f"from typed text {HANCHAN / typed:,.0f}; ratio {ratio:.2f}"
    )


if __name__ == "__main__":
    main()
