"""Polish the layout of a size: `python -m bench.layouts --players 24 --hanchan 10 --moves 1000000 --write`.

Anneals who sits with whom and at which table, then the winds, and prints the figures before and after. What is better
is put into the file of the size in `seating/stored` with `--write`. Begins with the layout
there is, or with people seated at random: `--scratch`. With `--turning 6 --cycles 3` six hanchan at a time are kept
the same but for turning three cycles of six players, which finds the fewest clashes for some sizes where nothing else
does: 20 players and 12 hanchan so, 12 and 15 with 2 and 5.
"""

import argparse
from pathlib import Path
from random import Random

from bench.hall import Hall, Prices, Turning, by_chance, polished
from bench.sides import evened
from seating.bounds import most_hanchan_without_repeat, most_visits_bound, stays_bound
from seating.faults import problems
from seating.layouts.layout import layout
from seating.quality import Quality, measure
from seating.rounds import Rounds
from seating.stored import LAYOUTS
from seating.winds.dealing import assign_winds

WINDS_SHARE = 10
"""One chain of winds is tried for so many moves."""


def main() -> None:
    options = asked()
    players, hanchan, rng = options.players, options.hanchan, Random(options.seed)
    turning = Turning(options.turning, options.cycles)
    kept = layout(players, hanchan)
    start = by_chance(players, hanchan, turning, rng) if options.scratch or turning.by > 1 else kept
    made = found(start, players, options.moves, (options.warm, options.cold), turning, rng)
    before, after = measure(kept, players), measure(made, players)
    for name, quality in (("so far", before), ("found", after)):
        print(f"{name:>7}:", described(quality))
    if rank(after) >= rank(before):
        print("the layout stays as it is")
    elif options.write:
        write(players, made)


def asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.layouts", description=__doc__)
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--hanchan", type=int, required=True)
    parser.add_argument("--moves", type=int, default=200_000, help="a minute has about a million")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--warm", type=float, default=300.0, help="warmth to begin with; a clash costs 1000")
    parser.add_argument("--cold", type=float, default=1.0)
    parser.add_argument("--scratch", action="store_true", help="begin with people seated at random")
    parser.add_argument("--turning", type=int, default=1, help="so many hanchan turn together; implies --scratch")
    parser.add_argument("--cycles", type=int, default=0, help="of so many cycles of players")
    parser.add_argument("--write", action="store_true", help="keep what is better")
    return parser.parse_args()


def found(
    start: Rounds, players: int, moves: int, warmth: tuple[float, float], turning: Turning, rng: Random
) -> Rounds:
    """Polished, with the winds dealt and evened out. What was turned is polished once more without."""
    in_front = min(len(start), most_hanchan_without_repeat(players))
    rounds = start
    if turning.by > 1:
        only_clashes = Prices(running=0, early=0, in_front=0, back=0, often=0, stay=0)
        warm = only_clashes.clash * turning.by
        rounds = polished(Hall(rounds, players, in_front, only_clashes), moves, warm * 0.9, warm * 0.16, turning, rng)
        warmth = (min(60.0, warmth[0]), warmth[1])
    rounds = polished(Hall(rounds, players, in_front, Prices()), moves, *warmth, Turning(), rng)
    return evened(assign_winds(rounds, rng), players, moves // WINDS_SHARE, rng)


def rank(quality: Quality) -> tuple[int, ...]:
    """Return what is compared, in order; less is better, except 20 players in 12 to 14 hanchan: see decision 13."""
    common = quality.common_opponents
    in_front = most_hanchan_without_repeat(quality.players)
    late = (pair.hanchan[1] - 1 for pair in quality.repeated_pairs)
    return (
        quality.double_meetings,
        -(quality.players if common is None else common),
        quality.running_repeats,
        sum(hanchan < in_front for hanchan in late),
        max(quality.most_table_visits, most_visits_bound(quality.players, quality.hanchan) + 1),
        max(quality.consecutive_table, stays_bound(quality.players, quality.hanchan)),
        quality.table_revisits,
        quality.uneven_sides,
    )


def described(quality: Quality) -> str:
    figures = {
        "double_meetings": f"{quality.double_meetings} (at least {quality.double_meetings_bound})",
        "running": quality.running_repeats,
        "first repeat": quality.first_repeat,
        "common opponents": quality.common_opponents,
        "back at a table": quality.table_revisits,
        "most visits": quality.most_table_visits,
        "staying": quality.consecutive_table,
        "uneven sides": quality.uneven_sides,
    }
    return ", ".join(f"{name} {value}" for name, value in figures.items())


def write(players: int, rounds: Rounds) -> None:
    """Put the layout into the file of its size, in place of the one of as many hanchan."""
    assert not problems(rounds, players)
    file = Path(str(LAYOUTS)) / f"{players:03}.txt"
    parts: dict[int, list[str]] = {}
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        if line.startswith("hanchan"):
            lines = parts.setdefault(int(line.split()[1]), [])
        else:
            lines.append(line)
    parts[len(rounds)] = [" | ".join(" ".join(map(str, table)) for table in tables) for tables in rounds]
    text = "".join(f"hanchan {count}\n" + "".join(f"{line}\n" for line in parts[count]) for count in sorted(parts))
    file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
