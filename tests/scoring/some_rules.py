"""Rule sets and tables for laws: every preset, and own rules of every kind."""

from dataclasses import dataclass

from hypothesis import strategies as st

from scoring.rules import Ruleset, preset
from scoring.rules.files import PRESETS
from scoring.rules.values import Bust, Count, EqualPoints, Leftover
from scoring.winds import WINDS, Wind

hundreds = st.integers(-400, 400).map(lambda count: count * 100)


def umas(players: int) -> st.SearchStrategy[list[int]]:
    """By place, summing to zero."""
    return st.lists(hundreds, min_size=players - 1, max_size=players - 1).map(
        lambda most: sorted([*most, -sum(most)], reverse=True)
    )


def floating(players: int) -> st.SearchStrategy[dict[str, object]]:
    return st.lists(umas(players), min_size=players + 1, max_size=players + 1).map(lambda rows: {"floating": rows})


def prizes(players: int) -> st.SearchStrategy[list[int]]:
    some = st.lists(st.integers(0, 300).map(lambda count: count * 100), min_size=players, max_size=players)
    return st.one_of(st.just([]), some.map(lambda found: sorted(found, reverse=True)))


@st.composite
def own_rules(draw: st.DrawFn) -> Ruleset:
    """Rules that an organiser could put together."""
    players, count = draw(st.sampled_from((3, 4))), draw(st.sampled_from(Count))
    start, gap = draw(st.integers(200, 400)), draw(st.sampled_from((0, 0, 50, 33)))
    oka = draw(st.sampled_from((0, gap * players, 100))) if count is Count.GOAL else 0
    bust = draw(st.sampled_from(Bust))
    return preset("own").replace(
        players=players,
        start=start * 100,
        goal=(start + gap) * 100,
        count=count,
        oka=oka * 100,
        uma=draw(st.one_of(umas(players), floating(players))),
        prizes=draw(prizes(players)),
        ties=draw(st.sampled_from(EqualPoints)),
        leftover=draw(st.sampled_from(Leftover)),
        yakitori=draw(st.sampled_from((0, 9_000, 10_000, 5_500))),
        bust=bust,
        bust_prize=0 if bust is Bust.NEVER else draw(st.sampled_from((0, 10_000))),
    )


any_rules = st.one_of(st.sampled_from(PRESETS).map(preset), own_rules())


@dataclass(frozen=True)
class Sheet:
    """A sheet whose points are all there: end points, deposits and marks in seat order."""

    rules: Ruleset
    points: tuple[int, ...]
    deposits: int
    yakitori: tuple[bool, ...]
    busted_by: tuple[Wind | None, ...]


@st.composite
def sheets(draw: st.DrawFn, rules: st.SearchStrategy[Ruleset] = any_rules) -> Sheet:
    """Tables of all kinds, many with ties."""
    found = draw(rules)
    players, deposits = found.players, draw(st.sampled_from((0, 0, 1, 2, 4)))
    points = draw(fitting(players, found.total - deposits * 1_000))
    yakitori = draw(st.tuples(*[st.booleans()] * players))
    takers = [
        st.sampled_from((None, *(wind for wind in WINDS[:players] if wind is not own))) for own in WINDS[:players]
    ]
    return Sheet(found, points, deposits, yakitori, draw(st.tuples(*takers)))


@st.composite
def fitting(draw: st.DrawFn, players: int, total: int) -> tuple[int, ...]:
    """So many end points with this sum, one row taking what the others leave; other rows are often equal to it."""
    steps, groups = total // 100, draw(st.integers(1, players))
    first = st.integers(-100, 700)
    values = draw(st.lists(first, min_size=groups, max_size=groups))
    rows = [values[draw(st.integers(0, groups - 1))] for _ in range(players - 1)]
    tied = draw(st.integers(0, players - 1))  # rows that share what is left, when it divides
    rest = steps - sum(rows[tied:])
    if tied and rest % (tied + 1) == 0:
        rows[:tied] = [rest // (tied + 1)] * tied
    rows.append(steps - sum(rows))
    order = draw(st.permutations(range(players)))
    return tuple(rows[row] * 100 for row in order)
