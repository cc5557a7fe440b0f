"""Who plays on and who does not, from one hanchan on: what every repair starts from."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.events.models import Tournament
from tournament.players.models import Player, PlayerStatus
from tournament.seating.draft import Arranged, rounds
from tournament.seating.planner.words import Rounds
from tournament.seating.queries import arranged_of


@dataclass(frozen=True, slots=True)
class Situation:
    """The seating that counts, and the people from hanchan `first` on.

    `regular` play on; `substitutes` could, those with a seat first. `gone` hold places and do not play on, `newcomers`
    are regular and hold none. All in order of their numbers.
    """

    now: Arranged
    first: int
    hanchan: tuple[int, ...]
    regular: tuple[Player, ...]
    substitutes: tuple[Player, ...]
    gone: tuple[Player, ...]
    newcomers: tuple[Player, ...]
    size: int = 4
    winds: bool = True
    hall: int | None = None

    @property
    def past(self) -> Rounds:
        """Every hanchan before `first`, by ids: played, or to be played as it stands."""
        return rounds({number: tables for number, tables in self.now.draft.items() if number < self.first})

    @property
    def planned(self) -> Rounds:
        """The hanchan from `first` on as they stand."""
        return rounds({number: tables for number, tables in self.now.draft.items() if number >= self.first})

    @property
    def holders(self) -> set[int]:
        """The ids of everybody with a seat or a bye from `first` on."""
        return _holders(self.now, self.first)

    @property
    def has_byes(self) -> bool:
        """Whether somebody sits out from `first` on as it stands."""
        return any(people for number, people in self.now.byes.items() if number >= self.first)

    @property
    def tables(self) -> int:
        """How many tables hanchan `first` has as it stands."""
        return len(self.now.draft.get(self.first, {}))


def situation(
    tournament: Tournament, first: int, leaving: Sequence[Player] = (), coming: Sequence[Player] = ()
) -> Situation:
    """Who is typed and whoever the list of players says: out but seated counts as leaving, playing without a place as
    coming; seats in hanchan that were dropped since are overlooked. Five queries."""
    numbers = list(tournament.hanchan.order_by("number").values_list("number", flat=True))
    now = _in(arranged_of(tournament.seating), numbers)
    players = list(tournament.players.order_by("number"))
    away = {player.pk for player in leaving}
    playing = [player for player in players if player.status == PlayerStatus.PLAYING and player.pk not in away]
    holders = _holders(now, first)
    wanted = {player.pk for player in coming}
    regular = tuple(player for player in playing if not player.is_substitute)
    substitutes = [player for player in playing if player.is_substitute]
    substitutes.sort(key=lambda one: (one.pk not in wanted, one.pk not in holders, one.number))
    able = {player.pk for player in playing}
    return Situation(
        now=now, first=first,
        hanchan=tuple(number for number in numbers if number >= first),
        regular=regular, substitutes=tuple(substitutes),
        gone=tuple(player for player in players if player.pk in holders and player.pk not in able),
        newcomers=tuple(player for player in regular if player.pk not in holders),
        size=tournament.at_a_table, winds=not tournament.winds_are_drawn, hall=tournament.table_count,
    )  # fmt: skip


def _in(now: Arranged, numbers: Sequence[int]) -> Arranged:
    """The seats and byes of these hanchan."""
    return Arranged(
        {number: tables for number, tables in now.draft.items() if number in numbers},
        {number: people for number, people in now.byes.items() if number in numbers},
    )


def _holders(now: Arranged, first: int) -> set[int]:
    return {player for number in now.draft if number >= first for player in now.people(number)}
