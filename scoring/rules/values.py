"""The values of a rule set: the type and kind of each, and its choices.

What people read of them, with the section and the sentences of each, is in `values.toml`. Every choice has a `label` in
English, marked for translation, that is shown beside the label of its value.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from scoring.fouls import SCHEDULES, schedule
from scoring.messages import gettext_noop
from scoring.points import STEP, Points
from scoring.rules.fields import Part, rule, rule_fields
from scoring.rules.value_kinds import (
    NONE,
    Amount,
    ByPlace,
    KeyOf,
    NonEmptyText,
    OneOf,
    SomeOf,
    Uma,
    UmaByPlace,
    Whole,
    YesNo,
)
from scoring.winds import Wind


class RuleChoice(StrEnum):
    """One way of playing something: its key in a snapshot, and its words."""

    label: str

    def __new__(cls, value: str, label: str = "") -> "RuleChoice":
        choice = str.__new__(cls, value)
        choice._value_ = value
        choice.label = label
        return choice


class Count(RuleChoice):
    """The base of a hanchan score: the goal (S0 Mod.4.2), or end points, which the winner collects (S4 4.10)."""

    GOAL = "goal", gettext_noop("points above or below the goal")
    END_POINTS = "end-points", gettext_noop("end points: the winner gets what the others lose")


class GameLength(RuleChoice):
    """The rounds of a game before any extension (S3 Enchousen: a tonpuusen goes on into South)."""

    HANCHAN = "hanchan", gettext_noop("an East and a South round (hanchan)")
    EAST_ONLY = "east-only", gettext_noop("an East round only (tonpuusen)")

    @property
    def last_round(self) -> Wind:
        """The wind of the last round."""
        return Wind.EAST if self is GameLength.EAST_ONLY else Wind.SOUTH


class EqualPoints(RuleChoice):
    """Equal points: the place and its worth are shared, or the earlier seat ranks above the later."""

    SPLIT = "split", gettext_noop("shared evenly, truncated to one decimal")
    SPLIT_REMAINDER = "split-remainder", gettext_noop("shared evenly, the remainder to the earlier seat")
    SEAT = "seat", gettext_noop("decided by seat: the earlier starting wind places higher")


class Leftover(RuleChoice):
    """The receiver of riichi deposits that are on the table at the end."""

    LOST = "lost", gettext_noop("nobody")
    WINNER = "winner", gettext_noop("the winner; several winners share, rounded down to 100")
    WINNER_REMAINDER = "winner-remainder", gettext_noop("the winner; several share, the remainder to the earlier seat")
    FIRST_SEAT = "first-seat", gettext_noop("the winner; of several, the one with the earliest seat")


class Bust(RuleChoice):
    """The end of a hanchan when a player runs out of points (S0 Mod.5.3)."""

    NEVER = "never", gettext_noop("never")
    BELOW_ZERO = "below-zero", gettext_noop("below zero")
    AT_ZERO = "at-zero", gettext_noop("at zero or below")


class PenaltyPayment(RuleChoice):
    """The payment of point penalties: from the tournament score, at the table (S0 Mod.6.1), or as a mangan (S1)."""

    TOURNAMENT = "tournament", gettext_noop("from the tournament score")
    TABLE = "table", gettext_noop("at the table, to the other players")
    REVERSE_MANGAN = "reverse-mangan", gettext_noop("as a mangan to the table for a chonbo")


class HandStart(RuleChoice):
    """The beginning of a hand for the clock."""

    DICE = "dice", gettext_noop("the throw of the dice")
    FIRST_DISCARD = "first-discard", gettext_noop("East's first discard")


class LastChonbo(RuleChoice):
    """The consequence of a chonbo in the last hand."""

    GAME_OVER = "game-over", gettext_noop("the game is over")
    PLAYED_AGAIN = "played-again", gettext_noop("the hand is played again")


class SeatDraw(RuleChoice):
    """The way players get their winds (S2)."""

    TRADITIONAL = "traditional", gettext_noop("four winds, an odd and an even tile, and dice")
    DIRECT = "direct", gettext_noop("four wind tiles")
    OWN = "own", gettext_noop("a fair way of the organiser's")


class KazoeYakuman(RuleChoice):
    """The worth of 13 han and more without a yakuman (kazoe yakuman)."""

    SANBAIMAN = "sanbaiman", gettext_noop("a sanbaiman")
    YAKUMAN = "yakuman", gettext_noop("as much as a yakuman")


class FedYakuman(RuleChoice):
    """A yakuman whose last triplet or quad makes the feeder liable (S2 Liability)."""

    BIG_DRAGONS = "big-dragons", gettext_noop("Big Three Dragons")
    BIG_WINDS = "big-winds", gettext_noop("Big Four Winds")
    FOUR_QUADS = "four-quads", gettext_noop("Four Quads")


class Liability(RuleChoice):
    """The extent of a player's liability (pao)."""

    FED_YAKUMAN = "fed-yakuman", gettext_noop("for the yakuman that was fed")
    WHOLE_HAND = "whole-hand", gettext_noop("for the whole hand")
    SELF_DRAW = "self-draw", gettext_noop("for the whole hand, by self-draw only")


