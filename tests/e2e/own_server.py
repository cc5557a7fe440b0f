"""A server in a process of its own, on the database of the test: it can be killed, and started again at its address.

Usage: python -m tests.e2e.own_server PORT, with DATABASE_URL and SECRET_KEY.
"""

import os
import socket
import subprocess
import sys
import time


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class OwnServer:
    """The server as a test has it in hand."""

    def __init__(self):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process = None

    def start(self):
        """Start it, and wait until it takes connections."""
        from django.conf import settings
        from django.db import connection

        environment = {
            **os.environ,
            "DATABASE_URL": f"sqlite:///{connection.settings_dict['NAME']}",
            "SECRET_KEY": settings.SECRET_KEY,
            "DJANGO_SETTINGS_MODULE": "tournament.settings",
        }
        command = [sys.executable, "-m", "tests.e2e.own_server", str(self.port)]
        self.process = subprocess.Popen(command, cwd=settings.BASE_DIR, env=environment)
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                assert self.process.poll() is None, "the server ended by itself"
                time.sleep(0.05)

    def kill(self):
        """kill -9."""
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None


def main():
    from django.conf import settings

    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
    settings.WHITENOISE_USE_FINDERS = settings.WHITENOISE_AUTOREFRESH = True  # no `collectstatic` first
    from waitress import serve

    from tournament.wsgi import application

    serve(application, host="127.0.0.1", port=int(sys.argv[1]), threads=8)


if __name__ == "__main__":
    main()
