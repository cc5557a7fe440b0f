"""A tournament that begins with the answers of an earlier one."""

from uuid import uuid4

import pytest

from tests.factories import MORNING, make_staff, make_user
from tournament.core.audit import Act
from tournament.core.models import Role, Tournament
from tournament.events.actions import change_rules
from tournament.events.tournament_setup import answers_like

pytestmark = pytest.mark.django_db
PLAIN = {
    "name": "Spring Open",
    "preset": "wrc-2022",
    "hanchan_count": "5",
    "wind_method": "fixed",
    "point_unit": "hundreds",
    "entry_mode": "single",
}
FULL = PLAIN | {
    "place": "Leiden",
    "first_day": "2026-05-16",
    "time_zone": "Europe/Amsterdam",
    "minutes": "75",
    "starts": "10:00 12:00 14:30\n10:00 13:00",
    "cut_after": "4",
    "cut_size": "8",
    "carry": "1/2",
    "final_minutes": "0",
    "prizes": "A cup\nA book",
    "protest_minutes": "30",
    "wind_method": "drawn",
    "point_unit": "thousands",
    "entry_mode": "blind",
    "table_count": "9",
    "capacity": "36",
}


@pytest.fixture(autouse=True)
def owner(client):
    user = make_user(superuser=True)
    client.force_login(user)
    return user


def set_up(client, typed):
    """Set up a tournament with what is typed."""
    answer = client.post("/manage/new/", typed | {"submission": uuid4()})
    assert answer.status_code == 302, answer.context["form"].errors
    return Tournament.objects.get(slug=answer.url.split("/")[2])


def copied(client, slug):
    """The answers with which the form begins, as a browser sends them."""
    form = client.get("/manage/new/", {"copy": slug}).context["form"]
    values = {name: form[name].value() for name in form.fields}
    return {name: "" if value is None else value for name, value in values.items()} | {"copy": slug}


@pytest.mark.parametrize("typed", [PLAIN, FULL], ids=["plain", "full"])
def test_a_copy_has_the_answers_and_the_rules_of_the_first(client, typed):
    first = set_up(client, typed)
    second = set_up(client, copied(client, first.slug) | {"first_day": "2027-05-15"})
    assert second.slug == "spring-open-2"
    assert answers_like(second) == answers_like(first)
    assert second.ruleset == first.ruleset
    assert str(second.first_day) == "2027-05-15"


def test_the_days_are_asked_again_and_planned_starts_need_them(client):
    first = set_up(client, FULL)
    answer = client.post("/manage/new/", copied(client, first.slug))
    assert set(answer.context["form"].errors) == {"first_day"}
    assert f'name="copy" value="{first.slug}"' in answer.text
    assert 'id="copy"' not in answer.text, "what was typed would be lost"


def test_rules_that_no_offered_set_has_are_copied_whole(client, owner):
    first = set_up(client, PLAIN)
    assert 'value="earlier"' not in client.get("/manage/new/", {"copy": first.slug}).text
    change_rules(tournament=first, act=Act(by=owner, at=MORNING), start=25_000)
    typed = copied(client, first.slug)
    assert typed["preset"] == "earlier"
    assert 'value="earlier"' in client.get("/manage/new/", {"copy": first.slug}).text
    assert set_up(client, typed).ruleset == first.ruleset
    assert set_up(client, typed | {"preset": "tenhou"}).ruleset.key == "tenhou"


def test_the_plan_of_a_day_takes_the_limit_of_copied_rules(client, owner):
    first = set_up(client, PLAIN)
    change_rules(tournament=first, act=Act(by=owner, at=MORNING), time={"minutes": 45})
    second = set_up(client, copied(client, first.slug) | {"first_day": "2027-05-15", "first_start": "10:00"})
    starts = second.hanchan.values_list("planned_at", flat=True)[:2]
    assert (starts[1] - starts[0]).seconds == (45 + 15) * 60


def test_no_prize_moves_to_a_place_that_has_none(client):
    first = set_up(client, FULL)
    first.prizes.filter(place=2).update(place=3)
    assert copied(client, first.slug)["prizes"] == "A cup"


def test_only_what_somebody_organises_can_be_copied(client):
    own, other = set_up(client, PLAIN), set_up(client, PLAIN | {"name": "Another"})
    organiser = make_staff(own, Role.ORGANISER)
    other.memberships.create(user=organiser, role=Role.DESK)
    client.force_login(organiser)
    page = client.get("/manage/new/", {"copy": other.slug})
    assert page.context["earlier"] is None
    assert [one.slug for one in page.context["organised"]] == [own.slug]
    answer = client.post("/manage/new/", PLAIN | {"copy": other.slug, "preset": "earlier", "submission": uuid4()})
    assert (answer.status_code, Tournament.objects.count()) == (422, 2)


def test_the_first_tournament_has_nothing_to_copy(client):
    assert 'id="copy"' not in client.get("/manage/new/").text