class Winners(RuleChoice):
    """The winners when several call the same discard."""

    HEAD_BUMP = "head-bump", gettext_noop("only the next in turn wins")
    TWO = "two", gettext_noop("two win; three are an abortive draw")
    ALL = "all", gettext_noop("all of them win")


class HonbaTo(RuleChoice):
    """The receiver of honba among several winners."""

    EACH = "each", gettext_noop("each of them")
    FIRST = "first", gettext_noop("the next in turn after the discarder")


class Nagashi(RuleChoice):
    """Nagashi mangan: only terminals and honours among one's discards, none called, at an exhaustive draw."""

    NOTHING = "nothing", gettext_noop("is not played")
    WIN = "win", gettext_noop("counts as a mangan won by self-draw")
    DRAW = "draw", gettext_noop("is paid as a mangan; the hand stays a draw")


class Renhou(RuleChoice):
    """Renhou: the worth of a win on a discard before one's first draw: a least worth, or han that add up."""

    NOTHING = "nothing", gettext_noop("has no yaku of its own")
    FOUR_HAN = "four-han", gettext_noop("is worth four han")
    FIVE_HAN = "five-han", gettext_noop("is worth five han")
    MANGAN = "mangan", gettext_noop("is at least a mangan")
    MANGAN_ALONE = "mangan-alone", gettext_noop("is a mangan, whatever else the hand has")
    YAKUMAN = "yakuman", gettext_noop("is a yakuman")


class OpenRiichi(RuleChoice):
    """The worth of a riichi with the hand shown."""

    NOTHING = "nothing", gettext_noop("is not played")
    TWO_HAN = "two-han", gettext_noop("is worth two han")
    YAKUMAN_FED = "yakuman-fed", gettext_noop("is a yakuman when a player not in riichi deals into it")


class Abortive(RuleChoice):
    """The reasons to end a hand without a winner before the wall is empty (S0 Mod.5.2)."""

    NINE_TERMINALS = "nine-terminals", gettext_noop("nine terminals and honours")
    FOUR_WINDS = "four-winds", gettext_noop("four equal winds in the first turn")
    FOUR_RIICHI = "four-riichi", gettext_noop("four riichi")
    FOUR_QUADS = "four-quads", gettext_noop("four quads of several players")


class AbortiveDeposits(RuleChoice):
    """The riichi deposits of a hand that ends in an abortive draw.

    Returned is the procedure of S0 Mod.5.2, with what it says of four riichi; elsewhere they stay as after any draw.
    """

    RETURNED = "returned", gettext_noop("go back to those who paid them")
    STAY = "stay", gettext_noop("stay on the table for the next winner")


class DealerRepeats(RuleChoice):
    """The conditions under which the dealer stays."""

    WIN = "win", gettext_noop("a win")
    WIN_OR_TENPAI = "win-or-tenpai", gettext_noop("a win or tenpai")


class SevenPairs(RuleChoice):
    """The worth of seven pairs."""

    TWO_HAN = "two-han", gettext_noop("two han and always 25 fu")
    ONE_HAN = "one-han", gettext_noop("one han and always 50 fu")


class OtherYakuman(RuleChoice):
    """Yakuman that only some rule sets have (S3 Daisharin, Paarenchan)."""

    BIG_WHEELS = "big-wheels", gettext_noop("Big Wheels (the pairs from 2 to 8 of circles)")
    EIGHT_WINS = "eight-wins", gettext_noop("the eighth win in a row (paarenchan)")


