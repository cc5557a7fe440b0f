"""A winning hand tile by tile, and how it was won. What no table can show is refused in words."""

from collections.abc import Callable
from dataclasses import dataclass

from scoring.hand.value import PaymentProblem
from scoring.rules import Ruleset
from scoring.ruleset.values import OpenRiichi
from scoring.tiles import Tile, check_copies, read_tiles, write_tiles
from scoring.winds import Wind
from scoring.words import Text, gettext_noop

MOST_INDICATORS = 5


@dataclass(frozen=True, slots=True)
class Meld:
    """A called set, or a concealed quad. Raises PaymentProblem unless it is a sequence, a triplet or a quad."""

    tiles: tuple[Tile, ...]
    concealed: bool = False

    def __post_init__(self) -> None:
        plain = [tile.plain for tile in self.tiles]
        alike = len(set(plain)) == 1
        numbers = sorted(tile.number for tile in plain)
        in_row = len({tile.suit for tile in plain}) == 1 and plain[0].suit != "z" and _rises(numbers)
        if len(plain) == 4 and alike:
            return
        if self.concealed or len(plain) != 3 or not (alike or in_row):
            raise PaymentProblem(gettext_noop("{tiles} is no set."), tiles=write_tiles(self.tiles))

    @property
    def is_quad(self) -> bool:
        return len(self.tiles) == 4

    @property
    def is_sequence(self) -> bool:
        return len({tile.plain for tile in self.tiles}) > 1


def _rises(numbers: list[int]) -> bool:
    return numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def called(text: str) -> Meld:
    """A called set as people type it.

    >>> called("406p").is_sequence
    True
    """
    return Meld(read_tiles(text))


