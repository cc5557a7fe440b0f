"""The pages of the draw: what is frozen for all at once, and the seats after the draw."""

import re

import pytest
from django.core.cache import cache
from django.urls import reverse

from tests.factories import MORNING, make_players, make_staff, make_user
from tests.tournament.planning.draws.halls import (
    EVENING,
    LOTTERY,
    SECRET,
    closed,
    held,
    open_hall,
    opened_by_an_earlier_release,
)
from tests.tournament.planning.halls import begin
from tests.tournament.test_every_page import address_of, all_pages
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.planning.actions import publish, swap
from tournament.planning.draws.actions import cancel, hold
from tournament.planning.draws.commitment import sha256_hex
from tournament.planning.jobs import worker
from tournament.planning.models import Draw
from tournament.planning.wishes.actions import add_wish


@pytest.fixture
def hall(db):
    return open_hall()


@pytest.fixture
def organiser(client, hall):
    client.force_login(make_staff(hall, Role.ORGANISER))
    return client


def manage(hall):
    return reverse("seating_draw", args=[hall.slug])


def public(hall):
    return reverse("public_draw", args=[hall.slug])


def shown(client, address):
    """The words of a page, hashes without their gaps."""
    text = re.sub(r"<[^>]+>", " ", client.get(address).content.decode())
    return re.sub(r"(?<=[0-9a-f]{8})\s+(?=[0-9a-f]{8})", "", re.sub(r"\s+", " ", text))


def form_of(client, hall, name):
    return dict(client.get(manage(hall)).context[name].initial)


def test_before_a_draw_is_announced_the_page_says_so(client, hall):
    assert "No public draw has been announced" in shown(client, public(hall))


def seed_of(draw):
    return sha256_hex(f"{draw.fingerprint}:{draw.public_text}")


def closing(client, hall, **fields):
    """The fields of the form that closes the list."""
    typed = {"act": "close", "announced": "the lottery", "kind": "numbers", "count": 6, "low": 1, "high": 49}
    return {**typed, "earliest": "2026-05-16T20:00", **form_of(client, hall, "close"), **fields}


def test_an_organiser_closes_the_list_draws_and_cancels_by_the_forms(organiser, hall, time_machine):
    time_machine.move_to(MORNING, tick=False)
    typed = closing(organiser, hall)
    assert organiser.post(manage(hall), typed).status_code == 302
    assert organiser.post(manage(hall), typed).status_code == 302
    draw = Draw.objects.get()
    assert draw.fingerprint in shown(organiser, manage(hall)) and draw.fingerprint in shown(organiser, public(hall))
    assert "layout " in shown(organiser, public(hall)) and "numbers 6 1 49" in shown(organiser, public(hall))

    typed = {"act": "hold", "draw": 1, "public_number": LOTTERY, **form_of(organiser, hall, "hold")}
    answer = organiser.post(manage(hall), typed)
    assert answer.status_code == 422 and "or later" in answer.content.decode()
    time_machine.move_to(draw.earliest, tick=False)
    assert organiser.post(manage(hall), typed).status_code == 302
    assert organiser.post(manage(hall), typed).status_code == 302
    draw.refresh_from_db()
    page = shown(organiser, public(hall))
    assert seed_of(draw) in page and LOTTERY in page and draw.fingerprint in page
    assert all(player.name in page for player in hall.players.all())
    assert draw.seatings.count() == 1

    assert organiser.post(manage(hall), {"act": "cancel", "draw": 1, "reason": ""}).status_code == 422
    assert organiser.post(manage(hall), {"act": "cancel", "draw": 1, "reason": "late guests"}).status_code == 302
    closed(hall, "form 9", earliest=draw.earliest)
    page = shown(organiser, public(hall))
    assert "Draw 2" in page and "Draw 1 was held, then cancelled" in page and "late guests" in page
    assert f"Public number: {LOTTERY}" in page
    assert draw.fingerprint in shown(organiser, public(hall) + "?draw=1")


def test_a_beacon_is_announced_by_its_round(organiser, hall):
    typed = closing(organiser, hall, kind="beacon", round=4810, count="", low="", high="", earliest="2999-01-01T20:00")
    assert organiser.post(manage(hall), typed).status_code == 302
    assert Draw.objects.get().number_form == "beacon 4810"
    assert "the randomness of round 4810 of the beacon" in shown(organiser, public(hall))


def test_with_wishes_the_layout_is_calculated_beside_the_page_first(organiser, hall):
    chosen = list(hall.players.order_by("number")[:2])
    add_wish(tournament=hall, kind="apart", weight="must", players=chosen, act=Act(by=None, at=MORNING))
    assert 'value="close"' not in organiser.get(manage(hall)).content.decode()
    typed = {"act": "layout", "submission": organiser.get(manage(hall)).context["layout"].initial["submission"]}
    answer = organiser.post(manage(hall), typed)
    job = hall.planning_jobs.get()
    worker.run(job.pk, now=lambda: MORNING)
    assert answer.status_code == 302 and answer.url == reverse("seating_job", args=[hall.slug, job.pk])
    page = organiser.get(answer.url).content.decode()
    assert "Go to the draw" in page and 'value="take"' not in page
    assert 'value="close"' in organiser.get(manage(hall)).content.decode()
    answer = organiser.post(manage(hall), closing(organiser, hall, earliest="2999-01-01T20:00"))
    assert answer.status_code == 302 and Draw.objects.get().groups != []


