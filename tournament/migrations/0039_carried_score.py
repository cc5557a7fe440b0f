"""A score carried from an earlier event. The audit chain of each event is told that nobody had one so far."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.utils import timezone

from tournament.core.chain import first_value, moment, next_value
from tournament.core.records import key_of, values_of

TEXTS = ("verb", "subject", "reason", "submission", "actor_name", "actor_login", "device")


def cover_carried_scores(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """End each history with a line that has the carried score of every player, so that a later one shows."""
    entries = apps.get_model("tournament", "AuditEntry").objects
    players = apps.get_model("tournament", "Player")._base_manager
    for tournament in apps.get_model("tournament", "Tournament").objects.all():
        offset = tournament.id_offset
        rows = players.filter(tournament=tournament).order_by("pk")
        figures = {key_of(row, offset): values_of(row, ["carried"], offset) for row in rows}
        if not figures:
            continue
        tournament.edition += 1
        tournament.save(update_fields=["edition"])
        last = entries.filter(tournament=tournament).order_by("-id").values_list("chain", flat=True).first()
        entry = entries.model(
            tournament=tournament,
            edition=tournament.edition,
            at=timezone.now(),
            verb="extended the audit chain",
            detail={"covers": ["player"]},
            figures=figures,
        )
        content = {
            "line": entry.edition,
            "at": moment(entry.at),
            "by": None,
            **{name: str(getattr(entry, name)) for name in TEXTS},
            "detail": entry.detail,
            "figures": figures,
        }
        entry.previous = last or first_value(tournament.pk - offset, tournament.made_at)
        entry.chain = next_value(entry.previous, content)
        entry.save()


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0038_api_tokens"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="carried",
            field=models.IntegerField(default=0, verbose_name="carried score"),
        ),
        migrations.RunPython(cover_carried_scores, migrations.RunPython.noop),
    ]
