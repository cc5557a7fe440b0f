"""Every page, print, screen and file answers in each language. That no text of theirs is missing is what
tests/test_catalogue.py says, that none escapes translation tests/tournament/test_translation.py.
"""

import pytest
from django.conf import settings

from tests.factories import MORNING, make_staff, make_user
from tests.tournament.standings.tables import vouch
from tests.tournament.test_every_page import answers, small_event
from tournament.core.audit import Act
from tournament.events.actions import set_public
from tournament.management.catalogs import languages

pytestmark = [pytest.mark.words, pytest.mark.slow("every page")]


@pytest.mark.parametrize("language", languages())
def test_every_page_is_in_the_language_of_who_reads_it(client, db, language):
    event = small_event()
    event.language = language
    event.save()
    vouch(event)
    set_public(tournament=event, is_public=True, act=Act(by=None, at=MORNING))
    make_staff(event, username="desk")
    owner = make_user("owner", superuser=True)
    owner.language = language
    owner.save()
    client.force_login(owner)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    read = answers(client, event)
    assert {name for name, answer in read.items() if answer.status_code >= 500} == set()
    pages = {name: answer for name, answer in read.items() if b"<html" in getattr(answer, "content", b"")}
    spoken = {name: answer["Content-Language"].partition("-")[0] for name, answer in pages.items()}
    assert {name: other for name, other in spoken.items() if other != language} == {}
    assert all(f'<html lang="{language}"'.encode() in page.content for page in pages.values())
