"""Planning jobs that a worker takes: one state until they end, and how often they were taken."""

from django.db import migrations, models


def hand_over(apps, schema_editor):
    """Free the jobs that wait or run for a worker; say in words why earlier ones were lost."""
    jobs = apps.get_model("tournament", "PlanningJob").objects
    jobs.filter(state__in=("waiting", "running")).update(state="active", beat_at=None)
    jobs.filter(message="lost").update(message="The server was stopped or the computer was switched off.")


class Migration(migrations.Migration):
    dependencies = [("tournament", "0003_webhooks")]

    operations = [
        migrations.RemoveConstraint(model_name="planningjob", name="one_planning_at_a_time"),
        migrations.RemoveField(model_name="planningjob", name="ended_at"),
        migrations.AddField(
            model_name="planningjob", name="attempts", field=models.PositiveSmallIntegerField(default=0)
        ),
        migrations.AlterField(
            model_name="planningjob",
            name="state",
            field=models.CharField(
                choices=[("active", "active"), ("done", "done"), ("stopped", "stopped"), ("failed", "failed")],
                default="active",
                max_length=8,
            ),
        ),
        migrations.RunPython(hand_over, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="planningjob",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "active")), fields=("tournament",), name="one_planning_at_a_time"
            ),
        ),
    ]
