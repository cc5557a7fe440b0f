from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0029_prizes"),
    ]

    operations = [
        migrations.AddField(
            model_name="draw",
            name="earliest",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="draw",
            name="fingerprint",
            field=models.CharField(blank=True, max_length=64),
        ),
        migrations.AddField(
            model_name="draw",
            name="number_form",
            field=models.CharField(blank=True, max_length=100),
        ),
        migrations.AddField(
            model_name="draw",
            name="statement",
            field=models.TextField(blank=True),
        ),
        migrations.AlterField(
            model_name="draw",
            name="commitment",
            field=models.CharField(blank=True, max_length=64),
        ),
        migrations.AlterField(
            model_name="draw",
            name="secret",
            field=models.CharField(blank=True, max_length=64),
        ),
        migrations.AddConstraint(
            model_name="draw",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("statement", ""),
                    models.Q(("earliest__isnull", False), ("fingerprint__gt", ""), ("number_form__gt", "")),
                    _connector="OR",
                ),
                name="a_frozen_draw_is_whole",
            ),
        ),
        migrations.AddConstraint(
            model_name="draw",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("drawn_at", None), ("earliest", None), ("drawn_at__gte", models.F("earliest")), _connector="OR"
                ),
                name="no_draw_before_its_earliest_time",
            ),
        ),
    ]
