"""The steps of a ceremony: everybody with a place is announced once, from the last to the first."""

from itertools import groupby, pairwise

from hypothesis import given
from hypothesis import strategies as st

from tournament.standings.ceremony_list import FinalPlace, FinalPrize
from tournament.standings.ceremony_steps import (
    ALONE,
    GROUP,
    SINGLES,
    StepKind,
    ceremony_steps,
    prizes_in,
    steps_revealed,
)


@st.composite
def final_lists(draw):
    """Places as standings give them: who shares a place takes those behind it too."""
    rows, place = [], 1
    for size in draw(st.lists(st.integers(1, 4), min_size=1, max_size=90)):
        rows += [FinalPlace(place, size > 1, -len(rows) - n, 1000 + len(rows) + n) for n in range(size)]
        place += size
    return tuple(rows)


@st.composite
def prize_lists(draw):
    kinds = ("hanchan", "newcomer", "team")
    found = draw(st.lists(st.tuples(st.sampled_from(kinds), st.integers(1, 3), st.integers(1, 9)), max_size=8))
    return tuple(FinalPrize(kind, place, "Cup", 0, 0, "", player) for kind, place, player in sorted(set(found)))


@given(final_lists(), prize_lists(), st.sampled_from(SINGLES))
def test_everybody_is_announced_once_from_the_last_place_to_the_first(places, prizes, singles):
    steps = ceremony_steps(places, prizes, singles)
    announced = [one for step in steps for one in reversed(step.places)]
    assert announced == [*reversed(places)]
    assert steps[-1].kind is StepKind.WINNER and [step.kind for step in steps].count(StepKind.WINNER) == 1
    for before, after in pairwise(step for step in steps if step.places):
        assert after.places[-1].place < before.best


@given(final_lists(), prize_lists(), st.sampled_from(SINGLES))
def test_a_step_has_one_place_from_the_chosen_one_on_and_no_more_than_a_group_before(places, prizes, singles):
    for step in ceremony_steps(places, prizes, singles):
        shown = {one.place for one in step.places}
        if step.kind is StepKind.GROUP:
            assert min(shown) > singles and (len(step.places) <= GROUP or len(shown) == 1)
        elif step.kind is not StepKind.PRIZE:
            assert len(shown) == 1 and max(shown) <= singles
            assert (step.kind is StepKind.SINGLE) == (max(shown) > ALONE)


@given(final_lists(), prize_lists(), st.sampled_from(SINGLES))
def test_every_prize_is_announced_once_before_the_third_place(places, prizes, singles):
    steps = ceremony_steps(places, prizes, singles)
    kinds = [step.kind for step in steps]
    order = {StepKind.GROUP: 0, StepKind.SINGLE: 1, StepKind.PRIZE: 2, StepKind.ALONE: 3, StepKind.WINNER: 4}
    assert [order[kind] for kind in kinds] == sorted(order[kind] for kind in kinds)
    assert sorted(one.player for step in steps for one in step.prizes) == sorted(one.player for one in prizes)
    for _kind, found in groupby((step.prizes[0] for step in steps if step.prizes), key=lambda one: one.kind):
        numbers = [one.place for one in found]
        assert numbers == sorted(set(numbers), reverse=True)


@given(final_lists(), prize_lists(), st.sampled_from(SINGLES), st.data())
def test_what_was_shown_is_found_again_from_the_places_that_are_public(places, prizes, singles, data):
    steps = ceremony_steps(places, prizes, singles)
    shown = data.draw(st.integers(0, len(steps)))
    revealed_from = min([step.best for step in steps[:shown] if step.best], default=places[-1].place + 1)
    assert steps_revealed(steps, revealed_from, prizes_in(steps[:shown])) == shown


def test_two_hundred_players_come_to_the_twelfth_place_with_fourteen_keys():
    places = tuple(FinalPlace(n, False, -n, n) for n in range(1, 201))
    steps = ceremony_steps(places)
    assert [step.best for step in steps[:15]] == [195, *range(181, 12, -14), 12][:15]
    assert [len(step.places) for step in steps[:14]] == [6, *[14] * 13]
