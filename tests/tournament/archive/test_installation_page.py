"""The page *Installation*: figures for the owner of the machine alone, and what to do where one is bad."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.factories import make_staff, make_tournament, make_user
from tests.tournament.rendering import unrendered
from tournament.archive import installation_figures, installation_views
from tournament.archive.backups import choose_second_place, make_backup
from tournament.archive.installation_figures import disk_use, other_than_pinned, packages
from tournament.archive.tables import milliseconds
from tournament.core.metrics import ProcessCounts, RouteTimes
from tournament.core.models import Role
from tournament.planning.models import PlanningJob
from tournament.results.paper_models import PhotographData

pytestmark = pytest.mark.django_db
PAGE = "/installation/"


@pytest.fixture(autouse=True)
def own(settings, tmp_path):
    settings.BACKUP_DIR = tmp_path / "backups"
    return settings.BACKUP_DIR


@pytest.fixture
def owner(client):
    client.force_login(make_user("owner", superuser=True))
    return client


def text(client):
    return client.get(PAGE).content.decode()


def test_it_is_for_the_owner_and_linked_from_where_the_owner_looks(client, own):
    assert client.get(PAGE).status_code == 302
    client.force_login(make_staff(make_tournament(), Role.ORGANISER))
    assert client.get(PAGE).status_code == 403
    client.force_login(make_user("owner", superuser=True))
    assert client.get(PAGE).status_code == 200
    for name in ("account", "backups"):
        assert PAGE in client.get(reverse(name)).content.decode()


def test_it_has_figures_and_nobody(owner, django_assert_max_num_queries):
    make_tournament(name="Spring Open")
    with unrendered():
        context = owner.get(PAGE).context
    with django_assert_max_num_queries(6):
        owner.get(PAGE)
    assert context["use"].free > 0 and context["use"].database > 100_000 and context["use"].photographs == 0
    assert context["versions"]["Sekigime"] == "0.9.0" and len(context["versions"]) == 4
    assert context["packages"]["django"] == context["versions"]["Django"]
    assert "Spring Open" not in text(owner) and "spring" not in text(owner)


def test_photographs_and_copies_are_counted_in_bytes(own, monkeypatch):
    copy = make_backup(own, timezone.now())
    monkeypatch.setattr(PhotographData.objects, "aggregate", lambda **_bytes: {"bytes": 7})
    use = disk_use()
    assert (use.copies, use.photographs) == (copy.stat().st_size, 7)


def test_without_copies_it_asks_for_one_and_for_a_second_place(owner, own, tmp_path):
    page = text(owner)
    assert "There is no copy yet. Make one now." in page and "No second place yet" in page
    make_backup(own, timezone.now())
    (tmp_path / "stick").mkdir()
    choose_second_place(str(tmp_path / "stick"))
    page = text(owner)
    assert "There is no copy yet" not in page and "No second place yet" not in page
    assert "Newest copy there" in page and "none yet" in page
    (tmp_path / "stick" / "sekigime-second-place.txt").unlink()
    assert "another stick" in text(owner)


@pytest.mark.sqlite
def test_an_old_copy_and_one_that_was_only_listed_are_told(owner, own):
    copy = make_backup(own, timezone.now())
    copy.rename(own / "sekigime-20260101T000000Z-timed.listed.sqlite3")
    page = text(owner)
    assert "The data has changed since the newest copy." in page and "Newest copy restored for a trial" in page


@pytest.mark.parametrize(("running", "asks"), [(False, True), (True, False)])
def test_a_plan_that_waits_while_none_is_calculated_asks_for_a_worker(owner, running, asks):
    long_ago = timezone.now() - timedelta(minutes=2)
    PlanningJob.objects.create(tournament=make_tournament(), spec={}, requested_at=long_ago)
    if running:
        other = make_tournament(name="Other")
        PlanningJob.objects.create(tournament=other, spec={}, requested_at=long_ago, beat_at=timezone.now())
    page = text(owner)
    assert ("planning service is not running" in page) == asks and ("planning_worker" in page) == asks


def test_failed_requests_slow_pages_and_little_room_are_told(owner, monkeypatch):
    assert "failed since" not in text(owner)
    monkeypatch.setattr(installation_views, "process_counts", lambda: ProcessCounts(12_345, 2, 4, 3, 5_000))
    monkeypatch.setattr(installation_views, "route_times", lambda: [RouteTimes("standings", 1_200, 0.0004, 2.5)])
    monkeypatch.setattr("tournament.core.disk.LEAST", 1 << 62)
    page = text(owner)
    assert "2 requests have failed since" in page and "takes longer than 2 s" in page and "almost full" in page
    assert "<code>standings</code>" in page and "1,200" in page and "2,500" in page and "12,345" in page
    assert "75 of 100" in page
    monkeypatch.setattr(installation_views, "route_times", lambda: [RouteTimes("standings", 2, 2.0, 2.5)])
    assert "takes longer than" not in text(owner), "one request of two is no rule"


def test_milliseconds_are_as_exact_as_people_need_them():
    assert [milliseconds(seconds) for seconds in (0.0004, 0.0123, 1.25)] == ["0.4", "12", "1,250"]


def test_packages_that_are_not_those_that_were_tested_are_named(owner, tmp_path, monkeypatch):
    assert other_than_pinned(packages()) == []
    monkeypatch.setattr(installation_figures.installation, "CODE", tmp_path)
    assert other_than_pinned(packages()) == [], "an installed package has no list"
    (tmp_path / "requirements.lock").write_text("# a==1\ndjango==1.0 \\\n    --hash=sha256:0\nno-such==2\n")
    assert other_than_pinned({"django": "5.2", "pillow": "12"}) == ["django", "no-such"]
    assert "not of the version that was tested" in text(owner)
