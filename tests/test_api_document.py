"""docs/api.md: every example is run against a server, and prints what the page says."""

import os
import re
import subprocess
from pathlib import Path

import pytest
from django.urls import reverse

from tests.factories import MORNING
from tests.tournament.api.events import shown_event, token_for
from tests.tournament.standings.tables import USUAL, put_in
from tournament.api.models import TokenScope
from tournament.api.paging import LARGEST
from tournament.api.paging import USUAL as USUAL_SIZE
from tournament.api.resources import RESOURCES
from tournament.api.tokens import MOST_WRONG, WINDOW

pytestmark = pytest.mark.django_db(transaction=True)
PAGE = (Path(__file__).parents[1] / "docs" / "api.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```sh\n(.*?)```\n\n```text\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture
def event():
    tournament = shown_event()
    tournament.hanchan.update(planned_at=MORNING)
    put_in(tournament, 2, 1, USUAL)
    return tournament


@pytest.mark.curl
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
