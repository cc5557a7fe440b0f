"""Calls, quads and furiten, in sentences."""

from scoring.messages import gettext_noop
from scoring.rules import Ruleset
from scoring.rules.values import CallOrder, Furiten, MissedWin, QuadDora, RiichiQuads, SwapCalls
from scoring.sentences.sentence import Clauses, clause

ORDER = {
    CallOrder.FIRST: gettext_noop(
        "A win goes before every other call. Otherwise the first call counts; of simultaneous calls, one for a triplet "
        "or quad goes before one for a sequence."
    ),
    CallOrder.TRIPLET: gettext_noop(
        "A win goes before every other call, and a call for a triplet or quad before one for a sequence, even if it "
        "comes later."
    ),
}
SWAP = {
    SwapCalls.FORBIDDEN: gettext_noop(
        "Swap calling (kuikae) is forbidden: after a call, neither the same tile nor the tile at the other end of the "
        "sequence may be discarded at once."
    ),
    SwapCalls.SAME_TILE: gettext_noop(
        "After a call, the same tile may not be discarded at once; the tile at the other end of the sequence may be."
    ),
    SwapCalls.ALLOWED: gettext_noop("After a call, any tile may be discarded; swap calling (kuikae) is allowed."),
}
FURITEN = {
    Furiten.EVERY_TILE: gettext_noop(
        "A player who has discarded a tile that would complete the hand, even without a yaku, is furiten: they may not "
        "win on any discard, nor rob a quad. They may win by self-draw, call tiles, declare quads, and change the hand "
        "to be furiten no longer, unless in riichi."
    ),
    Furiten.THREE_APART: gettext_noop(
        "A player may not win on a discard that completes a set which one of their own discards would complete "
        "(furiten); they may win on other discards and by self-draw."
    ),
    Furiten.SAME_TILE: gettext_noop(
        "A player may not win on a tile that they have discarded in this hand, even if it was called (furiten); they "
        "may win on other discards and by self-draw."
    ),
    Furiten.LAST_DISCARD: gettext_noop(
        "A player may not win on a tile like their own last discard (furiten); they may win on other discards and by "
        "self-draw."
    ),
}
MISSED_WIN = {
    MissedWin.DRAW: gettext_noop(
        "A player who does not win on a tile that completes the hand, even without a yaku or in a quad, may not win on "
        "a discard until they draw or call; in riichi, until the end of the hand."
    ),
    MissedWin.DISCARD: gettext_noop(
        "A player who does not win on a discard that completes the hand may not win on the same tile until after "
        "their own next discard; they may win by self-draw, and call it for a set."
    ),
    MissedWin.NOTHING: gettext_noop("A player who does not win on a tile may win on the next one."),
}
RIICHI_QUADS = {
    RiichiQuads.NEVER: gettext_noop("No quad may be declared after riichi."),
    RiichiQuads.SAME_WAITS: gettext_noop(
        "After riichi a concealed quad may be declared if it leaves the waits unchanged."
    ),
    RiichiQuads.SAME_READING: gettext_noop(
        "After riichi a concealed quad may be declared only if it changes neither the waits nor the interpretation of "
        "the hand."
    ),
}
QUAD_DORA = {
    QuadDora.AT_ONCE: gettext_noop("The dora indicator of a quad is turned at once, whichever the quad."),
    QuadDora.OPEN_LATER: gettext_noop(
        "The dora indicator of a concealed quad is turned at once, that of an open or added quad after the discard."
    ),
}


def calls(rules: Ruleset) -> Clauses:
    """Calls, quads and the tiles on which nobody may win."""
    own = rules.calls
    yield clause("calls.order", ORDER[own.order])
    yield clause("calls.swap", SWAP[own.swap])
    yield clause(
        "calls.atozuke",
        gettext_noop("The hand needs no yaku before the winning tile is claimed (atozuke).")
        if own.atozuke
        else gettext_noop("The hand must have a yaku before the winning tile is claimed: no atozuke."),
    )
    yield clause("calls.furiten", FURITEN[own.furiten])
    yield clause("calls.missed_win", MISSED_WIN[own.missed_win])
    yield clause(
        "calls.furiten_riichi",
        gettext_noop("Riichi may be declared while furiten.")
        if own.furiten_riichi
        else gettext_noop("Riichi may not be declared while furiten."),
    )
    yield clause("calls.riichi_quads", RIICHI_QUADS[own.riichi_quads])
    yield clause(
        "calls.last_tile_quad",
        gettext_noop("A quad may be declared on the last draw or discard, too.")
        if own.last_tile_quad
        else gettext_noop("No quad may be declared on the last draw or discard."),
    )
    if rules.hand.more_dora:
        yield clause("calls.quad_dora", QUAD_DORA[own.quad_dora])
