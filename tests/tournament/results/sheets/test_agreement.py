"""Two people read a sheet before it counts: who agrees, what differs, who decides, and what the database refuses."""

from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from tests.factories import MORNING, make_staff
from tests.tournament.desk.halls import CLEAN, entered, hall, hanchan_of, lines
from tournament.core.audit import Act
from tournament.core.messages import Conflict, Refused
from tournament.core.models import EntryMode, Role, Verb
from tournament.hanchan.actions import close, undo_start
from tournament.results.models import Agreement, Sheet, SheetState, SheetVersion
from tournament.results.sheets import agreement
from tournament.results.sheets.actions import change, hand_over
from tournament.results.sheets.checks import TypedSheet
from tournament.results.sheets.queries import (
    accepted_version,
    board,
    missing_tables,
    overridden_tables,
    tables_of,
    unagreed_sheets,
    versions_of,
    waiting_sheet,
)
from tournament.seats.queries import lineup

pytestmark = pytest.mark.django_db
EXCHANGED = (33_100, 41_200, 25_700, 20_000)
SHIFTED = (20_000, 41_200, 33_100, 25_700)


@pytest.fixture
def blind():
    return hall(entry_mode=EntryMode.BLIND)


@pytest.fixture
def people(blind):
    names = ("Mina Vogel", "Mara Lind", "Keiko Mori")
    return [make_staff(blind, Role.REFEREE, name=name) for name in names]


def sheet_of(tournament, table=1):
    return Sheet.objects.get(hanchan=hanchan_of(tournament), table=table)


def act(by=None, reason="", base=1):
    return Act(by=by, at=MORNING, reason=reason, base=base)


def differing(tournament, people):
    """Table 1 read in two ways."""
    entered(hanchan_of(tournament), by=people[0])
    return entered(hanchan_of(tournament), by=people[1], points=EXCHANGED)


def last_verb(tournament):
    return tournament.audit_entries.first().verb


def rows_of(one):
    """The row of a record, to be written in SQL past every action."""
    return type(one).objects.filter(pk=one.pk)


