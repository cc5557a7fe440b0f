"""Tiles in the usual notation, and a winning hand tile by tile.

`123m 0p 77z`: digits before a suit; 0 is a red five. m are characters, p circles, s bamboos; z are honours: 1 to 4
East, South, West, North, 5 white, 6 green, 7 red. Impossible hands are refused.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from scoring.messages import gettext_noop, ngettext_lazy, phrase
from scoring.payments.values import PaymentProblem
from scoring.rules import Ruleset
from scoring.rules.values import OpenRiichi, OtherYakuman
from scoring.winds import Wind

SUITS = "mpsz"
COPIES = 4
_RUN = re.compile(r"(?P<digits>[0-9]+)(?P<suit>[mpsz])")


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """A tile: its suit, its number from 1 and whether it is a red five. Raises PaymentProblem for a tile that does not
    exist.
    """

    suit: str
    number: int
    red: bool = False

    def __post_init__(self) -> None:
        most = 7 if self.suit == "z" else 9
        odd_red = self.red and (self.suit == "z" or self.number != 5)
        if self.suit not in SUITS or not 1 <= self.number <= most or odd_red:
            raise PaymentProblem(gettext_noop("There is no tile {tile}."), tile=str(self))

    @property
    def plain(self) -> "Tile":
        """The tile without its colour."""
        return Tile(self.suit, self.number)

    def __str__(self) -> str:
        return f"{0 if self.red else self.number}{self.suit}"


def read_tiles(text: str) -> tuple[Tile, ...]:
    """Parse the tiles of `text`, in its order. Raises PaymentProblem for unreadable text.

    >>> [str(tile) for tile in read_tiles("340m 7z")]
    ['3m', '4m', '0m', '7z']
    """
    typed = re.sub(r"[\s,]", "", text.lower())
    runs = list(_RUN.finditer(typed))
    if "".join(run[0] for run in runs) != typed:
        template = gettext_noop("“{typed}” cannot be read as tiles; type them as 123m 406p 77z, 0 for a red five.")
        raise PaymentProblem(template, typed=text)
    return tuple(_tile(digit, run["suit"]) for run in runs for digit in run["digits"])


def _tile(digit: str, suit: str) -> Tile:
    return Tile(suit, 5, red=True) if digit == "0" else Tile(suit, int(digit))


def write_tiles(tiles: Iterable[Tile]) -> str:
    """Return the tiles by suit and number; a red five comes before a plain one.

    >>> write_tiles(read_tiles("7z 1p 5m 0m 3m"))
    '305m 1p 7z'
    """
    ordered = sorted(tiles, key=lambda tile: (SUITS.index(tile.suit), tile.number, not tile.red))
    by_suit = [(suit, [tile for tile in ordered if tile.suit == suit]) for suit in SUITS]
    return " ".join("".join(str(tile)[0] for tile in own) + suit for suit, own in by_suit if own)


def check_copies(tiles: Iterable[Tile], reds: int) -> None:
    """Raise PaymentProblem for too many copies of a tile; `reds` is the number of red fives in a set of tiles.

    Three are one in each suit, a fourth is a second one of circles; fewer can be of any suit.
    """
    tiles = list(tiles)
    for tile, count in Counter(tile.plain for tile in tiles).items():
        if count > COPIES:
            raise PaymentProblem(gettext_noop("There are four of {tile}, not {count}."), tile=str(tile), count=count)
    by_suit = Counter(tile.suit for tile in tiles if tile.red)
    if by_suit.total() > reds or any(count > (2 if (suit, reds) == ("p", 4) else 1) for suit, count in by_suit.items()):
        raise PaymentProblem(gettext_noop("There are not so many red fives; the rules have {count}."), count=reds)


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


def called_meld(text: str) -> Meld:
    """Return a called set from its notation.

    >>> called_meld("406p").is_sequence
    True
    """
    return Meld(read_tiles(text))


def concealed_quad(text: str) -> Meld:
    """Return a concealed quad from its notation."""
    return Meld(read_tiles(text), concealed=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class TileHand:
    """A winning hand: `tiles` are the concealed ones without the `winning` one and without the sets of `melds`.

    `seat` and `round_wind` are winds, `dora` and `ura` the indicators. `double_riichi` and `open_riichi` require
    `riichi`; `first_turn` says that nobody has called and the player has not discarded: a self-draw is then a Blessing
    of Heaven or Earth, a discard a renhou. `fed_by_riichi`: the discarder had declared riichi. `robbed_concealed`: the
    robbed quad is a concealed one, which only Thirteen Orphans can rob; `eighth_win`: it is the player's eighth win in
    a row. `north` counts the North tiles set aside among three.
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
    robbed_concealed: bool = False
    eighth_win: bool = False
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
        """The hand's tiles, including the winning one and those of sets."""
        return (*self.tiles, self.winning, *(tile for meld in self.melds for tile in meld.tiles))

    @property
    def reds(self) -> int:
        """The red fives of the hand."""
        return sum(tile.red for tile in self.all_tiles)


def check_hand(hand: TileHand, rules: Ruleset) -> None:
    """Raise PaymentProblem with the reason for a hand that is impossible or that the rule set does not allow."""
    _check_tiles(hand, rules)
    for field, applies, template in _PROBLEMS:
        if applies(hand):
            raise PaymentProblem(template, field)
    _check_rules(hand, rules)


