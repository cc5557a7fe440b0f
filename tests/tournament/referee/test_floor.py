"""The referee's phone: calls, one table, a penalty in three taps, lateness by one, undo for a minute."""

from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.events.rows import kept
from tests.factories import MORNING, make_players, make_staff, make_tournament
from tests.tournament.hanchan.test_actions import hanchan
from tests.tournament.referee.penalties.test_views import fields_of
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.hanchan import actions as running
from tournament.planning.actions import plan_seating
from tournament.referee.floor import IN_GENERAL, floor_players, fouls_by_use, record_text
from tournament.results.calls.actions import answer_call, call_referee
from tournament.results.calls.queries import open_calls
from tournament.results.models import PenaltyKind
from tournament.results.penalties.actions import give
from tournament.seats.queries import lineup

pytestmark = pytest.mark.django_db


def at(minutes=0):
    return MORNING + timedelta(minutes=minutes)


@pytest.fixture
@kept
def event():
    tournament = make_tournament(hanchan_count=2)
    make_players(tournament, 16)
    plan_seating(tournament=tournament, seed=7, act=Act(by=None, at=MORNING))
    tournament.refresh_from_db()
    running.start(hanchan=hanchan(tournament), act=Act(by=None, at=MORNING))
    return tournament


@pytest.fixture
def keiko(event, client):
    person = make_staff(event, Role.REFEREE, name="Keiko Moriyama")
    client.force_login(person)
    return person


def page(event, name="floor", *args):
    return reverse(name, args=[event.slug, *args])


def text(answer):
    return " ".join(answer.content.decode().split())


def given(event, player, *, minutes=1, foul="NOTEN_RIICHI", kind="chonbo", by=None, **fields):
    act = Act(by=by, at=at(minutes), reason="Seen by the referee.")
    number = hanchan(event)
    return give(
        tournament=event, player=player, hanchan=number, kind=kind, foul=foul, referee="Keiko", act=act, **fields
    )


def sits(event, table=2, seat=0):
    return lineup(event, 1)[table][seat].player


def sent(client, event, **typed):
    """The form as the page would send it once it has shown the effect."""
    address = page(event, "floor_table", 2)
    return client.post(address, fields_of(client.get(address, typed)))


def test_the_floor_has_calls_first_the_longest_waiting_first(client, event, keiko):
    for table, minutes in ((3, 20), (1, 24)):
        call_referee(tournament=event, hanchan=hanchan(event), table=table, act=Act(by=None, at=at(minutes)))
    with time_machine.travel(at(26), tick=False):
        answer = client.get(page(event))
    assert [(one.call.table, one.minutes) for one in answer.context["calls"]] == [(3, 6), (1, 2)]
    assert "Go to table 3" in text(answer)
    assert [one.table for one in answer.context["missing"]] == [1, 2, 3, 4]


def test_whose_time_is_up_longest_comes_first_among_the_missing_sheets(client, event, keiko):
    running.add_minutes(hanchan=hanchan(event), minutes=10, table=1, act=Act(by=None, at=at(2)))
    with time_machine.travel(at(97), tick=False):
        answer = client.get(page(event))
    assert [one.table for one in answer.context["missing"]] == [2, 3, 4, 1]
    assert "+7 min" in text(answer) and "3 min left" in text(answer)


def test_the_desk_sees_the_calls_and_answers_none(client, event):
    client.force_login(make_staff(event, Role.DESK))
    call = call_referee(tournament=event, hanchan=hanchan(event), table=3, act=Act(by=None, at=at(2)))
    assert "Go to table" not in text(client.get(page(event)))
    assert client.post(page(event, "floor_answer", call.pk)).status_code == 403


def test_answering_a_call_leads_to_its_table_and_says_who_was_faster(client, event, keiko):
    call = call_referee(tournament=event, hanchan=hanchan(event), table=3, act=Act(by=None, at=at(2)))
    assert client.post(page(event, "floor_answer", call.pk))["Location"] == page(event, "floor_table", 3)
    assert open_calls(event) == []
    client.force_login(make_staff(event, Role.REFEREE))
    answer = client.post(page(event, "floor_answer", call.pk), follow=True)
    assert "Keiko Moriyama answered the call of table 3 already." in text(answer)


