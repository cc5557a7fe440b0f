"""A ranking in a browser: its pages look right, and a calculation is unfolded and folded by the keyboard."""

from datetime import date

from django.urls import reverse

from tests.e2e.test_every_page_looks_right import LONG, reader  # noqa: F401  # a fixture
from tests.tournament.rankings.rows import act, finished_event, hide, link, make_person, make_ranking
from tournament.core.models import User
from tournament.events.models import ClubRole
from tournament.persons.club_actions import set_member
from tournament.rankings import actions

NAMES = (LONG[:60], "Bob", "Cleo", "Dan")


def season():
    """Two events of four people, one of them hidden, frozen between them; one who plays once."""
    people = {name: make_person(name, "PL") for name in (*NAMES, "Eve")}
    events = []
    for number, names in ((1, NAMES), (2, (*NAMES[1:], "Eve"))):
        event = finished_event(f"Open {number} {LONG[:40]}", names, date(2026, number, 10))
        for name in names:
            link(people[name], event)
        events.append(event)
    hide(people["Dan"])
    ranking = make_ranking(*events, name=LONG)
    actions.freeze(ranking=ranking, on=date(2026, 1, 31), act=act())
    return ranking, people


def test_every_page_of_a_ranking(reader, client, no_serious_axe_findings):  # noqa: F811
    ranking, people = season()
    set_member(club=ranking.club, user=User.objects.get(username="owner"), role=ClubRole.KEEPER)
    address = reverse("ranking", args=[ranking.slug])
    frozen = ranking.frozen.get()
    for path in (
        f"{address}?on=2026-12-31",
        f"{address}?on=2026-12-31&person={people['Bob'].pk}",
        address,
        f"{address}?on=2020-01-01",
        f"{address}countries/?on=2026-12-31",
        f"{address}events/?on=2026-12-31",
        reverse("rankings"),
        reverse("ranking_new"),
        reverse("ranking_manage", args=[ranking.slug]),
        reverse("ranking_take_back", args=[ranking.slug, frozen.pk]),
    ):
        answer = client.get(path)
        assert answer.status_code == 200, path
        reader.read(path, answer, axe=no_serious_axe_findings, in_both=True)
    assert reader.faults == [], "\n".join(reader.faults)


def test_a_calculation_is_unfolded_and_folded_by_the_keyboard(page, live_server):
    ranking, _people = season()
    page.goto(f"{live_server.url}{reverse('ranking', args=[ranking.slug])}?on=2026-12-31")
    page.get_by_role("link", name="Bob", exact=True).focus()
    page.keyboard.press("Enter")
    box = page.locator(".calculation")
    box.wait_for()
    assert "divided by" in box.inner_text()
    page.get_by_role("link", name="Bob", exact=True).focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**on=2026-12-31#p*")
    assert page.locator(".calculation").count() == 0
