"""The page of screens: what each projector shows, several at once, and messages to everybody."""

from datetime import UTC, datetime, timedelta
from io import BytesIO

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from tests.events.rows import kept
from tests.factories import MORNING, make_staff
from tests.tournament.rendering import unrendered
from tests.tournament.standings.tables import USUAL, play, small_event
from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.models import Role
from tournament.events.actions import set_public
from tournament.screens import actions
from tournament.screens.models import ALPHABET, Face, Screen
from tournament.screens.queries import screens_of, seated_number, shown_on, shows_motion

pytestmark = pytest.mark.django_db
ACT = Act(by=None, at=MORNING)


@pytest.fixture
@kept
def event(db):
    tournament, _people = small_event()
    return tournament


@pytest.fixture
def organiser(event, client):
    client.force_login(make_staff(event, Role.ORGANISER))
    return client


def screen(event, name="Stage", code="AAAAA", **changes) -> Screen:
    found = actions.add_screen(tournament=event, name=name, code=code, act=ACT)
    for field, value in changes.items():
        setattr(found, field, value)
    found.save()
    return found


def state(code="AAAAA") -> dict:
    return Client().get(reverse("screen_state", args=[code])).json()


def do(client, event, act, data=None, **more):
    return client.post(reverse("screens_do", args=[event.slug, act]), data or {}, **more)


def picture(size=(64, 36)) -> SimpleUploadedFile:
    file = BytesIO()
    Image.new("RGB", size, "green").save(file, "PNG")
    return SimpleUploadedFile("plan.png", file.getvalue(), content_type="image/png")


def code_of(refused_by) -> str:
    with pytest.raises(Refused) as refused:
        refused_by()
    return refused.value.messages[0].code


def test_a_new_screen_has_a_short_address_and_shows_the_clock(event, organiser):
    assert do(organiser, event, "add", {"name": " Left of the stage "}).status_code == 302
    made = event.screens.get()
    assert made.name == "Left of the stage" and len(made.code) == 5 and set(made.code) <= set(ALPHABET)
    assert state(made.code)["faces"] == [{"address": f"/t/{event.slug}/screen/clock/", "seconds": 0}]
    made.code = "K7QPX"  # the code that was drawn may have no letter to write small
    made.save()
    answer = Client().get(reverse("screen_find"), {"code": made.code.lower()})
    assert answer["Location"] == reverse("screen_shell", args=[made.code])
    assert Client().get(reverse("screen_find"), {"code": "nope"}).status_code == 404
    assert Client().get(f"/s/{made.code.lower()}/")["Location"] == reverse("screen_shell", args=[made.code])


def test_a_name_is_asked_for_and_used_once(event, organiser):
    screen(event)
    assert do(organiser, event, "add", {"name": ""}).status_code == 422
    answer = do(organiser, event, "add", {"name": "Stage"})
    assert answer.status_code == 422 and "Another screen has this name." in answer.content.decode()


@unrendered()
def test_several_screens_follow_at_once(event, organiser):
    one, two, other = screen(event), screen(event, "Door", "BBBBB"), screen(event, "Bar", "CCCCC")
    assert do(organiser, event, "show", {"screens": [one.pk, two.pk], "face": "standings"}).status_code == 302
    shows = {code: state(code)["faces"][0]["address"].rsplit("/", 2)[1] for code in ("AAAAA", "BBBBB", "CCCCC")}
    assert shows == {"AAAAA": "standings", "BBBBB": "standings", "CCCCC": "clock"}
    assert event.audit_entries.first().about == "Stage, Door: Standings"
    assert do(organiser, event, "show", {"face": "clock"}).status_code == 422
    assert do(organiser, event, "show", {"screens": [other.pk]}).status_code == 422


