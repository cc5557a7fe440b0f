"""A tournament whose pages for referees are read by its staff."""

import re

import pytest

from tests.factories import make_staff, make_tournament
from tournament.core.models import Role


@pytest.fixture
def event(db):
    return make_tournament()


@pytest.fixture
def referee(client, event):
    """Somebody who is signed in as a referee."""
    user = make_staff(event, Role.REFEREE)
    client.force_login(user)
    return user


@pytest.fixture
def said():
    """`said(response)`: the words of a page, without its tags."""
    return lambda response: " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())
