from django.db import migrations, models

from tournament.players.namesakes import distinctions


def distinguish(apps, schema_editor):
    Player = apps.get_model("tournament", "Player")
    for tournament in Player.objects.order_by().values_list("tournament", flat=True).distinct():
        players = list(Player.objects.filter(tournament=tournament))
        for player, word in zip(players, distinctions(players)):
            player.distinction = word
        Player.objects.bulk_update([player for player in players if player.distinction], ["distinction"])


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0026_places"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="distinction",
            field=models.CharField(blank=True, default="", editable=False, max_length=80),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="player",
            name="legal_name",
            field=models.CharField(
                blank=True,
                default="",
                help_text="Only if it is another one. Never on public pages.",
                max_length=100,
                verbose_name="legal name",
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="player",
            name="pronouns",
            field=models.CharField(blank=True, default="", max_length=30, verbose_name="pronouns"),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="player",
            name="reading",
            field=models.CharField(
                blank=True,
                default="",
                help_text="How the name is read, for the order of lists: やまだ たろう.",
                max_length=100,
                verbose_name="name reading",
            ),
            preserve_default=False,
        ),
        migrations.CreateModel(
            name="ImportColumn",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("heading", models.CharField(max_length=120)),
                ("field", models.CharField(blank=True, max_length=20)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=models.deletion.CASCADE, related_name="import_columns", to="tournament.tournament"
                    ),
                ),
            ],
            options={
                "verbose_name": "column of a list",
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "heading"), name="one_field_per_heading")
                ],
            },
        ),
        migrations.RunPython(distinguish, migrations.RunPython.noop),
    ]
