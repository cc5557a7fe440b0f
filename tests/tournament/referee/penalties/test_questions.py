"""What a foul asks: answered on the page without script, kept with the penalty, never decided by itself."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from scoring.fouls import SCHEDULES, schedule
from tests.events.rows import kept
from tests.factories import PASSWORD, make_staff
from tests.tournament.referee.penalties.test_views import GIVE, LATE, LIST, TABLE, fields_of, send
from tests.tournament.results.penalties.test_actions import give_to
from tests.tournament.standings.tables import USUAL, begin, come_late, play, punish, small_event
from tests.tournament.standings.test_public_views import text_of
from tournament.core.messages import Refused
from tournament.results.models import Penalty, PenaltyKind
from tournament.results.penalties.queries import deductions, given_penalties

pytestmark = pytest.mark.django_db
FIRST = Path(__file__).parents[3] / "scoring" / "golden" / "fouls-version-1.json"


@kept
def second_hanchan_plays(preset, **changes):
    tournament, people = small_event(preset=preset)
    if changes:
        rules = tournament.ruleset.replace(**changes)
        tournament.rules, tournament.fouls = rules.to_json(), schedule(rules.schedule).to_json()
        tournament.save(update_fields=["rules", "fouls"])
    play(tournament, 1, {1: USUAL, 2: USUAL})
    begin(tournament, 2)
    return tournament, people


@pytest.fixture
def at_work(client):
    """`at_work(preset, schedule)`: the first hanchan is played, the second plays, Mina referees."""

    def start(preset="wrc-2025", **changes):
        tournament, people = second_hanchan_plays(preset, **changes)
        client.force_login(make_staff(tournament, "referee", name="Mina Costa", password=PASSWORD))
        return tournament, people

    return start


# --- the page --------------------------------------------------------------------------------------------------------


def test_a_foul_asks_its_questions_on_the_second_step_and_is_given_on_the_third(client, at_work):
    at_work()
    asked = send(client, GIVE, fields_of(client.get(GIVE)), player="1", foul="REVEAL")
    assert asked.status_code == 200
    assert "Not saved yet. Answer the questions about the foul below." in text_of(asked)
    assert "How many tiles?" in text_of(asked) and "7 tiles or more: chonbo, 30P" in text_of(asked)
    assert fields_of(asked)["kind"] == ""
    shown = send(client, GIVE, fields_of(asked), **{"answer-tiles": "7+"})
    assert "The hand is dealt again as if it had never been played." in text_of(shown)
    assert "+30.2 becomes → +0.2" in text_of(shown) and not Penalty.objects.exists()
    assert client.post(GIVE, fields_of(shown)).status_code == 302
    penalty = Penalty.objects.get()
    assert (penalty.foul, penalty.answers, penalty.consequence) == ("REVEAL", {"tiles": "7+"}, "chonbo")
    assert (penalty.kind, penalty.amount, penalty.scheduled_amount) == (PenaltyKind.CHONBO, 30_000, 30_000)


def test_the_live_preview_follows_the_answers(client, at_work):
    at_work()
    fields = fields_of(client.get(GIVE, {"player": "1", "foul": "REVEAL"}))
    first = client.get(f"{GIVE}preview/", {**fields, "answer-tiles": "1-2"})
    assert "warned for it before: 5P" in text_of(first) and "7 tiles or more: chonbo" not in text_of(first)
    again = client.get(
        f"{GIVE}preview/", {**fields_of(first), **fields, "answer-tiles": "1-2", "answer-repeated": "yes"}
    )
    assert (fields_of(again)["kind"], fields_of(again)["amount"]) == ("points", "5")
    back = client.get(f"{GIVE}preview/", {**fields, **fields_of(again), "answer-repeated": "no"})
    assert (fields_of(back)["kind"], fields_of(back)["amount"]) == ("warning", "0")
    assert not Penalty.objects.exists()


def test_a_question_that_does_not_matter_any_more_disappears_with_its_answer(client, at_work):
    """S2 Penalties: ura dora looked at too early is a chonbo, however many tiles."""
    at_work("wrc-2022")
    address = {"player": "1", "foul": "REVEAL", "answer-place": "ura", "answer-tiles": "3-6"}
    page = client.get(GIVE, address)
    assert "How many tiles?" not in text_of(page) and "answer-tiles" not in fields_of(page)
    assert fields_of(page)["kind"] == "chonbo"


def test_answers_to_another_foul_do_not_count(client, at_work):
    """Both ask whether it is a repetition."""
    at_work()
    first = client.get(GIVE, {"player": "1", "foul": "REVEAL", "answer-tiles": "1-2", "answer-repeated": "yes"})
    other = send(client, GIVE, fields_of(first), foul="TENPAI_WRONG")
    assert "answer-repeated" not in fields_of(other) and fields_of(other)["kind"] == ""


def test_nothing_is_given_while_a_question_is_open_and_no_penalty_is_chosen(client, at_work):
    at_work()
    asked = client.get(GIVE, {"player": "1", "foul": "REVEAL"})
    refused = client.post(GIVE, fields_of(asked))
    assert refused.status_code == 422
    assert "Answer the questions about the foul, or choose a penalty." in text_of(refused)
    assert not Penalty.objects.exists()


def test_the_referee_may_decide_without_answering(client, at_work):
    at_work()
    asked = client.get(GIVE, {"player": "1", "foul": "REVEAL"})
    shown = send(client, GIVE, fields_of(asked), kind="dead-hand")
    assert client.post(GIVE, fields_of(shown)).status_code == 302
    penalty = Penalty.objects.get()
    assert (penalty.kind, penalty.answers, penalty.consequence) == ("dead-hand", {}, "dead-hand")


def test_another_penalty_than_the_schedules_needs_a_reason_and_the_list_says_what_it_was(client, at_work):
    at_work()
    asked = client.get(GIVE, {"player": "1", "foul": "REVEAL", "answer-tiles": "3-6"})
    shown = send(client, GIVE, fields_of(asked), kind="warning")
    assert "The schedule does not list this penalty for the foul." in text_of(shown)
    refused = client.post(GIVE, fields_of(shown))
    assert refused.status_code == 422 and "enter a reason" in text_of(refused)
    assert send(client, GIVE, fields_of(refused), reason="bumped by a chair").status_code == 302
    listed = text_of(client.get(LIST))
    assert "schedule: dead hand" in listed
    assert "Tiles wrongly revealed: 3 to 6 tiles · bumped by a chair" in listed


def test_earlier_warnings_are_a_hint_and_nothing_follows_by_itself(client, at_work):
    """A27."""
    _tournament, people = at_work()
    punish(people[0], 0, kind="warning", foul="TENPAI_WRONG", answers={"repeated": "no"})
    shown = client.get(GIVE, {"player": "1", "foul": "TENPAI_WRONG"})
    assert "Occurrence 2 of this foul." in text_of(shown) and "warning, hanchan 1" in text_of(shown)
    assert "no penalty follows automatically" in text_of(shown)
    assert (fields_of(shown)["kind"], fields_of(shown)["amount"]) == ("", "")


def test_warnings_for_something_else_are_a_hint_too(client, at_work):
    """RULES.md §2.1: repetition may become an obstruction, at the referee's discretion."""
    _tournament, people = at_work()
    punish(people[0], 0, kind="warning", foul="CONFUSING", reason="")
    punish(people[0], 0, kind="warning", number=None, reason="rude")
    punish(people[0], 0, kind="dead-hand", foul="SWAP", reason="")
    page = text_of(client.get(GIVE, {"player": "1", "foul": "OBSTRUCTION"}))
    assert "2 warnings for other fouls. Unclear or silent call, hanchan 1 rude" in page
    same = text_of(client.get(GIVE, {"player": "1", "foul": "CONFUSING"}))
    assert "1 warning for other fouls. rude" in same and "Occurrence 2 of this foul." in same