def test_every_page_of_the_staff_counts_the_calls_and_says_how_long_the_first_waits(client, event, keiko):
    for table, minutes in ((3, 20), (1, 24)):
        call = call_referee(tournament=event, hanchan=hanchan(event), table=table, act=Act(by=None, at=at(minutes)))
    with time_machine.travel(at(26), tick=False):
        assert ">Floor (2) 6 min</a>" in text(client.get(page(event, "penalties")))
        overview = text(client.get(page(event, "event_overview")))
        assert "2 tables wait: table 3 (6 min), table 1 (2 min)" in overview
        assert f'href="{page(event)}">Go to the floor</a>' in overview
        answer_call(call=call, act=Act(by=keiko, at=at(26)))
        assert ">Floor (1) 6 min</a>" in text(client.get(page(event, "penalties")))
    event.hanchan.filter(number=1).update(state="closed", closed_at=at(27))
    html = text(client.get(page(event, "penalties")))
    assert ">Floor</a>" in html and "Floor (" not in html


def test_what_next_is_shown_again_when_the_minutes_of_a_call_change(client, event, keiko):
    call_referee(tournament=event, hanchan=hanchan(event), table=3, act=Act(by=None, at=at(20)))
    event.refresh_from_db()
    with time_machine.travel(at(20), tick=False):
        due = int(client.get(page(event, "event_overview")).context["due"].timestamp())
        asked = {"since": event.edition, "due": due}
        assert client.get(page(event, "event_overview"), asked).status_code == 204
    with time_machine.travel(at(21), tick=False):
        answer = client.get(page(event, "event_overview"), asked, headers={"hx-request": "true"})
    assert 'id="rail-links" hx-swap-oob="true"' in text(answer) and "Floor (1) 1 min" in text(answer)


@pytest.mark.parametrize("name", ["penalties", "event_overview"])
def test_calls_cost_a_page_of_the_staff_no_query(client, event, keiko, name):
    def queries():
        with CaptureQueriesContext(connection) as caught:
            client.get(page(event, name))
        return len(caught)

    client.get(page(event, name))
    before = queries()
    for table in (1, 2, 3, 4):
        call_referee(tournament=event, hanchan=hanchan(event), table=table, act=Act(by=None, at=at(2)))
    assert queries() == before


def test_the_number_of_queries_does_not_grow_with_calls_and_penalties(
    client, event, keiko, django_assert_max_num_queries
):
    for table in (1, 2, 3, 4):
        call_referee(tournament=event, hanchan=hanchan(event), table=table, act=Act(by=None, at=at(2)))
        for seat in range(4):
            given(event, sits(event, table, seat))
    with django_assert_max_num_queries(16):
        client.get(page(event))
    with django_assert_max_num_queries(30):
        client.get(page(event, "floor_table", 2))


def test_a_penalty_is_two_choices_and_one_button(client, event, keiko):
    player = sits(event)
    with time_machine.travel(at(5), tick=False):
        shown = text(client.get(page(event, "floor_table", 2), {"player": player.number, "foul": "NOTEN_RIICHI"}))
        assert "−30P" in shown and f"Give chonbo to {player.label}" in shown
        answer = sent(client, event, player=str(player.number), foul="NOTEN_RIICHI")
        assert answer["Location"] == page(event, "floor_table", 2)
        penalty = event.penalties.get()
        assert (penalty.player, penalty.hanchan.number, penalty.amount) == (player, 1, 30_000)
        assert penalty.referee == "Keiko Moriyama"
        assert "Undo" in text(client.get(page(event, "floor_table", 2)))


def test_without_script_the_effect_is_shown_before_anything_is_given(client, event, keiko):
    typed = {"player": sits(event).number, "foul": "NOTEN_RIICHI", "referee": "Keiko", "submission": uuid4()}
    answer = client.post(page(event, "floor_table", 2), typed)
    assert not event.penalties.exists() and "Not saved yet." in text(answer)


def test_without_script_another_foul_brings_its_penalty_and_a_note_stays(client, event, keiko):
    address = page(event, "floor_table", 2)
    form = fields_of(client.get(address, {"player": sits(event).number, "foul": "NOTEN_RIICHI"}))
    shown = client.post(address, form | {"foul": "EMPTY_GROUP", "reason": "a tile short"})
    fields = fields_of(shown)
    assert (shown.status_code, fields["kind"], fields["amount"]) == (200, "dead-hand", "0")
    assert fields["reason"] == "a tile short" and fields["submission"] == form["submission"]
    assert client.post(address, fields).status_code == 302
    assert (event.penalties.get().kind, event.penalties.get().reason) == ("dead-hand", "a tile short")


def test_a_foul_with_questions_is_given_with_its_answers(client, event, keiko):
    address, typed = page(event, "floor_table", 2), {"player": sits(event).number, "foul": "ALL_LAST"}
    asked = client.get(address, typed)
    shown = client.post(address, fields_of(asked) | {"answer-influence": "yes"})
    assert "Not saved yet." in text(shown) and "−8P" in text(shown)
    assert client.post(address, fields_of(shown)).status_code == 302
    penalty = event.penalties.get()
    assert (penalty.kind, penalty.amount, penalty.answers) == ("points", 8_000, {"influence": "yes"})


