from django.apps import AppConfig
from django.urls import register_converter


class TournamentConfig(AppConfig):
    """One app, one label, one migration history; its packages are what people do at an event."""

    name = "tournament"
    label = "tournament"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Name the numbers of addresses before any module of addresses is read."""
        from tournament.core.requests import WholeNumber

        register_converter(WholeNumber, "num")
