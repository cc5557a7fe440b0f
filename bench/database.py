"""The database of this process, for the processes that it starts."""

from urllib.parse import quote

from django.db import connection


def address_of_the_database() -> str:
    """Return the DATABASE_URL of the database that is connected now; of a test, the one of the test."""
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{database['NAME']}"
    if database["HOST"].startswith("/"):  # a socket of the machine
        return f"postgres:///{database['HOST']}/{database['NAME']}"
    host, port = database["HOST"], f":{database['PORT']}" if database["PORT"] else ""
    who = f"{quote(database['USER'], '')}:{quote(database['PASSWORD'], '')}@" if database["USER"] else ""
    return f"postgres://{who}{host}{port}/{database['NAME']}"