def test_the_answers_on_the_phone_are_those_about_the_chosen_foul(client, event, keiko):
    address, typed = page(event, "floor_table", 2), {"player": sits(event).number, "foul": "REVEAL"}
    answered = client.get(address, typed | {"answer-tiles": "7+"})
    assert fields_of(answered)["was_answers"] == "tiles=7+"
    other = client.get(address, fields_of(answered) | {"answer-tiles": "7+", "foul": "NOTEN_RIICHI"})
    back = client.get(address, fields_of(other) | {"answer-tiles": "7+", "foul": "REVEAL"})
    assert fields_of(back)["was_answers"] == "" and "Answer the question" in text(back)


def test_the_penalty_is_of_the_hanchan_at_the_table_whatever_was_sent(client, event, keiko):
    address = page(event, "floor_table", 2)
    typed = {"player": sits(event).number, "foul": "NOTEN_RIICHI", "hanchan": "2"}
    form = fields_of(client.get(address, typed))
    assert client.post(address, form | {"hanchan": "2"}).status_code == 302
    assert event.penalties.get().hanchan.number == 1


def test_a_foul_with_questions_asks_them_in_place_of_the_effect(client, event, keiko):
    answer = client.get(page(event, "floor_table", 2), {"player": sits(event).number, "foul": "REVEAL"})
    assert answer.context["questions"] and "Answer the question" in text(answer)


def kept_form(client, event, person, **typed):
    return fields_of(client.get(page(event, "floor_table", 2), typed)) | {"account": person.pk}


def test_a_penalty_that_a_browser_kept_is_given_once_and_answered_without_a_page(client, event, keiko):
    player = sits(event)
    form = kept_form(client, event, keiko, player=player.number, foul="NOTEN_RIICHI")
    for _ in range(2):
        answer = client.post(page(event, "floor_kept", 2), form)
        assert (answer.status_code, answer.json()) == (200, {"outcome": "given"})
    penalty = event.penalties.get()
    assert (penalty.player, penalty.kind, penalty.given_by) == (player, "chonbo", keiko)


def test_two_referees_at_one_table_are_asked_whether_they_saw_one_foul(client, event, keiko):
    """Both see what one chonbo does; the phone is asked, also where a script sends, and a tap answers."""
    player, address = sits(event), page(event, "floor_table", 2)
    form = fields_of(client.get(address, {"player": player.number, "foul": "NOTEN_RIICHI"}))
    given(event, player, by=make_staff(event, Role.REFEREE, name="Dora Ito"))
    answer = client.post(f"{address}kept/", form | {"account": keiko.pk})
    assert answer.status_code == 409 and f"Dora Ito gave {player}" in answer.json()["sentences"][0]
    asked = client.post(address, form)
    assert "The same one: give nothing" in text(asked) and event.penalties.count() == 1
    assert client.post(address, fields_of(asked)).status_code == 302
    assert event.penalties.count() == 2


def test_who_was_entered_as_late_meanwhile_is_asked_about_once(client, event, keiko):
    player = sits(event)
    with time_machine.travel(at(4.5), tick=False):
        client.post(page(event, "floor_late", 2), {"player": player.number})
    with time_machine.travel(at(6.5), tick=False):
        again = client.post(page(event, "floor_late", 2), {"player": player.number}, follow=True)
        assert "as late 2 minutes ago: 4 minutes. Save again to replace that." in text(again)
        client.post(page(event, "floor_late", 2), {"player": player.number, "base": again.context["newest"]})
    assert event.penalties.get(cancelled_at=None).minutes == 6


def test_a_kept_penalty_goes_out_under_no_other_name(client, event, keiko):
    form = kept_form(client, event, keiko, player=sits(event).number, foul="NOTEN_RIICHI")
    other = make_staff(event, Role.REFEREE)
    client.force_login(other)
    answer = client.post(page(event, "floor_kept", 2), form)
    assert (answer.status_code, answer.json()) == (403, {"account": str(other.pk)})
    assert not event.penalties.exists()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"foul": "CHEATING"}, "choose the penalty again"),
        ({"player": "99"}, "choose the penalty again"),
        ({"reason": "x" * 501}, "500"),
    ],
)
def test_a_kept_penalty_that_was_not_shown_like_this_is_refused_with_a_sentence(client, event, keiko, change, sentence):
    form = kept_form(client, event, keiko, player=sits(event).number, foul="NOTEN_RIICHI")
    answer = client.post(page(event, "floor_kept", 2), form | change)
    assert answer.status_code == 422 and sentence in " ".join(answer.json()["sentences"])
    assert not event.penalties.exists()


