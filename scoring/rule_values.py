"""The parts of a rule set and their choices.

Every choice has a `label`: English words, marked for translation, that complete the sentence of its field.
"""

from dataclasses import dataclass
from enum import StrEnum

from scoring.points import Points
from scoring.rule_kinds import Amount, OneOf, SomeOf, Whole, YesNo, rule
from scoring.words import gettext_noop


class Choice(StrEnum):
    """One of the ways in which something can be played."""

    @property
    def label(self) -> str:
        """The English words, marked for translation."""
        return _LABELS[type(self), self]


class Count(Choice):
    """What a hanchan score counts from: the goal (S0 Mod.4.2), or end points the winner collects (S4 4.10)."""

    GOAL = "goal"
    END_POINTS = "end-points"


class Ties(Choice):
    """Equal points: the place is shared and so is what it is worth, or the earlier seat stands above the later."""

    SPLIT = "split"
    SPLIT_REMAINDER = "split-remainder"
    SEAT = "seat"


class Leftover(Choice):
    """Who gets riichi deposits that are on the table at the end."""

    LOST = "lost"
    WINNER = "winner"
    WINNER_REMAINDER = "winner-remainder"
    FIRST_SEAT = "first-seat"


class Bust(Choice):
    """Whether a hanchan ends when somebody runs out of points (S0 Mod.5.3)."""

    NEVER = "never"
    BELOW_ZERO = "below-zero"
    AT_ZERO = "at-zero"


class Paid(Choice):
    """How point penalties are paid: off the tournament score, at the table (S0 Mod.6.1), or as a mangan (S1)."""

    TOURNAMENT = "tournament"
    TABLE = "table"
    REVERSE_MANGAN = "reverse-mangan"


class HandStart(Choice):
    """What begins a hand for the clock."""

    DICE = "dice"
    FIRST_DISCARD = "first-discard"


class LastChonbo(Choice):
    """What a chonbo in the last hand leads to."""

    GAME_OVER = "game-over"
    PLAYED_AGAIN = "played-again"


class SeatDraw(Choice):
    """How players get their winds (S2)."""

    TRADITIONAL = "traditional"
    DIRECT = "direct"
    OWN = "own"


class Counted(Choice):
    """What 13 han and more are worth without a yakuman."""

    SANBAIMAN = "sanbaiman"
    YAKUMAN = "yakuman"


class Fed(Choice):
    """A yakuman whose last triplet or quad makes the feeder liable (S2 Liability)."""

    BIG_DRAGONS = "big-dragons"
    BIG_WINDS = "big-winds"
    FOUR_QUADS = "four-quads"


class Liability(Choice):
    """What a liable player is liable for."""

    FED_YAKUMAN = "fed-yakuman"
    WHOLE_HAND = "whole-hand"


class Winners(Choice):
    """Who wins when several call the same discard."""

    HEAD_BUMP = "head-bump"
    TWO = "two"
    ALL = "all"


class HonbaTo(Choice):
    """Who of several winners gets the points for honba."""

    EACH = "each"
    FIRST = "first"


class Nagashi(Choice):
    """What only terminals and honours among one's discards, none called, are worth at an exhaustive draw."""

    NOTHING = "nothing"
    WIN = "win"
    DRAW = "draw"


class Renhou(Choice):
    """What a win on a discard before one's first draw is worth at least."""

    NOTHING = "nothing"
    MANGAN = "mangan"
    YAKUMAN = "yakuman"


class OpenRiichi(Choice):
    """What a riichi with the hand shown is worth."""

    NOTHING = "nothing"
    TWO_HAN = "two-han"
    YAKUMAN_FED = "yakuman-fed"


class Abortive(Choice):
    """What ends a hand without a winner before the wall is empty (S0 Mod.5.2)."""

    NINE_TERMINALS = "nine-terminals"
    FOUR_WINDS = "four-winds"
    FOUR_RIICHI = "four-riichi"
    FOUR_QUADS = "four-quads"


