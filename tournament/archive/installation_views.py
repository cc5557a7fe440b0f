"""The page *Installation*: what the owner of the machine needs to know of it, and what to do where a figure is bad."""

import os

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournament import installation
from tournament.archive.backup_state import other_place, own_place
from tournament.archive.backups import backups_in, copied_database
from tournament.archive.installation_figures import disk_use, newest_checked, other_than_pinned, packages, versions
from tournament.archive.tables import RouteTable
from tournament.archive.views import owner_page
from tournament.core.metrics import BEGAN, memory, process_counts, route_times
from tournament.planning.jobs.queue import planning_queue

MOST_PAGES = 10
MANY = 20
"""Requests of a page that are enough to call it slow: the first one loads its code."""
LONGEST_WAIT = 30
"""Seconds after which a plan that waits while none is calculated has no worker."""


@owner_page
def installation_page(request: HttpRequest) -> HttpResponse:
    """Disk, backups, planning jobs, this process with its slowest pages, and versions."""
    now = timezone.now()
    queue = planning_queue(now)
    counts, times, installed = process_counts(), route_times(), packages()
    context = {
        "use": disk_use(),
        "own": own_place(now),
        "checked": newest_checked(backups_in(settings.BACKUP_DIR)),
        "second": other_place(now),
        "obstacle": copied_database().obstacle(),
        "queue": queue,
        "lacks_worker": not queue.running and queue.waits > LONGEST_WAIT,
        "worker_command": installation.command("planning_worker"),
        "began": BEGAN,
        "process": os.getpid(),
        "memory": memory(),
        "counts": counts,
        "requests": f"{counts.requests:,}",
        "table": RouteTable(times[:MOST_PAGES]),
        "is_slow": any(one.count >= MANY and one.most > settings.SLOW_REQUEST_SECONDS for one in times),
        "slow": f"{settings.SLOW_REQUEST_SECONDS:g}",
        "versions": versions(),
        "packages": installed,
        "differing": other_than_pinned(installed),
    }
    return render(request, "archive/installation.html", context)
