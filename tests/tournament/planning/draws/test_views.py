"""The pages of the draw: the commitment for all, the secret for nobody until the draw, then everything."""

import json
import re

import pytest
from django.core.cache import cache
from django.urls import reverse

from tests.factories import MORNING, make_players, make_staff, make_user
from tests.tournament.planning.draws.halls import LOTTERY, SECRET, committed, held, open_hall
from tests.tournament.planning.halls import begin
from tests.tournament.test_every_page import address_of, all_pages
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.planning.actions import publish, swap
from tournament.planning.draws.actions import cancel, hold
from tournament.planning.draws.commitment import final_seed
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


def test_an_organiser_commits_draws_and_cancels_by_the_forms(organiser, hall):
    typed = {"act": "commit", "announced": "the lottery", "planned_for": "20:00", **form_of(organiser, hall, "commit")}
    assert organiser.post(manage(hall), typed).status_code == 302
    assert organiser.post(manage(hall), typed).status_code == 302
    draw = Draw.objects.get()
    assert draw.commitment in shown(organiser, manage(hall)) and draw.commitment in shown(organiser, public(hall))

    typed = {"act": "hold", "draw": 1, "public_text": LOTTERY, **form_of(organiser, hall, "hold")}
    assert organiser.post(manage(hall), typed).status_code == 302
    assert organiser.post(manage(hall), typed).status_code == 302
    draw.refresh_from_db()
    page = shown(organiser, public(hall))
    assert draw.secret in page and final_seed(draw.secret, LOTTERY) in page and LOTTERY in page
    assert all(player.name in page for player in hall.players.all())
    assert draw.seatings.count() == 1

    assert organiser.post(manage(hall), {"act": "cancel", "draw": 1, "reason": ""}).status_code == 422
    assert organiser.post(manage(hall), {"act": "cancel", "draw": 1, "reason": "late guests"}).status_code == 302
    committed(hall, "form 9", secret="7d" * 32)
    page = shown(organiser, public(hall))
    assert "Draw 2" in page and "Draw 1 was held, then cancelled" in page and "late guests" in page
    assert draw.secret in shown(organiser, public(hall) + "?draw=1")


def test_the_secret_is_nowhere_before_the_draw(client, hall):
    draw = committed(hall)
    client.force_login(make_user("owner", superuser=True))
    answered = 0
    make_staff(hall, Role.DESK)
    for page in all_pages():
        answer = client.get(address_of(page, hall))
        content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        assert SECRET.encode() not in content, page.name
        answered += answer.status_code == 200
    assert answered > 30
    kept = json.dumps([[entry.subject, entry.reason, entry.detail] for entry in hall.audit_entries.all()])
    assert SECRET not in kept and draw.commitment in kept


def test_forms_that_are_wrong_say_so_beside_the_field(organiser, hall):
    answer = organiser.post(manage(hall), {"act": "commit", "announced": "", **form_of(organiser, hall, "commit")})
    assert answer.status_code == 422 and answer.context["commit"].errors["announced"]
    committed(hall)
    typed = {"act": "hold", "draw": 1, "public_text": "", **form_of(organiser, hall, "hold")}
    answer = organiser.post(manage(hall), typed)
    assert answer.status_code == 422 and answer.context["hold"].errors["public_text"]
    assert organiser.post(manage(hall), {"act": "steer"}).status_code == 404
    assert organiser.post(manage(hall), {"act": "cancel", "draw": 7, "reason": "x"}).status_code == 404


def test_what_was_drawn_meanwhile_is_a_conflict(organiser, hall):
    committed(hall)
    typed = {"act": "hold", "draw": 1, "public_text": LOTTERY, **form_of(organiser, hall, "hold")}
    hold(draw=Draw.objects.get(), public_text="other", act=Act(by=None, at=MORNING))
    answer = organiser.post(manage(hall), typed)
    assert answer.status_code == 409
    assert "version 1 is now in use" in answer.content.decode()


def test_people_left_over_are_told_before_the_draw(organiser, hall):
    committed(hall)
    make_players(hall, 1)
    assert "add 3 substitutes" in shown(organiser, manage(hall))


