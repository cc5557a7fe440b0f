"""One person types a sheet and, as a check, the places and the code that are written on it."""

import pytest
from django.urls import reverse

from tests.acts import with_act
from tests.factories import MORNING, make_staff
from tests.tournament.desk.halls import code_on, entered, hall, hanchan_of, lines, typed
from tests.tournament.rendering import unrendered
from tournament.core.messages import Refused
from tournament.core.models import EntryMode, Role, WindMethod
from tournament.results.sheets.actions import change
from tournament.results.sheets.checks import TypedSheet
from tournament.results.sheets.queries import accepted_version

pytestmark = pytest.mark.django_db
EXCHANGED = ("331", "412", "257", "200")


@pytest.fixture
def desk(client):
    tournament = hall(entry_mode=EntryMode.CHECKED)
    client.force_login(make_staff(tournament, name="Mina Vogel"))
    return tournament


def url(tournament, name="sheet"):
    return reverse(name, args=[tournament.slug, 1, 1])


def send(client, desk, places, **fields):
    return client.post(
        url(desk), typed(hanchan_of(desk), **{"written_places": places, "written_code": code_on(desk, 1, 1)} | fields)
    )


@pytest.mark.parametrize("places", ["1234", "123", "1 2 3 4", "1,2,3"])
def test_places_that_agree_with_the_points_let_the_sheet_count(client, desk, places):
    assert send(client, desk, places).status_code == 302
    assert accepted_version(hanchan_of(desk), 1)


def test_two_rows_that_were_exchanged_are_found(client, desk):
    page = send(client, desk, "1234", points=EXCHANGED)
    assert page.status_code == 422
    assert "has place 1 on the sheet and place 2 by these points" in page.text
    assert accepted_version(hanchan_of(desk), 1) is None


def test_no_enter_goes_on_over_places_that_differ_but_a_tick_does(client, desk):
    page = send(client, desk, "1234", points=EXCHANGED)
    assert page.context["look"].next_field == "written_places"
    send(client, desk, "1234", points=EXCHANGED, confirmed=page.context["look"].tick)
    assert accepted_version(hanchan_of(desk), 1)


def test_the_sheet_of_another_table_is_found_and_takes_no_tick(client, desk):
    page = send(client, desk, "1234", written_code=code_on(desk, 1, 3).lower())
    assert page.status_code == 422
    assert "is the code of hanchan 1, table 3. Check the code on the sheet" in page.text
    assert page.context["look"].next_field == "written_code"
    again = send(client, desk, "1234", written_code=code_on(desk, 1, 3), confirmed=page.context["look"].tick)
    assert again.status_code == 422


def test_the_page_never_shows_the_code_that_is_to_be_read_from_the_paper(client, desk):
    code = code_on(desk, 1, 1)
    assert code not in client.get(url(desk)).text
    assert code not in send(client, desk, "", points=EXCHANGED, written_code="").text


def test_places_and_scores_show_only_once_those_on_the_paper_are_typed(client, desk):
    fields = typed(hanchan_of(desk), written_code="")
    assert "+26.2" not in client.post(url(desk, "sheet_check"), fields).text
    assert "+26.2" in client.post(url(desk, "sheet_check"), fields | {"written_places": "1234"}).text


@pytest.mark.parametrize("code", ["XX", "ÄÖÜ", "4RTXYZ", "4RT", "🀄🀄🀄"])
def test_what_is_no_code_is_refused(client, desk, code):
    page = send(client, desk, "1234", written_code=code)
    assert page.status_code == 422
    assert "is not a sheet code" in page.text


def test_a_sheet_without_a_code_takes_a_tick(client, desk):
    page = send(client, desk, "1234", written_code="")
    assert "The code on the sheet is not typed." in page.text
    send(client, desk, "1234", written_code="", confirmed=page.context["look"].tick)
    assert accepted_version(hanchan_of(desk), 1)


def test_a_sheet_without_places_takes_a_tick(client, desk):
    page = send(client, desk, "")
    assert page.status_code == 422
    assert "The places written on the sheet are not typed." in page.text
    send(client, desk, "", confirmed=page.context["look"].tick)
    assert accepted_version(hanchan_of(desk), 1)


@pytest.mark.parametrize("places", ["12", "12345", "1135x", "0234", "5123", "first", "113"])
@unrendered()
def test_places_that_cannot_be_read_say_how_they_are_typed(client, desk, places):
    page = send(client, desk, places)
    assert page.status_code == 422
    assert page.context["look"].next_field == "written_places"
    assert accepted_version(hanchan_of(desk), 1) is None


@pytest.mark.parametrize("places", ["1224", "1324", "1234"])
def test_equal_points_may_have_any_of_the_places_they_share(client, desk, places):
    assert send(client, desk, places, points=("400", "300", "300", "200")).status_code == 302


@unrendered()
def test_drawn_winds_leave_the_places_with_their_rows(client):
    tournament = hall(entry_mode=EntryMode.CHECKED, wind_method=WindMethod.DRAWN)
    client.force_login(make_staff(tournament, name="Mina Vogel"))
    winds = {f"wind_{row}": wind for row, wind in enumerate("NWSE")}
    assert send(client, tournament, "1234", **winds).status_code == 302
    assert accepted_version(hanchan_of(tournament), 1)
    wrong = client.post(
        reverse("sheet", args=[tournament.slug, 1, 2]),
        typed(hanchan_of(tournament), 2, written_places="4321", written_code=code_on(tournament, 1, 2), **winds),
    )
    assert wrong.status_code == 422


def test_the_action_asks_for_them_whatever_the_page_did(desk):
    with pytest.raises(Refused) as refused:
        entered(hanchan_of(desk))
    assert [one.code for one in refused.value.messages] == ["warnings-unconfirmed", "places-missing", "code-missing"]


def test_a_change_with_a_reason_asks_for_no_places(desk):
    referee = make_staff(desk, Role.REFEREE, name="Keiko Mori")
    entered(hanchan_of(desk), confirmed_warnings=True)
    change(
        hanchan=hanchan_of(desk),
        table=1,
        typed=TypedSheet.of(lines(hanchan_of(desk), points=(33_100, 41_200, 25_700, 20_000)), 0),
        **with_act(by=referee, at=MORNING, reason="Read again.", base=1),
    )
    assert accepted_version(hanchan_of(desk), 1).number == 2


def test_the_form_asks_for_places_only_where_the_tournament_does(client, desk):
    assert 'name="written_places"' in client.get(url(desk)).text
    other = hall(name="Another Open")
    client.force_login(make_staff(other))
    assert 'name="written_places"' not in client.get(url(other)).text