@unrendered()
def test_a_playlist_shows_what_has_seconds_in_turn(event, organiser):
    one = screen(event)
    typed = {"screens": [one.pk], "face": "playlist", "seconds_clock": "20", "seconds_seating-1": "15"}
    do(organiser, event, "show", typed)
    assert [(face["address"], face["seconds"]) for face in state()["faces"]] == [
        (f"/t/{event.slug}/screen/clock/", 20),
        (f"/t/{event.slug}/screen/seating/1/?part=1%2F2", 15),
    ]
    assert do(organiser, event, "show", {**typed, "seconds_clock": "2"}).status_code == 422
    assert do(organiser, event, "show", {"screens": [one.pk], "face": "playlist"}).status_code == 422
    assert len(state()["faces"]) == 2


@unrendered()
def test_the_race_knows_how_long_it_is_shown(event, organiser):
    one = screen(event)
    do(organiser, event, "show", {"screens": [one.pk], "face": "race"})
    assert [face["address"] for face in state()["faces"]] == [f"/t/{event.slug}/screen/race/"]
    typed = {"screens": [one.pk], "face": "playlist", "seconds_clock": "20", "seconds_race": "30"}
    do(organiser, event, "show", typed)
    assert state()["faces"][1] == {"address": f"/t/{event.slug}/screen/race/?seconds=30", "seconds": 30}


@unrendered()
def test_the_size_of_the_picture_goes_to_the_faces_that_need_it(event, organiser):
    one = screen(event)
    typed = {"screen": one.pk, f"s{one.pk}-name": "Stage", f"s{one.pk}-picture_height": "140"}
    assert do(organiser, event, "change", {**typed, f"s{one.pk}-farthest_seat": "20"}).status_code == 302
    assert state()["faces"][0]["address"].endswith("/screen/clock/?height=140&distance=20")
    assert do(organiser, event, "change", {**typed, f"s{one.pk}-farthest_seat": "900"}).status_code == 422
    do(organiser, event, "remove", {"screen": one.pk})
    assert not event.screens.exists()


def test_the_size_of_the_hall_is_an_organisers_choice_beside_the_screens(event, organiser, client):
    page = client.get(reverse("screens", args=[event.slug]))
    seen, typed = page.context["seen"], {"hall-picture_height": "112", "hall-farthest_seat": "15"}
    assert do(organiser, event, "hall", {**typed, "seen": seen}).status_code == 302
    event.refresh_from_db()
    assert (event.picture_height, event.farthest_seat) == (112, 15)
    refused = do(organiser, event, "hall", {"hall-picture_height": "7", "hall-farthest_seat": "15", "seen": seen})
    assert refused.status_code == 422 and "picture_height" in refused.context["hall_form"].errors
    overtaken = do(organiser, event, "hall", {**typed, "hall-farthest_seat": "9", "seen": seen})
    assert "15" in str(overtaken.context["hall_form"].errors["farthest_seat"])
    client.force_login(make_staff(event, Role.REFEREE))
    assert do(client, event, "hall", typed).status_code == 403
    assert "hall-farthest_seat" not in client.get(reverse("screens", args=[event.slug])).content.decode()


def test_a_message_fills_a_screen_and_another_text_is_another_address(event, organiser):
    one = screen(event)
    do(organiser, event, "show", {"screens": [one.pk], "face": "message", "text": "Lunch <until> 13:30"})
    first = state()["faces"][0]["address"]
    assert "Lunch &lt;until&gt; 13:30" in Client().get(first).content.decode()
    do(organiser, event, "show", {"screens": [one.pk], "face": "message", "text": "Photograph outside"})
    assert state()["faces"][0]["address"] != first
    assert do(organiser, event, "show", {"screens": [one.pk], "face": "message", "text": " "}).status_code == 422
    assert Client().get(reverse("screen_message", args=["AAAAA", 7])).status_code == 404


