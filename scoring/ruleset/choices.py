"""The choices of a rule set: the ways in which something can be played.

Every choice has a `label`: English words, marked for translation, that stand beside the label of its field.
"""

from enum import StrEnum

from scoring.words import gettext_noop


class Choice(StrEnum):
    """One of the ways in which something can be played: what a snapshot calls it, and its words."""

    label: str

    def __new__(cls, value: str, label: str = "") -> "Choice":
        choice = str.__new__(cls, value)
        choice._value_ = value
        choice.label = label
        return choice


class Count(Choice):
    """What a hanchan score counts from: the goal (S0 Mod.4.2), or end points the winner collects (S4 4.10)."""

    GOAL = "goal", gettext_noop("points above or below the goal")
    END_POINTS = "end-points", gettext_noop("end points: the winner gets what the others lose")


class Ties(Choice):
    """Equal points: the place is shared and so is what it is worth, or the earlier seat stands above the later."""

    SPLIT = "split", gettext_noop("shared evenly, cut off after one decimal")
    SPLIT_REMAINDER = "split-remainder", gettext_noop("shared evenly, the remainder to the earlier seat")
    SEAT = "seat", gettext_noop("decided by seat: the earlier starting wind stands above")


class Leftover(Choice):
    """Who gets riichi deposits that are on the table at the end."""

    LOST = "lost", gettext_noop("nobody")
    WINNER = "winner", gettext_noop("the winner; several winners share, cut off to 100")
    WINNER_REMAINDER = "winner-remainder", gettext_noop("the winner; several share, the remainder to the earlier seat")
    FIRST_SEAT = "first-seat", gettext_noop("the winner; of several, the one with the earliest seat")


class Bust(Choice):
    """Whether a hanchan ends when somebody runs out of points (S0 Mod.5.3)."""

    NEVER = "never", gettext_noop("never")
    BELOW_ZERO = "below-zero", gettext_noop("below zero")
    AT_ZERO = "at-zero", gettext_noop("at zero or below")


class Paid(Choice):
    """How point penalties are paid: off the tournament score, at the table (S0 Mod.6.1), or as a mangan (S1)."""

    TOURNAMENT = "tournament", gettext_noop("off the tournament score")
    TABLE = "table", gettext_noop("at the table, to the other players")
    REVERSE_MANGAN = "reverse-mangan", gettext_noop("as a mangan to the table for a chonbo")


class HandStart(Choice):
    """What begins a hand for the clock."""

    DICE = "dice", gettext_noop("the throw of the dice")
    FIRST_DISCARD = "first-discard", gettext_noop("East's first discard")


class LastChonbo(Choice):
    """What a chonbo in the last hand leads to."""

    GAME_OVER = "game-over", gettext_noop("the game is over")
    PLAYED_AGAIN = "played-again", gettext_noop("the hand is played again")


class SeatDraw(Choice):
    """How players get their winds (S2)."""

    TRADITIONAL = "traditional", gettext_noop("four winds, an odd and an even tile, and dice")
    DIRECT = "direct", gettext_noop("four wind tiles")
    OWN = "own", gettext_noop("a fair way of the organiser's")


class Counted(Choice):
    """What 13 han and more are worth without a yakuman."""

    SANBAIMAN = "sanbaiman", gettext_noop("a sanbaiman")
    YAKUMAN = "yakuman", gettext_noop("as much as a yakuman")


class Fed(Choice):
    """A yakuman whose last triplet or quad makes the feeder liable (S2 Liability)."""

    BIG_DRAGONS = "big-dragons", gettext_noop("Big Three Dragons")
    BIG_WINDS = "big-winds", gettext_noop("Big Four Winds")
    FOUR_QUADS = "four-quads", gettext_noop("Four Quads")


class Liability(Choice):
    """What a liable player is liable for."""

    FED_YAKUMAN = "fed-yakuman", gettext_noop("for the yakuman that was fed")
    WHOLE_HAND = "whole-hand", gettext_noop("for the whole hand")
    SELF_DRAW = "self-draw", gettext_noop("for the whole hand, by self-draw only")


class Winners(Choice):
    """Who wins when several call the same discard."""

    HEAD_BUMP = "head-bump", gettext_noop("only the next in turn wins")
    TWO = "two", gettext_noop("two win; three are an abortive draw")
    ALL = "all", gettext_noop("all of them win")


class HonbaTo(Choice):
    """Who of several winners gets the points for honba."""

    EACH = "each", gettext_noop("each of them")
    FIRST = "first", gettext_noop("the next in turn after the discarder")


class Nagashi(Choice):
    """What only terminals and honours among one's discards, none called, are worth at an exhaustive draw."""

    NOTHING = "nothing", gettext_noop("is not played")
    WIN = "win", gettext_noop("counts as a mangan won by self-draw")
    DRAW = "draw", gettext_noop("is paid as a mangan; the hand stays a draw")


class Renhou(Choice):
    """What a win on a discard before one's first draw is worth at least."""

    NOTHING = "nothing", gettext_noop("has no yaku of its own")
    MANGAN = "mangan", gettext_noop("is at least a mangan")
    YAKUMAN = "yakuman", gettext_noop("is a yakuman")


class OpenRiichi(Choice):
    """What a riichi with the hand shown is worth."""

    NOTHING = "nothing", gettext_noop("is not played")
    TWO_HAN = "two-han", gettext_noop("is worth two han")
    YAKUMAN_FED = "yakuman-fed", gettext_noop("is a yakuman when a player not in riichi deals into it")


class Abortive(Choice):
    """What ends a hand without a winner before the wall is empty (S0 Mod.5.2)."""

    NINE_TERMINALS = "nine-terminals", gettext_noop("nine terminals and honours")
    FOUR_WINDS = "four-winds", gettext_noop("four equal winds in the first turn")
    FOUR_RIICHI = "four-riichi", gettext_noop("four riichi")
    FOUR_QUADS = "four-quads", gettext_noop("four quads of several players")


class DealerRepeats(Choice):
    """When the dealer stays dealer."""

    WIN = "win", gettext_noop("a win")
    WIN_OR_TENPAI = "win-or-tenpai", gettext_noop("a win or tenpai")
