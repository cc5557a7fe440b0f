"""The hand-in of a sheet is noted, the penalties that follow are proposed, and a referee decides."""

from datetime import timedelta

import pytest

from tests.acts import with_act
from tests.factories import MORNING, make_staff
from tests.tournament.desk.halls import entered, hall, hanchan_of
from tournament.core.audit_check import findings
from tournament.core.messages import Conflict, Refused
from tournament.core.models import AuditEntry, Role, Verb
from tournament.results.models import Penalty, PenaltyKind
from tournament.results.paper.actions import HandInNote, dismiss, note_hand_in
from tournament.results.paper.queries import first_version, hand_in_of, names_in, proposals, reason_of, undecided
from tournament.results.paper_models import DismissedProposal, HandIn, Noted
from tournament.results.penalties.actions import cancel, give
from tournament.results.penalties.whole_table import give_to_table
from tournament.seats.queries import lineup

pytestmark = pytest.mark.django_db


@pytest.fixture
def keiko(event):
    return make_staff(event, Role.REFEREE, name="Keiko Mori")


@pytest.fixture
def event():
    return hall(preset="wrc-2025")


def people(event, table=1):
    return [place.player for place in lineup(event, 1)[table]]


def noted(event, table=1, by=None, at=MORNING, base=0, **note):
    return note_hand_in(
        hanchan=hanchan_of(event), table=table, note=HandInNote(**note), **with_act(by=by, at=at, base=base)
    )


def wrong_sheet(event, **note):
    """Two entries of table 1 were corrected after the sticks had been reset."""
    aiko, luc, *_ = people(event)
    note = {"corrected": [aiko.pk, luc.pk], "sticks_reset": Noted.YES, **note}
    return noted(event, **note)


def let_go(event, players=None, foul="REPORT", reason="The desk had mixed up two papers.", by=None):
    players = [one.pk for one in people(event)] if players is None else players
    act = with_act(by=by, at=MORNING, reason=reason)
    return dismiss(hanchan=hanchan_of(event), table=1, foul=foul, players=players, **act)


# --- noting ----------------------------------------------------------------------------------------------------------


def test_everything_about_a_hand_in_is_kept_with_an_act_in_the_history(event, keiko):
    first, second, third, _last = people(event)
    noted(
        event,
        by=keiko,
        handed_in_at=MORNING,
        sticks_reset=Noted.NO,
        checked_by=" Keiko ",
        corrected=[third.pk, first.pk],
        wrong_all_last=[second.pk],
        influence=Noted.YES,
    )
    found = hand_in_of(hanchan_of(event), 1)
    assert (found.handed_in_at, found.sticks_reset, found.checked_by) == (MORNING, "no", "Keiko")
    assert (found.corrected, found.wrong_all_last, found.influence) == ([first.pk, third.pk], [second.pk], "yes")
    entry = AuditEntry.objects.latest("id")
    assert (entry.verb, entry.about, entry.by) == (Verb.NOTED_HAND_IN, "hanchan 1, table 1", keiko)
    assert entry.detail["corrected"] == f"{first.name}, {third.name}"
    assert findings(event) == []


def test_a_hand_in_is_noted_before_its_sheet_is_typed_and_the_sheet_is_missing_still(event):
    noted(event, checked_by="Keiko")
    sheet = hanchan_of(event).sheets.get(table=1)
    assert sheet.state == "missing"
    assert entered(hanchan_of(event)).sheet == sheet


def test_the_first_entry_tells_when_a_sheet_was_handed_in_by_then(event):
    assert first_version(hanchan_of(event), 1) is None
    version = entered(hanchan_of(event))
    assert first_version(hanchan_of(event), 1) == version


def test_noting_the_same_again_or_nothing_at_all_writes_nothing(event):
    edition = event.edition
    assert noted(event) is None
    assert not HandIn.objects.exists() and not hanchan_of(event).sheets.exists()
    noted(event, checked_by="Keiko")
    noted(event, checked_by="Keiko")
    event.refresh_from_db()
    assert (HandIn.objects.get().number, event.edition) == (1, edition + 1)


