"""A table at which nobody played: no place, no score, no meeting; the hanchan closes, and it can be undone."""

from dataclasses import replace

import pytest
from django.urls import reverse

from tests.factories import MORNING, make_staff
from tests.tournament.archive.event_file.events import load
from tests.tournament.desk.halls import CLEAN, entered, hall, hanchan_of, lines
from tests.tournament.exports.events import workbook_of
from tests.tournament.planning.halls import open_doors
from tournament.archive.event_file.export import event_file
from tournament.core.audit import Act
from tournament.core.audit_check import findings
from tournament.core.messages import Conflict, Refused
from tournament.core.models import EntryMode, Tournament, Verb
from tournament.exports.book import table_of
from tournament.hanchan.actions import cancel, close, make_official, release, reopen, start, withhold
from tournament.planning.actions import publish
from tournament.planning.line_up.actions import correct_people
from tournament.planning.pairing.basis import _past
from tournament.results.penalties.lateness import late
from tournament.results.sheets.actions import change, enter
from tournament.results.sheets.checks import TypedSheet
from tournament.results.sheets.not_played import record_not_played, record_played
from tournament.results.sheets.queries import accepted_version, board, missing_tables, tables_not_played, tables_of
from tournament.seating_report.report import report_of
from tournament.seats.queries import lineup
from tournament.standings.queries import crosstable_of, standings_of
from tournament.standings.recount import check_recount

pytestmark = pytest.mark.django_db
OTHER = (33_100, 41_200, 25_700, 20_000)


def act(reason="Four players had to leave."):
    return Act(by=None, at=MORNING, reason=reason)


def not_played(tournament, *tables, number=1, seen=0, **fields):
    record_not_played(hanchan=hanchan_of(tournament, number), seen=dict.fromkeys(tables, seen), act=act(**fields))


def scores(tournament, table, number=1):
    """The scores of the people of a table in the hanchan, with their places at the table."""
    rows = standings_of(tournament).by_number
    return [rows[place.player.number].standing.hanchan[number - 1] for place in lineup(tournament, number)[table]]


@pytest.fixture
def event():
    """Four tables play hanchan 1; the sheets of tables 1 to 3 are in."""
    tournament = hall()
    for table in (1, 2, 3):
        entered(hanchan_of(tournament), table)
    return tournament


# --- a table --------------------------------------------------------------------------------------------------------


def test_a_table_that_was_not_played_gives_nothing_and_the_hanchan_closes(event):
    not_played(event, 4)
    assert missing_tables(hanchan_of(event)) == []
    close(hanchan=hanchan_of(event), act=act())
    assert scores(event, 4) == [None] * 4
    assert all(played.place for played in scores(event, 1))
    assert {row.standing.total for row in standings_of(event).rows if row.player.number in numbers(event, 4)} == {0}
    check_recount(event)
    assert findings(event) == []


def numbers(tournament, table, number=1):
    return {place.player.number for place in lineup(tournament, number)[table]}


def test_the_board_says_so_and_nothing_is_missing(event):
    not_played(event, 4)
    cards = {card.table: card.state for card in board(hanchan_of(event))}
    assert cards == {1: "accepted", 2: "accepted", 3: "accepted", 4: "not-played"}
    assert tables_not_played(event) == {(1, 4): "Four players had to leave."}


def test_where_two_people_read_each_sheet_nobody_reads_one_that_does_not_exist():
    tournament = hall(players=4, entry_mode=EntryMode.BLIND)
    not_played(tournament, 1)
    close(hanchan=hanchan_of(tournament), act=act())
    assert hanchan_of(tournament).state == "closed"


def test_a_sheet_that_is_in_is_kept_and_counts_for_nothing(event):
    not_played(event, 2, seen=1)
    assert [table.table for table in tables_of(event)] == [1, 3]
    assert accepted_version(hanchan_of(event), 2).number == 2
    check_recount(event)