class CallOrder(RuleChoice):
    """The call that counts when several players want a tile that nobody wins on."""

    FIRST = "first", gettext_noop("the first call counts; of simultaneous ones a triplet or quad before a sequence")
    TRIPLET = "triplet", gettext_noop("a triplet or quad always goes before a sequence")


class SwapCalls(RuleChoice):
    """The tiles that may not be discarded right after a call (kuikae; S3 Kuikae, S4 4.8)."""

    FORBIDDEN = "forbidden", gettext_noop("the called tile and the other end of its sequence may not be discarded")
    SAME_TILE = "same-tile", gettext_noop("the called tile may not be discarded")
    ALLOWED = "allowed", gettext_noop("every tile may be discarded")


class Furiten(RuleChoice):
    """The discards that a player's own discards forbid to win on, strictest first (S4 4.3)."""

    EVERY_TILE = "every-tile", gettext_noop("every discard")
    THREE_APART = "three-apart", gettext_noop("discards that complete a set which the player's own would complete")
    SAME_TILE = "same-tile", gettext_noop("the tiles among the player's own discards")
    LAST_DISCARD = "last-discard", gettext_noop("only the tile that was discarded last")


class MissedWin(RuleChoice):
    """The end of the restriction on a player who did not win on a discard (S1 Furiten, S4 4.2)."""

    DRAW = "draw", gettext_noop("until the player's next draw or call")
    DISCARD = "discard", gettext_noop("until the player's next discard")
    NOTHING = "nothing", gettext_noop("is not restricted")


class RiichiQuads(RuleChoice):
    """The concealed quads that a player in riichi may declare."""

    NEVER = "never", gettext_noop("none")
    SAME_WAITS = "same-waits", gettext_noop("those that leave the waits unchanged")
    SAME_READING = "same-reading", gettext_noop("those that leave the waits and the reading of the hand unchanged")


class QuadDora(RuleChoice):
    """The time at which the dora of a quad is turned."""

    AT_ONCE = "at-once", gettext_noop("at once")
    OPEN_LATER = "open-later", gettext_noop("at once for a concealed quad, else after the discard")


NOTHING = gettext_noop("nothing")
NOT_PLAYED = gettext_noop("not played")


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRules:
    """The rules of one hand: its worth and its payments. Amounts are points."""

    kiriage: bool = rule(YesNo())
    counted: KazoeYakuman = rule(OneOf(KazoeYakuman))
    several_yakuman: bool = rule(YesNo())
    double_yakuman: bool = rule(YesNo())
    double_wind_fu: int = rule(Whole(2, 4))
    pinfu_tsumo: bool = rule(YesNo())
    seven_pairs: SevenPairs = rule(OneOf(SevenPairs))
    after_quad_fu: bool = rule(YesNo())
    liability: tuple[FedYakuman, ...] = rule(SomeOf(FedYakuman))
    liable_for: Liability = rule(OneOf(Liability))
    winners: Winners = rule(OneOf(Winners))
    honba: Points = rule(Amount(in_full=True, sticks=True, none=NOTHING))
    honba_to: HonbaTo = rule(OneOf(HonbaTo))
    noten: Points = rule(Amount(in_full=True, sticks=True, none=NOTHING))
    nagashi: Nagashi = rule(OneOf(Nagashi))
    tsumo_loss: bool = rule(YesNo())
    red_fives: int = rule(Whole(0, 4, none=NONE))
    more_dora: bool = rule(YesNo())
    ippatsu: bool = rule(YesNo())
    open_tanyao: bool = rule(YesNo())
    renhou: Renhou = rule(OneOf(Renhou))
    open_riichi: OpenRiichi = rule(OneOf(OpenRiichi))
    orphans_rob_quad: bool = rule(YesNo())
    green_dragon: bool = rule(YesNo())
    other_yakuman: tuple[OtherYakuman, ...] = rule(SomeOf(OtherYakuman))
    two_han_minimum: bool = rule(YesNo())
    abortive: tuple[Abortive, ...] = rule(SomeOf(Abortive))
    abortive_deposits: AbortiveDeposits = rule(OneOf(AbortiveDeposits))
    dealer_repeats: DealerRepeats = rule(OneOf(DealerRepeats))
    riichi_points: Points = rule(Amount(in_full=True, sticks=True, none=NONE))
    riichi_tiles: int = rule(Whole(0, 4, none=NONE))


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRules:
    """The rules of calling: which call counts, what may be discarded after it, on which tiles nobody may win."""

    order: CallOrder = rule(OneOf(CallOrder))
    swap: SwapCalls = rule(OneOf(SwapCalls))
    atozuke: bool = rule(YesNo())
    furiten: Furiten = rule(OneOf(Furiten))
    missed_win: MissedWin = rule(OneOf(MissedWin))
    furiten_riichi: bool = rule(YesNo())
    riichi_quads: RiichiQuads = rule(OneOf(RiichiQuads))
    last_tile_quad: bool = rule(YesNo())
    quad_dora: QuadDora = rule(OneOf(QuadDora))


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeLimit:
    """The end of a hanchan by the clock: `minutes` is None for no limit.

    `during` counts the hands still played after the one in which the time ends, `between` those that are played when
    the time ends between two hands (S2 Time limit). With `from_warning` both count from the announcement on, `warning`
    minutes before the end, and the end itself changes nothing (EMA 2016).
    """

    minutes: int | None = rule(Whole(1, 600, optional=True, none=gettext_noop("no limit")))
    during: int = rule(Whole(0, 4, none=NONE))
    between: int = rule(Whole(0, 4, none=NONE))
    hand_start: HandStart = rule(OneOf(HandStart))
    chonbo: LastChonbo = rule(OneOf(LastChonbo))
    warning: int = rule(Whole(0, 60, none=gettext_noop("not announced")))
    from_warning: bool = rule(YesNo())