def test_a_broken_draw_says_so_to_everybody_and_is_not_held(client, organiser, hall):
    closed(hall)
    hall.players.filter(number=1).update(name="Somebody Else")
    cache.clear()
    for address in (manage(hall), public(hall)):
        page = shown(client, address)
        assert "This draw is broken." in page and "the list of players" in page
    assert "This draw is broken" in shown(client, reverse("screen_draw", args=[hall.slug]))


def test_the_secret_of_an_older_draw_is_shown_when_it_is_cancelled_and_nowhere_before(client, hall):
    draw = opened_by_an_earlier_release(hall)
    client.force_login(make_user("owner", superuser=True))
    answered = 0
    make_staff(hall, Role.DESK)
    for page in all_pages():
        answer = client.get(address_of(page, hall))
        content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        assert SECRET.encode() not in content, page.name
        answered += answer.status_code == 200
    assert answered > 30
    cancel(draw=draw, act=Act(by=None, at=MORNING, reason="the list was not frozen"))
    cache.clear()
    assert SECRET in shown(client, public(hall))
    closed(hall)
    cache.clear()
    assert f"Secret: {SECRET}" in shown(client, public(hall))
    answer = client.get(reverse("public_draw_file", args=[hall.slug]))
    assert answer.json()["cancelled"][0]["secret"] == SECRET


def test_the_file_of_a_draw_keeps_what_was_frozen_for_the_ones_cancelled_before_it(client, hall):
    draw = held(hall)
    cancel(draw=draw, act=Act(by=None, at=EVENING, reason="late guests"))
    closed(hall, submission="form 2")
    (before,) = client.get(reverse("public_draw_file", args=[hall.slug])).json()["cancelled"]
    assert before["held"] and before["public_number"] == LOTTERY and before["reason"] == "late guests"
    assert before["fingerprint"] == sha256_hex(before["statement"]) == draw.fingerprint


def test_a_held_draw_of_an_earlier_release_keeps_its_page_and_its_file(client, hall):
    draw = held(hall)
    about = {"statement": "", "fingerprint": "", "secret": SECRET, "commitment": sha256_hex(SECRET), "earliest": None}
    Draw.objects.update(**about, number_form="")
    page = shown(client, public(hall))
    assert SECRET in page and "Commitment" in page and sha256_hex(f"{SECRET}:{LOTTERY}") in page
    answer = client.get(reverse("public_draw_file", args=[hall.slug])).json()
    assert answer["format"] == "sekigime-draw-1" and answer["secret"] == SECRET
    assert draw.number == answer["draw"]


def test_forms_that_are_wrong_say_so_beside_the_field(organiser, hall):
    answer = organiser.post(manage(hall), closing(organiser, hall, announced=""))
    assert answer.status_code == 422 and answer.context["close"].errors["announced"]
    answer = organiser.post(manage(hall), closing(organiser, hall, count=1, earliest="2999-01-01T20:00"))
    assert answer.status_code == 422 and answer.context["close"].errors["count"]
    closed(hall)
    typed = {"act": "hold", "draw": 1, "public_number": "seven", **form_of(organiser, hall, "hold")}
    answer = organiser.post(manage(hall), typed)
    assert answer.status_code == 422 and answer.context["hold"].errors["public_number"]
    assert organiser.post(manage(hall), {"act": "steer"}).status_code == 404
    assert organiser.post(manage(hall), {"act": "cancel", "draw": 7, "reason": "x"}).status_code == 404


def test_what_was_drawn_meanwhile_is_a_conflict(organiser, hall):
    closed(hall)
    typed = {"act": "hold", "draw": 1, "public_number": LOTTERY, **form_of(organiser, hall, "hold")}
    hold(draw=Draw.objects.get(), public_number="1 2 3 4 5 6", act=Act(by=None, at=EVENING))
    answer = organiser.post(manage(hall), typed)
    assert answer.status_code == 409
    assert "version 1 is now in use" in answer.content.decode()


def test_people_left_over_are_told_before_the_draw(organiser, hall):
    closed(hall)
    make_players(hall, 1)
    assert "add 3 substitutes" in shown(organiser, manage(hall))


def test_after_the_start_the_page_has_no_form_but_to_cancel_an_open_draw(organiser, hall):
    closed(hall)
    begin(hall, 1)
    page = organiser.get(manage(hall)).content.decode()
    assert 'value="hold"' not in page and 'value="cancel"' in page


def test_a_closed_public_page_is_told_before_closing_the_list(organiser, hall):
    type(hall).objects.update(is_public=False)
    page = organiser.get(manage(hall)).content.decode()
    assert "Open the public page first" in page
    assert f'href="{reverse("event_public", args=[hall.slug])}"' in page


