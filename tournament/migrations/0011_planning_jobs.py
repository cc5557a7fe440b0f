"""Planning jobs and draws get the names of the glossary; no row changes."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0010_wish_labels"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RenameModel("SeatingWork", "PlanningJob"),
        migrations.RenameField("planningjob", "asked", "spec"),
        migrations.RenameField("planningjob", "asked_at", "requested_at"),
        migrations.RenameField("planningjob", "asked_by", "requested_by"),
        migrations.RenameField("planningjob", "stop_asked_at", "stop_requested_at"),
        migrations.RenameField("planningjob", "taken_over_at", "used_at"),
        migrations.RenameField("draw", "kinds", "groups"),
        migrations.RenameField("draw", "asked", "planner_wishes"),
        migrations.AlterField(
            "planningjob",
            "tournament",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="planning_jobs", to="tournament.tournament"
            ),
        ),
    ]
