"""Visibility of results. One function decides, for pages and exports alike.

Public are hanchan 1 to n if all of them are released, while the tournament's standings are public; with them their
sheets, their penalties and the referees' decisions on ties after them. A penalty outside any hanchan, and a withdrawal,
is public at once. A disqualification in a hanchan that is still hidden is hidden with it, on the list of players too.
"""

from dataclasses import replace
from itertools import takewhile

from scoring.game import Table
from tournament.players.models import NEVER_PLACED, PlayerStatus
from tournament.results.models import PenaltyKind
from tournament.standings.inputs import HanchanInput, Inputs, PlayerName


def public_through(inputs: Inputs) -> int:
    """The last hanchan whose results everybody may see, 0 for none."""
    if not inputs.standings_public:
        return 0
    return sum(1 for _one in takewhile(lambda hanchan: hanchan.released_at is not None, inputs.hanchan))


def released(inputs: Inputs) -> Inputs:
    """The inputs without everything that is not public."""
    last = public_through(inputs)
    shown = [one for one in inputs.penalties if last and (one.hanchan is None or one.hanchan <= last)]
    tables = tuple(table for table in inputs.tables if table.hanchan <= last)
    known = _known_players(inputs, tables, last)
    return replace(
        inputs,
        tables=tables,
        penalties=tuple(one for one in shown if one.player in known),
        players=tuple(known.values()),
        hanchan=tuple(
            hanchan if hanchan.number <= last else HanchanInput(hanchan.number, "", None, None)
            for hanchan in inputs.hanchan
        ),
        decided=tuple(one for one in inputs.decided if one.after <= last),
    )


def _known_players(inputs: Inputs, tables: tuple[Table, ...], last: int) -> dict[int, PlayerName]:
    """Everybody as the public knows them: a substitute who has not played in public is nobody yet, and before the first
    released hanchan nobody is anybody: who registers is for the list of players to tell."""
    if not last:
        return {}
    seen = {line.player for table in tables for line in table.lines}
    statuses = _public_statuses(inputs, last)
    players = [replace(player, taking_part=statuses[player.id]) for player in inputs.players]
    return {player.id: player for player in players if player.id in seen or not _is_unknown(player)}


def _is_unknown(player: PlayerName) -> bool:
    """Return whether the public knows the player from sheets only."""
    return player.is_substitute or player.taking_part in NEVER_PLACED


def public_statuses(inputs: Inputs) -> dict[int, str]:
    """The status that the public knows of everybody, by id."""
    return _public_statuses(inputs, public_through(inputs))


def _public_statuses(inputs: Inputs, last: int) -> dict[int, str]:
    """While the hanchan of a disqualification is hidden, the status is the one from before it.

    Who was let in again meanwhile has nothing to hide.
    """
    out = PlayerStatus.DISQUALIFIED
    before = {
        one.player: one.status_before
        for one in inputs.counting
        if one.kind == PenaltyKind.DISQUALIFICATION and one.hanchan is not None and one.hanchan > last
    }
    return {
        player.id: before.get(player.id, out) if player.taking_part == out else player.taking_part
        for player in inputs.players
    }
