"""A server that is started again at once when it dies: the parent keeps the socket, each child serves until killed.

Usage: python -m bench.restarted_server, with DATABASE_URL and SECRET_KEY. It prints the port, then the id of each
child. The port is open before the first child is there: who asks in between waits.
"""

import os
import socket
import sys

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.urls import reverse
from waitress import create_server


def main() -> None:
    listening = socket.create_server(("127.0.0.1", 0))
    static = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": static}  # no `collectstatic` first: nobody asks for a file
    application = get_wsgi_application()
    reverse("home")  # every page is imported before the first child, so that a child answers at once
    say(listening.getsockname()[1])
    while True:
        child = os.fork()
        if not child:
            create_server(application, sockets=[listening], threads=4).run()
        say(child)
        os.waitpid(child, 0)


def say(number: int) -> None:
    sys.stdout.write(f"{number}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
