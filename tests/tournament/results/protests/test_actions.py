"""Reporting an error from a player's page, and answering it."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from scoring.standings.rules import StandingRules
from scoring.standings.ties import Breaker
from tests.events.rows import kept
from tests.factories import MORNING, make_players, make_staff, make_tournament
from tests.tournament.hanchan.test_actions import hanchan, play
from tournament.core.audit import Act
from tournament.core.audit_check import findings
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Role
from tournament.hanchan import actions as running
from tournament.planning.actions import plan_seating
from tournament.players.actions import add_player, delete_player
from tournament.results.penalties.actions import give
from tournament.results.protests.actions import (
    MOST_FROM_ADDRESS,
    WINDOW,
    TooManyProtests,
    answer,
    report,
    stamp_of,
)
from tournament.results.protests.models import Protest
from tournament.results.protests.queries import (
    PublicProtest,
    open_protest_at,
    open_protests,
    protests_of,
    public_protests,
    published_sheet,
)
from tournament.results.sheets.actions import change
from tournament.results.sheets.checks import TypedSheet
from tournament.results.sheets.queries import accepted_version
from tournament.seats.queries import lineup
from tournament.standings.actions import change_standing_rules

pytestmark = pytest.mark.django_db

SOON, LATER = MORNING + timedelta(minutes=5), MORNING + timedelta(minutes=15)


@pytest.fixture
@kept
def event():
    tournament = make_tournament(hanchan_count=2, protest_minutes=15)
    make_players(tournament, 8)
    plan_seating(tournament=tournament, seed=7, act=Act(by=None, at=MORNING))
    tournament.refresh_from_db()
    play(tournament, 1, MORNING)
    return tournament


@pytest.fixture
def referee(event):
    return make_staff(event, Role.REFEREE, name="Jonas Weber")


def first_player(event):
    return lineup(event, 1)[1][0].player


def sent(event, *, at=SOON, submission=None, **fields):
    values = {
        "hanchan": hanchan(event),
        "player": first_player(event),
        "about": "points",
        "text": "I had 42,100.",
        "reporter": "Luc Moreau",
        "sent_from": "digest",
    }
    return report(**values | fields, act=Act(by=None, at=at, name="Luc Moreau", submission=submission or uuid4()))


def correct(event, at=SOON):
    """Another version of the sheet of table 1."""
    one = hanchan(event)
    version = accepted_version(one, 1)
    lines = [(place.wind, place.player.pk, 25_000) for place in lineup(event, 1)[1]]
    again = Act(by=None, at=at, reason="Read again.", base=version.number, submission=uuid4())
    change(hanchan=one, table=1, typed=TypedSheet.of(lines, 20), confirmed_warnings=True, override=True, act=again)


def answered(protest, by, *, base=0, outcome="rejected", text="Corrected.", at=SOON):
    answer(protest=protest, outcome=outcome, text=text, act=Act(by=by, at=at, base=base))


def test_a_report_keeps_the_sheet_that_was_published_and_what_was_typed(event):
    protest = sent(event)
    assert (protest.table, protest.version) == (1, accepted_version(hanchan(event), 1))
    assert published_sheet(protest) == protest.version
    assert (protest.state, protest.is_open, str(protest)) == ("open", True, f"protest {protest.pk}")
    event.refresh_from_db()
    assert event.open_protests == 1
    entry = event.audit_entries.first()
    assert (entry.verb, entry.about) == ("reported an error", f"hanchan 1, table 1: {protest.player}")
    assert (entry.reason, entry.actor_name, entry.by) == ("I had 42,100.", "Luc Moreau", None)
    assert not findings(event)


def test_a_report_that_is_sent_twice_is_one(event):
    submission = uuid4()
    first = sent(event, submission=submission)
    assert sent(event, submission=submission) == first
    assert event.protests.count() == event.open_protests == 1


def test_somebody_without_a_sheet_reports_too(event):
    player = add_player(tournament=event, name="Ada Lovelace", act=Act(by=None, at=MORNING))
    protest = sent(event, player=player, about="people")
    assert (protest.table, published_sheet(protest)) == (None, None)
    assert event.audit_entries.first().about == "hanchan 1: Ada Lovelace"
    with pytest.raises(Refused, match="cannot be deleted"):
        delete_player(player=player, act=Act(by=None, at=MORNING))


def test_reports_end_with_the_window(event):
    sent(event, at=LATER - timedelta(seconds=1))
    with pytest.raises(Refused, match=r"ended at 09:45\. Go to the desk\."):
        sent(event, at=LATER)
    assert event.protests.count() == 1


def official(event):
    running.make_official(hanchan=hanchan(event), act=Act(by=None, at=LATER))


def hide(event):
    running.withhold(hanchan=hanchan(event), act=Act(by=None, at=SOON))


@pytest.mark.parametrize("close", [official, hide])
def test_what_is_official_or_hidden_is_not_reported(event, close):
    close(event)
    with pytest.raises(Refused, match=r"cannot be reported here\. Go to the desk\."):
        sent(event)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"about": "weather"}, "about"),
        ({"text": "  "}, "text"),
        ({"text": "x" * 501}, "text"),
        ({"reporter": " "}, "reporter"),
        ({"reporter": "x" * 101}, "reporter"),
    ],
)
def test_a_report_says_what_is_wrong_and_who_says_so(event, fields, field):
    with pytest.raises(Refused) as refused:
        sent(event, **fields)
    assert refused.value.field == field
    assert not Protest.objects.exists()


def test_three_reports_about_a_player_wait_at_most(event, referee):
    first, _second, _third = (sent(event) for _ in range(3))
    with pytest.raises(TooManyProtests, match=r"3 reports about .* wait for an answer") as refused:
        sent(event)
    assert refused.value.status == 429
    answered(first, referee)
    sent(event)


def test_reports_from_one_address_are_limited_within_some_minutes(event):
    players = list(event.players.all())
    for number in range(MOST_FROM_ADDRESS):
        sent(event, player=players[number % 7])
    with pytest.raises(TooManyProtests, match="Too many reports came from your network"):
        sent(event, player=players[7])
    sent(event, player=players[7], sent_from="another")
    sent(event, player=players[7], at=SOON + WINDOW - timedelta(minutes=1, seconds=1), sent_from="a third")


def test_an_answer_is_public_and_what_was_typed_is_not(event, referee):
    protest = sent(event)
    other = sent(event, text="And the deposits.")
    player = protest.player_id
    assert public_protests(event, player) == {1: [PublicProtest(1, "", "", None)] * 2}
    correct(event)
    answered(protest, referee, outcome="accepted", text=" Read again: 42,100. ")
    said = PublicProtest(1, "accepted", "Read again: 42,100.", SOON)
    assert public_protests(event, player) == {1: [said, PublicProtest(1, "", "", None)]}
    assert event.open_protests == 1
    entry = event.audit_entries.first()
    assert (entry.verb, entry.by, entry.reason) == ("answered a protest", referee, "Read again: 42,100.")
    assert [one.pk for one in protests_of(event)] == [other.pk, protest.pk]
    assert [one.pk for one in open_protests([hanchan(event)])] == [other.pk]
    assert not findings(event)


def test_at_an_event_without_a_window_nobody_asks_for_protests(event, django_assert_num_queries):
    event.protest_minutes, player = None, first_player(event).pk
    with django_assert_num_queries(0):
        assert public_protests(event, player) == {}


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"outcome": ""}, "outcome"),
        ({"text": " "}, "answer"),
        ({"text": "x" * 501}, "answer"),
    ],
)
def test_an_answer_has_an_outcome_and_a_text(event, referee, given, field):
    protest = sent(event)
    with pytest.raises(Refused) as refused:
        answered(protest, referee, **given)
    assert refused.value.field == field
    assert event.open_protests == 1


def test_an_answer_is_corrected_by_who_has_seen_it(event, referee):
    protest = sent(event)
    answered(protest, referee)
    with pytest.raises(Conflict, match="Jonas Weber has answered this meanwhile: “Corrected"):
        answered(protest, referee, text="It stands.", outcome="rejected")
    answered(protest, referee, text="It stands.", outcome="rejected", base=stamp_of(protest))
    protest.refresh_from_db()
    assert (protest.outcome, protest.answer) == ("rejected", "It stands.")


def penalise(event, protest):
    give(
        tournament=event,
        player=protest.player,
        hanchan=hanchan(event),
        kind="points",
        amount=1_000,
        referee="Jonas",
        act=Act(by=None, at=SOON + timedelta(minutes=1), reason="Late tile."),
    )


def rank_otherwise(event, protest):
    act = Act(by=None, at=SOON + timedelta(minutes=1))
    change_standing_rules(tournament=event, rules=StandingRules(breakers=(Breaker.BEST,)), act=act)


@pytest.mark.parametrize("correction", [lambda event, _protest: correct(event), penalise, rank_otherwise])
def test_a_report_is_called_right_only_once_something_was_corrected(event, referee, correction):
    protest = sent(event)
    with pytest.raises(Refused, match="Nothing was corrected since the report came") as refused:
        answered(protest, referee, outcome="accepted")
    assert (refused.value.codes, refused.value.field) == ("not-corrected", "outcome")
    correction(event, protest)
    answered(protest, referee, outcome="accepted", at=SOON + timedelta(minutes=2))
    assert open_protest_at(hanchan(event), 1) is None


def test_the_first_report_about_a_table_is_answered_first(event):
    first, _second = sent(event), sent(event)
    assert open_protest_at(hanchan(event), 1) == first
    assert open_protest_at(hanchan(event), 2) is None


def test_the_answer_is_locked_once_the_hanchan_is_official(event, referee):
    protest = sent(event)
    answered(protest, referee)
    official(event)
    with pytest.raises(Refused, match="have been official since"):
        answered(protest, referee, text="Corrected after all.", base=stamp_of(protest))


def test_the_database_keeps_an_answer_with_its_outcome(event):
    protest = sent(event)
    with pytest.raises(IntegrityError), transaction.atomic():
        Protest.objects.filter(pk=protest.pk).update(outcome="accepted")


def test_results_are_not_official_while_a_protest_waits(event, referee):
    protest = sent(event)
    with pytest.raises(Refused) as refused:
        official(event)
    assert refused.value.sentences == [
        f"Protests without an answer: hanchan 1, table 1: {protest.player}. Answer them first."
    ]
    answered(protest, referee)
    official(event)