def test_only_who_sits_at_the_table_gets_its_penalties(client, event, keiko):
    answer = client.get(page(event, "floor_table", 2), {"player": sits(event, 1).number, "foul": "NOTEN_RIICHI"})
    assert answer.context["draft"].player is None and "Choose a player" in text(answer)
    assert client.get(page(event, "floor_table", 9)).status_code == 404


def test_the_chips_say_who_was_warned_already(event):
    warned, twice, both = (sits(event, 2, seat) for seat in range(3))
    given(event, warned, kind="warning", foul="", amount=0)
    for _ in range(2):
        given(event, twice, kind="warning", foul="", amount=0)
    given(event, both, kind="warning", foul="", amount=0)
    given(event, both)
    records = [one.record for one in floor_players(lineup(event, 1)[2])]
    assert records == ["warning, hanchan 1", "2 warnings", "2 penalties", ""]
    assert record_text(()) == ""


def test_the_fouls_used_most_come_first_and_before_any_was_used_those_that_are_in_general(event):
    assert [one.code for one in fouls_by_use(event)[0]] == list(IN_GENERAL)
    rare = fouls_by_use(event)[1][-1].code
    for _ in range(2):
        fields = {"kind": PenaltyKind.NONE, "foul": rare, "referee": "Keiko", "given_at": MORNING}
        event.penalties.create(player=sits(event), submission=uuid4(), **fields)
    used, others = fouls_by_use(event)
    assert used[0].code == rare and len(used) == 5 and rare not in {one.code for one in others}


def test_a_penalty_is_undone_by_its_referee_within_a_minute_without_a_reason(client, event, keiko):
    penalty = given(event, sits(event), by=keiko)
    with time_machine.travel(at(1.5), tick=False):
        client.post(page(event, "floor_undo", penalty.pk), {"table": 2})
    penalty.refresh_from_db()
    assert penalty.cancelled_reason_in_words == "Given by mistake: undone within a minute."


@pytest.mark.parametrize("minutes", [1.5, 3])
def test_later_or_for_somebody_else_an_undo_asks_for_a_reason(client, event, keiko, minutes):
    penalty = given(event, sits(event), by=keiko if minutes == 3 else None)
    with time_machine.travel(at(minutes), tick=False):
        answer = client.post(page(event, "floor_undo", penalty.pk), {"table": 2})
    assert answer["Location"] == page(event, "penalty_cancel", penalty.pk)
    penalty.refresh_from_db()
    assert penalty.cancelled_at is None


def test_who_arrives_late_is_one_tap(client, event, keiko):
    player = sits(event)
    with time_machine.travel(at(4.5), tick=False):
        assert "4 full minutes since the start." in text(client.get(page(event, "floor_table", 2), {"part": "late"}))
        client.post(page(event, "floor_late", 2), {"player": player.number})
    penalty = event.penalties.get()
    assert (penalty.player, penalty.kind, penalty.minutes, penalty.amount) == (player, "late", 4, 4_000)


def test_who_is_on_time_gets_nothing(client, event, keiko):
    with time_machine.travel(at(0.5), tick=False):
        answer = client.post(page(event, "floor_late", 2), {"player": sits(event).number}, follow=True)
    assert "there is nothing to enter" in text(answer) and not event.penalties.exists()


def test_who_is_too_late_needs_a_substitute(client, event, keiko):
    player = sits(event)
    with time_machine.travel(at(14), tick=False):
        answer = client.post(page(event, "floor_late", 2), {"player": player.number})
    assert f"form-0-player={player.number}&form-0-late=14" in answer["Location"]
    assert client.post(page(event, "floor_late", 2), {"player": "x"}).status_code == 404


def test_minutes_for_a_table_lead_back_to_it(client, event, keiko):
    answer = client.post(page(event, "hanchan_minutes", 1), {"back": "floor_table", "table": "2", "minutes": "5"})
    assert answer["Location"] == f"{page(event, 'floor_table', 2)}?part=time"
    assert hanchan(event).extra_minutes(2) == 5
    assert "5 more minutes" in text(client.get(page(event, "floor_table", 2), {"part": "time"}))


def test_seats_lead_to_substitutes_and_to_who_played(client, event, keiko):
    answer = text(client.get(page(event, "floor_table", 2), {"part": "seats"}))
    assert "Correct who played" in answer and f"form-0-player={sits(event).number}" in answer


def test_a_disqualification_is_behind_a_second_button(client, event, keiko):
    player = sits(event)
    answer = text(client.get(page(event, "floor_table", 2), {"player": player.number, "foul": "CHEAT"}))
    assert f"Disqualify {player.label} </summary>" in answer and f"Give disqualification to {player.label}" in answer
    assert "not ranked" in answer