class DealerRepeats(Choice):
    """When the dealer stays dealer."""

    WIN = "win"
    WIN_OR_TENPAI = "win-or-tenpai"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRules:
    """What one hand is worth and who pays it. Amounts are points."""

    kiriage: bool = rule(YesNo(), gettext_noop("4 han 30 fu and 3 han 60 fu are a mangan"))
    counted: Counted = rule(OneOf(Counted), gettext_noop("13 han without a yakuman are"))
    several_yakuman: bool = rule(YesNo(), gettext_noop("Several yakuman in one hand add up"))
    double_yakuman: bool = rule(YesNo(), gettext_noop("Some yakuman count double"))
    double_wind_fu: int = rule(Whole(2, 4), gettext_noop("Fu of a pair of the double wind"))
    liability: tuple[Fed, ...] = rule(SomeOf(Fed), gettext_noop("Feeding the last set of these makes liable"))
    liable_for: Liability = rule(OneOf(Liability), gettext_noop("A liable player pays"))
    winners: Winners = rule(OneOf(Winners), gettext_noop("When several win on one discard"))
    honba: Points = rule(Amount(), gettext_noop("Points of a honba, from each who pays a self-draw"))
    honba_to: HonbaTo = rule(OneOf(HonbaTo), gettext_noop("Of several winners, honba go to"))
    noten: Points = rule(Amount(), gettext_noop("Points that noten players pay together at a draw"))
    nagashi: Nagashi = rule(OneOf(Nagashi), gettext_noop("Nagashi mangan"))
    tsumo_loss: bool = rule(YesNo(), gettext_noop("Among three, the missing player's share of a self-draw is lost"))
    red_fives: int = rule(Whole(0, 4), gettext_noop("Red fives"))
    more_dora: bool = rule(YesNo(), gettext_noop("Ura dora and dora of quads"))
    ippatsu: bool = rule(YesNo(), gettext_noop("Ippatsu"))
    open_tanyao: bool = rule(YesNo(), gettext_noop("Tanyao counts in an open hand"))
    renhou: Renhou = rule(OneOf(Renhou), gettext_noop("A win before one's first draw"))
    open_riichi: OpenRiichi = rule(OneOf(OpenRiichi), gettext_noop("Open riichi"))
    two_han_minimum: bool = rule(YesNo(), gettext_noop("Two han are needed from five honba on"))
    abortive: tuple[Abortive, ...] = rule(SomeOf(Abortive), gettext_noop("Abortive draws"))
    dealer_repeats: DealerRepeats = rule(OneOf(DealerRepeats), gettext_noop("The dealer stays after"))
    riichi_points: Points = rule(Amount(), gettext_noop("Points needed to declare riichi"))
    riichi_tiles: int = rule(Whole(0, 4), gettext_noop("Tiles that must be left in the wall for riichi"))


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeLimit:
    """How a hanchan ends by the clock: `minutes` is None for no limit.

    `during` counts the hands still played after the one in which the time ends, `between` those that are played
    when the time ends between two hands (S2 Time limit). With `from_warning` both count from the announcement on,
    `warning` minutes before the end, and the end itself changes nothing (EMA 2016).
    """

    minutes: int | None = rule(Whole(1, 600, optional=True), gettext_noop("Minutes per hanchan"))
    during: int = rule(Whole(0, 4), gettext_noop("More hands when the time ends during a hand"))
    between: int = rule(Whole(0, 4), gettext_noop("More hands when the time ends between two hands"))
    hand_start: HandStart = rule(OneOf(HandStart), gettext_noop("A hand begins with"))
    chonbo: LastChonbo = rule(OneOf(LastChonbo), gettext_noop("After a chonbo in the last hand"))
    warning: int = rule(Whole(0, 60), gettext_noop("Minutes before the end at which the end is announced"))
    from_warning: bool = rule(YesNo(), gettext_noop("The last hands count from the announcement on"))


@dataclass(frozen=True, slots=True)
class LatenessRule:
    """`per_minute` points for each of the first `minutes`; later than that costs `forfeit` points.

    Source: WRC 2025 §12.3.9.
    """

    per_minute: Points = rule(Amount(), gettext_noop("A full minute late costs"))
    minutes: int = rule(Whole(0, 600), gettext_noop("Later than so many minutes is a forfeit"))
    forfeit: Points = rule(Amount(), gettext_noop("A forfeit costs"))