def test_every_page_of_the_hall_has_the_code_that_opens_now_and_the_ceremony_and_a_dark_screen_have_none(event):
    play(event, 1, {1: USUAL, 2: USUAL})
    one = screen(event)
    image = actions.add_image(tournament=event, name="Plan", upload=picture().file, act=ACT)
    message = {"face": "message", "text": "Lunch", "seconds": 10}
    actions.show(
        tournament=event, screens=[one], content=[message, {"face": "image", "image": image.pk, "seconds": 10}], act=ACT
    )
    pages = [f"/t/{event.slug}/screen/{name}/" for name in ("clock", "seating", "standings", "race", "teams")]
    pages += [face["address"] for face in state()["faces"]]
    for page in pages:
        html = Client().get(page).text
        assert html.count('class="hall-code"') == 1 and f"/t/{event.slug}/now</span>" in html, page
    for page in (f"/t/{event.slug}/screen/ceremony/", f"/t/{event.slug}/screen/overlay/", "/s/AAAAA/blank/"):
        assert "hall-code" not in Client().get(page).text, page


def test_a_picture_is_encoded_anew_and_stays_while_a_screen_shows_it(event, organiser):
    one = screen(event)
    assert do(organiser, event, "add-image", {"image": picture(), "title": "Plan"}).status_code == 302
    image = event.screen_images.get()
    assert bytes(image.content).startswith(b"\xff\xd8") and (image.width, image.height) == (64, 36)
    do(organiser, event, "show", {"screens": [one.pk], "face": "image", "image": image.pk})
    page = Client().get(state()["faces"][0]["address"]).content.decode()
    file = Client().get(reverse("screen_image_file", args=["AAAAA", image.pk]))
    assert 'alt="Plan"' in page and file["Content-Type"] == "image/jpeg" and file.content == bytes(image.content)
    do(organiser, event, "remove-image", {"image": image.pk})
    assert event.screen_images.exists()
    do(organiser, event, "show", {"screens": [one.pk], "face": "blank"})
    do(organiser, event, "remove-image", {"image": image.pk})
    assert not event.screen_images.exists()
    bad = SimpleUploadedFile("x.png", b"no picture", content_type="image/png")
    assert do(organiser, event, "add-image", {"image": bad}).status_code == 422


def test_a_picture_of_another_event_is_not_shown(event):
    other, _people = small_event(name="Other Open", slug="other-open")
    image = actions.add_image(tournament=other, name="Plan", upload=picture().file, act=ACT)
    one = screen(event)
    content = [{"face": "image", "image": image.pk}]
    assert code_of(lambda: actions.show(tournament=event, screens=[one], content=content, act=ACT)) == "no-image"
    assert Client().get(reverse("screen_image_file", args=["AAAAA", image.pk])).status_code == 404


def test_the_seating_is_that_of_the_hanchan_people_look_for(event):
    first, second, third = event.hanchan.order_by("number")
    assert seated_number([first, second, third]) == 1
    first.state, second.seating_published_at = "closed", MORNING
    assert seated_number([first, second, third]) == 2
    assert seated_number([]) == 1


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from([face for face in Face if face not in (Face.MESSAGE, Face.IMAGE)]), max_size=12))
def test_every_face_has_an_address_of_this_site(event, faces):
    content = [{"face": face.value, "seconds": 10} for face in faces]
    one = Screen(tournament=event, name="x", code="AAAAA", content=content)
    shown = shown_on(one, [])
    assert len(shown) == max(1, len(faces)) and all(face.address.startswith(("/t/", "/s/")) for face in shown)


def test_only_the_pages_of_the_hall_may_stand_in_a_frame_and_only_in_one_of_ours(event):
    screen(event)
    framed = [f"/t/{event.slug}/screen/standings/", f"/t/{event.slug}/screen/ceremony/", "/s/AAAAA/", "/s/AAAAA/blank/"]
    for address in framed:
        answer = Client().get(address)
        assert answer["X-Frame-Options"] == "SAMEORIGIN", address
        assert "frame-ancestors 'self'" in answer["Content-Security-Policy"], address
    for address in (f"/t/{event.slug}/", "/", f"/t/{event.slug}/seating/"):
        answer = Client().get(address)
        assert answer["X-Frame-Options"] == "DENY", address
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"], address


