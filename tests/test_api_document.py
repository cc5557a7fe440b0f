"""docs/api.md: every example is run against a server, and prints what the page says."""

import json
import os
import re
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.urls import reverse

from tests.factories import MORNING
from tests.tournament.api.events import shown_event, token_for
from tests.tournament.standings.tables import USUAL, put_in
from tournament.api.models import TokenScope, WebhookEvent
from tournament.api.paging import LARGEST
from tournament.api.paging import USUAL as USUAL_SIZE
from tournament.api.resources import RESOURCES
from tournament.api.tokens import MOST_WRONG, WINDOW
from tournament.api.webhooks.actions import PAUSES
from tournament.api.webhooks.delivery import signature
from tournament.api.webhooks.events import body_of, occurrences

pytestmark = pytest.mark.django_db(transaction=True)
PAGE = (Path(__file__).parents[1] / "docs" / "api.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```sh\n(.*?)```\n\n```text\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture
def event():
    tournament = shown_event()
    tournament.hanchan.update(planned_at=MORNING)
    put_in(tournament, 2, 1, USUAL)
    return tournament


def test_every_example_prints_what_the_page_says(event, live_server, tmp_path):
    assert len(EXAMPLES) == PAGE.count("```sh") >= 8
    keys = {
        name: token_for(event, scope, name=name)["Authorization"].removeprefix("Bearer ")
        for name, scope in (("READ", TokenScope.READ), ("WRITE", TokenScope.WRITE))
    }
    where = {**os.environ, "API": f"{live_server.url}/api/v1", "no_proxy": "*", **keys}
    for script, printed in EXAMPLES:
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", script], env=where, cwd=tmp_path, capture_output=True, text=True
        )
        assert (done.returncode, done.stdout) == (0, printed), f"{script}\n{done.stdout}{done.stderr}"


def test_every_public_address_is_on_the_page():
    named = set(re.findall(r"`/api/v1/SLUG/([\w-]+)`", PAGE))
    assert named == set(RESOURCES)


def test_the_numbers_on_the_page_are_those_of_the_code():
    assert f"{USUAL_SIZE} rows without it, {LARGEST} at most" in PAGE
    assert f"After {MOST_WRONG} wrong ones" in PAGE and WINDOW == 5 * 60
    assert reverse("api_description") in PAGE


def test_the_function_of_the_page_tells_a_signature_from_another():
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names: dict = {}
    exec(code, names)  # noqa: S102  # the example of our own page
    now = MORNING.timestamp()
    header, body = signature("secret", MORNING, "{}"), b"{}"
    assert names["is_from_sekigime"]("secret", header, body, now + 100)
    assert not names["is_from_sekigime"]("secret", header, body, now + 400)
    assert not names["is_from_sekigime"]("other", header, body, now)
    assert not names["is_from_sekigime"]("secret", header, b"{} ", now)


def test_the_message_of_the_page_is_the_one_that_is_sent():
    (told,) = (json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL))
    found = occurrences({"hanchan 7": {"closed_at": "x", "released_at": "x"}}, list(WebhookEvent))
    sent = json.loads(body_of("spring-open", 1, 9, datetime(2026, 5, 16, 11, 4, tzinfo=UTC), found, {7: 1}))
    assert len(told.pop("id")) == len(sent.pop("id"))
    assert told == sent
    assert {event.value for event in WebhookEvent} == set(re.findall(r"`(\w+\.\w+)`(?=[ ,])", PAGE))
    pauses = len(PAUSES), PAUSES[0].seconds, PAUSES[1].seconds, PAUSES[-1].seconds // 60
    assert pauses == (6, 10, 30, 40) and "seven times in all" in PAGE
