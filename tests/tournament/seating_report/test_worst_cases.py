"""The worst by name."""

from hypothesis import given, settings

from seating import measure, plan
from tests.tournament.seating_report.drawn import SEATINGS, players_of
from tournament.seating_report.matrix import matrix
from tournament.seating_report.paths import paths, worst_cases


def cases(rounds, players, most=5):
    return {case.kind: case for case in worst_cases(matrix(rounds, players), paths(rounds, players), most=most)}


def said(case):
    return [str(sentence) for sentence in case.sentences]


def test_the_same_table_twice_is_named_in_every_way():
    table = ((1, 2, 3, 4),)
    found = cases((table, table, table), 4)
    assert said(found["again"])[0] == "1 and 2 meet in hanchan 1, 2, 3, two of them consecutive."
    assert (len(found["again"].sentences), found["again"].more) == (5, 1)
    assert said(found["winds"])[0] == "1 has East 3, South 0, West 0, North 0 times."
    assert said(found["stays"])[0] == "1 sits at table 1 in hanchan 1 and 2."
    assert (len(found["stays"].sentences), found["stays"].more) == (5, 3)
    assert said(found["returns"])[0] == "1 sits at table 1 in hanchan 1, 2, 3."
    assert said(found["strangers"]) == [] and found["strangers"].fine == "Everybody meets everybody."


def test_a_good_plan_has_nothing_but_strangers_to_name():
    found = cases(plan(36, 8, 1).rounds, 36)
    assert {kind for kind, case in found.items() if case.sentences} == {"strangers"}
    assert "never meet; opponents in common:" in said(found["strangers"])[0]


def test_winds_uneven_only_on_the_way_are_named():
    rounds = [[(1, 2, 3, 4)], [(1, 2, 3, 4)], [(2, 1, 4, 3)], [(3, 4, 1, 2)], [(4, 3, 2, 1)]]
    assert said(cases(rounds, 4)["winds"])[0] == "1 has even winds at the end; before that they differ by 2."


def test_where_three_play_nobody_sits_north():
    assert said(cases((((1, 2, 3),), ((1, 2, 3),)), 3)["winds"])[0] == "1 has East 2, South 0, West 0 times."


@settings(max_examples=40)
@given(SEATINGS)
def test_every_case_is_shown_or_counted(rounds):
    players = players_of(rounds)
    found, quality = cases(rounds, players, most=2), measure(rounds, players)
    shown = {kind: len(case.sentences) + case.more for kind, case in found.items()}
    assert shown["again"] == len(quality.repeated_pairs)
    assert shown["stays"] == quality.consecutive_table
    assert shown["winds"] >= len(quality.uneven_players)


def test_who_keeps_a_table_as_wished_is_not_named_for_it():
    rounds = (((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 5, 6, 2), (3, 4, 7, 8)))
    found = {case.kind: case for case in worst_cases(matrix(rounds, 8), paths(rounds, 8), fixed={1, 7, 8})}
    assert said(found["stays"]) == ["2 sits at table 1 in hanchan 1 and 2."]
    assert said(found["returns"]) == ["2 sits at table 1 in hanchan 1, 2."]
    everybody = {case.kind: case for case in worst_cases(matrix(rounds, 8), paths(rounds, 8), fixed={1, 2, 7, 8})}
    assert everybody["stays"].fine == "Nobody sits at the same table in two consecutive hanchan, except as wished."
