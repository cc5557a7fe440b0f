"""The code from a phone: what fits, that each code signs in once, and the way through the pages."""

from datetime import UTC, datetime, timedelta

import pyotp
import pytest
import time_machine
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from tests.factories import make_user
from tournament.core.messages import Refused
from tournament.core.models import User
from tournament.staff.actions import make_sign_in_link, renew_recovery_codes, switch_on_codes, use_code
from tournament.staff.second_factor import STEP, app_address, new_secret, step_of

PASSWORD = "felt and ivory"
SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"  # of RFC 6238: the text 12345678901234567890
NOON = datetime(2026, 11, 24, 12, tzinfo=UTC)
moments = st.integers(1_600_000_000, 4_000_000_000).map(lambda second: datetime.fromtimestamp(second, UTC))


def code_at(secret, at):
    """The code that an app shows at a moment."""
    return pyotp.TOTP(secret).at(at)


@given(moments)
def test_the_code_of_the_present_half_minute_and_of_its_neighbours_fits(at):
    now = int(at.timestamp()) // STEP
    for away in (-STEP, 0, STEP):
        assert step_of(SECRET, code_at(SECRET, at + timedelta(seconds=away)), at) in (now - 1, now, now + 1)


def test_the_codes_are_those_of_the_standard():
    """RFC 6238, appendix B, the last six digits."""
    for seconds, code in ((59, "287082"), (1_111_111_109, "081804"), (20_000_000_000, "353130")):
        assert code_at(SECRET, datetime.fromtimestamp(seconds, UTC)) == code


@pytest.mark.parametrize("typed", ["", "000", "abcdef", "１２３４５６", "9" * 12])
def test_anything_else_is_no_code(typed):
    assert step_of(SECRET, typed, NOON) is None


def test_a_code_may_be_typed_with_a_space():
    code = code_at(SECRET, NOON)
    assert step_of(SECRET, f"{code[:3]} {code[3:]}", NOON)


def test_a_secret_is_new_each_time_and_the_address_names_the_person():
    assert new_secret() != new_secret() and len(new_secret()) == 32
    assert app_address(User(username="mina"), SECRET).startswith(f"otpauth://totp/Sekigime:mina?secret={SECRET}")


@pytest.fixture
def mina(db):
    user = make_user("mina", name="Mina Berg")
    user.set_password(PASSWORD)
    user.save()
    return user


@pytest.fixture
def careful(mina):
    """Somebody with the code switched on, some time ago."""
    secret, before = new_secret(), timezone.now() - timedelta(hours=1)
    switch_on_codes(user=mina, secret=secret, code=code_at(secret, before), at=before)
    return mina


def sign_in(client, **fields):
    return client.post("/sign-in/", {"username": "mina", "password": PASSWORD, **fields})


def type_code(client, code):
    return client.post(reverse("sign_in_code"), {"code": code})


def switch_on(client, code, password=PASSWORD):
    return client.post(reverse("account_code"), {"code": code, "password": password})


def signed_in(client):
    return "_auth_user_id" in client.session


class TestSwitchingOn:
    def test_the_app_shows_that_it_has_the_secret(self, client, mina):
        client.force_login(mina)
        page = client.get(reverse("account_code"))
        secret = page.context["secret"].replace(" ", "")
        assert switch_on(client, "000000").status_code == 422
        assert switch_on(client, code_at(secret, timezone.now())).status_code == 200
        mina.refresh_from_db()
        assert mina.code_secret == secret

    @pytest.mark.parametrize(("typed", "said"), [("", "Enter your password."), ("wrong", "This is not your password.")])
    def test_an_unlocked_device_is_not_enough(self, client, mina, typed, said):
        client.force_login(mina)
        secret = client.get(reverse("account_code")).context["secret"].replace(" ", "")
        answer = switch_on(client, code_at(secret, timezone.now()), password=typed)
        assert answer.status_code == 422 and said in answer.content.decode()
        mina.refresh_from_db()
        assert mina.code_secret == ""

    def test_the_other_devices_are_signed_out(self, client, mina):
        other = type(client)()
        for device in (client, other):
            assert sign_in(device).status_code == 302
        secret = client.get(reverse("account_code")).context["secret"].replace(" ", "")
        switch_on(client, code_at(secret, timezone.now()))
        assert client.get("/account/").status_code == 200
        assert other.get("/account/").status_code == 302

    def test_recovery_codes_are_shown_once_and_stored_as_digests(self, client, mina):
        client.force_login(mina)
        secret = client.get(reverse("account_code")).context["secret"].replace(" ", "")
        codes = switch_on(client, code_at(secret, timezone.now())).context["codes"]
        mina.refresh_from_db()
        assert len(set(codes)) == len(mina.recovery_codes) == 10
        assert not set(codes) & set(mina.recovery_codes)
        html = client.get(reverse("account_code")).content.decode()
        assert "10 recovery codes are left." in html and codes[0] not in html

    def test_new_recovery_codes_take_the_place_of_the_old(self, client, careful):
        client.force_login(careful)
        before = careful.recovery_codes
        answer = client.post(reverse("account_code"), {"act": "renew", "password": PASSWORD})
        careful.refresh_from_db()
        assert len(answer.context["codes"]) == 10 and not set(before) & set(careful.recovery_codes)
        assert careful.code_secret

    def test_the_page_gives_the_same_secret_when_it_is_loaded_again(self, client, mina):
        client.force_login(mina)
        secrets = {client.get(reverse("account_code")).context["secret"] for _twice in range(2)}
        assert len(secrets) == 1

    def test_who_has_no_password_sets_one_first(self, client, mina):
        mina.set_unusable_password()
        mina.save()
        client.force_login(mina)
        assert client.get(reverse("account_code")).url == reverse("account")

    def test_it_is_switched_off_with_the_password_only(self, client, careful):
        client.force_login(careful)
        answer = client.post(reverse("account_code"), {"password": "wrong"})
        assert answer.status_code == 422 and "This is not your password." in answer.content.decode()
        assert client.post(reverse("account_code"), {"password": PASSWORD}).status_code == 302
        careful.refresh_from_db()
        assert (careful.code_secret, careful.recovery_codes) == ("", [])

    def test_the_secret_is_never_shown_again(self, client, careful):
        client.force_login(careful)
        for name in ("account", "account_code"):
            assert careful.code_secret not in client.get(reverse(name)).content.decode()


