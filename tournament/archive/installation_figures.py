"""Figures of the installation, never of people: disk, database, copies, planning jobs, versions. The owner's page
*Installation* has them, and `/metrics` those that are asked often.
"""

import platform
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import distributions
from pathlib import Path

import django
from django.conf import settings
from django.db import Error, connection
from django.db.models import Sum
from django.db.models.functions import Length
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.registry import Collector

from tournament import __version__, installation
from tournament.archive.backup_state import own_place
from tournament.archive.backups import Backup, backups_in, copied_database
from tournament.events.models import EventPhotograph
from tournament.planning.jobs.queue import planning_queue
from tournament.results.paper_models import PhotographData


@dataclass(frozen=True, slots=True)
class DiskUse:
    """Bytes: of the disk with the data folder, free and in all; of the database, of the photographs of report sheets
    and event reports in it, and of the copies in the server's folder.
    """

    free: int
    total: int
    database: int
    photographs: int
    copies: int


def disk_use() -> DiskUse:
    """Return the use of the disk; two queries, three on PostgreSQL."""
    disk = shutil.disk_usage(settings.DATA_DIR)
    kept = (model.objects.aggregate(bytes=Sum(Length("content"))) for model in (PhotographData, EventPhotograph))
    photographs = sum(one["bytes"] or 0 for one in kept)
    copies = sum(copy.size for copy in backups_in(settings.BACKUP_DIR))
    return DiskUse(disk.free, disk.total, copied_database().size(), photographs, copies)


def newest_checked(copies: list[Backup]) -> Backup | None:
    """Return the newest copy that was restored for a trial, of copies with the newest first."""
    return next((copy for copy in copies if copy.was_restored), None)


def versions() -> dict[str, str]:
    """Return the versions of what runs here, by name."""
    number = connection.get_database_version()
    return {
        "Sekigime": __version__,
        "Python": platform.python_version(),
        "Django": django.get_version(),
        connection.display_name: ".".join(map(str, number)),
    }


def packages() -> dict[str, str]:
    """Return the versions of the installed packages, by name in the order of the alphabet."""
    found = {str(one.metadata["Name"]).lower().replace("_", "-"): one.version for one in distributions()}
    return dict(sorted(found.items()))


def other_than_pinned(found: dict[str, str]) -> list[str]:
    """Return the packages that are missing or have another version than the one that was tested; only a checkout of the
    repository has the list of these.
    """
    pins = installation.CODE / "requirements.lock"
    return [name for name, version in _pinned(pins) if found.get(name) != version] if pins.exists() else []


def _pinned(pins: Path) -> Iterator[tuple[str, str]]:
    for line in pins.read_text(encoding="utf-8").splitlines():
        name, equals, version = line.removesuffix("\\").strip().partition("==")
        if equals and not name.startswith("#"):
            yield name.lower(), version


class InstallationMetrics(Collector):
    """What Prometheus hears of the whole installation, the same from each process; about five queries."""

    def collect(self) -> Iterator[Metric]:
        """Yield the figures. While the database does not answer only that is said, and what needs no database."""
        yield InfoMetricFamily(
            "sekigime",
            "Versions.",
            {"version": __version__, "python": platform.python_version(), "django": django.get_version()},
        )
        yield _gauge("sekigime_disk_free_bytes", "Free on the disk of the data folder.", _free())
        copies = backups_in(settings.BACKUP_DIR)
        for name, text, copy in (
            ("newest", "When the newest copy of the database was made; 0 for none.", copies[0] if copies else None),
            ("checked", "When the newest copy was made that was restored for a trial.", newest_checked(copies)),
        ):
            yield _gauge(f"sekigime_backup_{name}_timestamp_seconds", text, copy.made_at.timestamp() if copy else 0)
        try:
            found = list(_of_database(timezone.now()))
        except Error:
            found = []
        yield _gauge("sekigime_database_up", "Whether the database answers.", bool(found))
        yield from found


def _of_database(at: datetime) -> Iterator[Metric]:
    yield _gauge("sekigime_database_bytes", "Size of the database.", copied_database().size())
    text = "Whether the data has changed since the newest copy, which is a while ago."
    yield _gauge("sekigime_backup_late", text, own_place(at).old)
    queue = planning_queue(at)
    jobs = GaugeMetricFamily(
        "sekigime_planning_jobs", "Plans that wait for a worker, run, or failed within a day.", labels=["state"]
    )
    for state in ("waiting", "running", "failed"):
        jobs.add_metric([state], getattr(queue, state))
    yield jobs
    yield _gauge("sekigime_planning_waits_seconds", "For how long the first plan waits for a worker.", queue.waits)


def _gauge(name: str, text: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, text, float(value))


def _free() -> int:
    return shutil.disk_usage(settings.DATA_DIR).free
