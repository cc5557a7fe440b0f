"""gunicorn behind a proxy: `gunicorn --config deploy/gunicorn.conf.py`, in the folder of the project.

One process for each service, so that the proxy knows each by its /readyz and one after the other is restarted. Who is
behind the proxy, the application reads itself (TRUSTED_PROXIES).
"""

import os
from threading import Timer

from gunicorn.workers.gthread import ThreadWorker

from tournament.core.health import LEAVING, LONGEST_END, NOTICE


class Worker(ThreadWorker):
    """A worker that goes on for a moment after SIGTERM, while /readyz says that it is about to end."""

    def handle_exit(self, sig, frame):
        LEAVING.set()
        Timer(NOTICE, super().handle_exit, (sig, frame)).start()


wsgi_app = "tournament.wsgi"
bind = os.environ.get("SEKIGIME_BIND", "127.0.0.1:8001")
workers = 1
worker_class = Worker
threads = 4
keepalive = 60  # seconds; longer than the proxy's, which then never asks on a connection that is being closed
graceful_timeout = LONGEST_END
timeout = 120  # seconds without a sign of life, then the process is replaced
control_socket_disable = True