def test_the_state_costs_few_queries_and_says_when_the_page_is_closed(event, django_assert_num_queries):
    screen(event)
    with django_assert_num_queries(2):
        assert state()["is_open"]
    set_public(tournament=event, act=ACT, is_public=False)
    assert not state()["is_open"]
    assert Client().get(reverse("screen_state", args=["ZZZZZ"])).status_code == 404


def test_of_several_connected_screens_with_the_standings_the_first_two_show_changes_in_motion(event):
    standings = [{"face": "clock", "seconds": 20}, {"face": "standings", "seconds": 20}]
    codes = ("AAAAA", "BBBBB", "CCCCC", "DDDDD")
    for at, code in enumerate(codes):
        screen(event, code, code, content=standings[at == 1 :])
    event.screens.filter(code="AAAAA").update(content=[{"face": "clock"}])
    screens = screens_of(event)

    def moving(*ago: int | None) -> str:
        seen = {one.pk: MORNING - timedelta(seconds=gone) for one, gone in zip(screens, ago, strict=True) if gone}
        return "".join(one.code[0] for one in screens if shows_motion(one, screens, seen, MORNING))

    assert moving(1, 1, 1, 1) == "BC"
    assert moving(1, 1, 40, 1) == "BD", "one that is off makes room"
    assert moving(1, None, None, 1) == "D"
    assert [state(code)["in_motion"] for code in codes] == [False, True, True, False]
    with time_machine.travel(datetime.now(UTC) + timedelta(minutes=1)):
        assert [state(code)["in_motion"] for code in codes[::-1]] == [True, True, True, False]
        assert [state(code)["in_motion"] for code in codes] == [False, True, True, False]


def test_a_screen_that_asks_is_connected_and_its_thumbnail_is_not(event, organiser):
    screen(event)
    page = reverse("screens", args=[event.slug])
    Client().get(reverse("screen_state", args=["AAAAA"]), {"thumbnail": ""})
    assert "not opened yet" in organiser.get(page).content.decode()
    state()
    assert "connected" in organiser.get(page).content.decode()


def test_a_message_to_everybody_is_on_pages_and_screens_until_it_is_withdrawn(event, organiser):
    screen(event)
    page, own = reverse("public_standings", args=[event.slug]), reverse("public_notice", args=[event.slug])
    assert Client().get(own, {"since": ""}).status_code == 204
    assert do(organiser, event, "announce", {"text": "Lunch is <ready>", "until": "23:59"}).status_code == 302
    assert "Lunch is &lt;ready&gt;" in Client().get(page).content.decode()
    assert "Lunch is &lt;ready&gt;" in Client().get(own, {"since": ""}).content.decode()
    assert state()["notice"] == "Lunch is <ready>"
    other = do(organiser, event, "announce", {"text": "Lunch is late", "until": "23:59", "base": "0"})
    assert other.status_code == 422 and "Somebody wrote or withdrew a message meanwhile." in other.content.decode()
    told = organiser.post(reverse("screens_do", args=[event.slug, "withdraw"]), {"base": "0"}, follow=True)
    assert "Somebody wrote" in told.content.decode() and state()["notice"] == "Lunch is <ready>"
    event.refresh_from_db()
    do(organiser, event, "withdraw", {"base": event.notice_number})
    edition = type(event).objects.get(pk=event.pk).edition
    do(organiser, event, "withdraw")
    assert type(event).objects.get(pk=event.pk).edition == edition
    assert "Lunch" not in Client().get(page).content.decode() and state()["notice"] == ""


