from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0016_qualifiers_finals")]

    operations = [
        migrations.AlterField("auditentry", "subject", models.CharField(blank=True, max_length=500)),
    ]
