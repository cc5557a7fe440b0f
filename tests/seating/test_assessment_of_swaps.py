"""What it costs that two people change places."""

from seating import measure, plan
from seating.assessment import cost_sentences


def swap(rounds, hanchan, one, other):
    """The seating with the seats of the two exchanged in that hanchan."""
    exchange = {one: other, other: one}
    changed = tuple(tuple(exchange.get(player, player) for player in table) for table in rounds[hanchan - 1])
    return (*rounds[: hanchan - 1], changed, *rounds[hanchan:])


def said_of(rounds, players, changed):
    found = cost_sentences(rounds, changed, measure(rounds, players), measure(changed, players))
    return [str(sentence) for sentence in found]


def test_a_swap_names_the_pairs_that_would_meet_again():
    rounds = plan(36, 8, seed=1).rounds
    one, other = rounds[4][0][0], rounds[4][1][0]
    changed = swap(rounds, 5, one, other)
    after = measure(changed, 36)
    assert measure(rounds, 36).repeats == 0
    assert after.repeats > 0
    said = said_of(rounds, 36, changed)
    for pair in after.repeated_pairs:
        first, second = pair.hanchan
        assert f"{pair.one} and {pair.other} would meet in hanchan {first}, {second}." in said


def test_a_swap_at_one_table_costs_only_winds():
    rounds = plan(36, 8, seed=1).rounds
    one, other = rounds[4][0][:2]
    assert sorted(said_of(rounds, 36, swap(rounds, 5, one, other))) == sorted(
        f"{player}: the winds would differ by more than one." for player in (one, other)
    )


def test_a_swap_names_who_stays_at_a_table_and_who_comes_back_to_one():
    rounds = (
        ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)),
        ((5, 9, 1, 10), (2, 3, 11, 12), (6, 4, 8, 7)),
        ((11, 8, 6, 2), (10, 1, 4, 9), (3, 7, 12, 5)),
    )
    said = said_of(rounds, 12, swap(rounds, 2, 5, 4))
    assert "4 would sit at table 1 in hanchan 1 and 2." in said
    assert "5 would sit at table 3 in hanchan 2 and 3." in said
    said = said_of(rounds, 12, swap(rounds, 3, 11, 3))
    assert "3 would sit at table 1 more than once: in hanchan 1, 3." in said
    assert "11 would sit at table 3 more than once: in hanchan 1, 3." in said


def test_swapping_back_is_an_improvement():
    rounds = plan(36, 8, seed=1).rounds
    one, other = rounds[4][0][0], rounds[4][1][0]
    assert said_of(swap(rounds, 5, one, other), 36, rounds) == []


def test_a_change_of_nothing_costs_nothing():
    rounds = plan(36, 8, seed=1).rounds
    assert said_of(rounds, 36, rounds) == []
