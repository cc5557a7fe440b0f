"""The pages for referees can be made public; of every tournament that there is they are not."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0011_planning_jobs")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="referee_public",
            field=models.BooleanField(default=False, verbose_name="pages for referees are public"),
        ),
    ]
