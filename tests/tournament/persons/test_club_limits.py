"""A club keeps as many photographs, and plans as many seatings at once, as the owner of the installation allows."""

import uuid
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from tests.factories import make_players, make_staff, make_tournament, make_user
from tests.tournament.archive.event_file.events import load
from tests.tournament.desk.halls import hall
from tests.tournament.results.paper.pictures import picture, upload
from tests.tournament.results.paper.test_photographs import attached
from tests.tournament.test_races import at_once
from tournament.archive.event_file.export import event_file
from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.models import OwnerAccess, Role
from tournament.events.clubs import first_club
from tournament.persons.club_actions import add_club, limit_club, set_event_club, set_hosting
from tournament.planning.jobs.actions import request_plan
from tournament.planning.models import JobState, PlanningJob
from tournament.results.paper.actions import delete_photograph
from tournament.results.paper.photograph_limit import MEGABYTE
from tournament.results.paper_models import SheetPhotograph
from tournament.staff.owner_access import open_event
from tournament.wishes.actions import add_wish

pytestmark = pytest.mark.django_db
NO_LIMIT = dict.fromkeys(("most_events", "most_megabytes", "most_plans"))


@pytest.fixture
def clubs():
    return first_club(), add_club(name="Warsaw Riichi")


def given(tournament, club):
    set_event_club(tournament=tournament, club=club, act=Act(by=None, at=timezone.now()), today=timezone.localdate())
    return tournament


def to_plan(name, club):
    tournament = make_tournament(name, hanchan_count=4)
    make_players(tournament, 16)
    return given(tournament, club)


def plan(event):
    return request_plan(tournament=event, seed=7, act=Act(by=None, at=timezone.now()), moves=2000)


def colour(number):
    return upload(picture(colour=(60 * number, 90, 0)))


def test_photographs_beyond_the_megabytes_of_a_club_are_refused_with_figures_until_one_is_deleted(clubs):
    event, other = given(hall(), clubs[1]), given(hall(), clubs[0])
    first = attached(event, colour(1))
    SheetPhotograph.objects.update(size=2 * MEGABYTE - 10)
    limit_club(club=clubs[1], most_megabytes=2)
    with pytest.raises(Refused, match=r"Photographs of Warsaw Riichi: 2 of 2 MB are used.* owner .* can raise"):
        attached(event, colour(2))
    assert SheetPhotograph.objects.count() == 1
    assert attached(event, colour(1)) == first, "the same one again needs no room"
    attached(other, colour(2))
    delete_photograph(photograph=first, act=Act(by=None, at=timezone.now(), reason="The wrong table."))
    attached(event, colour(2))


def test_the_number_of_the_installation_is_that_of_a_club_without_one_of_its_own(clubs):
    event = hall()
    set_hosting(set_up_by="clubs", **NO_LIMIT | {"most_megabytes": 0, "most_plans": 0})
    with pytest.raises(Refused, match="0 of 0 MB are used"):
        attached(event, colour(1))
    limit_club(club=clubs[0], most_megabytes=1)
    attached(event, colour(1))
    with pytest.raises(Refused, match=r"planned for events of .*: 0, and at most 0 at once"):
        plan(to_plan("One", clubs[1]))


def test_an_event_file_with_photographs_beyond_the_megabytes_of_a_club_is_not_loaded(clubs):
    event = given(hall(), clubs[1])
    attached(event, colour(1))
    text = event_file(event)
    limit_club(club=clubs[0], most_megabytes=0)
    with pytest.raises(Refused, match="0 MB are used"), transaction.atomic():
        load(text, slug="second")
    assert SheetPhotograph.objects.count() == 1
    limit_club(club=clubs[0], most_megabytes=1)
    load(text, slug="second")
    limit_club(club=clubs[0], most_megabytes=0)
    load(event_file(make_tournament("Without")), slug="third")


def test_a_club_plans_as_many_seatings_at_once_as_it_may(clubs):
    one, two, three = (to_plan(name, clubs[1]) for name in ("One", "Two", "Three"))
    limit_club(club=clubs[1], most_plans=1)
    job = plan(one)
    with pytest.raises(Refused, match=r"planned for events of Warsaw Riichi: 1, and at most 1 at once\. Wait until"):
        plan(two)
    plan(to_plan("Elsewhere", clubs[0]))
    PlanningJob.objects.filter(pk=job.pk).update(state=JobState.DONE)
    plan(two)
    with pytest.raises(Refused, match="1, and at most 1"):
        plan(three)
    assert not three.planning_jobs.exists()


