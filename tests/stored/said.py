"""Print what a database says of its events, as JSON: `DATABASE_URL=… python -m tests.stored.said`."""

import json
import os
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")


def said() -> dict[str, dict[str, Any]]:
    """Return standings, seats, results, history and what is found altered, for each event by its address."""
    from tournament.core.models import Tournament

    return {one.slug: _of(one) for one in Tournament.objects.order_by("pk")}


def _of(tournament: Any) -> dict[str, Any]:
    from tournament.core.audit_check import findings
    from tournament.seats.queries import lineup
    from tournament.standings.queries import standings_of

    hanchan = range(1, tournament.hanchan_count + 1)
    places = {number: lineup(tournament, number) for number in hanchan}
    return {
        "rules": tournament.ruleset.title,
        "standings": [
            [row.standing.place, row.player.name, row.standing.total] for row in standings_of(tournament).rows
        ],
        "seats": {
            str(number): [[place.player.name for place in seats] for seats in tables.values()]
            for number, tables in places.items()
        },
        "sheets": [
            [one.sheet.hanchan.number, one.sheet.table, [line.points for line in one.lines.order_by("id")]]
            for sheets in (one.sheets.order_by("table") for one in tournament.hanchan.order_by("number"))
            for sheet in sheets
            for one in sheet.versions.order_by("number")
        ],
        "history": [
            [one.edition, one.get_verb_display(), one.about, one.reason, one.chain]
            for one in tournament.audit_entries.order_by("id")
        ],
        "altered": [str(one) for one in findings(tournament)],
    }


def as_text(events: dict[str, dict[str, Any]]) -> str:
    """Return it as JSON, a line for each event."""
    lines = [f"{json.dumps(slug)}: {json.dumps(what, ensure_ascii=False)}" for slug, what in events.items()]
    return "\n".join(["{", ",\n".join(lines), "}", ""])


if __name__ == "__main__":
    django.setup()
    print(as_text(said()), end="")
