"""The plans beside those of the best public collection, as docs/seating-table.md tells of all its sizes."""

import pytest

from bench.anchor import Anchor, anchors
from bench.counts import behind, counted, fewer_common, shortcomings
from bench.sweep import sample


def test_there_are_figures_of_528_sizes():
    assert len(anchors()) == 528
    assert anchors()[100, 10] == Anchor(above=0, floor=0, uneven=0, returns=0, common=1)


def test_a_sample_is_spread_over_all_sizes():
    sizes = sample(60)
    assert len(set(sizes)) == 60
    assert (sizes[0], sizes[-1]) == ((16, 2), (172, 7))


@pytest.mark.parametrize("size", sample(60))
def test_no_size_of_the_sample_is_behind_in_anything(size):
    count = counted(*size)
    assert behind(count, anchors()[size]) == []
    assert shortcomings(count) == []


def test_a_plan_that_is_worse_is_told_in_what():
    repeated = counted(16, 6)
    assert behind(repeated, Anchor(above=0, floor=23, uneven=0, returns=0, common=None)) == [
        "repeats",
        "returns to a table",
    ]
    assert behind(counted(100, 10), Anchor(above=0, floor=0, uneven=0, returns=0, common=99)) == ["common opponents"]


def test_that_everybody_meets_is_more_than_any_number_of_common_opponents():
    assert fewer_common(5, None)
    assert fewer_common(5, 6)
    assert not fewer_common(6, 6)
    assert not fewer_common(None, 6)
