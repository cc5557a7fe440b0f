"""A ranking of 10,000 events of 50 people, against a bare loop that adds up the same numbers; CPU seconds."""

import random
from collections import Counter
from datetime import date, timedelta

from bench import sized
from bench.clock import cpu_timed, in_turn
from scoring.rankings import Contest, PersonResult, rank, ranking_rule

EVENTS, SIZE, PEOPLE = sized(10_000, 10), 50, sized(5_000, 60)
ON = date(2026, 11, 1)
RULES = ("ema-2018", "ema-before-2018", "points-by-place", "average")


def random_events(chance: random.Random) -> list[Contest]:
    """Events of the last two years, whose people are drawn from all."""
    people = [f"P{number}" for number in range(PEOPLE)]
    return [
        Contest(
            name=f"E{number}",
            ended=ON - timedelta(days=chance.randrange(730)),
            players=SIZE,
            days=chance.randint(1, 3),
            countries=chance.randint(1, 12),
            results=tuple(
                PersonResult(one, place, chance.randint(-90_000, 90_000))
                for place, one in enumerate(chance.sample(people, SIZE), 1)
            ),
        )
        for number in range(EVENTS)
    ]


def bare(events: list[Contest]) -> list[tuple[str, int]]:
    """Sums of places, sorted: no weights, ages, best results or reasons."""
    sums: Counter[str] = Counter()
    for one in events:
        for person, place, _score in one.results:
            sums[person] += place
    return sums.most_common()


def tell(key: str, events: list[Contest]) -> None:
    """Print the CPU seconds of one rule beside those of the bare loop."""
    rules = ranking_rule(key)
    own, formula, ratio = in_turn(
        lambda: rank(events, rules, ON), lambda: bare(events), runs=sized(7, 1), clock=cpu_timed
    )
    print(f"{key}: {EVENTS} × {SIZE} of {PEOPLE}: {own:.2f} s; bare loop {formula:.2f} s; ratio {ratio:.1f}")


def main() -> None:
    events = random_events(random.Random(1))
    for key in RULES:
        tell(key, events)


if __name__ == "__main__":
    main()
