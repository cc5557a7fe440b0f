"""The audit chain covers players, hanchan, the event, seatings and substitutes, too: from here on, alterations show."""

from typing import Any

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.utils import timezone

from tournament.core.chain import first_value, moment, next_value
from tournament.core.records import key_of, values_of

ROWS = {
    "Tournament": "pk",
    "Hanchan": "tournament",
    "Player": "tournament",
    "Seating": "tournament",
    "StandIn": "tournament",
}
UNRECORDED = {
    "Tournament": {"slug", "name", "edition", "public_head", "open_protests", "made_at", "is_demo"},
    "Player": {"checked_in_at", "note"},
    "Seating": {"quality", "seals"},
}
TEXTS = ("verb", "subject", "reason", "submission", "actor_name", "actor_login", "device")


def cover_what_is_there(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """End each history with a line that has these rows as they are found, and says which they are."""
    entries = apps.get_model("tournament", "AuditEntry").objects
    for tournament in apps.get_model("tournament", "Tournament").objects.all():
        tournament.edition += 1
        tournament.save(update_fields=["edition"])
        last = entries.filter(tournament=tournament).order_by("-id").values_list("chain", flat=True).first()
        entry = entries.model(
            tournament=tournament,
            edition=tournament.edition,
            at=timezone.now(),
            verb="extended the audit chain",
            detail={"covers": [name.lower() for name in ROWS]},
            figures=_rows(apps, tournament.pk),
        )
        entry.previous = last or first_value(tournament.pk, tournament.made_at)
        entry.chain = next_value(entry.previous, _content(entry))
        entry.save()


def _rows(apps: Apps, tournament: int) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, way in ROWS.items():
        model = apps.get_model("tournament", name)
        names = [field.name for field in model._meta.concrete_fields if field.name not in UNRECORDED.get(name, ())]
        rows = model._base_manager.filter(**{way: tournament})
        found.update({key_of(row): values_of(row, names) for row in rows})
    return found


def _content(entry: Any) -> dict[str, Any]:
    return {
        "line": entry.edition,
        "at": moment(entry.at),
        "by": entry.by_id,
        **{name: getattr(entry, name) for name in TEXTS},
        "detail": entry.detail,
        "figures": entry.figures,
    }


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0024_loaded_event_times"),
    ]

    operations = [
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
                    ("made results official", "made results official"),
                    ("reported an error", "reported an error"),
                    ("answered a protest", "answered a protest"),
                    ("reopened official results", "reopened official results"),
                    ("entered a sheet", "entered a report sheet"),
                    ("changed a sheet", "changed a report sheet"),
                    ("agreed with a sheet", "agreed with a report sheet"),
                    ("signed a sheet", "signed a report sheet"),
                    ("read a sheet otherwise", "typed a report sheet differently"),
                    ("decided between two readings", "decided between two readings of a report sheet"),
                    ("accepted a sheet read once", "accepted a report sheet that one person had read"),
                    ("kept a disputed sheet", "kept a disputed report sheet"),
                    ("took a sheet back", "took a report sheet back"),
                    ("noted the hand-in of a sheet", "noted the hand-in of a report sheet"),
                    ("dismissed a proposed penalty", "dismissed a proposed penalty"),
                    ("attached a photograph", "attached a photograph of a report sheet"),
                    ("deleted a photograph", "deleted a photograph of a report sheet"),
                    ("corrected who played", "corrected who played"),
                    ("gave a penalty", "gave a penalty"),
                    ("cancelled a penalty", "cancelled a penalty"),
                    ("entered lateness", "entered a late arrival"),
                    ("decided about equal totals", "resolved a tie"),
                    ("cancelled a decision about equal totals", "cancelled a tie decision"),
                    ("began the audit chain", "began the audit chain"),
                    ("extended the audit chain", "extended the audit chain"),
                ],
                max_length=60,
            ),
        ),
        migrations.RunPython(cover_what_is_there, migrations.RunPython.noop),
    ]
