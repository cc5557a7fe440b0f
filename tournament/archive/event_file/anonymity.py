"""Numbers in the place of names, for an anonymised event file.

Scores stay. Somebody who knows the published standings can still tell who is who.
"""

from dataclasses import dataclass, field

from django.db import models

from tournament.archive.event_file.sections import FileSection, Row
from tournament.players.models import Player

KEPT = {"status", "country"}
"""The texts of a player that an anonymised file keeps."""
LEFT_OUT = "…"
"""In the place of a text that the database does not allow to be empty."""


@dataclass(slots=True)
class Anonymity:
    """The numbers given so far to clubs and teams, so that wishes and team standings stay what they are."""

    groups: dict[tuple[str, str], str] = field(default_factory=dict)

    def event(self, row: Row) -> Row:
        """Return the event without its name, and closed to the public."""
        return row | {
            "name": "Event",
            "place": "",
            "slug": "event",
            "is_public": False,
            "edition": 0,
            "open_protests": 0,
            "public_head": "",
        }

    def account(self, row: Row) -> Row:
        """Return an account with a number for its name."""
        return row | {"name": f"Staff {row['id']}"}

    def row(self, section: FileSection, row: Row) -> Row:
        """Return a row without personal texts."""
        row = row | {name: LEFT_OUT for name in section.personal if row[name]}
        match section.name:
            case "players":
                return row | self._player(row)
            case "seatings":
                return row | {"words": "", "listed": []}
        return row

    def _player(self, row: Row) -> Row:
        number = row["number"]
        texts = {one.name for one in Player._meta.concrete_fields if isinstance(one, models.CharField)}
        named = {"name": f"Player {number}", "last_name": str(number), "first_name": "Player"}
        groups = {kind: self._group(kind, row[kind]) for kind in ("club", "team")}
        return dict.fromkeys(texts - KEPT, "") | named | groups

    def _group(self, kind: str, name: str) -> str:
        if not name:
            return ""
        number = sum(known == kind for known, _name in self.groups) + 1
        return self.groups.setdefault((kind, name), f"{kind.title()} {number}")