class TestReadingTwice:
    def test_the_override_of_a_wrong_sum_survives_the_reading_of_a_second_person(self, blind, people):
        typed = {"points": (41_200, 33_100, 25_700, 19_100), "override": True, "reason": "A stick of 900 was lost."}
        entered(hanchan_of(blind), by=people[0], **typed)
        assert entered(hanchan_of(blind), by=people[1], **typed) == accepted_version(hanchan_of(blind), 1)
        assert overridden_tables(blind) == {(1, 1): "A stick of 900 was lost."}

    def test_what_the_first_person_types_waits_and_counts_for_nothing(self, blind, people):
        version = entered(hanchan_of(blind), by=people[0])
        assert sheet_of(blind).state == SheetState.ONCE
        assert version.is_reading
        assert tables_of(blind) == ()
        assert 1 in missing_tables(hanchan_of(blind))

    def test_the_same_figures_from_another_person_make_it_count(self, blind, people):
        first = entered(hanchan_of(blind), by=people[0])
        agreed = entered(hanchan_of(blind), by=people[1])
        assert agreed == first == accepted_version(hanchan_of(blind), 1)
        assert (agreed.agreement, agreed.agreed_by, agreed.agreed_at) == (Agreement.READING, people[1], MORNING)
        assert sheet_of(blind).state == SheetState.ACCEPTED
        entry = blind.audit_entries.first()
        assert (entry.verb, entry.by) == (Verb.AGREED_SHEET, people[1])
        assert entry.detail["points"] == dict(zip("ESWN", CLEAN, strict=True))

    def test_figures_that_differ_are_both_kept_and_neither_counts(self, blind, people):
        second = differing(blind, people)
        sheet = sheet_of(blind)
        assert (sheet.state, sheet.other_reading, sheet.accepted) == (SheetState.DIFFERS, second, None)
        assert last_verb(blind) == Verb.READ_SHEET_OTHERWISE

    @pytest.mark.parametrize("said", [CLEAN, EXCHANGED])
    def test_a_third_person_who_types_one_of_the_two_decides(self, blind, people, said):
        differing(blind, people)
        third = entered(hanchan_of(blind), by=people[2], points=said)
        assert accepted_version(hanchan_of(blind), 1) == third
        assert [line.points for line in third.lines.order_by("id")] == list(said)
        assert third.agreed_by == people[2]

    def test_a_third_reading_that_is_neither_waits_beside_the_first(self, blind, people):
        differing(blind, people)
        third = entered(hanchan_of(blind), by=people[2], points=SHIFTED)
        assert sheet_of(blind).other_reading == third
        assert sheet_of(blind).versions.count() == 3

    def test_nobody_agrees_with_oneself(self, blind, people):
        entered(hanchan_of(blind), by=people[0])
        with pytest.raises(Refused, match="You typed the sheet of table 1"):
            entered(hanchan_of(blind), by=people[0])

    def test_a_command_agrees_with_nobody(self, blind):
        entered(hanchan_of(blind))
        with pytest.raises(Refused, match="Another person"):
            entered(hanchan_of(blind))

    def test_the_first_person_may_correct_the_own_reading(self, blind, people):
        entered(hanchan_of(blind), by=people[0], points=EXCHANGED)
        entered(hanchan_of(blind), by=people[0])
        agreed = entered(hanchan_of(blind), by=people[1])
        assert agreed.number == 2
        assert sheet_of(blind).accepted == agreed

    def test_who_typed_one_of_two_readings_types_no_third(self, blind, people):
        differing(blind, people)
        for person, points in ((people[0], EXCHANGED), (people[1], SHIFTED)):
            with pytest.raises(Refused, match="Two readings of table 1 differ"):
                entered(hanchan_of(blind), by=person, points=points)

    def test_a_second_sending_of_the_same_form_changes_nothing(self, blind, people):
        entered(hanchan_of(blind), by=people[0])
        sending = uuid4()
        first = entered(hanchan_of(blind), by=people[1], submission=sending)
        before = blind.audit_entries.count()
        assert entered(hanchan_of(blind), by=people[1], submission=sending) == first
        assert blind.audit_entries.count() == before

    def test_the_history_shows_no_figures_of_what_waits(self, blind, people):
        differing(blind, people)
        for entry in blind.audit_entries.all()[:2]:
            assert set(entry.detail) == {"version", "overridden"}
        assert versions_of(hanchan_of(blind), 1) == []

    def test_a_substitute_who_takes_a_seat_leaves_the_sheet_to_be_typed_anew(self, blind, people):
        entered(hanchan_of(blind), by=people[0])
        absent, other = (place.player for place in lineup(blind, 1)[1][:2])
        assert hand_over(hanchan=hanchan_of(blind), table=1, absent=absent, substitute=other, act=act()) is None
        assert sheet_of(blind).state == SheetState.MISSING


class TestOneReading:
    """Where one entry counts, a second one is not lost."""

    def test_the_same_figures_from_another_person_are_recorded_as_agreement(self):
        tournament = hall()
        mina, mara = (make_staff(tournament, name=name) for name in ("Mina Vogel", "Mara Lind"))
        entered(hanchan_of(tournament), by=mina)
        version = entered(hanchan_of(tournament), by=mara)
        assert (version.agreement, version.agreed_by) == (Agreement.READING, mara)
        assert last_verb(tournament) == Verb.AGREED_SHEET

    def test_the_same_person_again_is_told_and_nothing_is_written(self):
        tournament = hall()
        mina = make_staff(tournament, name="Mina Vogel")
        entered(hanchan_of(tournament), by=mina)
        before = tournament.audit_entries.count()
        with pytest.raises(Conflict):
            entered(hanchan_of(tournament), by=mina)
        assert tournament.audit_entries.count() == before

    def test_other_figures_are_kept_as_evidence_and_what_counts_stays(self):
        tournament = hall()
        entered(hanchan_of(tournament))
        with pytest.raises(Conflict):
            entered(hanchan_of(tournament), points=EXCHANGED)
        sheet = sheet_of(tournament)
        assert (sheet.state, sheet.accepted.number, sheet.other_reading.number) == (SheetState.DISPUTED, 1, 2)
        assert last_verb(tournament) == Verb.READ_SHEET_OTHERWISE
        with pytest.raises(Refused, match="Disputed: table 1"):
            close(hanchan=hanchan_of(tournament), act=act())

    def test_figures_that_cannot_be_are_no_evidence(self):
        tournament = hall()
        entered(hanchan_of(tournament))
        with pytest.raises(Conflict):
            entered(hanchan_of(tournament), points=(141_200, -233_100, 25_750, 20_000))
        assert sheet_of(tournament).state == SheetState.ACCEPTED

    def test_a_referee_keeps_what_counts_with_a_reason(self):
        tournament = hall()
        entered(hanchan_of(tournament))
        with pytest.raises(Conflict):
            entered(hanchan_of(tournament), points=EXCHANGED)
        with pytest.raises(Refused, match="Enter a reason"):
            agreement.keep(hanchan=hanchan_of(tournament), table=1, act=act())
        agreement.keep(hanchan=hanchan_of(tournament), table=1, act=act(reason="The paper says so."))
        assert sheet_of(tournament).state == SheetState.ACCEPTED
        with pytest.raises(Refused, match="Nobody disputes"):
            agreement.keep(hanchan=hanchan_of(tournament), table=1, act=act(reason="Again."))


