"""Where a hanchan stands before a hand: round, hand, honba, deposits, points; and who has which wind.

Players are told by their *starting* wind, as on the report sheet; payments are by *current* wind, East the dealer.
The deal passes to the next player with each hand: South starts as South and is East in the second hand.
"""

from dataclasses import dataclass, replace

from scoring.game import DEPOSIT
from scoring.points import Points
from scoring.rules import Ruleset
from scoring.winds import WINDS, Wind
from scoring.words import Text, gettext_noop


@dataclass(frozen=True, slots=True)
class Situation:
    """Before a hand: the round's wind, the hand 1 to 4 (3 among three), counters, and points by starting wind."""

    round_wind: Wind
    hand: int
    honba: int
    deposits: int
    points: tuple[Points, ...]

    @classmethod
    def first(cls, rules: Ruleset) -> "Situation":
        """East 1: everybody has the starting points."""
        return cls(Wind.EAST, 1, 0, 0, (rules.start,) * rules.players)

    @property
    def players(self) -> int:
        return len(self.points)

    @property
    def total(self) -> Points:
        """All points, with the deposits on the table; no hand changes it."""
        return sum(self.points) + self.deposits * DEPOSIT

    @property
    def dealer(self) -> Wind:
        """The starting wind of the dealer."""
        return Wind.at(self.hand - 1)

    @property
    def name(self) -> Text:
        """The hand as people call it.

        >>> str(Situation(Wind.EAST, 2, 1, 0, (30_000,) * 4).name)
        'East 2, 1 honba'
        """
        called = {"round": Text(self.round_wind.label), "hand": self.hand, "honba": self.honba}
        return Text(gettext_noop("{round} {hand}, {honba} honba") if self.honba else HAND, called)

    def current(self, start: Wind) -> Wind:
        """The current wind of the player who started as `start`.

        >>> Situation(Wind.EAST, 2, 0, 0, (30_000,) * 4).current(Wind.EAST).label
        'North'
        """
        return Wind.at((start.index - (self.hand - 1)) % self.players)

    def start(self, current: Wind) -> Wind:
        """The starting wind of the player who is `current` now; `current` the other way round."""
        return Wind.at((current.index + self.hand - 1) % self.players)

    def by_start(self, changes: tuple[Points, ...]) -> tuple[Points, ...]:
        """Changes by current wind in the order of the starting winds."""
        return tuple(changes[self.current(start).index] for start in WINDS[: self.players])

    def moved(self, changes: tuple[Points, ...], deposits: int) -> "Situation":
        """The same hand with other points, by starting wind, and `deposits` on the table."""
        points = tuple(own + change for own, change in zip(self.points, changes, strict=True))
        return replace(self, points=points, deposits=deposits)

    def again(self, honba: int) -> "Situation":
        """The dealer stays."""
        return replace(self, honba=honba)

    def passed(self, honba: int) -> "Situation":
        """The deal passes to the next player, after the last hand of a round with the next round."""
        if self.hand < self.players:
            return replace(self, hand=self.hand + 1, honba=honba)
        return replace(self, round_wind=Wind.at(self.round_wind.index + 1), hand=1, honba=honba)


HAND = gettext_noop("{round} {hand}")
