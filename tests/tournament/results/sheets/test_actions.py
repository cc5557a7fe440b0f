"""Entering and changing sheets: what counts, what is refused, what is kept."""

from uuid import uuid4

import pytest
from django.db import IntegrityError

from scoring.winds import WINDS
from tests.acts import with_act
from tests.factories import MORNING, make_staff
from tests.tournament.desk.halls import CLEAN, entered, hall, hanchan_of, lines, rotated
from tournament.core.audit import Act
from tournament.core.messages import Conflict, Refused
from tournament.core.models import HanchanState
from tournament.hanchan.actions import close, start
from tournament.planning.actions import import_seating
from tournament.results.models import SheetLine, SheetVersion
from tournament.results.sheets.actions import change, enter, typed_sheet
from tournament.results.sheets.checks import AllLastEntry, AlreadyIn, TypedSheet
from tournament.results.sheets.queries import accepted_version, board, overridden_tables
from tournament.seats.queries import lineup

pytestmark = pytest.mark.django_db
MISSES_900 = (41_200, 33_100, 25_700, 19_100)


def enter_lines(hanchan, rows, table=1):
    act = Act(by=None, at=MORNING, submission=uuid4())
    return enter(hanchan=hanchan, table=table, typed=TypedSheet.of(rows, 0), act=act)


def changed(hanchan, table=1, points=CLEAN, **fields):
    fields = {"base": 1, "reason": "The sheet was misread.", "submission": uuid4(), **fields}
    sheet = TypedSheet.of(lines(hanchan, table, points), 0)
    return change(hanchan=hanchan, table=table, typed=sheet, **with_act(by=None, at=MORNING, **fields))


def test_a_clean_sheet_counts_at_once_with_who_and_when_and_bumps_the_edition():
    tournament = hall()
    mina = make_staff(tournament, name="Mina Aalto")
    before = tournament.edition
    version = entered(hanchan_of(tournament), by=mina)
    tournament.refresh_from_db()
    assert version.sheet.accepted == version
    assert (version.number, version.entered_by, version.entered_at) == (1, mina, MORNING)
    assert tournament.edition == before + 1
    entry = tournament.audit_entries.first()
    assert (entry.verb, entry.about, entry.by) == ("entered a sheet", "hanchan 1, table 1", mina)
    assert entry.detail["points"] == dict(zip("ESWN", CLEAN, strict=True))


def test_lines_are_kept_in_any_order_with_their_winds():
    tournament = hall()
    hanchan = hanchan_of(tournament)
    typed = lines(hanchan)
    version = enter_lines(hanchan, typed[::-1])
    assert typed_sheet(version).points == CLEAN
    assert [line.player for line in typed_sheet(version).lines] == [player for _, player, _ in typed]


def test_a_sheet_that_misses_900_is_refused_and_nothing_is_saved():
    tournament = hall()
    edition = tournament.edition
    with pytest.raises(Refused) as refusal:
        entered(hanchan_of(tournament), points=MISSES_900)
    assert [problem.code for problem in refusal.value.messages] == ["sum-too-low"]
    assert "900 missing" in refusal.value.message
    tournament.refresh_from_db()
    assert not SheetVersion.objects.exists()
    assert not tournament.audit_entries.filter(verb="entered a sheet").exists()
    assert tournament.edition == edition


@pytest.mark.parametrize(
    ("points", "deposits", "code"),
    [
        ((41_000, 33_000, 26_000, 18_000), 0, "deposits-missing"),
        ((41_000, 33_000, 26_000, 21_000), 0, "sum-too-high"),
        ((41_050, 33_000, 26_000, 19_950), 0, "not-a-multiple-of-100"),
    ],
)
def test_the_cases_of_the_rule_notes_are_refused_for_their_reason(points, deposits, code):
    with pytest.raises(Refused) as refusal:
        entered(hanchan_of(hall()), points=points, deposits=deposits)
    assert code in [problem.code for problem in refusal.value.messages]


def test_two_deposits_left_on_the_table_make_118_000_right():
    version = entered(hanchan_of(hall()), points=(41_000, 33_000, 26_000, 18_000), deposits=2)
    assert version.deposits == 2


def test_only_who_sits_at_the_table_is_on_its_sheet():
    hanchan = hanchan_of(hall())
    with pytest.raises(Refused, match="seating of table 1 has changed"):
        enter_lines(hanchan, lines(hanchan, table=2))


def test_the_seating_is_the_one_that_counts_when_the_sheet_is_saved_not_when_the_page_was_opened():
    tournament = hall(playing=0)
    opened = hanchan_of(tournament)
    opened.tournament = type(tournament).objects.get(pk=tournament.pk)
    people = list(tournament.players.order_by("number"))
    import_seating(tournament=tournament, draft={1: rotated(people[::-1], 1)}, act=Act(by=None, at=MORNING))
    start(hanchan=hanchan_of(tournament), act=Act(by=None, at=MORNING))
    typed = lines(hanchan_of(tournament))
    version = enter_lines(opened, typed)
    assert [line.player for line in typed_sheet(version).lines] == [player for _, player, _ in typed]


