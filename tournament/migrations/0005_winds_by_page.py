"""The page of a table draws its winds at one press: presses go, and who drew is kept.

Events that have drawn on phones, and are not over, draw by the page from now on. Their history says so.
"""

from typing import Any

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.utils import timezone

from tournament.core.chain import first_value, moment, next_value

TEXTS = ("verb", "subject", "reason", "submission", "actor_name", "actor_login", "device")
BEFORE, NOW = "drawn", "page"


def draw_by_page(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Change how winds are decided where tables draw on phones, each with a line of the history."""
    hanchan, draws, presses = (
        apps.get_model("tournament", name)._base_manager for name in ("Hanchan", "WindDraw", "DrawPress")
    )
    for tournament in apps.get_model("tournament", "Tournament")._base_manager.filter(wind_method=BEFORE):
        own = hanchan.filter(tournament=tournament, is_dropped=False)
        has_drawn = draws.filter(hanchan__in=own, way__in=("joint", "direct")).exists()
        on_phones = has_drawn or presses.filter(hanchan__in=own).exists()
        if on_phones and own.exclude(state="closed").exists():
            tournament.wind_method = NOW
            tournament.edition += 1
            tournament.save(update_fields=["wind_method", "edition"])
            _add_line(apps, tournament)


def _add_line(apps: Apps, tournament: Any) -> None:
    """End a history with a line that says how the winds are decided now, chained as tournament/core/audit.py does."""
    entries = apps.get_model("tournament", "AuditEntry")._base_manager
    last = entries.filter(tournament=tournament).order_by("-id").values_list("chain", flat=True).first()
    event = tournament.pk - tournament.id_offset
    entry = entries.model(
        tournament=tournament,
        edition=tournament.edition,
        at=timezone.now(),
        verb="changed the settings",
        detail={"changes": {"wind_method": [BEFORE, NOW]}},
        figures={f"tournament {event}": {"wind_method": NOW}},
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


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0004_planning_jobs"),
    ]

    operations = [
        migrations.AddField(
            model_name="winddraw",
            name="drawn_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tournament.player",
            ),
        ),
        migrations.AlterField(
            model_name="winddraw",
            name="way",
            field=models.CharField(
                choices=[
                    ("page", "by the page of the table"),
                    ("joint", "by all players on their phones"),
                    ("direct", "by the server alone"),
                    ("traditional", "with tiles and dice"),
                ],
                max_length=12,
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="wind_method",
            field=models.CharField(
                choices=[
                    ("fixed", "fixed by the seating"),
                    ("drawn", "drawn by the players at the table, then typed with the report sheet"),
                    ("page", "drawn by the page of the table: one player presses a button for everybody there"),
                ],
                default="fixed",
                max_length=8,
                verbose_name="seat winds",
            ),
        ),
        migrations.RunPython(draw_by_page, migrations.RunPython.noop),
        migrations.DeleteModel(name="DrawPress"),
    ]
