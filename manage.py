#!/usr/bin/env python
"""Sekigime's command line: `manage.py help` lists what it can do."""

import os
import sys
from io import TextIOWrapper

CLOSED_PIPE = 141  # as a shell reports it
WITHOUT_DATABASE = {"check_seating", "plan_seating"}
REMEDY = "DATABASE_URL says where the data is; a new database is prepared with `manage.py migrate`."


def main() -> None:
    """Run one command. Wrong settings and an unusable database are said in a sentence; `--traceback` shows where."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    if WITHOUT_DATABASE.intersection(sys.argv[1:2]):  # wherever it is, and whether its driver is installed or not
        os.environ["DATABASE_URL"] = "sqlite://:memory:"
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal without 東 shows its code and goes on
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.db.utils import OperationalError

    try:
        execute_from_command_line(sys.argv)
        sys.stdout.flush()
    except BrokenPipeError:  # `… | head` has read enough: nothing is wrong, and nobody is there to be told
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(CLOSED_PIPE)
    except (ImproperlyConfigured, OperationalError) as problem:
        if "--traceback" in sys.argv:
            raise
        sys.exit(f"{problem}\n{REMEDY}" if isinstance(problem, OperationalError) else str(problem))


if __name__ == "__main__":
    main()
