"""When a hanchan is over: a bust, the last hand of South or of an extension, a dealer who stops, the clock.

An extension goes on into West until somebody has the points it asks for and the dealer does not stay; it lasts one
round (S3 Enchousen). A dealer who would stay in the last hand, leads and has those points may stop (S3 Agariyame).
When the time has ended nothing lengthens the game any more (`time_limit`).
"""

from scoring.log.situation import Situation
from scoring.points import Points, write
from scoring.rules import Ruleset
from scoring.ruleset.values import Bust, Ties
from scoring.winds import WINDS, Wind
from scoring.words import Text, gettext_noop

SOUTH_PLAYED = Text(gettext_noop("The South round has been played."))
WEST_PLAYED = Text(gettext_noop("The West round has been played."))
STOPPED = Text(gettext_noop("The leading dealer has ended the game."))
REACHED = gettext_noop("Somebody has {points} points after South.")
BUST = {
    Bust.BELOW_ZERO: gettext_noop("{player} is below zero."),
    Bust.AT_ZERO: gettext_noop("{player} has no points left."),
}


def busted(points: Points, rules: Ruleset) -> bool:
    """Whether a player with so many points ends the game (S0 Mod.5.3)."""
    return (rules.bust is Bust.BELOW_ZERO and points < 0) or (rules.bust is Bust.AT_ZERO and points <= 0)


def over_by_bust(now: Situation, rules: Ruleset) -> Text | None:
    """Why the game is over at once, None when nobody is bust."""
    for player, points in zip(WINDS, now.points, strict=False):
        if busted(points, rules):
            return Text(BUST[rules.bust], {"player": Text(player.label)})
    return None


def over_by_rounds(played: Situation, rules: Ruleset, timed: bool) -> Text | None:
    """Why the game is over after the hand `played`, whose points are known, when its dealer does not stay.

    `timed`: the time has ended, so that there is no extension.
    """
    last_of_round = played.hand == played.players
    reached = bool(rules.extension) and max(played.points) >= rules.extension
    if played.round_wind is Wind.EAST or (played.round_wind is Wind.SOUTH and not last_of_round):
        return None
    if played.round_wind is Wind.SOUTH:
        return None if rules.extension and not reached and not timed else SOUTH_PLAYED
    if reached:
        return Text(REACHED, {"points": write(rules.extension)})
    return WEST_PLAYED if last_of_round else None


def dealer_may_stop(now: Situation, rules: Ruleset) -> bool:
    """Whether the dealer who stays for `now` may end the game instead (S3 Agariyame)."""
    in_last_hand = now.round_wind is Wind.WEST or (now.round_wind is Wind.SOUTH and now.hand == now.players)
    own = now.points[now.dealer.index]
    return rules.agari_yame and in_last_hand and own >= rules.extension and _leads(now.dealer, now.points, rules)


def _leads(player: Wind, points: tuple[Points, ...], rules: Ruleset) -> bool:
    """Nobody has more; where seats decide ties, nobody in an earlier seat has as much either."""
    own = points[player.index]
    earlier = points[: player.index] if rules.ties is Ties.SEAT else ()
    return own == max(points) and own not in earlier
