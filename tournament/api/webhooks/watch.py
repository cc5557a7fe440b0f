"""The thread of the server that sends webhooks, beside the pages: no write waits for a receiver.

It reads the history: a webhook knows up to which line it was sent, so nothing is lost when the server ends, and
each line is sent at least once, in order. Several servers on one database may watch: each try is taken by one.
"""

import logging
from datetime import datetime
from threading import Event, Thread

from django.db import connection
from django.utils import timezone

from tournament.api.models import Webhook, WebhookEvent
from tournament.api.webhooks.actions import note_result, take
from tournament.api.webhooks.delivery import send
from tournament.api.webhooks.events import Occurrence, body_of, occurrences
from tournament.api.webhooks.queries import lines_after, numbers_of, waiting
from tournament.core.models import AuditEntry

EVERY = 2.0  # seconds
logger = logging.getLogger("tournament.webhooks")


class WebhookWatch:
    """Sends what the histories tell. `looked` is how far each history was read without finding anything to send."""

    def __init__(self, *, every: float = EVERY) -> None:
        self.every = every
        self.looked: dict[int, int] = {}
        self.ended = Event()

    def start(self) -> None:
        """Watch in a thread that ends with the server."""
        Thread(target=self.run, name="webhooks", daemon=True).start()

    def run(self) -> None:
        """Watch until somebody sets `ended`."""
        while not self.ended.wait(self.every):
            try:
                self.turn(timezone.now())
            except Exception:
                logger.exception("webhooks were not sent")  # the next turn tries again
            finally:
                connection.close()  # a restore must not find the database in use by a thread that waits

    def turn(self, at: datetime) -> int:
        """Send the next line of every webhook that waits for none; returns how many tries there were."""
        return sum(self._send_next(webhook, at) for webhook in waiting(at))

    def _send_next(self, webhook: Webhook, at: datetime) -> bool:
        entry, found = self._next_line(webhook)
        if entry is None or not take(webhook=webhook, at=at):
            return False
        tournament = webhook.tournament
        body = body_of(tournament.slug, webhook.pk, entry.edition, entry.at, found, numbers_of(tournament))
        result, status = send(webhook.url, body, webhook.secret, at)
        note_result(webhook=webhook, line=entry.edition, result=result, status=status, at=timezone.now())
        if not result.is_good:
            logger.warning("%s: webhook %s: %s %s", tournament.slug, webhook.pk, result, status or "")
        return True

    def _next_line(self, webhook: Webhook) -> tuple[AuditEntry | None, list[Occurrence]]:
        """The next line that tells something, with what it tells."""
        for entry in lines_after(webhook.tournament, max(webhook.line, self.looked.get(webhook.pk, 0))):
            found = occurrences(entry.figures, webhook.events)
            if entry.edition == webhook.made_line:
                found.append(Occurrence(WebhookEvent.MADE))
            if found:
                return entry, found
            self.looked[webhook.pk] = entry.edition
        return None, []
