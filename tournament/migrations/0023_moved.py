from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0022_moves_and_clubs")]

    operations = [
        migrations.AddField("installation", "moved_to", models.CharField(blank=True, db_default="", default="", max_length=4096)),
        migrations.AddField("installation", "version", models.CharField(blank=True, db_default="", default="", max_length=32)),
    ]