def test_figures_that_counted_count_again_and_no_other_comes_back(event):
    change(
        hanchan=hanchan_of(event),
        table=2,
        typed=TypedSheet.of(lines(hanchan_of(event), 2, OTHER), 0),
        act=Act(by=None, at=MORNING, reason="digits", base=1),
    )
    not_played(event, 2, seen=2)
    record_played(hanchan=hanchan_of(event), seen={2: 3}, act=act("It was table 4."))
    assert [line.points for line in tables_of(event)[1].lines] == list(OTHER)
    assert accepted_version(hanchan_of(event), 2).number == 4
    assert findings(event) == []


def test_one_that_was_never_typed_is_typed_after_all(event):
    not_played(event, 4)
    record_played(hanchan=hanchan_of(event), seen={4: 1}, act=act("They came."))
    assert missing_tables(hanchan_of(event)) == [4]
    entered(hanchan_of(event), 4)
    assert len(tables_of(event)) == 4


def test_in_a_closed_hanchan_a_sheet_that_would_miss_asks_to_reopen_it_first(event):
    not_played(event, 4)
    close(hanchan=hanchan_of(event), act=act())
    with pytest.raises(Refused, match="Reopen hanchan 1 first"):
        record_played(hanchan=hanchan_of(event), seen={4: 1}, act=act())
    reopen(hanchan=hanchan_of(event), act=act())
    record_played(hanchan=hanchan_of(event), seen={4: 1}, act=act())


def test_after_the_close_it_is_a_correction_and_official_results_are_locked(event):
    entered(hanchan_of(event), 4)
    event.protest_minutes = 0
    event.save()
    close(hanchan=hanchan_of(event), act=act())
    not_played(event, 4, seen=1)
    assert len(tables_of(event)) == 3
    release(hanchan=hanchan_of(event), act=act())
    make_official(hanchan=hanchan_of(event), act=act())
    with pytest.raises(Refused, match="official"):
        record_played(hanchan=hanchan_of(event), seen={4: 2}, act=act())
    with pytest.raises(Refused, match="official"):
        not_played(event, 3, seen=1)


