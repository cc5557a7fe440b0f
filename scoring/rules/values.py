"""The choices of a rule set, and its parts: hand, time limit, lateness.

Every choice has a `label` in English, marked for translation, that is shown beside the label of its field.
"""

from dataclasses import dataclass
from enum import StrEnum

from scoring.messages import gettext_noop
from scoring.points import Points
from scoring.rules.fields import rule
from scoring.rules.value_kinds import NONE, Amount, OneOf, SomeOf, Whole, YesNo
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
    THREE_APART = "three-apart", gettext_noop("discards that complete a set which an own discard would complete")
    SAME_TILE = "same-tile", gettext_noop("the tiles among the own discards")
    LAST_DISCARD = "last-discard", gettext_noop("only the tile that was discarded last")


class MissedWin(RuleChoice):
    """The end of the restriction on a player who did not win on a discard (S1 Furiten, S4 4.2)."""

    DRAW = "draw", gettext_noop("until the own next draw or call")
    DISCARD = "discard", gettext_noop("until the own next discard")
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


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRules:
    """The rules of one hand: its worth and its payments. Amounts are points."""

    kiriage: bool = rule(YesNo(), gettext_noop("4 han 30 fu and 3 han 60 fu are a mangan"))
    counted: KazoeYakuman = rule(OneOf(KazoeYakuman), gettext_noop("13 han without a yakuman are"))
    several_yakuman: bool = rule(YesNo(), gettext_noop("Several yakuman in one hand add up"))
    double_yakuman: bool = rule(YesNo(), gettext_noop("Some yakuman count double"))
    double_wind_fu: int = rule(Whole(2, 4), gettext_noop("Fu of a pair of the double wind"))
    pinfu_tsumo: bool = rule(YesNo(), gettext_noop("Pinfu counts with a self-draw, at 20 fu"))
    seven_pairs: SevenPairs = rule(OneOf(SevenPairs), gettext_noop("Seven pairs are worth"))
    after_quad_fu: bool = rule(YesNo(), gettext_noop("A win after a quad has the 2 fu of the self-draw"))
    liability: tuple[FedYakuman, ...] = rule(
        SomeOf(FedYakuman), gettext_noop("Liability (pao) for feeding the last set of")
    )
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
    orphans_rob_quad: bool = rule(YesNo(), gettext_noop("Thirteen Orphans may rob a concealed quad"))
    green_dragon: bool = rule(YesNo(), gettext_noop("All Green needs the green dragon"))
    other_yakuman: tuple[OtherYakuman, ...] = rule(SomeOf(OtherYakuman), gettext_noop("Other yakuman"))
    two_han_minimum: bool = rule(YesNo(), gettext_noop("Two han are needed from five honba on"))
    abortive: tuple[Abortive, ...] = rule(SomeOf(Abortive), gettext_noop("Abortive draws"))
    abortive_deposits: AbortiveDeposits = rule(
        OneOf(AbortiveDeposits), gettext_noop("Riichi deposits at an abortive draw")
    )
    dealer_repeats: DealerRepeats = rule(OneOf(DealerRepeats), gettext_noop("The dealer stays after"))
    riichi_points: Points = rule(Amount(in_full=True, none=NONE), gettext_noop("Points needed to declare riichi"))
    riichi_tiles: int = rule(Whole(0, 4, none=NONE), gettext_noop("Tiles that must be left in the wall for riichi"))


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRules:
    """The rules of calling: which call counts, what may be discarded after it, on which tiles nobody may win."""

    order: CallOrder = rule(OneOf(CallOrder), gettext_noop("When several players call a tile"))
    swap: SwapCalls = rule(OneOf(SwapCalls), gettext_noop("After a call for a sequence or triplet"))
    atozuke: bool = rule(YesNo(), gettext_noop("The yaku may come with the winning tile (atozuke)"))
    furiten: Furiten = rule(OneOf(Furiten), gettext_noop("Own discards that complete the hand forbid to win on"))
    missed_win: MissedWin = rule(OneOf(MissedWin), gettext_noop("Who did not win on a discard may not win on one"))
    furiten_riichi: bool = rule(YesNo(), gettext_noop("Riichi may be declared while furiten"))
    riichi_quads: RiichiQuads = rule(OneOf(RiichiQuads), gettext_noop("Concealed quads after riichi"))
    last_tile_quad: bool = rule(YesNo(), gettext_noop("A quad may be made on the last draw or discard"))
    quad_dora: QuadDora = rule(OneOf(QuadDora), gettext_noop("The dora of a quad is turned"))


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeLimit:
    """The end of a hanchan by the clock: `minutes` is None for no limit.

    `during` counts the hands still played after the one in which the time ends, `between` those that are played when
    the time ends between two hands (S2 Time limit). With `from_warning` both count from the announcement on, `warning`
    minutes before the end, and the end itself changes nothing (EMA 2016).
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
    from_warning: bool = rule(YesNo(), gettext_noop("The last hands count from the announcement"))


@dataclass(frozen=True, slots=True)
class LatenessRule:
    """`per_minute` points for each of the first `minutes`; later than that costs `forfeit` points.

    Source: WRC 2025 §12.3.9.
    """

    per_minute: Points = rule(Amount(none=NOTHING), gettext_noop("Each full minute late costs"))
    minutes: int = rule(Whole(0, 600), gettext_noop("Minutes late after which the hanchan is forfeited"))
    forfeit: Points = rule(Amount(none=NOTHING), gettext_noop("A forfeit costs"))
