"""The chain: each breaker as it is defined, how the chain goes on, and its laws."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.standings.ties import Break, Breaker, Chain, Contender, Decision, difference, lot

FIRSTS, PLACES, BEST, BEFORE_LAST, HEAD_TO_HEAD, SEED, LOT, REFEREE = Breaker


def order(chain: Chain, *tied: Contender) -> list[list[object]]:
    """The groups by key."""
    return [[one.key for one in group] for group in chain.split(tied)]


def anna(**said: object) -> Contender:
    return Contender("Anna", **said)  # type: ignore[arg-type]


def ben(**said: object) -> Contender:
    return Contender("Ben", **said)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("breaker", "better", "worse"),
    [
        (FIRSTS, {"firsts": 3}, {"firsts": 2}),
        (PLACES, {"places": 14, "counted": 8}, {"places": 16, "counted": 8}),
        (PLACES, {"places": 16, "counted": 8}, {"places": 15, "counted": 7}),  # an average of 2 beats one of 15/7
        (PLACES, {"places": 32, "counted": 8}, {}),
        (BEST, {"best": 40_000}, {"best": 39_900}),
        (BEFORE_LAST, {"before": -100}, {"before": -200}),
        (HEAD_TO_HEAD, {"tables": {(1, 4): 9_300, (2, 1): -80_000}}, {"tables": {(1, 4): 6_100, (3, 1): 50_000}}),
        (SEED, {"seed": 4}, {"seed": 17}),
        (SEED, {"seed": 99}, {}),
        (LOT, {"ticket": "8"}, {"ticket": "7"}),
    ],
)
def test_a_breaker_puts_the_better_first(breaker: Breaker, better: dict[str, object], worse: dict[str, object]) -> None:
    chain = Chain((breaker,), lot_seed="dice 3 5 1")
    assert (
        order(chain, anna(**better), ben(**worse)) == order(chain, ben(**worse), anna(**better)) == [["Anna"], ["Ben"]]
    )


@pytest.mark.parametrize("breaker", [one for one in Breaker if one is not LOT])
def test_who_is_equal_stays_equal(breaker: Breaker) -> None:
    assert order(Chain((breaker,)), anna(), ben()) == [["Anna", "Ben"]]


def test_averages_of_places_that_are_equal_tell_nobody_apart() -> None:
    (group,) = Chain((PLACES,)).split([anna(places=4, counted=2), ben(places=6, counted=3)])
    assert [one.breaks for one in group] == [(), ()]


def test_without_a_chain_everybody_shares() -> None:
    assert order(Chain(), anna(firsts=3), ben(firsts=2)) == [["Anna", "Ben"]]


def test_the_chain_goes_on_in_each_group_and_never_begins_again() -> None:
    """Anna and Ben are equal in what is asked first; what is asked next tells them apart, though Cem lies between."""
    cem, dana = Contender("Cem", firsts=1, best=50_000), Contender("Dana", best=90_000)
    groups = Chain((FIRSTS, BEST)).split([ben(firsts=2, best=30_000), dana, cem, anna(firsts=2, best=40_000)])
    assert [[one.key for one in group] for group in groups] == [["Anna"], ["Ben"], ["Cem"], ["Dana"]]
    assert groups[0][0].breaks == (Break(FIRSTS, (2,)), Break(BEST, (40_000,)))
    assert groups[2][0].breaks == (Break(FIRSTS, (1,)),)


def test_a_question_that_tells_nobody_apart_leaves_no_trace() -> None:
    groups = Chain((FIRSTS, BEST)).split([anna(best=2), ben(best=1)])
    assert groups[0][0].breaks == (Break(BEST, (2,)),)


def test_head_to_head_counts_only_where_all_who_are_equal_sat_together() -> None:
    """Anna beat Ben at table 1; but Cem, who is equal too, has never met both, and the question says nothing."""
    tied = (anna(tables={(1, 1): 9_000}), ben(tables={(1, 1): -9_000, (2, 1): 1}), Contender("Cem", tables={(2, 1): 5}))
    assert order(Chain((HEAD_TO_HEAD,)), *tied) == [["Anna", "Ben", "Cem"]]
    assert order(Chain((HEAD_TO_HEAD,)), *tied[:2]) == [["Anna"], ["Ben"]]


def test_the_lot_is_what_everybody_can_compute() -> None:
    """The lower SHA-256 of seed, slash and number stands above: printf '%s' 'dice 3 5 1/17' | sha256sum."""
    assert f"{lot('dice 3 5 1', '17'):064x}" == "419b63928ce5f241362eb1cb687f3a9bfe58ebf2921c45ee506f3ba603eff444"
    (first,), (second,) = Chain((LOT,), "dice 3 5 1").split([anna(ticket="7"), ben(ticket="8")])
    assert (first.key, second.key) == ("Ben", "Anna")
    assert first.breaks == (Break(LOT, (lot("dice 3 5 1", "8"),), "dice 3 5 1"),)


def test_the_latest_decision_that_names_everybody_counts() -> None:
    early = Decision(8, ("Anna", "Ben", "Cem"), "as drawn")
    late = Decision(8, ("Ben", "Anna"), "a play-off")
    for chain in (Chain((), "", (early, late)), Chain((REFEREE, FIRSTS), "", (early, late))):
        (first,), (second,) = chain.split([anna(firsts=1), ben()])
        assert (first.key, first.breaks) == ("Ben", (Break(REFEREE, (1,), "a play-off"),))
        assert second.breaks == (Break(REFEREE, (2,), "a play-off"),)
    assert order(Chain((), "", (late,)), anna(), ben(), Contender("Cem")) == [["Anna", "Ben", "Cem"]]
    assert order(Chain((), "", (early, late)), Contender("Cem"), ben(), anna()) == [["Anna"], ["Ben"], ["Cem"]]


@pytest.mark.parametrize(("players", "reason"), [((), "x"), ((1,), "x"), ((1, 2, 1), "x"), ((1, 2), " ")])
def test_a_decision_orders_at_least_two_each_once_and_says_why(players: tuple[int, ...], reason: str) -> None:
    with pytest.raises(ValueError, match="a decision"):
        Decision(8, players, reason)


def test_two_are_told_apart_by_the_first_question_whose_answers_differ() -> None:
    above, below = (Break(FIRSTS, (2,)), Break(BEST, (4,))), (Break(FIRSTS, (2,)), Break(BEST, (3,)))
    assert difference(above, below) == (above[1], below[1])
    assert difference(above[:1], below[:1]) is None


def test_who_was_asked_less_is_told_apart_by_what_both_were_asked() -> None:
    above, below = (Break(FIRSTS, (2,)), Break(BEST, (4,))), (Break(FIRSTS, (1,)),)
    assert difference(above, below) == (above[0], below[0])
    assert difference(above, above[:1]) is None


def test_a_referee_who_was_asked_at_the_beginning_is_not_asked_again() -> None:
    """The decision names Anna and Ben; while Cem is equal, too, it says nothing, and then the chain has gone on."""
    chain = Chain((REFEREE, FIRSTS), "", (Decision(8, ("Ben", "Anna"), "a play-off"),))
    assert order(chain, anna(), ben(), Contender("Cem", firsts=1)) == [["Cem"], ["Anna", "Ben"]]


def test_every_breaker_has_words() -> None:
    assert len({one.label for one in Breaker}) == len(Breaker)


# --- laws ----------------------------------------------------------------------------------------------------------

few = st.integers(0, 2)
tables = st.dictionaries(st.tuples(few, few), few, max_size=3)


@st.composite
def contenders(draw: st.DrawFn) -> list[Contender]:
    return [
        Contender(
            key, draw(few), draw(few), draw(few), draw(few), draw(few), draw(tables), draw(st.none() | few), str(key)
        )
        for key in range(draw(st.integers(2, 5)))
    ]


chains = st.builds(
    Chain,
    st.lists(st.sampled_from(Breaker), unique=True).map(tuple),
    st.just("seed"),
    st.lists(
        st.lists(st.integers(0, 4), min_size=2, unique=True).map(lambda keys: Decision(1, tuple(keys), "why")),
        max_size=2,
    ).map(tuple),
)


def places(chain: Chain, tied: list[Contender]) -> dict[object, int]:
    groups = order(chain, *tied)
    return {key: number for number, group in enumerate(groups) for key in group}


@given(contenders(), chains, st.randoms())
def test_everybody_is_in_one_group_and_the_order_of_asking_does_not_matter(
    tied: list[Contender], chain: Chain, chance: object
) -> None:
    found = places(chain, tied)
    assert set(found) == {one.key for one in tied}
    chance.shuffle(tied)  # type: ignore[attr-defined]
    assert places(chain, tied) == found


@given(contenders(), chains, st.sampled_from(Breaker))
def test_a_longer_chain_never_turns_what_a_shorter_one_decided(
    tied: list[Contender], chain: Chain, breaker: Breaker
) -> None:
    shorter = Chain(tuple(one for one in chain.breakers if one is not breaker), chain.lot_seed)
    before, after = places(shorter, tied), places(Chain((*shorter.breakers, breaker), chain.lot_seed), tied)
    assert all(after[one] < after[other] for one in before for other in before if before[one] < before[other])


@given(contenders(), chains)
def test_neighbours_in_two_groups_differ_in_an_answer_and_those_in_one_do_not(
    tied: list[Contender], chain: Chain
) -> None:
    rows = [(number, one) for number, group in enumerate(chain.split(tied)) for one in group]
    for (here, above), (there, below) in pairwise(rows):
        found = difference(above.breaks, below.breaks)
        assert (found is None) == (here == there)
        assert found is None or found[0].order < found[1].order


@given(contenders())
def test_a_lot_leaves_nobody_equal(tied: list[Contender]) -> None:
    assert all(len(group) == 1 for group in order(Chain((LOT,), "seed"), *tied))
