"""A player's surroundings besides the hanchan: opponents met, neighbours in the standings, the best hanchan. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.points import Points
from scoring.standings.values import HanchanResult
from tournament.standings.inputs import PlayerName
from tournament.standings.player_card import HanchanStep, PlayerCard
from tournament.standings.ranking import Ranking, StandingsRow


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody met at the table: in which hanchan, and how often the player finished ahead, level and behind."""

    player: PlayerName
    hanchan: tuple[int, ...]
    ahead: int
    level: int
    behind: int


def opponents(steps: Sequence[HanchanStep]) -> tuple[Opponent, ...]:
    """Everybody whom the player met, who was met most often first, then by name."""
    met: dict[int, list[tuple[PlayerName, int, int]]] = {}
    for step in steps:
        for other in step.companions:
            if step.played and not other.is_self:
                difference = other.place - step.played.place
                met.setdefault(other.player.id, []).append((other.player, step.hanchan, difference))
    found = [
        Opponent(
            games[0][0],
            tuple(hanchan for _player, hanchan, _difference in games),
            sum(difference > 0 for *_, difference in games),
            sum(difference == 0 for *_, difference in games),
            sum(difference < 0 for *_, difference in games),
        )
        for games in met.values()
    ]
    return tuple(sorted(found, key=lambda one: (-len(one.hanchan), one.player.name_key)))


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A row near the player's; `gap` in points is positive for a row above, None for the player's own."""

    row: StandingsRow
    gap: Points | None

    @property
    def below(self) -> Points | None:
        """The gap to a row below, as a positive amount."""
        return None if self.gap is None else -self.gap


def neighbours(ranking: Ranking, number: int, reach: int = 1) -> tuple[Neighbour, ...]:
    """The player's own row with those above and below it, () for who is not ranked."""
    rows = ranking.ranked
    at = next((n for n, row in enumerate(rows) if row.player.number == number), None)
    if at is None:
        return ()
    own = rows[at].standing
    near = rows[max(at - reach, 0) : at + reach + 1]
    return tuple(
        Neighbour(row, None if row.player.number == number else row.standing.total - own.total) for row in near
    )


def best_hanchan(card: PlayerCard) -> HanchanResult | None:
    """The hanchan with the highest score, the first of equals."""
    played = [step.played for step in card.steps if step.played]
    return max(played, key=lambda one: one.score, default=None)


def written_average(average: Fraction) -> str:
    """Return an average of places as it is shown: two decimals, halves up.

    >>> written_average(Fraction(17, 8)), written_average(Fraction(5, 2)), written_average(Fraction(8, 3))
    ('2.13', '2.50', '2.67')
    """
    hundredths = (average * 200 + 1) // 2
    return f"{hundredths // 100}.{hundredths % 100:02}"


def average_place(card: PlayerCard) -> Fraction | None:
    """The mean place at the table; players who share a place have the mean of the places they share."""
    played = [step.played for step in card.steps if step.played]
    if not played:
        return None
    shared = [
        Fraction(one.place) + Fraction(sum(o.place == one.place for o in step.companions) - 1, 2)
        for step in card.steps
        if (one := step.played)
    ]
    return sum(shared, Fraction(0)) / len(shared)
