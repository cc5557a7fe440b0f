"""What a report is about: a whole seating with its people, stored or only read from a file.

People are numbered from 1 in the order of their start numbers, as the rows of the matrix and of the lists.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from tournament.events.models import Tournament
from tournament.players.models import Player
from tournament.seating import figures
from tournament.seating.checks import labelled
from tournament.seating.draft import Draft, rounds, seated, seats_per_hanchan
from tournament.seating.figures import Measured
from tournament.seating.kept import Places
from tournament.seating.models import Bye, Seating
from tournament.seating.pages.card import QualityCard, quality_card
from tournament.seating.people import Guest, Person
from tournament.seating.planner.report import Matrix, Path, Worst, matrix, paths, worst_cases
from tournament.seating.queries import draft_of, measured_of
from tournament.seating.wishes.queries import fixed_places


@dataclass(frozen=True)
class Subject:
    """A draft, the people in it by id (of a tournament, or made up for a file), and which figures go with it.

    `winds` False when the order of the seats says nothing of the winds; `byes` holds (hanchan, id of who sits out).
    """

    draft: Draft
    players: Mapping[int, Person]
    measured: Measured
    winds: bool = True
    byes: frozenset[tuple[int, int]] = field(default_factory=frozenset)

    @cached_property
    def people(self) -> tuple[Person, ...]:
        """Everybody who has a seat, by start number."""
        everybody = {pk for tables in self.draft.values() for pk in seated(tables)} | {pk for _, pk in self.byes}
        return tuple(sorted((self.players[pk] for pk in everybody), key=lambda player: (player.number, player.pk)))

    @cached_property
    def number(self) -> dict[int, int]:
        """The report's number of each person, by id."""
        return {player.pk: number for number, player in enumerate(self.people, start=1)}

    @cached_property
    def rounds(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """The seating by the report's numbers."""
        return tuple(tuple(tuple(self.number[pk] for pk in seats) for seats in tables) for tables in rounds(self.draft))

    @cached_property
    def matrix(self) -> Matrix:
        """Who meets whom."""
        return matrix(self.rounds, len(self.people), field=seats_per_hanchan(self.draft) or 4)

    @cached_property
    def paths(self) -> tuple[Path, ...]:
        """Everybody's way through the event, in the order of `people`."""
        return paths(self.rounds, len(self.people))

    @property
    def size(self) -> int:
        """How many sit at a table."""
        return self.measured.quality.size

    @cached_property
    def byes_of(self) -> dict[int, tuple[int, ...]]:
        """The hanchan in which a person sits out, by the report's number."""
        found: dict[int, list[int]] = {}
        for hanchan, pk in sorted(self.byes):
            found.setdefault(self.number[pk], []).append(hanchan)
        return {number: tuple(hanchan) for number, hanchan in found.items()}

    def person(self, number: int) -> Person:
        """Who has a number of the report."""
        return self.people[number - 1]

    def label(self, number: int) -> str:
        """Name and start number of who has a number of the report."""
        return labelled(self.person(number))

    @property
    def card(self) -> QualityCard:
        """The quality card."""
        return quality_card(self.measured, self.players, winds=self.winds)

    @property
    def worst(self) -> list[Worst]:
        """The worst by name; of winds only where they are part of the seating."""
        found = worst_cases(self.matrix, self.paths, kept={self.number[pk] for pk in self.measured.kept.hanchan})
        return [case for case in found if self.winds or case.kind != "winds"]


def subject_of(tournament: Tournament, seating: Seating, places: Places | None = None) -> Subject:
    """A version of a tournament's seating: four queries, one more when a figure has to be counted again, one less when
    the fixed `places` are known."""
    players = {player.pk: player for player in tournament.players.all()}
    byes = frozenset(Bye.objects.filter(seating=seating).values_list("hanchan", "player_id"))
    draft, winds = draft_of(seating), not tournament.winds_are_drawn
    places = fixed_places(tournament) if places is None else places
    return Subject(draft, players, measured_of(seating).wished(draft, places), winds, byes)


def subject_read(
    draft: Draft,
    people: Collection[Player] | Collection[Guest],
    *,
    winds: bool,
    byes: frozenset[tuple[int, int]] = frozenset(),
    places: Places = (),
) -> Subject:
    """A seating that is stored nowhere."""
    measured = figures.measured(draft).wished(draft, places)
    return Subject(draft, {person.pk: person for person in people}, measured, winds, byes)
