"""Wrong passwords from one address: counted before any is checked, and not checked many at once."""

from contextlib import ExitStack
from datetime import timedelta
from threading import Thread
from time import sleep

import pytest
from django.contrib.auth import hashers
from django.core import signing
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from tests.factories import make_user
from tests.tournament.rendering import unrendered
from tournament.staff import password_checks
from tournament.staff.password_checks import (
    KNOWN,
    MOST_KNOWN,
    MOST_WRONG,
    PASSWORD_TURNS,
    WINDOW,
    AddressLocked,
    is_known,
    make_known,
    password_check,
)

pytestmark = pytest.mark.django_db
PASSWORD = "felt and ivory"
WRONG = "wrong"


class CountingHasher(hashers.MD5PasswordHasher):
    """Counts each password that it hashes."""

    count = 0

    def encode(self, password, salt):
        type(self).count += 1
        return super().encode(password, salt)


@pytest.fixture
def hashed(settings):
    """The number of passwords that were hashed since it was asked for."""
    settings.PASSWORD_HASHERS = [f"{__name__}.CountingHasher"]
    hashers.get_hashers.cache_clear()
    CountingHasher.count = 0
    yield lambda: CountingHasher.count
    hashers.get_hashers.cache_clear()


@pytest.fixture
def mina(db):
    user = make_user("mina", name="Mina Berg")
    user.set_password(PASSWORD)
    user.save()
    return user


def sign_in(client, name="mina", password=WRONG, address="192.0.2.9"):
    return client.post("/sign-in/", {"username": name, "password": password}, REMOTE_ADDR=address)


def guess(client, count, **options):
    for number in range(count):
        assert sign_in(client, f"somebody-{number}", **options).status_code == 422


def test_after_thirty_wrong_ones_for_different_names_nothing_is_hashed_any_more(client, mina, hashed):
    guess(client, MOST_WRONG)
    before = hashed()
    assert before >= MOST_WRONG
    for name in ("mina", "somebody-new"):
        answer = sign_in(client, name, PASSWORD)
        assert answer.status_code == 429
    assert hashed() == before
    assert "Too many wrong passwords came from your network. Try again at " in answer.content.decode()
    assert 'value="somebody-new"' in answer.content.decode()


@unrendered()
def test_who_guesses_in_a_hall_stops_no_device_on_which_its_person_has_signed_in(client, mina, settings):
    ben = make_user("ben")
    ben.set_password(PASSWORD)
    ben.save()
    for name in ("ben", "mina"):
        assert sign_in(client, name, PASSWORD).status_code == 302
    stranger = Client()
    guess(stranger, MOST_WRONG)
    assert sign_in(stranger, password=PASSWORD).status_code == 429
    del client.cookies[settings.SESSION_COOKIE_NAME]
    assert sign_in(client, "somebody-else", PASSWORD).status_code == 429, "it is known for its own people alone"
    assert sign_in(client, "Ben", PASSWORD).status_code == 302
    assert sign_in(client, password=WRONG).status_code == 422
    assert sign_in(client, password=PASSWORD).status_code == 302


@unrendered()
def test_a_device_that_says_so_itself_is_not_known(client, mina):
    assert sign_in(client, password=PASSWORD).status_code == 302
    signed = client.cookies[KNOWN].value
    stranger = Client()
    guess(stranger, MOST_WRONG)
    for said in ("", "1", signing.dumps([mina.pk], salt="another"), signed[:-1] + ("a" if signed[-1] != "a" else "b")):
        stranger.cookies[KNOWN] = said
        assert sign_in(stranger, password=PASSWORD).status_code == 429


@unrendered()
def test_eight_people_of_a_device_are_known_the_latest_first(rf):
    request, response = rf.post("/sign-in/"), HttpResponse()
    people = [make_user(f"person-{number}") for number in range(MOST_KNOWN + 1)]
    for user in (*people, people[2]):
        make_known(request, response, user)
        request.COOKIES[KNOWN] = response.cookies[KNOWN].value
    known = [user for user in people if is_known(request, user.username)]
    assert known == people[1:]
    assert signing.loads(response.cookies[KNOWN].value, salt=KNOWN)[0] == people[2].pk


