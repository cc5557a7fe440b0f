"""The only module that uses the `mahjong` package, which finds the best reading of a winning hand.

The package is imported on first use. It picks the reading that pays most by our own valuation (`_by_rules`), which
includes red fives: the package knows no more than three.
"""

from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from scoring.hands.tiles import SUITS, Meld, Tile, TileHand
from scoring.messages import gettext_noop
from scoring.payments.values import HandValue, PaymentProblem
from scoring.payments.worth import base_points
from scoring.rules import Ruleset
from scoring.rules.values import OpenRiichi, OtherYakuman, Renhou, SevenPairs
from scoring.winds import Wind

INSTALL = gettext_noop(
    "Hands tile by tile need the package “mahjong”. Install it in this folder: {command}. "
    "Han and fu can be given without it."
)
COMMAND = '.venv/bin/pip install "mahjong>=2.1,<3"'
YAKUMAN_HAN = 13
PINFU_FU, PAIRS_FU = 20, 25
RENHOU_HAN = {Renhou.FOUR_HAN: 4, Renhou.FIVE_HAN: 5}
GREEN_DRAGON = Tile("z", 6)


def can_read_hands() -> bool:
    """Return whether the package is installed."""
    return find_spec("mahjong") is not None


@dataclass(frozen=True, slots=True)
class HandReading:
    """A reading of a hand as the package names it: han without red fives, fu, the yaku and the parts of the fu."""

    han: int
    fu: int
    yaku: tuple[tuple[str, str, int], ...]  # class, name, han
    yakuman: tuple[str, ...]  # classes
    fu_parts: tuple[tuple[str, int], ...]


def read_hand(hand: TileHand, rules: Ruleset) -> HandReading | str:
    """Return the reading that pays most under `rules`, or the package's code for why there is none.

    Raises PaymentProblem when the package is not installed.
    """
    try:
        from mahjong.hand_calculating.hand import HandCalculator
    except ImportError as missing:
        raise PaymentProblem(INSTALL, command=COMMAND) from missing
    numbers = _Numbers()
    melds = [_meld(meld, numbers) for meld in hand.melds]
    concealed = [numbers.of(tile) for tile in hand.tiles]
    winning = numbers.of(hand.winning)
    tiles = [*concealed, winning, *(number for meld in melds for number in meld.tiles)]
    found = HandCalculator.estimate_hand_value(
        tiles,
        winning,
        melds,
        [_kind(tile) * 4 for tile in hand.dora],
        _config(hand, rules),
        _by_rules(hand, rules),
        [_kind(tile) * 4 for tile in hand.ura],
    )
    return found.error or _reading(found, hand, rules)


