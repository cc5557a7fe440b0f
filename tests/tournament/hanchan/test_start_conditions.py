"""What a start waits for: each condition, what it is refused with, and how it is met."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.standings.cut import Cut
from scoring.standings.rules import StandingRules
from seating.swiss import classes, pairing
from tests.events.rows import kept
from tests.factories import MORNING, make_players, make_staff
from tests.tournament.planning.pairing.events import played_event, standing_rules
from tests.tournament.standings.tables import punish
from tournament.core.audit import Act
from tournament.core.messages import Refused, sentence
from tournament.core.models import HanchanState, Role
from tournament.events.actions import set_public
from tournament.hanchan import actions
from tournament.hanchan.condition_list import condition_list
from tournament.hanchan.finalists import cut_card
from tournament.hanchan.start_conditions import check_start
from tournament.planning.actions import publish, seat_by_standings
from tournament.planning.pairing.methods import Method, PairingChoice
from tournament.players.actions import withdraw
from tournament.players.models import Player
from tournament.results.models import Sheet
from tournament.standings.actions import decide_tie

pytestmark = pytest.mark.django_db
ACT = Act(by=None, at=MORNING)


def cut(tournament, size=4, after=2):
    standing_rules(tournament, **StandingRules(cuts=(Cut(after=after, sizes=(size,)),)).to_json())
    tournament.refresh_from_db()


def everybody_apart(tournament):
    for number in range(1, tournament.players.count() + 1):
        punish(tournament.players.get(number=number), 1_000 * number, number=2)
    tournament.refresh_from_db()


def third(tournament):
    found = tournament.hanchan.get(number=3)
    found.tournament = tournament
    return found


def start(tournament, reason=""):
    actions.start(hanchan=third(tournament), act=Act(by=None, at=MORNING, reason=reason))


def refused(tournament, reason=""):
    with pytest.raises(Refused) as found:
        start(tournament, reason)
    assert third(tournament).state == HanchanState.PLANNED
    return [message.code for message in found.value.messages]


def seat_final(tournament):
    seat_by_standings(tournament=tournament, number=3, choice=PairingChoice(Method.FINALS, seed=1), act=ACT)
    tournament.refresh_from_db()


def open_keys(tournament):
    return [one.key for one in check_start(third(tournament)).conditions if not one.is_met]


@kept
def before_the_final():
    """Two of four hanchan are played, all totals differ, and four go on."""
    tournament = played_event(16, 4)
    everybody_apart(tournament)
    cut(tournament)
    return tournament


@pytest.fixture
def event():
    return played_event(16, 4)


def test_an_event_without_a_cut_starts_its_next_hanchan(event):
    assert open_keys(event) == ["publish"]
    start(event)
    assert third(event).state == HanchanState.PLAYING


def test_a_final_at_the_planned_tables_does_not_start_whatever_the_reason():
    event = before_the_final()
    assert refused(event) == refused(event, reason="we are late") == ["final-tables"]
    seat_final(event)
    assert "final" not in open_keys(event)
    start(event)


def test_a_tie_at_the_cut_is_resolved_first_then_the_final_is_seated():
    event = before_the_final()
    first = check_start(third(event)).ranking.ranked
    fourth, fifth = first[3], first[4]
    punish(event.players.get(pk=fourth.player.id), fourth.standing.total - fifth.standing.total, number=2)
    event.refresh_from_db()
    check = check_start(third(event))
    tie, final = (next(one for one in check.conditions if one.key == key) for key in ("tie", "final"))
    assert (tie.page.numbers, final.after) == ((2, 4), ("tie",))
    assert "share place 4, and every tie-break is equal" in sentence(tie.message)
    assert refused(event, reason="we are late") == ["tied-line", "final-unknown"]

    order = [event.players.get(pk=row.player.id) for row in (fifth, fourth)]
    decide_tie(
        tournament=event, after=2, order=order, referee="Aiko", act=Act(by=None, at=MORNING, reason="one-hand play-off")
    )
    event.refresh_from_db()
    assert [one.is_met for one in check_start(third(event)).conditions if one.key == "tie"] == [True]
    seat_final(event)
    start(event)


def test_who_withdrew_from_the_final_does_not_hold_it_up():
    event = before_the_final()
    seat_final(event)
    first = check_start(third(event)).ranking.ranked[0]
    withdraw(player=event.players.get(pk=first.player.id), act=Act(by=None, at=MORNING, reason="ill"))
    event.refresh_from_db()
    codes = [one.message.code for one in check_start(third(event)).conditions if one.stops]
    assert codes == ["final-tables", "out-but-seated"], "the fifth is above the cut now, and sits elsewhere"


def test_the_first_of_a_long_final_are_counted_and_not_listed_table_by_table():
    event = played_event(32, 4)
    everybody_apart(event)
    cut(event, 16)
    (final,) = (one for one in check_start(third(event)).conditions if one.key == "final")
    assert "The first 16 sit at" in sentence(final.message) and "instead of 4" in sentence(final.message)


def test_a_hanchan_before_the_cut_must_be_closed_whatever_the_reason(event):
    cut(event)
    event.hanchan.filter(number=2).update(state=HanchanState.PLAYING, closed_at=None)
    assert refused(event, reason="we are late") == ["cut-unknown"]
    cut(event, after=1)
    assert refused(event) == ["earlier-open"]


def test_a_final_without_a_seating_is_seated_by_the_standings():
    event = played_event(16, 4)
    everybody_apart(event)
    cut(event)
    event.seating.seats.filter(hanchan__number=3).delete()
    check = check_start(third(event))
    assert [(one.key, one.message.code) for one in check.conditions if one.stops] == [("final", "no-seating")]


def test_a_player_without_a_seat_and_a_seat_of_somebody_who_is_out_ask_for_a_reason(event):
    (late,) = make_players(event, 1)  # a namesake of a player who has a seat
    withdraw(player=event.players.get(number=5), act=Act(by=None, at=MORNING, reason="ill"))
    event.refresh_from_db()
    assert refused(event) == ["people-unseated", "out-but-seated"]
    names = [sentence(one.message) for one in check_start(third(event)).conditions if one.stops]
    assert names[0] == f"Without a seat or a bye in hanchan 3: {Player.objects.get(pk=late.pk).label}."
    start(event, reason="they play from hanchan 4 on")
    assert event.audit_entries.first().reason == "they play from hanchan 4 on"


def test_readings_that_differ_in_a_closed_hanchan_ask_for_a_reason(event):
    sheet = Sheet.objects.get(hanchan__tournament=event, hanchan__number=2, table=3)
    Sheet.objects.filter(pk=sheet.pk).update(other_reading=sheet.accepted_id)
    assert refused(event) == ["sheets-differ"]
    (one,) = [one for one in check_start(third(event)).conditions if one.stops]
    assert sentence(one.message) == "Two readings differ: hanchan 2, table 3. A referee decides."


def test_who_started_before_without_a_public_page_is_not_asked_for_it_again(event):
    assert "public" not in open_keys(event)
    first = event.hanchan.get(number=1)
    first.tournament = event
    assert [one.key for one in check_start(first).conditions if one.key == "public"] == ["public"]
    set_public(tournament=event, is_public=True, act=ACT)
    assert [one.is_met for one in check_start(third(event)).conditions if one.key == "public"] == [True]
    set_public(tournament=event, is_public=False, act=ACT)
    assert "public" in open_keys(event), "it was open: closing it may be a mistake"


def test_a_published_seating_is_told_as_done_and_only_the_closed_page_remains(event):
    publish(tournament=event, hanchan=None, public=True, act=ACT)
    event.refresh_from_db()
    first = event.hanchan.get(number=1)
    first.tournament = event
    said = {one.key: sentence(one.message) for one in check_start(first).conditions}
    assert said["publish"] == "Seating published"
    assert said["public"].startswith("The seating is published, but players cannot see it yet")


@pytest.mark.parametrize("size", [16, 32])
def test_the_conditions_ask_as_much_whatever_the_size_of_the_event(size):
    event = played_event(size, 4)
    everybody_apart(event)
    cut(event)
    one = third(event)
    with CaptureQueriesContext(connection) as queries:
        check_start(one, locked=True)
    assert len(queries) <= 22


# --- the card ---------------------------------------------------------------------------------------------------------


def test_the_card_numbers_what_is_open_and_says_after_which_step_the_start_is_ready():
    event = before_the_final()
    check = check_start(third(event))
    card = condition_list(check.conditions, lambda right: right == "run_event")
    assert [(row.condition.key, row.state, row.step, row.waits) for row in card.rows] == [
        ("tie", "met", None, ""),
        ("final", "now", 1, ""),
        ("publish", "waits", 2, "After step 1."),
    ]
    assert (card.things_first, card.ready_after, card.is_refused) == ("2 things first", "Ready after step 1.", True)
    cut = cut_card(check.ranking)
    assert [one.place for one in cut.finalists] == [1, 2, 3, 4]
    assert (cut.others, cut.tie) == (12, None)
    assert condition_list(check.conditions, lambda right: False).rows[1].page is None


def test_on_what_next_the_first_open_step_is_the_only_primary_button(client):
    event = before_the_final()
    client.force_login(make_staff(event, Role.ORGANISER))
    html = client.get(f"/manage/{event.slug}/").content.decode()
    assert 'id="do-final"' in html and html.count("btn-primary") == 1
    assert "Ready after step 1." in html and "Start anyway" not in html
    page = client.get(f"/manage/{event.slug}/hanchan/3/").content.decode()
    assert "The planned seating puts the first 4 at tables" in page
    assert f'action="/manage/{event.slug}/hanchan/3/start/"' not in page


def test_finals_are_proposed_when_a_cut_was_made_just_before(client, monkeypatch):
    monkeypatch.setattr(classes, "MOVES", 1_000)  # how good the pairing is, is for the planner's tests
    monkeypatch.setattr(pairing, "MOVES", 1_000)
    event = before_the_final()
    client.force_login(make_staff(event, Role.ORGANISER))
    address = f"/manage/{event.slug}/seating/3/by-standings/"
    answer = client.get(address, follow=True)
    assert answer.context["asked"].choice.method is Method.FINALS
    assert answer.context["tables"][0].seats[0].rank <= 4
    swiss = client.get(address, {"way": "swiss", "seed": "1"}, follow=True)
    assert swiss.context["asked"].choice.method is Method.SWISS


def test_publishing_while_the_public_page_is_closed_says_so_and_leads_to_it(client, event):
    client.force_login(make_staff(event, Role.ORGANISER))
    publish_url = f"/manage/{event.slug}/seating/publish/"
    answer = client.post(publish_url, {"public": "1"}, follow=True).content.decode()
    assert "Published. The public page is still closed" in answer
    assert f'<a href="/manage/{event.slug}/public/">open the public page</a>' in answer
    set_public(tournament=event, is_public=True, act=ACT)
    assert "still closed" not in client.post(publish_url, {"public": "1"}, follow=True).content.decode()