class TestSigningIn:
    def test_the_password_alone_signs_nobody_in(self, client, careful):
        answer = sign_in(client, next="/account/")
        assert answer.url == reverse("sign_in_code") and not signed_in(client)
        assert client.get("/account/").status_code == 302

    def test_the_code_leads_on_to_where_one_wanted_to_go(self, client, careful):
        sign_in(client, next="/account/")
        answer = type_code(client, code_at(careful.code_secret, timezone.now()))
        assert answer.url == "/account/" and signed_in(client)

    def test_a_code_signs_in_once(self, client, careful):
        code = code_at(careful.code_secret, timezone.now())
        use_code(user=careful, code=code, at=timezone.now())
        careful.refresh_from_db()
        with pytest.raises(Refused, match="was used already"):
            use_code(user=careful, code=code, at=timezone.now())

    def test_two_at_once_with_one_code_are_one_sign_in(self, careful):
        """Both have read the account before either has written."""
        code, now = code_at(careful.code_secret, timezone.now()), timezone.now()
        same = type(careful).objects.get(pk=careful.pk)
        use_code(user=careful, code=code, at=now)
        with pytest.raises(Refused):
            use_code(user=same, code=code, at=now)

    def test_a_wrong_code_says_so_and_many_lock_the_name(self, client, careful, settings):
        sign_in(client)
        for _wrong in range(settings.AXES_FAILURE_LIMIT - 1):
            answer = type_code(client, "000000")
            assert answer.status_code == 422 and "This code is not right" in answer.content.decode()
        type_code(client, "000000")
        answer = type_code(client, code_at(careful.code_secret, timezone.now()))
        assert answer.status_code == 429 and not signed_in(client)
        assert sign_in(client).status_code == 429

    def test_the_right_password_again_and_again_is_no_way_around_the_lock(self, client, careful, settings):
        for _wrong in range(settings.AXES_FAILURE_LIMIT):
            sign_in(client)
            type_code(client, "000000")
        assert sign_in(client).status_code == 429

    def test_without_a_password_first_there_is_nothing_to_type(self, client, careful):
        assert client.get(reverse("sign_in_code")).url == reverse("sign_in")
        assert type_code(client, code_at(careful.code_secret, timezone.now())).url == reverse("sign_in")
        assert not signed_in(client)

    def test_after_five_minutes_the_password_is_asked_again(self, client, careful):
        sign_in(client)
        with time_machine.travel(timezone.now() + timedelta(minutes=6), tick=False):
            assert type_code(client, code_at(careful.code_secret, timezone.now())).url == reverse("sign_in")

    def test_a_link_does_not_go_around_the_code(self, client, careful):
        _link, token = make_sign_in_link(user=careful, at=timezone.now())
        assert client.post(reverse("sign_in_link", args=[token])).url == reverse("sign_in_code")
        assert not signed_in(client)
        type_code(client, code_at(careful.code_secret, timezone.now()))
        assert signed_in(client)

    def test_who_was_signed_in_before_is_not_while_the_code_is_asked(self, client, careful):
        client.force_login(make_user("other"))
        sign_in(client)
        assert not signed_in(client)

    def test_without_the_code_switched_on_nothing_is_asked(self, client, mina):
        assert sign_in(client, next="/account/").url == "/account/"


class TestALostPhone:
    def test_each_recovery_code_signs_in_once(self, client, careful):
        first, second, *_rest = renew_recovery_codes(user=careful)
        sign_in(client, next="/account/")
        assert type_code(client, first.replace(" ", "-")).url == "/account/" and signed_in(client)
        again = type(client)()
        sign_in(again)
        assert type_code(again, first).status_code == 422
        assert type_code(again, second).status_code == 302
        careful.refresh_from_db()
        assert len(careful.recovery_codes) == 8

    def test_an_empty_code_is_no_recovery_code(self, careful):
        with pytest.raises(Refused):
            use_code(user=careful, code="–", at=timezone.now())

    def test_the_administrator_prints_a_link_without_code(self, careful, capsys):
        call_command("sign_in_link", "mina", "--without-code")
        careful.refresh_from_db()
        assert careful.code_secret == ""

    def test_a_link_alone_says_that_the_code_is_asked(self, careful, capsys):
        call_command("sign_in_link", "mina")
        assert "--without-code" in capsys.readouterr().out
        careful.refresh_from_db()
        assert careful.code_secret
