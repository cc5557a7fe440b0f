"""The boards of the last hand: who is where, what each has to do, and who may see it."""

from dataclasses import replace

import pytest

from scoring.standings.cut import Cut
from scoring.standings.rules import StandingRules
from tests.factories import MORNING
from tests.tournament.hanchan.last_hand.finals import ACT, POINTS, enter, finals
from tests.tournament.standings.tables import USUAL, begin, finish, hanchan, punish, put_in, small_event
from tournament.core.audit import Act
from tournament.core.models import LastHandAudience, Tournament
from tournament.events.actions import set_public
from tournament.hanchan.last_hand.board import BoardState, called_names
from tournament.hanchan.last_hand.queries import board_at, is_shown, last_hands
from tournament.players.models import Player
from tournament.results.all_last.actions import repeat_hand
from tournament.results.models import PenaltyKind
from tournament.seats.queries import places_at
from tournament.seats.stand_ins import stand_in
from tournament.standings.inputs import read_inputs
from tournament.standings.queries import forget
from tournament.standings.visibility import shows_play
from tournament.translation.formats import sentence

pytestmark = pytest.mark.django_db


def lines(board):
    return [(row.place, row.seat.wind, row.seat.name, line(row.need)) for row in board.rows]


def line(need):
    """A need as the wall has it."""
    if need is None:
        return None
    if need.any_win:
        return "any win or a draw" if need.any_draw else "any win"
    ron = f"{sentence(need.ron)} off {need.off}" if need.ron else ""
    return " or ".join(filter(None, [ron, sentence(need.self_draw) if need.self_draw else ""])) or "not in one hand"


def boards(event):
    return last_hands(Tournament.objects.get(pk=event.pk)).boards


def at_table(event, table=1):
    one = hanchan(event, 2)
    return board_at(one, table, places_at(event, 2, table), public=True)


def test_two_finals_side_by_side(django_assert_max_num_queries):
    event = finals()
    enter(event)
    enter(event, 2)
    one, two = boards(event)
    assert lines(one) == [
        (1, "N", "Jonas Weber", "any win or a draw"),
        (2, "S", "Noor van Dijk", "3,200 off Weber or 1,300/2,600"),
        (3, "W", "Oskar Lind", "6,400 off Weber or 3,000/6,000"),
        (4, "E", "Yuki Tanabe", "18,000 off Weber or 8,000 all"),
    ]
    assert lines(two) == [
        (5, "N", "Marta Ruiz", "any win"),
        (6, "W", "Chiara Fontana", "1,600 off Ruiz or 400/700"),
        (7, "S", "Søren Holm", "2,000 off Ruiz or 800/1,600"),
        (8, "E", "Sofia Rossi", "7,700 off Ruiz or 3,200 all"),
    ]
    assert [(one.goal, one.honba, one.deposits, one.hangs) for one in (one, two)] == [
        (1, 1, 0, False),
        (5, 0, 1, False),
    ]
    assert [row.delta for row in one.rows] == [19_900, -21_700, 8_300, -6_500]
    assert [row.leads for row in one.rows] == [True, False, False, False]
    with django_assert_max_num_queries(16):
        boards(event)


def test_a_final_that_entered_nothing_waits_with_its_names_by_seat():
    event = finals()
    enter(event, 2)
    one, two = boards(event)
    assert (one.state, two.state) == (BoardState.WAITING, BoardState.ENTERED)
    assert lines(one)[0] == (None, "E", "Noor van Dijk", None) and one.is_waiting


def test_another_hand_keeps_the_needs_of_the_hand_before_and_says_that_they_are_old():
    event = finals()
    enter(event)
    before = lines(at_table(event))
    repeat_hand(hanchan=hanchan(event, 2), table=1, player=None, act=ACT)
    board = at_table(event)
    assert (board.is_old, board.honba, lines(board)) == (True, 2, before)


