"""The device of a write: enough to tell the desk's laptop from a phone, and nothing more."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import make_staff
from tests.tournament.desk.halls import hall
from tournament.core.models import Role

AGENTS = {
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0": "Firefox, Linux, ",
    "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36":
        "Chrome, Android, ",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1":
        "Safari, iPhone, ",
    "curl/8": "",
}  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize(("agent", "device"), AGENTS.items(), ids=lambda text: text[-12:])
def test_a_line_of_history_has_browser_system_and_a_mark_of_the_session(agent, device):
    tournament = hall()
    referee = make_staff(tournament, Role.REFEREE)
    marks = set()
    for _ in range(2):
        client = Client(headers={"User-Agent": agent})
        client.force_login(referee)
        client.post(reverse("hanchan_pause", args=[tournament.slug, 1]))
        entry = tournament.audit_entries.first()
        assert entry.device.startswith(device) and len(entry.device) == len(device) + 4
        assert client.session.session_key not in entry.device
        marks.add(entry.device)
        client.post(reverse("hanchan_resume", args=[tournament.slug, 1]))
        assert tournament.audit_entries.first().device == entry.device
    assert len(marks) == 2
