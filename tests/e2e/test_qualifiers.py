"""The page of qualifiers in a browser: it looks right with long names, and a reserve moves up by the keyboard."""

import pytest
from django.urls import reverse

from tests.e2e.test_every_page_looks_right import LONG, reader  # noqa: F401  # a fixture
from tests.factories import make_staff
from tests.tournament.qualifiers.finals import ACT, EIGHT, choose, final, key_of, qualifier, register, states
from tournament.core.models import Role
from tournament.players.actions import add_player


@pytest.fixture
def event():
    """A final with every state that has a button, and a score that differs from the total."""
    tournament = final()
    choose(tournament, qualifier(f"North Open {LONG[:40]}", (LONG[:60], *EIGHT[1:])), 3, carry="1/3")
    choose(tournament, qualifier("South Open", ("Bob", "Ida", "Jon", "Kim")), 1)
    add_player(tournament=tournament, act=ACT, name="Cleo")
    register(tournament, [key_of(tournament, "Bob")])
    tournament.players.filter(name="Bob").update(carried=0)
    return tournament


def test_the_page_of_qualifiers(reader, client, event, no_serious_axe_findings):  # noqa: F811
    client.force_login(make_staff(event, Role.ORGANISER))
    address = reverse("qualifiers", args=[event.slug])
    for path in (address, f"{address}?source={event.qualifier_sources.first().pk}"):
        answer = client.get(path)
        assert answer.status_code == 200, path
        reader.read(path, answer, axe=no_serious_axe_findings, in_both=True)
    assert reader.faults == [], "\n".join(reader.faults)


def test_one_declines_and_the_next_moves_up_by_the_keyboard(page, live_server, event, sign_in):
    sign_in(page, make_staff(event, Role.ORGANISER))
    page.goto(f"{live_server.url}{reverse('qualifiers', args=[event.slug])}")
    page.locator(f"button[value='decline:{key_of(event, 'Dan')}']").focus()
    page.keyboard.press("Enter")
    page.get_by_text("Dan declined: the next in order moves up.").wait_for()
    assert states(event)[0][3:6] == ["Dan: declined", "Eve: offered", "Finn: reserve 1"]
    page.get_by_role("button", name="Register all who qualify").click()
    page.get_by_text("3 qualifiers registered.").wait_for()