@unrendered()
def test_another_address_still_signs_in(client, mina):
    guess(client, MOST_WRONG)
    assert sign_in(client, password=PASSWORD, address="192.0.2.10").status_code == 302


@unrendered()
def test_right_passwords_are_not_counted(client, mina):
    guess(client, MOST_WRONG - 1)
    for _ in range(MOST_WRONG):
        assert sign_in(client, password=PASSWORD).status_code == 302


@unrendered()
def test_a_name_that_is_locked_counts_no_further_for_its_address(client, mina):
    for _ in range(2 * MOST_WRONG):
        sign_in(client, "tom")
    assert sign_in(client, password=PASSWORD).status_code == 302


@unrendered()
def test_what_is_refused_does_not_restart_the_wait(client, mina, monkeypatch):
    guess(client, MOST_WRONG)
    later = timezone.now() + WINDOW
    sign_in(client)
    with password_check("192.0.2.9", later, is_own=False):
        pass


@unrendered()
def test_the_time_is_when_enough_wrong_ones_are_forgotten(client, mina, settings):
    guess(client, MOST_WRONG)
    first = password_checks.AccessAttempt.objects.get(username="somebody-0")
    first.attempt_time = timezone.now() - WINDOW + timedelta(minutes=1)
    first.save()
    now = timezone.now()
    with pytest.raises(AddressLocked) as locked, password_check("192.0.2.9", now, is_own=False):
        pass
    opens = first.attempt_time + WINDOW
    assert f"Try again at {opens + timedelta(seconds=59):%H:%M}" in locked.value.message
    with password_check("192.0.2.9", opens, is_own=False):
        pass


def test_checks_that_have_begun_count_before_they_are_known_to_be_wrong(client, mina, monkeypatch):
    monkeypatch.setattr(password_checks, "MOST_WRONG", 2)
    at = timezone.now()
    with password_check("192.0.2.9", at, is_own=False), password_check("192.0.2.9", at, is_own=False):
        with pytest.raises(AddressLocked), password_check("192.0.2.9", at, is_own=False):
            pass
        with pytest.raises(AddressLocked), password_check("192.0.2.9", at, is_own=False):
            pass
    with password_check("192.0.2.9", at, is_own=False):
        pass
    assert not password_checks._checking


def hold_every_turn(stack):
    """Take both turns, and let two threads wait for theirs; they end with the stack."""
    waiting = [Thread(target=take_a_turn) for _ in range(2)]
    stack.callback(lambda: [thread.join() for thread in waiting])
    for _ in range(2):
        stack.enter_context(PASSWORD_TURNS.turn())
    for thread in waiting:
        thread.start()
    while PASSWORD_TURNS._places._value:  # until both are there
        sleep(0)


def take_a_turn():
    with PASSWORD_TURNS.turn():
        pass


def test_while_two_are_checked_and_two_wait_the_next_is_told_to_come_back(client, mina, hashed):
    with ExitStack() as stack:
        hold_every_turn(stack)
        answer = sign_in(client, password=PASSWORD)
    assert answer.status_code == 503
    assert "Try again in a moment" in answer.content.decode()
    assert hashed() == 0
    assert sign_in(client, password=PASSWORD).status_code == 302


def test_a_new_password_waits_for_its_turn_too(client, mina):
    client.force_login(mina)
    typed = {"act": "save", "old": PASSWORD, "new": "east wind rain", "again": "east wind rain"}
    with ExitStack() as stack:
        hold_every_turn(stack)
        answer = client.post("/account/", typed)
    assert answer.status_code == 503
    assert "Try again in a moment" in answer.content.decode()
    mina.refresh_from_db()
    assert mina.check_password(PASSWORD)
    assert client.post("/account/", typed).status_code == 302
