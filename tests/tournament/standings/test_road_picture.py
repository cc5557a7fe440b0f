"""A player's road as a drawing: higher is better, a missed hanchan is a gap, and numbers never lie on each other."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tournament.standings.ceremony_list import Road
from tournament.standings.road_picture import ALONE_ROAD, PHONE_ROAD, WINNER_ROAD, road_picture

LAYOUTS = st.sampled_from([ALONE_ROAD, WINNER_ROAD, PHONE_ROAD])


def drawn(places, layout=ALONE_ROAD):
    return road_picture(Road(tuple(places), 0, 0), [str(n + 1) for n in range(len(places))], layout)


@given(st.lists(st.integers(0, 400), min_size=1, max_size=40), LAYOUTS)
def test_a_better_place_is_higher_and_everything_is_in_the_picture(places, layout):
    points = drawn(places, layout).points
    assert len(points) == len(places) and points[-1].is_last
    for one, place in zip(points, places, strict=True):
        assert layout.radius <= one.x <= layout.width - layout.radius
        assert layout.radius <= one.y <= layout.top + layout.depth < layout.height - layout.radius
        assert one.place in ("", str(place))
    there = sorted((place, one.y) for place, one in zip(places, points, strict=True) if place)
    assert [y for _place, y in there] == sorted(y for _place, y in there)


@given(st.integers(1, 40), LAYOUTS)
def test_rings_have_room_beside_each_other(count, layout):
    points = drawn([200] * count, layout).points
    rings = [one.x for one in points if one.has_ring]
    assert all(after - before >= 2 * layout.radius for before, after in pairwise(rings))
    assert points[-1].has_ring and points[-1].place == "200"


def test_the_line_breaks_at_a_missed_hanchan():
    picture = drawn([3, 2, 0, 1, 4])
    assert [line.count(" ") + 1 for line in picture.lines] == [2, 2]
    assert picture.points[2].place == "" and picture.points[2].label == "3"


def test_up_to_twelve_hanchan_have_rings_then_every_second_one():
    assert all(one.has_ring for one in drawn([1] * 12).points)
    assert [one.has_ring for one in drawn([1] * 14).points] == [False, True] * 7
    assert all(one.place for one in drawn([1] * 24).points)