class TestDecisions:
    def test_who_typed_neither_decides_with_a_reason(self, blind, people):
        second = differing(blind, people)
        decided = agreement.decide(
            hanchan=hanchan_of(blind), table=1, number=2, act=act(people[2], "The paper shows 331 for East.")
        )
        assert decided == second == accepted_version(hanchan_of(blind), 1)
        assert (decided.agreement, decided.agreed_reason) == (Agreement.DECISION, "The paper shows 331 for East.")
        assert last_verb(blind) == Verb.DECIDED_SHEET

    def test_a_reader_does_not_decide_and_neither_does_a_command(self, blind, people):
        differing(blind, people)
        for by in (people[0], people[1], None):
            with pytest.raises(Refused, match="Somebody who typed neither decides"):
                agreement.decide(hanchan=hanchan_of(blind), table=1, number=1, act=act(by, "I know."))

    def test_only_one_of_the_two_readings_can_be_chosen(self, blind, people):
        entered(hanchan_of(blind), by=people[0])
        for number in (1, 7):
            with pytest.raises(Refused, match="no longer the two readings"):
                agreement.decide(hanchan=hanchan_of(blind), table=1, number=number, act=act(people[2], "Paper."))
        entered(hanchan_of(blind), by=people[1], points=EXCHANGED)
        with pytest.raises(Refused, match="no longer the two readings"):
            agreement.decide(hanchan=hanchan_of(blind), table=1, number=9, act=act(people[2], "Paper."))

    def test_a_waiver_has_a_reason_and_may_come_from_the_same_person(self, blind, people):
        entered(hanchan_of(blind), by=people[0])
        with pytest.raises(Refused, match="Enter a reason"):
            agreement.waive(hanchan=hanchan_of(blind), table=1, act=act(people[0]))
        version = agreement.waive(hanchan=hanchan_of(blind), table=1, act=act(people[0], "I am alone."))
        assert version.agreement == Agreement.WAIVER
        assert sheet_of(blind).accepted == version

    def test_readings_that_differ_are_not_waived(self, blind, people):
        differing(blind, people)
        with pytest.raises(Refused, match="Two readings"):
            agreement.waive(hanchan=hanchan_of(blind), table=1, act=act(people[2], "Quick."))

    def test_a_sheet_is_taken_back_and_typed_anew_with_the_next_number(self, blind, people):
        differing(blind, people)
        agreement.take_back(hanchan=hanchan_of(blind), table=1, act=act(people[0], "Illegible."))
        assert sheet_of(blind).state == SheetState.MISSING
        assert entered(hanchan_of(blind), by=people[0]).number == 3

    def test_a_sheet_that_counts_can_be_taken_back_while_its_hanchan_is_played(self):
        tournament = hall(players=4)
        entered(hanchan_of(tournament))
        agreement.take_back(hanchan=hanchan_of(tournament), table=1, act=act(reason="Another table's paper."))
        assert tables_of(tournament) == ()
        assert tournament.audit_entries.first().detail["points"] == dict(zip("ESWN", CLEAN, strict=True))
        entered(hanchan_of(tournament), points=EXCHANGED)
        close(hanchan=hanchan_of(tournament), act=act())
        with pytest.raises(Refused, match="Hanchan 1 is closed"):
            agreement.take_back(hanchan=hanchan_of(tournament), table=1, act=act(reason="Late.", base=2))

    def test_a_sheet_that_is_not_in_has_nothing_to_say(self, blind, people):
        for action in (agreement.waive, agreement.take_back):
            with pytest.raises(Refused, match="The sheet of table 1 is not in yet"):
                action(hanchan=hanchan_of(blind), table=1, act=act(people[0], "Why?"))
        entered(hanchan_of(blind), by=people[0])
        agreement.take_back(hanchan=hanchan_of(blind), table=1, act=act(people[0], "Wrong paper."))
        with pytest.raises(Refused, match="The sheet of table 1 is not in yet"):
            agreement.waive(hanchan=hanchan_of(blind), table=1, act=act(people[0], "Why?"))

    def test_blind_nobody_agrees_by_sight_with_a_reading_that_waits(self, blind, people):
        entered(hanchan_of(blind), by=people[0])
        with pytest.raises(Refused, match="read blind") as refused:
            agreement.confirm(hanchan=hanchan_of(blind), table=1, act=act(people[1]))
        assert refused.value.codes == "read-blind"
        assert sheet_of(blind).state == SheetState.ONCE

    def test_who_agreed_stays_whoever_presses_a_button_afterwards(self, blind, people):
        entered(hanchan_of(blind), by=people[0])
        entered(hanchan_of(blind), by=people[1])
        lines_before = blind.audit_entries.count()
        with pytest.raises(Refused, match="Mara Lind has read the sheet of table 1 already"):
            agreement.confirm(hanchan=hanchan_of(blind), table=1, act=act(people[2]))
        with pytest.raises(Refused, match="Mara Lind has read the sheet of table 1 already"):
            agreement.waive(hanchan=hanchan_of(blind), table=1, act=act(people[0], "Nobody else is here."))
        assert accepted_version(hanchan_of(blind), 1).agreed_by == people[1]
        assert blind.audit_entries.count() == lines_before

    def test_a_waiver_gives_way_to_a_second_person(self, blind, people):
        entered(hanchan_of(blind), by=people[0])
        agreement.waive(hanchan=hanchan_of(blind), table=1, act=act(people[0], "Nobody else is here."))
        with pytest.raises(Refused, match="accepted with one reading already"):
            agreement.waive(hanchan=hanchan_of(blind), table=1, act=act(people[2], "Nobody else is here."))
        version = agreement.confirm(hanchan=hanchan_of(blind), table=1, act=act(people[1]))
        assert (version.agreement, version.agreed_by) == (Agreement.SIGHT, people[1])

    def test_a_form_of_a_sheet_that_was_taken_back_is_not_said_to_be_in(self, blind, people):
        version = entered(hanchan_of(blind), by=people[0])
        agreement.take_back(hanchan=hanchan_of(blind), table=1, act=act(people[2], "Wrong paper."))
        with pytest.raises(Refused, match="taken back") as refused:
            entered(hanchan_of(blind), by=people[0], submission=version.submission)
        assert refused.value.codes == "sheet-taken-back"
        assert sheet_of(blind).state == SheetState.MISSING

    def test_a_page_that_is_old_by_now_decides_nothing(self, blind, people):
        entered(hanchan_of(blind), by=people[0])
        with pytest.raises(Refused, match="has changed since you opened it"):
            agreement.waive(hanchan=hanchan_of(blind), table=1, act=act(people[1], "Quick.", base=4))


