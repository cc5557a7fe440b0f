"""A hand while it is entered tile by tile: the address of the page has it as text, and each tap changes it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext_lazy

from scoring.hands.tiles import MOST_INDICATORS, Meld, Tile, check_copies, read_tiles, write_tiles
from scoring.messages import Message, gettext_noop
from scoring.payments.values import PaymentProblem
from scoring.rules import Ruleset
from tournament.core.requests import parse_int

HAND = 14
MOST_LETTERS = 60  # of a text in the address; no hand has more
CONCEALED, WINNING, CALLED, QUADS, DORA, URA = "tiles", "win", "sets", "quads", "dora", "ura"
PARTS = ("tiles", "win", "sets", "dora", "ura")
TEXTS = (CONCEALED, WINNING, CALLED, QUADS, DORA, URA)


class TapTarget(StrEnum):
    """The part of the hand that the next tap adds to."""

    TILES = "tiles"
    WINNING = "win"
    CHII = "chii"
    PON = "pon"
    QUAD = "quad"
    CONCEALED_QUAD = "concealed-quad"
    DORA = "dora"
    URA = "ura"


TARGET_LABELS = {
    TapTarget.TILES: gettext_lazy("Concealed"),
    TapTarget.WINNING: gettext_lazy("Winning tile"),
    TapTarget.CHII: gettext_lazy("Chii"),
    TapTarget.PON: gettext_lazy("Pon"),
    TapTarget.QUAD: gettext_lazy("Open quad"),
    TapTarget.CONCEALED_QUAD: gettext_lazy("Concealed quad"),
    TapTarget.DORA: gettext_lazy("Dora indicator"),
    TapTarget.URA: gettext_lazy("Ura indicator"),
}
FULL = gettext_noop("The hand has its 14 tiles: tap one of them to remove it, or choose “Winning tile”.")
LOWEST = gettext_noop("A sequence begins with a 1 to 7 of a suit: tap its lowest tile.")
MOST = gettext_noop("There are at most five indicators: tap one of them to remove it.")


def targets(rules: Ruleset) -> list[TapTarget]:
    """Return the parts that a hand has under `rules`: no chii among three, ura only where they count."""
    missing = {TapTarget.CHII if rules.players == 3 else None, None if rules.hand.more_dora else TapTarget.URA}
    return [one for one in TapTarget if one not in missing]


@dataclass(frozen=True)
class HandEntry:
    """The tiles so far; `sets` are the called ones first, then concealed quads. `faults` are texts that cannot be read,
    by the name of their field.
    """

    tiles: tuple[Tile, ...] = ()
    win: tuple[Tile, ...] = ()
    sets: tuple[Meld, ...] = ()
    dora: tuple[Tile, ...] = ()
    ura: tuple[Tile, ...] = ()
    to: TapTarget = TapTarget.TILES
    faults: Mapping[str, Message] = field(default_factory=dict)

    @property
    def concealed_room(self) -> int:
        """The number of concealed tiles missing beside the winning one; negative for too many."""
        return HAND - 1 - len(self.tiles) - 3 * len(self.sets)

    @property
    def missing(self) -> int:
        """The number of tiles missing with the winning one; negative for too many."""
        return self.concealed_room + 1 - len(self.win)

    @property
    def is_empty(self) -> bool:
        return not (self.tiles or self.win or self.sets or self.dora or self.ura)

    def texts(self) -> dict[str, str]:
        """Return the hand as the address has it, without what is empty."""
        groups = {
            CONCEALED: _text(self.tiles),
            WINNING: _text(self.win),
            CALLED: " ".join(_text(one.tiles) for one in self.sets if not one.concealed),
            QUADS: " ".join(_text(one.tiles) for one in self.sets if one.concealed),
            DORA: "".join(map(str, self.dora)),
            URA: "".join(map(str, self.ura)),
        }
        return {name: text for name, text in groups.items() if text}

    def query(self, others: Mapping[str, str]) -> str:
        """Return the query of the address: the hand, what the next tap adds to, and `others` that are not empty."""
        kept = {name: value for name, value in others.items() if value and name not in (*TEXTS, "to")}
        return urlencode({**self.texts(), "to": self.to.value, **kept})


def read_entry(data: Mapping[str, str]) -> HandEntry:
    """Read the hand of an address."""
    faults: dict[str, Message] = {}
    tiles, win, dora, ura = (_read(name, data, faults) for name in (CONCEALED, WINNING, DORA, URA))
    called, quads = (_read_sets(name, data, faults) for name in (CALLED, QUADS))
    wanted = data.get("to", "")
    to = TapTarget(wanted) if wanted in list(TapTarget) else TapTarget.TILES
    return HandEntry(tiles, win, (*called, *quads), dora, ura, to, faults)


def _read(name: str, data: Mapping[str, str], faults: dict[str, Message]) -> tuple[Tile, ...]:
    try:
        return read_tiles(data.get(name, "")[:MOST_LETTERS])
    except PaymentProblem as problem:
        faults[name] = problem.message
        return ()


def _read_sets(name: str, data: Mapping[str, str], faults: dict[str, Message]) -> tuple[Meld, ...]:
    try:
        return tuple(
            Meld(read_tiles(text), concealed=name == QUADS) for text in data.get(name, "")[:MOST_LETTERS].split()
        )
    except PaymentProblem as problem:
        faults[name] = problem.message
        return ()


def _text(tiles: tuple[Tile, ...]) -> str:
    return write_tiles(tiles).replace(" ", "")


# --- taps ----------------------------------------------------------------------------------------------------------


def with_tap(entry: HandEntry, tile: Tile, rules: Ruleset) -> HandEntry:
    """Return the hand with a tapped tile, or set, and what the next tap adds to. Raises PaymentProblem."""
    match entry.to:
        case TapTarget.TILES | TapTarget.WINNING:
            after = _with_tile(entry, tile)
        case TapTarget.DORA | TapTarget.URA:
            after = _with_indicator(entry, tile)
        case _:
            after = _to_next(replace(entry, sets=_ordered((*entry.sets, _set(entry.to, tile, rules)))))
    check_entry(after, rules)
    return after


def check_entry(entry: HandEntry, rules: Ruleset) -> None:
    """Raise PaymentProblem for more copies of a tile than there are."""
    in_sets = (tile for one in entry.sets for tile in one.tiles)
    check_copies((*entry.tiles, *entry.win, *in_sets, *entry.dora, *entry.ura), rules.hand.red_fives)


def _with_tile(entry: HandEntry, tile: Tile) -> HandEntry:
    if entry.to is TapTarget.WINNING:
        return replace(entry, win=(tile,))
    if entry.concealed_room > 0:
        return _to_next(replace(entry, tiles=(*entry.tiles, tile)))
    if entry.missing < 1:
        raise PaymentProblem(FULL)
    return replace(entry, win=(tile,), to=TapTarget.WINNING)


def _with_indicator(entry: HandEntry, tile: Tile) -> HandEntry:
    is_dora = entry.to is TapTarget.DORA
    if len(entry.dora if is_dora else entry.ura) == MOST_INDICATORS:
        raise PaymentProblem(MOST)
    return replace(entry, dora=(*entry.dora, tile)) if is_dora else replace(entry, ura=(*entry.ura, tile))


def _to_next(entry: HandEntry) -> HandEntry:
    """Return the entry with the next part: the winning tile once all others are there."""
    return replace(entry, to=TapTarget.WINNING if entry.concealed_room < 1 else TapTarget.TILES)


def _set(to: TapTarget, tile: Tile, rules: Ruleset) -> Meld:
    """Return the set of a tapped tile, the lowest of a sequence; four fives include the red ones of the rules."""
    if to is TapTarget.CHII:
        if tile.suit == "z" or tile.number > 7:
            raise PaymentProblem(LOWEST)
        return Meld((tile, Tile(tile.suit, tile.number + 1), Tile(tile.suit, tile.number + 2)))
    count = 3 if to is TapTarget.PON else 4
    known = rules.hand.red_fives >= 3 and count == 4 and (tile.suit, tile.number) in {(suit, 5) for suit in "mps"}
    reds = _most_red(tile.suit, rules) if known else int(tile.red)
    tiles = tuple(Tile(tile.suit, tile.number, red=place < reds) for place in range(count))
    return Meld(tiles, concealed=to is TapTarget.CONCEALED_QUAD)


def _most_red(suit: str, rules: Ruleset) -> int:
    """Return the most red fives of a suit."""
    return 2 if (suit, rules.hand.red_fives) == ("p", 4) else min(rules.hand.red_fives, 1)


def _ordered(sets: tuple[Meld, ...]) -> tuple[Meld, ...]:
    """Return the sets with concealed quads last, as the address has them."""
    return tuple(sorted(sets, key=lambda one: one.concealed))


def can_redden(one: Meld, rules: Ruleset) -> bool:
    """Return whether a set has a five that may be a red one."""
    return bool(rules.hand.red_fives) and any(tile.number == 5 and tile.suit != "z" for tile in one.tiles)


def with_red(entry: HandEntry, at: int, rules: Ruleset) -> HandEntry:
    """Return the hand with one more red five in the set `at`, after the most of them with none. Raises
    PaymentProblem."""
    one = entry.sets[at]
    fives = [tile for tile in one.tiles if tile.number == 5]
    reds = (sum(tile.red for tile in fives) + 1) % (min(_most_red(fives[0].suit, rules), len(fives)) + 1)
    turned = tuple(Tile(five.suit, 5, red=place < reds) for place, five in enumerate(fives))
    others = tuple(tile for tile in one.tiles if tile.number != 5)
    changed = Meld((*others, *turned), one.concealed)
    after = replace(entry, sets=(*entry.sets[:at], changed, *entry.sets[at + 1 :]))
    check_entry(after, rules)
    return after


def held_place(entry: HandEntry, pressed: str) -> tuple[str, int] | None:
    """Return the part of the hand and the place in it that `tiles-3` names, None where the hand has nothing.

    >>> held_place(HandEntry(win=read_tiles("9s")), "win-0"), held_place(HandEntry(), "win-0")
    (('win', 0), None)
    """
    part, _dash, place = pressed.partition("-")
    at = parse_int(place)
    is_held = part in PARTS and at is not None and at < len(getattr(entry, part))
    return (part, at) if is_held and at is not None else None


def without(entry: HandEntry, part: str, at: int) -> HandEntry:
    """Return the hand without the tile or set at a place of a part, which the next tap fills again."""
    held = getattr(entry, part)
    left: dict[str, Any] = {part: (*held[:at], *held[at + 1 :])}
    to = TapTarget(part) if part in list(TapTarget) else TapTarget.TILES
    return replace(entry, to=to, **left)