_TEXTS = (
    (Count.GOAL, gettext_noop("points above or below the goal")),
    (Count.END_POINTS, gettext_noop("end points: the winner gets what the others lose")),
    (Ties.SPLIT, gettext_noop("shared evenly, cut off after one decimal")),
    (Ties.SPLIT_REMAINDER, gettext_noop("shared evenly, the remainder to the earlier seat")),
    (Ties.SEAT, gettext_noop("decided by seat: the earlier starting wind stands above")),
    (Leftover.LOST, gettext_noop("nobody")),
    (Leftover.WINNER, gettext_noop("the winner; several winners share, cut off to 100")),
    (Leftover.WINNER_REMAINDER, gettext_noop("the winner; several share, the remainder to the earlier seat")),
    (Leftover.FIRST_SEAT, gettext_noop("the winner; of several, the one with the earliest seat")),
    (Bust.NEVER, gettext_noop("never")),
    (Bust.BELOW_ZERO, gettext_noop("below zero")),
    (Bust.AT_ZERO, gettext_noop("at zero or below")),
    (Paid.TOURNAMENT, gettext_noop("off the tournament score")),
    (Paid.TABLE, gettext_noop("at the table, to the other players")),
    (Paid.REVERSE_MANGAN, gettext_noop("as a mangan to the table for a chonbo")),
    (HandStart.DICE, gettext_noop("the throw of the dice")),
    (HandStart.FIRST_DISCARD, gettext_noop("East's first discard")),
    (LastChonbo.GAME_OVER, gettext_noop("the game is over")),
    (LastChonbo.PLAYED_AGAIN, gettext_noop("the hand is played again")),
    (SeatDraw.TRADITIONAL, gettext_noop("four winds, an odd and an even tile, and dice")),
    (SeatDraw.DIRECT, gettext_noop("four wind tiles")),
    (SeatDraw.OWN, gettext_noop("a fair way of the organiser's")),
    (Counted.SANBAIMAN, gettext_noop("a sanbaiman")),
    (Counted.YAKUMAN, gettext_noop("as much as a yakuman")),
    (Fed.BIG_DRAGONS, gettext_noop("Big Three Dragons")),
    (Fed.BIG_WINDS, gettext_noop("Big Four Winds")),
    (Fed.FOUR_QUADS, gettext_noop("Four Quads")),
    (Liability.FED_YAKUMAN, gettext_noop("for the yakuman that was fed")),
    (Liability.WHOLE_HAND, gettext_noop("for the whole hand")),
    (Winners.HEAD_BUMP, gettext_noop("only the next in turn wins")),
    (Winners.TWO, gettext_noop("two win; three are an abortive draw")),
    (Winners.ALL, gettext_noop("all of them win")),
    (HonbaTo.EACH, gettext_noop("each of them")),
    (HonbaTo.FIRST, gettext_noop("the next in turn after the discarder")),
    (Nagashi.NOTHING, gettext_noop("is not played")),
    (Nagashi.WIN, gettext_noop("counts as a mangan won by self-draw")),
    (Nagashi.DRAW, gettext_noop("is paid as a mangan; the hand stays a draw")),
    (Renhou.NOTHING, gettext_noop("has no yaku of its own")),
    (Renhou.MANGAN, gettext_noop("is at least a mangan")),
    (Renhou.YAKUMAN, gettext_noop("is a yakuman")),
    (OpenRiichi.NOTHING, gettext_noop("is not played")),
    (OpenRiichi.TWO_HAN, gettext_noop("is worth two han")),
    (OpenRiichi.YAKUMAN_FED, gettext_noop("is a yakuman when a player not in riichi deals into it")),
    (Abortive.NINE_TERMINALS, gettext_noop("nine terminals and honours")),
    (Abortive.FOUR_WINDS, gettext_noop("four equal winds in the first turn")),
    (Abortive.FOUR_RIICHI, gettext_noop("four riichi")),
    (Abortive.FOUR_QUADS, gettext_noop("four quads of several players")),
    (DealerRepeats.WIN, gettext_noop("a win")),
    (DealerRepeats.WIN_OR_TENPAI, gettext_noop("a win or tenpai")),
)
# By class, too: choices are texts, and those of two classes may be spelled alike (Nagashi.WIN, DealerRepeats.WIN).
_LABELS: dict[tuple[type[Choice], Choice], str] = {(type(choice), choice): text for choice, text in _TEXTS}
