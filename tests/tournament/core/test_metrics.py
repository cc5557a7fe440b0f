"""What Prometheus hears, who may hear it, and that the figures are those of the installation."""

from datetime import UTC, datetime, timedelta
from wsgiref.util import setup_testing_defaults

import pytest
from django.db import OperationalError
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.parser import text_string_to_metric_families

from tests.factories import make_tournament
from tournament.archive import installation_figures
from tournament.archive.backups import make_backup
from tournament.archive.installation_figures import InstallationMetrics
from tournament.core import metrics
from tournament.core.metrics import METRICS, SECONDS, Metrics, count_request, memory, quantile, route_times
from tournament.planning.models import JobState, PlanningJob

TOKEN = "a token of the operator"


def behind(environ, start_response):
    start_response("404 Not Found", [])
    return [b"a page"]


def ask(token=TOKEN, path=METRICS, **headers):
    """Status, headers and text of an answer."""
    environ = {"PATH_INFO": path, **headers}
    setup_testing_defaults(environ)
    told = []
    body = b"".join(Metrics(behind, token)(environ, lambda status, head: told.extend([status, dict(head)])))
    return int(told[0][:3]), told[1], body.decode()


def with_token(token):
    return {"HTTP_AUTHORIZATION": f"Bearer {token}"}


def figures():
    """The value of each figure of the installation, by its name and labels."""
    registry = CollectorRegistry()
    registry.register(InstallationMetrics())
    return {
        " ".join([sample.name, *sample.labels.values()]): sample.value
        for family in text_string_to_metric_families(generate_latest(registry).decode())
        for sample in family.samples
    }


def test_without_a_token_in_the_settings_there_is_no_such_address():
    assert ask(token="")[0] == 404
    assert ask(token="", **with_token(""))[0] == 404


@pytest.mark.django_db
def test_whoever_has_the_token_is_answered_and_nobody_else():
    for headers in ({}, with_token(""), with_token(TOKEN + "x"), with_token("tökén"), {"HTTP_AUTHORIZATION": TOKEN}):
        status, head, text = ask(**headers)
        assert (status, head["WWW-Authenticate"], "sekigime" in text) == (401, "Bearer", False)
    status, head, text = ask(**with_token(TOKEN), HTTP_HOST="127.0.0.1:8001")
    assert status == 200 and head["Content-Type"].startswith("text/plain; version=") and "no-store" in str(head)
    assert "sekigime_requests" in text
    assert ask(path="/", **with_token(TOKEN))[2] == "a page"


def test_a_wrong_token_is_compared_as_slowly_as_a_right_one(monkeypatch):
    compared = []
    monkeypatch.setattr(metrics, "constant_time_compare", lambda *pair: compared.append(pair))
    assert ask(**with_token("wrong"))[0] == 401
    assert compared == [("Bearer wrong", f"Bearer {TOKEN}")]


@pytest.mark.django_db
def test_the_installation_is_counted_in_few_queries(settings, tmp_path, now, django_assert_max_num_queries):
    settings.BACKUP_DIR = tmp_path / "backups"
    for number, (state, beat) in enumerate(
        [(JobState.ACTIVE, None), (JobState.ACTIVE, "now"), (JobState.FAILED, None), (JobState.DONE, None)]
    ):
        at = datetime.now(UTC)
        make_job(number, state=state, requested_at=at - timedelta(minutes=10), beat_at=at if beat else None)
    with django_assert_max_num_queries(4):
        found = figures()
    jobs = {state: found[f"sekigime_planning_jobs {state}"] for state in ("waiting", "running", "failed")}
    assert jobs == {"waiting": 1, "running": 1, "failed": 1}
    assert 600 <= found["sekigime_planning_waits_seconds"] < 6000
    assert found["sekigime_database_up"] == 1 and found["sekigime_database_bytes"] > 100_000
    assert found["sekigime_disk_free_bytes"] > 0
    assert found["sekigime_backup_newest_timestamp_seconds"] == 0 == found["sekigime_backup_late"]
    assert not any("Spring" in name or "spring" in name for name in found)


def make_job(number, **values):
    return PlanningJob.objects.create(tournament=make_tournament(name=f"Spring {number}"), spec={}, **values)


@pytest.mark.django_db
@pytest.mark.sqlite
def test_the_newest_copy_and_the_newest_that_was_restored_have_their_times(settings, tmp_path, now):
    settings.BACKUP_DIR = tmp_path / "backups"
    make_backup(settings.BACKUP_DIR, now)
    listed = now + timedelta(hours=1)
    name = f"sekigime-{listed.astimezone(UTC):%Y%m%dT%H%M%S}Z-timed.listed.sqlite3"
    (settings.BACKUP_DIR / name).write_bytes(b"listed")
    found = figures()
    assert found["sekigime_backup_newest_timestamp_seconds"] == listed.timestamp()
    assert found["sekigime_backup_checked_timestamp_seconds"] == now.timestamp()
    assert found["sekigime_backup_late"] == 1, "the file of the database was changed since"


@pytest.mark.django_db
def test_while_the_database_does_not_answer_the_rest_is_still_told(monkeypatch):
    def dead(_at):
        raise OperationalError("connection refused")

    monkeypatch.setattr(installation_figures, "planning_queue", dead)
    found = figures()
    assert found["sekigime_database_up"] == 0 and "sekigime_disk_free_bytes" in found
    assert "sekigime_database_bytes" not in found


def test_the_times_of_a_route_are_estimated_from_its_histogram():
    SECONDS.clear()
    assert route_times() == []
    for seconds in (0.03, 0.04, 0.04, 0.2):
        count_request("slow", "GET", 200, seconds)
    count_request("slower", "GET", 200, 60)
    slower, slow = route_times()
    assert (slower.route, slower.count, slower.median, slower.most) == ("slower", 1, 10, 10)
    assert (slow.route, slow.count) == ("slow", 4)
    assert 0.025 < slow.median < 0.05 and 0.1 < slow.most < 0.25


def test_nothing_counted_has_no_quantile():
    assert quantile([(1.0, 0), (float("inf"), 0)], 0.5) == 0.0


def test_where_the_system_does_not_tell_there_is_no_memory(monkeypatch):
    assert memory() is None or memory() > 1_000_000
    monkeypatch.setattr(metrics.PROCESS, "collect", list)
    assert memory() is None
