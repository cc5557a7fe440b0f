"""The page of a table: everybody may read it, and who has a code acts there."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.events.rows import kept
from tests.factories import MORNING, make_players, make_staff
from tests.tournament.desk.halls import hall, hanchan_of, typed
from tournament.core.audit import Act
from tournament.core.models import EntryMode, HanchanState, Role, WindMethod
from tournament.desk.forms import SheetForm
from tournament.phones.actions import renew_table_codes
from tournament.phones.links import card_token, is_card_token
from tournament.phones.queries import mark_of
from tournament.planning.actions import swap
from tournament.players.badges.links import personal_token
from tournament.results.calls.models import RefereeCall
from tournament.results.models import WindDraw
from tournament.results.sheets.queries import accepted_version
from tournament.results.wind_draws.actions import cancel_draw, draw_winds
from tournament.results.wind_draws.queries import table_draw
from tournament.seats.integrity import altered_of
from tournament.seats.models import Seat
from tournament.seats.queries import places_at
from tournament.seats.stand_ins import stand_in

pytestmark = pytest.mark.django_db
ACT = Act(by=None, at=MORNING)


@pytest.fixture(autouse=True)
def _nobody_tried_codes():
    cache.clear()


@kept
def an_event(**fields):
    tournament = hall(**{"players": 8, "wind_method": WindMethod.PAGE, **fields})
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


def draw(tournament, table=1, player=None):
    return draw_winds(hanchan=hanchan_of(tournament), table=table, player=player, random=lambda _n: 0, act=ACT)


def text(answer):
    return " ".join(answer.content.decode().split())


# --- who may do what


def test_everybody_reads_the_table_and_nobody_acts_there_without_a_code(client, event):
    address = reverse("public_table", args=[event.slug, 1])
    answer = text(client.get(address))
    assert all(place.player.label in answer for place in places(event))
    assert "scan the code on the table’s sign" in answer and "<form" not in answer.partition("<footer")[0]
    client.post(address, {"do": "call"})
    client.post(address, {"do": "draw"})
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
    assert client.get(badge(players(event)[0])).status_code == 302, "back to their own page"


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
    assert "East" in answer and "Draw the winds" not in answer and "draw the winds" not in answer
    assert client.post(card(event), {"do": "draw"}).status_code == 404


def test_where_players_draw_with_tiles_the_page_explains_how_and_has_no_button(client):
    event = an_event(wind_method=WindMethod.DRAWN)
    answer = text(client.get(card(event)))
    assert "How you draw the winds" in answer and "The player opposite rolls two dice" in answer
    assert "Write the winds on the report sheet." in answer and 'value="draw"' not in answer
    own_page = reverse("personal_page", args=[personal_token(players(event)[0])])
    assert "Draw the winds" not in text(client.get(own_page))
    assert client.post(card(event), {"do": "draw"}).status_code == 404
    event.rules = event.ruleset.replace(seat_draw="direct").to_json()
    event.save()
    assert "Everybody takes one tile" in text(client.get(card(event)))


def test_who_watches_hears_nothing_until_the_table_moved(client, event):
    answer = client.get(card(event)).content.decode()
    since = "?since=" + answer.partition('hx-get="?since=')[2].partition('"')[0]
    assert client.get(card(event) + since).status_code == 204
    draw(event, table=2)
    assert client.get(card(event) + since).status_code == 204
    draw(event)
    assert "The winds are drawn" in text(client.get(card(event) + since))


def test_whoever_watches_the_own_page_hears_of_a_draw_and_that_it_was_cancelled(event):
    player = players(event)[0]
    before = mark_of(player, MORNING)
    made = draw(event)
    drawn = mark_of(player, MORNING)
    cancel_draw(draw=made, act=Act(by=None, at=MORNING, reason="wrong table"))
    assert len({before, drawn, mark_of(player, MORNING)}) == 3


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


def test_one_press_on_a_badge_draws_for_the_table_in_the_name_of_who_pressed(client, event):
    first, second, *_others = players(event)
    assert text(client.get(badge(first))).count('value="draw"') == 1
    assert client.post(badge(first), {"do": "draw"}).status_code == 302
    winds = state(event).draw.winds
    for address in (badge(second), card(event), reverse("public_table", args=[event.slug, 1])):
        answer = text(client.get(address))
        assert "The winds are drawn" in answer and f"by {first.label}." in answer and 'value="draw"' not in answer
    late = client.post(badge(second), {"do": "draw"})
    assert late.status_code == 409 and text(late).count(f"by {first.label}.") == 2, "refused, and on the page"
    assert state(event).draw.winds == winds
    assert event.audit_entries.first().actor_name == str(first)


def test_the_code_of_a_table_draws_without_a_name_whatever_the_phone_calls_itself(client, event):
    """“Show me first” is a choice of anybody, no proof of who holds the phone."""
    client.cookies["me"] = str(players(event)[0].number)
    client.post(card(event), {"do": "draw"})
    assert state(event).draw.drawn_by is None
    assert "at table 1." in text(client.get(card(event)))


def test_a_badge_draws_for_no_table_but_its_own(client, event):
    client.post(badge(players(event, table=2)[0]), {"do": "draw"})
    assert state(event, table=1).draw is None and state(event, table=2).draw is not None


def test_the_page_says_why_it_does_not_draw_now(client):
    event = an_event(playing=0)
    event.hanchan.filter(number=2).update(state=HanchanState.PLAYING, started_at=MORNING)
    answer = text(client.get(card(event)))
    assert "Hanchan 2 is still being played." in answer and 'value="draw"' not in answer
    assert client.post(card(event), {"do": "draw"}).status_code == 422


def test_drawn_winds_are_in_the_sheet_before_it_is_typed(client, event):
    draw(event)
    found = WindDraw.winds_at(hanchan_of(event), 1, places(event))
    form = SheetForm(tournament=event, places=places(event), drawn=found)
    winds = [form[f"wind_{row}"].value() for row in range(4)]
    assert winds == [found[place.player.pk].value for place in places(event)] and sorted(winds) == sorted("ESWN")
    client.force_login(make_staff(event, Role.DESK))
    page = client.get(reverse("sheet", args=[event.slug, 1, 1])).content.decode()
    assert all(f'name="wind_{row}"' in page for row in range(4))


def test_a_sheet_with_other_winds_is_asked_for_once_and_has_the_last_word(client, event):
    draw(event)
    drawn = WindDraw.winds_at(hanchan_of(event), 1, places(event))
    winds = [drawn[place.player.pk].value for place in places(event)]
    winds[0], winds[1] = winds[1], winds[0]
    values = typed(hanchan_of(event)) | {f"wind_{row}": wind for row, wind in enumerate(winds)}
    client.force_login(make_staff(event, Role.DESK))
    page = reverse("sheet", args=[event.slug, 1, 1])
    asked = client.post(page, values)
    assert asked.status_code == 422 and "Other winds were drawn on the page of the table: E" in text(asked)
    tick = asked.content.decode().partition('name="confirmed"')[2].partition('value="')[2].partition('"')[0]
    assert client.post(page, {**values, "confirmed": tick}).status_code == 302
    lines = accepted_version(hanchan_of(event), 1).lines.all()
    assert {line.player_id: line.wind for line in lines} == {
        place.player.pk: wind for place, wind in zip(places(event), winds, strict=True)
    }


def test_a_referee_cancels_a_draw_with_a_reason_that_everybody_reads(client, event):
    made = draw(event, player=players(event)[0])
    page = reverse("wind_draws", args=[event.slug, 1])
    referee = make_staff(event, Role.REFEREE)
    client.force_login(referee)
    assert f"by {players(event)[0].label}." in text(client.get(page))
    refused = client.post(page, {"draw": made.pk, "reason": ""})
    assert refused.status_code == 422 and "Enter a reason." in text(refused)
    answer = text(client.post(page, {"draw": made.pk, "reason": "<b>wrong table"}, follow=True))
    assert "can draw again" in answer and f"by {referee}: &lt;b&gt;wrong table" in answer
    public = text(Client().get(card(event)))
    assert "was cancelled at" in public and "&lt;b&gt;wrong table" in public and 'value="draw"' in public
    assert text(Client().get(badge(players(event)[0]))).count('value="draw"') == 1


def test_the_desk_cancels_no_draw(client, event):
    made = draw(event)
    client.force_login(make_staff(event, Role.DESK))
    answer = client.post(reverse("wind_draws", args=[event.slug, 1]), {"draw": made.pk, "reason": "so"})
    assert answer.status_code == 403 and state(event).draw == made


def test_where_the_page_does_not_draw_staff_see_draws_of_before_alone(client, event):
    draw(event)
    type(event).objects.update(wind_method=WindMethod.DRAWN)
    client.force_login(make_staff(event, Role.REFEREE))
    answer = text(client.get(reverse("wind_draws", args=[event.slug, 1])))
    assert "Table 1" in answer and "Table 2" not in answer
    assert "does not draw the winds" in text(client.get(reverse("wind_draws", args=[event.slug, 2])))


def test_the_organiser_has_a_code_for_every_table_and_the_door_and_renews_them(client, event):
    client.force_login(make_staff(event, Role.ORGANISER))
    page = reverse("table_codes", args=[event.slug])
    assert text(client.get(page)).count('class="qr"') == 3
    assert "All tables have new codes." in text(client.post(page, {"seen": "0"}, follow=True))
    assert "were renewed meanwhile" in text(client.post(page, {"seen": "0"}, follow=True))


def test_after_a_swap_the_page_says_how_everybody_gets_a_wind(client, event):
    event.hanchan.update(state=HanchanState.PLANNED, started_at=None)
    draw(event)
    said = "The seats changed after the draw. Call a referee"
    assert said not in text(client.get(card(event)))
    swap(tournament=event, hanchan=1, one=players(event)[0], other=players(event, 2)[0], act=ACT)
    assert said in text(client.get(card(event)))


def test_a_substitute_has_the_wind_of_the_seat_on_the_referees_page(client, event):
    drawn = draw(event)
    absent = players(event)[0]
    substitute = event.players.create(number=99, name="Ida Berg", is_substitute=True)
    stand_in(
        tournament=event, hanchan=1, absent=absent, substitute=substitute, act=Act(by=None, at=MORNING, reason="ill")
    )
    client.force_login(make_staff(event, Role.REFEREE))
    html = text(client.get(reverse("wind_draws", args=[event.slug, 1])))
    assert drawn.wind_of[absent.pk] and "wind to be drawn" not in html


def test_an_overlong_reason_is_cut_to_what_is_stored(client, event):
    drawn = draw(event)
    client.force_login(make_staff(event, Role.REFEREE))
    client.post(reverse("wind_draws", args=[event.slug, 1]), {"draw": drawn.pk, "reason": "x" * 501})
    drawn.refresh_from_db()
    assert drawn.cancelled_reason == "x" * 500