@pytest.mark.parametrize(
    ("tables", "seen", "reason", "words"),
    [((4,), 0, " ", "Enter a reason"), ((9,), 0, "no", "There is no table 9"), ((1,), 0, "no", "in the meantime")],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(event, tables, seen, reason, words):
    with pytest.raises(Refused, match=words):
        not_played(event, *tables, seen=seen, reason=reason)
    assert not tables_not_played(event)


def test_twice_is_refused_and_so_is_an_undo_of_what_somebody_changed(event):
    not_played(event, 4)
    with pytest.raises(Refused, match="recorded as not played already"):
        not_played(event, 4, seen=1)
    with pytest.raises(Conflict):
        record_played(hanchan=hanchan_of(event), seen={1: 1}, act=act())


def test_before_the_start_there_is_nothing_to_record():
    with pytest.raises(Refused, match="has not started"):
        not_played(hall(playing=0), 1)


def test_nobody_types_a_sheet_over_it_and_a_referee_may_change_it(event):
    not_played(event, 4)
    typed = TypedSheet.of(lines(hanchan_of(event), 4, CLEAN), 0)
    with pytest.raises(Refused, match="recorded as not played: Four players had to leave"):
        enter(hanchan=hanchan_of(event), table=4, typed=typed, act=act())
    change(hanchan=hanchan_of(event), table=4, typed=typed, act=Act(by=None, at=MORNING, reason="They played.", base=1))
    assert len(tables_of(event)) == 4


def test_a_forfeit_at_a_table_that_was_not_played_needs_no_substitute(event):
    not_played(event, 4)
    absent = lineup(event, 1)[4][0].player
    late(player=absent, hanchan=hanchan_of(event), minutes=None, referee="R", act=act("absent"))
    assert not event.stand_ins.exists()
    assert standings_of(event).by_number[absent.number].standing.total == -30_000


def test_a_forfeit_from_before_stays_with_its_substitute(event):
    absent = lineup(event, 1)[4][0].player
    late(player=absent, hanchan=hanchan_of(event), minutes=None, referee="R", substitute="Kai Ohm", act=act("absent"))
    not_played(event, 4)
    assert lineup(event, 1)[4][0].player.name == "Kai Ohm"
    assert standings_of(event).by_number[absent.number].standing.total == -30_000


def test_other_people_at_the_table_leave_it_not_played(event):
    not_played(event, 4)
    one, other = lineup(event, 1)[4][0].player, lineup(event, 1)[3][0].player
    who = {one.pk: other.pk, other.pk: one.pk}
    correct_people(hanchan=hanchan_of(event), who=who, seen={3: 1, 4: 1}, act=act("They sat there."))
    assert list(tables_not_played(event)) == [(1, 4)]


def test_nobody_met_at_a_table_that_was_not_played(event):
    not_played(event, 4)
    (met,) = _past(event, 2)
    assert len(met) == 3 and all(len(table) == 4 for table in met)


# --- a hanchan ------------------------------------------------------------------------------------------------------


def test_a_cancelled_hanchan_keeps_the_results_that_are_in_and_is_closed(event):
    cancel(hanchan=hanchan_of(event), void=False, act=act("Power cut."))
    assert hanchan_of(event).state == "closed"
    assert [table.table for table in tables_of(event)] == [1, 2, 3]
    assert tables_not_played(event) == {(1, 4): "Power cut."}
    start(hanchan=hanchan_of(event, 2), act=act())


def test_a_void_hanchan_counts_for_nobody_and_the_next_can_start(event):
    cancel(hanchan=hanchan_of(event), void=True, act=act("Power cut."))
    assert tables_of(event) == ()
    assert len(tables_not_played(event)) == 4
    assert _past(event, 2) == ((),)
    start(hanchan=hanchan_of(event, 2), act=act())
    entered(hanchan_of(event, 2), 1)
    check_recount(event)
    verbs = list(event.audit_entries.order_by("-id").values_list("verb", flat=True)[:4])
    assert Verb.NOT_PLAYED in verbs and Verb.CLOSED in verbs


def test_a_void_hanchan_is_played_after_all(event):
    before = tables_of(event)
    cancel(hanchan=hanchan_of(event), void=True, act=act("Power cut."))
    reopen(hanchan=hanchan_of(event), act=act())
    seen = {table: accepted_version(hanchan_of(event), table).number for table in (1, 2, 3, 4)}
    record_played(hanchan=hanchan_of(event), seen=seen, act=act("The results are valid."))
    assert tables_of(event) == before
    assert missing_tables(hanchan_of(event)) == [4]


def test_the_history_of_many_tables_is_whole():
    tournament = hall(players=48)
    for table in range(1, 13):
        entered(hanchan_of(tournament), table)
    cancel(hanchan=hanchan_of(tournament), void=True, act=act("Power cut."))
    assert findings(tournament) == []


def test_nothing_is_left_to_cancel_where_every_sheet_is_in(event):
    entered(hanchan_of(event), 4)
    with pytest.raises(Refused, match="nothing is left to cancel"):
        cancel(hanchan=hanchan_of(event), void=False, act=act())
    assert hanchan_of(event).state == "playing"


def test_a_cancellation_without_a_reason_changes_nothing(event):
    with pytest.raises(Refused, match="Enter a reason"):
        cancel(hanchan=hanchan_of(event), void=True, act=act(" "))
    assert hanchan_of(event).state == "playing" and len(tables_of(event)) == 3


def test_history_says_who_recorded_it_and_why(event):
    clerk = make_staff(event, name="Mina Vogel")
    record_not_played(hanchan=hanchan_of(event), seen={4: 0}, act=Act(by=clerk, at=MORNING, reason="ill"))
    entry = event.audit_entries.latest("id")
    assert (entry.verb, entry.about, entry.reason) == (Verb.NOT_PLAYED, "hanchan 1, table 4", "ill")
    assert entry.actor_name == "Mina Vogel"


# --- words on every page ----------------------------------------------------------------------------------------------


@pytest.fixture
def told(event):
    """Hanchan 1 with a table that was not played is closed and public; hanchan 2 is cancelled without a result."""
    open_doors(event)
    publish(tournament=event, hanchan=None, act=act())
    not_played(event, 4)
    close(hanchan=hanchan_of(event), act=act())
    start(hanchan=hanchan_of(event, 2), act=act())
    cancel(hanchan=hanchan_of(event, 2), void=True, act=act("Power cut."))
    return event


WORDS = "hanchan 1, table 4; hanchan 2, tables 1–4"


@pytest.mark.parametrize("name", ["standings", "public_standings", "print_standings"])
def test_the_standings_name_the_tables(client, told, name):
    client.force_login(make_staff(told))
    assert f"Not played, without a score: {WORDS}." in " ".join(
        client.get(reverse(name, args=[told.slug])).text.split()
    )
    assert standings_of(told).after == 2


def test_what_is_hidden_is_not_named(client, told):
    withhold(hanchan=hanchan_of(told, 2), act=act())
    text = " ".join(client.get(reverse("public_standings", args=[told.slug])).text.split())
    assert "Not played, without a score: hanchan 1, table 4." in text


def test_programs_read_which_released_tables_were_not_played(client, told):
    withhold(hanchan=hanchan_of(told, 2), act=act())
    answer = client.get(f"/api/v1/{told.slug}/tables").json()
    assert answer["not_played"] == [{"hanchan": 1, "tables": [4]}]
    assert {row["table"] for row in answer["rows"]} == {1, 2, 3}


def test_the_page_of_a_player_says_it_of_the_players_table(client, told):
    player = lineup(told, 1)[4][0].player
    text = client.get(reverse("public_player", args=[told.slug, player.number])).text
    assert "table 4 was not played" in text
    other = lineup(told, 1)[1][0].player
    own = next(table for table, places in lineup(told, 2).items() if other.pk in {one.player.pk for one in places})
    text = client.get(reverse("public_player", args=[told.slug, other.number])).text
    assert text.count("was not played") == text.count(f"table {own} was not played") > 0


def test_the_lists_and_the_workbook_name_them(told):
    facts = dict(table_of(told, "event", at=MORNING).records)
    assert facts["Not played"] == WORDS
    sums = table_of(told, "hanchan", at=MORNING)
    assert [row.not_played for row in sums.records] == [(4,), (1, 2, 3, 4), ()]
    versions = list(table_of(told, "sheets", at=MORNING).records)
    assert sum(not version.is_played for version in versions) == 5
    assert workbook_of(told)


def test_the_crosstable_the_statistics_and_the_report_of_the_seating_know_no_meeting_there(client, told):
    row = next(row for row in crosstable_of(told).rows if row.row.player.number in numbers(told, 4))
    assert row.cells == (None, None) and not any(row.met.values())
    subject = report_of(told, told.seating)
    assert subject.tables_not_played == WORDS
    plan = report_of(Tournament.objects.get(), told.seating)
    assert plan.matrix.met != replace(plan, not_played=frozenset()).matrix.met
    client.force_login(make_staff(told))
    assert WORDS in client.get(reverse("seating_report", args=[told.slug])).text
    assert client.get(reverse("seating_paths", args=[told.slug])).status_code == 200
    assert client.get(reverse("statistics", args=[told.slug])).status_code == 200


def test_the_event_file_keeps_it_and_an_older_one_knows_only_tables_that_were_played(event):
    not_played(event, 4)
    loaded = load(event_file(event), "copy").tournament
    assert tables_not_played(loaded) == tables_not_played(event)
    record_played(hanchan=hanchan_of(loaded), seen={4: 1}, act=act("They came."))
    older = event_file(hall(players=4)).replace('"is_played":true,', "")
    assert tables_not_played(load(older, "older").tournament) == {}
