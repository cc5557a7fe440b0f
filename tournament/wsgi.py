"""The entry point for WSGI servers (waitress at the venue, gunicorn on a server)."""

import gc
import os
import sys

from django.core.wsgi import get_wsgi_application
from django.template.loader import get_template
from django.urls import get_resolver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
django_application = get_wsgi_application()

from django.conf import settings  # noqa: E402 - Django is ready now

from tournament import installation  # noqa: E402
from tournament.archive.installation_figures import InstallationMetrics  # noqa: E402
from tournament.core.database_release import WatchedRelease  # noqa: E402
from tournament.core.health import Health  # noqa: E402
from tournament.core.metrics import REGISTRY, Metrics  # noqa: E402
from tournament.core.request_log import RequestLog  # noqa: E402
from tournament.core.trusted_proxies import TrustedProxies  # noqa: E402
from tournament.core.update_notice import UpdateNotice  # noqa: E402
from tournament.standings.public_answers import with_public_answers  # noqa: E402

REGISTRY.register(InstallationMetrics())
_pages = UpdateNotice(with_public_answers(django_application), WatchedRelease())
_logged = Metrics(RequestLog(_pages), settings.METRICS_TOKEN)
application = TrustedProxies(Health(_logged), settings.TRUSTED_PROXIES)

TURN = 0.0005
"""Seconds for which a thread goes on while another one waits. A page gives its turn away with every row that SQLite
hands it; with Python's usual 5 ms it would wait as long for each of them while another page is drawn."""
sys.setswitchinterval(TURN)

# The first person to ask does not wait until all pages are loaded, and the garbage collector, which holds up everybody,
# need not look again and again at what stays for good.
_loaded = get_resolver().url_patterns
_folder = (installation.CODE if installation.IS_CHECKOUT else installation.CODE / "tournament") / "templates"
for _path in sorted(_folder.rglob("*.html")):
    get_template(_path.relative_to(_folder).as_posix())
gc.collect()
gc.freeze()
