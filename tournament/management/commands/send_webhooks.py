"""`manage.py send_webhooks`: for servers that are not started by `serve`, a process that sends webhooks."""

from contextlib import suppress
from typing import Any

from django.core.management.base import BaseCommand

from tournament.api.webhooks.watch import WebhookWatch


class Command(BaseCommand):
    help = "Send webhooks until Ctrl+C. `serve` does so by itself; beside gunicorn, run this as a service of its own."

    def handle(self, *args: Any, **options: Any) -> None:
        with suppress(KeyboardInterrupt):
            WebhookWatch().run()
