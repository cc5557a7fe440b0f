"""Correcting who played: seats, stand-ins and sheets in one write, and refusals that name a way that exists."""

from datetime import timedelta
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.factories import MORNING, make_staff
from tests.tournament.desk.halls import entered, hall, hanchan_of
from tests.tournament.planning.line_up.halls import corrected, played_hall, seated_at
from tournament.core.audit import Act
from tournament.core.messages import Conflict, Refused
from tournament.core.models import EntryMode, HanchanState, Tournament, Verb
from tournament.hanchan.actions import close, start
from tournament.planning.line_up.actions import correct_people
from tournament.players.actions import add_player, disqualify, reinstate, withdraw
from tournament.results.models import Agreement, SheetState
from tournament.results.penalties.lateness import late
from tournament.results.sheets.actions import change
from tournament.results.sheets.agreement import confirm
from tournament.results.sheets.checks import AlreadyIn, typed_sheet
from tournament.results.sheets.queries import accepted_version, tables_of, unagreed_sheets
from tournament.seats.queries import arranged_of, byes_of, lineup
from tournament.seats.stand_ins import stand_in
from tournament.standings.queries import standings_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def played():
    """Sixteen people who have played hanchan 1."""
    return played_hall()


def names_at(tournament, table, number=1):
    version = accepted_version(hanchan_of(tournament, number), table)
    return [line.player for line in sorted(version.lines.all(), key=lambda line: "ESWN".index(line.wind))]


def figures_at(tournament, table):
    return [line.points for one in tables_of(tournament) if one.table == table for line in one.lines]


def newcomer(tournament, name="Max Local", **fields):
    return add_player(tournament=tournament, name=name, act=Act(by=None, at=MORNING), **fields)


def exchanged(tournament):
    """The second of table 1 and the third of table 2, each typed where the other sat."""
    one, other = seated_at(tournament, 1)[1], seated_at(tournament, 2)[2]
    return one, other, {one: other, other: one}


# --- what it does ---------------------------------------------------------------------------------------------------


def test_two_people_exchanged_over_two_tables_stand_on_both_sheets(played):
    one, other, who = exchanged(played)
    figures = figures_at(played, 1), figures_at(played, 2)
    corrected(played, who)
    assert (names_at(played, 1)[1], names_at(played, 2)[2]) == (other, one)
    assert (seated_at(played, 1)[1], seated_at(played, 2)[2]) == (other, one)
    assert (figures_at(played, 1), figures_at(played, 2)) == figures
    assert [accepted_version(hanchan_of(played), table).number for table in (1, 2, 3)] == [2, 2, 1]
    assert accepted_version(hanchan_of(played), 1).reason == "They had swapped tables."


def test_the_points_go_with_the_seat_in_the_standings(played):
    one, other, who = exchanged(played)
    before = {row.player.id: row.standing.total for row in standings_of(played).rows}
    corrected(played, who)
    after = {row.player.id: row.standing.total for row in standings_of(played).rows}
    assert (after[one.pk], after[other.pk]) == (before[other.pk], before[one.pk])
    assert {pk for pk in after if after[pk] != before[pk]} == {one.pk, other.pk}


def test_two_people_of_one_table_take_each_others_wind(played):
    east, south, *_rest = seated_at(played, 3)
    corrected(played, {east: south, south: east})
    assert seated_at(played, 3)[:2] == names_at(played, 3)[:2] == [south, east]


def test_a_ring_of_three_tables_is_one_write(played):
    one, two, three = (seated_at(played, table)[0] for table in (1, 2, 3))
    edition = played.edition
    corrected(played, {one: two, two: three, three: one})
    assert [seated_at(played, table)[0] for table in (1, 2, 3)] == [two, three, one]
    played.refresh_from_db()
    assert played.edition == edition + 1


def test_only_this_hanchan_changes(played):
    later = {number: lineup(played, number) for number in (2, 3)}
    corrected(played, exchanged(played)[2])
    assert {number: lineup(played, number) for number in (2, 3)} == later


def test_a_substitute_typed_as_a_player_stands_in_and_the_player_keeps_the_seat(played):
    absent, substitute = seated_at(played, 1)[0], newcomer(played, is_substitute=True)
    corrected(played, {absent: substitute})
    place = lineup(played, 1)[1][0]
    assert (place.player, place.absent) == (substitute, absent)
    assert byes_of(played.seating) == {}
    corrected(played, {substitute: absent})
    place = lineup(played, 1)[1][0]
    assert (place.player, place.absent) == (absent, None)


