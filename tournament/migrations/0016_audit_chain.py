"""The audit chain. What is there is chained as it is found: from here on, alterations show."""

from typing import Any

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.utils import timezone

from tournament.core.chain import first_value, moment, next_value
from tournament.core.records import key_of, values_of

VERSION = "version__sheet__hanchan__tournament"
ROWS = {
    "Sheet": "hanchan__tournament",
    "SheetVersion": "sheet__hanchan__tournament",
    "SheetLine": VERSION,
    "AllLastRow": VERSION,
    "Penalty": "tournament",
    "TieDecision": "tournament",
    "TieDecisionPlace": "decision__tournament",
}
TEXTS = ("verb", "subject", "reason", "submission", "actor_name", "actor_login", "device")


def chain_what_is_there(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Chain every line with its person's name of today, and end each history with one that has all rows as found."""
    entries = apps.get_model("tournament", "AuditEntry").objects
    for tournament in apps.get_model("tournament", "Tournament").objects.all():
        found = entries.filter(tournament=tournament)
        value = first_value(tournament.pk, tournament.made_at)
        for entry in found.select_related("by").order_by("id").iterator():
            if entry.by:
                entry.actor_name = f"{entry.by.first_name} {entry.by.last_name}".strip() or entry.by.username
                entry.actor_login = entry.by.username
            value = _chain(entry, value)
        tournament.edition += 1
        tournament.save(update_fields=["edition"])
        lines = set(found.values_list("edition", flat=True))
        beginning = entries.model(
            tournament=tournament,
            edition=tournament.edition,
            at=timezone.now(),
            verb="began the audit chain",
            detail={"missing": sorted(set(range(1, tournament.edition)) - lines)},
            figures=_rows(apps, tournament.pk),
        )
        _chain(beginning, value)


def _rows(apps: Apps, tournament: int) -> dict[str, object]:
    models_and_ways = ((apps.get_model("tournament", name), way) for name, way in ROWS.items())
    return {
        key_of(row): values_of(row)
        for model, way in models_and_ways
        for row in model.objects.filter(**{way: tournament})
    }


def _chain(entry: Any, previous: str) -> str:
    content = {
        "line": entry.edition,
        "at": moment(entry.at),
        "by": entry.by_id,
        **{name: getattr(entry, name) for name in TEXTS},
        "detail": entry.detail,
        "figures": entry.figures,
    }
    entry.previous, entry.chain = previous, next_value(previous, content)
    entry.save()
    return str(entry.chain)


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0015_entry_with_checks"),
    ]

    operations = [
        migrations.AddField(
            model_name="auditentry",
            name="actor_login",
            field=models.CharField(blank=True, max_length=150),
        ),
        migrations.AddField(
            model_name="auditentry",
            name="actor_name",
            field=models.CharField(blank=True, max_length=310),
        ),
        migrations.AddField(
            model_name="auditentry",
            name="chain",
            field=models.CharField(default="", max_length=64),
        ),
        migrations.AddField(
            model_name="auditentry",
            name="device",
            field=models.CharField(blank=True, max_length=60),
        ),
        migrations.AddField(
            model_name="auditentry",
            name="figures",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name="auditentry",
            name="previous",
            field=models.CharField(default="", max_length=64),
        ),
        migrations.AddField(
            model_name="tournament",
            name="public_head",
            field=models.CharField(default="", max_length=64),
        ),
        migrations.AlterField(
            model_name="auditentry",
            name="verb",
            field=models.CharField(
                choices=[
                    ("set up the tournament", "set up the tournament"),
                    ("changed the settings", "changed the settings"),
                    ("changed the hanchan", "changed the hanchan"),
                    ("changed the rules", "changed the rules"),
                    ("changed how places are decided", "changed the standings rules"),
                    ("changed what is public", "changed what is public"),
                    ("added to the staff", "added a staff member"),
                    ("made a sign-in link", "made a sign-in link"),
                    ("changed a role", "changed a role"),
                    ("removed from the staff", "removed a staff member"),
                    ("changed the own name", "changed their name"),
                    ("added a player", "added a player"),
                    ("added players", "added players"),
                    ("imported players", "imported players"),
                    ("changed a player", "edited a player"),
                    ("deleted a player", "deleted a player"),
                    ("renumbered the players", "renumbered the players"),
                    ("checked in", "checked in"),
                    ("undid a check-in", "undid a check-in"),
                    ("checked in everybody", "checked everybody in"),
                    ("started the check-in anew", "reset the check-in"),
                    ("withdrew a player", "withdrew a player"),
                    ("reinstated a player", "reinstated a player"),
                    ("disqualified a player", "disqualified a player"),
                    ("put in a substitute", "assigned a substitute"),
                    ("took back a substitute", "removed a substitute"),
                    ("wished of the seating", "added a seating wish"),
                    ("withdrew a wish", "withdrew a seating wish"),
                    ("brought back a wish", "restored a seating wish"),
                    ("asked for a plan", "started planning a seating"),
                    ("stopped the planning", "stopped planning a seating"),
                    ("threw a plan away", "discarded a planned seating"),
                    ("planned the seating", "planned the seating"),
                    ("imported a seating", "imported a seating"),
                    ("seated a hanchan by the standings", "seated a hanchan by the standings"),
                    ("swapped two seats", "swapped two seats"),
                    ("changed seats", "changed seats"),
                    ("recorded who really sat where", "recorded the seats as played"),
                    ("replaced a player in the seating", "replaced a player in the seating"),
                    ("repaired the seating", "repaired the seating"),
                    ("went back to an earlier seating", "restored an earlier seating"),
                    ("published the seating", "published the seating"),
                    ("hid the seating", "hid the seating"),
                    ("committed to a draw", "committed to a draw"),
                    ("held a draw", "held a draw"),
                    ("cancelled a draw", "cancelled a draw"),
                    ("started a hanchan", "started a hanchan"),
                    ("took back the start of a hanchan", "undid the start of a hanchan"),
                    ("paused the clock", "paused the clock"),
                    ("let the clock run on", "resumed the clock"),
                    ("changed the time limit", "changed the time limit"),
                    ("closed a hanchan", "closed a hanchan"),
                    ("reopened a hanchan", "reopened a hanchan"),
                    ("released results", "released results"),
                    ("withheld results", "hid results"),
                    ("entered a sheet", "entered a report sheet"),
                    ("changed a sheet", "changed a report sheet"),
                    ("agreed with a sheet", "agreed with a report sheet"),
                    ("read a sheet otherwise", "typed a report sheet differently"),
                    ("decided between two readings", "decided between two readings of a report sheet"),
                    ("accepted a sheet read once", "accepted a report sheet that one person had read"),
                    ("kept a disputed sheet", "kept a disputed report sheet"),
                    ("took a sheet back", "took a report sheet back"),
                    ("corrected who played", "corrected who played"),
                    ("gave a penalty", "gave a penalty"),
                    ("cancelled a penalty", "cancelled a penalty"),
                    ("entered lateness", "entered a late arrival"),
                    ("decided about equal totals", "resolved a tie"),
                    ("cancelled a decision about equal totals", "cancelled a tie decision"),
                    ("began the audit chain", "began the audit chain"),
                ],
                max_length=60,
            ),
        ),
        migrations.RunPython(chain_what_is_there, migrations.RunPython.noop),
    ]
