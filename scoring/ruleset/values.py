"""The parts of a rule set: what a hand is worth, the time limit, lateness."""

from dataclasses import dataclass

from scoring.points import Points
from scoring.ruleset.choices import (
    Abortive,
    Bust,
    Choice,
    Count,
    Counted,
    DealerRepeats,
    Fed,
    HandStart,
    HonbaTo,
    LastChonbo,
    Leftover,
    Liability,
    Nagashi,
    OpenRiichi,
    Paid,
    Renhou,
    SeatDraw,
    Ties,
    Winners,
)
from scoring.ruleset.kinds import NONE, Amount, OneOf, SomeOf, Whole, YesNo, rule
from scoring.words import gettext_noop

__all__ = [
    "Abortive",
    "Bust",
    "Choice",
    "Count",
    "Counted",
    "DealerRepeats",
    "Fed",
    "HandRules",
    "HandStart",
    "HonbaTo",
    "LastChonbo",
    "LatenessRule",
    "Leftover",
    "Liability",
    "Nagashi",
    "OpenRiichi",
    "Paid",
    "Renhou",
    "SeatDraw",
    "Ties",
    "TimeLimit",
    "Winners",
]

NOTHING = gettext_noop("nothing")


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
    honba: Points = rule(
        Amount(in_full=True, none=NOTHING), gettext_noop("Points of a honba, from each who pays a self-draw")
    )
    honba_to: HonbaTo = rule(OneOf(HonbaTo), gettext_noop("Of several winners, honba go to"))
    noten: Points = rule(
        Amount(in_full=True, none=NOTHING), gettext_noop("Points that noten players pay together at a draw")
    )
    nagashi: Nagashi = rule(OneOf(Nagashi), gettext_noop("Nagashi mangan"))
    tsumo_loss: bool = rule(YesNo(), gettext_noop("Among three, the missing player's share of a self-draw is lost"))
    red_fives: int = rule(Whole(0, 4, none=NONE), gettext_noop("Red fives"))
    more_dora: bool = rule(YesNo(), gettext_noop("Ura dora and dora of quads"))
    ippatsu: bool = rule(YesNo(), gettext_noop("Ippatsu"))
    open_tanyao: bool = rule(YesNo(), gettext_noop("Tanyao counts in an open hand"))
    renhou: Renhou = rule(OneOf(Renhou), gettext_noop("A win before one's first draw"))
    open_riichi: OpenRiichi = rule(OneOf(OpenRiichi), gettext_noop("Open riichi"))
    two_han_minimum: bool = rule(YesNo(), gettext_noop("Two han are needed from five honba on"))
    abortive: tuple[Abortive, ...] = rule(SomeOf(Abortive), gettext_noop("Abortive draws"))
    dealer_repeats: DealerRepeats = rule(OneOf(DealerRepeats), gettext_noop("The dealer stays after"))
    riichi_points: Points = rule(Amount(in_full=True, none=NONE), gettext_noop("Points needed to declare riichi"))
    riichi_tiles: int = rule(Whole(0, 4, none=NONE), gettext_noop("Tiles that must be left in the wall for riichi"))


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeLimit:
    """How a hanchan ends by the clock: `minutes` is None for no limit.

    `during` counts the hands still played after the one in which the time ends, `between` those that are played
    when the time ends between two hands (S2 Time limit). With `from_warning` both count from the announcement on,
    `warning` minutes before the end, and the end itself changes nothing (EMA 2016).
    """

    minutes: int | None = rule(
        Whole(1, 600, optional=True, none=gettext_noop("no limit")), gettext_noop("Minutes per hanchan")
    )
    during: int = rule(Whole(0, 4, none=NONE), gettext_noop("More hands when the time ends during a hand"))
    between: int = rule(Whole(0, 4, none=NONE), gettext_noop("More hands when the time ends between two hands"))
    hand_start: HandStart = rule(OneOf(HandStart), gettext_noop("A hand begins with"))
    chonbo: LastChonbo = rule(OneOf(LastChonbo), gettext_noop("After a chonbo in the last hand"))
    warning: int = rule(
        Whole(0, 60, none=gettext_noop("not announced")),
        gettext_noop("Minutes before the end at which the end is announced"),
    )
    from_warning: bool = rule(YesNo(), gettext_noop("The last hands count from the announcement on"))


@dataclass(frozen=True, slots=True)
class LatenessRule:
    """`per_minute` points for each of the first `minutes`; later than that costs `forfeit` points.

    Source: WRC 2025 §12.3.9.
    """

    per_minute: Points = rule(Amount(none=NOTHING), gettext_noop("A full minute late costs"))
    minutes: int = rule(Whole(0, 600), gettext_noop("Later than so many minutes is a forfeit"))
    forfeit: Points = rule(Amount(none=NOTHING), gettext_noop("A forfeit costs"))