def test_another_player_of_the_event_gets_the_seat_and_who_was_not_there_sits_out(played):
    listed, real = seated_at(played, 1)[0], newcomer(played)
    corrected(played, {listed: real})
    assert seated_at(played, 1)[0] == names_at(played, 1)[0] == real
    assert byes_of(played.seating) == {1: {listed.pk}}
    corrected(played, {real: listed})
    assert seated_at(played, 1)[0] == listed
    assert byes_of(played.seating) == {1: {real.pk}}


def test_a_substitute_who_held_a_seat_and_was_not_there_has_no_bye(played):
    listed = seated_at(played, 1)[0]
    played.players.filter(pk=listed.pk).update(is_substitute=True)
    corrected(played, {listed: newcomer(played)})
    assert byes_of(played.seating) == {}


def test_a_stand_in_who_really_sat_elsewhere_goes_on_standing_in():
    tournament = hall()
    substitute, absent = newcomer(tournament, is_substitute=True), seated_at(tournament, 1)[0]
    stand_in(tournament=tournament, hanchan=1, absent=absent, substitute=substitute, act=Act(by=None, at=MORNING))
    for table in (1, 2):
        entered(hanchan_of(tournament), table)
    other = seated_at(tournament, 2)[0]
    corrected(tournament, {substitute: other, other: substitute})
    place = lineup(tournament, 1)[2][0]
    assert (place.player, place.absent) == (substitute, absent)
    assert tournament.stand_ins.count() == 1


def test_everything_else_on_the_sheets_stays():
    tournament = hall(preset="wrc-2022")
    entered(hanchan_of(tournament), 1, (41_200, 33_100, 25_700, 19_000), deposits=1)
    entered(hanchan_of(tournament), 2, (41_200, 33_100, 25_700, 18_000), override=True, reason="The sum was signed.")
    before = [accepted_version(hanchan_of(tournament), table) for table in (1, 2)]
    corrected(tournament, exchanged(tournament)[2])
    after = [accepted_version(hanchan_of(tournament), table) for table in (1, 2)]
    assert [typed_sheet(one).points for one in after] == [typed_sheet(one).points for one in before]
    assert [(one.deposits, one.overridden) for one in after] == [(1, False), (0, True)]


def test_drawn_winds_stay_with_the_seat():
    tournament = played_hall(wind_method="drawn")
    one, other, who = exchanged(tournament)
    corrected(tournament, who)
    assert (names_at(tournament, 1)[1], names_at(tournament, 2)[2]) == (other, one)


def test_a_table_whose_sheet_is_not_in_changes_its_people_only():
    tournament = hall()
    entered(hanchan_of(tournament), 1)
    one, other, who = exchanged(tournament)
    corrected(tournament, who)
    assert names_at(tournament, 1)[1] == other
    assert seated_at(tournament, 2)[2] == one
    assert accepted_version(hanchan_of(tournament), 2) is None
    assert entered(hanchan_of(tournament), 2).sheet.state is SheetState.ACCEPTED


def test_the_history_has_one_line_with_both_sheets_before_and_after(played):
    one, other, who = exchanged(played)
    corrected(played, who)
    entry = played.audit_entries.first()
    assert (entry.verb, entry.reason) == (Verb.CORRECTED_PEOPLE, "They had swapped tables.")
    assert entry.about == f"hanchan 1: {one} → {other}, {other} → {one}"
    sheet = entry.detail["sheets"]["1"]
    assert (sheet["before"]["players"]["S"], sheet["players"]["S"]) == (one.number, other.number)
    assert (entry.detail["version"], sorted(entry.detail["sheets"])) == (played.seating.number, ["1", "2"])


def test_a_closed_hanchan_is_corrected_without_reopening_it():
    tournament = played_hall(closed=1)
    corrected(tournament, exchanged(tournament)[2])
    assert hanchan_of(tournament).state == HanchanState.CLOSED