def test_after_the_start_the_page_has_no_form_but_to_cancel_an_open_draw(organiser, hall):
    committed(hall)
    begin(hall, 1)
    page = organiser.get(manage(hall)).content.decode()
    assert 'value="hold"' not in page and 'value="cancel"' in page


def test_a_closed_public_page_is_told_before_committing(organiser, hall):
    type(hall).objects.update(is_public=False)
    page = organiser.get(manage(hall)).content.decode()
    assert "Open the public page first" in page
    assert f'href="{reverse("event_public", args=[hall.slug])}"' in page


def test_the_wishes_stand_on_the_public_page_from_the_commitment_on(client, organiser, hall):
    chosen = list(hall.players.order_by("number")[:2])
    add_wish(tournament=hall, kind="apart", weight="must", players=chosen, label="secret", act=Act(by=None, at=MORNING))
    draw = committed(hall)
    page = shown(client, public(hall))
    assert f"{chosen[0].name} (1) and {chosen[1].name} (2) never meet." in page
    assert draw.wishes_digest in page and "secret" not in page.lower().split("why nobody can influence")[0]
    type(hall).objects.update(players_public=False)
    cache.clear()
    page = shown(client, public(hall))
    assert "somebody (1) and somebody (2) never meet." in page and chosen[0].name not in page
    hold(draw=draw, public_text=LOTTERY, act=Act(by=None, at=MORNING))
    assert "never meet." in shown(client, public(hall))


def test_the_page_of_wishes_says_that_they_hold_still(organiser, hall):
    address = reverse("seating_wishes", args=[hall.slug])
    assert "hold still" not in shown(organiser, address)
    committed(hall)
    assert "locked until it is held" in shown(organiser, address)


def test_the_fingerprint_of_the_list_moves_with_the_list(client, hall):
    committed(hall)
    before = shown(client, public(hall))
    hall.players.filter(number=1).update(name="Aiko Brandt-Weber")
    assert "16 players now" in before and shown(client, public(hall)) != before


def test_nothing_moves_with_the_list_while_it_is_hidden(client, hall):
    committed(hall)
    type(hall).objects.update(players_public=False)
    before = shown(client, public(hall))
    make_players(hall, 1)
    assert "16 people" not in before and shown(client, public(hall)) == before


def test_the_file_and_the_script_are_there_for_everybody(client, hall):
    held(hall)
    answer = client.get(reverse("public_draw_file", args=[hall.slug]))
    assert answer.json()["secret"] == SECRET and len(answer.json()["people"]) == 16
    answer = client.get(reverse("public_draw_script", args=[hall.slug]))
    assert b"def check(" in answer.content and "attachment" in answer["Content-Disposition"]


def test_the_screen_shows_the_commitment_and_then_the_tables(client, hall):
    draw = committed(hall)
    address = reverse("screen_draw", args=[hall.slug])
    assert draw.commitment in shown(client, address) and SECRET not in shown(client, address)
    hold(draw=draw, public_text=LOTTERY, act=Act(by=None, at=MORNING))
    page = shown(client, address)
    assert "Hanchan 1, as drawn" in page and "secret is shown at the draw" not in page
    assert final_seed(SECRET, LOTTERY) in page and all(player.name in page for player in hall.players.all())


def test_the_screen_says_why_a_draw_was_cancelled(client, hall):
    cancel(draw=committed(hall), act=Act(by=None, at=MORNING, reason="The lottery was not held"))
    page = shown(client, reverse("screen_draw", args=[hall.slug]))
    assert "Draw 1 was cancelled" in page and "The lottery was not held" in page
    assert "secret is shown at the draw" not in page


def test_the_screen_turns_by_itself_at_the_moment_of_the_draw(client, hall):
    draw = committed(hall)
    address = reverse("screen_draw", args=[hall.slug])
    mark = client.get(address).context["mark"]
    assert client.get(address, {"since": mark}).status_code == 204
    hold(draw=draw, public_text=LOTTERY, act=Act(by=None, at=MORNING))
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