def test_fixed_winds_are_those_of_the_seating():
    hanchan = hanchan_of(hall())
    typed = lines(hanchan)
    turned = [(wind, player, points) for wind, (_, player, points) in zip("SWNE", typed, strict=True)]
    with pytest.raises(Refused, match="differ from the seating"):
        enter_lines(hanchan, turned)


def test_drawn_winds_are_stored_as_drawn_and_none_is_drawn_twice():
    hanchan = hanchan_of(hall(wind_method="drawn"))
    typed = lines(hanchan)
    drawn = [(wind, player, points) for wind, (_, player, points) in zip("SWNE", typed, strict=True)]
    twice = [(wind, player, points) for wind, (_, player, points) in zip("SSNE", typed, strict=True)]
    with pytest.raises(Refused, match="each of the four winds"):
        enter_lines(hanchan, twice)
    version = enter_lines(hanchan, drawn)
    assert set(version.lines.values_list("wind", "player_id")) == {(wind, player) for wind, player, _ in drawn}


@pytest.mark.parametrize(("playing", "words"), [(0, "has not started"), (1, "Hanchan 2 has not started")])
def test_a_planned_hanchan_takes_no_sheet(playing, words):
    tournament = hall(playing=playing)
    with pytest.raises(Refused, match=words):
        entered(hanchan_of(tournament, 1 + playing))


def test_a_double_click_makes_one_version():
    hanchan, submission = hanchan_of(hall()), uuid4()
    first = entered(hanchan, submission=submission)
    assert entered(hanchan, submission=submission) == first
    assert SheetVersion.objects.count() == 1


def test_going_back_and_typing_over_is_not_taken_for_a_double_click():
    hanchan, submission = hanchan_of(hall()), uuid4()
    entered(hanchan, submission=submission)
    with pytest.raises(Conflict):
        entered(hanchan, submission=submission, points=(41_200, 33_100, 20_000, 25_700))


def test_who_sends_a_form_again_that_came_too_late_is_told_again_also_after_a_third_reading():
    hanchan, submission = hanchan_of(hall()), uuid4()
    other = (41_200, 33_100, 20_000, 25_700)
    first = entered(hanchan)
    for sending in (submission, uuid4(), submission):
        with pytest.raises(AlreadyIn) as told:
            entered(hanchan, submission=sending, points=other)
        assert told.value.version == first


def test_one_form_never_makes_two_tables_sheets():
    hanchan, submission = hanchan_of(hall()), uuid4()
    entered(hanchan, submission=submission)
    with pytest.raises(Refused, match="This form was already submitted"):
        entered(hanchan, table=2, submission=submission)


def test_a_second_person_is_told_who_was_first_and_what_counts():
    tournament = hall()
    mina = make_staff(tournament, name="Mina Aalto")
    first = entered(hanchan_of(tournament), by=mina)
    with pytest.raises(Conflict, match="Mina Aalto entered the sheet of table 1") as conflict:
        entered(hanchan_of(tournament), points=(33_100, 41_200, 25_700, 20_000))
    assert conflict.value.version == first


def test_a_warning_is_confirmed_or_the_sheet_waits():
    hanchan = hanchan_of(hall())
    rare = (101_000, 9_000, 7_000, 3_000)
    with pytest.raises(Refused) as refusal:
        entered(hanchan, points=rare)
    assert refusal.value.field == "confirmed"
    assert entered(hanchan, points=rare, confirmed_warnings=True).number == 1


def test_a_change_keeps_the_old_version_with_who_when_and_why():
    tournament = hall()
    hanchan = hanchan_of(tournament)
    first = entered(hanchan)
    second = changed(hanchan, points=(33_100, 41_200, 25_700, 20_000))
    assert accepted_version(hanchan, 1) == second
    assert typed_sheet(first).points == CLEAN
    assert (second.number, second.reason) == (2, "The sheet was misread.")
    detail = tournament.audit_entries.first().detail
    assert detail["before"]["points"]["E"] == 41_200
    assert detail["points"]["E"] == 33_100


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"reason": "  "}, "Enter a reason"),
        ({}, "This is the same as the saved sheet"),
        ({"points": MISSES_900}, "900 missing"),
    ],
)
def test_a_change_needs_a_reason_a_difference_and_a_right_sum(fields, words):
    hanchan = hanchan_of(hall())
    entered(hanchan)
    with pytest.raises(Refused, match=words):
        changed(hanchan, **fields)


def test_a_change_of_a_version_that_no_longer_counts_is_a_conflict():
    hanchan = hanchan_of(hall())
    entered(hanchan)
    changed(hanchan, points=(33_100, 41_200, 25_700, 20_000))
    with pytest.raises(Conflict, match="changed the sheet"):
        changed(hanchan, points=(41_200, 33_100, 20_000, 25_700), base=1)


def test_what_is_not_in_cannot_be_changed():
    with pytest.raises(Refused, match="not in yet"):
        changed(hanchan_of(hall()))


