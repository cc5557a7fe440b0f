"""A table enters its all-last sheet, corrects it, and plays another hand."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from scoring.standings.cut import Cut
from scoring.standings.rules import StandingRules
from tests.factories import MORNING, make_staff
from tests.tournament.hanchan.last_hand.finals import POINTS, enter, finals, values
from tests.tournament.standings.tables import finish, hanchan, put_in
from tournament.core.audit import Act
from tournament.core.audit_check import findings
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Role, Tournament
from tournament.events.actions import set_public
from tournament.events.history_lines import line_of
from tournament.hanchan.actions import undo_start
from tournament.results.all_last.actions import enter_all_last, repeat_hand
from tournament.results.all_last.models import AllLastSheet, seats_from
from tournament.results.all_last.queries import all_last_sheets, has_last_hand, last_hand_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return finals()


def at(minutes=0, base=None, **more):
    return Act(**{"by": None, "at": MORNING + timedelta(minutes=minutes), "base": base, "name": "table 1", **more})


def repeat(event, table=1, *, player=None, act=None):
    return repeat_hand(hanchan=hanchan(event, 2), table=table, player=player, act=act or at(9))


def test_the_sheet_is_kept_once_for_each_table_with_who_entered_it(event, django_assert_num_queries):
    oskar = event.players.get(number=2)
    sheet = enter(event, player=oskar, act=at(1, 0))
    enter(event, 2, act=at(2, 0))
    assert (sheet.points, sheet.author, sheet.number, str(sheet)) == (
        POINTS[1],
        oskar.label,
        1,
        "all-last sheet of table 1",
    )
    playing = hanchan(event, 2)
    with django_assert_num_queries(1):
        assert [(one.table, one.author) for one in all_last_sheets(playing)] == [(1, oskar.label), (2, "")]
    entry = event.audit_entries.first()
    assert (entry.about, entry.detail["points"]) == ("hanchan 2, table 2", "E 23,400, S 31,000, W 28,600, N 36,000")
    assert "entered an all-last sheet" in line_of(entry) and not findings(event)
    with pytest.raises(IntegrityError), transaction.atomic():
        AllLastSheet.objects.create(hanchan=sheet.hanchan, table=1, hand=4, entered_at=MORNING)


def test_a_correction_takes_the_place_of_the_values_before_and_a_second_press_writes_nothing(event):
    enter(event, act=at(1, 0))
    mina = make_staff(event, Role.REFEREE, name="Mina Sato")
    other = (23_500, 8_300, 38_200, 50_000)
    sheet = enter(event, points=other, act=at(2, 1, by=mina))
    assert (sheet.points, sheet.number, sheet.author) == (other, 2, "Mina Sato")
    lines = event.audit_entries.count()
    assert enter(event, points=other, act=at(3, 1)).entered_by == mina, "the first one stays the author"
    assert event.audit_entries.count() == lines and AllLastSheet.objects.count() == 1


def test_who_did_not_see_the_values_of_another_phone_is_told_them(event):
    oskar = event.players.get(number=2)
    enter(event, player=oskar, act=at(1, 0))
    other = (23_500, 8_300, 38_200, 50_000)
    with pytest.raises(Conflict, match="Oskar Lind entered other values at"):
        enter(event, points=other, act=at(2, 0))
    enter(event, points=other, act=at(2, 1))
    with pytest.raises(Conflict, match="Somebody at the table entered other values at"):
        enter(event, act=at(2, 1))
    with pytest.raises(Conflict):
        repeat(event, act=at(2, 1))
    assert AllLastSheet.objects.get().points == other


def test_another_hand_of_the_dealer_makes_the_values_old_until_they_are_entered_again(event):
    with pytest.raises(Refused, match="no all-last sheet yet"):
        repeat(event)
    enter(event, act=at(1, 0))
    sheet = repeat(event, act=at(2, 1))
    assert (sheet.honba, sheet.is_old, sheet.number) == (2, True, 2)
    lines = event.audit_entries.count()
    assert repeat(event, act=at(2, 1)).honba == 2 and event.audit_entries.count() == lines
    assert not enter(event, honba=2, act=at(3, 2)).is_old, "the same points once more are the points of this hand"
    assert not findings(event)


def test_a_report_sheet_that_is_in_ends_it(event):
    enter(event, act=at(1, 0))
    put_in(event, 2, 1)
    for act in (lambda: enter(event, act=at(2, 1)), lambda: repeat(event, act=at(2, 1))):
        with pytest.raises(Refused, match="The report sheet of table 1 is in"):
            act()
    assert enter(event, 2, act=at(2, 0)).number == 1, "of that table only"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda event: set_public(tournament=event, last_hand_shown="nobody", act=at()), "does not show the last hand"),
        (lambda event: undo_start(hanchan=hanchan(event, 2), act=at()), "is not being played"),
        (lambda event: finish(event, 2), "is not being played"),
    ],
)
def test_what_is_not_played_or_not_shown_is_not_kept(event, change, words):
    change(event)
    with pytest.raises(Refused, match=words):
        enter(Tournament.objects.get(), act=at(1, 0))
    assert not AllLastSheet.objects.exists()


def test_a_hanchan_whose_last_hand_decides_nothing_has_none(event):
    typed = values(event)
    event.hanchan.filter(number=2).update(number=3)
    event.hanchan.create(number=2)
    event.standing_rules = {}
    event.save()
    event.hanchan.filter(number=1).update(state="playing", closed_at=None, released_at=None)
    with pytest.raises(Refused, match="Hanchan 1 is neither the last one nor the last before a cut"):
        enter_all_last(hanchan=hanchan(event, 1), table=1, values=typed, player=None, act=at(1, 0))


WRONG = {
    "points that do not add up": (lambda one: replace(one, deposits=1), "do not add up"),
    "points between the hundreds": (
        lambda one: replace(
            one,
            seats=tuple(
                (points + change, mark, pk)
                for change, (points, mark, pk) in zip((50, -50, 0, 0), one.seats, strict=True)
            ),
        ),
        "Points end in 00",
    ),
    "people of another table": (
        lambda one: replace(one, seats=tuple((points, mark, pk + 4) for points, mark, pk in one.seats)),
        "not the players of the table",
    ),
    "a fifth hand": (lambda one: replace(one, hand=5), "no such hand"),
    "honba below zero": (lambda one: replace(one, honba=-1), "no such hand"),
}


@pytest.mark.parametrize("what", WRONG)
def test_values_that_cannot_be_are_refused(event, what):
    change, words = WRONG[what]
    with pytest.raises(Refused, match=words):
        enter_all_last(hanchan=hanchan(event, 2), table=1, values=change(values(event)), player=None, act=at(1, 0))


def test_a_stranger_and_a_table_that_is_not_there_are_refused(event):
    with pytest.raises(Refused, match="Marta Ruiz does not sit at this table"):
        enter(event, player=event.players.get(name="Marta Ruiz"), act=at(1, 0))
    with pytest.raises(Refused, match="There is no table 9"):
        enter_all_last(hanchan=hanchan(event, 2), table=9, values=values(event), player=None, act=at(1, 0))


def test_the_last_hand_decides_in_the_last_hanchan_before_a_cut_and_in_a_final():
    by = StandingRules(cuts=(Cut(after=3, sizes=(16,)), Cut(after=5, sizes=(4,))))
    assert [number for number in range(1, 8) if has_last_hand(number, 7, by)] == [3, 5, 6, 7]
    assert [number for number in range(1, 8) if has_last_hand(number, 7, StandingRules())] == [7]


def test_people_look_for_the_last_hand_of_the_hanchan_in_play_or_the_one_just_played(event):
    rows = [hanchan(event, 1), hanchan(event, 2)]
    assert last_hand_of(rows) == rows[1]
    finish(event, 2)
    assert last_hand_of([hanchan(event, 1), hanchan(event, 2)]) == rows[1]
    assert last_hand_of([]) is None
    event.play = "league"
    event.save()
    assert last_hand_of([hanchan(event, 2)]) is None


def test_another_hand_of_people_who_sit_elsewhere_now_is_not_counted(event):
    sheet = enter(event)
    AllLastSheet.objects.update(seats=[*sheet.seats[:3], [*sheet.seats[3][:2], event.players.last().pk]])
    with pytest.raises(Refused, match="no all-last sheet yet"):
        repeat(event)


def test_a_start_that_is_undone_takes_its_sheets_along(event):
    enter(event)
    undo_start(hanchan=hanchan(event, 2), act=at(9))
    assert not AllLastSheet.objects.exists() and not findings(event)


@pytest.mark.parametrize(
    "seats",
    [
        7,
        [],
        [[1, False, 2]],
        *([seat] * 4 for seat in ([1, 0, 2], ["x", False, 2], [10**30, False, 2], [True, True, 2])),
    ],
)
def test_seats_of_a_file_that_no_table_wrote_are_refused(seats):
    with pytest.raises(ValueError, match="a seat of an all-last sheet"):
        seats_from(seats)


def test_seats_are_read_as_they_are_kept(event):
    assert seats_from(enter(event).seats) == AllLastSheet.objects.get().seats
