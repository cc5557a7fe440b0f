"""What the size of a club forces."""

from itertools import combinations, product

import pytest

from seating.bounds import club_bound
from tournament.wishes.pages import implied_meetings, implied_sentence


@pytest.mark.parametrize(("people", "tables"), [(p, t) for p, t in product(range(1, 9), range(2, 4)) if p <= 4 * t])
def test_no_way_to_sit_has_fewer_pairs(people, tables):
    counts = [count for count in product(range(5), repeat=tables) if sum(count) == people]
    fewest = min(sum(len(list(combinations(range(one), 2))) for one in count) for count in counts)
    assert club_bound(people, tables) == fewest


def test_it_is_said_in_one_sentence():
    assert implied_sentence("SE", 20, 16, 8).startswith(
        "SE has 20 players at 16 tables: at least 4 pairs meet in each hanchan, 32"
    )
    assert "1 pair meets in each hanchan" in implied_sentence("SE", 17, 16, 1)
    assert implied_meetings([("SE", [])], 0, 8) == []
