"""What this process has counted since it began, and `/metrics`, where Prometheus reads it.

Nothing counted here names a person or an event: routes are names of addresses in `urls.py`, acts are verbs.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from math import inf
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.db import close_old_connections, transaction
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.utils.crypto import constant_time_compare
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

from tournament.core.health import text_answer

METRICS = "/metrics"
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)  # seconds

disable_created_metrics()  # type: ignore[no-untyped-call]  # one more sample for each: nobody asks when a route was first
BEGAN = datetime.now(UTC)
REGISTRY = CollectorRegistry()
PROCESS = ProcessCollector(registry=REGISTRY)
REQUESTS = Counter("sekigime_requests", "Answered requests.", ["route", "method", "status"], registry=REGISTRY)
SECONDS = Histogram(
    "sekigime_request_seconds", "Seconds until the answer was made.", ["route"], registry=REGISTRY, buckets=BOUNDS
)
ACTS = Counter(
    "sekigime_acts", "Changes of events that were saved, by the verb of the history.", ["verb"], registry=REGISTRY
)
KEPT_ANSWERS = Counter(
    "sekigime_kept_answers",
    "Public answers: given again (hit), made and kept (miss), or made and not kept (once).",
    ["result"],
    registry=REGISTRY,
)
KEPT_BYTES = Gauge("sekigime_kept_answers_bytes", "Size of the public answers that are kept.", registry=REGISTRY)


def count_request(route: str, method: str, status: int, seconds: float) -> None:
    """Count an answered request by the name of its address, its method and the class of its status, 2xx."""
    REQUESTS.labels(route, method, f"{status // 100}xx").inc()
    SECONDS.labels(route).observe(seconds)


@receiver(post_save, sender="tournament.AuditEntry")
def _count_act(instance: Any, created: bool, **_of_signal: object) -> None:
    """Count a change of an event once it is there for everybody to see."""
    from tournament.core.models import Verb  # this module is read before there are models

    if created:
        transaction.on_commit(ACTS.labels(Verb(instance.verb).name.lower()).inc)


@dataclass(frozen=True, slots=True)
class ProcessCounts:
    """What this process has counted since it began: requests, those that failed, public answers, those of them that
    were given again; and the bytes of the answers that it keeps.
    """

    requests: int
    failed: int
    answers: int
    hits: int
    kept: int

    @property
    def share(self) -> int:
        """How many of a hundred public answers were given again."""
        return round(100 * self.hits / self.answers) if self.answers else 0


def process_counts() -> ProcessCounts:
    """Return what this process has counted."""
    requests, answers = _totals(REQUESTS, "status"), _totals(KEPT_ANSWERS, "result")
    kept = next(sample.value for metric in KEPT_BYTES.collect() for sample in metric.samples)
    return ProcessCounts(
        sum(requests.values()), requests.get("5xx", 0), sum(answers.values()), answers.get("hit", 0), int(kept)
    )


def _totals(counter: Counter, label: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for metric in counter.collect():
        for sample in metric.samples:
            found[sample.labels[label]] = found.get(sample.labels[label], 0) + int(sample.value)
    return found


def memory() -> int | None:
    """Return the bytes of memory that this process has; None where the system does not tell (it is Linux's to tell)."""
    found = (sample for metric in PROCESS.collect() for sample in metric.samples)
    return next((int(one.value) for one in found if one.name == "process_resident_memory_bytes"), None)


@dataclass(frozen=True, slots=True)
class RouteTimes:
    """The requests of one route since this process began: how many, and the seconds within which half and 95 % of them
    were answered, estimated from the histogram.
    """

    route: str
    count: int
    median: float
    most: float


def route_times() -> list[RouteTimes]:
    """Return the times of every route that was asked for, the slowest first."""
    buckets: dict[str, list[tuple[float, float]]] = {}
    for metric in SECONDS.collect():
        for sample in metric.samples:
            if sample.name.endswith("_bucket"):
                bound = float(sample.labels["le"])
                buckets.setdefault(sample.labels["route"], []).append((bound, sample.value))
    found = [
        RouteTimes(route, int(counted[-1][1]), quantile(counted, 0.5), quantile(counted, 0.95))
        for route, counted in buckets.items()
    ]
    return sorted(found, key=lambda one: (-one.most, -one.count, one.route))


def quantile(buckets: Sequence[tuple[float, float]], part: float) -> float:
    """Return the value below which `part` of what was counted lies, from bounds and the count up to each.

    >>> quantile([(1.0, 0), (2.0, 10), (float("inf"), 10)], 0.5)
    1.5
    >>> quantile([(1.0, 1), (float("inf"), 4)], 0.95)
    1.0
    """
    wanted = part * buckets[-1][1]
    for (low, before), (high, count) in pairwise([(0.0, 0.0), *buckets]):
        if count >= wanted and count > before:
            return low if high == inf else low + (high - low) * (wanted - before) / (count - before)
    return 0.0


class Metrics:
    """A WSGI application in front of another one, which answers `/metrics` for whoever has the token; without one in
    the settings there is no such address.

    It answers under any host name, as `/healthz` does: Prometheus asks each process at its own port.
    """

    def __init__(self, application: WSGIApplication, token: str) -> None:
        self.application, self.token = application, token

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if not self.token or environ["PATH_INFO"] != METRICS:
            return self.application(environ, start_response)
        if not constant_time_compare(environ.get("HTTP_AUTHORIZATION", ""), f"Bearer {self.token}"):
            asked = ("WWW-Authenticate", "Bearer")
            return text_answer(
                environ, start_response, "401 Unauthorized", b"Send the token of METRICS_TOKEN.\n", asked
            )
        close_old_connections()
        try:
            body = generate_latest(REGISTRY)
        finally:
            close_old_connections()
        return text_answer(environ, start_response, "200 OK", body, kind=CONTENT_TYPE_LATEST)
