"""Wishes are fixed with the commitment of a draw; old seatings without a digest are marked."""

from django.db import migrations, models


def mark(apps, schema_editor):
    """Whatever has no digest by now was made before versions were verified; a draw always had one."""
    apps.get_model("tournament", "Seating").objects.filter(digest="", draw=None).update(from_before=True)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0006_draw_and_digest")]

    operations = [
        migrations.AddField(model_name="draw", name="wishes", field=models.JSONField(default=list)),
        migrations.AddField(
            model_name="draw",
            name="wishes_digest",
            field=models.CharField(blank=True, max_length=64, default=""),
            preserve_default=False,
        ),
        migrations.AddField(model_name="draw", name="asked", field=models.JSONField(null=True)),
        migrations.AddField(model_name="seating", name="from_before", field=models.BooleanField(default=False)),
        migrations.RunPython(mark, migrations.RunPython.noop),
    ]
