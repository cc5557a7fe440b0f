"""The page of a planning job, and the page of planning that leads to it."""

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.factories import make_players, make_staff, make_tournament
from tests.tournament.planning.halls import begin, seated_hall
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.planning.jobs import worker
from tournament.planning.models import JobState, PlanningJob
from tournament.seats.models import Seating
from tournament.wishes.actions import add_wish

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(client, now):
    tournament = make_tournament(hanchan_count=4)
    make_players(tournament, 16)
    client.force_login(make_staff(tournament, Role.ORGANISER))
    add_wish(tournament=tournament, kind="apart", players=list(tournament.players.all()[:2]), act=Act(by=None, at=now))
    return tournament


def page(name, event, *args):
    return reverse(name, args=[event.slug, *args])


def requested(client, event, **typed):
    form = {"seed": 7, "base": 0, "submission": uuid.uuid4(), **typed}
    return client.post(page("seating_plan", event), form)


def planned(client, event, **typed):
    """The answer of the page; whatever it requested has been run, with a short search."""
    answer = requested(client, event, **typed)
    for job in PlanningJob.objects.filter(state=JobState.ACTIVE):
        job.spec["moves"] = 2000
        job.save()
        worker.run(job.pk, now=timezone.now)
    return answer


def test_the_page_of_planning_lists_the_wishes_and_what_to_expect(client, event):
    html = client.get(page("seating_plan", event)).content.decode()
    assert "No two players meet twice." in html and "<bdi>Aiko Brandt</bdi> (1) and" in html
    assert page("seating_wishes", event) in html and "This may take a while" in html
    crowded = make_tournament("Crowd", hanchan_count=8)
    make_players(crowded, 16)
    client.force_login(make_staff(crowded, Role.ORGANISER))
    html = client.get(page("seating_plan", crowded)).content.decode()
    assert "at least 72 repeats" in html and "No wishes: everybody is drawn freely." in html


def test_with_a_wish_a_plan_is_work_whose_result_is_taken_over(client, event):
    answer = planned(client, event)
    job = PlanningJob.objects.get()
    assert answer["Location"] == page("seating_job", event, job.pk) and not Seating.objects.exists()
    html = client.get(answer["Location"]).content.decode()
    assert "The plan is ready." in html and "Nobody meets twice" in html and "every 1s" not in html
    assert "A plan is ready but not in use yet." in client.get(page("seating_plan", event)).content.decode()
    form = {"do": "take", "base": 0, "submission": uuid.uuid4()}
    for _time in range(2):
        assert client.post(answer["Location"], form)["Location"] == page("seating", event)
    assert Seating.objects.get().seed == 7
    assert "This plan is in use." in client.get(answer["Location"]).content.decode()


def test_without_wishes_everybody_has_a_seat_at_once(client, event):
    event.wishes.all().delete()
    assert planned(client, event)["Location"] == page("seating_hanchan", event, 1)
    assert not PlanningJob.objects.exists()


def test_after_the_start_the_rest_is_planned_with_the_past(client):
    hall = seated_hall(32, 5)
    client.force_login(make_staff(hall, Role.ORGANISER))
    begin(hall, 3)
    job = planned(client, hall, base=1)["Location"]
    html = client.get(job).content.decode()
    assert "Hanchan 4–5, seed 7" in html and "Version 1 is now in use" in html
    assert "players change tables" in html and "Who moves" in html
    answer = client.post(job, {"do": "take", "base": 1, "submission": uuid.uuid4()}, follow=True)
    assert Seating.objects.count() == 2
    assert f"{page('seating_change', hall)}?what=back&amp;version=1" in answer.content.decode()


def test_who_asks_again_with_what_was_seen_hears_nothing_new(client, event):
    address = requested(client, event)["Location"]
    assert "Starting." in client.get(address).content.decode()
    PlanningJob.objects.update(progress=430, shortfall=6, beat_at=timezone.now())
    html = client.get(address, headers={"HX-Request": "true"}).content.decode()
    assert "43 %" in html and "Shortfall of the best plan so far: 6" in html and "<html" not in html
    assert 'hx-trigger="every 1s"' in html
    since = html.split("?since=")[1].split('"')[0]
    assert client.get(address, {"since": since}).status_code == 204
    PlanningJob.objects.update(progress=431)
    assert client.get(address, {"since": since}).status_code == 200


def test_a_second_plan_meanwhile_is_told_to_wait_and_shown_the_first(client, event):
    address = requested(client, event)["Location"]
    answer = requested(client, event, seed=8)
    assert answer.status_code == 409
    html = answer.content.decode()
    assert "A plan is already being calculated" in html and address in html


