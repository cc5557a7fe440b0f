"""A database by its address, as DATABASE_URL has it: with what Sekigime needs of SQLite and of PostgreSQL."""

import os
import tempfile
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured

from tournament import installation

NO_ADDRESS = "{name} is not the address of a database, as sqlite:////srv/sekigime.sqlite3 is."


def database_at(address: str, name: str = "DATABASE_URL") -> dict[str, Any]:
    """Return the entry of Django's DATABASES for an address, which messages call `name`. Raises ImproperlyConfigured
    for one that is none, and for a driver that is missing.
    """
    found = environ.Env.db_url_config(address)
    if "ENGINE" not in found:
        raise ImproperlyConfigured(NO_ADDRESS.format(name=name))
    return configured(found, name)


def configured(found: Mapping[str, Any], name: str = "DATABASE_URL") -> dict[str, Any]:
    """Return an entry of DATABASES with our options."""
    if found["ENGINE"].endswith("sqlite3"):
        return {
            **found,
            "ENGINE": "tournament.core.sqlite3",
            # Measured: with Django's defaults 461 of 500 read-then-write transactions of 20 threads fail as locked,
            # with these none. FULL: an answer to the desk means that the sheet is on the disk.
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 30,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
            },
            # A file, as at the venue, and one for each process: two test runs at once do not meet.
            "TEST": {"NAME": str(Path(tempfile.gettempdir()) / f"sekigime-test-{os.getpid()}.sqlite3")},
        }
    if found["ENGINE"].endswith("postgresql"):
        check_driver("psycopg", f"{name} names a PostgreSQL")
        # A thread keeps its connection between requests, and asks whether it still stands before it uses it.
        return {**found, "CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}
    return {**found}


def check_driver(driver: str, named: str) -> None:
    """Raise ImproperlyConfigured with the remedy if an optional driver is missing or does not load."""
    try:
        import_module(driver)
    except ImportError as error:
        remedy = installation.with_drivers()
        raise ImproperlyConfigured(f"{named}, but its driver is not installed. {remedy}") from error