def test_a_foul_without_penalty_is_kept_so_that_the_next_time_can_be_seen(client, at_work):
    """Toronto Riichi Open 2026: 1 to 3 tiles are free at first, then a warning, then 5P."""
    tournament, _people = at_work(schedule="tori-open-2026")
    first = client.get(GIVE, {"player": "1", "foul": "REVEAL", "answer-tiles": "1-3", "answer-time": "1"})
    assert fields_of(first)["kind"] == "none"
    assert client.post(GIVE, fields_of(first)).status_code == 302
    assert deductions(given_penalties(tournament)) == ()
    again = client.get(GIVE, {"player": "1", "foul": "REVEAL", "answer-tiles": "1-3", "answer-time": "3+"})
    assert "no penalty, hanchan 2" in text_of(again)
    assert (fields_of(again)["kind"], fields_of(again)["amount"]) == ("points", "5")


def test_what_is_left_to_the_referee_asks_what_happened(client, at_work):
    at_work()
    asked = client.get(GIVE, {"player": "1", "foul": "INFO"})
    assert "The schedule leaves this to the referee." in text_of(asked) and fields_of(asked)["kind"] == ""
    shown = send(client, GIVE, fields_of(asked), kind="points", amount="5")
    assert "The schedule leaves this to the referee. Describe below what happened." in text_of(shown)
    refused = client.post(GIVE, fields_of(shown))
    assert refused.status_code == 422 and "describe what happened" in text_of(refused)
    assert send(client, GIVE, fields_of(refused), reason="showed a tile").status_code == 302
    penalty = Penalty.objects.get()
    assert (penalty.consequence, penalty.scheduled_amount, penalty.foreseen_kind) == ("discretion", None, "")


