"""A club is wished apart, a plan is made by a worker, watched, and taken over."""

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from tests.factories import MORNING, make_players, make_staff, make_tournament
from tests.tournament.planning.halls import begin, seated_hall
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.planning.jobs import actions, worker
from tournament.planning.models import PlanningJob
from tournament.seats.models import Seating
from tournament.seats.queries import draft_of
from tournament.wishes.actions import add_wish
from tournament.wishes.forms import FORMS

SIZES = ((1280, 800), (390, 844))
LONG = "Sociedad de los amigos del riichi de San Cristóbal de La Laguna"


@pytest.fixture
def organiser(page, sign_in, live_server):
    """`organiser(tournament)`: the browser of its organiser, and where each page is."""

    def of(tournament):
        sign_in(page, make_staff(tournament, Role.ORGANISER, name="Mina Sato"))
        return lambda name, *args: live_server.url + reverse(name, args=[tournament.slug, *args])

    return of


def test_a_club_is_kept_apart_from_the_wish_to_the_seating(page, organiser):
    event = make_tournament(hanchan_count=4)
    make_players(event, 32)
    event.players.filter(number__lte=8).update(club="Kan")
    at = organiser(event)
    page.goto(at("seating"))
    page.get_by_role("link", name="Wishes").click()
    page.get_by_label("required").check()
    page.keyboard.press("Enter")
    page.get_by_text("Players of the same club never meet.").first.wait_for()
    page.get_by_role("link", name="Plan", exact=True).click()
    page.get_by_role("button", name="Plan the seating").click()
    page.wait_for_url("**/seating/work/*/")
    worker.run_next(now=timezone.now)
    page.get_by_role("button", name="Use this seating").click()
    page.wait_for_url(at("seating"))
    club = set(event.players.filter(club="Kan").values_list("pk", flat=True))
    tables = [seats for tables in draft_of(Seating.objects.get()).values() for seats in tables.values()]
    assert len(tables) == 32 and all(len(club & set(seats)) == 1 for seats in tables)


def test_the_page_follows_the_work_by_itself_until_its_end(page, organiser):
    event = seated_hall(16, 6)
    begin(event, 2)
    at = organiser(event)
    job = actions.request_plan(tournament=event, seed=7, act=Act(by=None, at=MORNING, base=1), moves=2000)
    PlanningJob.objects.update(requested_at=timezone.now())
    page.goto(at("seating_job", job.pk))
    page.get_by_text("Starting.").wait_for()
    PlanningJob.objects.update(progress=420, shortfall=6, beat_at=timezone.now())
    page.get_by_text("42 %").wait_for()
    PlanningJob.objects.update(beat_at=None)
    worker.run(job.pk, now=timezone.now)
    page.get_by_role("button", name="Use this seating").wait_for()
    expect(page.locator("[hx-trigger]")).to_have_count(0)


def test_nobody_is_shut_out_and_the_phone_is_wide_enough(page, organiser, no_serious_axe_findings):
    event = make_tournament(hanchan_count=8)
    people = make_players(event, 40, club=LONG)
    event.players.filter(number=2).update(name="עליזה בן־דוד 🀄")
    at = organiser(event)
    add_wish(tournament=event, kind="same", shared="club", act=Act(by=None, at=MORNING))
    add_wish(tournament=event, kind="apart", players=people[:9], hanchan=5, weight="must", act=Act(by=None, at=MORNING))
    add_wish(
        tournament=event, kind="tables", players=people[12:16], tables=[1, 2], label=LONG, act=Act(by=None, at=MORNING)
    )
    job = actions.request_plan(tournament=event, seed=7, act=Act(by=None, at=timezone.now()), moves=2000)
    for address in (at("seating_plan"), *(f"{at('seating_wishes')}?kind={kind}" for kind in FORMS)):
        looked_at(page, address, no_serious_axe_findings)
    for beat_at in (timezone.now(), MORNING):  # under way, and waiting for a worker
        PlanningJob.objects.update(progress=430, shortfall=12, beat_at=beat_at)
        looked_at(page, at("seating_job", job.pk), no_serious_axe_findings)
    worker.run(job.pk, now=timezone.now)
    looked_at(page, at("seating_job", job.pk), no_serious_axe_findings)


def looked_at(page, address, no_serious_axe_findings):
    page.goto(address)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{address} at {width}"
    no_serious_axe_findings(page)
