"""Keep a database of a release, and what the release says of it: `DATABASE_URL=… python -m tests.stored.keep 0.9.0`."""

import lzma
import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import django

from tests.stored.said import as_text, said

FOLDER = Path(__file__).parent

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    django.setup()
    from django.db import connection

    name = FOLDER / sys.argv[1]
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as database:
        rows = "\n".join(database.iterdump())
    Path(f"{name}.sql.xz").write_bytes(lzma.compress(rows.encode()))
    Path(f"{name}.json").write_text(as_text(said()), "utf-8")