def test_what_no_source_confirms_is_marked(client, at_work):
    at_work("own", schedule="bare-minimum")
    page = text_of(client.get(GIVE, {"player": "1", "foul": "NOTEN_RIICHI"}))
    assert "Chonbo, 20P unverified" in page
    assert "unverified" not in text_of(client.get(GIVE, {"player": "1", "foul": "SWAP"}))


def test_smart_glasses_disqualify(client, at_work):
    """WRC 2025 §12: any other object is left to the referee."""
    at_work()
    page = client.get(GIVE, {"player": "1", "foul": "FOREIGN", "answer-object": "glasses"})
    assert fields_of(page)["kind"] == "disqualification"
    assert "The player is out of the tournament and is not ranked" in text_of(page)


# --- what follows from the schedule, and what the referee typed -------------------------------------------------------

DEAD_HAND = {"player": "1", "foul": "REVEAL", "answer-tiles": "3-6"}


def penalty_in(response):
    fields = fields_of(response)
    return fields["kind"], fields["amount"]


def test_a_penalty_typed_by_hand_stays_beside_another_answer_in_a_whole_form_and_follows_it_live(client, at_work):
    at_work()
    shown = fields_of(client.get(GIVE, DEAD_HAND))
    typed = shown | {"answer-tiles": "7+", "kind": "warning", "amount": "2.5"}
    assert penalty_in(client.post(GIVE, typed)) == ("warning", "2.5")
    assert penalty_in(client.get(f"{GIVE}preview/", typed)) == ("chonbo", "30")


def test_a_penalty_left_as_it_was_shown_follows_another_answer_in_a_whole_form_too(client, at_work):
    at_work()
    shown = fields_of(client.get(GIVE, DEAD_HAND))
    assert (shown["kind"], shown["amount"]) == ("dead-hand", "0")
    assert penalty_in(send(client, GIVE, shown, **{"answer-tiles": "7+"})) == ("chonbo", "30")
    assert penalty_in(send(client, GIVE, shown, **{"answer-tiles": "1-2"})) == ("", "")