class TestComparedWithThePaper:
    @pytest.fixture
    def unblind(self):
        return hall(players=4, entry_mode=EntryMode.SIGNED)

    def test_another_person_confirms_what_was_typed(self, unblind):
        mina, mara = (make_staff(unblind, name=name) for name in ("Mina Vogel", "Mara Lind"))
        entered(hanchan_of(unblind), by=mina)
        with pytest.raises(Refused, match="You typed the sheet"):
            agreement.confirm(hanchan=hanchan_of(unblind), table=1, act=act(mina))
        version = agreement.confirm(hanchan=hanchan_of(unblind), table=1, act=act(mara))
        assert (version.agreement, version.agreed_by) == (Agreement.SIGHT, mara)
        close(hanchan=hanchan_of(unblind), act=act())

    def test_two_readings_that_differ_are_not_confirmed(self, unblind):
        staff = [make_staff(unblind, name=name) for name in ("Mina Vogel", "Mara Lind", "Jo Tan")]
        differing(unblind, staff)
        with pytest.raises(Refused, match="Two readings"):
            agreement.confirm(hanchan=hanchan_of(unblind), table=1, act=act(staff[2]))

    def test_what_a_referee_changed_alone_is_read_by_another_person_before_the_close(self, unblind):
        mina, mara = (make_staff(unblind, name=name) for name in ("Mina Vogel", "Mara Lind"))
        entered(hanchan_of(unblind), by=mina)
        agreement.confirm(hanchan=hanchan_of(unblind), table=1, act=act(mara))
        typed = TypedSheet.of(lines(hanchan_of(unblind), points=EXCHANGED), 0)
        change(hanchan=hanchan_of(unblind), table=1, typed=typed, act=act(mina, "East and South were exchanged."))
        assert unagreed_sheets([hanchan_of(unblind)]) == {1: {SheetState.ONCE: [1]}}
        assert [card.state for card in board(hanchan_of(unblind))] == ["unread"]
        with pytest.raises(Refused, match="Read by one person: table 1"):
            close(hanchan=hanchan_of(unblind), act=act())
        agreement.confirm(hanchan=hanchan_of(unblind), table=1, act=act(mara, base=2))
        close(hanchan=hanchan_of(unblind), act=act())