def test_where_two_people_read_a_corrected_sheet_is_compared_again():
    tournament = hall(entry_mode=EntryMode.SIGNED)
    for table in (1, 2):
        entered(hanchan_of(tournament), table, by=make_staff(tournament))
        confirm(hanchan=hanchan_of(tournament), table=table, act=Act(by=make_staff(tournament), at=MORNING, base=1))
    assert unagreed_sheets([hanchan_of(tournament)]) == {}
    corrected(tournament, exchanged(tournament)[2], by=make_staff(tournament, "referee"))
    assert unagreed_sheets([hanchan_of(tournament)]) == {1: {SheetState.ONCE: [1, 2]}}
    version = confirm(hanchan=hanchan_of(tournament), table=1, act=Act(by=make_staff(tournament), at=MORNING, base=2))
    assert version.agreement == Agreement.SIGHT


def test_a_reading_that_waits_names_other_people_and_is_typed_again():
    tournament = hall(entry_mode=EntryMode.BLIND)
    entered(hanchan_of(tournament), 2, by=make_staff(tournament))
    corrected(tournament, exchanged(tournament)[2])
    assert hanchan_of(tournament).sheets.get(table=2).state is SheetState.MISSING


def test_a_form_that_is_sent_twice_corrects_once(played):
    _one, _other, who = exchanged(played)
    submission = uuid4()
    first = corrected(played, who, submission=submission)
    assert corrected(played, who, submission=submission, seen={}) == first
    assert accepted_version(hanchan_of(played), 1).number == 2


# --- laws -----------------------------------------------------------------------------------------------------------


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_whoever_is_exchanged_points_stay_everybody_plays_once_and_back_is_as_before(played, data):
    tournament = Tournament.objects.get(pk=played.pk)
    people = [place.player for places in lineup(tournament, 1).values() for place in places]
    moving = data.draw(st.lists(st.sampled_from(people), unique=True, min_size=2, max_size=6))
    around = data.draw(st.permutations(moving))
    who = {one: other for one, other in zip(moving, around, strict=True) if one != other}
    if not who:
        return
    before, total = _standings(tournament), sum(sum(figures_at(tournament, table)) for table in range(1, 5))
    corrected(tournament, who)
    seated = [line.player for one in tables_of(tournament) for line in one.lines]
    assert sorted(seated) == sorted(player.pk for player in people)
    assert seated == [place.player.pk for places in lineup(tournament, 1).values() for place in places]
    assert sum(sum(figures_at(tournament, table)) for table in range(1, 5)) == total
    corrected(tournament, {other: one for one, other in who.items()})
    assert _standings(tournament) == before


def _standings(tournament):
    return {row.player.id: (row.standing.place, row.standing.total) for row in standings_of(tournament).rows}


# --- refusals -------------------------------------------------------------------------------------------------------


def refusal(tournament, who, **fields):
    with pytest.raises(Refused) as refused:
        corrected(tournament, who, **fields)
    assert not tournament.audit_entries.filter(verb=Verb.CORRECTED_PEOPLE).exists()
    return refused.value.messages[0].code, refused.value.message


def test_without_a_reason_nobody_is_exchanged(played):
    assert refusal(played, exchanged(played)[2], reason=" ")[0] == "no-reason"


def test_nobody_exchanged_is_no_correction(played):
    one = seated_at(played, 1)[0]
    assert refusal(played, {one: one}, seen={1: 1})[0] == "same-people"


def test_nobody_sits_in_two_seats(played):
    one, two, three, _four = seated_at(played, 1)
    code, said = refusal(played, {one: three, two: three, three: one})
    assert code == "two-seats"
    assert f"{three} cannot have two seats" in said


def test_somebody_who_is_listed_elsewhere_brings_that_seat_along(played):
    code, said = refusal(played, {seated_at(played, 1)[0]: seated_at(played, 3)[0]})
    assert (code, "at table 3. Say who really played that seat, too." in said) == ("other-table", True)


def test_a_hanchan_that_has_not_started_is_changed_in_the_seating():
    tournament = hall(playing=0)
    code, said = refusal(tournament, exchanged(tournament)[2])
    assert (code, "Swap the players in the seating" in said) == ("hanchan-not-started", True)


@pytest.mark.parametrize("leave", [withdraw, disqualify])
def test_who_had_left_before_the_hanchan_began_is_reinstated_first(leave):
    tournament = played_hall()
    gone = newcomer(tournament)
    early = MORNING - timedelta(hours=1)
    leave(player=gone, act=Act(by=None, at=early, reason="Left."))
    code, said = refusal(tournament, {seated_at(tournament, 1)[0]: gone})
    assert (code, "reinstate the player under Players" in said) == ("player-out", True)
    reinstate(player=gone, act=Act(by=None, at=MORNING, reason="Was there."))
    corrected(tournament, {seated_at(tournament, 1)[0]: gone})
    assert seated_at(tournament, 1)[0] == gone