def test_the_refusals_are_shown_where_somebody_uploads_and_plans(client, clubs):
    limit_club(club=clubs[1], most_megabytes=0, most_plans=0)
    event = given(hall(), clubs[1])
    client.force_login(make_staff(event, Role.ORGANISER))
    photograph = SimpleUploadedFile("sheet.jpg", colour(1).read(), "image/jpeg")
    answer = client.post(reverse("sheet_photograph_attach", args=[event.slug, 1, 1]), {"image": photograph})
    assert (answer.status_code, "0 of 0 MB are used" in answer.content.decode()) == (422, True)
    wished = to_plan("Wished", clubs[1])
    pair = list(wished.players.all()[:2])
    add_wish(tournament=wished, kind="apart", players=pair, act=Act(by=None, at=timezone.now()))
    client.force_login(make_staff(wished, Role.ORGANISER))
    sent = {"seed": 7, "base": 0, "submission": uuid.uuid4()}
    answer = client.post(reverse("seating_plan", args=[wished.slug]), sent)
    assert (answer.status_code, "0, and at most 0 at once" in answer.content.decode()) == (422, True)


def test_the_owner_sets_the_limits_and_reads_what_is_used(client, clubs):
    plan(to_plan("One", clubs[1]))
    attached(given(hall(), clubs[1]), colour(1))
    SheetPhotograph.objects.update(size=MEGABYTE)
    client.force_login(make_user("owner", superuser=True))
    address, prefix = reverse("person_clubs"), f"limit{clubs[1].pk}-"
    own = {f"{prefix}most_events": "", f"{prefix}most_megabytes": "5", f"{prefix}most_plans": ""}
    assert client.post(address, {"do": "limit", "club_id": clubs[1].pk, **own}).status_code == 302
    sent = {"do": "hosting", "set_up_by": "clubs", "most_events": "", "most_megabytes": "9", "most_plans": "3"}
    assert client.post(address, sent).status_code == 302
    page = client.get(address)
    (_row, none), (_row, some) = page.context["rows"]
    assert (none.most["most_megabytes"], none.most["most_plans"], none.plans) == (9, 3, 0)
    assert (some.most["most_megabytes"], some.most["most_plans"], some.plans) == (5, 3, 1)
    html = page.content.decode()
    assert "1.0\xa0MB of 5 MB" in html and "1 of 3" in html and 'placeholder="9"' in html
    wrong = client.post(address, {"do": "limit", "club_id": clubs[1].pk, **own, f"{prefix}most_plans": "-1"})
    assert (wrong.status_code, "greater than or equal to 0" in wrong.content.decode()) == (422, True)


@pytest.mark.django_db(transaction=True)
def test_of_two_events_of_a_club_that_plan_at_once_one_is_refused_at_the_limit():
    first_club()
    club = add_club(name="Second")
    limit_club(club=club, most_plans=1)
    events = [to_plan(name, club) for name in ("One", "Two")]
    results = at_once([lambda event=event: plan(event).pk for event in events])
    assert sorted(type(one).__name__ for one in results) == ["Refused", "int"]
    assert PlanningJob.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_photographs_at_once_one_is_refused_where_there_is_room_for_one():
    first_club()
    club = add_club(name="Second")
    events = [given(hall(), club) for _number in range(2)]
    attached(events[0], colour(1))
    SheetPhotograph.objects.update(size=MEGABYTE - SheetPhotograph.objects.get().size * 3 // 2)
    limit_club(club=club, most_megabytes=1)
    results = at_once([lambda event=event, n=n: attached(event, colour(n)).pk for n, event in enumerate(events, 2)])
    assert sorted(type(one).__name__ for one in results) == ["Refused", "int"]
    assert SheetPhotograph.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_an_owner_who_opens_an_event_twice_at_once_opens_it_once():
    first_club()
    event = given(make_tournament(), add_club(name="Second"))
    owner = make_user("owner", superuser=True)

    def opening():
        return open_event(tournament=event, act=Act(by=owner, at=timezone.now(), reason="Help"))

    results = at_once([opening, opening])
    assert sorted(type(one).__name__ for one in results) == ["OwnerAccess", "Refused"]
    assert OwnerAccess.objects.get().until > timezone.now() + timedelta(hours=23)
