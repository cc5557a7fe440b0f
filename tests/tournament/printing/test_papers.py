"""What stands on paper, as values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.winds import Wind
from tests.factories import MORNING, make_tournament
from tests.tournament.desk.halls import code_on
from tests.tournament.planning.halls import seated_hall
from tournament.core.audit import Act
from tournament.players.actions import add_player
from tournament.printing.papers import spare, table_sheets, wall_rows
from tournament.printing.stacks import in_stacks
from tournament.seats.queries import lineup
from tournament.seats.stand_ins import stand_in

pytestmark = pytest.mark.django_db


def test_every_table_has_its_sheet_with_code_names_and_starting_winds():
    tournament = seated_hall()
    sheets = table_sheets(tournament, {2, 3})
    assert [(sheet.hanchan, sheet.table) for sheet in sheets] == [(n, t) for n in (2, 3) for t in (1, 2, 3, 4)]
    assert sheets[1].code == code_on(tournament, 2, 2)
    assert [one.start for one in sheets[0].seated] == list(Wind)
    assert [one.name for one in sheets[0].seated] == [place.player.name for place in lineup(tournament, 2)[1]]


def test_in_the_last_hand_the_starting_north_is_east():
    (sheet, *_) = table_sheets(seated_hall(), {1})
    east, south, west, north = sheet.seated
    assert [one for _wind, one in sheet.by_last_wind] == [north, east, south, west]


def test_the_last_hand_follows_the_length_of_a_game():
    tournament = seated_hall()
    assert table_sheets(tournament, {1})[0].last_hand == spare(tournament).last_hand == "South 4"
    tournament.rules = tournament.ruleset.replace(length="east-only").to_json()
    assert table_sheets(tournament, {1})[0].last_hand == spare(tournament).last_hand == "East 4"


def test_drawn_winds_are_blank_and_the_all_last_sheet_names_nobody():
    (sheet, *_) = table_sheets(seated_hall(wind_method="drawn"), {1})
    assert [one.start for one in sheet.seated] == [None] * 4
    assert [one for _wind, one in sheet.by_last_wind] == [None] * 4


def test_who_stands_in_is_on_the_paper():
    tournament = seated_hall()
    substitute = add_player(tournament=tournament, name="Sub One", is_substitute=True, act=Act(by=None, at=MORNING))
    absent = lineup(tournament, 1)[2][3].player
    stand_in(
        tournament=tournament,
        hanchan=1,
        absent=absent,
        substitute=substitute,
        act=Act(by=None, at=MORNING, reason="ill"),
    )
    assert table_sheets(tournament, {1})[1].seated[3].name == "Sub One"
    names = [row.name for row in wall_rows(tournament, [1])]
    assert "Sub One" in names and absent.name not in names


def test_a_spare_has_the_winds_only_where_they_are_not_drawn():
    assert [one.start for one in spare(make_tournament()).seated] == list(Wind)
    assert [one.start for one in spare(make_tournament(wind_method="drawn")).seated] == [None] * 4


def test_no_half_of_a_page_stays_empty():
    assert in_stacks([1, 2, 3], 2, "spare") == [[1, 3], [2, "spare"]]
    assert in_stacks([], 2, "spare") == []


@given(st.integers(0, 90), st.integers(1, 14))
def test_cut_piles_that_are_laid_on_each_other_are_in_order(papers, places):
    pages = in_stacks(list(range(papers)), places, -1)
    piles = [page[place] for place in range(places) for page in pages]
    assert piles == [*range(papers), *[-1] * (len(piles) - papers)]
    assert len(piles) - papers < places


def test_the_wall_is_in_the_order_of_the_alphabet_whatever_the_accents():
    tournament = seated_hall()
    rows = wall_rows(tournament, [1, 2])
    names = [row.name for row in rows]
    assert names.index("Ewa Nowak") < names.index("Inês Duarte") < names.index("Jonas Weber")
    (aiko,) = [row for row in rows if row.name == "Aiko Brandt"]
    table, wind = aiko.places[2]
    assert lineup(tournament, 2)[table][wind.index].player.name == "Aiko Brandt"
