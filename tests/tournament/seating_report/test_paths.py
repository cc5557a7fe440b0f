"""One player's way through the event."""

from hypothesis import given, settings

from seating import measure
from tests.tournament.seating_report.drawn import SEATINGS, players_of, sit_together
from tournament.seating_report.paths import PathSeat, paths

BY_HAND = (((1, 2, 3, 4), (5, 6, 7, 8)), ((2, 1, 5, 6), (3, 7, 4, 8)), ((7, 8, 4, 3), (1, 5, 2, 6)))


def test_a_path_drawn_by_hand():
    first = paths(BY_HAND, 8)[0]
    assert first.seats[1] == PathSeat(hanchan=2, table=1, wind=1, companions=(2, 5, 6))
    assert (first.winds, first.wind_gap, first.wind_gap_any) == ((2, 1, 0, 0), 2, 2)
    assert (first.tables, first.table_revisits, first.stays) == ((1, 1, 2), 1, (1,))
    assert (first.opponents, first.repeats, first.byes) == (5, 4, ())


def test_who_sits_out_has_a_bye_and_stays_nowhere():
    rounds = (((1, 2, 3, 4),), ((5, 2, 3, 4),), ((1, 2, 3, 4),))
    first, *_, last = paths(rounds, 5)
    assert (first.byes, first.stays, first.table_revisits) == ((2,), (), 1)
    assert last.byes == (1, 3)


def test_where_three_play_there_is_no_north():
    assert paths((((1, 2, 3),), ((2, 3, 1),), ((3, 1, 2),)), 3)[0].winds == (1, 1, 1)


@settings(max_examples=40)
@given(SEATINGS)
def test_paths_and_quality_count_the_same(rounds):
    players = players_of(rounds)
    everybody, quality = paths(rounds, players), measure(rounds, players)
    assert sum(path.repeats for path in everybody) == 2 * quality.repeats
    assert max(path.wind_gap for path in everybody) == quality.wind_gap
    assert max(path.wind_gap_any for path in everybody) == quality.wind_gap_any
    assert sum(path.table_revisits for path in everybody) == quality.table_revisits
    assert sum(len(path.stays) for path in everybody) == quality.consecutive_table
    assert tuple(path.player for path in everybody if path.wind_gap > 1) == quality.uneven_players


@settings(max_examples=40)
@given(SEATINGS)
def test_everybody_is_seated_and_met_as_the_rounds_say(rounds):
    players = players_of(rounds)
    for path in paths(rounds, players):
        assert sum(path.winds) == len(rounds) and path.byes == ()
        for sat in path.seats:
            assert rounds[sat.hanchan - 1][sat.table - 1][sat.wind] == path.player
        met = [other for other in range(1, players + 1) if other != path.player]
        assert path.opponents == sum(bool(sit_together(rounds, path.player, other)) for other in met)
