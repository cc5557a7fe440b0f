"""Which ways there are, by arithmetic alone."""

from hypothesis import given
from hypothesis import strategies as st

from seating.repair import RepairKind, repair_options


@given(st.integers(4, 200), st.integers(0, 8), st.integers(0, 8), st.sampled_from([3, 4]))
def test_every_way_seats_or_rests_everybody_who_plays(players, substitutes, empty, size):
    for way in repair_options(players, substitutes, empty=empty, tables=50, size=size):
        if way.kind != RepairKind.SUBSTITUTES:
            assert way.tables * size == players + way.substitutes - way.byes
            assert way.byes < size and way.substitutes < size


@given(st.integers(4, 200), st.integers(0, 8))
def test_what_is_missing_is_said(players, substitutes):
    for way in repair_options(players, substitutes, empty=3, tables=50):
        assert way.missing == max(0, way.substitutes - substitutes)


def test_four_who_leave_need_one_table_fewer_and_no_bye():
    kinds = {way.kind: way for way in repair_options(96, 0, empty=4, tables=25)}
    assert kinds[RepairKind.TABLES].tables == 24 and not kinds[RepairKind.TABLES].missing
    assert RepairKind.BYES not in kinds
    assert kinds[RepairKind.SUBSTITUTES].missing == 4
