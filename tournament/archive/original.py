"""Whether this database is the original or a copy of it, as it finds out by itself.

The database names the place where its data belongs. Elsewhere it is a copy: on another machine, beside another data
folder, in another database of a server, or put back from a backup. A data folder that was moved on one machine is no
copy; one that was copied there is.
"""

import platform
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from django.db import connection
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django.utils.functional import SimpleLazyObject

from tournament import __version__
from tournament.archive.models import Installation

MACHINE_ID = ("/etc/machine-id", "/var/lib/dbus/machine-id")
SERVER_PLACE = """
    SELECT system_identifier || '/' || timeline_id || '/' || oid
    FROM pg_control_system(), pg_control_checkpoint(), pg_database WHERE datname = current_database()
"""
"""A server has an identifier for life; whoever recovers or promotes a copy of it begins another timeline, and a restore
makes another database."""


class Knowledge:
    """What this process has found out: a database does not become a copy while it is served."""

    is_original = False


@dataclass(frozen=True, slots=True)
class DataPlace:
    """A place of data: digits that name it, and the file of SQLite."""

    name: str
    path: str


def this_place() -> DataPlace:
    """Return the place of the database in use."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(SERVER_PLACE)
            (name,) = cursor.fetchone()
        return DataPlace(name, "")
    name = salted_hmac("tournament.installation", _machine(), algorithm="sha256").hexdigest()
    return DataPlace(name, str(Path(connection.settings_dict["NAME"]).resolve()))


def _machine() -> str:
    """Return what names this machine. In a container of Linux, which has no name that lasts, it is ""; the secret key
    of the data folder is mixed in anyhow.
    """
    for file in MACHINE_ID:
        with suppress(OSError):
            return Path(file).read_text(encoding="ascii").strip()
    return "" if platform.system() == "Linux" else platform.node().partition(".")[0]


def copied_from() -> Installation | None:
    """Return the installation that this database is a copy of; None if it is the original."""
    if Knowledge.is_original:
        return None
    known = Installation.objects.first()
    if known is not None and _is_elsewhere(known):
        return known
    Knowledge.is_original = True
    return None


def notice_of_copy(request: HttpRequest) -> dict[str, object]:
    """Return what the pages of the staff ask (settings.TEMPLATES); nothing is looked up before one does."""
    return {"copied_from": SimpleLazyObject(copied_from)}


def settle() -> None:
    """Remember at the first start where the data belongs, follow a data folder that was moved, and note the release."""
    known = Installation.objects.first()
    if known is None or not _is_elsewhere(known):
        make_original()
    Installation.objects.update(version=__version__)


def make_original() -> None:
    """Let the data belong here from now on."""
    here = this_place()
    values = {"place": here.name, "path": here.path, "host": platform.node(), "copied_at": None, "moved_to": ""}
    Installation.objects.update_or_create(pk=1, defaults=values)


def _is_elsewhere(known: Installation) -> bool:
    here = this_place()
    if known.place != here.name:
        return True
    return known.path != here.path and Path(known.path).exists()
