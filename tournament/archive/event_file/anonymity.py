"""Numbers in the place of names, for an anonymised event file.

Players are shuffled: their start numbers and their ids, with everything that would tell the order back. Scores stay.
Somebody who knows the published standings can still tell who is who.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from django.db import models

from scoring.standings.ties import Breaker
from seating.check import lines_of
from tournament.archive.event_file.sections import FileSection, Row, references
from tournament.core.models import Tournament
from tournament.events.models import PrizeKind
from tournament.players.models import Player
from tournament.players.queries import next_numbers
from tournament.seats.models import Bye, Seat
from tournament.seats.queries import ROW
from tournament.seats.seals import VersionRows

KEPT = {"status", "country"}
"""The texts of a player that an anonymised file keeps."""
PLAYERS = "players"
LEFT_OUT = "…"
"""In the place of a text that the database does not allow to be empty."""
BY_NUMBER = {Breaker.SEED, Breaker.LOT}
"""The tie-breaks that ask the start number: with other numbers, other players would be above."""


@dataclass(slots=True)
class Anonymity:
    """The anonymous identities in the file.

    ids        the id of each player there, by the one in the event
    numbers    the start number there, by the id in the event
    countries  the countries of two players or more: a lone one would tell who it is
    sealed     digest and seals of each version of the seating with the ids of the file
    groups     the numbers given so far to clubs and teams, so that wishes and team standings stay what they are
    """

    ids: dict[int, int]
    numbers: dict[int, int]
    countries: set[str]
    sealed: dict[int, VersionRows]
    groups: dict[tuple[str, str], str] = field(default_factory=dict)

    @classmethod
    def of(cls, tournament: Tournament, offset: int, chance: Random) -> "Anonymity":
        """Shuffle the players; not where places are decided by start numbers. Four queries."""
        people = list(Player.every.filter(tournament=tournament).order_by("pk").values_list("pk", "country"))
        before = [pk - offset for pk, _country in people]
        numbers = _numbers(tournament)
        after = list(before)
        if not BY_NUMBER & {*tournament.ranked_by.breakers}:
            chance.shuffle(after)
            numbers = [sorted(numbers)[place] for place in _places(after)]
        ids = dict(zip(before, after, strict=True))
        countries = Counter(country for _pk, country in people)
        return cls(
            ids,
            dict(zip(before, numbers, strict=True)),
            {country for country, count in countries.items() if count > 1},
            _sealed(tournament, offset, ids),
        )

    def event(self, section: FileSection, row: Row) -> Row:
        """Return the event without its name and personal texts, and closed to the public."""
        row = self._with_ids(section, row) | dict.fromkeys(section.personal, "")
        return row | {
            "final_prizes": [
                [*prize[:-2], self._prized(prize[0], prize[-2]), prize[-1]] for prize in row["final_prizes"]
            ],
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
            case "hanchan":
                return row | {"corrections": [[at, LEFT_OUT, before] for at, _reason, before in row["corrections"]]}
            case "players":
                return row | self._player(row)
            case "seatings":
                return row | self._seating(row)
            case "different_people":  # the first has the lower id
                row = self._with_ids(section, row)
                return row | dict(zip(("first", "second"), sorted((row["first"], row["second"])), strict=True))
        return self._with_ids(section, row)

    def _with_ids(self, section: FileSection, row: Row) -> Row:
        """Return a row that names the players by their ids in the file."""
        several = [one.name for one in section.many if one.related_model is Player]
        lists: frozenset[str] = getattr(section.model, "lists_of_ids", frozenset())
        named = {
            name: self.ids.get(row[name]) for name in (one.name for one, to in references(section) if to == PLAYERS)
        }
        moved = {name: [self._id(one) for one in row[name]] for name in (*several, *lists)}
        return row | named | {name: sorted(moved[name]) if name in several else moved[name] for name in moved}

    def _id(self, value: Any) -> Any:
        """Return an id, or a list that ends with one, as the file has it."""
        return self.ids[value] if isinstance(value, int) else [*value[:-1], self.ids[value[-1]]]

    def _seating(self, row: Row) -> Row:
        """Return a version without what would tell how the seats were drawn, sealed with the ids of the file."""
        rows = self.sealed.get(row["id"])
        seals = {"digest": rows.digest(), "seals": rows.seals()} if rows and row["digest"] else {}
        return {"words": "", "listed": [], "list_digest": "", "seed": None} | seals

    def _player(self, row: Row) -> Row:
        number, country = self.numbers[row["id"]], row["country"] if row["country"] in self.countries else ""
        texts = {one.name for one in Player._meta.concrete_fields if isinstance(one, models.CharField)}
        named = {"name": f"Player {number}", "last_name": str(number), "first_name": "Player", "is_unlisted": False}
        groups = {kind: self._group(kind, row[kind]) for kind in ("club", "team")}
        known = {"id": self.ids[row["id"]], "number": number, "country": country}
        return dict.fromkeys(texts - KEPT, "") | known | named | groups

    def _prized(self, kind: str, group: str) -> str:
        """Return the team or country of a prize as the players of the file have it."""
        return self._group("team", group) if kind == PrizeKind.TEAM else group if group in self.countries else ""

    def _group(self, kind: str, name: str) -> str:
        if not name:
            return ""
        number = sum(known == kind for known, _name in self.groups) + 1
        return self.groups.setdefault((kind, name), f"{kind.title()} {number}")


def _numbers(tournament: Tournament) -> list[int]:
    """Return the start number of each entry, by its id; the number of one that was merged may be somebody else's."""
    rows = Player.every.filter(tournament=tournament).order_by("pk").values_list("number", "merged_into")
    taken = {number for number, merged_into in rows if merged_into is None}
    free = iter(next_numbers(taken, len(rows) - len(taken)))
    return [number if merged_into is None else next(free) for number, merged_into in rows]


def _places(values: Iterable[int]) -> list[int]:
    """Return for each value how many are lower."""
    known = list(values)
    place = {value: place for place, value in enumerate(sorted(known))}
    return [place[value] for value in known]


def _sealed(tournament: Tournament, offset: int, ids: dict[int, int]) -> dict[int, VersionRows]:
    """Return the seats and byes of each version, with the ids of the file."""
    found: dict[int, VersionRows] = {}
    seats = Seat.objects.filter(seating__tournament=tournament).order_by("pk").values_list("seating_id", *ROW)
    for seating, hanchan, table, wind, player in seats:
        rows = found.setdefault(seating - offset, VersionRows([], []))
        rows.lines.append((hanchan, table, wind, ids[player - offset]))
    byes = Bye.objects.filter(seating__tournament=tournament)
    for seating, hanchan, player in byes.values_list("seating_id", "hanchan__number", "player_id"):
        found.setdefault(seating - offset, VersionRows([], [])).byes.append((hanchan, ids[player - offset]))
    return {pk: VersionRows(lines_of(rows.lines), sorted(rows.byes)) for pk, rows in found.items()}
