"""`makemessages` finds every sentence that the pages ask for: also those of the rule book and of its data files."""

import ast
import contextlib
import re
import shutil

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import override_settings

from docs.rule_sources import PHRASES
from tests import pseudo_locale
from tests.factories import make_staff, make_user
from tests.tournament.test_every_page import answers, small_event

pytestmark = [pytest.mark.gettext, pytest.mark.slow("every page")]
OF_DJANGO = {"Password", "May", "may", ":"}  # words that Django and its packages translate themselves


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory):
    """Every message that `makemessages` finds, in a copy: it writes beside the code."""
    place = tmp_path_factory.mktemp("copy")
    for folder in ("scoring", "seating", "tournament", "templates"):
        shutil.copytree(settings.BASE_DIR / folder, place / folder, ignore=shutil.ignore_patterns("__pycache__"))
    (place / "docs").mkdir()
    shutil.copy(PHRASES, place / "docs")
    locale = place / "tournament" / "locale"
    with override_settings(LOCALE_PATHS=[str(locale)]), contextlib.chdir(place):
        call_command("makemessages", locale=["en"], keep_pot=True, verbosity=0)
    text = (locale / "django.pot").read_text(encoding="utf-8")
    entries = re.findall(r'^msgid(?:_plural)? ((?:".*"\n)+)', text, re.MULTILINE)
    return {"".join(ast.literal_eval(line) for line in entry.splitlines()) for entry in entries}


def test_every_message_of_the_pages_is_in_the_catalogue(client, db, catalogue, monkeypatch):
    event = small_event()
    make_staff(event, username="desk")
    client.force_login(make_user("owner", superuser=True))
    asked = pseudo_locale.install(monkeypatch)
    answers(client, event)
    missing = {str(message) for message in asked} - catalogue - OF_DJANGO
    assert sorted(message for message in missing if has_words(message)) == []


def has_words(message):
    """Whether there is something to translate; a refusal that was put into words already is asked for once more."""
    return re.search(r"[A-Za-z]{2}", re.sub(r"\{\w+\}", "", message)) and not message.startswith(pseudo_locale.OPEN)
