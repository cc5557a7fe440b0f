"""What each option of the repair page gives in repeats, every seating recounted here, option beside option.

A row is an event of so many players and hanchan, in which some leave after so many were played; 0 played: they did not
come. Who leaves is drawn by lot. The columns are the repeats of the whole event: meetings of a pair beyond the first.
An option that calls itself as even as possible must not be beaten by another one with as many tables and byes.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from random import Random
from time import process_time

from bench import sized
from bench.event import seated_event, set_up

set_up()

from tournament.planning.repair.options import (  # noqa: E402
    SolvedOption,
    available_options,
    option_card,
    option_key,
    options,
    quality_now,
    repair_case,
    strategies,
)
from tournament.seats.seat_map import SeatMap  # noqa: E402

CASES = (
    *((16, 5, 2, 4), (20, 5, 0, 4), (20, 5, 2, 4), (20, 5, 2, 1), (20, 5, 3, 3)),
    *((24, 7, 0, 4), (24, 7, 0, 3), (24, 7, 3, 4), (24, 7, 3, 1), (24, 8, 0, 4), (24, 8, 4, 4), (24, 8, 4, 2)),
    *((28, 8, 4, 4), (32, 8, 3, 4), (36, 8, 4, 4), (40, 8, 0, 4), (40, 8, 3, 4), (40, 8, 3, 2), (40, 10, 4, 4)),
    *((64, 8, 5, 4), (100, 10, 0, 4), (100, 10, 5, 4), (100, 10, 5, 1)),
)
"""Players, hanchan, hanchan played, players who leave."""


def repeats(draft: SeatMap) -> int:
    """Meetings beyond the first of each pair, counted from the seats alone."""
    met = Counter(
        frozenset(pair) for tables in draft.values() for seats in tables.values() for pair in combinations(seats, 2)
    )
    return sum(times - 1 for times in met.values())


def beaten(found: Iterable[tuple[SolvedOption, int]]) -> list[str]:
    """The options that are called as even as possible, and are not."""
    counted = list(found)
    return [
        f"{option.title}: {count}, but {other.title}: {less}"
        for option, count in counted
        if option.is_even
        for other, less in counted
        if less < count and (other.way.tables, other.way.byes) == (option.way.tables, option.way.byes)
    ]


def main() -> None:
    wrong = []
    for players, hanchan, played, leaving in sized(CASES, CASES[:1]):
        tournament = seated_event(players, hanchan)
        people = list(tournament.players.order_by("number"))
        gone = Random(players * 1000 + hanchan).sample(people, leaving)
        case = repair_case(tournament, played + 1, gone)
        known, quality = {player.pk: player for player in people}, quality_now(case)
        keys = [option_key(way, is_even=even) for way in available_options(case) for even in strategies(case, way)]
        print(f"{players} x {hanchan} after {played}, -{leaving}; before {repeats(case.now.draft)}", flush=True)
        counted = []
        for key in keys:
            began = process_time()
            for option in options(tournament, case, key):
                seconds = process_time() - began
                if option.arranged is None:
                    continue
                card, count = option_card(option, case, known, quality), repeats(option.arranged.draft)
                counted.append((option, count))
                wrong += [f"{option.title}: the page has {card.lines[0].after}"] * (card.lines[0].after != count)
                print(
                    f"  {option.title:<58} {count:3} repeats, least {card.lines[0].best:2}, "
                    f"{card.count:3} players move   {seconds:5.2f} s",
                    flush=True,
                )
        wrong += beaten(counted)
    print("beaten or counted otherwise:", "; ".join(wrong) or "none")
    assert not wrong


if __name__ == "__main__":
    main()
