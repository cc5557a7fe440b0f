"""Making and removing webhooks, and what became of their deliveries."""

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta

from django.utils.translation import gettext_noop as _

from tournament.api.models import DeliveryResult, Webhook, WebhookEvent
from tournament.api.webhooks.receivers import read_receiver
from tournament.core.audit import Act, audited_write
from tournament.core.messages import Refused
from tournament.core.models import Tournament, Verb

MOST = 10
"""Of one tournament: each slow receiver holds up the others."""
LEASE = timedelta(minutes=1)
"""Within which the sender that took a webhook comes back with its result."""
PAUSES = tuple(timedelta(seconds=10 * 3**number) for number in range(6))
"""After each try that failed: 10 s, 30 s … 40 minutes. After the last one the line is given up."""


def make_webhook(*, tournament: Tournament, url: str, events: Collection[str], act: Act) -> Webhook:
    """Send to a URL from now on, first of all that the webhook was made. Raises Refused.

    The secret of its signatures is shown once by the page. It is kept as it is, as every signature needs it.
    """
    url = url.strip()
    read_receiver(url)
    wanted = [event.value for event in WebhookEvent if event in events and event != WebhookEvent.MADE]
    if not wanted:
        raise Refused.of("webhook-events", _("Choose at least one event."), field="events")
    with audited_write(tournament, act, Verb.MADE_WEBHOOK, subject=url, events=", ".join(wanted)) as entry:
        if tournament.webhooks.filter(url=url).exists():
            raise Refused.of("webhook-there", _("This address has a webhook already: remove it first."), field="url")
        if tournament.webhooks.count() >= MOST:
            raise Refused.of("webhooks-many", _("There are {most} webhooks already: remove one first."), most=MOST)
        return Webhook.objects.create(
            tournament=tournament,
            url=url,
            events=wanted,
            secret=secrets.token_urlsafe(32),
            made_at=act.at,
            made_line=entry.edition,
            line=entry.edition - 1,
            next_at=act.at,
        )


def remove_webhook(*, webhook: Webhook, act: Act) -> None:
    """Send nothing there any more."""
    with audited_write(webhook.tournament, act, Verb.REMOVED_WEBHOOK, subject=webhook.url):
        webhook.delete()


def take(*, webhook: Webhook, at: datetime) -> bool:
    """Take a webhook for one try, so that no other sender tries as well. Returns whether it was free.

    A sender that ends before it comes back leaves it to the next one after a minute.
    """
    free = Webhook.objects.filter(pk=webhook.pk, next_at=webhook.next_at, line=webhook.line)
    return bool(free.update(next_at=at + LEASE))


def note_result(*, webhook: Webhook, line: int, result: DeliveryResult, status: int | None, at: datetime) -> None:
    """Keep what became of a try; go on after the line when it arrived, or when it failed for the last time."""
    tries = webhook.tries + 1
    is_done = result == DeliveryResult.DELIVERED or tries > len(PAUSES)
    Webhook.objects.filter(pk=webhook.pk).update(
        last_at=at,
        last_result=result,
        last_status=status,
        tries=0 if is_done else tries,
        line=line if is_done else webhook.line,
        given_up_at=at if is_done and result != DeliveryResult.DELIVERED else webhook.given_up_at,
        next_at=at if is_done else at + PAUSES[tries - 1],
    )