def test_a_report_sheet_turns_needs_into_places_and_scores():
    """Noor van Dijk draws 1,300/2,600 and is last at the table: she wins the event."""
    event = finals()
    enter(event)
    put_in(event, 2, 1, (13_800, 36_900, 48_500, 20_800))
    board = boards(event)[0]
    assert board.is_finished and board.changed_at == MORNING
    assert [(row.place, row.seat.name, row.score, row.need) for row in board.rows] == [
        (1, "Noor van Dijk", -31_200, None),
        (2, "Jonas Weber", 33_500, None),
        (3, "Oskar Lind", 11_900, None),
        (4, "Yuki Tanabe", -14_200, None),
    ]
    put_in(event, 2, 2)
    finish(event, 2)
    assert all(one.is_finished for one in boards(event)), "a hanchan that is closed and released stays"


def test_once_the_hanchan_is_over_for_everybody_no_place_is_there_twice():
    event = finals(sizes=(8,))
    put_in(event, 2, 1, (13_800, 36_900, 48_500, 20_800))
    put_in(event, 2, 2, (10_000, 50_000, 25_000, 35_000))
    put_in(event, 2, 3)
    one, two = boards(event)
    assert {row.place for row in one.rows} & {row.place for row in two.rows}, "each as if it alone had ended"
    assert one.hangs and two.hangs
    finish(event, 2)
    forget()
    found = last_hands(Tournament.objects.get(pk=event.pk))
    one, two = found.boards
    assert [row.place for row in (*one.rows, *two.rows)] == [1, 2, 4, 5, 3, 6, 7, 8]
    assert [row.leads for row in (*one.rows, *two.rows)] == [True, *[False] * 7] and found.is_over and not found.hangs


def test_without_a_final_the_tables_that_entered_something_are_shown_the_newest_four():
    event = finals(players=24, sizes=(), shown="hall")
    assert boards(event) == ()
    for table, minute in ((1, 1), (2, 2)):
        enter(event, table, act=replace(ACT, at=MORNING.replace(minute=minute)))
    assert [board.table for board in boards(event)] == [1, 2]
    assert boards(event)[0].hangs, "who is at another table can pass them"
    for table in range(3, 7):
        seats = [place.player.pk for place in places_at(event, 2, table)]
        hanchan(event, 2).all_last_sheets.create(
            table=table,
            hand=4,
            seats=[[30_000, False, pk] for pk in seats],
            entered_at=MORNING.replace(minute=table),
        )
    assert [board.table for board in boards(event)] == [3, 4, 5, 6]


def test_before_a_cut_a_table_plays_for_its_line():
    event = finals(sizes=())
    event.hanchan.create(number=3)
    event.standing_rules = StandingRules(cuts=(Cut(after=2, sizes=(2,)),)).to_json()
    event.hanchan_count = 3
    event.save()
    enter(event)
    (board,) = boards(event)
    assert (board.goal, board.is_cut) == (2, True)
    assert [row.leads for row in board.rows][:2] == [True, True]


def test_who_is_not_ranked_has_neither_a_place_nor_a_need():
    event = finals(sizes=(4,))
    event.players.filter(name="Oskar Lind").update(counts_from=3)
    forget()
    enter(event)
    rows = {row.seat.name: row for row in boards(event)[0].rows}
    assert rows["Oskar Lind"].place is None and rows["Oskar Lind"].need is None
    assert list(rows)[-1] == "Oskar Lind"


def test_values_of_other_people_are_nobodys():
    event = finals()
    enter(event)
    substitute = event.players.create(number=99, name="Ada Byron", is_substitute=True)
    stand_in(tournament=event, hanchan=2, absent=event.players.get(number=1), substitute=substitute, act=ACT)
    assert at_table(Tournament.objects.get()).is_waiting


