"""What a line of the history tells to webhooks: from the figures that it stored, whatever the act was. Pure.

A hanchan that is closed is often released with it, and a draw publishes all seats at once: the columns say so for every
act, also for those of tomorrow.
"""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2s
from typing import Any

from tournament.api.answers import plain
from tournament.api.models import WebhookEvent
from tournament.core.records import Figures

COLUMNS = {
    WebhookEvent.RELEASED: "released_at",
    WebhookEvent.PUBLISHED: "seating_published_at",
    WebhookEvent.STARTED: "started_at",
    WebhookEvent.CLOSED: "closed_at",
}
"""The column of a hanchan that gets a moment when it happens."""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """Something that happened to hanchan, by their ids in the history, in one line."""

    event: WebhookEvent
    hanchan: tuple[int, ...] = ()


def occurrences(figures: Figures, wanted: Collection[str]) -> list[Occurrence]:
    """Return what of `wanted` a line of history says, in the order in which it happens at a table."""
    rows = {
        int(key.removeprefix("hanchan ")): values
        for key, values in figures.items()
        if key.startswith("hanchan ") and values
    }
    found = [
        Occurrence(event, tuple(sorted(pk for pk, values in rows.items() if values.get(column))))
        for event, column in COLUMNS.items()
        if event in wanted
    ]
    order = list(WebhookEvent)
    return sorted((one for one in found if one.hanchan), key=lambda one: order.index(one.event))


def body_of(
    slug: str, webhook: int, line: int, at: datetime, found: Collection[Occurrence], numbers: Mapping[int, int]
) -> str:
    """Return what is sent of a line: what happened, to which hanchan by number, and where to read more.

    `id` is the same for every try of one line, so that a receiver knows what it has. It does not give the line away.
    """
    mark = blake2s(f"{webhook} {line} {plain(at)}".encode(), digest_size=12).hexdigest()
    told: list[dict[str, Any]] = [
        {"event": one.event.value, "hanchan": sorted(numbers[pk] for pk in one.hanchan if pk in numbers)}
        for one in found
    ]
    body = {"id": mark, "tournament": slug, "api": f"/api/v1/{slug}/", "at": plain(at), "events": told}
    return json.dumps(body, ensure_ascii=False)