@pytest.mark.parametrize("day", range(25, 31))
def test_a_message_of_any_day_is_withdrawn(event, organiser, day):
    until = datetime(2026, 11, day, 22, 59, tzinfo=UTC)
    actions.announce(tournament=event, text="Lunch is <ready>", until=until, act=ACT)
    event.refresh_from_db()
    do(organiser, event, "withdraw", {"base": event.notice_number})
    event.refresh_from_db()
    assert event.notice == ""


def test_a_message_ends_by_itself_and_must_not_have_ended(event):
    past = MORNING - timedelta(minutes=1)
    refused = lambda **more: code_of(lambda: actions.announce(tournament=event, act=ACT, **more))  # noqa: E731
    assert refused(text="Lunch", until=past) == "until-past"
    assert refused(text=" ", until=MORNING + timedelta(hours=1)) == "text-missing"
    assert refused(text="x" * 161, until=MORNING + timedelta(hours=1)) == "text-long"


def test_the_desk_does_not_steer_screens(event, client):
    client.force_login(make_staff(event, Role.DESK))
    assert client.get(reverse("screens", args=[event.slug])).status_code == 403
    assert do(client, event, "add", {"name": "x"}).status_code == 403


REFUSED_CONTENT = [
    ("no-screen", [], [{"face": "clock"}]),
    ("nothing-to-show", ["Stage"], []),
    ("too-many-parts", ["Stage"], [{"face": "clock", "seconds": 20}] * (actions.MOST_PARTS + 1)),
    ("no-such-face", ["Stage"], [{"face": "dance"}]),
    ("seconds-range", ["Stage"], [{"face": "clock", "seconds": "20"}, {"face": "teams", "seconds": 20}]),
    ("text-missing", ["Stage"], [{"face": "message", "text": " "}]),
    ("no-image", ["Stage"], [{"face": "image"}]),
]


@pytest.mark.parametrize(("code", "names", "content"), REFUSED_CONTENT, ids=[code for code, *_rest in REFUSED_CONTENT])
def test_content_that_cannot_be_shown_is_refused_and_the_screen_keeps_its_own(event, code, names, content):
    one = screen(event)
    screens = [one] if names else []
    assert code_of(lambda: actions.show(tournament=event, screens=screens, content=content, act=ACT)) == code
    one.refresh_from_db()
    assert one.content == [{"face": "clock"}]


def test_names_numbers_and_pictures_have_their_limits(event, monkeypatch):
    monkeypatch.setattr(actions, "MOST_SCREENS", 1)
    monkeypatch.setattr(actions, "MOST_IMAGES", 1)
    one = screen(event)
    actions.add_image(tournament=event, name="", upload=picture(), act=ACT)
    assert event.screen_images.get().name_in_words == "Picture"
    size = {"picture_height": 0, "farthest_seat": None}

    def change(name, **sizes):
        actions.change_screen(screen=one, name=name, act=ACT, **{**size, "picture_height": None, **sizes})

    assert code_of(lambda: screen(event, "Door", "BBBBB")) == "too-many-screens"
    assert code_of(lambda: actions.add_image(tournament=event, name="", upload=picture(), act=ACT)) == "too-many-images"
    assert code_of(lambda: change(" ")) == "name-missing"
    assert code_of(lambda: change("x" * (actions.LONGEST_NAME + 1))) == "name-long"
    assert code_of(lambda: change("Stage", picture_height=0)) == "size-range"
    change("Door", farthest_seat=12)
    one.refresh_from_db()
    assert (one.name, one.farthest_seat) == ("Door", 12)


def test_an_address_that_is_taken_is_drawn_again_and_not_for_ever(event, monkeypatch):
    drawn = iter(["AAAAA", "BBBBB"])
    monkeypatch.setattr(actions, "new_code", lambda: next(drawn, "AAAAA"))
    screen(event)
    assert screen(event, "Door", "AAAAA").code == "BBBBB"
    assert code_of(lambda: screen(event, "Bar", "AAAAA")) == "no-code"