def test_the_wishes_stand_on_the_public_page_from_the_closed_list_on(client, organiser, hall):
    chosen = list(hall.players.order_by("number")[:2])
    add_wish(tournament=hall, kind="apart", weight="must", players=chosen, label="secret", act=Act(by=None, at=MORNING))
    draw = closed(hall)
    page = shown(client, public(hall))
    assert f"{chosen[0].name} (1) and {chosen[1].name} (2) never meet." in page
    assert draw.wishes_digest in page and "secret" not in page.lower().split("why nobody can influence")[0]
    type(hall).objects.update(players_public=False)
    cache.clear()
    page = shown(client, public(hall))
    assert "somebody (1) and somebody (2) never meet." in page and chosen[0].name not in page
    hold(draw=draw, public_number=LOTTERY, act=Act(by=None, at=EVENING))
    assert "never meet." in shown(client, public(hall))


def test_the_page_of_wishes_says_that_they_hold_still(organiser, hall):
    address = reverse("seating_wishes", args=[hall.slug])
    assert "hold still" not in shown(organiser, address)
    closed(hall)
    assert "locked until it is held" in shown(organiser, address)


def test_the_frozen_list_is_in_the_file_at_once_if_players_are_public(client, hall):
    closed(hall)
    address = reverse("public_draw_file", args=[hall.slug])
    answer = client.get(address).json()
    assert len(answer["people"]) == 16 and len(answer["layout"]) == 4 and "seed" not in answer
    type(hall).objects.update(players_public=False)
    cache.clear()
    answer = client.get(address).json()
    assert "people" not in answer and answer["statement"]
    page = shown(client, public(hall))
    assert not any(player.name in page for player in hall.players.all())


def test_the_file_and_the_script_are_there_for_everybody(client, hall):
    held(hall)
    answer = client.get(reverse("public_draw_file", args=[hall.slug]))
    assert "secret" not in answer.json() and len(answer.json()["people"]) == 16
    answer = client.get(reverse("public_draw_script", args=[hall.slug]))
    assert b"def check(" in answer.content and "attachment" in answer["Content-Disposition"]


def test_the_screen_shows_the_fingerprint_and_then_the_tables(client, hall):
    draw = closed(hall)
    address = reverse("screen_draw", args=[hall.slug])
    assert draw.fingerprint in shown(client, address) and "not before" in shown(client, address)
    hold(draw=draw, public_number=LOTTERY, act=Act(by=None, at=EVENING))
    page = shown(client, address)
    assert "Hanchan 1, as drawn" in page
    assert seed_of(draw) in page and all(player.name in page for player in hall.players.all())


def test_the_screen_says_why_a_draw_was_cancelled(client, hall):
    cancel(draw=closed(hall), act=Act(by=None, at=MORNING, reason="The lottery was not held"))
    page = shown(client, reverse("screen_draw", args=[hall.slug]))
    assert "Draw 1 was cancelled" in page and "The lottery was not held" in page


def test_the_screen_turns_by_itself_at_the_moment_of_the_draw(client, hall):
    draw = closed(hall)
    address = reverse("screen_draw", args=[hall.slug])
    mark = client.get(address).context["mark"]
    assert client.get(address, {"since": mark}).status_code == 204
    hall.players.filter(number=1).update(name="Somebody Else")
    assert client.get(address, {"since": mark}).status_code == 200
    hall.players.filter(number=1).update(name="Aiko Brandt")
    hold(draw=draw, public_number=LOTTERY, act=Act(by=None, at=EVENING))
    answer = client.get(address, {"since": mark}, headers={"HX-Request": "true"})
    assert answer.status_code == 200 and b"<html" not in answer.content and LOTTERY.encode() in answer.content


def test_the_public_page_asks_as_much_for_80_people_as_for_16(client, hall, django_assert_max_num_queries):
    held(hall)
    with django_assert_max_num_queries(14) as few:
        client.get(public(hall))
    large = open_hall(80, 10, name="Large Open")
    held(large)
    with django_assert_max_num_queries(len(few)):
        client.get(public(large))


def test_who_moved_after_the_draw_is_counted_in_public(client, hall):
    held(hall)
    one, other = hall.players.all()[:2]
    swap(tournament=hall, hanchan=2, one=one, other=other, act=Act(by=None, at=MORNING))
    page = shown(client, public(hall))
    assert "The organiser has changed seats since draw 1" in page
    told = page.split("Hanchan 2: 2 players do not sit where drawn.")[1].split("Verify the draw")[0]
    assert one.name in told and other.name in told and told.count(",") == 1
    assert "Hanchan 1: " not in page


def test_a_hanchan_that_started_unpublished_is_told_as_well(client, hall):
    """Hidden, changed, started without being published: nobody could have seen it otherwise."""
    held(hall)
    publish(tournament=hall, hanchan=1, public=False, act=Act(by=None, at=MORNING))
    one, other = hall.players.all()[:2]
    swap(tournament=hall, hanchan=1, one=one, other=other, act=Act(by=None, at=MORNING))
    assert "Hanchan 1: 2 people" not in shown(client, public(hall))
    begin(hall, 1)
    assert "Hanchan 1: 2 players do not sit where drawn." in shown(client, public(hall))
