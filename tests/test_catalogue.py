"""`makemessages` finds every sentence that the pages ask for, also those of the rule book and of its data files; and
each language has all of those of its domains.
"""

import re

import pytest
from django.conf import settings

from scoring.rules import PRESETS, preset
from scoring.sentences.sources import remarks
from tests import pseudo_locale
from tests.factories import make_staff, make_user
from tests.tournament.test_every_page import answers, small_event
from tournament.management.catalogs import faults, languages, texts_of

pytestmark = [pytest.mark.gettext, pytest.mark.slow("every page")]
OF_DJANGO = {"Password", "May", "may", ":"}  # words that Django and its packages translate themselves
OF_DJANGO |= {"%(size)d byte", "%(size)d bytes", *(f"%s {unit}" for unit in ("KB", "MB", "GB", "TB", "PB"))}


@pytest.fixture(scope="module")
def texts():
    """Every text that the command for translators finds."""
    return texts_of(settings.BASE_DIR)


@pytest.fixture(scope="module")
def catalogue(texts):
    """All of them in English, also the plural of one."""
    return {form for text in texts for form in (text.id if text.pluralizable else (text.id,))}


@pytest.mark.parametrize("language", languages())
def test_every_text_is_translated_and_nothing_else(texts, language):
    """`manage.py catalogs --check` names what is missing, stale, fuzzy or broken."""
    assert list(faults(language, texts, settings.BASE_DIR)) == []


def test_every_message_of_the_pages_is_in_the_catalogue(client, db, catalogue, monkeypatch):
    event = small_event()
    make_staff(event, username="desk")
    client.force_login(make_user("owner", superuser=True))
    asked = pseudo_locale.install(monkeypatch)
    answers(client, event)
    missing = {str(message) for message in asked} - catalogue - OF_DJANGO - of_sources()
    assert sorted(message for message in missing if has_words(message)) == []


def of_sources():
    """The remarks in sources, which may be in the language of the document; those that many rule sets share are in the
    catalogue."""
    presets = map(preset, PRESETS)
    texts = (text for one in presets for text in (*one.sources.values(), *(note.source for note in one.notes)))
    return {remark for text in texts for remark in remarks(text)}


def has_words(message):
    """Whether there is something to translate; a refusal that was put into words already is asked for once more."""
    return re.search(r"[A-Za-z]{2}", re.sub(r"\{\w+\}", "", message)) and not message.startswith(pseudo_locale.OPEN)
