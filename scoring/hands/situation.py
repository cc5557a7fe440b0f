"""The situation before a hand, and the end of the game.

Players are named by their *starting* wind, as on the report sheet; payments are by *current* wind, East the dealer.
The deal passes to the next player with each hand: South starts as South and is East in the second hand.

An extension goes on into the next round, West or in an East-only game South, until a player has the points it requires
and the dealer does not stay; it lasts one round (S3 Enchousen). A dealer who would stay in the last hand, leads and has
those points may stop (S3 Agariyame).
Once the time has ended nothing lengthens the game (`time_limit`).
"""

from dataclasses import dataclass, replace
from typing import Annotated

from scoring.game import DEPOSIT
from scoring.messages import Message, gettext_noop, phrase
from scoring.points import FromOne, FromZero, Points, write
from scoring.rules import Ruleset
from scoring.rules.values import Bust, EqualPoints
from scoring.winds import WINDS, Wind


@dataclass(frozen=True, slots=True)
class HandSituation:
    """The state before a hand: the round's wind, the hand 1 to 4 (3 among three), counters, and points by starting
    wind.
    """

    round_wind: Wind
    hand: FromOne
    honba: FromZero
    deposits: FromZero
    points: Annotated[tuple[Points, ...], "by starting wind"]

    @classmethod
    def first(cls, rules: Ruleset) -> "HandSituation":
        """Return East 1: everybody has the starting points."""
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
    def name(self) -> Message:
        """The hand as people call it.

        >>> str(HandSituation(Wind.EAST, 2, 1, 0, (30_000,) * 4).name)
        'East 2, 1 honba'
        """
        called = {"round": phrase(self.round_wind.label), "hand": self.hand, "honba": self.honba}
        return phrase(gettext_noop("{round} {hand}, {honba} honba") if self.honba else HAND, called)

    def current(self, start: Wind) -> Wind:
        """Return the current wind of the player who started as `start`.

        >>> HandSituation(Wind.EAST, 2, 0, 0, (30_000,) * 4).current(Wind.EAST).label
        'North'
        """
        return Wind.at((start.index - (self.hand - 1)) % self.players)

    def start(self, current: Wind) -> Wind:
        """Return the starting wind of the player who is `current` now; the inverse of `current`."""
        return Wind.at((current.index + self.hand - 1) % self.players)

    def by_start(self, changes: tuple[Points, ...]) -> tuple[Points, ...]:
        """Return changes by current wind in the order of the starting winds."""
        return tuple(changes[self.current(start).index] for start in WINDS[: self.players])

    def moved(self, changes: tuple[Points, ...], deposits: int) -> "HandSituation":
        """Return the same hand with other points, by starting wind, and `deposits` on the table."""
        points = tuple(own + change for own, change in zip(self.points, changes, strict=True))
        return replace(self, points=points, deposits=deposits)

    def again(self, honba: int) -> "HandSituation":
        """Return the next hand when the dealer stays."""
        return replace(self, honba=honba)

    def passed(self, honba: int) -> "HandSituation":
        """Return the next hand when the deal passes on, after the last hand of a round in the next round."""
        if self.hand < self.players:
            return replace(self, hand=self.hand + 1, honba=honba)
        return replace(self, round_wind=Wind.at(self.round_wind.index + 1), hand=1, honba=honba)


HAND = gettext_noop("{round} {hand}")
ROUND_PLAYED = gettext_noop("The {round} round has been played.")
STOPPED = phrase(gettext_noop("The leading dealer has ended the game."))
REACHED = gettext_noop("Somebody has {points} points after {round}.")
BUST = {
    Bust.BELOW_ZERO: gettext_noop("{player} is below zero."),
    Bust.AT_ZERO: gettext_noop("{player} has no points left."),
}


def is_bust_now(points: Points, rules: Ruleset) -> bool:
    """Return whether a player with this many points ends the game (S0 Mod.5.3)."""
    return (rules.bust is Bust.BELOW_ZERO and points < 0) or (rules.bust is Bust.AT_ZERO and points <= 0)


def over_by_bust(now: HandSituation, rules: Ruleset) -> Message | None:
    """Return why the game ends at once, None when nobody is bust."""
    for player, points in zip(WINDS, now.points, strict=False):
        if is_bust_now(points, rules):
            return phrase(BUST[rules.bust], {"player": phrase(player.label)})
    return None


def over_by_rounds(played: HandSituation, rules: Ruleset, timed: bool) -> Message | None:
    """Return why the game is over after the hand `played`, whose points are known, when its dealer does not stay.

    `timed`: the time has ended, so there is no extension.
    """
    last_of_round = played.hand == played.players
    reached = bool(rules.extension) and max(played.points) >= rules.extension
    beyond = played.round_wind.index - rules.last_round.index
    round_played = phrase(ROUND_PLAYED, {"round": phrase(played.round_wind.label)})
    if beyond < 0 or (beyond == 0 and not last_of_round):
        return None
    if beyond == 0:
        return None if rules.extension and not reached and not timed else round_played
    if reached:
        return phrase(REACHED, {"points": write(rules.extension), "round": phrase(rules.last_round.label)})
    return round_played if last_of_round else None


def dealer_may_stop(now: HandSituation, rules: Ruleset) -> bool:
    """Return whether the dealer who stays for `now` may end the game instead (S3 Agariyame)."""
    beyond = now.round_wind.index - rules.last_round.index
    in_last_hand = beyond > 0 or (beyond == 0 and now.hand == now.players)
    own = now.points[now.dealer.index]
    return rules.agari_yame and in_last_hand and own >= rules.extension and _leads(now.dealer, now.points, rules)


def _leads(player: Wind, points: tuple[Points, ...], rules: Ruleset) -> bool:
    """Return whether nobody has more; where seats break ties, nobody in an earlier seat has as much either."""
    own = points[player.index]
    earlier = points[: player.index] if rules.ties is EqualPoints.SEAT else ()
    return own == max(points) and own not in earlier
