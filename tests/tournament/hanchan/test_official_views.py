"""The page of a hanchan whose results are provisional or official, and What next."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.events.rows import kept
from tests.factories import make_players, make_staff, make_tournament
from tests.tournament.hanchan.test_actions import hanchan, play
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.events.actions import set_public
from tournament.hanchan import actions
from tournament.planning.actions import plan_seating

pytestmark = pytest.mark.django_db

PAGE = "/manage/open/hanchan/1/"
PASSWORD = "right horse battery"


def act(minutes=0):
    return Act(by=None, at=timezone.now() - timedelta(minutes=minutes))


@pytest.fixture
@kept
def event():
    tournament = make_tournament("Open", hanchan_count=2, protest_minutes=15)
    make_players(tournament, 8)
    plan_seating(tournament=tournament, seed=7, act=act())
    tournament.refresh_from_db()
    set_public(tournament=tournament, is_public=True, act=act())
    return tournament


def sign_in(client, event, role=Role.ORGANISER):
    user = make_staff(event, role, name="Aiko Brandt")
    user.set_password(PASSWORD)
    user.save()
    client.force_login(user)


def text(answer):
    return answer.content.decode()


def test_while_the_window_is_open_the_page_says_until_when_and_offers_nothing(client, event):
    play(event, 1, timezone.now())
    sign_in(client, event)
    html = text(client.get(PAGE))
    assert "Players can report errors until" in html
    assert 'id="make-official"' not in html
    assert "due=" in text(client.get("/manage/open/"))


def test_what_next_hears_of_the_end_of_a_window_without_any_write(client, event):
    play(event, 1, timezone.now() - timedelta(minutes=20))
    sign_in(client, event)
    event.refresh_from_db()
    seen = {"since": event.edition}
    ended = int((timezone.now() - timedelta(minutes=5)).timestamp())
    assert client.get("/manage/open/", seen | {"due": ended + 3600}).status_code == 204
    html = text(client.get("/manage/open/", seen | {"due": ended}))
    assert "The protest window has ended: hanchan 1" in html
    assert "due=" not in html


def test_the_organiser_makes_results_official_and_a_referee_cannot(client, event):
    play(event, 1, timezone.now() - timedelta(minutes=20))
    sign_in(client, event, Role.REFEREE)
    assert 'id="make-official"' not in text(client.get(PAGE))
    assert client.post(f"{PAGE}make_official/").status_code == 403
    sign_in(client, event)
    assert 'id="make-official"' in text(client.get(PAGE))
    answer = client.post(f"{PAGE}make_official/", follow=True)
    assert "The results up to hanchan 1 are official." in text(answer)
    assert "Official since" in text(answer)
    assert 'id="withhold"' not in text(answer)


def test_official_results_are_reopened_with_password_and_reason(client, event):
    play(event, 1, timezone.now() - timedelta(minutes=20))
    actions.make_official(hanchan=hanchan(event), act=act())
    sign_in(client, event, Role.REFEREE)
    address = f"{PAGE}reopen_results/"
    for sent, refusal in [
        ({"reason": "Table 1"}, "These results are official: enter your password."),
        ({"reason": "Table 1", "password": "wrong"}, "This is not your password."),
        ({"reason": "", "password": PASSWORD}, "Enter a reason for reopening the results."),
    ]:
        answer = client.post(address, sent)
        assert answer.status_code == 409
        assert refusal in text(answer)
        assert 'aria-invalid="true"' in text(answer)
        assert hanchan(event).official_at
    answer = client.post(address, {"reason": "Table 1", "password": PASSWORD}, follow=True)
    assert "Reopened, provisional" in text(answer)
    assert hanchan(event).official_at is None


def test_standings_and_player_pages_say_until_when_errors_are_reported(client, event):
    play(event, 1, timezone.now())
    time = timezone.localtime(hanchan(event).protest_until).strftime("%H:%M")
    for address in ("/t/open/", "/t/open/player/1/", "/t/open/crosstable/"):
        assert f"provisional: report errors until {time}" in text(client.get(address)), address
    assert f"Provisional: report errors until {time}" in text(client.get("/t/open/player/1/"))


def test_standings_become_official_on_every_page_and_on_paper(client, event):
    at = timezone.now()
    play(event, 1, at - timedelta(minutes=20))
    before = text(client.get("/t/open/"))
    actions.make_official(hanchan=hanchan(event), act=Act(by=None, at=at))
    time = timezone.localtime(at).strftime("%H:%M")
    assert f"official since {time}" not in before
    sign_in(client, event)
    for address in ("/t/open/", "/t/open/screen/standings/", "/manage/open/print/standings/"):
        assert "official since" in text(client.get(address)).lower(), address


@pytest.mark.parametrize("page", ["change", "people"])
def test_a_page_that_changes_official_results_says_so_before_anything_is_typed(client, event, page):
    play(event, 1, timezone.now() - timedelta(minutes=20))
    sign_in(client, event, Role.REFEREE)
    address = f"/manage/open/sheets/1/1/{page}/"
    assert "Nothing is saved until they are reopened." not in text(client.get(address))
    actions.make_official(hanchan=hanchan(event), act=act())
    assert "Nothing is saved until they are reopened." in text(client.get(address))


def test_the_list_of_hanchan_has_the_time_once_one_is_official(client, event):
    play(event, 1, timezone.now() - timedelta(minutes=20))
    sign_in(client, event)
    address = "/manage/open/hanchan/all/"
    assert ">Official<" not in text(client.get(address))
    actions.make_official(hanchan=hanchan(event), act=act())
    assert ">Official<" in text(client.get(address))
