"""The database that a command finds."""

from django.core.management import call_command
from django.db import connection


def prepare_new_database() -> None:
    """Give a database that is still empty its tables, so that the commands work right after `make setup`.

    One that holds data is left as it is: bringing it to a newer release is what `serve` and `migrate` do.
    """
    if not connection.introspection.table_names():
        call_command("migrate", verbosity=0)
