"""Two desks: who has which table open."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.events.rows import kept
from tests.factories import MORNING, make_staff
from tests.tournament.desk.halls import entered, hall, hanchan_of
from tournament.core.models import EntryMode
from tournament.desk.boards import SILENCE, arrive, present

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


@pytest.fixture
@kept
def hanchan():
    return hanchan_of(hall())


@pytest.fixture
def mina(hanchan):
    return make_staff(hanchan.tournament, name="Mina Vogel")


@pytest.fixture
def mara(hanchan):
    return make_staff(hanchan.tournament, name="Mara Lind")


def tables(hanchan, at=MORNING):
    return {table: one.name for table, one in present(hanchan, at).items()}


def test_somebody_has_one_table_open_and_leaves_it_for_another(hanchan, mina):
    arrive(hanchan, 2, mina, MORNING)
    assert tables(hanchan) == {2: "Mina Vogel"}
    arrive(hanchan, 3, mina, MORNING)
    assert tables(hanchan) == {3: "Mina Vogel"}
    arrive(hanchan, None, mina, MORNING)
    assert tables(hanchan) == {}


def test_the_first_at_a_table_keeps_it_and_the_second_hears_since_when(hanchan, mina, mara):
    arrive(hanchan, 2, mina, MORNING)
    arrive(hanchan, 2, mina, MORNING + 10 * SECOND)
    found = arrive(hanchan, 2, mara, MORNING + 11 * SECOND)
    assert (found[2].person, found[2].since) == (mina.pk, MORNING)


def test_a_page_that_is_not_heard_of_is_gone(hanchan, mina, mara):
    arrive(hanchan, 2, mina, MORNING)
    assert tables(hanchan, MORNING + SILENCE - SECOND) == {2: "Mina Vogel"}
    assert tables(hanchan, MORNING + SILENCE) == {}
    assert arrive(hanchan, 2, mara, MORNING + SILENCE)[2].person == mara.pk


def test_a_table_that_is_open_elsewhere_is_marked_and_whoever_opens_it_too_is_told(client, hanchan, mina, mara):
    slug = hanchan.tournament.slug
    client.force_login(mina)
    client.get(reverse("sheet", args=[slug, 1, 2]))
    client.force_login(mara)
    page = client.get(reverse("sheets", args=[slug, 1]))
    assert [(one.card.table, one.open_by.name) for one in page.context["board"].open] == [(2, "Mina Vogel")]
    assert page.context["board"].suggested == 1
    assert "Mina Vogel has had this table open since" in client.get(reverse("sheet", args=[slug, 1, 2])).text


def test_who_typed_the_first_reading_and_looks_at_it_keeps_nobody_from_checking_it(client, hanchan, mina, mara):
    hanchan.tournament.entry_mode = EntryMode.BLIND
    hanchan.tournament.save(update_fields=["entry_mode"])
    entered(hanchan, table=2, by=mina)
    slug = hanchan.tournament.slug
    client.force_login(mina)
    client.get(reverse("sheet", args=[slug, 1, 2]))
    client.force_login(mara)
    board = client.get(reverse("sheets", args=[slug, 1])).context["board"]
    assert ([one.card.table for one in board.mine], board.open) == ([2], [])
    assert "has had this table open" not in client.get(reverse("sheet", args=[slug, 1, 2])).text


def test_a_page_on_which_nobody_types_warns_of_nobody(client, hanchan, mina, mara):
    entered(hanchan, table=2, by=mara)
    slug = hanchan.tournament.slug
    client.force_login(mina)
    client.get(reverse("sheet", args=[slug, 1, 2]))
    client.force_login(mara)
    page = client.get(reverse("sheet", args=[slug, 1, 2]))
    assert "version 1" in page.text and "has had this table open" not in page.text


def test_a_poll_hears_that_another_desk_opened_a_table(client, hanchan, mina, mara):
    slug = hanchan.tournament.slug
    client.force_login(mara)
    seen = {"since": hanchan.tournament.edition, "mark": client.get(reverse("sheets", args=[slug, 1])).context["mark"]}
    client.force_login(mina)
    client.get(reverse("sheet", args=[slug, 1, 2]))
    client.force_login(mara)
    news = client.get(reverse("sheets_board", args=[slug, 1], query=seen))
    assert news.status_code == 200
    assert 'id="todo"' in news.text


def test_a_sheet_that_a_page_fetches_ahead_is_open_at_no_desk(client, hanchan, mina):
    client.force_login(mina)
    address = reverse("sheet", args=[hanchan.tournament.slug, 1, 2])
    assert "data-sheet" in client.get(address, {"ahead": "1"}).text
    assert present(hanchan, timezone.now()) == {}
    client.get(address)
    assert list(present(hanchan, timezone.now())) == [2]


def test_a_desk_hears_within_seconds_that_its_table_was_entered_elsewhere(client, hanchan, mina, mara):
    slug = hanchan.tournament.slug
    client.force_login(mina)
    page = client.get(reverse("sheet", args=[slug, 1, 2]))
    assert "accepted=0" in page.content.decode()
    poll = {"since": 0, "open": 2, "accepted": 0}
    entered(hanchan, table=2, by=mara)
    told = client.get(reverse("sheets_board", args=[slug, 1]), poll).content.decode()
    assert "Mara Lind entered the sheet of this table at" in told and 'hx-swap-oob="true"' in told
    seen = client.get(reverse("sheets_board", args=[slug, 1]), poll | {"accepted": 1}).content.decode()
    assert "entered the sheet of this table" not in seen
    elsewhere = client.get(reverse("sheets_board", args=[slug, 1]), poll | {"open": 3}).content.decode()
    assert "entered the sheet of this table" not in elsewhere


def test_a_sheet_that_a_command_entered_is_told_without_a_name(client, hanchan, mina):
    client.force_login(mina)
    entered(hanchan, table=2, by=None)
    poll = {"since": 0, "open": 2, "accepted": 0}
    told = client.get(reverse("sheets_board", args=[hanchan.tournament.slug, 1]), poll).text
    assert "The sheet of this table was entered at" in told and "None" not in told
