"""The page of a hand-in: noting what happened at the table, the penalties proposed for it, and where they show."""

from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
import time_machine
from django.urls import reverse

from tests.acts import with_act
from tests.factories import MORNING, make_staff
from tests.tournament.desk.halls import entered, hall, hanchan_of
from tests.tournament.exports.events import rows_of
from tests.tournament.rendering import unrendered
from tournament.core.models import Role
from tournament.desk.tables import HandInTable
from tournament.results.models import Penalty
from tournament.results.paper.actions import HandInNote, note_hand_in
from tournament.results.paper_models import DismissedProposal, HandIn
from tournament.results.penalties.actions import cancel
from tournament.seats.queries import lineup

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return hall(preset="wrc-2025")


@pytest.fixture
def keiko(event, client):
    person = make_staff(event, Role.REFEREE, name="Keiko Mori")
    client.force_login(person)
    return person


@pytest.fixture
def mina(event):
    return make_staff(event, Role.DESK, name="Mina Vogel")


def people(event, table=1):
    return [place.player for place in lineup(event, 1)[table]]


def url(event, name="sheet_hand_in", table=1):
    return reverse(name, args=[event.slug, 1, table])


def wrong_sheet(event, **note):
    first, second, *_ = people(event)
    note = HandInNote(**{"corrected": [first.pk, second.pk], "sticks_reset": "yes", **note})
    return note_hand_in(hanchan=hanchan_of(event), table=1, note=note, **with_act(by=None, at=MORNING))


def test_the_desk_notes_a_hand_in(client, event, mina):
    client.force_login(mina)
    first = people(event)[0]
    fields = {
        "handed_in_at": "09:20",
        "sticks_reset": "yes",
        "checked_by": "Keiko",
        "corrected": [first.pk],
        "number": "",
    }
    with time_machine.travel(MORNING, tick=False):
        page = client.post(url(event), fields, follow=True)
    assert "Noted." in page.text and "Proposed penalties" in page.text
    found = HandIn.objects.get()
    assert (found.handed_in_at, found.noted_by) == (MORNING.replace(minute=20), mina)


def test_the_time_begins_as_that_of_the_first_entry_and_as_now_before_it(client, event, keiko):
    with time_machine.travel(MORNING + timedelta(minutes=90), tick=False):
        assert 'value="11:00"' in client.get(url(event)).text
    entered(hanchan_of(event), at=MORNING + timedelta(minutes=75))
    assert 'value="10:45"' in client.get(url(event)).text


def test_what_was_noted_is_in_the_form_again(client, event, keiko):
    wrong_sheet(event, handed_in_at=MORNING - timedelta(minutes=3))
    page = client.get(url(event)).text
    assert 'value="09:27"' in page and page.count(" checked") == 8  # four tick boxes of the proposals, four answers
    assert 'name="number" value="1"' in page


def test_a_time_to_come_is_refused_beside_its_field_and_what_was_typed_stays(client, event, keiko):
    with time_machine.travel(MORNING, tick=False):
        page = client.post(url(event), {"handed_in_at": "23:59", "checked_by": "Keiko"})
    assert page.status_code == 422 and "still to come" in page.text and 'value="Keiko"' in page.text
    assert not HandIn.objects.exists()


@unrendered()
def test_what_cannot_be_read_is_refused_and_nothing_is_written(client, event, keiko):
    for wrong in ({"handed_in_at": "noon"}, {"corrected": ["x"]}, {"sticks_reset": "perhaps"}, {"number": "-1"}):
        assert client.post(url(event), wrong).status_code == 422
    assert not HandIn.objects.exists()


def test_what_somebody_else_noted_meanwhile_is_a_conflict(client, event, keiko):
    wrong_sheet(event)
    page = client.post(url(event), {"checked_by": "Keiko", "number": "0"})
    assert page.status_code == 409 and "Somebody else noted something" in page.text


def test_a_referee_goes_on_to_the_penalty_page_with_everything_filled_in(client, event, keiko):
    wrong_sheet(event)
    page = client.get(url(event))
    assert "−2.0P" in page.text and "Report sheet handed in wrong" in page.text and "WRC 2025 §12" in page.text
    addresses = [part.split('"')[0].replace("&amp;", "&") for part in page.text.split('href="')[1:]]
    (table,) = [one for one in addresses if "/penalties/table/?" in one]
    assert parse_qs(urlsplit(table).query)["answer-reset"] == ["yes"]
    assert "2P for each player at the table" in client.get(table).text
    give = [one for one in addresses if "/penalties/give/?" in one and "answer" in one]
    assert len(give) == 4
    form = client.get(give[0]).text
    assert 'value="REPORT" checked' in form and "The sticks were reset before the check." in form


