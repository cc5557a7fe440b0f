"""What was typed is not lost when the sign-in ended, or changed in another tab, before the form was sent."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import make_staff
from tests.tournament.desk.halls import hall, hanchan_of, typed
from tournament.core.models import Role
from tournament.results.models import SheetVersion

pytestmark = pytest.mark.django_db
OWN = {"HTTP_ORIGIN": "http://testserver"}


@pytest.fixture
def event():
    return hall()


@pytest.fixture
def browser():
    return Client(enforce_csrf_checks=True)


def fields_of(answer) -> dict[str, str]:
    """What the form on the page would send."""
    html = answer.content.decode()
    form = html[html.index("<form method=") :]
    return dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))


def test_a_form_sent_after_the_sign_in_ended_waits_until_one_is_signed_in_again(browser, event):
    desk = make_staff(event, Role.DESK)
    browser.force_login(desk)
    address = reverse("sheet", args=[event.slug, 1, 1])
    token = browser.get(address).context["csrf_token"]
    browser.cookies.pop("sessionid")
    sent = typed(hanchan_of(event), 1)
    kept = browser.post(address, {**sent, "csrfmiddlewaretoken": token}, **OWN)
    assert kept.status_code == 401 and not SheetVersion.objects.exists()
    assert {name: value for name, value in fields_of(kept).items() if name in sent} == sent
    browser.force_login(desk)
    assert browser.post(address, fields_of(kept), **OWN).status_code == 302
    assert SheetVersion.objects.get().entered_by == desk


def test_a_form_that_is_older_than_the_sign_in_is_sent_again_with_one_press(browser, event):
    browser.force_login(make_staff(event, Role.DESK))
    address = reverse("sheet", args=[event.slug, 1, 1])
    old = Client(enforce_csrf_checks=True).get(reverse("sign_in")).context["csrf_token"]
    browser.get(address)
    sent = typed(hanchan_of(event), 1)
    kept = browser.post(address, {**sent, "csrfmiddlewaretoken": str(old)}, **OWN)
    assert kept.status_code == 403 and not SheetVersion.objects.exists()
    assert browser.post(address, fields_of(kept), **OWN).status_code == 302
    assert SheetVersion.objects.count() == 1


@pytest.mark.parametrize("origin", [{}, {"HTTP_ORIGIN": "http://evil.example"}, {"HTTP_ORIGIN": "null"}])
def test_a_form_from_elsewhere_is_not_offered_again(browser, event, origin):
    browser.force_login(make_staff(event, Role.DESK))
    answer = browser.post(reverse("sheet", args=[event.slug, 1, 1]), typed(hanchan_of(event), 1), **origin)
    assert answer.status_code == 403
    assert "Send again" not in answer.content.decode()


def test_passwords_are_not_written_into_a_page(browser, event):
    browser.get(reverse("sign_in"))
    answer = browser.post(reverse("sign_in"), {"username": "mina", "password": "felt and ivory"}, **OWN)
    assert answer.status_code == 403
    assert "felt and ivory" not in answer.content.decode()


def test_what_was_typed_is_escaped(client, event):
    address = reverse("player_add", args=[event.slug])
    answer = client.post(address, {"name": '"><script>alert(1)</script>'}, **OWN)
    assert answer.status_code == 401
    assert "<script>alert" not in answer.content.decode()


def test_a_fragment_hears_that_nobody_is_signed_in_and_is_not_replaced_by_the_sign_in_page(client, event):
    answer = client.get(reverse("sheets_board", args=[event.slug, 1]), headers={"HX-Request": "true"})
    assert (answer.status_code, answer.content) == (401, b"")
