"""The page of a table: everybody may read it, and who has a code acts there."""

import json

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.joint_draw import findings, main, press
from tests.factories import MORNING, make_players, make_staff
from tests.tournament.desk.halls import hall, hanchan_of, typed
from tournament.core.audit import Act
from tournament.core.models import EntryMode, Role, Verb, WindMethod
from tournament.desk.forms import SheetForm
from tournament.phones.actions import renew_table_codes
from tournament.phones.links import card_token, is_card_token
from tournament.players.badges.links import personal_token
from tournament.results.calls.models import RefereeCall
from tournament.results.sheets.queries import accepted_version
from tournament.results.wind_draw_models import WindDraw
from tournament.results.wind_draws.actions import draw_directly
from tournament.results.wind_draws.queries import table_draw
from tournament.seats.integrity import altered_of
from tournament.seats.models import Seat
from tournament.seats.queries import places_at

pytestmark = pytest.mark.django_db
ACT = Act(by=None, at=MORNING)


@pytest.fixture(autouse=True)
def _nobody_tried_codes():
    cache.clear()


def an_event(**fields):
    tournament = hall(**{"players": 8, "wind_method": WindMethod.DRAWN, **fields})
    type(tournament).objects.update(is_public=True)
    tournament.refresh_from_db()
    tournament.hanchan.update(seating_published_at=MORNING)
    return tournament


@pytest.fixture
def event():
    return an_event()


def card(tournament, table=1):
    return reverse("table_card", args=[tournament.slug, table, card_token(tournament, table)])


def badge(player):
    return reverse("personal_table", args=[personal_token(player)])


def places(tournament, table=1):
    return places_at(tournament, 1, table)


def players(tournament, table=1):
    return state(tournament, table).players


def state(tournament, table=1):
    return table_draw(hanchan_of(tournament), table, places(tournament, table))


def text(answer):
    return " ".join(answer.content.decode().split())


# --- who may do what


def test_everybody_reads_the_table_and_nobody_acts_there_without_a_code(client, event):
    address = reverse("public_table", args=[event.slug, 1])
    answer = text(client.get(address))
    assert all(place.player.label in answer for place in places(event))
    assert "scan the code on the table’s sign" in answer and "<form" not in answer
    client.post(address, {"do": "call"})
    client.post(address, {"do": "direct"})
    assert not RefereeCall.objects.exists() and state(event).draw is None


def test_the_code_of_a_table_is_good_for_that_table_only(client, event):
    assert client.get(card(event)).status_code == 200
    wrong = reverse("table_card", args=[event.slug, 2, card_token(event, 1)])
    assert client.get(wrong).status_code == 404 and client.post(wrong, {"do": "call"}).status_code == 404
    assert not RefereeCall.objects.exists()


def test_renewed_codes_take_the_place_of_those_before(client, event):
    before = card_token(event, 1)
    renew_table_codes(tournament=event, act=ACT)
    assert not is_card_token(before, event, 1) and is_card_token(card_token(event, 1), event, 1)


def test_a_table_calls_a_referee_once(client, event):
    for _press in range(3):
        assert client.post(card(event), {"do": "call"}).status_code == 302
    call = RefereeCall.objects.get()
    assert (call.table, call.hanchan.number) == (1, 1)
    assert "A referee was called at" in text(client.get(card(event)))
    assert "A referee was called" not in text(client.get(reverse("public_table", args=[event.slug, 1])))
    assert event.audit_entries.first().actor_name == "table 1"


def test_a_player_calls_from_the_badge_in_the_own_name(client, event):
    player = players(event)[0]
    client.post(badge(player), {"do": "call"})
    assert event.audit_entries.first().actor_name == str(player)


def test_between_hanchan_there_is_no_referee_to_call(client):
    event = an_event(playing=0)
    answer = text(client.get(card(event)))
    assert "Call a referee" not in answer and "Draw the winds" in answer
    client.post(card(event), {"do": "call"})
    assert not RefereeCall.objects.exists()


def test_where_players_sign_the_table_leads_to_its_sheet(client):
    event = an_event(entry_mode=EntryMode.SIGNED)
    answer = client.get(card(event)).content.decode()
    assert f"/t/{event.slug}/table/1/1/" in answer
    assert (
        f"/t/{event.slug}/table/1/1/" not in client.get(reverse("public_table", args=[event.slug, 1])).content.decode()
    )


# --- states


