from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0003_standing_rules"),
    ]

    operations = [
        migrations.AddField(
            model_name="penalty",
            name="answers",
            field=models.JSONField(blank=True, default=dict, verbose_name="answers"),
        ),
        migrations.AddField(
            model_name="penalty",
            name="consequence",
            field=models.CharField(blank=True, max_length=16, verbose_name="consequence"),
        ),
        migrations.AlterField(
            model_name="penalty",
            name="kind",
            field=models.CharField(
                choices=[
                    ("none", "no penalty"),
                    ("warning", "warning"),
                    ("dead-hand", "dead hand"),
                    ("chonbo", "chonbo"),
                    ("points", "point penalty"),
                    ("late", "late"),
                    ("forfeit", "forfeited hanchan"),
                    ("disqualification", "disqualification"),
                ],
                max_length=16,
                verbose_name="kind",
            ),
        ),
    ]