def _reading(found: Any, hand: TileHand, rules: Ruleset) -> HandReading:
    yaku = [(type(one).__name__, one.name, one.han_open if hand.is_open else one.han_closed) for one in found.yaku]
    parts = [(part["reason"], part["fu"]) for part in found.fu_details or ()]
    yakuman = tuple(type(one).__name__ for one in found.yaku if one.is_yakuman)
    han, fu = _han_and_fu(found.han, found.fu or 0, hand, rules)
    if found.fu == PINFU_FU and fu != found.fu:
        yaku, parts = [one for one in yaku if one[0] != "Pinfu"], [*parts, ("tsumo", 2)]
    if found.fu == PAIRS_FU and fu != found.fu:
        yaku = [(name, said, 1 if name == "Chiitoitsu" else count) for name, said, count in yaku]
        parts = [("base", fu)]
    if hand.after_quad and not rules.hand.after_quad_fu and not yakuman:
        parts = [part for part in parts if part[0] != "tsumo"]
        fu = -(-sum(count for _reason, count in parts) // 10) * 10
    return HandReading(han, fu, tuple(yaku), yakuman, tuple(parts))


def _han_and_fu(han: int, fu: int, hand: TileHand, rules: Ruleset) -> tuple[int, int]:
    """Return han and fu where pinfu does not count with a self-draw, or seven pairs are one han with 50 fu.

    20 fu are a pinfu won by self-draw, 25 are seven pairs.
    """
    if hand.self_draw and fu == PINFU_FU and not rules.hand.pinfu_tsumo:
        return han - 1, 30
    if fu == PAIRS_FU and rules.hand.seven_pairs is SevenPairs.ONE_HAN:
        return han - 1, 50
    return han, fu


def _kind(tile: Tile) -> int:
    """Return 0 to 33 in the package's order: characters, circles, bamboos, honours."""
    return SUITS.index(tile.suit) * 9 + tile.number - 1


class _Numbers:
    """Assigns each copy of a tile a number from 0 to 135, as the package expects."""

    def __init__(self) -> None:
        self.given: dict[int, int] = {}

    def of(self, tile: Tile) -> int:
        kind = _kind(tile)
        copy = self.given.get(kind, 0)
        self.given[kind] = copy + 1
        return kind * 4 + copy


def _meld(meld: Meld, numbers: _Numbers) -> Any:
    from mahjong.meld import Meld as Theirs

    kind = Theirs.KAN if meld.is_quad else Theirs.CHI if meld.is_sequence else Theirs.PON
    return Theirs(kind, sorted(numbers.of(tile) for tile in meld.tiles), opened=not meld.concealed)


def _config(hand: TileHand, rules: Ruleset) -> Any:
    """Return how the hand was won, and the rules that decide which yaku exist."""
    from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules

    renhou = rules.hand.renhou if hand.first_turn and not hand.self_draw else Renhou.NOTHING
    fed_open = rules.hand.open_riichi is OpenRiichi.YAKUMAN_FED and not hand.self_draw and not hand.fed_by_riichi
    options = OptionalRules(
        has_open_tanyao=rules.hand.open_tanyao,
        has_double_yakuman=rules.hand.double_yakuman,
        renhou_as_yakuman=renhou is Renhou.YAKUMAN,
        has_daisharin=OtherYakuman.BIG_WHEELS in rules.hand.other_yakuman,
        has_sashikomi_yakuman=fed_open,
        is_three_player=rules.players == 3,
    )
    drawn, first = hand.self_draw, hand.first_turn
    config = HandConfig(
        is_tsumo=drawn,
        is_riichi=hand.riichi,
        is_ippatsu=hand.ippatsu,
        is_rinshan=hand.after_quad,
        is_chankan=hand.robbed_quad,
        is_haitei=hand.last_tile and drawn,
        is_houtei=hand.last_tile and not drawn,
        is_daburu_riichi=hand.double_riichi and not hand.open_riichi,  # S0 Mod.3.1: they do not combine
        is_tenhou=first and drawn and hand.seat is Wind.EAST,
        is_chiihou=first and drawn and hand.seat is not Wind.EAST,
        is_renhou=renhou in (*RENHOU_HAN, Renhou.YAKUMAN),
        is_open_riichi=hand.open_riichi,
        player_wind=_wind(hand.seat),
        round_wind=_round_wind(hand, rules),
        options=options,
        num_nuki_dora=hand.north,
        paarenchan=int(hand.eighth_win),
    )
    config.yaku.renhou.han_closed = RENHOU_HAN.get(renhou, 0)
    if rules.hand.green_dragon and GREEN_DRAGON not in hand.all_tiles:
        config.yaku.ryuisou.is_condition_met = lambda *_tiles: False  # type: ignore[method-assign]  # no other switch
    return config


def _wind(wind: Wind) -> int:
    return 27 + wind.index


def _round_wind(hand: TileHand, rules: Ruleset) -> int | None:
    """Return the round's wind, or none for a pair of the double wind worth two fu (S2 Scoring).

    The package counts such a pair as four fu. A hand with only two tiles of a wind has no triplet of it, so nothing
    else is lost.
    """
    wind = Tile("z", hand.round_wind.index + 1)
    if rules.hand.double_wind_fu == 2 and hand.seat is hand.round_wind and hand.all_tiles.count(wind) == 2:
        return None
    return _wind(hand.round_wind)


def _by_rules(hand: TileHand, rules: Ruleset) -> Any:
    """Return a class that values a reading under our rules; the package calls it for each reading."""
    from mahjong.hand_calculating.scores import ScoresCalculator, ScoresResult

    class ByRules(ScoresCalculator):
        @staticmethod
        def calculate_scores(han: int, fu: int, config: object, is_yakuman: bool = False) -> ScoresResult:
            han, fu = _han_and_fu(han, fu, hand, rules)
            units, value = han // YAKUMAN_HAN, HandValue(han + hand.reds, fu) if not is_yakuman else None
            total = base_points(value, rules) if value else base_points(HandValue(yakuman=units), rules)
            return ScoresResult(
                main=0, additional=0, main_bonus=0, additional_bonus=0, kyoutaku_bonus=0, total=total, yaku_level=""
            )

    return ByRules
