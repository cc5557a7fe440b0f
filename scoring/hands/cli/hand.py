"""`python -m scoring hand 234567m23455p78s 9s --riichi`: the yaku, fu and payment of a hand given tile by tile."""

import argparse
from collections.abc import Sequence

from scoring.cli.arguments import DONE, Subparsers, add_json, add_parser, add_rules, answer, integer
from scoring.cli.payment import (
    add_liable,
    add_table,
    headline,
    payer_of,
    payment_for,
    payment_json,
    print_payment,
    run_payment,
    value_json,
    wind,
)
from scoring.hands.tiles import TileHand, called_meld, check_discarder, concealed_quad, read_tiles
from scoring.hands.value import Component, TileValue, corrections, unchecked, value_of
from scoring.messages import Message, phrase
from scoring.rules import Ruleset
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


def add(commands: Subparsers) -> None:
    parser = add_parser(commands, "hand", "find the yaku, fu and payment of a hand, tile by tile")
    parser.add_argument(
        "tiles", metavar="TILES", help="the concealed tiles without blanks, as 234567m23405p78s; 0 is a red five"
    )
    parser.add_argument("winning", metavar="TILE", help="the winning tile, which is not among them")
    add_rules(parser)
    parser.add_argument("--call", action="append", default=[], metavar="TILES", help="a called set, as 777z")
    parser.add_argument("--quad", action="append", default=[], metavar="TILES", help="a concealed quad, as 1111s")
    parser.add_argument("--seat", type=wind, default=Wind.SOUTH, metavar="WIND", help="the winner's wind (default: S)")
    parser.add_argument("--round", type=wind, default=Wind.EAST, metavar="WIND", help="the round (default: E)")
    parser.add_argument("--tsumo", action="store_true", help="by self-draw; else on a discard")
    for flag, about in FLAGS.items():
        parser.add_argument(flag, action="store_true", help=about)
    parser.add_argument("--dora", default="", metavar="TILES", help="the dora indicators")
    parser.add_argument("--ura", default="", metavar="TILES", help="the ura dora indicators")
    parser.add_argument("--north", type=integer, default=0, metavar="N", help="among three: North tiles set aside")
    add_table(parser)
    add_liable(parser)
    add_json(parser)
    parser.set_defaults(run=lambda options: run_payment(options, _hand))


def _hand(options: argparse.Namespace) -> int:
    rules = options.rules
    hand = _tile_hand(options)
    found = value_of(hand, rules, options.honba)
    payer = _payer(options, hand)
    payment = payment_for(options, options.seat, payer, found.value)
    put_right = corrections(hand, found, rules, options.honba)
    left = unchecked(hand, found, rules, options.liable)
    if options.json:
        notes = {"corrected": [str(one) for one in put_right], "cannot": [str(one) for one in left]}
        return answer(options.command, {**_json(found, rules), **notes, **payment_json(payment)})
    print(f"{headline(options.seat, payer, found.value, rules)}\n")
    print("\n".join(_counted("Yaku", _yaku(found)) + _counted("Fu", found.fu)))
    print_payment(payment)
    for line in _notes("Put right under these rules", put_right) + _notes("Not looked at", left):
        print(line)
    return DONE


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
        options.parser.error(f"there is one winning tile, not {len(winning)}")
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


def _json(found: TileValue, rules: Ruleset) -> dict[str, object]:
    return {
        "value": value_json(found.value, rules),
        "yaku": [{"name": str(one.what), "han": one.count or None} for one in _yaku(found)],
        "fu": [{"name": str(one.what), "fu": one.count} for one in found.fu],
    }
