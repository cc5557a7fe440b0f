"""The standings that are official, as values that are compared: what no act changes until they are reopened. Pure but
for the reading."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from hashlib import blake2s

from scoring.standings.values import Standing
from tournament.core.models import Tournament
from tournament.standings.inputs import Inputs, PlayerName, read_inputs
from tournament.standings.ranking import ranking
from tournament.standings.teams import Grouping, teams


@dataclass(frozen=True, slots=True)
class OfficialStandings:
    """The standings of the tournament with this id after each hanchan that is official."""

    tournament: int
    inputs: Inputs

    @property
    def official(self) -> tuple[int, ...]:
        """The hanchan that are official, in order."""
        return tuple(one.number for one in self.inputs.hanchan if one.official_at)

    def changed(self, after: "OfficialStandings") -> Sequence[int]:
        """Return the hanchan that are official in both and whose standings differ, in order.

        Nothing is ranked where nothing differs that these standings depend on, as for every sheet of a later hanchan.
        """
        both = [number for number in self.official if number in after.official]
        if not both or _basis(self.inputs, both[-1]) == _basis(after.inputs, both[-1]):
            return ()
        return [number for number in both if self.figures(number) != after.figures(number)]

    def figures(self, number: int) -> Hashable:
        """Return what the standings after a hanchan say of players, teams, countries and clubs."""

        def rows(after: int) -> Sequence[Standing]:
            return ranking(self.tournament, self.inputs, after).everybody

        ranked = ranking(self.tournament, self.inputs, number)
        grouped = [
            (row.standing.team, row.standing.place, row.standing.shared, row.standing.total)
            for kind in Grouping
            for row in teams(kind, self.inputs, ranked, rows).rows
        ]
        return tuple((row.player.number, row.standing) for row in ranked.rows), tuple(grouped)

    def digest(self, number: int) -> str:
        """A short name of these figures."""
        return blake2s(repr(self.figures(number)).encode(), digest_size=8).hexdigest()


def official_standings(tournament: Tournament) -> OfficialStandings:
    """Read them as they are now, not as they were when the page was made. A few queries."""
    return OfficialStandings(tournament.pk, read_inputs(Tournament.objects.get(pk=tournament.pk)))


def _basis(inputs: Inputs, last: int) -> tuple[object, ...]:
    """Return everything that the standings up to hanchan `last` depend on."""
    return (
        inputs.rules,
        inputs.by,
        [table for table in inputs.tables if table.hanchan <= last],
        [one for one in inputs.deductions if one.hanchan is None or one.hanchan <= last],
        [one for one in inputs.decisions if one.after <= last],
        [_counted(player, last) for player in inputs.players],
    )


def _counted(player: PlayerName, last: int) -> tuple[object, ...]:
    dates = (player.taking_part, player.is_substitute, player.counts_from, player.out_from)
    choices = tuple(one for one in player.choices if one[0] <= last)
    return (player.id, player.number, player.carried, *dates, choices, player.team, player.country, player.club)