def test_before_anything_is_published_nobody_is_named(client, event):
    event.hanchan.update(seating_published_at=None)
    for address in (card(event), reverse("public_table", args=[event.slug, 1])):
        answer = text(client.get(address))
        assert "The seating is not published yet" in answer and places(event)[0].player.label not in answer
    assert client.get(badge(players(event)[0])).status_code == 302, "back to the own page"


def test_a_table_at_which_nobody_sits_says_so(client, event):
    assert "Nobody sits here in hanchan 1" in text(client.get(card(event, 40)))


def test_altered_seats_are_not_shown(client, event):
    (stranger,) = make_players(event, 1, is_substitute=True)
    seat = Seat.objects.filter(hanchan__number=1, table=1).first()
    Seat._base_manager.filter(pk=seat.pk).update(player=stranger)
    cache.clear()
    assert 1 in altered_of(event)
    assert "The seating is being checked" in text(client.get(card(event)))


def test_while_the_event_is_closed_there_is_no_table(client, event):
    type(event).objects.update(is_public=False)
    assert client.get(card(event)).status_code == 404
    assert client.get(badge(players(event)[0])).status_code == 404


def test_where_the_seating_gives_the_winds_they_are_shown_and_nothing_is_drawn(client):
    event = an_event(wind_method=WindMethod.FIXED)
    answer = text(client.get(card(event)))
    assert "East" in answer and "Draw the winds" not in answer
    assert client.post(card(event), {"do": "direct"}).status_code == 404


def test_who_watches_hears_nothing_until_the_table_moved(client, event):
    answer = client.get(card(event)).content.decode()
    since = "?since=" + answer.partition('hx-get="?since=')[2].partition('"')[0]
    assert client.get(card(event) + since).status_code == 204
    draw_directly(hanchan=hanchan_of(event), table=2, random=lambda _n: 0, act=ACT)
    assert client.get(card(event) + since).status_code == 204
    draw_directly(hanchan=hanchan_of(event), table=1, random=lambda _n: 0, act=ACT)
    assert "The winds are drawn" in text(client.get(card(event) + since))


def test_the_number_of_queries_does_not_depend_on_the_size_of_the_event(client):
    counts = []
    for size in (8, 16):
        event = an_event(players=size)
        client.get(card(event))
        with CaptureQueriesContext(connection) as queries:
            assert client.get(card(event)).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 16


# --- the draw


def test_four_badges_draw_and_everybody_reads_the_winds(client, event):
    drawing = players(event)
    fingerprint = state(event).fingerprint
    for player in drawing:
        sent = {"do": "press", "player": player.pk, "fingerprint": fingerprint, "script": "1"}
        answer = client.post(
            badge(player), {**sent, "press": press(fingerprint, player.number, f"{player.number:032x}")}
        )
        assert answer.status_code == 204
    for player in drawing:
        sent = {"do": "number", "player": player.pk, "fingerprint": fingerprint, "script": "1"}
        assert client.post(badge(player), {**sent, "number": f"{player.number:032x}"}).status_code == 204
    draw = state(event).draw
    assert "The winds are drawn" in text(client.get(reverse("public_table", args=[event.slug, 1])))
    file = reverse("wind_draw_file", args=[event.slug, 1, 1])
    assert all(holds for holds, _says in findings(client.get(file).json(), fingerprint))
    assert client.get(file).json()["winds"] == [wind for wind, _player in draw.winds]


def test_the_page_hands_out_values_and_script_that_check_the_draw(client, event, tmp_path, capsys):
    fingerprint = state(event).fingerprint
    page = reverse("public_wind_draws", args=[event.slug, 1])
    assert fingerprint in text(client.get(page)), "before anybody has pressed"
    for player in players(event):
        client.post(card(event), {"do": "press", "player": player.pk, "fingerprint": fingerprint})
    (tmp_path / "1-1.json").write_text(
        json.dumps(client.get(reverse("wind_draw_file", args=[event.slug, 1, 1])).json())
    )
    assert main([str(tmp_path / "1-1.json"), fingerprint]) == 0
    script = client.get(reverse("joint_draw_script", args=[event.slug]))
    compile(script.content, "joint_draw.py", "exec")


def test_a_badge_presses_no_other_tile(client, event):
    first, second, *_rest = players(event)
    fingerprint = state(event).fingerprint
    answer = client.post(badge(first), {"do": "press", "player": second.pk, "fingerprint": fingerprint})
    assert answer.status_code == 422 and "Press your own tile" in text(answer)
    assert not state(event).presses


