"""Hanchan played one after the other by the standings, for tests: who is stronger wins a little more often."""

from random import Random

from seating.rounds import Round, Rounds


def drawn(players: int, hanchan: int, seed: int = 1) -> Rounds:
    """A past that nobody planned: everybody sits somewhere, chance alone decides."""
    rng = Random(seed)
    rounds = []
    for _ in range(hanchan):
        people = list(range(1, players + 1))
        rng.shuffle(people)
        rounds.append(tuple(tuple(people[at : at + 4]) for at in range(0, players, 4)))
    return tuple(rounds)


def play(players: int, hanchan: int, seat, seed: int = 1) -> list[tuple[list[int], Round]]:
    """`seat` gets the order and the past of each hanchan; gives all orders with their tables."""
    rng = Random(seed)
    strength = {player: rng.gauss(0, 1) for player in range(1, players + 1)}
    scores = dict.fromkeys(strength, 0.0)
    rounds: list[tuple[list[int], Round]] = []
    for _ in range(hanchan):
        order = sorted(scores, key=lambda player: (-scores[player], player))
        tables = seat(order, tuple(one for _, one in rounds))
        rounds.append((order, tables))
        for table in tables:
            best_first = sorted(table, key=lambda player: -(strength[player] + rng.gauss(0, 2)))
            for uma, player in zip((15, 5, -5, -15), best_first, strict=True):
                scores[player] += uma + rng.gauss(0, 8)
    return rounds
