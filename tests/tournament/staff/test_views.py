"""The pages for signing in, one's account, and the staff of a tournament."""

import re
from datetime import timedelta

import pytest
import time_machine
from axes.models import AccessAttempt
from django.urls import reverse
from django.utils import timezone

from tests.factories import MORNING, make_staff, make_tournament, make_user
from tests.tournament.rendering import unrendered
from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.models import Membership, Role
from tournament.staff.actions import add_staff, make_sign_in_link
from tournament.staff.models import SignInLink

pytestmark = pytest.mark.django_db
PASSWORD = "felt and ivory"


@pytest.fixture
def mina():
    user = make_user("mina", name="Mina Berg")
    user.set_password(PASSWORD)
    user.save()
    return user


def link_for(user, valid_for=timedelta(hours=1)):
    _link, token = make_sign_in_link(user=user, at=timezone.now(), valid_for=valid_for)
    return reverse("sign_in_link", args=[token])


def signed_in(client):
    return "_auth_user_id" in client.session


def test_a_name_longer_than_any_account_is_refused_before_it_is_stored(client, mina):
    page = client.post(reverse("sign_in"), {"username": "m" * 5000, "password": "wrong"})
    assert page.status_code == 422
    assert "at most 150 characters" in page.content.decode()
    assert not AccessAttempt.objects.exists()


def test_a_right_password_signs_in_and_leads_back_to_where_one_wanted_to_go(client, mina):
    answer = client.post("/sign-in/", {"username": "mina", "password": PASSWORD, "next": "/account/"})
    assert answer.url == "/account/"
    assert signed_in(client)


def test_nobody_is_led_to_another_host_after_signing_in(client, mina):
    answer = client.post("/sign-in/", {"username": "mina", "password": PASSWORD, "next": "https://example.org/"})
    assert answer.url == "/"


def test_a_wrong_password_is_told_without_saying_which_of_the_two_is_wrong(client, mina):
    told = [
        client.post("/sign-in/", {"username": name, "password": "wrong"}).content.decode()
        for name in ("mina", "nobody")
    ]
    assert all("Wrong sign-in name or password" in page for page in told)


def test_after_many_wrong_passwords_even_the_right_one_is_locked_and_it_is_said_for_how_long(client, mina):
    for _ in range(8):
        answer = client.post("/sign-in/", {"username": "mina", "password": "wrong"})
    assert answer.status_code == 429
    answer = client.post("/sign-in/", {"username": "mina", "password": PASSWORD})
    page = answer.content.decode()
    assert answer.status_code == 429
    assert "15 minutes" in page and "one-time link" in page
    assert not signed_in(client)


@unrendered()
def test_the_lock_of_one_name_locks_nobody_else_in_the_hall(client, mina):
    for _ in range(9):
        client.post("/sign-in/", {"username": "tom", "password": "wrong"})
    assert client.post("/sign-in/", {"username": "mina", "password": PASSWORD}).status_code == 302


@unrendered()
def test_a_one_time_link_works_in_spite_of_the_lock(client, mina):
    for _ in range(9):
        client.post("/sign-in/", {"username": "mina", "password": "wrong"})
    client.post(link_for(mina))
    assert signed_in(client)


def test_signing_out_takes_a_button_not_a_link(client, mina):
    client.force_login(mina)
    assert client.get("/sign-out/").status_code == 405
    client.post("/sign-out/")
    assert not signed_in(client)


def test_looking_at_a_link_does_not_use_it_up_and_the_button_does(client):
    address = link_for(make_user("tom"))
    for _ in range(3):
        assert client.get(address).status_code == 200
    assert client.head(address).status_code == 200
    assert not signed_in(client)
    answer = client.post(address)
    assert signed_in(client)
    assert answer.url == "/account/"
    assert "already been used" in client.post(address).content.decode()


