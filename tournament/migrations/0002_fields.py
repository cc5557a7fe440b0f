"""The fields of 0.9.0: four ways to enter sheets, winds by the page, jobs for a worker, seats drawn from words."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0001_initial")]

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
        migrations.AddField(
            model_name="seating",
            name="words",
            field=models.CharField(blank=True, max_length=200),
        ),
        migrations.AddField(model_name="seating", name="listed", field=models.JSONField(default=list)),
        migrations.AddField(
            model_name="planningjob", name="attempts", field=models.PositiveSmallIntegerField(default=0)
        ),
        migrations.RemoveConstraint(model_name="planningjob", name="one_planning_at_a_time"),
        migrations.AlterField(
            model_name="planningjob",
            name="state",
            field=models.CharField(
                choices=[("active", "active"), ("done", "done"), ("stopped", "stopped"), ("failed", "failed")],
                default="active",
                max_length=8,
            ),
        ),
    ]