def test_who_left_later_may_have_played(played):
    gone = newcomer(played)
    withdraw(player=gone, act=Act(by=None, at=MORNING + timedelta(hours=2)))
    corrected(played, {seated_at(played, 1)[0]: gone})
    assert seated_at(played, 1)[0] == gone


def test_who_left_and_played_is_exchanged_like_everybody(played):
    one, _other, who = exchanged(played)
    withdraw(player=one, act=Act(by=None, at=MORNING - timedelta(hours=1)))
    corrected(played, who)
    assert seated_at(played, 2)[2] == one


def test_who_forfeited_the_hanchan_did_not_play_it(played):
    absent, substitute = seated_at(played, 1)[0], newcomer(played, is_substitute=True)
    act = Act(by=None, at=MORNING, reason="Not there.")
    late(player=absent, hanchan=hanchan_of(played), minutes=None, substitute=substitute, referee="Mina", act=act)
    assert seated_at(played, 1)[0] == substitute
    code, said = refusal(played, {substitute: absent})
    assert (code, "cancel the forfeit under Penalties first" in said) == ("player-forfeited", True)


def test_a_dispute_about_figures_is_settled_first(played):
    with pytest.raises(AlreadyIn):
        entered(hanchan_of(played), 1, (40_000, 30_000, 28_000, 22_000), by=make_staff(played))
    code, said = refusal(played, exchanged(played)[2])
    assert (code, "settle that first" in said) == ("readings-differ", True)


# --- two people at once ---------------------------------------------------------------------------------------------


def test_a_sheet_that_was_changed_meanwhile_is_shown_first(played):
    one, other, who = exchanged(played)
    version = accepted_version(hanchan_of(played), 1)
    act = Act(by=make_staff(played, name="Noah Field"), at=MORNING, reason="Misread.", base=1)
    typed = typed_sheet(version)
    swapped = type(typed).of([(line.wind, line.player, 30_000) for line in typed.lines], 0)
    change(hanchan=hanchan_of(played), table=1, typed=swapped, confirmed_warnings=True, act=act)
    with pytest.raises(Conflict, match="Noah Field changed the sheet of table 1 in the meantime"):
        corrected(played, who, seen={1: 1, 2: 1})
    assert (names_at(played, 1)[1], names_at(played, 2)[2]) == (one, other)


def test_a_sheet_that_was_taken_back_or_entered_meanwhile_is_a_conflict():
    tournament = hall()
    entered(hanchan_of(tournament), 1)
    with pytest.raises(Conflict, match="table 2 has changed"):
        corrected(tournament, exchanged(tournament)[2], seen={1: 1, 2: 1})
    with pytest.raises(Conflict, match="Somebody entered the sheet of table 1"):
        corrected(tournament, exchanged(tournament)[2], seen={1: 0, 2: 0})


def test_people_who_were_corrected_meanwhile_are_compared_again(played):
    one, two, three = (seated_at(played, table)[0] for table in (1, 2, 3))
    corrected(played, {one: two, two: one})
    with pytest.raises(Conflict, match="The people at these tables changed in the meantime"):
        corrected(played, {one: three, three: one}, seen={1: 1, 3: 1})


@pytest.mark.parametrize("gone", ["listed", "real"])
def test_somebody_who_is_not_there_any_more_is_a_conflict(played, gone):
    one = seated_at(played, 1)[0]
    who = {one.pk: 999_999} if gone == "real" else {999_999: one.pk}
    act = Act(by=None, at=MORNING, reason="They had swapped tables.")
    with pytest.raises(Conflict):
        correct_people(hanchan=hanchan_of(played), who=who, seen={1: 1}, act=act)


def test_a_later_hanchan_that_is_played_stays_as_it_is(played):
    close(hanchan=hanchan_of(played), act=Act(by=None, at=MORNING))
    start(hanchan=hanchan_of(played, 2), act=Act(by=None, at=MORNING))
    later = arranged_of(played.seating).draft[2]
    corrected(played, exchanged(played)[2])
    assert arranged_of(played.seating).draft[2] == later
