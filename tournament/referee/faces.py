"""Tiles as pages show them: a name in the reader's language, and a face of a figure and a drawing."""

from dataclasses import dataclass

from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.hands.tiles import SUITS, Tile
from scoring.rules import Ruleset
from scoring.winds import WINDS

HONOURS = "z"
SUIT_NAMES = {
    "m": gettext_noop("Characters"),
    "p": gettext_noop("Circles"),
    "s": gettext_noop("Bamboos"),
    HONOURS: gettext_noop("Honours"),
}
NAMES = {
    "m": gettext_noop("{number} of characters"),
    "p": gettext_noop("{number} of circles"),
    "s": gettext_noop("{number} of bamboos"),
}
RED_NAMES = {
    "m": gettext_noop("red 5 of characters"),
    "p": gettext_noop("red 5 of circles"),
    "s": gettext_noop("red 5 of bamboos"),
}
DRAGONS = {5: gettext_noop("white dragon"), 6: gettext_noop("green dragon"), 7: gettext_noop("red dragon")}
DRAGON_DRAWINGS = {5: "white", 6: "green", 7: "red"}
SUIT_COLOURS = {"m": "e", "p": "n", "s": "s"}
HONOUR_COLOURS = {1: "e", 2: "s", 3: "w", 4: "n", 5: "white", 6: "s", 7: "e"}
"""Every tile has the colour of a wind, but for the white dragon."""


def tile_name(tile: Tile) -> str:
    """Return the tile's name in the reader's language."""
    if tile.suit == HONOURS:
        wind = WINDS[tile.number - 1] if tile.number <= len(WINDS) else None
        return _(wind.label) if wind else _(DRAGONS[tile.number])
    return _(RED_NAMES[tile.suit]) if tile.red else _(NAMES[tile.suit]).format(number=tile.number)


@dataclass(frozen=True, slots=True)
class TileFace:
    """A tile on a page: its notation, its name, the figure, the address of the drawing and its colour."""

    code: str
    name: str
    figure: str
    drawing: str
    colour: str
    is_red: bool

    @classmethod
    def of(cls, tile: Tile) -> "TileFace":
        """Return the face of a tile; a wind is drawn as on the tile of a seat."""
        is_honour = tile.suit == HONOURS
        is_wind = is_honour and tile.number <= len(WINDS)
        sheet = static("tournament/icon/winds.svg" if is_wind else "tournament/icon/tiles.svg")
        symbol = WINDS[tile.number - 1].value if is_wind else DRAGON_DRAWINGS[tile.number] if is_honour else tile.suit
        colour = HONOUR_COLOURS[tile.number] if is_honour else SUIT_COLOURS[tile.suit]
        figure = "" if is_honour else str(tile.number)
        return cls(str(tile), tile_name(tile), figure, f"{sheet}#{symbol}", "e" if tile.red else colour, tile.red)


@dataclass(frozen=True, slots=True)
class KeyRow:
    """The keys of a suit."""

    suit: str
    name: str
    keys: tuple[TileFace, ...]


def key_rows(rules: Ruleset) -> tuple[KeyRow, ...]:
    """Return the keys for every tile that is played with under `rules`, by suit."""
    return tuple(KeyRow(suit, _(SUIT_NAMES[suit]), tuple(map(TileFace.of, _tiles(suit, rules)))) for suit in SUITS)


def _tiles(suit: str, rules: Ruleset) -> list[Tile]:
    numbers = range(1, 8) if suit == HONOURS else (1, 9) if (suit, rules.players) == ("m", 3) else range(1, 10)
    tiles = [Tile(suit, number) for number in numbers]
    has_red = rules.hand.red_fives and suit != HONOURS and 5 in numbers
    return [*tiles, Tile(suit, 5, red=True)] if has_red else tiles