@dataclass(frozen=True, slots=True)
class LatenessRule:
    """`per_minute` points for each of the first `minutes`; later than that costs `forfeit` points.

    Source: WRC 2025 §12.3.9.
    """

    per_minute: Points = rule(Amount(none=NOTHING))
    minutes: int = rule(Whole(0, 600))
    forfeit: Points = rule(Amount(none=NOTHING))


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesetValues:
    """Every value of a rule set, in the order in which a snapshot has them. Amounts are points."""

    key: str = rule(NonEmptyText())
    title: str = rule(NonEmptyText())
    players: int = rule(Whole(3, 4))
    start: Points = rule(Amount(STEP, in_full=True))
    goal: Points = rule(Amount(STEP, in_full=True))
    count: Count = rule(OneOf(Count))
    oka: Points = rule(Amount(none=NONE))
    uma: Uma = rule(UmaByPlace())
    prizes: tuple[Points, ...] = rule(ByPlace(optional=True))
    ties: EqualPoints = rule(OneOf(EqualPoints))
    leftover: Leftover = rule(OneOf(Leftover))
    yakitori: Points = rule(Amount(in_full=True, none=NOT_PLAYED))
    length: GameLength = rule(OneOf(GameLength))
    extension: Points = rule(Amount(in_full=True, none=NOT_PLAYED))
    agari_yame: bool = rule(YesNo())
    bust: Bust = rule(OneOf(Bust))
    bust_prize: Points = rule(Amount(none=NONE))
    paid: PenaltyPayment = rule(OneOf(PenaltyPayment))
    chonbo: Points = rule(Amount())
    time: TimeLimit = rule(Part(TimeLimit))
    lateness: LatenessRule = rule(Part(LatenessRule))
    schedule: str = rule(KeyOf(SCHEDULES, lambda key: schedule(key).title))
    seat_draw: SeatDraw = rule(OneOf(SeatDraw))
    calls: CallRules = rule(Part(CallRules))
    hand: HandRules = rule(Part(HandRules))


PARTS = tuple(one.name for one in rule_fields(RulesetValues) if isinstance(one.kind, Part))


def flat(data: Mapping[str, object]) -> dict[str, object]:
    """Return the values of a rule set, or some of them, by dotted name: `{"hand.kiriage": True}`."""
    found: dict[str, object] = {}
    for name, value in data.items():
        if name in PARTS and isinstance(value, Mapping):
            found |= {f"{name}.{own}": one for own, one in value.items()}
        else:
            found[name] = value
    return found


def nested(data: Mapping[str, object]) -> dict[str, Any]:
    """Return values by dotted name as a rule set takes them: `{"hand": {"kiriage": True}}`; of a part and its values
    the last counts.
    """
    found: dict[str, Any] = {}
    for name, value in data.items():
        part, dot, own = name.partition(".")
        (found.setdefault(part, {}) if dot else found)[own or part] = value
    return found
