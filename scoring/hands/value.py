"""The yaku, han, fu and value of a hand given tile by tile, under a rule set.

The optional package `mahjong` finds yaku and fu (`hands.reading`); `corrections` lists where its count of a hand is
adjusted to the rule set, `unchecked` what of it is not verified.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.hands.reading import HandReading, read_hand
from scoring.hands.tiles import Tile, TileHand, check_hand
from scoring.messages import Message, gettext_noop, phrase
from scoring.payments.liability import Liable
from scoring.payments.values import HandValue, Limit, PaymentProblem, Yakuman
from scoring.payments.worth import base_points
from scoring.points import FromZero
from scoring.rules import Ruleset
from scoring.rules.values import Renhou, SwapCalls

TWO_HAN_FROM = 5
BONUS = {"Dora", "UraDora", "AkaDora"}
YAKUMAN = {
    "Daisangen": Yakuman.BIG_DRAGONS,
    "DaiSuushii": Yakuman.BIG_WINDS,
    "Suukantsu": Yakuman.FOUR_QUADS,
    "Shousuushii": Yakuman.SMALL_WINDS,
    "Suuankou": Yakuman.FOUR_TRIPLETS,
    "SuuankouTanki": Yakuman.FOUR_TRIPLETS_PAIR,
    "Tsuuiisou": Yakuman.ALL_HONOURS,
    "Ryuuiisou": Yakuman.ALL_GREEN,
    "Chinroutou": Yakuman.ALL_TERMINALS,
    "KokushiMusou": Yakuman.ORPHANS,
    "DaburuKokushiMusou": Yakuman.ORPHANS_THIRTEEN,
    "ChuurenPoutou": Yakuman.NINE_GATES,
    "DaburuChuurenPoutou": Yakuman.NINE_GATES_NINE,
    "Tenhou": Yakuman.HEAVEN,
    "Chiihou": Yakuman.EARTH,
    "RenhouYakuman": Yakuman.RENHOU,
    "Sashikomi": Yakuman.OPEN_RIICHI,
    "Daisharin": Yakuman.BIG_WHEELS,
    "Paarenchan": Yakuman.EIGHT_WINS,
}
ORPHANS = (Yakuman.ORPHANS, Yakuman.ORPHANS_THIRTEEN)


@dataclass(frozen=True, slots=True)
class Component:
    """A yaku with its han, or a part of the fu with its fu."""

    what: Message
    count: FromZero


@dataclass(frozen=True, slots=True)
class TileValue:
    """The worth of a hand: its value, the yaku (empty for yakuman with names, which the value has) and the fu."""

    value: HandValue
    yaku: tuple[Component, ...] = ()
    fu: tuple[Component, ...] = ()


def value_of(hand: TileHand, rules: Ruleset, honba: int = 0) -> TileValue:
    """Return the hand's value under `rules`; `honba` matters for the two-han minimum (S0 Mod.5.1).

    Raises PaymentProblem with the reason for tiles that are no winning hand, for a hand without yaku, and when the
    package is not installed.
    """
    check_hand(hand, rules)
    renhou = hand.first_turn and not hand.self_draw
    floor = Limit.MANGAN if renhou and rules.hand.renhou in (Renhou.MANGAN, Renhou.MANGAN_ALONE) else None
    found = read_hand(hand, rules)
    if found == "no_yaku" and floor:
        return TileValue(HandValue(at_least=floor), (RENHOU,))
    if isinstance(found, str):
        raise PaymentProblem(ERRORS.get(found, NOT_WON))
    named = tuple(YAKUMAN[name] for name in found.yakuman)
    if hand.robbed_concealed and not set(named) & set(ORPHANS):
        raise PaymentProblem(gettext_noop("Only Thirteen Orphans can rob a concealed quad."), "robbed_quad")
    if named:
        return TileValue(HandValue.of(*named))
    _check_minimum(found, rules, honba)
    if floor and rules.hand.renhou is Renhou.MANGAN_ALONE:
        return TileValue(HandValue(at_least=floor), (RENHOU_ALONE,))
    value = HandValue(found.han + hand.reds, found.fu, at_least=floor)
    lifted = floor and base_points(value, rules) > base_points(HandValue(value.han, value.fu), rules)
    return TileValue(value, (*_yaku(found, hand.reds), *((RENHOU,) if lifted else ())), _fu(found))


def _check_minimum(found: HandReading, rules: Ruleset, honba: int) -> None:
    """Check that from five honba on there are two han, without dora and red fives (S0 Mod.5.1)."""
    han = sum(count for name, _, count in found.yaku if name not in BONUS)
    if rules.hand.two_han_minimum and honba >= TWO_HAN_FROM and han < 2:
        raise PaymentProblem(
            gettext_noop("From five honba on a hand needs two han without dora; this has {han}."), han=han
        )


def _yaku(found: HandReading, reds: int) -> tuple[Component, ...]:
    """Return the yaku by their common names."""
    named = tuple(Component(phrase("{yaku}", {"yaku": name}), count) for _, name, count in found.yaku)
    return (*named, Component(RED_FIVES, reds)) if reds else named


def _fu(found: HandReading) -> tuple[Component, ...]:
    return tuple(Component(phrase(FU[reason]), count) for reason, count in found.fu_parts)


def corrections(hand: TileHand, found: TileValue, rules: Ruleset, honba: int = 0) -> tuple[Message, ...]:
    """Return where the package counts this hand otherwise than the rule set, and is corrected."""
    applies = (
        (_has_double_wind_fu(hand, found, rules), gettext_noop("A pair of the double wind is 2 fu, not 4.")),
        (
            rules.hand.renhou is Renhou.MANGAN and hand.first_turn and not hand.self_draw,
            gettext_noop("Renhou is at least a mangan and adds no han to other yaku."),
        ),
        (bool(hand.reds), gettext_noop("Red fives are counted apart, as many as the rules have.")),
        (
            rules.hand.two_han_minimum and honba >= TWO_HAN_FROM and not found.value.yakuman,
            gettext_noop("The two han that are needed from five honba on are counted."),
        ),
    )
    return tuple(phrase(template) for does, template in applies if does)


def _has_double_wind_fu(hand: TileHand, found: TileValue, rules: Ruleset) -> bool:
    """Return whether fu were counted of a pair of the double wind, which is worth 2; seven pairs have none."""
    pair = hand.seat is hand.round_wind and hand.all_tiles.count(Tile("z", hand.seat.index + 1)) == 2
    counted = any(part.what == phrase(FU["valued_pair"]) for part in found.fu)
    return rules.hand.double_wind_fu == 2 and pair and counted


def unchecked(hand: TileHand, found: TileValue, rules: Ruleset, liable: Sequence[Liable] = ()) -> tuple[Message, ...]:
    """Return what of this hand is not verified and must be checked at the table; `liable` are those who were named."""
    called = any(not meld.concealed and not meld.is_quad for meld in hand.melds)
    restricted = rules.calls.swap is not SwapCalls.ALLOWED
    unsaid = {*rules.hand.liability} - {one.fed for one in liable}
    feedable = {Yakuman(fed) for fed in unsaid} & {*found.value.named}
    applies = (
        (not hand.self_draw, gettext_noop("Whether the winner is furiten is not checked.")),
        (called and restricted, gettext_noop("Whether the discards after a call were allowed is not checked.")),
        (hand.riichi, gettext_noop("Whether riichi, and a quad after it, was allowed is not checked.")),
        (
            bool(feedable) and hand.is_open,
            gettext_noop("Who fed a set, and so is liable, is not seen in the tiles: say it."),
        ),
        (
            rules.hand.red_fives in (1, 2) and bool(hand.reds),
            gettext_noop("In which suits the red fives are is not known: each suit may have one."),
        ),
        (
            bool(hand.north),
            gettext_noop("The rule set does not say whether North may be set aside; each counts as a dora."),
        ),
    )
    return tuple(phrase(template) for does, template in applies if does)


RENHOU = Component(phrase(gettext_noop("Renhou, at least a mangan")), 0)
RENHOU_ALONE = Component(phrase(gettext_noop("Renhou, a mangan whatever else it has")), 0)
RED_FIVES = phrase(gettext_noop("Red fives"))
NOT_WON = gettext_noop("These tiles are no winning hand.")
ERRORS = {"no_yaku": gettext_noop("The hand has no yaku.")}
FU = {
    "base": gettext_noop("winning"),
    "penchan": gettext_noop("edge wait"),
    "kanchan": gettext_noop("closed wait"),
    "valued_pair": gettext_noop("pair of a dragon or of a wind that counts"),
    "double_valued_pair": gettext_noop("pair of the double wind"),
    "pair_wait": gettext_noop("pair wait"),
    "tsumo": gettext_noop("self-draw"),
    "hand_without_fu": gettext_noop("open hand without other fu"),
    "closed_pon": gettext_noop("concealed triplet"),
    "open_pon": gettext_noop("open triplet"),
    "closed_terminal_pon": gettext_noop("concealed triplet of terminals or honours"),
    "open_terminal_pon": gettext_noop("open triplet of terminals or honours"),
    "closed_kan": gettext_noop("concealed quad"),
    "open_kan": gettext_noop("open quad"),
    "closed_terminal_kan": gettext_noop("concealed quad of terminals or honours"),
    "open_terminal_kan": gettext_noop("open quad of terminals or honours"),
}