@pytest.mark.parametrize(
    ("typed", "amount"),
    [
        ({"kind": "chonbo"}, "30"),
        ({"kind": "chonbo", "amount": "8"}, "8"),
        ({"kind": "warning"}, "0"),
        ({"kind": "points"}, ""),
        ({"kind": "points", "amount": "2,5"}, "2,5"),
    ],
)
def test_another_penalty_brings_its_points_unless_some_were_typed(client, at_work, typed, amount):
    at_work()
    answer = send(client, GIVE, fields_of(client.get(GIVE, {"player": "1"})), **typed)
    assert penalty_in(answer) == (typed["kind"], amount)


def test_an_amount_that_cannot_be_read_gives_way_to_that_of_another_foul(client, at_work):
    at_work()
    refused = send(client, GIVE, fields_of(client.get(GIVE, {"player": "1"})), amount="3000")
    assert refused.status_code == 422 and fields_of(refused)["amount"] == "3000"
    shown = send(client, GIVE, fields_of(refused), foul="NOTEN_RIICHI")
    assert shown.status_code == 200 and penalty_in(shown) == ("chonbo", "30")


def test_answers_about_an_earlier_foul_do_not_count_live_either(client, at_work):
    at_work()
    first = client.get(GIVE, {"player": "1", "foul": "REVEAL", "answer-tiles": "1-2", "answer-repeated": "yes"})
    assert fields_of(first)["was_answers"] == "repeated=yes tiles=1-2"
    fields = fields_of(client.get(f"{GIVE}preview/", fields_of(first) | {"foul": "TENPAI_WRONG"}))
    assert "answer-repeated" not in fields and (fields["kind"], fields["was_answers"]) == ("", "")


def test_answers_about_an_earlier_foul_are_not_given_with_another_one(client, at_work):
    at_work()
    first = client.get(GIVE, {"player": "1", "foul": "REVEAL", "answer-tiles": "1-2", "answer-repeated": "yes"})
    shown = send(client, GIVE, fields_of(first), foul="NOTEN_RIICHI")
    assert client.post(GIVE, fields_of(shown)).status_code == 302
    assert (Penalty.objects.get().foul, Penalty.objects.get().answers) == ("NOTEN_RIICHI", {})


def test_an_answer_that_the_foul_does_not_have_is_left_out(client, at_work):
    at_work()
    shown = send(client, GIVE, fields_of(client.get(GIVE, DEAD_HAND)), **{"answer-tiles": "many"})
    assert shown.status_code == 200 and "Answer the questions about the foul below." in text_of(shown)
    assert "answer-tiles" not in fields_of(shown) and penalty_in(shown) == ("", "")


def test_every_foul_of_a_schedule_has_a_page(client, at_work):
    tournament, _people = at_work("own", schedule="wrc-2025")
    for foul in tournament.schedule.fouls:
        assert preview(client, foul, next(iter(foul.all_answers()))).status_code == 200, foul.code


@pytest.mark.slow("every answer of every foul")
@pytest.mark.parametrize("key", SCHEDULES)
def test_whatever_is_answered_about_a_foul_has_a_page(client, at_work, key):
    tournament, _people = at_work("own", schedule=key)
    for foul in tournament.schedule.fouls:
        for answers in foul.all_answers():
            assert preview(client, foul, answers).status_code == 200, (foul.code, answers)


def preview(client, foul, answers):
    address = {"player": "1", "foul": foul.code} | {f"answer-{name}": value for name, value in answers.items()}
    return client.get(f"{GIVE}preview/", address)


# --- penalties paid at the table -------------------------------------------------------------------------------------


def test_a_chonbo_paid_at_the_table_takes_nothing_off_the_tournament_score(client, at_work):
    """S0 Mod.6.1."""
    tournament, people = at_work("own", paid="table", schedule="wrc-2025")
    shown = client.get(GIVE, {"player": "1", "foul": "NOTEN_RIICHI"})
    assert "The player pays 6,000 to each other player." in text_of(shown)
    assert (fields_of(shown)["kind"], fields_of(shown)["amount"]) == ("chonbo", "0")
    assert client.post(GIVE, fields_of(shown)).status_code == 302
    assert deductions(given_penalties(tournament)) == ()
    assert give_to(people[1], PenaltyKind.CHONBO).amount == 0
    assert come_late(people[2], 5, number=2).amount == 0