def test_what_somebody_else_noted_meanwhile_is_not_overwritten(event):
    noted(event, checked_by="Keiko")
    with pytest.raises(Conflict, match="meanwhile"):
        noted(event, checked_by="Mina")
    noted(event, checked_by="Mina", base=1)
    assert HandIn.objects.get().checked_by == "Mina"


def test_a_time_to_come_people_of_another_table_and_a_table_that_is_not_there_are_refused(event):
    with pytest.raises(Refused, match="still to come"):
        noted(event, handed_in_at=MORNING + timedelta(hours=1))
    with pytest.raises(Refused, match="does not sit at this table"):
        noted(event, corrected=[people(event, table=2)[0].pk])
    with pytest.raises(Refused, match="has no table 99"):
        noted(event, table=99, checked_by="Keiko")
    assert not HandIn.objects.exists()


def test_a_hanchan_that_has_not_started_has_no_hand_in(event):
    with pytest.raises(Refused, match="has not started"):
        note_hand_in(
            hanchan=hanchan_of(event, 2), table=1, note=HandInNote(checked_by="Keiko"), **with_act(by=None, at=MORNING)
        )


def test_influence_is_kept_only_with_a_wrong_all_last_sheet(event):
    assert noted(event, influence=Noted.YES) is None
    assert noted(event, checked_by="Keiko", influence=Noted.YES).influence == ""


# --- what the schedule has for it ------------------------------------------------------------------------------------


def test_nothing_is_proposed_while_no_entry_was_wrong(event):
    noted(event, sticks_reset=Noted.YES, checked_by="Keiko")
    assert proposals(event) == []


def test_a_wrong_sheet_with_sticks_reset_proposes_2p_for_everybody_at_the_table(event):
    wrong_sheet(event)
    found = proposals(event)
    assert [one.player for one in found] == people(event)
    assert {(one.foul.code, one.amount, one.is_open, one.is_decided) for one in found} == {
        ("REPORT", 2_000, False, False)
    }
    assert found[0].answers == {"handed-in": "yes", "reset": "yes"}
    assert (found[0].hanchan, found[0].table, found[0].kind) == (1, 1, PenaltyKind.POINTS)
    assert undecided(event) == found
    assert not Penalty.objects.exists()


def test_the_reason_says_what_was_noted(event):
    first, second, *_ = people(event)
    hand_in = wrong_sheet(event, wrong_all_last=[first.pk], influence=Noted.YES)
    names = names_in(event)
    assert reason_of(hand_in, "REPORT", names) == (
        f"Report sheet handed in wrong; entries corrected on the paper: {first.name}, {second.name}. "
        "The sticks were reset before the check."
    )
    assert reason_of(hand_in, "ALL_LAST", names) == (
        f"Wrong entries on the all-last sheet: {first.name}. It influenced the game."
    )
    hand_in = noted(event, base=1, corrected=[first.pk], wrong_all_last=[first.pk])
    assert reason_of(hand_in, "REPORT", names).endswith(f"{first.name}.")
    assert reason_of(hand_in, "ALL_LAST", names).endswith(f"{first.name}.")


def test_sticks_that_were_not_reset_cost_nothing_under_wrc_2025_and_2p_under_wrc_2022(event):
    wrong_sheet(event, sticks_reset=Noted.NO)
    assert proposals(event) == []
    older = hall(preset="wrc-2022", name="Older Open")
    wrong_sheet(older, sticks_reset=Noted.NO)
    assert [one.amount for one in proposals(older)] == [2_000] * 4
    assert proposals(older)[0].answers == {}


def test_while_it_is_not_noted_whether_sticks_were_reset_the_question_is_open(event):
    wrong_sheet(event, sticks_reset=Noted.OPEN)
    one = proposals(event)[0]
    assert (one.is_open, one.amount) == (True, 2_000)
    assert [question.key for question in one.open_questions] == ["reset"]


@pytest.mark.parametrize(("influence", "amounts"), [("yes", [8_000]), ("no", []), ("", [8_000])])
def test_a_wrong_all_last_sheet_proposes_8p_for_its_author_when_it_influenced_the_game(event, influence, amounts):
    luc = people(event)[1]
    noted(event, wrong_all_last=[luc.pk], influence=influence)
    assert [(one.player, one.amount) for one in proposals(event)] == [(luc, amount) for amount in amounts]


