"""The draw from words replaces the draw from a closed list and a public number, with its rows and its layouts.

The seating of an earlier draw stays, as do its lines in the history.
"""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def drop_layouts(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Delete the planning jobs that searched for the layout of a draw: nothing could use them."""
    apps.get_model("tournament", "PlanningJob").objects.filter(spec__seed__startswith="draw:").delete()


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0047_places_of_the_ceremony"),
    ]

    operations = [
        migrations.RunPython(drop_layouts, migrations.RunPython.noop),
        migrations.AddField(
            model_name="seating",
            name="words",
            field=models.CharField(blank=True, max_length=200),
        ),
        migrations.AddField(model_name="seating", name="listed", field=models.JSONField(default=list)),
        migrations.RemoveField(model_name="seating", name="draw"),
        migrations.DeleteModel(name="Draw"),
    ]