def test_who_forgot_the_password_sets_a_new_one_after_a_link(client, mina):
    assert client.post(link_for(mina)).url == "/account/"
    assert "If you forgot your password, set a new one now" in client.get("/account/").text
    client.post("/account/", {"act": "save", "new": "east wind rain", "again": "east wind rain"})
    mina.refresh_from_db()
    assert mina.check_password("east wind rain")
    answer = client.post("/account/", {"act": "save", "new": "south wind sun", "again": "south wind sun"})
    assert answer.status_code == 422


def test_half_an_hour_after_a_link_the_old_password_is_asked_again(client, mina):
    with time_machine.travel(timezone.now() - timedelta(minutes=31)):
        client.post(link_for(mina))
    answer = client.post("/account/", {"act": "save", "new": "east wind rain", "again": "east wind rain"})
    assert answer.status_code == 422
    mina.refresh_from_db()
    assert mina.check_password(PASSWORD)


@pytest.mark.parametrize("typed", ["MINA", "Mina", " mina "])
def test_a_sign_in_name_may_be_typed_in_capitals(client, mina, typed):
    assert client.post("/sign-in/", {"username": typed, "password": PASSWORD}).status_code == 302
    assert signed_in(client)


@pytest.mark.parametrize("typed", ["émile", "ÉMILE", "e\u0301mile", "Ｅ\u0301mile"])
def test_letters_with_accents_sign_in_however_they_are_typed_and_name_one_account(client, event, typed):
    now = Act(by=None, at=MORNING)
    user, _token = add_staff(tournament=event, username="E\u0301mile", name="Émile Roux", role=Role.DESK, act=now)
    user.set_password(PASSWORD)
    user.save()
    assert client.post("/sign-in/", {"username": typed, "password": PASSWORD}).status_code == 302
    with pytest.raises(Refused, match="on the staff already"):
        add_staff(tournament=event, username=typed, name="Another", role=Role.DESK, act=now)


@pytest.mark.parametrize("field", ["old", "password"])
@unrendered()
def test_whoever_finds_a_signed_in_device_cannot_try_passwords_without_end(client, mina, field):
    mina.code_secret = "JBSWY3DPEHPK3PXP"
    mina.save()
    client.force_login(mina)
    guess = {"act": "save", "new": "east wind rain", "again": "east wind rain"} if field == "old" else {}
    address = "/account/" if field == "old" else reverse("account_code")
    for number in range(8):
        client.post(address, {**guess, field: f"wrong {number}"})
    answer = client.post(address, {**guess, field: PASSWORD})
    assert answer.status_code == 429
    mina.refresh_from_db()
    assert mina.check_password(PASSWORD) and mina.code_secret


def test_two_accounts_of_old_whose_names_differ_in_case_sign_in_as_they_are_written(client, mina):
    other = make_user("MINA")
    other.set_password("another password 7")
    other.save()
    assert client.post("/sign-in/", {"username": "MINA", "password": PASSWORD}).status_code == 422
    assert client.post("/sign-in/", {"username": "mina", "password": PASSWORD}).status_code == 302


def test_one_agrees_to_links_on_the_own_account_page(client, mina):
    client.force_login(mina)
    client.post("/account/", {"act": "save", "links": "1", "takes_links": "on"})
    mina.refresh_from_db()
    assert mina.takes_links
    client.post("/account/", {"act": "save", "links": "1"})
    mina.refresh_from_db()
    assert not mina.takes_links


@pytest.mark.parametrize("page", ["standings", "players", "event_history", "seating", "event_overview"])
@unrendered()
def test_no_staff_page_stays_in_a_browser_after_signing_out(client, event, aiko, page):
    assert "no-store" in client.get(reverse(page, args=[event.slug]))["Cache-Control"]


@pytest.mark.parametrize(("valid_for", "words"), [(timedelta(hours=-1), "expired"), (None, "link is unknown")])
def test_a_bad_link_says_why_and_signs_nobody_in(client, valid_for, words):
    address = link_for(make_user(), valid_for) if valid_for else "/sign-in/no-such-token/"
    for answer in (client.get(address), client.post(address)):
        assert answer.status_code == 410
        assert words in answer.content.decode()
    assert not signed_in(client)


def test_a_link_page_is_not_kept_by_any_cache(client):
    assert "no-store" in client.get(link_for(make_user()))["Cache-Control"]


