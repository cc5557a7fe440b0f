"""The entry point for WSGI servers (waitress at the venue, gunicorn on a server)."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
django_application = get_wsgi_application()

from tournament.standings.public_answers import with_public_answers  # noqa: E402 - Django is ready now

application = with_public_answers(django_application)