def test_a_wrong_sheet_is_not_applied_where_penalties_are_paid_at_the_table(client, at_work):
    at_work("own", paid="table", schedule="wrc-2022")
    shown = send(client, TABLE, fields_of(client.get(TABLE)), table="2")
    assert "It is not applied here: penalties are paid at the table" in text_of(shown)
    assert client.post(TABLE, fields_of(shown)).status_code == 302
    assert {(one.kind, one.amount) for one in Penalty.objects.all()} == {("none", 0)}


# --- a whole table ---------------------------------------------------------------------------------------------------


def test_a_report_sheet_of_2025_asks_two_questions_for_the_whole_table(client, at_work):
    """WRC 2025 §12: handed in wrong, and the sticks reset before the check."""
    at_work()
    asked = send(client, TABLE, fields_of(client.get(TABLE)), table="2")
    assert "Was the sheet handed in wrong?" in text_of(asked)
    refused = client.post(TABLE, fields_of(asked))
    assert refused.status_code == 422 and "Answer the questions, or enter the points to take off" in text_of(refused)
    answered = fields_of(refused) | {"answer-handed-in": "yes", "answer-reset": "yes"}
    shown = client.post(TABLE, answered)
    assert "2P for each player at the table" in text_of(shown) and "+30.2 becomes → +28.2" in text_of(shown)
    assert client.post(TABLE, fields_of(shown)).status_code == 302
    rows = Penalty.objects.values_list("amount", "answers", "consequence")
    assert list(rows) == [(2_000, {"handed-in": "yes", "reset": "yes"}, "points")] * 4


def test_a_sheet_that_was_corrected_in_time_costs_nobody_anything(client, at_work):
    at_work()
    shown = send(client, TABLE, fields_of(client.get(TABLE, {"table": "2"})), **{"answer-handed-in": "no"})
    assert client.post(TABLE, fields_of(shown)).status_code == 302
    assert {(one.kind, one.amount) for one in Penalty.objects.all()} == {("none", 0)}


def test_other_points_for_a_whole_table_need_a_reason(client, at_work):
    at_work("wrc-2022")
    shown = send(client, TABLE, fields_of(client.get(TABLE)), table="2", amount="1")
    refused = client.post(TABLE, fields_of(shown))
    assert refused.status_code == 422 and "enter a reason" in text_of(refused)
    assert send(client, TABLE, fields_of(refused), reason="one digit").status_code == 302
    assert {one.deviation for one in Penalty.objects.all()} == {2_000}


def test_where_the_schedule_knows_no_sheets_points_are_typed(client, at_work):
    """S1 names none."""
    at_work("own", schedule="friendly")
    shown = send(client, TABLE, fields_of(client.get(TABLE)), table="2", amount="1", reason="sum was wrong")
    assert client.post(TABLE, fields_of(shown)).status_code == 302
    assert {(one.kind, one.amount, one.foul) for one in Penalty.objects.all()} == {("points", 1_000, "")}


# --- lateness --------------------------------------------------------------------------------------------------------


def test_the_bare_minimum_warns_who_comes_late_and_takes_thirty_p_of_who_does_not_come(client, at_work):
    """S0 Mod.6.3, third column."""
    _tournament, people = at_work("own", schedule="bare-minimum")
    rows = {"form-0-player": "1", "form-0-late": "5", "form-1-player": "2", "form-1-forfeits": "on"}
    page = text_of(client.get(f"{LATE}preview/", fields_of(client.get(LATE)) | rows))
    assert "Warning." in page and "−30.0P" in page
    assert "A late player gets a warning." in text_of(client.get(LATE))
    late = come_late(people[0], 5, number=2)
    assert (late.kind, late.amount, late.consequence, late.foul) == ("late", 0, "warning", "LATE_1_10")
    forfeit = come_late(people[1], 12, number=2, substitute="Kai Ohm")
    assert (forfeit.kind, forfeit.amount, forfeit.foul) == ("forfeit", 0, "LATE_10")
    absent = come_late(people[2], None, number=2, substitute="Lea Roth")
    assert (absent.kind, absent.amount, absent.foul) == ("forfeit", 30_000, "FORFEIT")


