"""`python -m scoring hand 234567m23455p78s 9s --riichi`: the yaku, fu and payment of a hand given tile by tile."""

import argparse
from collections.abc import Sequence
from typing import Annotated

from scoring.cli.arguments import RULES, Argument, Flag, Number, WrongCall
from scoring.cli.command import Command, Reply
from scoring.cli.payment import (
    DUE,
    LIABLE,
    TABLE,
    TOLD,
    TSUMO,
    headline,
    payer_of,
    payment_for,
    told,
    told_of,
    wind,
)
from scoring.cli.shape import Shape
from scoring.hands.tiles import TileHand, called_meld, check_discarder, concealed_quad, read_tiles
from scoring.hands.value import Component, TileValue, corrections, unchecked, value_of
from scoring.messages import Message, phrase
from scoring.payments.dues import Payment
from scoring.points import FromZero
from scoring.winds import Wind

FLAGS = {
    "--riichi": "riichi",
    "--double-riichi": "it was double riichi; beside --riichi",
    "--open-riichi": "with the hand shown; beside --riichi",
    "--ippatsu": "within a turn of riichi",
    "--after-quad": "on the replacement tile of a quad",
    "--robbed-quad": "by robbing a quad",
    "--robbed-concealed": "the robbed quad is a concealed one; beside --robbed-quad",
    "--eighth-win": "the eighth win in a row",
    "--last-tile": "on the last tile",
    "--first-turn": "in the uninterrupted first turn",
    "--fed-by-riichi": "the discarder had declared riichi",
}


def _hand(options: argparse.Namespace) -> Reply:
    rules, hand = options.rules, _tile_hand(options)
    found = value_of(hand, rules, options.honba)
    payer = _payer(options, hand)
    payment = payment_for(options, options.seat, payer, found.value, options.liable)
    put_right = corrections(hand, found, rules, options.honba)
    left = unchecked(hand, found, rules, options.liable)
    lines = [headline(options.seat, payer, found.value, rules)]
    lines += _counted("Yaku", _yaku(found)) + _counted("Fu", found.fu) + told(payment)
    lines += _notes("Put right under these rules", put_right) + _notes("Not looked at", left)
    counted = {"yaku": [YAKU(one, han=one.count or None) for one in _yaku(found)], "fu": [*map(FU, found.fu)]}
    return Reply(
        lambda: RESULT(payment, **told_of(payment, found.value, rules), **counted, corrected=put_right, cannot=left),
        lines,
    )


def _payer(options: argparse.Namespace, hand: TileHand) -> Wind | None:
    """Return the discarder; in the first turn a player before the winner, by default the one just before."""
    payer = payer_of(options, options.seat)
    if payer is None or not hand.first_turn:
        return payer
    if options.payer is None:
        return Wind.at(hand.seat.index - 1)
    check_discarder(hand, payer)
    return payer


def _yaku(found: TileValue) -> Sequence[Component]:
    """Return the yaku with their han; yakuman have none."""
    return found.yaku or [Component(phrase(one.label), 0) for one in found.value.named]


def _counted(title: str, counted: Sequence[Component]) -> list[str]:
    """Return a list with its numbers aligned; nothing for an empty one."""
    if not counted:
        return []
    return [f"  {title}", *(f"    {one.what!s:<44}{one.count or '':>4}" for one in counted), ""]


def _tile_hand(options: argparse.Namespace) -> TileHand:
    winning = read_tiles(options.winning)
    if len(winning) != 1:
        raise WrongCall(f"there is one winning tile, not {len(winning)}")
    return TileHand(
        tiles=read_tiles(options.tiles),
        winning=winning[0],
        seat=options.seat,
        round_wind=options.round,
        melds=(*map(called_meld, options.call), *map(concealed_quad, options.quad)),
        self_draw=options.tsumo,
        dora=read_tiles(options.dora),
        ura=read_tiles(options.ura),
        north=options.north,
        **{name: getattr(options, name) for name in (flag[2:].replace("-", "_") for flag in FLAGS)},
    )


def _notes(title: str, notes: Sequence[Message]) -> list[str]:
    """Return the notes under their title; nothing for none."""
    return ["", f"  {title}", *(f"    {note}" for note in notes)] if notes else []


YAKU = Shape(Component, name="what", han=Annotated[FromZero | None, "null for a yakuman"])
FU = Shape(Component, name="what", fu="count")
RESULT = Shape(
    Payment,
    "deposits dues",
    DUE,
    **TOLD,
    yaku=[YAKU],
    fu=[FU],
    corrected=list[Message],
    cannot=Annotated[list[Message], "what nobody has looked at"],
)
COMMAND = Command(
    "hand",
    "find the yaku, fu and payment of a hand, tile by tile",
    _hand,
    RESULT,
    (
        Argument("tiles", "TILES", "the concealed tiles without blanks, as 234567m23405p78s; 0 is a red five"),
        Argument("winning", "TILE", "the winning tile, which is not among them"),
        *RULES,
        Argument("--call", "TILES", "a called set, as 777z", action="append", default=[]),
        Argument("--quad", "TILES", "a concealed quad, as 1111s", action="append", default=[]),
        Argument("--seat", "WIND", "the winner's wind (default: S)", wind, default=Wind.SOUTH),
        Argument("--round", "WIND", "the round (default: E)", wind, default=Wind.EAST),
        TSUMO,
        *(Flag(flag, about) for flag, about in FLAGS.items()),
        Argument("--dora", "TILES", "the dora indicators", default=""),
        Argument("--ura", "TILES", "the ura dora indicators", default=""),
        Number("--north", "among three: North tiles set aside", default=0),
        *TABLE,
        LIABLE,
    ),
)
