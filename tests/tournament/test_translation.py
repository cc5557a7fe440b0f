"""Every sentence that a person reads goes through translation: pages, prints and the workbook.

The event of these tests has names without a Latin letter; so a Latin word outside the marks of the pseudo-locale is one
that no translator would ever see.
"""

from io import BytesIO

import pytest
from django.urls import reverse

from tests import pseudo_locale
from tests.factories import MORNING, make_staff, make_user
from tests.tournament.standings.tables import vouch
from tests.tournament.test_every_page import answers, small_event
from tournament.core.audit import Act
from tournament.core.audit_check import last_value
from tournament.core.chain import head
from tournament.core.devices import mark_of
from tournament.events.actions import change_settings, set_public

pytestmark = [pytest.mark.words, pytest.mark.slow("every page")]
RAW = {"⟦Rule set⟧", "⟦Rules⟧", "⟦History⟧"}  # values by their names, with citations, for programs and archives
TIME_ZONE_AND_ADDRESS = {"UTC", "taikai"}
BILINGUAL = {
    *("print_report_sheets", "print_all_last_sheets"),
    *("screen_clock", "screen_last_hand", "screen_race", "screen_seating", "screen_seating_now", "screen_standings"),
    *("screen_teams", "screen_test"),
}
NAMES = tuple(f"選手{number}" for number in "一二三四五六七八")


@pytest.fixture
def event(db, monkeypatch):
    """A small event: what is stored of it is data, or words that are translated when they are shown."""
    tournament = small_event(name="大会", names=NAMES)
    tournament.slug = "taikai"
    tournament.place = "東京"
    tournament.save()
    vouch(tournament)
    set_public(tournament=tournament, is_public=True, act=Act(by=None, at=MORNING))
    make_staff(tournament, username="受付")
    pseudo_locale.install(monkeypatch)
    monkeypatch.setattr("tournament.archive.installation_views.BEGAN", MORNING)  # a day like all others of the tests
    return tournament


@pytest.fixture
def owner(client, db):
    client.force_login(make_user("持主", superuser=True))
    return client


@pytest.mark.slow("every page")
def test_no_page_shows_a_word_that_was_not_translated(owner, event):
    escaped, device = {}, mark_of(owner.session.session_key)  # four signs, perhaps three letters among them
    for name, answer in answers(owner, event).items():
        if "text/html" in answer.get("Content-Type", ""):
            page = pseudo_locale.Text()
            page.feed(answer.content.decode())
            if words := {word for text in page.texts for word in pseudo_locale.words_outside(text.replace(device, ""))}:
                escaped[name] = sorted(words)
    assert escaped == {}


@pytest.mark.slow("every page")
def test_the_hall_and_its_papers_speak_the_two_languages_of_the_event_and_no_page_that_of_another(owner, event):
    """The browser asks for German; the event is French and Japanese, and was loaded by somebody who reads English."""
    change_settings(tournament=event, language="fr", second_language="ja", act=Act(by=None, at=MORNING))
    owner.defaults["HTTP_ACCEPT_LANGUAGE"] = "de"
    told = {}
    for name, answer in answers(owner, event).items():
        if "text/html" in answer.get("Content-Type", "") and answer.status_code == 200:
            told[name] = frozenset(pseudo_locale.languages(answer.content.decode()))
    of_the_event = {name for name in told if name.startswith(("print_", "screen_", "export_post_html"))} - {
        "screen_find"
    }
    assert {name: sorted(told[name]) for name in of_the_event if not told[name] <= {"fr", "ja"}} == {}
    others = {name: sorted(told[name] - {"de"}) for name in told.keys() - of_the_event if told[name] - {"de"}}
    assert others == {"export_post": ["fr"]}  # the post on a page of the staff
    assert {name for name in of_the_event if "ja" in told[name]} == BILINGUAL


def test_no_cell_of_the_workbook_holds_a_word_that_was_not_translated(owner, event):
    from openpyxl import load_workbook

    answer = owner.get(reverse("export_workbook", args=[event.slug]))
    book = load_workbook(BytesIO(b"".join(answer)), data_only=True)
    texts = [
        (sheet.title, str(cell.value))
        for sheet in book
        for row in sheet.iter_rows()
        for cell in row
        if isinstance(cell.value, str)
    ]
    escaped = {text for title, text in texts if title not in RAW and pseudo_locale.words_outside(text)}
    assert escaped - {head(last_value(event))} == TIME_ZONE_AND_ADDRESS
