"""Seats, byes and stand-ins point to their hanchan by key, and a hanchan that is dropped keeps its row."""

from django.db import migrations, models
from django.db.models import Exists, F, OuterRef, Subquery

REFERRERS = ("seat", "bye", "standin")


def add_dropped_hanchan(apps, schema_editor):
    """Seats can be left of a hanchan that was dropped: its row comes back, marked as dropped."""
    hanchan = apps.get_model("tournament", "Hanchan")
    numbers = set()
    for name, owner in (("Seat", "seating__tournament"), ("Bye", "seating__tournament"), ("StandIn", "tournament")):
        there = hanchan.objects.filter(tournament=OuterRef(owner), number=OuterRef("number"))
        rows = apps.get_model("tournament", name).objects.annotate(number=F("hanchan")).exclude(Exists(there))
        numbers |= set(rows.values_list(owner, "hanchan"))
    hanchan.objects.bulk_create(
        hanchan(tournament_id=tournament, number=number, is_dropped=True) for tournament, number in sorted(numbers)
    )


def point_to_hanchan(apps, schema_editor):
    """Fill the keys from the numbers."""
    hanchan = apps.get_model("tournament", "Hanchan").objects
    for name, owner in (("Seat", "tournament__seatings"), ("Bye", "tournament__seatings")):
        key = hanchan.filter(**{owner: OuterRef("seating")}, number=OuterRef("hanchan_number")).values("pk")
        apps.get_model("tournament", name).objects.update(hanchan=Subquery(key[:1]))
    key = hanchan.filter(tournament=OuterRef("tournament"), number=OuterRef("hanchan_number")).values("pk")
    apps.get_model("tournament", "StandIn").objects.update(hanchan=Subquery(key[:1]))
    if (
        schema_editor.connection.vendor == "postgresql"
    ):  # which alters no table whose constraints are still to be checked
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def key(related_name, null=False):
    return models.ForeignKey("tournament.hanchan", on_delete=models.PROTECT, related_name=related_name, null=null)


UNIQUE = {
    "seat": [
        models.UniqueConstraint(fields=["seating", "hanchan", "table", "wind"], name="one_player_per_seat"),
        models.UniqueConstraint(fields=["seating", "hanchan", "player"], name="one_seat_per_player_and_hanchan"),
    ],
    "bye": [models.UniqueConstraint(fields=["seating", "hanchan", "player"], name="one_bye_per_player_and_hanchan")],
    "standin": [
        models.UniqueConstraint(
            fields=["tournament", "hanchan", who],
            condition=models.Q(cancelled_at=None),
            name=f"one_stand_in_per_{who}",
        )
        for who in ("absent", "substitute")
    ],
}
RELATED = {"seat": "seats", "bye": "byes", "standin": "stand_ins"}


class Migration(migrations.Migration):
    dependencies = [("tournament", "0007_fixed_wishes")]

    operations = [
        migrations.AddField("hanchan", "is_dropped", models.BooleanField(default=False)),
        migrations.RunPython(add_dropped_hanchan),
        *(migrations.RemoveConstraint(model, one.name) for model in REFERRERS for one in UNIQUE[model]),
        *(migrations.RenameField(model, "hanchan", "hanchan_number") for model in REFERRERS),
        *(migrations.AddField(model, "hanchan", key(RELATED[model], null=True)) for model in REFERRERS),
        migrations.RunPython(point_to_hanchan),
        *(migrations.RemoveField(model, "hanchan_number") for model in REFERRERS),
        *(migrations.AlterField(model, "hanchan", key(RELATED[model])) for model in REFERRERS),
        *(migrations.AddConstraint(model, one) for model in REFERRERS for one in UNIQUE[model]),
    ]
