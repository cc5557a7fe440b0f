from django.apps import AppConfig


class TournamentConfig(AppConfig):
    """One app, one label, one migration history; its packages are what people do at an event."""

    name = "tournament"
    label = "tournament"
    default_auto_field = "django.db.models.BigAutoField"