@pytest.mark.parametrize(("preset", "asked"), [("wrc-2025", True), ("wrc-2022", False)])
def test_who_forfeits_on_purpose_may_be_disqualified_under_wrc_2025(client, at_work, preset, asked):
    """WRC 2025 §12.3.9."""
    at_work(preset)
    rows = {"form-0-player": "1", "form-0-forfeits": "on"}
    page = client.get(f"{LATE}preview/", fields_of(client.get(LATE)) | rows)
    assert (f"{GIVE}?player=1&amp;hanchan=2&amp;kind=disqualification" in page.content.decode()) == asked


def test_where_penalties_are_paid_at_the_table_lateness_says_that_nothing_is_taken(client, at_work):
    at_work("own", paid="table")
    rows = {"form-0-player": "1", "form-0-late": "5"}
    assert "Lateness costs no points." in text_of(client.get(LATE))
    assert "No points deducted." in text_of(client.get(f"{LATE}preview/", fields_of(client.get(LATE)) | rows))


# --- what is kept ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "field", "message"),
    [
        ({"foul": "REVEAL", "answers": {"tiles": "many"}}, "foul", "“many” is no answer"),
        ({"foul": "SWAP", "answers": {"tiles": "1-2"}}, "foul", "SWAP asks no question"),
        ({"kind": PenaltyKind.NONE, "amount": 2_000}, "amount", "cannot take off points"),
    ],
)
def test_answers_that_the_foul_does_not_know_are_refused(at_work, fields, field, message):
    _tournament, people = at_work()
    with pytest.raises(Refused, match=message) as refused:
        give_to(people[0], **{"kind": PenaltyKind.WARNING, **fields})
    assert refused.value.field == field
    assert not Penalty.objects.exists()


def test_a_number_of_tiles_is_kept_as_the_range_it_lies_in_and_told_in_the_history(at_work):
    tournament, people = at_work()
    penalty = give_to(people[0], PenaltyKind.DEAD_HAND, foul="REVEAL", answers={"tiles": "4"}, reason="")
    assert penalty.answers_in_words == ["3 to 6 tiles"]
    detail = tournament.audit_entries.first().detail
    assert (detail["answers"], detail["consequence"]) == ({"tiles": "3-6"}, "dead-hand")


def test_answers_of_another_schedule_are_left_out_of_the_list(at_work):
    tournament, people = at_work()
    penalty = give_to(people[0], PenaltyKind.DEAD_HAND, foul="REVEAL", answers={"tiles": "4"}, reason="")
    without_the_foul = replace(schedule("lower"), fouls=())
    for other in (schedule("lower"), schedule("tori-open-2026"), without_the_foul):
        tournament.fouls = other.to_json()
        tournament.save(update_fields=["fouls"])
        assert Penalty.objects.get(pk=penalty.pk).answers_in_words == []


def test_a_schedule_that_the_first_version_kept_is_still_given_from(client, at_work):
    """Its fouls ask the referee which of the alternatives it is."""
    tournament, _people = at_work()
    tournament.fouls = json.loads(FIRST.read_text())["wrc-2025"]
    tournament.save(update_fields=["fouls"])
    asked = client.get(GIVE, {"player": "1", "foul": "REVEAL"})
    assert "What does the referee decide?" in text_of(asked)
    shown = send(client, GIVE, fields_of(asked), **{"answer-decision": "repeated"})
    assert client.post(GIVE, fields_of(shown)).status_code == 302
    penalty = Penalty.objects.get()
    assert (penalty.kind, penalty.amount, penalty.answers) == ("points", 5_000, {"decision": "repeated"})
