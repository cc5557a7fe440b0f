from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0045_screens_and_notices'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='live_public',
            field=models.BooleanField(default=False, verbose_name='live standings are public'),
        ),
    ]
