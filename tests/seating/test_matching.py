"""An edge for every table, no two at one player."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seating.matching import matching


@given(st.integers(1, 30).flatmap(lambda size: st.lists(st.permutations(range(size)), min_size=1, max_size=4)))
def test_where_everybody_has_equally_many_edges_all_are_matched(permutations):
    """Kőnig: a regular bipartite graph has a perfect matching."""
    edges = [(one, ~other) for order in permutations for other, one in enumerate(order)]
    found = matching(edges)
    assert set(found) <= set(edges)
    assert sorted(one for one, _ in found) == sorted(~other for _, other in found) == sorted(permutations[0])


def test_two_tables_that_know_only_one_player_cannot_both_have_one():
    with pytest.raises(ValueError, match="nothing is left"):
        matching([(1, ~0), (1, ~1)])