def test_after_the_close_a_sheet_can_be_changed_and_not_entered():
    tournament = hall(players=4)
    hanchan = hanchan_of(tournament)
    entered(hanchan)
    close(hanchan=hanchan, act=Act(by=None, at=MORNING))
    edition = hanchan_of(tournament).tournament.edition
    with pytest.raises(Conflict):
        entered(hanchan)
    changed(hanchan_of(tournament), points=(33_100, 41_200, 25_700, 20_000))
    tournament.refresh_from_db()
    assert tournament.edition == edition + 1


def test_an_override_needs_a_reason_and_is_flagged_wherever_one_looks():
    tournament = hall()
    hanchan = hanchan_of(tournament)
    with pytest.raises(Refused, match="Enter a reason") as refusal:
        entered(hanchan, points=MISSES_900, override=True)
    assert refusal.value.field == "reason"
    version = entered(hanchan, points=MISSES_900, override=True, reason="A stick of 900 was lost.")
    assert version.overridden
    assert board(hanchan)[0].state == "overridden"
    assert overridden_tables(tournament) == {(1, 1): "A stick of 900 was lost."}


def test_an_override_that_was_not_needed_flags_nothing():
    version = entered(hanchan_of(hall()), override=True, reason="To be safe.")
    assert not version.overridden


def test_no_override_lets_a_number_stand_that_no_sticks_can_show():
    with pytest.raises(Refused):
        entered(hanchan_of(hall()), points=(41_250, 33_100, 25_700, 20_000), override=True, reason="Because.")


def test_the_all_last_sheet_is_kept_by_current_wind_and_never_stops_a_sheet():
    rows = [AllLastEntry(4, (6_200, -2_200, -1_000, -3_000)), AllLastEntry(4, (99_000, 0, 0, 0))]
    version = entered(hanchan_of(hall()), all_last=rows)
    assert list(version.all_last_rows.values_list("number", "hand", "east", "south", "west", "north")) == [
        (1, 4, 6_200, -2_200, -1_000, -3_000),
        (2, 4, 99_000, 0, 0, 0),
    ]


def test_the_database_itself_refuses_a_second_line_for_a_wind():
    version = entered(hanchan_of(hall()))
    player = version.lines.first().player
    with pytest.raises(IntegrityError):
        SheetLine.objects.create(version=version, wind=WINDS[0], player=player, points=0)


def test_the_history_names_players_by_their_start_numbers():
    tournament = hall()
    for player in tournament.players.all():
        player.number += 100
        player.save(update_fields=["number"])
    hanchan = hanchan_of(tournament)
    entered(hanchan)
    changed(hanchan, points=(33_100, 41_200, 25_700, 20_000))
    detail = tournament.audit_entries.first().detail
    places = {place.wind: place.player.number for place in lineup(tournament, 1)[1]}
    assert detail["players"] == detail["before"]["players"] == places
    assert min(detail["players"].values()) > 100


def test_a_change_that_is_sent_twice_makes_one_version():
    tournament = hall()
    hanchan, submission = hanchan_of(tournament), uuid4()
    entered(hanchan)
    points = (*CLEAN[1::-1], *CLEAN[2:])
    first = changed(hanchan, points=points, submission=submission)
    assert changed(hanchan, points=points, submission=submission) == first
    assert SheetVersion.objects.count() == 2


def test_a_table_that_the_hanchan_does_not_have_takes_no_sheet():
    hanchan = hanchan_of(hall())
    with pytest.raises(Refused, match="There is no table 99 in this hanchan"):
        enter_lines(hanchan, lines(hanchan), table=99)
    assert not SheetVersion.objects.exists()


def test_a_closed_hanchan_takes_no_first_sheet():
    hanchan = hanchan_of(hall())
    hanchan.state, hanchan.started_at, hanchan.closed_at = HanchanState.CLOSED, MORNING, MORNING
    hanchan.save(update_fields=["state", "started_at", "closed_at"])
    with pytest.raises(Refused, match="Reopen it to enter a sheet"):
        entered(hanchan)
    assert not SheetVersion.objects.exists()


def test_a_conflict_and_a_refusal_are_logged_once_each(caplog):
    hanchan = hanchan_of(hall())
    entered(hanchan)
    caplog.set_level("INFO", logger="tournament.actions")
    with pytest.raises(Conflict):
        entered(hanchan, points=(33_100, 41_200, 25_700, 20_000))
    with pytest.raises(Refused):
        changed(hanchan, reason="")
    first, second = (record.getMessage() for record in caplog.records)
    assert "conflict" in first and first.endswith("sheet-already-in")
    assert "refused" in second and second.endswith("reason-missing")


def test_a_repeated_form_leaves_no_history_and_no_edition():
    tournament = hall()
    hanchan, submission = hanchan_of(tournament), uuid4()
    entered(hanchan, submission=submission)
    before = (tournament.audit_entries.count(), type(tournament).objects.get(pk=tournament.pk).edition)
    entered(hanchan, submission=submission)
    assert (tournament.audit_entries.count(), hanchan.tournament.edition) == before