def test_a_job_that_no_worker_reports_on_says_what_to_start_and_is_followed_on(client, event, now):
    address = requested(client, event)["Location"]
    for values in ({"requested_at": now}, {"beat_at": now, "attempts": 1}):
        PlanningJob.objects.update(**values)
        html = client.get(address).content.decode()
        assert "start “manage.py planning_worker”" in html and 'hx-trigger="every 1s"' in html
    PlanningJob.objects.update(beat_at=timezone.now())
    assert "planning_worker" not in client.get(address).content.decode()


def test_a_job_is_stopped_from_its_page_and_keeps_the_best_plan(client, event):
    address = requested(client, event)["Location"]
    client.post(address, {"do": "stop"})
    html = client.get(address).content.decode()
    assert "Stopping." in html and 'value="stop"' not in html
    worker.run_next(now=timezone.now)
    PlanningJob.objects.update(state=JobState.STOPPED)  # the search was over before it looked
    html = client.get(address).content.decode()
    assert "best plan found so far" in html and "Use this seating" in html


@pytest.mark.parametrize("ended", [False, True])
def test_a_job_of_another_version_fails_in_words(client, event, ended):
    address = requested(client, event)["Location"]
    PlanningJob.objects.update(spec={"players": 16})
    if ended:
        assert worker.run_next(now=timezone.now) and not worker.run_next(now=timezone.now)
        assert "The last plan ended without a result." in client.get(page("seating_plan", event)).content.decode()
    html = client.get(address).content.decode()
    assert "ended without a result" in html and "requested from another version of Sekigime" in html
    assert client.post(address, {"do": "take", "base": 0, "submission": uuid.uuid4()}).status_code == 422


def test_who_changed_the_seating_meanwhile_is_named_before_it_is_taken_over(client, event):
    planned(client, event)
    job = PlanningJob.objects.get()
    event.wishes.all().delete()
    planned(client, event, seed=9)
    event.wishes.update(withdrawn_at=None)
    address = page("seating_job", event, job.pk)
    form = client.get(address).context["form"].initial
    assert form["base"] == 0
    answer = client.post(address, {"do": "take", **form})
    assert answer.status_code == 409
    html = answer.content.decode()
    assert "version 1 is now in use" in html and 'name="base" value="1"' in html
    assert client.post(address, {"do": "take", **answer.context["form"].initial}).status_code == 302
    assert Seating.objects.count() == 2


def test_a_plan_is_thrown_away_and_is_gone(client, event):
    address = planned(client, event)["Location"]
    assert client.post(address, {"do": "discard"})["Location"] == page("seating_plan", event)
    assert client.get(address).status_code == 404


def test_a_plan_of_somebody_deleted_since_is_not_offered(client, event):
    address = planned(client, event)["Location"]
    event.players.filter(number=16).delete()
    html = client.get(address).content.decode()
    assert "changed since the plan was requested. Plan again." in html and "Use this seating" not in html
    assert client.post(address, {"do": "take", "base": 0, "submission": uuid.uuid4()}).status_code == 409


def test_nonsense_in_a_form_does_nothing(client, event):
    address = planned(client, event)["Location"]
    assert client.post(address, {"do": "dance"}).status_code == 302
    assert client.post(address, {"do": "take", "base": "x"}).status_code == 302
    assert not Seating.objects.exists()
    other = make_tournament("Other")
    client.force_login(make_staff(other, Role.ORGANISER))
    assert client.get(page("seating_job", other, PlanningJob.objects.get().pk)).status_code == 404


def test_a_large_plan_costs_the_page_as_many_queries_as_a_small_one(client):
    def count(players):
        hall = seated_hall(players, 5)
        begin(hall, 4)
        client.force_login(make_staff(hall, Role.ORGANISER))
        address = planned(client, hall, base=1)["Location"]
        with CaptureQueriesContext(connection) as caught:
            assert client.get(address).status_code == 200
        return len(caught)

    assert count(16) == count(64) <= 20


def test_many_wishes_cost_the_page_of_planning_as_many_queries_as_one(client, event, now):
    def count():
        with CaptureQueriesContext(connection) as caught:
            assert client.get(page("seating_plan", event)).status_code == 200
        return len(caught)

    few = count()
    people = list(event.players.order_by("number"))
    for other in people[2:9]:
        add_wish(tournament=event, kind="apart", players=[people[0], other], act=Act(by=None, at=now))
    assert count() == few <= 30


def test_a_plan_made_for_other_wishes_says_so(client, event, now):
    address = planned(client, event)["Location"]
    assert "have changed since this plan was made" not in client.get(address).content.decode()
    add_wish(tournament=event, kind="apart", players=list(event.players.all()[2:4]), act=Act(by=None, at=now))
    assert "have changed since this plan was made" in client.get(address).content.decode()
