"""A disk that is full or almost full is named as such, to the desk and to the organiser."""

import errno
import shutil
from collections import namedtuple

import pytest
from django.db import OperationalError
from django.urls import reverse

from tests.factories import make_staff
from tests.tournament.desk.halls import hall, hanchan_of, typed
from tournament.core.disk import LEAST, is_nearly_full, says_full
from tournament.core.models import Role
from tournament.results.models import SheetVersion

FULL = OperationalError("database or disk is full")


def caused(problem, cause):
    problem.__cause__ = cause
    return problem


class DiskFull(Exception):
    """What the driver of PostgreSQL raises, below Django's own error."""

    sqlstate = "53100"


@pytest.mark.parametrize(
    ("problem", "is_full"),
    [
        (FULL, True),
        (OSError(errno.ENOSPC, "No space left on device"), True),
        (caused(OperationalError("could not extend file"), DiskFull()), True),
        (OperationalError("database is locked"), False),
        (OSError(errno.EACCES, "Permission denied"), False),
        (ValueError("is full"), False),
        (None, False),
    ],
)
def test_a_full_disk_is_told_from_other_failures(problem, is_full):
    assert says_full(problem) is is_full


@pytest.mark.parametrize(("free", "is_low"), [(LEAST - 1, True), (LEAST, False)])
def test_little_room_is_told_before_it_is_gone(monkeypatch, free, is_low):
    usage = namedtuple("usage", "free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: usage(free))
    assert is_nearly_full() is is_low


@pytest.fixture
def desk(client, db):
    tournament = hall()
    client.force_login(make_staff(tournament, Role.ORGANISER))
    client.raise_request_exception = False
    return tournament


def test_what_next_and_the_desk_ask_to_make_room(client, desk, monkeypatch):
    pages = (reverse("event_overview", args=[desk.slug]), reverse("sheets", args=[desk.slug, 1]))
    assert not any("almost full" in client.get(page).content.decode() for page in pages)
    monkeypatch.setattr("tournament.core.disk.LEAST", 1 << 62)
    assert all("almost full" in client.get(page).content.decode() for page in pages)


def test_the_desk_and_the_organiser_hear_that_the_disk_is_full_and_the_sheet_is_kept(client, desk, monkeypatch, caplog):
    def fails(*_args, **_kwargs):
        raise FULL

    monkeypatch.setattr(SheetVersion.objects, "create", fails)
    sheet, form = reverse("sheet", args=[desk.slug, 1, 1]), typed(hanchan_of(desk))
    answer = client.post(sheet, form)
    assert answer.status_code == 503 and "The disk of the server is full" in answer.content.decode()
    assert "The disk of the server is full: make room. Nothing that was saved is lost." in caplog.messages
    kept = client.post(f"{sheet}kept/", form | {"account": client.session["_auth_user_id"]})
    assert kept.status_code == 503 and "What you typed is kept here." in kept.json()["sentences"][0]
    monkeypatch.undo()
    client.post(sheet, form)
    assert SheetVersion.objects.count() == 1


def test_another_failure_is_the_ordinary_page_with_a_traceback_for_the_organiser(client, desk, monkeypatch, caplog):
    monkeypatch.setattr("tournament.desk.board_views.board_page", lambda *_a, **_k: 1 / 0)
    answer = client.get(reverse("sheets", args=[desk.slug, 1]))
    assert answer.status_code == 500 and "Something went wrong" in answer.content.decode()
    (record,) = [one for one in caplog.records if one.name == "django.request"]
    assert record.exc_info and record.exc_info[0] is ZeroDivisionError


def test_a_refusal_puts_nothing_on_the_organisers_terminal(client, desk, caplog):
    sheet = reverse("sheet", args=[desk.slug, 1, 1])
    answers = [
        client.get("/no-such-page/"),
        client.post(sheet, typed(hanchan_of(desk), points=("412", "331", "257", "1"))),
        client.post(reverse("hanchan_start", args=[desk.slug, 1])),
    ]
    client.force_login(make_staff(desk, Role.DESK))
    answers.append(client.get(reverse("event_settings", args=[desk.slug])))
    assert [answer.status_code for answer in answers] == [404, 422, 409, 403]
    assert [one for one in caplog.records if one.name == "django.request"] == []
