"""Who may see which results. One function decides, for pages and exports alike.

Public are the hanchan 1 to n that are all released, while the tournament's standings are public; with them their
sheets, their penalties and what the referee decided about equal totals after them. A penalty outside any hanchan, and
who withdrew, is public at once. A disqualification of a hanchan that is still hidden is hidden with it.
"""

from dataclasses import replace
from itertools import takewhile

from scoring.game import Table
from tournament.penalties.models import PenaltyKind
from tournament.standings.facts import Facts, PlayerName


def public_through(facts: Facts) -> int:
    """The last hanchan whose results everybody may see, 0 for none."""
    if not facts.standings_public:
        return 0
    return sum(1 for _one in takewhile(lambda hanchan: hanchan.released_at is not None, facts.hanchan))


def released(facts: Facts) -> Facts:
    """The facts without everything that is not public."""
    last = public_through(facts)
    shown = [one for one in facts.penalties if last and (one.hanchan is None or one.hanchan <= last)]
    tables = tuple(table for table in facts.tables if table.hanchan <= last)
    known = _known_players(facts, tables, last)
    return replace(
        facts,
        tables=tables,
        penalties=tuple(one for one in shown if one.player in known),
        players=tuple(known.values()),
        hanchan=tuple(
            hanchan if hanchan.number <= last else replace(hanchan, state="", released_at=None, changed_at=None)
            for hanchan in facts.hanchan
        ),
        decided=tuple(one for one in facts.decided if one.after <= last),
    )


def _known_players(facts: Facts, tables: tuple[Table, ...], last: int) -> dict[int, PlayerName]:
    """Everybody as the public knows them: a substitute who has not played in public is nobody yet, and before the first
    released hanchan nobody is anybody: who registers is for the list of players to tell."""
    if not last:
        return {}
    seen = {line.player for table in tables for line in table.lines}
    before = _hidden_disqualifications(facts, last)
    players = [replace(player, taking_part=before.get(player.id, player.taking_part)) for player in facts.players]
    return {player.id: player for player in players if not player.is_substitute or player.id in seen}


def _hidden_disqualifications(facts: Facts, last: int) -> dict[int, str]:
    """What a player is as long as the hanchan of the disqualification is hidden."""
    return {
        one.player: one.status_before
        for one in facts.counting
        if one.kind == PenaltyKind.DISQUALIFICATION and one.hanchan is not None and one.hanchan > last
    }