def test_a_referee_dismisses_two_of_four(client, event, keiko):
    wrong_sheet(event)
    first, second, *_ = people(event)
    fields = {"foul": "REPORT", "players": [first.pk, second.pk], "reason": "new to tournaments"}
    page = client.post(url(event, "sheet_dismiss"), fields, follow=True)
    assert page.status_code == 200 and page.text.count("not given, Keiko Mori: new to tournaments") == 2
    assert page.text.count('name="players"') == 2 and "Give it to the whole table" not in page.text


def test_a_dismissal_without_a_reason_or_players_says_so_and_keeps_the_reason(client, event, keiko):
    wrong_sheet(event)
    page = client.post(url(event, "sheet_dismiss"), {"foul": "REPORT", "players": [people(event)[0].pk]})
    assert page.status_code == 422 and "Enter a reason for not giving the penalty." in page.text
    page = client.post(url(event, "sheet_dismiss"), {"foul": "REPORT", "reason": "mixed up", "players": "x"})
    assert page.status_code == 422 and "Choose at least one player." in page.text and 'value="mixed up"' in page.text
    assert not DismissedProposal.objects.exists()


def test_the_desk_sees_proposals_and_decides_nothing(client, event, mina):
    wrong_sheet(event)
    client.force_login(mina)
    page = client.get(url(event)).text
    assert "A referee decides." in page and "Give it to the whole table" not in page and 'name="players"' not in page
    assert client.post(url(event, "sheet_dismiss"), {"foul": "REPORT"}).status_code == 403


def test_given_and_cancelled_penalties_show_on_the_page(client, event, keiko):
    wrong_sheet(event)
    address = reverse("penalty_table", args=[event.slug])
    answers = {"answer-handed-in": "yes", "answer-reset": "yes", "hanchan": "1", "table": "1"}
    shown = client.get(address, answers).text
    seen, sending = (shown.split(f'name="{name}" value="')[1].split('"')[0] for name in ("seen", "submission"))
    client.post(address, {**answers, "referee": "Keiko", "seen": seen, "submission": sending})
    assert Penalty.objects.count() == 4
    assert client.get(url(event)).text.count("given by Keiko") == 4
    cancel(penalty=Penalty.objects.first(), **with_act(by=keiko, at=MORNING, reason="not at fault"))
    assert "given, then cancelled: not at fault" in client.get(url(event)).text


def test_an_open_question_is_named(client, event, keiko):
    wrong_sheet(event, sticks_reset="")
    page = client.get(url(event)).text
    assert "Not noted yet:" in page and "up to 2.0P" in page


def test_undecided_proposals_stand_on_the_list_of_penalties_and_in_what_next(client, event, keiko):
    wrong_sheet(event)
    penalties = reverse("penalties", args=[event.slug])
    overview = reverse("event_overview", args=[event.slug])
    assert "Proposed, not decided" in client.get(penalties).text
    assert "4 proposed penalties wait for a referee: hanchan 1, table 1" in client.get(overview).text
    fields = {"foul": "REPORT", "players": [one.pk for one in people(event)], "reason": "mixed up"}
    client.post(url(event, "sheet_dismiss"), fields)
    assert "Proposed, not decided" not in client.get(penalties).text
    assert "for a referee" not in client.get(overview).text


def test_the_sheet_leads_to_its_hand_in_and_the_history_shows_it(client, event, keiko):
    assert url(event) in client.get(url(event, "sheet")).text
    assert "Checked at the table by" not in client.get(url(event, "sheet_history")).text
    wrong_sheet(event, checked_by="Keiko", handed_in_at=MORNING)
    page = client.get(url(event, "sheet_history")).text
    assert "checked at the table by" in page.lower() and "09:30" in page and people(event)[0].name in page


def test_the_list_of_hand_ins_has_everything(event, keiko):
    first, second, *_ = people(event)
    wrong_sheet(event, wrong_all_last=[first.pk], influence="no", checked_by="Keiko", handed_in_at=MORNING)
    (row,) = rows_of(HandInTable(event))
    assert row["corrected"] == f"{first.name}, {second.name}"
    assert (row["wrong_all_last"], row["influence"], row["sticks_reset"]) == (first.name, "no", "yes")
    assert (row["checked_by"], row["noted_by"], row["handed_in"]) == ("Keiko", "a command", MORNING)