def test_a_password_is_set_without_an_old_one_and_one_stays_signed_in(client):
    tom = make_user("tom")
    client.force_login(tom)
    assert "have no password yet" in client.get("/account/").content.decode()
    answer = client.post("/account/", {"act": "save", "new": "east wind rain", "again": "east wind rain"})
    assert answer.url == "/"
    tom.refresh_from_db()
    assert tom.check_password("east wind rain")
    assert client.get("/account/").status_code == 200


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"new": "east wind rain", "again": "east wind"}, "passwords differ"),
        ({"new": "short", "again": "short"}, "too short"),
        ({"old": "wrong", "new": "east wind rain", "again": "east wind rain"}, "not your current password"),
    ],
)
def test_a_password_that_will_not_do_is_refused_beside_its_field(client, mina, typed, words):
    client.force_login(mina)
    answer = client.post("/account/", {"act": "save", "old": PASSWORD} | typed)
    assert answer.status_code == 422
    assert words in answer.content.decode()
    mina.refresh_from_db()
    assert mina.check_password(PASSWORD)


def test_a_name_is_changed(client, mina):
    client.force_login(mina)
    client.post("/account/", {"act": "save", "name": "  Mina   van der Berg "})
    mina.refresh_from_db()
    assert mina.get_full_name() == "Mina van der Berg"


@pytest.fixture
def event():
    return make_tournament("Open")


@pytest.fixture
def aiko(client, event):
    user = make_staff(event, Role.ORGANISER, name="Aiko Brandt")
    client.force_login(user)
    return user


def test_a_person_is_added_and_the_link_is_shown_once_with_its_code(client, event, aiko):
    answer = client.post("/manage/open/staff/", {"name": "Mina Berg", "role": "desk", "username": ""})
    page = answer.content.decode()
    path = re.search(r"/sign-in/[\w-]+/", page)[0]
    assert "<svg" in page and "no-store" in answer["Cache-Control"]
    assert path not in client.get("/manage/open/staff/").content.decode()
    client.post(path)
    assert client.session["_auth_user_id"] == str(Membership.objects.get(role="desk").user_id)


def test_the_link_that_is_handed_out_names_the_address_of_the_hall_not_localhost(client, event, aiko, monkeypatch):
    monkeypatch.setattr("tournament.staff.qr_codes.lan_address", lambda: "192.0.2.7")
    data = {"name": "Mina Berg", "role": "desk", "username": ""}
    page = client.post("/manage/open/staff/", data, headers={"host": "localhost:8000"}).content.decode()
    assert "http://192.0.2.7:8000/sign-in/" in page


def test_a_person_without_a_name_is_refused_beside_the_field(client, event, aiko):
    answer = client.post("/manage/open/staff/", {"name": "", "role": "desk", "username": ""})
    assert answer.status_code == 422
    assert "Enter the person&#x27;s name" in answer.content.decode()


def test_a_new_link_is_made_for_somebody_on_the_staff(client, event, aiko):
    mina = make_staff(event, Role.DESK, name="Mina Berg")
    page = client.post(f"/manage/open/staff/{mina.pk}/link/").content.decode()
    assert "/sign-in/" in page
    assert SignInLink.objects.get().user == mina


def test_no_link_is_handed_out_for_the_owner_of_the_machine(client, event, aiko):
    owner = make_user("owner", superuser=True)
    Membership.objects.create(tournament=event, user=owner, role=Role.DESK)
    page = client.post(f"/manage/open/staff/{owner.pk}/link/", follow=True).content.decode()
    assert "also works at other events" in page
    assert SignInLink.objects.count() == 0


def test_a_role_is_changed_and_a_person_removed_after_a_question(client, event, aiko):
    mina = make_staff(event, Role.DESK, name="Mina Berg")
    client.post(f"/manage/open/staff/{mina.pk}/role/", {"role": "referee"})
    assert Membership.objects.get(user=mina).role == Role.REFEREE
    assert "Remove Mina Berg from the staff?" in client.get(f"/manage/open/staff/{mina.pk}/remove/").content.decode()
    client.post(f"/manage/open/staff/{mina.pk}/remove/")
    assert not Membership.objects.filter(user=mina).exists()


