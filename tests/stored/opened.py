"""Print the answers of the main pages of each event in a database, as JSON: `python -m tests.stored.opened`."""

import json
import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
os.environ["DEBUG"] = "1"  # no static files were collected for it
PAGES = (
    "event_overview", "event_history", "hanchan_list", "players", "seating", "standings", "event_rules", "exports",
    "prints", "public_standings", "public_players", "public_seating",
)  # fmt: skip


def opened() -> dict[str, int]:
    """Return the status of each page, for the owner."""
    from django.test import Client
    from django.urls import reverse

    from tournament.core.models import Tournament
    from tournament.staff.actions import ensure_owner

    client = Client(raise_request_exception=False, SERVER_NAME="localhost")
    client.force_login(ensure_owner(), "django.contrib.auth.backends.ModelBackend")
    addresses = [reverse(page, args=[one.slug]) for one in Tournament.objects.order_by("pk") for page in PAGES]
    return {address: client.get(address).status_code for address in addresses}


if __name__ == "__main__":
    django.setup()
    print(json.dumps(opened()))
