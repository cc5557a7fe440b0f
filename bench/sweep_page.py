"""docs/seating-table.md: what the sweep counted, in sentences first, then size by size."""

from collections.abc import Callable, Iterable, Mapping
from statistics import median

from bench.anchor import Anchor, anchors
from bench.counts import REPEATS, TO_THE_MAXIMUM, Counted, behind, shortcomings
from seating.bounds import double_meetings_bound, most_hanchan_without_repeat

Counts = Mapping[tuple[int, int], Counted]
HEAD = """# The seating, size by size

Made by `python -m bench.sweep`, which makes the layout of every size and counts its figures. They are compared with the
best public collection of seatings, AIM (Andrew Smith, Zenodo 10.5281/zenodo.13971404): 16 to 172 players, 2 to 15
hanchan. A layout depends on the two numbers alone; the draw only decides who takes which place, so each figure holds
for every draw ([decision 13](decisions/0013-one-plan-per-size-drawn-by-lots.md)).
"""


def page(counts: Counts) -> str:
    parts = [HEAD, *_summary(counts), *_beside_the_anchor(counts), *_crowded(counts)]
    return "\n".join(parts)


def _summary(counts: Counts) -> list[str]:
    free = [count for count in counts.values() if count.hanchan <= most_hanchan_without_repeat(count.players)]
    short = [(count, shortcomings(count)) for count in counts.values()]
    worse = [(size, behind(counts[size], anchor)) for size, anchor in anchors().items()]
    seconds = sorted(count.seconds for count in counts.values())
    slow = max(counts.values(), key=lambda count: count.seconds)
    rounded = ", ".join(map(str, TO_THE_MAXIMUM))
    return [
        "## In short\n",
        f"- {len(free):,} sizes in which repeats can be avoided were counted: all from 16 to 400 players with up to 15"
        f" hanchan, {rounded} players up to the greatest possible number of hanchan, and a selection of sizes up to"
        f" 1,000 players. Sizes with a repeat: {sum(count.quality.repeats > 0 for count in free)}.",
        f"- In {sum(not found for _, found in worse)} of AIM's {len(worse)} sizes one layout is at least as good in"
        " every figure: repeats, players with uneven winds, repeated tables and, where repeats can be avoided, fewest"
        " opponents in common of two players who never meet. Worse in some figure:"
        f" {_named((size, found) for size, found in worse if found)}.",
        "- Everybody's winds differ by at most one after every hanchan, and are equal after 4, 8, 12, in"
        f" {sum('winds' not in found for _, found in short):,} of {len(counts):,} sizes.",
        "- Every layout aims at no avoidable repeat; from 64 players on, no repeated table while there are more tables"
        " than hanchan, and nobody at the same table twice running; and nobody at one table more than once more often"
        " than necessary. Missed by:"
        f" {_named(((count.players, count.hanchan), found) for count, found in short if found)}.",
        f"- Processor time to make a layout: median {1000 * median(seconds):.0f} ms, least {1000 * seconds[0]:.1f} ms,"
        f" most {1000 * slow.seconds:.0f} ms ({slow.players} × {slow.hanchan}); 100 × 10 took"
        f" {1000 * counts[100, 10].seconds:.0f} ms, 400 × 15 {1000 * counts[400, 15].seconds:.0f} ms, 1,000 × 15"
        f" {1000 * counts[1000, 15].seconds:.0f} ms.\n",
    ]


def _named(found: Iterable[tuple[tuple[int, int], list[str]]]) -> str:
    """The sizes and in what, those of one number of players that fall short in the same taken together."""
    alike: dict[tuple[int, str], list[int]] = {}
    for (players, hanchan), what in found:
        alike.setdefault((players, ", ".join(what)), []).append(hanchan)
    names = [f"{players} × {_range(hanchan)} ({what})" for (players, what), hanchan in sorted(alike.items())]
    return "; ".join(names) or "none"


def _range(numbers: list[int]) -> str:
    """``_range([3, 4, 5])`` is 3–5, ``_range([3, 5])`` is 3, 5."""
    ordered = sorted(numbers)
    if len(ordered) > 1 and ordered[-1] - ordered[0] == len(ordered) - 1:
        return f"{ordered[0]}–{ordered[-1]}"
    return ", ".join(map(str, ordered))


def _beside_the_anchor(counts: Counts) -> list[str]:
    return [
        "## Beside AIM\n",
        "Each cell is ours / AIM's; rows are numbers of players, columns numbers of hanchan.\n",
        *_matrix(
            "Repeated pairings above the fewest known to be possible",
            "Sizes where either is not 0; everywhere else both have only unavoidable repeats.",
            counts,
            lambda count, anchor: (count.quality.repeats - anchor.floor, anchor.above),
            all_rows=False,
        ),
        *_matrix(
            "Players whose winds differ by more than one",
            "Sizes where either is not 0.",
            counts,
            lambda count, anchor: (len(count.quality.uneven_players), anchor.uneven),
            all_rows=False,
        ),
        *_matrix(
            "Repeated tables, all players together",
            "Sizes where either is not 0.",
            counts,
            lambda count, anchor: (count.quality.table_revisits, anchor.returns),
            all_rows=False,
        ),
        *_matrix(
            "Fewest opponents in common of two players who never meet",
            "“all”: everybody meets everybody.",
            counts,
            lambda count, anchor: (_common(count.quality.common_opponents), _common(anchor.common)),
            all_rows=True,
        ),
    ]


def _common(value: int | None) -> int | str:
    return "all" if value is None else value


def _matrix(
    title: str,
    what: str,
    counts: Counts,
    cell: Callable[[Counted, Anchor], tuple[int | str, int | str]],
    *,
    all_rows: bool,
) -> list[str]:
    """A table of ours / theirs; unless all rows are wanted, only those and those cells that are not 0 / 0."""
    cells = {size: cell(counts[size], anchor) for size, anchor in anchors().items()}
    shown = {size: pair for size, pair in cells.items() if all_rows or pair != (0, 0)}
    columns = sorted({hanchan for _, hanchan in shown})
    rows = [
        [str(players), *("{} / {}".format(*shown[players, at]) if (players, at) in shown else "" for at in columns)]
        for players in sorted({players for players, _ in shown})
    ]
    return [f"### {title}\n", f"{what}\n", *_table(["players", *map(str, columns)], rows)]


def _crowded(counts: Counts) -> list[str]:
    rows = []
    for players, row in REPEATS.items():
        for hanchan, known in row.items():
            reached, bound = counts[players, hanchan].quality.double_meetings, double_meetings_bound(players, hanchan)
            rows.append([str(number) for number in (players, hanchan, reached, known, bound)])
    return [
        "## Where repeats are unavoidable\n",
        "Double meetings are the sum over pairs of m(m−1)/2 for m meetings: the number of repeats while no pair meets"
        " three times. The bound is proved: no seating can have fewer.\n",
        *_table(["players", "hanchan", "double meetings", "aimed at", "bound"], rows),
    ]


def _table(head: list[str], rows: list[list[str]]) -> list[str]:
    lines = [head, ["---"] * len(head), *rows]
    return [f"| {' | '.join(line)} |" for line in lines] + [""]