class TestTheBoard:
    def test_it_knows_what_waits_and_who_read_it(self, blind, people):
        differing(blind, people)
        entered(hanchan_of(blind), table=2, by=people[2])
        cards = board(hanchan_of(blind))
        assert [card.state for card in cards] == ["differs", "once", "playing", "playing"]
        assert [card.readers for card in cards[:2]] == [{people[0].pk, people[1].pk}, {people[2].pk}]
        assert not any(card.is_in for card in cards)

    def test_its_queries_do_not_grow_with_tables(self, blind, people, django_assert_num_queries):
        differing(blind, people)
        seated = lineup(blind, 1)
        hanchan = hanchan_of(blind)
        with django_assert_num_queries(1):
            board(hanchan, seated=seated)

    def test_the_close_names_what_is_missing_typed_once_and_differing(self, blind, people):
        differing(blind, people)
        entered(hanchan_of(blind), table=2, by=people[2])
        with pytest.raises(Refused) as refused:
            close(hanchan=hanchan_of(blind), act=act())
        assert [str(message) for message in refused.value.messages] == [
            "Missing sheets: table 3–4. Enter them, or record a table as not played, then close the hanchan.",
            "Two readings differ: table 1. A referee decides, with the paper in hand.",
            "Read by one person: table 2. Another person checks each sheet, or a referee accepts it with a reason.",
        ]

    def test_a_start_with_a_reading_is_not_taken_back(self, blind, people):
        entered(hanchan_of(blind), by=people[0])
        with pytest.raises(Refused, match="Sheets are already in"):
            undo_start(hanchan=hanchan_of(blind), act=act())

    def test_a_table_without_readings_waits_for_nobody(self, blind):
        assert waiting_sheet(hanchan_of(blind), 1) is None


class TestTheDatabase:
    """Two people, also for who writes past the actions."""

    def refused_by_the_database(self, rows, **values):
        with pytest.raises(IntegrityError), transaction.atomic():
            rows.update(**values)

    def test_nobody_agrees_with_the_own_entry_by_sql(self, blind, people):
        version = entered(hanchan_of(blind), by=people[0])
        for word in (Agreement.READING, Agreement.SIGHT):
            self.refused_by_the_database(rows_of(version), agreement=word, agreed_by=people[0], agreed_at=MORNING)

    def test_an_agreement_has_a_person_and_a_decision_a_reason(self, blind, people):
        version = entered(hanchan_of(blind), by=people[0])
        nobody = {"agreement": "reading", "agreed_by": None, "agreed_at": MORNING}
        silent = {"agreement": "waiver", "agreed_by": people[0], "agreed_at": MORNING}
        for values in (nobody, silent):
            self.refused_by_the_database(rows_of(version), **values)

    def test_a_sheet_does_not_count_and_wait_at_once(self, blind, people):
        version = entered(hanchan_of(blind), by=people[0])
        self.refused_by_the_database(rows_of(version.sheet), accepted=version)
        self.refused_by_the_database(rows_of(version.sheet), first_reading=None, other_reading=version)

    def test_the_shell_is_refused_too(self, blind, people):
        version = entered(hanchan_of(blind), by=people[0])
        version.agreement, version.agreed_by, version.agreed_at = Agreement.SIGHT, people[0], MORNING
        with pytest.raises(IntegrityError), transaction.atomic():
            version.save()
        assert SheetVersion.objects.get().agreed_by is None
