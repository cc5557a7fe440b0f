from django.apps import AppConfig
from django.conf import settings
from django.urls import register_converter

from tournament import __version__


class TournamentConfig(AppConfig):
    """One app, one label, one migration history; its packages are what people do at an event."""

    name = "tournament"
    label = "tournament"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Name the numbers of addresses before any module of addresses is read; send errors where they should go."""
        from tournament.core.error_reports import send_errors
        from tournament.core.requests import WholeNumber

        register_converter(WholeNumber, "num")
        if settings.SENTRY_DSN:
            send_errors(settings.SENTRY_DSN, release=f"sekigime@{__version__}")
