"""Settings and jobs that 0.9.0 does not have any more get the value that takes their place.

The history of each event whose setting changes gets a line that says so, so that its audit chain still holds.
"""

from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.utils import timezone

from tournament.core.chain import first_value, moment, next_value

TEXTS = ("verb", "subject", "reason", "submission", "actor_name", "actor_login", "device")


def replace_sight(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Let an event whose sheets another person compared with the paper enter them once, with checks.

    A sheet that waits for another person keeps waiting: it is confirmed, typed again or decided as before.
    """
    for tournament in apps.get_model("tournament", "Tournament")._base_manager.filter(entry_mode="sight"):
        _change(apps, tournament, "entry_mode", "checked")


def draw_by_page(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Let events whose tables drew winds on phones, and that are not over, draw by the page of the table."""
    hanchan, draws, presses = (
        apps.get_model("tournament", name)._base_manager for name in ("Hanchan", "WindDraw", "DrawPress")
    )
    for tournament in apps.get_model("tournament", "Tournament")._base_manager.filter(wind_method="drawn"):
        own = hanchan.filter(tournament=tournament, is_dropped=False)
        has_drawn = draws.filter(hanchan__in=own, way__in=("joint", "direct")).exists()
        on_phones = has_drawn or presses.filter(hanchan__in=own).exists()
        if on_phones and own.exclude(state="closed").exists():
            _change(apps, tournament, "wind_method", "page")


def _change(apps: Apps, tournament: Any, name: str, value: str) -> None:
    """Change a setting, and end the history with a line that says so, chained as tournament/core/audit.py does."""
    before = getattr(tournament, name)
    setattr(tournament, name, value)
    tournament.edition += 1
    tournament.save(update_fields=[name, "edition"])
    entries = apps.get_model("tournament", "AuditEntry")._base_manager
    last = entries.filter(tournament=tournament).order_by("-id").values_list("chain", flat=True).first()
    event = tournament.pk - tournament.id_offset
    entry = entries.model(
        tournament=tournament,
        edition=tournament.edition,
        at=timezone.now(),
        verb="changed the settings",
        detail={"changes": {name: [before, value]}},
        figures={f"tournament {event}": {name: value}},
    )
    content = {
        "line": entry.edition,
        "at": moment(entry.at),
        "by": None,
        **{name: str(getattr(entry, name)) for name in TEXTS},
        "detail": entry.detail,
        "figures": entry.figures,
    }
    entry.previous = last or first_value(event, tournament.made_at)
    entry.chain = next_value(entry.previous, content)
    entry.save()


def hand_over(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Free the planning jobs that wait or run for a worker, and delete those that only a draw could use."""
    jobs = apps.get_model("tournament", "PlanningJob").objects
    jobs.filter(spec__seed__startswith="draw:").delete()
    jobs.filter(state__in=("waiting", "running")).update(state="active", beat_at=None)
    jobs.filter(message="lost").update(message="The server was stopped or the computer was switched off.")


class Migration(migrations.Migration):
    dependencies = [("tournament", "0002_fields")]

    operations = [migrations.RunPython(step) for step in (replace_sight, draw_by_page, hand_over)]