def test_the_first_hanchan_has_no_totals_and_the_places_are_those_at_the_table():
    event, _people = small_event(hanchan_count=1)
    event.hanchan.update(seating_published_at=MORNING)
    set_public(tournament=event, last_hand_shown="hall", act=ACT)
    one = begin(event, 1)
    seats = [[points, False, place.player.pk] for points, place in zip(POINTS[1], places_at(event, 1, 1), strict=True)]
    one.all_last_sheets.create(table=1, hand=1, honba=1, seats=seats, entered_at=MORNING)
    (board,) = boards(event)
    assert (board.in_event, board.goal, board.hangs) == (False, 1, False)
    assert [row.place for row in board.rows] == [1, 2, 3, 4]


def test_where_totals_are_partly_hidden_or_a_cut_is_tied_the_places_are_those_at_the_table():
    event = finals()
    enter(event)
    set_public(tournament=event, shown_places=3, act=ACT)
    assert not at_table(event).in_event
    set_public(tournament=event, shown_places=None, act=ACT)
    assert at_table(event).in_event
    event.players.filter(number=9).update(carried=52_700)
    forget()
    board = at_table(event)
    assert (board.in_event, board.rows[0].place, board.rows[0].seat.name) == (False, 1, "Jonas Weber")


def test_two_of_one_family_are_called_by_their_whole_names():
    people = [
        Player(number=n, name=f"{first} {last}", first_name=first, last_name=last)
        for n, (first, last) in enumerate([("Jonas", "Weber"), ("Mina", "Weber"), ("Noor", "van Dijk")], start=1)
    ]
    assert list(called_names(people).values()) == ["Jonas Weber", "Mina Weber", "van Dijk"]


# --- who may see it ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chosen", LastHandAudience)
def test_each_choice_includes_those_before(chosen):
    event = finals(shown=chosen)
    every = list(LastHandAudience)
    seen = [one for one in every[1:] if is_shown(hanchan(event, 2), one)]
    assert seen == every[1 : every.index(chosen) + 1]
    assert last_hands(event).is_shown == (chosen == "hall")


HIDING = {
    "a freeze": {"hidden_from": 2},
    "only the first places": {"shown_places": 3},
    "standings that are not public": {"standings_public": False},
    "results that are released by hand": {"release_on_close": False},
}


@pytest.mark.parametrize("what", HIDING)
def test_what_is_hidden_reaches_neither_the_page_nor_the_hall(what):
    event = finals()
    enter(event)
    set_public(tournament=event, act=ACT, **HIDING[what])
    found = last_hands(event)
    assert (found.hanchan.number, found.is_shown, found.boards) == (2, False, ())
    assert not is_shown(found.hanchan, LastHandAudience.PUBLIC) and is_shown(found.hanchan, LastHandAudience.TABLE)


def test_results_that_are_withheld_before_the_hanchan_or_after_its_close_hide_it():
    event = finals()
    enter(event)
    put_in(event, 2, 1)
    finish(event, 2, released=False)
    assert not last_hands(Tournament.objects.get()).is_shown
    event.hanchan.filter(number=2).update(state="playing", closed_at=None)
    event.hanchan.filter(number=1).update(released_at=None)
    forget()
    assert not shows_play(read_inputs(event), 2)
    board = at_table(Tournament.objects.get())
    assert not board.in_event, "a table whose totals are hidden reads the places at the table"


def test_a_hidden_penalty_changes_no_place_that_everybody_reads():
    event = finals()
    enter(event)
    before = boards(event)
    punish(event.players.get(number=3), 30_000, number=2, kind=PenaltyKind.POINTS)
    assert boards(event) == before


def test_seats_that_are_not_public_have_no_last_hand():
    event = finals()
    event.hanchan.update(seating_published_at=None)
    assert last_hands(event).hanchan is None


def test_usual_points_of_a_wider_event_hold(django_assert_max_num_queries):
    event = finals(players=24, sizes=(4, 8))
    enter(event)
    put_in(event, 2, 3, USUAL)
    with django_assert_max_num_queries(16):
        assert [board.table for board in boards(event)] == [1, 2]


def test_an_act_of_nobody_is_at_the_table():
    event = finals()
    enter(event, act=Act(by=None, at=MORNING, base=0))
    assert at_table(event).author == ""
