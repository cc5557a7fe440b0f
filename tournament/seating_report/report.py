"""The quality report of a seating, stored or read from a file.

People are numbered from 1 in the order of their start numbers, like the rows of the matrix and the lists.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from scoring.winds import WINDS, Wind
from tournament.core.models import Tournament
from tournament.players.countries import country_name
from tournament.players.lookup import Guest, Person
from tournament.players.models import Player
from tournament.results.sheets.queries import tables_not_played
from tournament.seating_report import quality
from tournament.seating_report.matrix import GroupMeetings, Matrix, matrix, meetings_by_group
from tournament.seating_report.paths import PlayerPath, WorstCases, paths, worst_cases
from tournament.seating_report.quality import Places, QualityCard, SeatingQuality, quality_card, quality_of
from tournament.seating_report.sentences import player_label, translate_named
from tournament.seats.models import Bye, Seating
from tournament.seats.queries import draft_of
from tournament.seats.seat_map import SeatMap, rounds, seated, seats_per_hanchan, spoken_tables
from tournament.translation.formats import enumeration
from tournament.wishes.queries import fixed_places


@dataclass(frozen=True)
class SeatingReport:
    """A seat map, its players by id (of a tournament, or made up for a file), and its figures.

    `winds` False when the order of the seats does not assign winds; `byes` holds (hanchan, id of the player).
    `not_played` are the tables of the version in use at which nobody met, as (hanchan, table): the figures are those of
    the plan, the meetings and paths are without them.
    """

    draft: SeatMap
    players: Mapping[int, Person]
    measured: SeatingQuality
    winds: bool = True
    byes: frozenset[tuple[int, int]] = field(default_factory=frozenset)
    not_played: frozenset[tuple[int, int]] = field(default_factory=frozenset)

    @cached_property
    def people(self) -> tuple[Person, ...]:
        """Everybody with a seat or a bye, by start number."""
        everybody = {pk for tables in self.draft.values() for pk in seated(tables)} | {pk for _, pk in self.byes}
        return tuple(sorted((self.players[pk] for pk in everybody), key=lambda player: (player.number, player.pk)))

    @cached_property
    def number(self) -> dict[int, int]:
        """The report's number of each person, by id."""
        return {player.pk: number for number, player in enumerate(self.people, start=1)}

    @cached_property
    def rounds(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """The seating by the report's numbers."""
        played = {
            hanchan: {table: () if (hanchan, table) in self.not_played else seats for table, seats in tables.items()}
            for hanchan, tables in self.draft.items()
        }
        return tuple(tuple(tuple(self.number[pk] for pk in seats) for seats in tables) for tables in rounds(played))

    @property
    def tables_not_played(self) -> str:
        """The tables at which nobody met, in words, "" for none."""
        return spoken_tables(self.not_played)

    @cached_property
    def matrix(self) -> Matrix:
        """The matrix of meetings."""
        return matrix(self.rounds, len(self.people), field=seats_per_hanchan(self.draft) or 4)

    @cached_property
    def paths(self) -> tuple[PlayerPath, ...]:
        """The schedules of all players, in the order of `people`."""
        return paths(self.rounds, len(self.people))

    @property
    def size(self) -> int:
        """Players per table."""
        return self.measured.quality.size

    @cached_property
    def byes_of(self) -> dict[int, tuple[int, ...]]:
        """The hanchan in which a person sits out, by the report's number."""
        found: dict[int, list[int]] = {}
        for hanchan, pk in sorted(self.byes):
            found.setdefault(self.number[pk], []).append(hanchan)
        return {number: tuple(hanchan) for number, hanchan in found.items()}

    def person(self, number: int) -> Person:
        """The player with a number of the report."""
        return self.people[number - 1]

    def label(self, number: int) -> str:
        """Name and start number of the player with a number of the report."""
        return player_label(self.person(number))

    @property
    def card(self) -> QualityCard:
        """The quality card."""
        return quality_card(self.measured, self.players, winds=self.winds)

    @property
    def worst(self) -> list[WorstCases]:
        """The worst cases; of winds only where they are part of the seating."""
        found = worst_cases(self.matrix, self.paths, fixed={self.number[pk] for pk in self.measured.fixed.hanchan})
        return [case for case in found if self.winds or case.kind != "winds"]


def report_of(tournament: Tournament, seating: Seating, places: Places | None = None) -> SeatingReport:
    """Return the report of a version, in four queries: one more to recount a figure, one less with fixed `places`, one
    more for the version in use."""
    players = Player.every.filter(tournament=tournament).in_bulk()
    byes = frozenset(Bye.objects.filter(seating=seating).values_list("hanchan__number", "player_id"))
    draft, winds = draft_of(seating), not tournament.winds_are_drawn
    places = fixed_places(tournament) if places is None else places
    not_played = frozenset(tables_not_played(tournament) if seating.pk == tournament.seating_id else ())
    return SeatingReport(draft, players, quality_of(seating).wished(draft, places), winds, byes, not_played)


def report_on(
    draft: SeatMap,
    people: Collection[Player] | Collection[Guest],
    *,
    winds: bool,
    byes: frozenset[tuple[int, int]] = frozenset(),
) -> SeatingReport:
    """Return the report of a seating without a tournament."""
    measured = quality.quality_of_map(draft)
    return SeatingReport(draft, {person.pk: person for person in people}, measured, winds, byes)


GROUPS_SHOWN = 12


@dataclass(frozen=True, slots=True)
class WorstCase:
    """One kind of weakness: sentences about the worst cases, and the number of others."""

    kind: str
    title: str
    sentences: list[str]
    more: int


def cases_of(subject: SeatingReport) -> list[WorstCase]:
    """The worst cases by name; of a kind without any, one sentence."""
    return [
        WorstCase(
            case.kind,
            _(case.title),
            translate_named(case.sentences, subject.label) or [_(case.fine)],
            case.more,
        )
        for case in subject.worst
    ]


@dataclass(frozen=True, slots=True)
class SharedMeetings:
    """The pairings of players who share a club, country or team, beside the unavoidable ones."""

    title: str
    meetings: int
    forced: int
    groups: tuple[GroupMeetings, ...]
    more: int

    @property
    def is_best(self) -> bool:
        return self.meetings <= self.forced

    @property
    def verdict(self) -> str:
        """The comparison with the bound, in words."""
        if self.is_best:
            return _("best possible")
        return _("best possible: {best}").format(best=self.forced)


def shared_by(subject: SeatingReport) -> list[SharedMeetings]:
    """The pairings within clubs, countries and teams, where players share any."""
    kinds: list[tuple[str, Callable[[Person], str]]] = [
        (_("Same club"), lambda player: player.club.strip()),
        (_("Same country"), lambda player: country_name(player.country)),
        (_("Same team"), lambda player: player.team.strip()),
    ]
    return [shared for title, of in kinds if (shared := _shared(subject, title, of))]


def _shared(subject: SeatingReport, title: str, of: Callable[[Person], str]) -> SharedMeetings | None:
    named = {number: of(player) for number, player in enumerate(subject.people, start=1) if of(player)}
    found = meetings_by_group(subject.rounds, named)
    if not found:
        return None
    meetings, forced = sum(group.meetings for group in found), sum(group.forced for group in found)
    shown = tuple(group for group in found if group.meetings)[:GROUPS_SHOWN]
    more = sum(1 for group in found if group.meetings) - len(shown)
    return SharedMeetings(title, meetings, forced, shown, more)


@dataclass(frozen=True, slots=True)
class MetPlayer:
    """A player met, and the hanchan of earlier meetings."""

    player: Person
    before: str


@dataclass(frozen=True, slots=True)
class PathStep:
    """One hanchan of a path; without a table the player has a bye or no seat."""

    hanchan: int
    table: int | None
    wind: Wind | None
    been_here: bool
    companions: tuple[MetPlayer, ...]
    bye: bool = False


def steps_of(subject: SeatingReport, number: int) -> list[PathStep]:
    """The schedule of a player, by the number of the report."""
    path, byes = subject.paths[number - 1], subject.byes_of.get(number, ())
    steps = [
        PathStep(
            sat.hanchan,
            sat.table,
            WINDS[sat.wind],
            sat.table in path.tables[:at],
            tuple(_met(subject, number, other, sat.hanchan) for other in sat.companions),
        )
        for at, sat in enumerate(path.seats)
    ]
    steps += [PathStep(hanchan, None, None, False, (), bye=hanchan in byes) for hanchan in path.byes]
    return sorted(steps, key=lambda step: step.hanchan)


def _met(subject: SeatingReport, one: int, other: int, hanchan: int) -> MetPlayer:
    before = [str(earlier) for earlier in subject.matrix.hanchan(one, other) if earlier < hanchan]
    return MetPlayer(subject.person(other), enumeration(before))


def path_page(subject: SeatingReport, number: int) -> dict[str, Any]:
    """The context of the page of one player."""
    path = subject.paths[number - 1]
    return {
        "player": subject.person(number),
        "path": path,
        "steps": steps_of(subject, number),
        "winds": subject.winds,
        "winds_had": list(zip(WINDS, path.winds, strict=False)),
        "byes": len(subject.byes_of.get(number, ())),
    }


FORMAT = 2
"""1 called double meetings clashes."""


def report_values(subject: SeatingReport) -> dict[str, Any]:
    """Figures with their bounds, all paths and repeated pairs, by start number."""
    return {
        "format": FORMAT,
        "quality": _quality(subject),
        "figures": [
            {"title": line.title, "value": line.value, "bound": line.best, "optimal": line.is_best}
            for line in subject.card.figures
        ],
        "players": [_player(subject, path.player) for path in subject.paths],
        "repeated_pairs": [
            {"players": [subject.person(one).number, subject.person(other).number], "hanchan": list(hanchan)}
            for (one, other), hanchan in subject.matrix.repeated()
        ],
    }


def _quality(subject: SeatingReport) -> dict[str, Any]:
    """The planner's figures without its own numbering of players."""
    values = subject.measured.quality.to_json()
    values["uneven_players"] = [subject.players[subject.measured.person(n)].number for n in values["uneven_players"]]
    del values["repeated_pairs"]
    return values


def _player(subject: SeatingReport, number: int) -> dict[str, Any]:
    path, person = subject.paths[number - 1], subject.person(number)
    return {
        "number": person.number,
        "name": person.name,
        "winds": list(path.winds) if subject.winds else None,
        "wind_gap": path.wind_gap_any if subject.winds else None,
        "opponents": path.opponents,
        "repeats": path.repeats,
        "tables": list(path.tables),
        "byes": list(subject.byes_of.get(number, ())),
    }
