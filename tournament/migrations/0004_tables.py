"""The tables and fields of what went before 0.9.0. The seating of an earlier draw stays, as do lines of the history."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0003_settings")]

    operations = [
        migrations.RemoveField(model_name="seating", name="draw"),
        migrations.DeleteModel(name="Draw"),
        migrations.DeleteModel(name="DrawPress"),
        migrations.DeleteModel(name="Webhook"),
        migrations.RemoveField(model_name="planningjob", name="ended_at"),
        migrations.AddConstraint(
            model_name="planningjob",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "active")), fields=("tournament",), name="one_planning_at_a_time"
            ),
        ),
    ]
