"""The value of a won hand and its payment as the page shows them. Pure: values in, values out."""

from dataclasses import dataclass

from scoring.hands.tiles import TileHand
from scoring.hands.value import Component, TileValue, corrections, unchecked
from scoring.messages import Message, phrase
from scoring.payments import HandValue, Payment, announcement, limit
from scoring.payments.liability import Liable
from scoring.points import Points
from scoring.rules import Ruleset
from scoring.sentences.payments import payment_lines
from scoring.winds import Wind
from tournament.referee.faces import TileFace


@dataclass(frozen=True, slots=True)
class PayRow:
    """A player by wind: the change, and the sentences on what makes it up."""

    wind: Wind
    change: Points
    said: tuple[Message, ...]
    is_winner: bool


@dataclass(frozen=True, slots=True)
class HandAnswer:
    """The worth of a hand, and who pays it; `fu_sum` are the fu before they are rounded up, 0 where none are known."""

    winner: Wind
    discarder: Wind | None
    value: HandValue
    announced: Message
    is_limit: bool
    rows: tuple[PayRow, ...]
    yaku: tuple[Component, ...] = ()
    fu: tuple[Component, ...] = ()
    corrected: tuple[Message, ...] = ()
    left: tuple[Message, ...] = ()

    @property
    def won(self) -> Points:
        """The points that the winner gets, with honba and deposits."""
        return next(row.change for row in self.rows if row.is_winner)

    @property
    def fu_sum(self) -> int:
        return sum(part.count for part in self.fu)

    @property
    def is_counted(self) -> bool:
        """Return whether the hand has han: yakuman have none."""
        return bool(self.value.han)


def value_answer(
    winner: Wind, discarder: Wind | None, value: HandValue, payment: Payment, rules: Ruleset
) -> HandAnswer:
    """Return the answer for a hand by han and fu, or by the names of its yakuman."""
    yakuman = tuple(Component(phrase(one.label), 0) for one in value.named)
    is_limit = limit(value, rules) is not None
    return HandAnswer(
        winner, discarder, value, announcement(value, rules), is_limit, _rows(payment, winner, rules), yakuman
    )


def tiles_answer(
    hand: TileHand,
    discarder: Wind | None,
    found: TileValue,
    payment: Payment,
    rules: Ruleset,
    honba: int,
    liable: tuple[Liable, ...],
) -> HandAnswer:
    """Return the answer for a hand tile by tile, with its yaku and fu and with what applies to it alone."""
    value = found.value
    return HandAnswer(
        hand.seat,
        discarder,
        value,
        announcement(value, rules),
        limit(value, rules) is not None,
        _rows(payment, hand.seat, rules),
        found.yaku or tuple(Component(phrase(one.label), 0) for one in value.named),
        found.fu,
        corrections(hand, found, rules, honba),
        unchecked(hand, found, rules, liable),
    )


def _rows(payment: Payment, winner: Wind, rules: Ruleset) -> tuple[PayRow, ...]:
    """Return each player's change with the sentences on what that player pays; the winner's on what nobody pays."""
    said: dict[Wind, list[Message]] = {wind: [] for wind in rules.winds}
    for due, sentence in zip(payment.dues, payment_lines(payment), strict=False):
        said[due.payer or winner].append(sentence)
    return tuple(
        PayRow(wind, change, tuple(said[wind]), wind is winner)
        for wind, change in zip(rules.winds, payment.changes, strict=True)
    )


@dataclass(frozen=True, slots=True)
class HeldTile:
    """A tile of the hand, and what a tap on it sends."""

    face: TileFace
    take: str


@dataclass(frozen=True, slots=True)
class HeldSet:
    """A called set or a concealed quad; `red` is what a tap sends to make a five of it red, if it can be."""

    faces: tuple[TileFace, ...]
    concealed: bool
    take: str
    red: str
