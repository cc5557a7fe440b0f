"""Who is the rival of whom before a hanchan, and how far everybody is from a cut."""

from dataclasses import replace

from scoring.rules import preset
from scoring.standings.cut import Cut
from scoring.standings.rules import PLAIN, StandingRules
from tests.tournament.standings.tables import USUAL
from tests.tournament.standings.test_race import facts, table
from tournament.standings.race import before
from tournament.standings.ranking import ranking
from tournament.standings.rivalry import CutDistance, Rivalry, cut_distance, neighbours, rivalry

WRC = preset("wrc-2022")
ODD = (40_000, 36_000, 22_000, 22_000)
# After it: 1 +30.2, 5 +25.0, 6 +11.0, 2 +6.1, 3 −9.3, 7 and 8 −18.0, 4 −27.0


def inputs(by=PLAIN):
    return replace(facts(table(1, 1, *USUAL), table(1, 2, *ODD)), by=by)


def rival_of(player, table=(), by=PLAIN, rules=WRC):
    rows, _tied = before(inputs(by), 2)
    return rivalry(rows, player, 2, by, rules, table)


def test_the_leader_waits_for_the_second_and_everybody_else_looks_up():
    assert rival_of(1) == Rivalry(5, 5_200, 1, is_at_cut=False)
    assert rival_of(5) == Rivalry(1, 5_200, None, is_at_cut=False)


def test_at_one_table_a_small_gap_asks_for_a_place_and_a_large_one_for_points():
    assert rival_of(5, [1]).is_place_enough
    by_points = rival_of(2, [6]), rival_of(3, [2])
    assert [one.leads for one in by_points] == [(), ((2, 5_500), (3, 100), (4, 100))]


def test_where_points_do_not_tell_only_the_gap_is_said():
    found = rival_of(3, [2], rules=WRC.replace(yakitori=9_000))
    assert (found.gap, found.leads, found.is_place_enough) == (15_400, (), False)


def test_at_a_cut_the_rival_is_on_the_other_side_of_the_line():
    by = StandingRules(cuts=(Cut(after=2, sizes=(3,)),))
    assert rival_of(1, by=by) == Rivalry(2, 24_100, 1, is_at_cut=True)
    assert rival_of(4, by=by) == Rivalry(6, 38_000, None, is_at_cut=True)


def test_nobody_has_a_rival_where_results_drop_out_or_who_is_not_listed():
    assert rival_of(1, by=StandingRules(best=1, of=2)) is None
    assert rival_of(99) is None
    rows, _tied = before(inputs(), 2)
    assert rivalry(rows[:1], rows[0].player, 2, PLAIN, WRC, ()) is None


def test_the_distance_from_the_next_cut():
    after = ranking(1, inputs(StandingRules(cuts=(Cut(after=3, sizes=(3,)),))), 1)
    assert cut_distance(after, 5) == CutDistance(3, 18_900)
    assert (cut_distance(after, 3).points, cut_distance(after, 3).missing) == (-20_300, 20_300)
    assert cut_distance(after, 99) is None and cut_distance(ranking(1, inputs(), 1), 1) is None


def test_the_three_around_a_player():
    after = ranking(1, inputs(), 1)
    beside = {number: [row.player.number for row in neighbours(after, number)] for number in (1, 6, 4)}
    assert beside == {1: [5, 6, 2], 6: [5, 2, 3], 4: [3, 7, 8]}
    assert neighbours(after, 99) == ()