def test_a_schedule_without_points_proposes_a_warning(event):
    mild = hall(preset="wrc-2022", name="Mild Open", schedule="bare-minimum")
    wrong_sheet(mild)
    one = proposals(mild)[0]
    assert (one.kind, one.amount) == (PenaltyKind.WARNING, 0)


def test_proposals_of_one_table_or_hanchan_can_be_asked_for(event):
    wrong_sheet(event)
    assert len(proposals(event, hanchan_of(event), 1)) == 4
    assert proposals(event, hanchan_of(event), 2) == proposals(event, hanchan_of(event, 2)) == []


def test_proposals_ask_the_database_as_often_for_many_tables_as_for_one(event, django_assert_num_queries):
    wrong_sheet(event)
    with django_assert_num_queries(6):
        proposals(event)
    for table in (2, 3):
        noted(event, table=table, corrected=[people(event, table)[0].pk])
    with django_assert_num_queries(6):
        assert len(proposals(event)) == 12


def test_nothing_noted_costs_one_query(event, django_assert_num_queries):
    with django_assert_num_queries(1):
        proposals(event)


# --- a referee decides -----------------------------------------------------------------------------------------------


def test_a_penalty_that_is_given_decides_the_proposal_and_so_does_one_that_was_cancelled(event, keiko):
    wrong_sheet(event)
    hanchan = hanchan_of(event)
    fields = {"tournament": event, "hanchan": hanchan, "foul": "REPORT", "referee": "Keiko"}
    answers = dict(proposals(event)[0].answers)
    given = give_to_table(table=1, answers=answers, **fields, **with_act(by=keiko, at=MORNING))
    assert [one.penalty for one in proposals(event)] == given
    assert undecided(event) == []
    cancel(penalty=given[0], **with_act(by=keiko, at=MORNING, reason="not at fault"))
    assert undecided(event) == []
    again = give(player=given[0].player, kind="points", answers=answers, **fields, **with_act(by=keiko, at=MORNING))
    assert proposals(event)[0].penalty == again


def test_a_referee_dismisses_with_a_reason_and_it_stays_in_the_history(event, keiko):
    wrong_sheet(event)
    first, second, *_ = people(event)
    let_go(event, players=[first.pk, second.pk], by=keiko)
    assert [one.player for one in undecided(event)] == people(event)[2:]
    found = proposals(event)[0]
    assert (found.dismissal.reason, found.dismissal.dismissed_by) == ("The desk had mixed up two papers.", keiko)
    entry = AuditEntry.objects.latest("id")
    assert (entry.verb, entry.reason) == (Verb.DISMISSED_PROPOSAL, "The desk had mixed up two papers.")
    assert entry.detail["players"] == f"{first.name}, {second.name}"
    assert findings(event) == []
    assert not Penalty.objects.exists()


def test_what_is_noted_otherwise_later_is_proposed_again(event):
    wrong_sheet(event, sticks_reset=Noted.OPEN)
    let_go(event)
    assert undecided(event) == []
    wrong_sheet(event, base=1)
    assert len(undecided(event)) == 4


def test_dismissing_needs_a_reason_and_somebody_and_happens_once(event):
    wrong_sheet(event)
    with pytest.raises(Refused, match="Enter a reason"):
        let_go(event, reason=" ")
    with pytest.raises(Refused, match="at least one player"):
        let_go(event, players=[])
    with pytest.raises(Conflict, match="no longer proposed"):
        let_go(event, foul="ALL_LAST")
    let_go(event)
    with pytest.raises(Conflict):
        let_go(event)
    assert DismissedProposal.objects.count() == 4


def test_noting_and_dismissing_leave_results_and_penalties_alone(event):
    version = entered(hanchan_of(event))
    wrong_sheet(event)
    let_go(event)
    sheet = hanchan_of(event).sheets.get(table=1)
    assert (sheet.accepted, sheet.versions.count(), Penalty.objects.count()) == (version, 1, 0)


def test_rows_say_what_they_are(event):
    hand_in = wrong_sheet(event)
    assert str(hand_in) == "hand-in of hanchan 1, table 1"
    assert str(let_go(event)[0]) == f"{people(event)[0]}: REPORT"