def concealed_quad(text: str) -> Meld:
    """A concealed quad as people type it."""
    return Meld(read_tiles(text), concealed=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class TileHand:
    """A winning hand: `tiles` are the concealed ones without the `winning` one and without the sets of `melds`.

    `seat` and `round_wind` are winds, `dora` and `ura` the indicators. `double_riichi` and `open_riichi` go with
    `riichi`; `first_turn` says that nobody has called and the player has not discarded: a self-draw is then a Blessing
    of Heaven or Earth, a discard a renhou. `fed_by_riichi`: who dealt in had declared riichi. `north` counts the North
    tiles set aside among three.
    """

    tiles: tuple[Tile, ...]
    winning: Tile
    seat: Wind
    round_wind: Wind
    melds: tuple[Meld, ...] = ()
    self_draw: bool = False
    riichi: bool = False
    double_riichi: bool = False
    open_riichi: bool = False
    ippatsu: bool = False
    after_quad: bool = False
    robbed_quad: bool = False
    last_tile: bool = False
    first_turn: bool = False
    fed_by_riichi: bool = False
    dora: tuple[Tile, ...] = ()
    ura: tuple[Tile, ...] = ()
    north: int = 0

    @property
    def is_open(self) -> bool:
        return any(not meld.concealed for meld in self.melds)

    @property
    def all_tiles(self) -> tuple[Tile, ...]:
        """The hand's tiles, the winning one and those of sets included."""
        return (*self.tiles, self.winning, *(tile for meld in self.melds for tile in meld.tiles))

    @property
    def reds(self) -> int:
        """The red fives of the hand."""
        return sum(tile.red for tile in self.all_tiles)


def check_hand(hand: TileHand, rules: Ruleset) -> None:
    """Raises PaymentProblem, which says it, for a hand that cannot be or that the rule set does not play."""
    _check_tiles(hand, rules)
    for applies, template in _PROBLEMS:
        if applies(hand):
            raise PaymentProblem(template)
    _check_rules(hand, rules)


def _check_tiles(hand: TileHand, rules: Ruleset) -> None:
    count = len(hand.tiles) + 1 + 3 * len(hand.melds)
    if count != 14:
        template = gettext_noop("A winning hand has 14 tiles, a set counted as three; here are {count}.")
        raise PaymentProblem(template, count=count)
    north = (Tile("z", 4),) * hand.north
    seen = (*hand.all_tiles, *hand.dora, *hand.ura, *north)
    check_copies(seen, rules.hand.red_fives)
    if rules.players == 3:
        for tile in seen:
            if tile.suit == "m" and 2 <= tile.number <= 8:
                raise PaymentProblem(gettext_noop("Among three there is no tile {tile}."), tile=str(tile))


def _check_rules(hand: TileHand, rules: Ruleset) -> None:
    own, params = rules.hand, {"rules": rules.title}
    if hand.ippatsu and not own.ippatsu:
        raise PaymentProblem(gettext_noop("Ippatsu is not played under the rules {rules}."), **params)
    if hand.open_riichi and own.open_riichi is OpenRiichi.NOTHING:
        raise PaymentProblem(gettext_noop("Open riichi is not played under the rules {rules}."), **params)
    if not own.more_dora and (hand.ura or len(hand.dora) > 1):
        raise PaymentProblem(gettext_noop("Under the rules {rules} only the first indicator shows dora."), **params)
    if rules.players == 4 and hand.north:
        raise PaymentProblem(gettext_noop("North is set aside among three only."))
    for wind in (hand.seat, hand.round_wind):
        if rules.players == 3 and wind is Wind.NORTH:
            raise PaymentProblem(gettext_noop("Nobody is {wind} at a table of three."), wind=Text(wind.label))


def _others(hand: TileHand) -> list[Tile]:
    """The hand's tiles without the winning one."""
    return [*hand.tiles, *(tile for meld in hand.melds for tile in meld.tiles)]


Check = Callable[[TileHand], bool]
_PROBLEMS: tuple[tuple[Check, str], ...] = (
    (lambda hand: hand.riichi and hand.is_open, gettext_noop("An open hand cannot be in riichi.")),
    (
        lambda hand: (hand.double_riichi or hand.open_riichi or hand.ippatsu) and not hand.riichi,
        gettext_noop("Double riichi, open riichi and ippatsu need riichi."),
    ),
    (lambda hand: hand.north < 0, gettext_noop("The North tiles set aside are counted from 0.")),
    (
        lambda hand: hand.ippatsu and hand.after_quad and not hand.north,
        gettext_noop("A quad ends ippatsu: it does not count with the replacement tile."),
    ),
    (
        lambda hand: hand.robbed_quad and hand.winning.plain in [t.plain for t in _others(hand)],
        gettext_noop("Three of a robbed tile lie in the quad: the hand has no other of it."),
    ),
    (lambda hand: bool(hand.ura) and not hand.riichi, gettext_noop("Ura dora count for a hand in riichi only.")),
    (
        lambda hand: len(hand.dora) > MOST_INDICATORS or len(hand.ura) > len(hand.dora),
        gettext_noop("There are at most five dora indicators, and an ura indicator beneath each."),
    ),
    (
        lambda hand: hand.after_quad and not (hand.self_draw and (hand.north or any(m.is_quad for m in hand.melds))),
        gettext_noop("A win after a quad is a self-draw and has a quad."),
    ),
    (lambda hand: hand.robbed_quad and hand.self_draw, gettext_noop("A robbed quad is no self-draw.")),
    (
        lambda hand: hand.last_tile and (hand.after_quad or hand.robbed_quad),
        gettext_noop("The last tile is neither a replacement tile nor a robbed quad."),
    ),
    (
        lambda hand: hand.first_turn and bool(hand.melds or hand.riichi or hand.last_tile or hand.robbed_quad),
        gettext_noop("In an uninterrupted first turn nobody has called, declared riichi or made a quad."),
    ),
    (
        lambda hand: hand.first_turn and not hand.self_draw and hand.seat is Wind.EAST,
        gettext_noop("The dealer draws before anybody discards: that is no renhou."),
    ),
)