def test_the_last_organiser_cannot_leave(client, event, aiko):
    answer = client.post(f"/manage/open/staff/{aiko.pk}/remove/")
    assert answer.status_code == 409
    assert "last organiser" in answer.content.decode()
    page = client.post(f"/manage/open/staff/{aiko.pk}/role/", {"role": "desk"}, follow=True).content.decode()
    assert "last organiser" in page


def test_somebody_of_another_tournament_is_not_found_on_this_staff(client, event, aiko):
    other = make_staff(make_tournament("Cup"), Role.DESK)
    for path in ("link/", "role/", "remove/"):
        assert client.post(f"/manage/open/staff/{other.pk}/{path}").status_code == 404


def test_the_staff_page_asks_as_many_questions_for_thirty_people_as_for_two(
    client, event, aiko, django_assert_max_num_queries
):
    for _ in range(30):
        make_staff(event, Role.DESK)
    with django_assert_max_num_queries(14):
        client.get("/manage/open/staff/")


@pytest.mark.parametrize(
    ("sort", "names"),
    [
        ("name", ["Aiko Brandt", "Bo Ek", "Mina Aalto"]),
        ("-role", ["Mina Aalto", "Bo Ek", "Aiko Brandt"]),
        ("signed_in", ["Bo Ek", "Aiko Brandt", "Mina Aalto"]),
    ],
)
@unrendered()
def test_the_staff_are_sorted_by_a_heading(client, event, aiko, sort, names):
    """Somebody who never signed in comes last in either direction."""
    make_staff(event, Role.DESK, name="Mina Aalto")
    bo = make_staff(event, Role.REFEREE, name="Bo Ek")
    type(aiko).objects.filter(pk=aiko.pk).update(last_login=timezone.now())
    type(bo).objects.filter(pk=bo.pk).update(last_login=timezone.now() - timedelta(days=1))
    rows = client.get("/manage/open/staff/", {"sort": sort}).context["table"].rows
    assert [str(row.record.user) for row in rows] == names


def test_pages_that_fail_say_what_to_do_and_leak_nothing(client, event, settings):
    settings.DEBUG = False
    client.force_login(make_staff(event, Role.DESK))
    forbidden = client.get("/manage/open/staff/")
    assert forbidden.status_code == 403
    assert "run_event" not in forbidden.content.decode()
    missing = client.get("/manage/nowhere/")
    assert missing.status_code == 404
    assert "Tournament" not in missing.content.decode()


def test_a_form_without_its_token_is_refused_in_plain_words():
    from django.test import Client

    answer = Client(enforce_csrf_checks=True).post("/sign-in/", {"username": "a", "password": "b"})
    assert answer.status_code == 403
    assert "This form has expired" in answer.content.decode()


def test_an_error_of_ours_is_told_without_its_traceback(client, monkeypatch):
    def broken(request):
        raise ValueError("secret detail")

    monkeypatch.setattr("tournament.events.views.groups_of", broken)
    client.raise_request_exception = False
    answer = client.get("/")
    assert answer.status_code == 500
    assert "Something went wrong" in answer.content.decode()
    assert "secret detail" not in answer.content.decode()


def test_the_account_is_one_form_of_which_all_is_saved_or_nothing(client, mina):
    client.force_login(mina)
    whole = {"act": "save", "name": "Mina Costa", "links": "1", "takes_links": "on", "old": "", "new": "", "again": ""}
    wrong = client.post("/account/", {**whole, "old": "wrong", "new": "east wind rain", "again": "east wind rain"})
    mina.refresh_from_db()
    assert wrong.status_code == 422 and not mina.takes_links and str(mina) != "Mina Costa"
    assert client.post("/account/", whole).url == "/account/"
    mina.refresh_from_db()
    assert mina.takes_links and str(mina) == "Mina Costa" and mina.check_password(PASSWORD)