def check_discarder(hand: TileHand, discarder: Wind) -> None:
    """Raise PaymentProblem when the winner of a renhou draws before the discarder does."""
    if hand.first_turn and discarder.index > hand.seat.index:
        template = gettext_noop("Before the first draw of {winner} {payer} has not discarded.")
        winner, payer = phrase(hand.seat.label), phrase(discarder.label)
        raise PaymentProblem(template, "first_turn", winner=winner, payer=payer)


def _check_tiles(hand: TileHand, rules: Ruleset) -> None:
    count = len(hand.tiles) + 1 + 3 * len(hand.melds)
    if count != 14:
        template = ngettext_lazy(
            "A winning hand has 14 tiles, a set counted as three; here is {count}.",
            "A winning hand has 14 tiles, a set counted as three; here are {count}.",
        )
        raise PaymentProblem(template, "tiles", count=count)
    north = (Tile("z", 4),) * hand.north
    seen = (*hand.all_tiles, *hand.dora, *hand.ura, *north)
    check_copies(seen, rules.hand.red_fives)
    if rules.players == 3:
        for tile in seen:
            if tile.suit == "m" and 2 <= tile.number <= 8:
                raise PaymentProblem(gettext_noop("Among three there is no tile {tile}."), "tiles", tile=str(tile))


def _check_rules(hand: TileHand, rules: Ruleset) -> None:
    own, params = rules.hand, {"rules": rules.title}
    if hand.ippatsu and not own.ippatsu:
        raise PaymentProblem(gettext_noop("Ippatsu is not played under the rules “{rules}”."), "ippatsu", **params)
    if hand.open_riichi and own.open_riichi is OpenRiichi.NOTHING:
        raise PaymentProblem(gettext_noop("Open riichi is not played under the rules “{rules}”."), "riichi", **params)
    if hand.robbed_concealed and not own.orphans_rob_quad:
        template = gettext_noop("Under the rules “{rules}” no concealed quad can be robbed.")
        raise PaymentProblem(template, "robbed_quad", **params)
    if hand.eighth_win and OtherYakuman.EIGHT_WINS not in own.other_yakuman:
        template = gettext_noop("Eight wins in a row are no yakuman under the rules “{rules}”.")
        raise PaymentProblem(template, "eighth_win", **params)
    if not own.more_dora and (hand.ura or len(hand.dora) > 1):
        template = gettext_noop("Under the rules “{rules}” only the first indicator shows dora.")
        raise PaymentProblem(template, "dora", **params)
    if rules.players == 4 and hand.north:
        raise PaymentProblem(gettext_noop("North is set aside among three only."), "north")
    for wind in (hand.seat, hand.round_wind):
        if rules.players == 3 and wind is Wind.NORTH:
            raise PaymentProblem(gettext_noop("Nobody is {wind} at a table of three."), wind=phrase(wind.label))


def _without_winning_tile(hand: TileHand) -> list[Tile]:
    """Return the hand's tiles without the winning one."""
    return [*hand.tiles, *(tile for meld in hand.melds for tile in meld.tiles)]


Check = Callable[[TileHand], bool]
_PROBLEMS: tuple[tuple[str, Check, str], ...] = (
    ("riichi", lambda hand: hand.riichi and hand.is_open, gettext_noop("An open hand cannot be in riichi.")),
    (
        "riichi",
        lambda hand: (hand.double_riichi or hand.open_riichi or hand.ippatsu) and not hand.riichi,
        gettext_noop("Double riichi, open riichi and ippatsu need riichi."),
    ),
    ("north", lambda hand: hand.north < 0, gettext_noop("The North tiles set aside are counted from 0.")),
    (
        "ippatsu",
        lambda hand: hand.ippatsu and hand.after_quad and not hand.north,
        gettext_noop("A quad ends ippatsu: it does not count with the replacement tile."),
    ),
    (
        "robbed_quad",
        lambda hand: hand.robbed_quad and hand.winning.plain in [t.plain for t in _without_winning_tile(hand)],
        gettext_noop("Three of a robbed tile lie in the quad: the hand has no other of it."),
    ),
    ("ura", lambda hand: bool(hand.ura) and not hand.riichi, gettext_noop("Ura dora count for a hand in riichi only.")),
    (
        "dora",
        lambda hand: len(hand.dora) > MOST_INDICATORS or len(hand.ura) > len(hand.dora),
        gettext_noop("There are at most five dora indicators, and an ura indicator beneath each."),
    ),
    (
        "after_quad",
        lambda hand: hand.after_quad and not (hand.self_draw and (hand.north or any(m.is_quad for m in hand.melds))),
        gettext_noop("A win after a quad is a self-draw and has a quad."),
    ),
    (
        "robbed_quad",
        lambda hand: hand.robbed_concealed and not hand.robbed_quad,
        gettext_noop("A robbed concealed quad is a robbed quad: say that, too."),
    ),
    ("robbed_quad", lambda hand: hand.robbed_quad and hand.self_draw, gettext_noop("A robbed quad is no self-draw.")),
    (
        "last_tile",
        lambda hand: hand.last_tile and (hand.after_quad or hand.robbed_quad),
        gettext_noop("The last tile is neither a replacement tile nor a robbed quad."),
    ),
    (
        "first_turn",
        lambda hand: hand.first_turn and bool(hand.melds or hand.riichi or hand.last_tile or hand.robbed_quad),
        gettext_noop("In an uninterrupted first turn nobody has called, declared riichi or made a quad."),
    ),
    (
        "first_turn",
        lambda hand: hand.first_turn and not hand.self_draw and hand.seat is Wind.EAST,
        gettext_noop("The dealer draws before anybody discards: that is no renhou."),
    ),
)
