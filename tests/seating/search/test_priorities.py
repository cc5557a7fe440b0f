"""Strong wishes are met as far as possible: as often as can be proved, or the repeats are named that it would cost."""

import pytest

from seating import plan
from seating.bounds import club_bound
from seating.layouts.layout import layout
from seating.search.priorities import SeatingChoice, raise_wishes, search_raised, shortfall, solve_by_priority
from seating.search.solve import solve
from seating.task import Task
from seating.unmet import group_meetings, unmet_bound, unmet_times
from seating.wishes import Apart, AtTables, Together, Weight


def clubs(*sizes):
    """Groups of consecutive numbers."""
    ends = [sum(sizes[: place + 1]) for place in range(len(sizes))]
    return tuple(frozenset(range(end - size + 1, end + 1)) for size, end in zip(sizes, ends, strict=True))


def teams(players):
    """Teams of four with players far apart in number, so of different clubs."""
    return tuple(frozenset(range(one, players + 1, players // 4)) for one in range(1, players // 4 + 1))


@pytest.mark.slow("long searches")
@pytest.mark.parametrize(
    ("players", "hanchan", "sizes", "more"),
    [
        (40, 8, (12, 8, 6, 5, 3, 2, 2, 2), ()),
        (
            48,
            8,
            (14, 10, 8, 6, 5, 3),
            (Apart(teams(48), weight=Weight.MUST), AtTables(frozenset({46}), frozenset({1}))),
        ),
        (64, 8, (16, 12, 10, 8, 6, 4), (Apart(teams(64), weight=Weight.MUST),)),
        (100, 10, (30, 20, 15, 10, 8, 6, 4, 3, 2, 2), ()),
    ],
)
def test_clubs_meet_as_seldom_as_can_be_proved_where_that_costs_no_repeat(players, hanchan, sizes, more):
    groups = clubs(*sizes)
    made = plan(players, hanchan, 7, wishes=(Apart(groups), *more))
    forced = hanchan * sum(club_bound(size, players // 4) for size in sizes)
    assert (len(group_meetings(groups, made.rounds)), made.quality.repeats) == (forced, 0)
    assert made.quality.wind_gap <= 1
    assert "fewer_would_cost_repeats" not in {note.code for note in made.unmet}


def test_a_plan_says_what_fewer_meetings_would_cost_and_avoids_the_repeats():
    groups = clubs(8, 6, 4, 3, 3)
    task = Task((frozenset(range(1, 25)),) * 6, wishes=(Apart(groups, name="clubs"),))
    choice = SeatingChoice(task)
    choice.offer(layout(24, 6))
    search_raised(choice, 7, moves=20_000)
    (price,) = choice.price()
    assert choice.best == layout(24, 6)
    assert price.params["now"] == len(group_meetings(groups, choice.best)) > price.params["count"] >= 12
    assert price.params["repeats"] > 1
    assert str(price).startswith(f"{price.params['count']} instead of {price.params['now']} would cost ")


@pytest.mark.slow("long searches")
def test_calling_a_wish_required_never_gives_fewer_meetings_for_no_more_repeats():
    groups = clubs(10, 5)
    strong = plan(24, 5, 7, wishes=(Apart(groups),))
    required = plan(24, 5, 7, wishes=(Apart(groups, weight=Weight.MUST),))
    figures = [(made.quality.repeats, len(group_meetings(groups, made.rounds))) for made in (strong, required)]
    assert figures[0] <= figures[1]


def test_the_remaining_hanchan_are_planned_as_far_as_possible_too():
    groups = clubs(12, 8, 6, 5)
    past = layout(64, 2)
    task = Task((frozenset(range(1, 65)),) * 2, past, (Apart(groups),))
    best = solve_by_priority(task, 1, moves=40_000)
    lacks = shortfall(task, best.rounds)
    assert lacks <= shortfall(task, solve(task, 1, moves=40_000).rounds)
    assert (lacks.required, lacks.repeats, lacks.uneven, lacks.strong) == (0, 0, 0, 0)
    assert best.unmet == ()


FORTY = frozenset(range(1, 41))


def test_a_search_that_is_stopped_gives_the_best_so_far():
    task = Task((FORTY,) * 4, wishes=(Apart(clubs(12, 8, 6, 5)),))
    heard = []

    def watch(done, lacking):
        heard.append(done)
        return len(heard) < 3

    found = solve_by_priority(task, 1, watch=watch)
    assert found.stopped
    assert len(found.rounds) == 4
    assert max(heard) <= 1


def test_a_search_with_raised_wishes_is_stopped_too():
    task = Task((FORTY,) * 8, wishes=(Apart(clubs(12, 8, 6, 5, 3, 2, 2, 2)),))

    def watch(done, lacking):
        return done < 0.4

    found = solve_by_priority(task, 1, moves=8_000, watch=watch)
    assert found.stopped
    assert len(found.rounds) == 8


def test_one_repeat_is_told_as_one():
    task = Task((frozenset(range(1, 9)),) * 2, wishes=(Apart((frozenset({1, 2}),)),))
    first = ((1, 3, 5, 7), (2, 4, 6, 8))
    choice = SeatingChoice(task)
    choice.offer((first, ((1, 2, 3, 4), (5, 6, 7, 8))))
    assert choice.price() == ()
    choice.offer((first, ((1, 3, 5, 8), (2, 4, 6, 7))))
    (note,) = choice.price()
    assert str(note).startswith("0 instead of 1 would cost 2 more repeated pairings.")
    choice.found[1] = (choice.found[1][0]._replace(repeats=choice.found[0][0].repeats + 1), choice.found[1][1])
    assert str(choice.price()[0]).startswith("0 instead of 1 would cost 1 more repeated pairing.")


@pytest.mark.parametrize("seed", [1, 2])
def test_after_a_past_a_required_wish_that_cannot_hold_comes_out_no_worse_than_a_strong_one(seed):
    past = (tuple(tuple(range(first, first + 4)) for first in range(1, 17, 4)),)
    sitting = (frozenset(range(1, 17)),) * 2
    club = (frozenset(range(1, 7)),)
    tasks = [Task(sitting, past, (Apart(club, None, weight),)) for weight in (Weight.MUST, Weight.STRONG)]
    required, strong = (solve_by_priority(task, seed, moves=4_000).rounds for task in tasks)
    assert shortfall(tasks[0], required) <= shortfall(tasks[0], strong)


def test_strong_wishes_of_every_kind_are_counted_and_raised():
    wishes = (
        Apart((frozenset({1, 2}),), before=2),
        Together(1, 8),
        AtTables(frozenset({3}), frozenset({1}), Weight.STRONG),
        Apart((frozenset({1, 3}),), weight=Weight.MUST),
    )
    rounds = (((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 5, 2, 6), (3, 7, 4, 8)))
    assert unmet_times(rounds, (), wishes, Weight.STRONG) == 3
    assert unmet_times(rounds, (), wishes, Weight.MUST) == 1
    assert [wish.weight for wish in raise_wishes(wishes, Weight.RAISED)] == [*[Weight.RAISED] * 3, Weight.MUST]


def test_the_bound_counts_groups_larger_than_the_hall_in_hanchan_in_which_the_wish_holds():
    sitting = (frozenset(range(1, 9)),) * 3
    wishes = (Apart((frozenset({1, 2, 3}),), before=3), Apart((frozenset({1, 2, 3}),), weight=Weight.MUST))
    assert unmet_bound(sitting, wishes, Weight.STRONG, 4, 0) == 2
    assert unmet_bound(sitting, wishes, Weight.STRONG, 4, 1) == 1
