"""Four ways to enter report sheets. An event whose sheets another person compared with the paper is now `checked`.

The history of each such event gets a line that says so, so that its audit chain still holds. A sheet that waits for
another person keeps waiting: it is confirmed, typed again or decided as before.
"""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.utils import timezone

from tournament.core.chain import first_value, moment, next_value
from tournament.core.records import key_of

TEXTS = ("verb", "subject", "reason", "submission", "actor_name", "actor_login", "device")


def replace_sight(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Change the setting of each event that has the former mode, with a line of its history."""
    entries = apps.get_model("tournament", "AuditEntry").objects
    for tournament in apps.get_model("tournament", "Tournament")._base_manager.filter(entry_mode="sight"):
        tournament.entry_mode = "checked"
        tournament.edition += 1
        tournament.save(update_fields=["entry_mode", "edition"])
        last = entries.filter(tournament=tournament).order_by("-id").values_list("chain", flat=True).first()
        entry = entries.model(
            tournament=tournament,
            edition=tournament.edition,
            at=timezone.now(),
            verb="changed the settings",
            detail={"changes": {"entry_mode": ["sight", "checked"]}},
            figures={key_of(tournament, tournament.id_offset): {"entry_mode": "checked"}},
        )
        content = {
            "line": entry.edition,
            "at": moment(entry.at),
            "by": None,
            **{name: str(getattr(entry, name)) for name in TEXTS},
            "detail": entry.detail,
            "figures": entry.figures,
        }
        entry.previous = last or first_value(tournament.pk - tournament.id_offset, tournament.made_at)
        entry.chain = next_value(entry.previous, content)
        entry.save()


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0001_initial"),
    ]

    operations = [
        migrations.AlterField(
            model_name="tournament",
            name="entry_mode",
            field=models.CharField(
                choices=[
                    ("single", "once"),
                    ("checked", "once, with checks"),
                    ("blind", "twice, blind"),
                    ("signed", "at the table"),
                ],
                default="single",
                max_length=8,
                verbose_name="report sheets are entered",
            ),
        ),
        migrations.RunPython(replace_sight, migrations.RunPython.noop),
    ]
