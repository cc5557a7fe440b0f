"""The devices on which somebody is signed in: seen, ended one by one or together, and kept over an update."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import make_user
from tournament.staff.models import StaffSession
from tournament.staff.sessions import SessionStore, session_name

pytestmark = pytest.mark.django_db
PASSWORD = "felt and ivory"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Safari/604.1"


@pytest.fixture
def mina():
    user = make_user("mina", name="Mina Berg")
    user.set_password(PASSWORD)
    user.save()
    return user


def device(agent=FIREFOX):
    """A browser that has signed in as Mina."""
    browser = Client(headers={"User-Agent": agent})
    browser.post("/sign-in/", {"username": "mina", "password": PASSWORD})
    return browser


def works(browser):
    return browser.get(reverse("account")).status_code == 200


def listed(browser):
    return browser.get(reverse("account")).context["sessions"]


def end(browser, **fields):
    return browser.post(reverse("account"), {"act": "end", **fields}, follow=True)


def test_the_account_lists_each_device_with_its_browser_and_this_one_first(mina):
    desk, phone = device(), device(IPHONE)
    assert [(one.device, one.is_this) for one in listed(desk)] == [("Firefox, Linux", True), ("Safari, iPhone", False)]
    assert [one.is_this for one in listed(phone)] == [True, False]
    assert all(one.began_at for one in listed(desk))


@pytest.mark.parametrize("cookie", ['"aaaaaaaa\\000"', "x" * 5000, "--------;", "ä" * 9])
def test_a_cookie_that_is_no_key_is_nobodys_session(mina, cookie):
    answer = Client().get(reverse("account"), headers={"Cookie": f"{settings.SESSION_COOKIE_NAME}={cookie}"})
    assert answer.status_code == 302


def test_one_device_is_signed_out_and_the_others_stay(mina):
    desk, phone, tablet = device(), device(IPHONE), device()
    name = session_name(phone.session.session_key)
    answer = end(desk, session=name)
    assert "1 device was signed out." in answer.content.decode()
    assert works(desk) and works(tablet) and not works(phone)


def test_all_others_are_signed_out_together(mina):
    desk, phone, tablet = device(), device(IPHONE), device()
    assert "2 devices were signed out." in end(desk).content.decode()
    assert works(desk) and not works(phone) and not works(tablet)


def test_this_device_is_not_signed_out_by_its_own_name(mina):
    desk = device()
    end(desk, session=session_name(desk.session.session_key))
    assert works(desk)


def test_nobody_ends_the_session_of_somebody_else(mina):
    desk = device()
    stranger = Client()
    stranger.force_login(make_user("stranger"))
    assert (
        "0 devices were signed out." in end(stranger, session=session_name(desk.session.session_key)).content.decode()
    )
    assert works(desk)


def test_no_page_shows_a_key_that_signs_in(mina):
    desk, phone = device(), device(IPHONE)
    html = desk.get(reverse("account")).content.decode()
    assert phone.session.session_key not in html and desk.session.session_key not in html


def test_a_new_password_signs_out_the_others_and_this_one_stays_in_the_list(mina):
    desk, phone = device(), device(IPHONE)
    desk.post(reverse("account"), {"act": "save", "old": PASSWORD, "new": "ivory and felt", "again": "ivory and felt"})
    assert works(desk) and not works(phone)
    assert next(one.is_this for one in listed(desk))


def test_what_has_run_out_is_not_listed_and_is_cleared(mina):
    desk, _phone = device(), device(IPHONE)
    StaffSession.objects.exclude(session_key=desk.session.session_key).update(
        expire_date=timezone.now() - timedelta(days=1)
    )
    assert len(listed(desk)) == 1
    call_command("clearsessions")
    assert StaffSession.objects.count() == 1


def test_a_visitor_without_account_has_no_person(client):
    session = SessionStore()
    session["seen"] = True
    session.save()
    assert StaffSession.objects.get(session_key=session.session_key).user is None


def test_the_page_asks_the_database_as_often_for_many_devices(mina, django_assert_max_num_queries):
    desk = device()
    for _more in range(20):
        device(IPHONE)
    with django_assert_max_num_queries(6):
        listed(desk)
