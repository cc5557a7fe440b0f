from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("tournament", "0034_submissions_per_event"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="ara_id",
            field=models.CharField(blank=True, help_text="The number at the American Riichi Association.", max_length=20, verbose_name="ARA ID"),
        ),
    ]
