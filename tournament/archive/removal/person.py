"""A player as texts name them, and what stands there once their data are removed."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from tournament.core.audit import LONGEST_SUBJECT
from tournament.core.chain import TEXTS
from tournament.core.models import AuditEntry, Verb
from tournament.players.models import Player

FIELDS = Player.identity | Player.private | {"reporter"}
LISTED = "listed"
"""The list of a draw: number, name and id of each player. Texts elsewhere say of nobody whose they are."""


@dataclass(frozen=True, slots=True)
class PersonTexts:
    """`key` is the row in the figures of the history, `id` its id there; `stand_in` is what the player is called."""

    key: str
    id: int
    stand_in: str
    names: frozenset[str]
    pattern: re.Pattern[str]
    others: frozenset[str]

    @classmethod
    def of(
        cls, player: Player, stand_in: str, others: Iterable[Player], entries: Iterable[AuditEntry]
    ) -> "PersonTexts":
        """Collect the names and numbers that the player has and had, and longer names of others that contain one."""
        pk = player.pk - player.tournament.id_offset
        key = f"player {pk}"
        rows = [{name: getattr(player, name) for name in (*FIELDS - {"reporter"}, "number")}]
        rows += [figures for entry in entries if (figures := entry.figures.get(key))]
        names = {name.casefold() for row in rows for name in _names(row)} - {""}
        numbers = {row["number"] for row in rows if "number" in row}
        found = {
            text.casefold()
            for other in others
            for text in (other.name, other.label)
            if any(name in text.casefold() for name in names)
        }
        numbered = {f"{one.number} {text}".casefold() for one in others for text in (one.name, one.label)}
        theirs = found - names | {text for text in numbered if any(name in text for name in names)}
        names |= {json.dumps(name, ensure_ascii=False)[1:-1] for name in names}  # as stored words have them
        wanted = sorted({*names, *(f"{n} {name}" for n in numbers for name in names), *theirs}, key=len, reverse=True)
        pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, wanted))})(?!\w)", re.IGNORECASE)
        return cls(key, pk, stand_in, frozenset(names), pattern, frozenset(theirs))

    def in_text(self, text: str) -> str:
        """Return a text with the stand-in for each name of the player; a number before it stays.

        A subject that was cut off may end within the name.
        """
        text = self.pattern.sub(self._stand_in, text)
        if len(text) >= LONGEST_SUBJECT:
            start, _space, end = text.rpartition(", ")
            cut = end.lstrip("0123456789").strip().casefold()
            if cut and any(name.startswith(cut) for name in self.names):
                return f"{start}, {self.stand_in}"
        return text

    def _stand_in(self, found: re.Match[str]) -> str:
        text = found[0]
        if text.casefold() in self.others:
            return text
        number = re.match(r"\d+ (?!$)", text) if text.casefold() not in self.names else None
        return (number[0] if number else "") + self.stand_in

    def changes(self, entry: AuditEntry) -> dict[str, str]:
        """Return the texts of a line of history that are other ones, by their path."""
        content = entry.content()
        is_about = self.in_text(entry.subject) != entry.subject
        found: dict[str, str] = {}
        for name in TEXTS:
            found.update(self.rewritten(content[name], name, "", about=is_about and name == "detail"))
        if entry.verb == Verb.SENT_PROTEST and entry.actor_name and any(path.endswith("/reporter") for path in found):
            found["actor_name"] = self.stand_in
        if found.get("actor_name") and entry.device:
            found["device"] = ""
        return found

    def rewritten(self, value: object, path: str, key: str, *, about: bool = False) -> Iterator[tuple[str, str]]:
        """Yield path and text where a value has another one. `about`: what it says is of this player."""
        if isinstance(value, dict):
            for name, one in value.items():
                if not (name.startswith("player ") and name != self.key):
                    is_own = about or name == self.key or value.get("player_id") == self.id
                    is_own = is_own or self.in_text(name) != name
                    yield from self.rewritten(one, f"{path}/{name}", name, about=is_own)
        elif isinstance(value, list):
            about = value[-1:] == [self.id] if key == LISTED and _is_row(value) else about
            for at, one in enumerate(value):
                yield from self.rewritten(one, f"{path}/{at}", key, about=about)
        elif isinstance(value, str) and value:
            text = self._text(value, key, about)
            if text != value:
                yield path, text

    def _text(self, text: str, key: str, about: bool) -> str:
        if key in FIELDS:
            gone = self.stand_in if key in ("name", "reporter") else ""
            return gone if about else text
        if key == LISTED:
            return self.stand_in if about else text
        if key.isdecimal():  # a name by its number
            return self.in_text(f"{key} {text}").removeprefix(f"{key} ")
        return self.in_text(text)

    def without_keys(self, value: object) -> object:
        """Return a value of a line from before 0.10.0, where names could be keys."""
        if isinstance(value, dict):
            return {self.in_text(name): self.without_keys(one) for name, one in value.items()}
        return value


def _names(row: dict[str, Any]) -> Iterator[str]:
    """Yield what texts may call a player: never a first name alone, which others have, too."""
    first, last = row.get("first_name") or "", row.get("last_name") or ""
    yield from (row.get(name) or "" for name in ("name", "reading", "legal_name", "contact", "ema_number"))
    if first and last:
        yield from (f"{first} {last}", f"{last} {first}", f"{last}, {first}")


def _is_row(value: list[object]) -> bool:
    return len(value) > 1 and isinstance(value[-1], int)
