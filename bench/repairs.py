"""The repeats that each option of the repair page gives, every seating recounted here, option beside option.

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

from tournament.planning.basis import basis_of  # noqa: E402
from tournament.planning.preview import Preview  # noqa: E402
from tournament.planning.proposal import Proposal  # noqa: E402
from tournament.planning.sources.repair_options import (  # noqa: E402
    available_options,
    option_key,
    options,
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


def beaten(found: Iterable[tuple[Proposal, int]]) -> list[str]:
    """The options that are called as even as possible, and are not."""
    counted = list(found)
    return [
        f"{option.title}: {count}, but {other.title}: {less}"
        for option, count in counted
        if option.is_even
        for other, less in counted
        if less < count and other.group.partition("-")[2] == option.group.partition("-")[2]
    ]


def main() -> None:
    wrong = []
    for players, hanchan, played, leaving in sized(CASES, CASES[:1]):
        tournament = seated_event(players, hanchan)
        people = list(tournament.players.order_by("number"))
        gone = Random(players * 1000 + hanchan).sample(people, leaving)
        basis = basis_of(tournament)
        case = repair_case(basis, played + 1, gone)
        keys = [option_key(way, is_even=even) for way in available_options(case) for even in strategies(case, way)]
        print(f"{players} x {hanchan} after {played}, -{leaving}; before {repeats(case.now.draft)}", flush=True)
        counted = []
        for key in keys:
            began = process_time()
            option = next((one for one in options(case, key) if one.key == key), None)
            seconds = process_time() - began
            if option is None or option.arranged is None:
                continue
            preview, count = Preview(basis, option), repeats(option.arranged.draft)
            counted.append((option, count))
            wrong += [f"{option.title}: the page has {preview.repeats}"] * (preview.repeats != count)
            least = preview.figures[0].best if preview.figures else count
            print(
                f"  {option.title:<58} {count:3} repeats, least {least:2}, "
                f"{preview.changing:3} players move   {seconds:5.2f} s",
                flush=True,
            )
        wrong += beaten(counted)
    print("beaten or counted otherwise:", "; ".join(wrong) or "none")
    assert not wrong


if __name__ == "__main__":
    main()