def test_a_script_hears_the_reason_in_one_sentence(client, event):
    first = players(event)[0]
    sent = {"do": "press", "player": first.pk, "fingerprint": "0" * 64, "press": "0" * 64, "script": "1"}
    answer = client.post(badge(first), sent)
    assert answer.status_code == 409 and answer.content.decode().startswith("The draw has gone on meanwhile")


def test_tiles_and_dice_are_typed_and_give_the_winds(client, event):
    people = players(event)
    seats = {f"draw-seat_{seat}": player.pk for seat, player in enumerate(people)}
    dice = {"do": "traditional", "draw-row": "N 1p E W 2p S", "draw-roll": "5", **seats}
    twice = client.post(card(event), {**dice, "draw-seat_1": people[0].pk, "draw-roll": "1"})
    assert twice.status_code == 422
    assert "This player already has another seat." in text(twice) and "Two dice show 2 to 12" in text(twice)
    assert 'value="N 1p E W 2p S"' in text(twice), "nothing is lost"
    assert client.post(card(event), dice).status_code == 302
    assert [state(event).draw.wind_of[player.pk].value for player in people] == ["N", "E", "W", "S"]
    assert "the provisional East is" in text(client.get(card(event)))


def test_drawn_winds_are_in_the_sheet_before_it_is_typed(client, event):
    draw_directly(hanchan=hanchan_of(event), table=1, random=lambda _n: 0, act=ACT)
    found = WindDraw.winds_at(hanchan_of(event), 1, places(event))
    form = SheetForm(tournament=event, places=places(event), drawn=found)
    winds = [form[f"wind_{row}"].value() for row in range(4)]
    assert winds == [found[place.player.pk].value for place in places(event)] and sorted(winds) == sorted("ESWN")
    client.force_login(make_staff(event, Role.DESK))
    page = client.get(reverse("sheet", args=[event.slug, 1, 1])).content.decode()
    assert all(f'name="wind_{row}"' in page for row in range(4))


def test_a_sheet_with_other_winds_is_asked_for_once_and_has_the_last_word(client, event):
    draw_directly(hanchan=hanchan_of(event), table=1, random=lambda _n: 0, act=ACT)
    drawn = WindDraw.winds_at(hanchan_of(event), 1, places(event))
    winds = [drawn[place.player.pk].value for place in places(event)]
    winds[0], winds[1] = winds[1], winds[0]
    values = typed(hanchan_of(event)) | {f"wind_{row}": wind for row, wind in enumerate(winds)}
    client.force_login(make_staff(event, Role.DESK))
    page = reverse("sheet", args=[event.slug, 1, 1])
    asked = client.post(page, values)
    assert asked.status_code == 422 and "The table drew other winds on its phones: E" in text(asked)
    tick = asked.content.decode().partition('name="confirmed"')[2].partition('value="')[2].partition('"')[0]
    assert client.post(page, {**values, "confirmed": tick}).status_code == 302
    lines = accepted_version(hanchan_of(event), 1).lines.all()
    assert {line.player_id: line.wind for line in lines} == {
        place.player.pk: wind for place, wind in zip(places(event), winds, strict=True)
    }


def test_a_referee_cancels_a_draw_with_a_reason(client, event):
    draw = draw_directly(hanchan=hanchan_of(event), table=1, random=lambda _n: 0, act=ACT)
    page = reverse("wind_draws", args=[event.slug, 1])
    client.force_login(make_staff(event, Role.REFEREE))
    refused = client.post(page, {"draw": draw.pk, "reason": ""})
    assert refused.status_code == 422 and "Enter a reason." in text(refused)
    assert "can draw again" in text(client.post(page, {"draw": draw.pk, "reason": "<b>wrong table"}, follow=True))
    assert event.audit_entries.first().verb == Verb.CANCELLED_WIND_DRAW
    public = text(Client().get(reverse("public_wind_draws", args=[event.slug, 1])))
    assert "&lt;b&gt;wrong table" in public


def test_the_organiser_has_a_code_for_every_table_and_renews_them(client, event):
    client.force_login(make_staff(event, Role.ORGANISER))
    page = reverse("table_codes", args=[event.slug])
    assert text(client.get(page)).count('class="qr"') == 2
    assert "All tables have new codes." in text(client.post(page, {"seen": "0"}, follow=True))
    assert "were renewed meanwhile" in text(client.post(page, {"seen": "0"}, follow=True))


def test_what_is_not_on_record_is_not_found(client, event):
    assert client.get(reverse("wind_draw_file", args=[event.slug, 1, 1])).status_code == 404
    event.hanchan.update(seating_published_at=None)
    assert client.get(reverse("public_wind_draws", args=[event.slug, 1])).status_code == 404
